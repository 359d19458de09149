/**
 * The tiles on a photograph, read on this device: nothing of it is sent anywhere.
 *
 * @typedef {import("../api.js").Game} Game
 * @typedef {import("../tile-reader.js").RawTile} RawTile
 * @typedef {{code: string, probability: number}} Candidate
 * @typedef {{code: string, confidence: number, quad: number[], row: number, position: number, candidates: Candidate[]}} PhotoTile
 */

/** The colours that the reader distinguishes, in its order, with their letters: yellow and orange are one. */
const INKS = ["K", "R", "B", "YO", "G"];
const JOKER = 14;
const CANDIDATES = 5;
const LEAST_PROBABILITY = 0.01;
const LONGEST_SIDE = 1600;
const FOLDER = new URL("../../READER_HASH/", import.meta.url);

/** The reader could not be loaded. */
export class NoReaderError extends Error {}

/** The letter of the box for each colour of the reader; empty if the box does not have the colour. @param {Game} game */
const lettersOf = (game) => INKS.map((ink) => game.box.colours.find(({ code }) => ink.includes(code))?.code ?? "");

/** What the box holds, for the reader. @param {Game} game */
export const readerBox = (game) => ({
  colours: lettersOf(game).reduce((bits, letter, bit) => (letter ? bits | (1 << bit) : bits), 0),
  numbers: game.box.highest,
  copies: game.tiles[0]?.count ?? 1,
  jokers: game.box.jokers,
});

/** A tile with its code, as certain as the reader is, and what it may be. @param {Game} game @param {RawTile} raw @returns {PhotoTile} */
export function describeTile(game, raw) {
  const letters = lettersOf(game);
  const joint = letters.flatMap((letter, colour) =>
    letter ? raw.number.slice(0, JOKER - 1).map((probability, index) => ({ code: `${letter}${index + 1}`, probability: probability * (raw.colour[colour] ?? 0) })) : [],
  );
  const candidates = [{ code: "J", probability: raw.number[JOKER - 1] ?? 0 }, ...joint].filter(({ probability }) => probability >= LEAST_PROBABILITY);
  candidates.sort((one, other) => other.probability - one.probability);
  return { code: codeOf(raw, letters), confidence: raw.confidence, quad: raw.quad, row: raw.row, position: raw.position, candidates: candidates.slice(0, CANDIDATES) };
}

/** @param {RawTile} raw @param {string[]} letters */
function codeOf(raw, letters) {
  if (raw.numberAnswer === JOKER) return "J";
  const number = raw.numberAnswer ? String(raw.numberAnswer) : "";
  const colour = letters[raw.colourAnswer] ?? "";
  return colour && number ? colour + number : `?${colour}${number}`;
}

/** What a tile can become, one after the other: its code, the candidates, and what leaves more and more open. @param {PhotoTile} tile @returns {string[]} */
export function choicesOf(tile) {
  const likely = tile.candidates.find(({ code }) => code !== "J")?.code ?? "";
  const open = likely ? [`?${likely.slice(1)}`, `?${likely.slice(0, 1)}`] : [];
  return [...new Set([tile.code, ...tile.candidates.map(({ code }) => code), ...open, "?"])];
}

/** @type {Promise<{module: WebAssembly.Module, weights: Uint8Array}> | null} */
let loaded = null;

/** The compiled reader and its weights, fetched when they are first used; the service worker keeps them. */
export function loadReader() {
  const get = async (/** @type {string} */ name) => {
    const response = await fetch(new URL(name, FOLDER));
    if (!response.ok) throw new Error(String(response.status));
    return response.arrayBuffer();
  };
  loaded ??= Promise.all([get("tile_reader.wasm").then((bytes) => WebAssembly.compile(bytes)), get("tiles.weights")]).then(
    ([module, weights]) => ({ module, weights: new Uint8Array(weights) }),
    () => {
      loaded = null;
      throw new NoReaderError();
    },
  );
  return loaded;
}

/** A photograph, upright, on a canvas of a moderate size. @param {Blob} file @returns {Promise<HTMLCanvasElement>} */
export async function drawPhoto(file) {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return canvas;
}

/** The tiles on a photograph, in reading order. @param {Game} game @param {HTMLCanvasElement} canvas @returns {Promise<PhotoTile[]>} */
export async function readPhoto(game, canvas) {
  const { module, weights } = await loadReader();
  const { width, height } = canvas;
  const pixels = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")).getImageData(0, 0, width, height).data;
  const worker = new Worker(new URL("../tile-reader.js", import.meta.url), { type: "module" });
  try {
    const answer = await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => (data.error ? reject(new Error(data.error)) : resolve(data.tiles));
      worker.onerror = () => reject(new Error("the worker failed"));
      worker.postMessage({ module, weights, pixels, width, height, box: readerBox(game), most: game.box.size }, [pixels.buffer]);
    });
    return answer.map((/** @type {RawTile} */ raw) => describeTile(game, raw));
  } finally {
    worker.terminate(); // its memory is more than a hundred megabytes
  }
}
