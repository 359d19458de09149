/** The texts of the page, in the language that the reader chose or the browser prefers. */

/** The languages by what they call themselves. The service puts them here. @type {Record<string, string>} */
export const LANGUAGES = JSON.parse('LANGUAGE_NAMES');

const KEY = "rummy-referee.language";
/** @type {Record<string, string>} */
let texts = {};
/** The numbers with each form of a noun; other numbers have the last form. @type {RegExp[]} */
let plural = [];
let language = "en";

/** The current language. */
export const currentLanguage = () => language;

/** A text with its parameters; `{count:card|cards}` is the form of a noun for a number. @param {string} key @param {Record<string, string | number>} [params] */
export function t(key, params = {}) {
  return (texts[key] ?? key).replace(/\{(\w+)(?::([^}]*))?\}/g, (_, name, forms) => (forms ? chooseForm(forms, String(params[name])) : String(params[name] ?? "")));
}

/** @param {string} forms @param {string} number */
function chooseForm(forms, number) {
  const found = forms.split("|");
  const place = plural.findIndex((numbers) => numbers.test(number));
  return found[place < 0 ? found.length - 1 : place] ?? "";
}

/** @param {string} [chosen] */
export async function loadStrings(chosen) {
  if (chosen) localStorage.setItem(KEY, chosen);
  const preferred = [localStorage.getItem(KEY) ?? "", ...navigator.languages].map((tag) => tag.slice(0, 2).toLowerCase());
  language = preferred.find((tag) => tag in LANGUAGES) ?? "en";
  const loaded = await (await fetch(new URL(`strings/${language}.json`, import.meta.url))).json();
  texts = loaded.texts;
  plural = loaded.plural.map((/** @type {string} */ numbers) => new RegExp(`^(?:${numbers})$`));
  document.documentElement.lang = language;
  document.title = t("title");
}
