/** What is sent to score the rounds of a sheet and to judge its game. */
import { send } from "../api.js";
import { currentLanguage } from "../strings.js";
import { startOf, startRecord, toRequest } from "./records.js";
import { pointsOf } from "./sheets.js";

/**
 * @typedef {import("../api.js").Game} Game
 * @typedef {import("./sheets.js").Sheet} Sheet
 * @typedef {import("./sheets.js").Round} Round
 */

/** The shapes that the sheet itself fills in. */
const OF_SHEET = ["names", "rounds", "teams", "hands"];

/** The fields of the verdict that a sheet does not know, asked with each round. @param {Game} game */
export const extraFields = (game) => game.forms.history.filter((field) => !OF_SHEET.includes(field.shape));

/** @param {Game} game @param {Sheet} sheet @returns {Round} */
export function newRound(game, sheet) {
  const entry = startRecord(game.forms.finished_round);
  const player = game.forms.finished_round.find((field) => field.name === "players")?.fields ?? [];
  entry["players"] = sheet.players.map((name) => ({ ...startRecord(player), player: name }));
  return { entry, extra: Object.fromEntries(extraFields(game).map((field) => [field.name, startOf(field)])), agreed: {} };
}

/** @param {Game} game @param {Sheet} sheet @param {Round} round @returns {Promise<any>} */
export function scoreRound(game, sheet, round) {
  const fields = game.forms.finished_round;
  const teams = sheet.teams && fields.some((field) => field.shape === "teams") ? { teams: sheet.teams } : {};
  return send("v1/rounds/score", { variant: game.id, options: sheet.options, ...toRequest(fields, round.entry), ...teams });
}

/** The verdict on the sheet, or null while a round has no points. @param {Game} game @param {Sheet} sheet @returns {Promise<any>} */
export async function judge(game, sheet) {
  const rounds = sheet.rounds.map((round) => pointsOf(sheet, round));
  const last = sheet.rounds.at(-1);
  /** @type {Record<string, any>} */
  const body = { variant: game.id, options: sheet.options };
  if (rounds.includes(null)) return null;
  for (const field of game.forms.history) {
    if (field.shape === "names") body[field.name] = sheet.players;
    else if (field.shape === "rounds") body[field.name] = rounds;
    else if (field.shape === "teams") body[field.name] = sheet.teams;
    else if (field.shape === "hands" && !last) return null;
    else if (field.shape === "hands") {
      const hands = last?.entry["players"].map((/** @type {any} */ one) => [one.player, one.hand]);
      body[field.name] = Object.fromEntries(hands);
    } else body[field.name] = last?.extra[field.name];
  }
  return send("v1/games/verdict", body);
}

/** Score what has no score in this language, and judge. @param {Game} game @param {Sheet} sheet */
export async function refresh(game, sheet) {
  for (const round of sheet.rounds) {
    if (!round.answer || round.language !== currentLanguage()) {
      round.answer = await scoreRound(game, sheet, round);
      round.language = currentLanguage();
    }
  }
  sheet.verdict = await judge(game, sheet);
}
