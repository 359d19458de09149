/** The texts of the page, in the language that the reader chose or the browser prefers. */

/** The languages by what they call themselves. The service puts them here. @type {Record<string, string>} */
export const LANGUAGES = JSON.parse('LANGUAGE_NAMES');

const KEY = "rummy-referee.language";
const RELOADED = "rummy-referee.reloaded";
/** @type {Record<string, string>} */
let texts = {};
/** The numbers with each form of a noun; other numbers have the last form. @type {RegExp[]} */
let plural = [];
let language = "en";
/** @type {Map<string, Promise<any>>} */
const files = new Map();

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

/** @template T @param {() => T} read @returns {T | null} */
function attempt(read) {
  try {
    return read();
  } catch {
    return null; // no storage
  }
}

/**
 * A file of this version of the page. Where a newer version has replaced it, the page is loaded again, once.
 * @param {string} name @returns {Promise<any>}
 */
export function loadFile(name) {
  const get = async () => {
    const response = await fetch(new URL(name, import.meta.url));
    if (!response.ok) {
      if (attempt(() => sessionStorage.getItem(RELOADED)) === null) {
        attempt(() => sessionStorage.setItem(RELOADED, name));
        location.reload();
      }
      throw new Error(t("failed", { status: response.status }));
    }
    attempt(() => sessionStorage.removeItem(RELOADED));
    return response.json();
  };
  const found = files.get(name) ?? get();
  files.set(name, found);
  found.catch(() => files.delete(name));
  return found;
}

/** Speak a language from now on; without its texts, the one before. @param {string} [chosen] */
export async function loadStrings(chosen) {
  if (chosen) attempt(() => localStorage.setItem(KEY, chosen));
  const preferred = [attempt(() => localStorage.getItem(KEY)) ?? "", ...navigator.languages].map((tag) => tag.slice(0, 2).toLowerCase());
  const wanted = preferred.find((tag) => tag in LANGUAGES) ?? "en";
  try {
    await use(wanted);
  } catch (error) {
    if (texts["title"]) throw error;
    await use("en"); // better than names of texts
  }
  document.documentElement.lang = language;
}

/** @param {string} wanted */
async function use(wanted) {
  const loaded = await loadFile(`strings/${wanted}.json`);
  texts = loaded.texts;
  plural = loaded.plural.map((/** @type {string} */ numbers) => new RegExp(`^(?:${numbers})$`));
  language = wanted;
}
