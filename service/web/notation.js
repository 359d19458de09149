/**
 * Tile codes: what is printed on a tile, and which tiles a box has left.
 *
 * @typedef {{colour: string, face: string, isJoker: boolean, isUnknown: boolean, symbols: string, stands: string}} Face
 */

const SUITS = "shdc";

/** @param {string} code @returns {Face} */
export function readTile(code) {
  const [piece = "", stands = ""] = code.split("=");
  const [plain = "", symbols = ""] = piece.split("*");
  const isUnknown = plain.startsWith("?");
  const known = isUnknown ? plain.slice(1) : plain;
  const isJoker = known === "J";
  let colour = /^[A-Z](?=\d|$)/.exec(isJoker ? "" : known)?.[0] ?? "";
  let face = known.slice(colour.length);
  if (SUITS.includes(known.at(-1) ?? "-")) [colour, face] = [known.at(-1) ?? "", known.slice(0, -1)];
  if (face === "T") face = "10";
  return { colour, face: isJoker ? "" : face || (isUnknown ? "?" : ""), isJoker, isUnknown, symbols, stands };
}

/** The piece in the box: without a pin and without symbols. @param {string} code */
export const pieceOf = (code) => code.split(/[=*]/)[0] ?? code;

/** Tile codes from typed text. @param {string} typed @param {RegExp} pattern */
export function parseTyped(typed, pattern) {
  const words = typed.split(/[\s,;]+/).filter(Boolean);
  const codes = words.map((word) => [word, word.toUpperCase(), word.slice(0, -1).toUpperCase() + word.slice(-1).toLowerCase()].find((one) => pattern.test(one)));
  const wrong = words.filter((_, index) => !codes[index]);
  return { codes: /** @type {string[]} */ (codes.filter(Boolean)), wrong };
}

/** All tile codes in a value, however deep. @param {unknown} value @param {RegExp} pattern @returns {string[]} */
export function tilesIn(value, pattern) {
  if (typeof value === "string") return pattern.test(value) ? [value] : [];
  if (value && typeof value === "object") return Object.values(value).flatMap((one) => tilesIn(one, pattern));
  return [];
}
