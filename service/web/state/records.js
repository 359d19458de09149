/**
 * Records: objects whose fields the service describes in `forms`. What they hold, what they start with, what is sent.
 *
 * @typedef {import("../api.js").FormField} FormField
 * @typedef {Record<string, any>} Value
 */
import { pieceOf } from "../notation.js";

/** The value that a field starts with; undefined: it is not sent. @param {FormField} field @returns {any} */
export function startOf(field) {
  if (field.default !== undefined) return field.default;
  if (!field.required) return undefined;
  switch (field.shape) {
    case "flag":
      return false;
    case "count":
      return field.minimum ?? 0;
    case "choice":
      return field.nullable ? null : field.choices?.[0];
    case "tile":
    case "name":
      return field.nullable ? null : undefined;
    case "open_or_hidden":
      return Array(field.minimum ?? 0).fill(null);
    case "hands":
    case "points":
      return {};
    default:
      return [];
  }
}

/** @param {readonly FormField[]} fields @returns {Value} */
export const startRecord = (fields) => Object.fromEntries(fields.map((field) => [field.name, startOf(field)]));

/** Without what is unset: undefined, and empty lists of optional fields. @param {readonly FormField[]} fields @param {Value} value @returns {Value} */
export function toRequest(fields, value) {
  /** @type {Value} */
  const sent = {};
  for (const field of fields) {
    const one = value[field.name];
    const isEmpty = Array.isArray(one) && one.length === 0;
    if (one === undefined || (isEmpty && !field.required)) continue;
    const inner = field.fields;
    sent[field.name] = field.shape === "records" && inner ? one.map((/** @type {Value} */ item) => toRequest(inner, item)) : one;
  }
  return sent;
}

/** The labels of required fields without a value. @param {readonly FormField[]} fields @param {Value} value @returns {string[]} */
export function missingLabels(fields, value) {
  return fields.flatMap((field) => {
    const one = value[field.name];
    if (field.required && one === undefined) return [field.label];
    const inner = field.fields;
    return field.shape === "records" && inner && one ? one.flatMap((/** @type {Value} */ item) => missingLabels(inner, item)) : [];
  });
}

/** All tiles of a record. Melds of a hand are tiles of that hand. @param {readonly FormField[]} fields @param {Value} value @returns {string[]} */
export function tilesOf(fields, value) {
  const hasHand = fields.some((field) => field.name === "hand");
  return fields.flatMap((field) => {
    const one = value[field.name];
    if (one == null) return [];
    switch (field.shape) {
      case "tile":
        return [one];
      case "tiles":
      case "partially_known":
      case "open_or_hidden":
        return one.filter(Boolean);
      case "melds":
        return hasHand && !field.required ? [] : one.flat();
      case "owned_melds":
        return one.flatMap((/** @type {Value} */ meld) => meld["cards"]);
      case "taken_card":
        return [one.card];
      case "hands":
        return Object.values(one).flat();
      case "records":
        return hasHand ? [] : one.flatMap((/** @type {Value} */ item) => tilesOf(field.fields ?? [], item));
      default:
        return [];
    }
  });
}

/**
 * How many of a piece are left in the box; unknown tiles have no bound.
 * @param {import("../api.js").Game} game @param {string[]} used @returns {(code: string) => number}
 */
export function countLeft(game, used) {
  const left = new Map(game.tiles.map(({ code, count }) => [code, count]));
  for (const code of used) {
    const piece = pieceOf(code);
    left.set(piece, (left.get(piece) ?? 0) - 1);
  }
  return (code) => (code.startsWith("?") ? 99 : (left.get(pieceOf(code)) ?? 0));
}

/** The record with other names of players. @param {readonly FormField[]} fields @param {Value} value @param {(name: string) => string} rename @returns {Value} */
export function renameIn(fields, value, rename) {
  const renamed = { ...value };
  for (const field of fields) {
    const one = value[field.name];
    if (one == null) continue;
    if (field.shape === "name") renamed[field.name] = rename(one);
    if (field.shape === "names" || field.shape === "some_names") renamed[field.name] = one.map(rename);
    if (field.shape === "owned_melds") renamed[field.name] = one.map((/** @type {Value} */ meld) => ({ ...meld, owner: rename(meld["owner"]) }));
    if (field.shape === "records") renamed[field.name] = one.map((/** @type {Value} */ item) => renameIn(field.fields ?? [], item, rename));
  }
  return renamed;
}
