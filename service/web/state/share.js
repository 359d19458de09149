/** A sheet or a text as a link: compressed into the fragment, so that no server sees it. */
import { LARGEST_FILE, readSheet } from "./sheets.js";

/** @typedef {import("./sheets.js").Sheet} Sheet */

/** @param {ReadableStream<any>} stream @param {number} most */
async function collect(stream, most) {
  /** @type {Uint8Array[]} */
  const parts = [];
  let size = 0;
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) throw new RangeError("too large");
    parts.push(value);
  }
  return new Uint8Array(await new Blob(/** @type {any} */ (parts)).arrayBuffer());
}

/** The part of the address that holds a text. @param {string} text */
export async function pack(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = await collect(stream, LARGEST_FILE);
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The text of a link. Throws if it is not one. @param {string} data */
export async function unpack(data) {
  const bytes = Uint8Array.from(atob(data.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new TextDecoder().decode(await collect(stream, LARGEST_FILE));
}

/** The part of the address that holds a sheet. What the service answered is left out: it can be asked again. @param {Sheet} sheet */
export const toLink = (sheet) => pack(JSON.stringify({ ...sheet, verdict: null, rounds: sheet.rounds.map(({ result: _, ...round }) => round) }));

/** The sheet of a link. Throws if it is not one. @param {string} data @returns {Promise<Sheet>} */
export const fromLink = async (data) => readSheet(JSON.parse(await unpack(data)));

/** Give something to another app, or do something else where the browser cannot. @param {ShareData} data @param {() => void} otherwise */
export async function handOn(data, otherwise) {
  if (!navigator.canShare?.(data)) return otherwise();
  await navigator.share(data).catch(() => undefined);
}
