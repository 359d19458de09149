/**
 * Requests to the service. Every call is kept for the request drawer.
 *
 * @typedef {import("./contract.js").components["schemas"]} Schemas
 * @typedef {Schemas["VariantAnswer"]} Game
 * @typedef {Schemas["VariantBrief"]} GameBrief
 * @typedef {Schemas["FormField"]} FormField
 * @typedef {Schemas["Violation"]} Violation
 * @typedef {Schemas["ScoreRoundAnswer"]} RoundScore
 * @typedef {Schemas["JudgeGameAnswer"]} Verdict
 * @typedef {{method: string, url: string, body: unknown, status: number, answer: any}} Call
 */
import { currentLanguage, t } from "./strings.js";

export const ROOT = new URL("../../", import.meta.url);
const KEY = "rummy-referee.key";

/** @type {Call[]} */
export const calls = [];
export const events = new EventTarget();

/** A response that is no answer: no connection, or a problem document. */
export class ApiError extends Error {
  /** @param {string} message @param {any} [problem] */
  constructor(message, problem) {
    super(message);
    this.problem = problem;
  }

  get isOffline() {
    return !this.problem;
  }
}

/** @param {string} key */
export const setKey = (key) => localStorage.setItem(KEY, key);

/** @param {string} path @param {unknown} [body] @returns {Promise<any>} */
export async function send(path, body) {
  const url = new URL(path, ROOT).href;
  const key = localStorage.getItem(KEY);
  /** @type {Record<string, string>} */
  const headers = { "Accept-Language": currentLanguage() };
  if (key) headers["Authorization"] = `Bearer ${key}`;
  if (body) headers["Content-Type"] = "application/json";
  const method = body ? "POST" : "GET";
  let response;
  try {
    response = await fetch(url, { method, headers, body: body ? JSON.stringify(body) : null });
  } catch {
    throw new ApiError(t("offline"));
  }
  const answer = await response.json().catch(() => null);
  calls.unshift({ method, url, body, status: response.status, answer });
  calls.length = Math.min(calls.length, 20);
  events.dispatchEvent(new Event("call"));
  if (response.status === 401) events.dispatchEvent(new Event("key"));
  if (!response.ok) throw new ApiError(describe(answer) || t("failed", { status: response.status }), answer ?? {});
  return answer;
}

/** @param {any} problem */
function describe(problem) {
  if (!problem) return "";
  const errors = (problem.errors ?? []).map((/** @type {any} */ error) => error.message);
  return errors.length ? errors.join(" ") : problem.detail || problem.title;
}

/** @type {Map<string, Promise<any>>} */
const kept = new Map();

/** @param {string} path @returns {Promise<any>} */
function get(path) {
  const name = `${currentLanguage()} ${path}`;
  const found = kept.get(name) ?? send(path);
  kept.set(name, found);
  found.catch(() => kept.delete(name));
  return found;
}

/** @returns {Promise<GameBrief[]>} */
export const listGames = async () => (await get("v1/variants")).variants;

/** @param {string} variant @returns {Promise<Game>} */
export const getGame = (variant) => get(`v1/variants/${encodeURIComponent(variant)}`);
