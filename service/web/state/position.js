/**
 * A position as one line of text: the game, its options and a turn snapshot, readable in the address of the page.
 * `/rummy?table=R7,R8,R9;K1,K2,K3&hand=R5,J&opened=yes&stock=40`, with the move in question as JSON in `move`.
 *
 * @typedef {import("../api.js").Game} Game
 * @typedef {import("../api.js").FormField} FormField
 * @typedef {{variant: string, options: Record<string, any>, snapshot: Record<string, any>}} Position
 * @typedef {Record<string, any> & {type: string}} Move
 */
import { t } from "../strings.js";
import { startRecord } from "./records.js";

const NOTHING = "-";
const enc = (/** @type {string} */ text) => encodeURIComponent(text);
const list = (/** @type {string} */ text, between = ",") => (text ? text.split(between) : []);

/** @type {Record<string, {write: (value: any) => string, read: (text: string) => any}>} */
const SHAPES = {
  flag: { write: (value) => (value ? "yes" : "no"), read: (text) => text === "yes" },
  count: { write: String, read: Number },
  name: { write: enc, read: decodeURIComponent },
  some_choices: { write: (value) => value.map(enc).join(), read: (text) => list(text).map(decodeURIComponent) },
  records: { write: (value) => enc(JSON.stringify(value)), read: (text) => JSON.parse(decodeURIComponent(text)) },
  names: { write: (value) => value.map(enc).join(), read: (text) => list(text).map(decodeURIComponent) },
  tile: { write: (value) => value ?? NOTHING, read: (text) => (text === NOTHING ? null : text) },
  tiles: { write: (value) => value.join(), read: (text) => list(text) },
  melds: { write: (value) => value.map((/** @type {string[]} */ meld) => meld.join()).join(";"), read: (text) => list(text, ";").map((meld) => list(meld)) },
  owned_melds: {
    write: (value) => value.map((/** @type {any} */ meld) => `${enc(meld.owner)}:${meld.cards.join()}`).join(";"),
    read: (text) => list(text, ";").map((meld) => ({ owner: decodeURIComponent(meld.split(":")[0] ?? ""), cards: list(meld.split(":")[1] ?? "") })),
  },
  open_or_hidden: {
    write: (value) => value.map((/** @type {string | null} */ code) => code ?? NOTHING).join(),
    read: (text) => list(text).map((code) => (code === NOTHING ? null : code)),
  },
  taken_card: { write: (value) => `${value.card}@${value.slot}`, read: (text) => ({ card: text.split("@")[0], slot: Number(text.split("@")[1]) }) },
};
const PLAIN = { write: String, read: String };

/** @param {Game} game @param {Position} position @param {Record<string, any> | null} move */
export function writePosition(game, { options, snapshot }, move) {
  const parts = game.forms.snapshot.flatMap((field) => {
    const value = snapshot[field.name];
    const isUnset = value === undefined || (value === null && field.shape !== "tile");
    return isUnset ? [] : [`${field.name}=${(SHAPES[field.shape] ?? PLAIN).write(value)}`];
  });
  const agreed = Object.entries(options).map(([name, value]) => `option.${name}=${enc(JSON.stringify(value))}`);
  return `/${game.id}?${[...parts, ...agreed, ...(move ? [`move=${enc(JSON.stringify(move))}`] : [])].join("&")}`;
}

/** The game that a position is of. @param {string} text */
export const variantOf = (text) => /^\/([^?]+)/.exec(text)?.[1] ?? "";

/** What a part of a position holds, as far as the page has to know it to draw it. @param {Game} game @param {FormField} field @param {any} value */
function isDrawable(game, field, value) {
  const pattern = new RegExp(game.box.pattern);
  const isTile = (/** @type {any} */ code) => typeof code === "string" && pattern.test(code);
  const areTiles = (/** @type {any} */ codes) => Array.isArray(codes) && codes.every(isTile);
  switch (field.shape) {
    case "count":
      return Number.isSafeInteger(value);
    case "tile":
      return value === null || isTile(value);
    case "tiles":
      return areTiles(value);
    case "melds":
      return Array.isArray(value) && value.every(areTiles);
    case "records":
      return Array.isArray(value) && value.every((item) => item !== null && typeof item === "object");
    case "owned_melds":
      return value.every((/** @type {any} */ meld) => areTiles(meld.cards));
    case "open_or_hidden":
      return value.length === field.minimum && areTiles(value.filter(Boolean));
    case "taken_card":
      return isTile(value.card) && Number.isSafeInteger(value.slot);
    default:
      return true;
  }
}

/**
 * A position and the move in question. Throws, in words, if the text is not complete.
 * @param {Game} game @param {string} text @returns {{position: Position, move: Move | null}}
 */
export function readPosition(game, text) {
  const fields = new Map(game.forms.snapshot.map((field) => [field.name, field]));
  const position = { variant: game.id, options: /** @type {Record<string, any>} */ ({}), snapshot: startRecord(game.forms.snapshot) };
  let move = null;
  for (const part of text.split("?").slice(1).join("?").split("&")) {
    const at = part.indexOf("=");
    const [name, value] = [part.slice(0, at), part.slice(at + 1)];
    const field = fields.get(name);
    const option = game.options.find((one) => `option.${one.name}` === name);
    try {
      if (field) position.snapshot[name] = (SHAPES[field.shape] ?? PLAIN).read(value);
      else if (option) position.options[option.name] = JSON.parse(decodeURIComponent(value));
      else if (name === "move") move = readMove(game, JSON.parse(decodeURIComponent(value)));
      else throw new TypeError("not a part of a position");
      if (field && !isDrawable(game, field, position.snapshot[name])) throw new TypeError("not of this shape");
    } catch {
      throw new Error(t("link_wrong", { part: field?.label ?? option?.label ?? (name === "move" ? t("move_type") : name || part) }));
    }
  }
  return { position, move };
}

/** @param {Game} game @param {any} move @returns {Move} */
function readMove(game, move) {
  const fields = game.moves.find(({ type }) => type === move.type)?.fields;
  if (!fields?.every((field) => move[field.name] === undefined || isDrawable(game, field, move[field.name]))) throw new TypeError("not a move");
  return move;
}
