/** Readers of stored and imported values: each returns the value with the members that it knows, or throws. */

/**
 * @template T
 * @typedef {(value: any) => T} Reader
 */

/** @returns {never} */
const fail = () => {
  throw new TypeError("not of this shape");
};

/** @param {number} most @returns {Reader<string>} */
export const text = (most) => (value) => (typeof value === "string" && value.length <= most ? value : fail());

/** @type {Reader<number>} */
export const number = (value) => (Number.isSafeInteger(value) ? value : fail());

/** @type {Reader<boolean>} */
export const flag = (value) => (typeof value === "boolean" ? value : fail());

/** @template T @param {Reader<T>} of @param {number} most @returns {Reader<T[]>} */
export const list = (of, most) => (value) => (Array.isArray(value) && value.length <= most ? value.map((one) => of(one)) : fail());

const isObject = (/** @type {any} */ value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** @template T @param {Reader<T>} of @returns {Reader<Record<string, T>>} */
export const dictionary = (of) => (value) =>
  isObject(value) && Object.keys(value).length <= 100 ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, of(one)])) : fail();

/** @template {Record<string, Reader<any>>} M @param {M} members @returns {Reader<{[K in keyof M]: ReturnType<M[K]>}>} */
export const record = (members) => (value) =>
  /** @type {any} */ (isObject(value) ? Object.fromEntries(Object.entries(members).map(([name, read]) => [name, read(value[name])])) : fail());

/** @template T, O @param {Reader<T>} of @param {O} otherwise @returns {Reader<T | O>} */
export const optional = (of, otherwise) => (value) => (value == null ? otherwise : of(value));

/** What a form holds: text, numbers, flags, and lists and objects of these. @param {any} value @param {number} [depth] @returns {any} */
export function json(value, depth = 6) {
  if (value === null || typeof value === "boolean" || Number.isFinite(value)) return value;
  if (typeof value === "string") return text(200)(value);
  if (depth === 0) return fail();
  const inside = (/** @type {any} */ one) => json(one, depth - 1);
  return Array.isArray(value) ? list(inside, 200)(value) : dictionary(inside)(value);
}
