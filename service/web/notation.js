/**
 * Tile codes: what is printed on a tile, and which tiles a box has left.
 *
 * @typedef {import("./api.js").Game} Game
 * @typedef {{colour: string, face: string, isJoker: boolean, isUnknown: boolean, symbols: string, stands: string}} Face
 */

const SUITS = "shdc";

/** Whether the colours of a box are suits. @param {Game} game */
const isCards = (game) => game.box.colours.some(({ code }) => SUITS.includes(code));

/** @param {Game} game @param {string} code @returns {Face} */
export function readTile(game, code) {
  const [piece = "", stands = ""] = code.split("=");
  const [plain = "", symbols = ""] = piece.split("*");
  const isUnknown = plain.startsWith("?");
  const known = isUnknown ? plain.slice(1) : plain;
  const isJoker = plain === "J" || plain === "F";
  const colour = isJoker ? "" : (/[a-z]$|^[A-Z](?=\d)/.exec(known)?.[0] ?? (isCards(game) ? "" : (/^[A-Z]$/.exec(known)?.[0] ?? "")));
  const face = isJoker ? "" : known.replace(colour, "").replace("T", "10") || (isUnknown ? "?" : "");
  return { colour, face, isJoker, isUnknown, symbols, stands };
}

/** The piece in the box: without a pin and without symbols. @param {string} code */
export const pieceOf = (code) => code.split(/[=*]/)[0] ?? code;

/** Tile codes from typed text. @param {string} typed @param {RegExp} pattern */
export function parseTyped(typed, pattern) {
  const words = typed.split(/[\s,;]+/).filter(Boolean);
  const forms = (/** @type {string} */ word) => [word, word.toUpperCase(), word.slice(0, -1).toUpperCase() + word.slice(-1).toLowerCase()];
  const codes = words.map((word) => forms(word).find((one) => pattern.test(one)));
  const wrong = words.filter((_, index) => !codes[index]);
  return { codes: /** @type {string[]} */ (codes.filter(Boolean)), wrong };
}
