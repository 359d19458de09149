/**
 * The end of a round as it is entered: which fields matter, what is missing, and what is sent.
 *
 * @typedef {import("../api.js").Game} Game
 * @typedef {import("../api.js").FormField} FormField
 * @typedef {import("./sheets.js").Sheet} Sheet
 * @typedef {import("./sheets.js").Round} Round
 * @typedef {import("./sheets.js").Value} Value
 */
import { missingLabels, renameIn, startOf, startRecord, toRequest } from "./records.js";
import { idIn, nameIn, newId } from "./sheets.js";

/** The shapes of a verdict that the sheet itself fills in. */
const OF_SHEET = ["names", "rounds", "teams", "hands"];
const UNKNOWN = "?";

/** The fields of the verdict that a sheet does not know, asked with each round. @param {Game} game */
export const extraFields = (game) => game.forms.history.filter((field) => !OF_SHEET.includes(field.shape));

/** The fields of each player. @param {Game} game */
export const playerFields = (game) => game.forms.finished_round.find((field) => field.name === "players")?.fields ?? [];

/** The field that names who ended the round. @param {Game} game */
export const enderField = (game) => game.forms.finished_round.find((field) => field.shape === "name" && field.required);

/** @param {Game} game @param {Sheet} sheet @returns {Round} */
export function newRound(game, sheet, id = newId()) {
  const entry = startRecord(game.forms.finished_round);
  const fields = playerFields(game);
  entry["players"] = sheet.players.map((player) => ({ ...startRecord(fields), player: player.id }));
  delete entry[enderField(game)?.name ?? ""]; // nobody is an answer, too: it must be given
  const extra = Object.fromEntries(extraFields(game).map((field) => [field.name, startOf(field)]));
  return { id, revision: 0, changed: 0, isDeleted: false, entry, extra, agreed: {}, result: null };
}

/**
 * Whether the rules need a field of the round's end, or of a player's record in it.
 * @param {Game} game @param {Value} options @param {Value} entry @param {FormField} field @param {string} [player]
 */
export function isNeeded(game, options, entry, { needed_when }, player) {
  const { ended_by, option } = needed_when ?? {};
  const ender = entry[enderField(game)?.name ?? ""];
  const seen = ender === undefined ? null : ender === null ? "nobody" : ender === player ? "this_player" : "another_player";
  const isOn = !option || Boolean(options[option] ?? game.options.find(({ name }) => name === option)?.default);
  return isOn && (!ended_by || (seen === null ? ended_by.length > 0 : ended_by.includes(seen)));
}

/** Whether anything was entered for a player. @param {Value} item */
export const isEntered = (item) => Object.values(item).some((value) => (Array.isArray(value) && value.length > 0) || (typeof value === "number" && value > 0));

/**
 * The body that asks for the score. A hand that the rules do not need is unknown, but not empty; so is one that is not entered yet.
 * @param {Game} game @param {Sheet} sheet @param {Round} round @param {boolean} isDraft
 */
export function requestOf(game, sheet, round, isDraft) {
  const fields = game.forms.finished_round;
  const entry = { ...round.entry };
  const ender = entry[enderField(game)?.name ?? ""];
  entry["players"] = entry["players"].map((/** @type {Value} */ item) => {
    const needed = Object.fromEntries(playerFields(game).filter((field) => isNeeded(game, sheet.options, entry, field, item["player"])).map(({ name }) => [name, item[name]]));
    const start = startRecord(playerFields(game).filter((field) => field.required));
    const isOpen = item["player"] !== ender && (!("hand" in needed) || (isDraft && !isEntered(item)));
    return { ...start, ...needed, player: item["player"], ...(isOpen && "hand" in start ? { hand: [UNKNOWN] } : {}) };
  });
  for (const field of fields) if (field.name !== "players" && !isNeeded(game, sheet.options, entry, field)) delete entry[field.name];
  const teams = sheet.teams && fields.some((field) => field.shape === "teams") ? { teams: sheet.teams.map((team) => team.map(nameIn(sheet))) } : {};
  return { variant: game.id, options: sheet.options, ...toRequest(fields, renameIn(fields, entry, nameIn(sheet))), ...teams };
}

/** The labels of what has to be answered. @param {Game} game @param {Round} round */
export const missingIn = (game, round) => missingLabels(game.forms.finished_round, round.entry);

/** The round as forms show it, with names. @param {Game} game @param {Sheet} sheet @param {Value} entry */
export const withNames = (game, sheet, entry) => renameIn(game.forms.finished_round, entry, nameIn(sheet));

/** The round as it is kept, with ids. @param {Game} game @param {Sheet} sheet @param {Value} entry */
export const withIds = (game, sheet, entry) => renameIn(game.forms.finished_round, entry, idIn(sheet));

/** What is kept of an answer: the range of each player's points, by id. @param {Sheet} sheet @param {any} answer @returns {Round["result"]} */
export const resultOf = (sheet, answer) => ({
  isPossible: answer.possible,
  isVoid: Boolean(answer.void),
  points: Object.fromEntries(answer.scores.map((/** @type {any} */ score) => [idIn(sheet)(score.player), [score.low, score.high]])),
});
