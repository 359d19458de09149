/**
 * A position as one line of text: the game, its options and a turn snapshot, readable in the address of the page.
 * `/rummy?table=R7,R8,R9;K1,K2,K3&hand=R5,J&opened=yes&stock=40`
 *
 * @typedef {import("../api.js").Game} Game
 * @typedef {import("../api.js").FormField} FormField
 * @typedef {{variant: string, options: Record<string, any>, snapshot: Record<string, any>}} Position
 */
import { startRecord } from "./records.js";

const NOTHING = "-";
const enc = (/** @type {string} */ text) => encodeURIComponent(text);
const list = (/** @type {string} */ text, between = ",") => (text ? text.split(between) : []);

/** @type {Record<string, {write: (value: any) => string, read: (text: string) => any}>} */
const SHAPES = {
  flag: { write: (value) => (value ? "yes" : "no"), read: (text) => text === "yes" },
  count: { write: String, read: Number },
  name: { write: enc, read: decodeURIComponent },
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

/** @param {Game} game @param {Position} position */
export function writePosition(game, { options, snapshot }) {
  const parts = game.forms.snapshot.flatMap((field) => {
    const value = snapshot[field.name];
    const isUnset = value === undefined || (value === null && field.shape !== "tile");
    return isUnset ? [] : [`${field.name}=${(SHAPES[field.shape] ?? PLAIN).write(value)}`];
  });
  const agreed = Object.entries(options).map(([name, value]) => `option.${name}=${enc(JSON.stringify(value))}`);
  return `/${game.id}?${[...parts, ...agreed].join("&")}`;
}

/** The game that a position is of. @param {string} text */
export const variantOf = (text) => /^\/([^?]+)/.exec(text)?.[1] ?? "";

/** @param {Game} game @param {string} text @returns {Position} */
export function readPosition(game, text) {
  const fields = new Map(game.forms.snapshot.map((field) => [field.name, field]));
  const position = { variant: game.id, options: /** @type {Record<string, any>} */ ({}), snapshot: startRecord(game.forms.snapshot) };
  for (const part of text.split("?").slice(1).join("?").split("&")) {
    const at = part.indexOf("=");
    const [name, value] = [part.slice(0, at), part.slice(at + 1)];
    const field = fields.get(name);
    if (field) position.snapshot[name] = (SHAPES[field.shape] ?? PLAIN).read(value);
    else if (name.startsWith("option.")) position.options[name.slice("option.".length)] = JSON.parse(decodeURIComponent(value));
  }
  return position;
}
