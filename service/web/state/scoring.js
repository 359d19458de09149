/** The scores of the rounds of a sheet and the verdict on it, asked for until they are there. */
import { ApiError, getGame, send } from "../api.js";
import { currentLanguage } from "../strings.js";
import { extraFields, requestOf, resultOf } from "./rounds.js";
import { idIn, namesOf, nameIn, pointsOf, roundsOf } from "./sheets.js";
import { store } from "./store.js";
import { sync } from "./sync.js";

/**
 * @typedef {import("../api.js").Game} Game
 * @typedef {import("./sheets.js").Sheet} Sheet
 * @typedef {import("./sheets.js").Round} Round
 */

/** Options that end a game. */
const ENDS = ["target", "rounds", "chips"];

/** Ask for everything that a sheet does not know yet. @param {string} id */
export const refresh = (id) => sync.put(`sheet ${id}`, (signal) => complete(id, signal));

/** @param {string} id @param {AbortSignal} signal */
async function complete(id, signal) {
  const sheet = store.find(id);
  if (!sheet) return;
  const game = await getGame(sheet.variant);
  for (const round of roundsOf(sheet)) {
    if (!round.result) await scoreRound(game, sheet, round, signal);
  }
  const scored = store.find(id);
  if (!scored) return;
  const body = verdictRequest(game, scored);
  const of = body && `${currentLanguage()} ${JSON.stringify(body)}`;
  if (of === (scored.verdict?.of ?? null)) return;
  const verdict = body && (await judge(scored, body, of ?? "", signal));
  store.update(id, (now) => ({ ...now, verdict }));
}

/** @param {Game} game @param {Sheet} sheet @param {Round} round @param {AbortSignal} signal */
async function scoreRound(game, sheet, round, signal) {
  /** @type {Round["result"]} */
  let result = { isPossible: false, isVoid: false, points: {} };
  try {
    result = resultOf(sheet, await send("v1/rounds/score", requestOf(game, sheet, round, false), signal));
  } catch (error) {
    if (!(error instanceof ApiError) || error.isTemporary || error.status === 401) throw error;
  }
  const isSame = (/** @type {Round} */ one) => one.id === round.id && one.revision === round.revision;
  store.update(sheet.id, (now) => ({ ...now, rounds: now.rounds.map((one) => (isSame(one) ? { ...one, result } : one)) }));
}

/** The body that asks for the verdict on the rounds whose points are known; null if there is nothing to ask. @param {Game} game @param {Sheet} sheet */
export function verdictRequest(game, sheet) {
  const known = roundsOf(sheet).filter((round) => pointsOf(sheet, round));
  const last = known.at(-1);
  const needsLast = game.forms.history.some(({ shape }) => shape === "hands");
  if (needsLast && !last) return null;
  /** @type {Record<string, any>} */
  const body = { variant: game.id, options: { ...sheet.options, ...endOptions(game, sheet, known.length) } };
  const name = nameIn(sheet);
  for (const field of game.forms.history) {
    if (field.shape === "names") body[field.name] = namesOf(sheet);
    else if (field.shape === "rounds") body[field.name] = known.map((round) => Object.fromEntries(Object.entries(pointsOf(sheet, round) ?? {}).map(([id, points]) => [name(id), points])));
    else if (field.shape === "teams") body[field.name] = sheet.teams?.map((team) => team.map(name)) ?? null;
    else if (field.shape === "hands") body[field.name] = Object.fromEntries(last?.entry["players"].map((/** @type {any} */ one) => [name(one.player), one.hand]) ?? []);
    else if (field.shape === "records") body[field.name] = known.flatMap((round) => round.extra[field.name] ?? []);
    else if (last) body[field.name] = last.extra[field.name];
  }
  return body;
}

/** The options of a game that its players end, or go on with, when the rules do not. @param {Game} game @param {Sheet} sheet @param {number} played */
function endOptions(game, sheet, played) {
  const ends = game.options.filter(({ name }) => ENDS.includes(name));
  if (sheet.end === "finished" && played) return Object.fromEntries(ends.filter(({ name }) => name === "rounds").map(({ name }) => [name, played]));
  if (sheet.end === "open") return Object.fromEntries(ends.map((option) => [option.name, option.nullable ? null : option.maximum]));
  return {};
}

/** Whether people can say that a game is over. @param {Game} game */
export const canFinish = (game) => game.options.some(({ name }) => name === "rounds");

/** Whether a game can go on after its end. @param {Game} game */
export const canGoOn = (game) => game.options.some(({ name }) => ENDS.includes(name)) && !extraFields(game).length;

/** @param {Sheet} sheet @param {any} body @param {string} of @param {AbortSignal} signal @returns {Promise<Sheet["verdict"]>} */
async function judge(sheet, body, of, signal) {
  const answer = await send("v1/games/verdict", body, signal);
  const id = idIn(sheet);
  return {
    of,
    isOver: Boolean(answer.over),
    text: answer.text ?? "",
    violations: answer.violations.map((/** @type {any} */ { message, rule }) => ({ message, rule: { section: rule.section, source: rule.source } })),
    winners: (answer.winners ?? []).map(id),
    standings: (answer.standings ?? []).map((/** @type {any} */ one) => ({
      player: id(one.player),
      total: one.total,
      rank: one.rank,
      final: one.final ?? null,
      team: one.team?.map(id) ?? null,
      eliminated: (one.eliminated_after ?? null) !== null,
      bonuses: one.bonuses?.map((/** @type {any} */ { message, points }) => ({ message, points })) ?? [],
    })),
  };
}
