/** What the referee's table asks the service: about a position, and in a whole round. */
import { send } from "../api.js";
import { toRequest } from "./records.js";

/**
 * @typedef {import("../api.js").Game} Game
 * @typedef {import("./position.js").Position} Position
 * @typedef {Record<string, any>} Move
 */

const LISTED = 200;

/** @param {Game} game @param {Position} position */
const bodyOf = (game, { options, snapshot }) => ({ variant: game.id, options, ...toRequest(game.forms.snapshot, snapshot) });

/** @param {Game} game @param {Position} position @param {string | null} [cursor] @returns {Promise<any>} */
export const listMoves = (game, position, cursor = null) =>
  send("v1/moves/legal", { ...bodyOf(game, position), limit: LISTED, cursor });

/** @param {Game} game @param {Position} position @param {Move} move @returns {Promise<any>} */
export const checkMove = (game, position, move) => send("v1/moves/check", { ...bodyOf(game, position), move });

/** @param {Game} game @param {Position} position @param {string} objective @param {Record<string, any>} [strong]  what only the objective `win` takes @returns {Promise<any>} */
export const findBest = (game, position, objective, strong = {}) => send("v1/moves/best", { ...bodyOf(game, position), objective, ...strong });

/** What is turned up for the round, in a game where that decides what is wild. @param {Game} game @param {Position} position */
const factsOf = (game, { snapshot }) => toRequest(game.forms.facts, snapshot);

/** @param {Game} game @param {Position} position @param {string[][]} melds @returns {Promise<any>} */
export const checkMelds = (game, position, melds) =>
  send("v1/melds/check", { variant: game.id, options: position.options, ...factsOf(game, position), melds });

/** @param {Game} game @param {Position} position @param {readonly string[]} tiles @returns {Promise<any>} */
export const arrange = (game, position, tiles) =>
  send("v1/melds/arrange", { variant: game.id, options: position.options, ...factsOf(game, position), tiles });

/** A deal with a commitment to its seed, unless that is a number. @param {Game} game @param {Record<string, any>} options @param {readonly string[]} names @param {string | number} seed @param {readonly string[]} entropy @returns {Promise<any>} */
export const deal = (game, options, names, seed, entropy) => send("v1/deals", { variant: game.id, options, players: names.length, names, seed, entropy, commit: typeof seed === "string" });

/** @param {any} round @param {string} player @returns {Promise<any>} */
export const viewRound = (round, player) => send("v1/rounds/view", { round, player, limit: LISTED });

/** @param {any} round @param {Move} move @param {any} record  the round's so far, or null @returns {Promise<any>} */
export const playMove = (round, move, record) => send("v1/rounds/play", { round, move, record });

/** The last position of a record. @param {any} record @returns {Promise<any>} */
export const replay = (record) => send("v1/rounds/replay", { record, after: record.moves.length, describe: false });

/** The field with the melds on the table, if the game has one. @param {Game} game */
export const tableField = (game) => game.forms.snapshot.find(({ shape }) => shape === "melds" || shape === "owned_melds");

/** The type of move that gives a whole new table, if the game has one. @param {Game} game */
export const tableMove = (game) =>
  game.moves.find((move) => move.fields.some(({ name, shape, required }) => required && shape === "melds" && name === tableField(game)?.name));

/** The tiles that a move takes from the hand. @param {Game} game @param {Move} move @returns {string[]} */
export function tilesOfMove(game, move) {
  const fields = game.moves.find(({ type }) => type === move["type"])?.fields ?? [];
  return fields.flatMap(({ name, shape }) => (shape === "tile" || shape === "tiles" ? [move[name] ?? []].flat() : []));
}

/**
 * The moves that put tiles to a place: onto a meld, or as a new one.
 * @param {Game} game @param {string[]} codes @param {"hand" | "new" | number} target @returns {Move[]}
 */
export function movesTo(game, codes, target) {
  return game.moves.flatMap(/** @returns {Move[]} */ ({ type, fields }) => {
    const names = fields.filter(({ required }) => required).map(({ name }) => name);
    const meld = typeof target === "number" ? { meld: target } : {};
    if (names.includes("meld") !== (typeof target === "number") || target === "hand") return [];
    if (names.includes("tiles")) return [{ type, ...meld, tiles: codes }];
    return names.includes("tile") && names.includes("meld") && codes.length === 1 ? [{ type, ...meld, tile: codes[0] }] : [];
  });
}
