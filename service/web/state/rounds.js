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
const playerFields = (game) => game.forms.finished_round.find((field) => field.name === "players")?.fields ?? [];

/** The field that names who ended the round. @param {Game} game */
export const enderField = (game) => game.forms.finished_round.find((field) => field.shape === "name" && field.required);

/** @param {Game} game @param {Sheet} sheet @returns {Round} */
export function newRound(game, sheet, id = newId()) {
  const entry = startRecord(game.forms.finished_round);
  const fields = playerFields(game);
  const left = sheet.players.filter(({ id: player }) => !sheet.verdict?.standings.some((one) => one.player === player && one.eliminated));
  entry["players"] = left.map((player) => ({ ...startRecord(fields), player: player.id }));
  delete entry[enderField(game)?.name ?? ""]; // nobody is an answer, too: it must be given
  const extra = Object.fromEntries(extraFields(game).map((field) => [field.name, startOf(field)]));
  return { id, revision: 0, changed: 0, isDeleted: false, entry, extra, agreed: {}, result: null };
}

/**
 * Whether the rules need a field of the round's end, or of a player's record in it.
 * @param {Game} game @param {Value} options @param {Value} entry @param {FormField} field @param {string} [player]
 */
function isNeeded(game, options, entry, { needed_when }, player) {
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

/** What is kept of an answer: the range of each player's points, by id. @param {Sheet} sheet @param {any} answer @returns {Round["result"]} */
export const resultOf = (sheet, answer) => ({
  isPossible: answer.possible,
  isVoid: Boolean(answer.void),
  points: Object.fromEntries(answer.scores.map((/** @type {any} */ score) => [idIn(sheet)(score.player), [score.low, score.high]])),
});

/** The step after the players: what concerns the whole round. */
export const REST = -1;

/** A round that is being entered. A change makes a new one. */
export class RoundModel {
  /** @param {Game} game @param {Sheet} sheet @param {Round} round */
  constructor(game, sheet, round) {
    this.game = game;
    this.sheet = sheet;
    this.round = round;
  }

  /** @param {Partial<Round>} change */
  with(change) {
    return new RoundModel(this.game, this.sheet, { ...this.round, ...change });
  }

  /** The records of the players. @returns {Value[]} */
  get items() {
    return this.round.entry["players"];
  }

  /** Who ended the round; null: nobody, undefined: not said. @returns {string | null | undefined} */
  get ender() {
    return this.round.entry[enderField(this.game)?.name ?? ""];
  }

  /** The round as forms show it, with names. */
  get entry() {
    return renameIn(this.game.forms.finished_round, this.round.entry, nameIn(this.sheet));
  }

  /** @param {Value} entry with names */
  withEntry(entry) {
    return this.with({ entry: renameIn(this.game.forms.finished_round, entry, idIn(this.sheet)), agreed: {} });
  }

  /** @param {number} seat */
  itemOf(seat) {
    return renameIn(playerFields(this.game), this.items[seat] ?? {}, nameIn(this.sheet));
  }

  /** @param {number} seat @param {Value} item with names */
  withItem(seat, item) {
    const players = this.items.with(seat, renameIn(playerFields(this.game), item, idIn(this.sheet)));
    return this.with({ entry: { ...this.round.entry, players }, agreed: {} });
  }

  /** With further tiles in the hands of some players. @param {Record<string, string[]>} hands by name */
  withMore(hands) {
    const players = this.items.map((item, seat) => ({ ...item, hand: [...item["hand"], ...(hands[this.nameOf(seat)] ?? [])] }));
    return this.with({ entry: { ...this.round.entry, players }, agreed: {} });
  }

  /** @param {number} seat @returns {string} */
  nameOf(seat) {
    return nameIn(this.sheet)(this.items[seat]?.["player"]);
  }

  /** The fields of a player that matter. @param {number} seat */
  fieldsOf(seat) {
    const { game, sheet, round } = this;
    return playerFields(game).filter((field) => field.name !== "player" && isNeeded(game, sheet.options, round.entry, field, this.items[seat]?.["player"]));
  }

  /** The fields of the whole round, besides who ended it. */
  get restFields() {
    const { game, sheet, round } = this;
    const others = ["players", "teams", enderField(game)?.name];
    return game.forms.finished_round.filter((field) => !others.includes(field.name) && isNeeded(game, sheet.options, round.entry, field));
  }

  /** Whether the tiles of a player matter. @param {number} seat */
  hasHand(seat) {
    return this.fieldsOf(seat).some(({ shape }) => shape === "partially_known");
  }

  /** The seats whose tiles matter. */
  get seats() {
    return this.items.flatMap((_, seat) => (this.hasHand(seat) ? [seat] : []));
  }

  /** Who and what is entered one after the other: hands, then the rest. */
  get steps() {
    return [...this.seats, ...(this.restFields.length || extraFields(this.game).length ? [REST] : [])];
  }

  /** Whether a hand that matters is not entered. @param {number} seat */
  isOpen(seat) {
    const item = this.items[seat] ?? {};
    return item["player"] !== this.ender && this.hasHand(seat) && !isEntered(item);
  }

  get openSeats() {
    return this.seats.filter((seat) => this.isOpen(seat));
  }

  /** The labels of what has to be answered. */
  get missing() {
    return missingLabels(this.game.forms.finished_round, this.round.entry);
  }

  /** The body that asks what the round counts so far. */
  get request() {
    return requestOf(this.game, this.sheet, this.round, true);
  }
}
