/** The texts of the page, in the language that the reader chose or the browser prefers. */

export const LANGUAGES = { en: "English", de: "Deutsch", fr: "Français", it: "Italiano" };

const KEY = "rummy-referee.language";
/** @type {Record<string, string>} */
let texts = {};
let language = "en";

/** The current language. */
export const currentLanguage = () => language;

/** @param {string} key @param {Record<string, string | number>} [params] */
export function t(key, params = {}) {
  return (texts[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => String(params[name] ?? ""));
}

/** @param {string} [chosen] */
export async function loadStrings(chosen) {
  if (chosen) localStorage.setItem(KEY, chosen);
  const preferred = [localStorage.getItem(KEY) ?? "", ...navigator.languages].map((tag) => tag.slice(0, 2).toLowerCase());
  language = preferred.find((tag) => tag in LANGUAGES) ?? "en";
  texts = await (await fetch(new URL(`strings/${language}.json`, import.meta.url))).json();
  document.documentElement.lang = language;
  document.title = t("title");
}
