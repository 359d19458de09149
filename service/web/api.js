/**
 * Requests to the service. Every call is kept for the page for developers.
 *
 * @typedef {import("./contract.js").components["schemas"]} Schemas
 * @typedef {Omit<Schemas["VariantAnswer"], "turn" | "rulebook" | "href" | "melds" | "scoring" | "rulings">} Game
 * @typedef {Schemas["FormField"]} FormField
 * @typedef {Schemas["Violation"]} Violation
 * @typedef {{method: string, url: string, body: unknown, status: number, answer: any}} Call
 */
import { currentLanguage, loadFile, t } from "./strings.js";

export const ROOT = new URL("../../", import.meta.url);
const KEY = "rummy-referee.key";
const LONGEST = 20_000;
const OVERLOADED = [408, 429, 502, 503, 504];

/** @type {Call[]} */
export const calls = [];
export const events = new EventTarget();

/** A response that is no answer: no connection, an overloaded service, or a problem document. */
export class ApiError extends Error {
  /** @param {string} message @param {number} [status] @param {number} [wait] the seconds after which to try again */
  constructor(message, status = 0, wait = 0) {
    super(message);
    this.status = status;
    this.wait = wait;
  }

  get isOffline() {
    return !this.status;
  }

  /** Whether the same request can succeed later. */
  get isTemporary() {
    return this.isOffline || OVERLOADED.includes(this.status);
  }
}

/** Whether a key can be sent: a header takes no other characters. @param {string} key */
export const isKey = (key) => /^[\x21-\x7e]+$/.test(key);

/** @param {string} key */
export const setKey = (key) => localStorage.setItem(KEY, key);

function findKey() {
  try {
    const key = localStorage.getItem(KEY) ?? "";
    return isKey(key) ? key : "";
  } catch {
    return "";
  }
}

/** @param {string} path @param {unknown} body @param {AbortSignal} [signal] @returns {Promise<any>} */
export async function send(path, body, signal) {
  const url = new URL(path, ROOT).href;
  const key = findKey();
  /** @type {Record<string, string>} */
  const headers = { "Accept-Language": currentLanguage(), "Content-Type": "application/json" };
  if (key) headers["Authorization"] = `Bearer ${key}`;
  const limit = AbortSignal.timeout(LONGEST);
  let response, answer;
  try {
    response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body), signal: signal ? AbortSignal.any([limit, signal]) : limit });
    answer = await response.json().catch((error) => {
      if (limit.aborted || signal?.aborted) throw error;
      return null;
    });
  } catch {
    throw new ApiError(t("offline"));
  }
  calls.unshift({ method: "POST", url, body, status: response.status, answer });
  calls.length = Math.min(calls.length, 20);
  events.dispatchEvent(new Event("call"));
  if (response.status === 401) events.dispatchEvent(new Event("key"));
  if (!response.ok || !answer) throw new ApiError(describe(answer) || t("failed", { status: response.status }), response.ok ? 502 : response.status, Number(response.headers.get("Retry-After")) || 0);
  return answer;
}

/** @param {any} problem */
function describe(problem) {
  if (!problem) return "";
  const errors = (problem.errors ?? []).map((/** @type {any} */ error) => error.message);
  return errors.length ? errors.join(" ") : problem.detail || problem.title;
}

/** All games, in the current language. They come with the page, so they are there without a connection. @returns {Promise<Game[]>} */
export const listGames = () => loadFile(`games/${currentLanguage()}.json`);

/** @param {string} variant @returns {Promise<Game>} */
export async function getGame(variant) {
  const game = (await listGames()).find(({ id }) => id === variant);
  if (!game) throw new Error(t("no_game", { game: variant }));
  return game;
}
