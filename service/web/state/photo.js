/**
 * The tiles on a photograph, read on this device: nothing of it is sent anywhere.
 *
 * @typedef {import("../api.js").Game} Game
 * @typedef {import("../tile-reader.js").RawTile} RawTile
 * @typedef {{code: string, probability: number}} Candidate
 * @typedef {{code: string, confidence: number, quad: number[], row: number, position: number, candidates: Candidate[]}} PhotoTile
 */

/** Weights of the reader for tiles and for playing cards, and the colours that they distinguish, in their order: yellow and orange are one. */
const TILES = { weights: "tiles.weights", inks: ["K", "R", "B", "YO", "G"] };
const CARDS = { weights: "cards.weights", inks: ["s", "h", "d", "c", ""] };
const JOKER = 14;
const CANDIDATES = 5;
const LEAST_PROBABILITY = 0.01;
const LONGEST_SIDE = 1600;
const FOLDER = new URL("../../READER_HASH/", import.meta.url);

/** The reader could not be loaded. */
export class NoReaderError extends Error {}

/** @param {Game} game */
const kindOf = (game) => (game.box.colours.every(({ code }) => CARDS.inks.includes(code)) ? CARDS : TILES);

/** The file with the weights. @param {Game} game */
export const weightsOf = (game) => kindOf(game).weights;

/** The letter of the box for each colour of the reader; empty if the box does not have the colour. @param {Game} game */
const lettersOf = (game) => kindOf(game).inks.map((ink) => game.box.colours.find(({ code }) => ink.includes(code))?.code ?? "");

/** The piece that the reader's joker is: where no joker is printed, the false joker, if there is one. @param {Game} game */
const jokerOf = (game) => game.tiles.find(({ code }) => code === (game.box.jokers ? "J" : "F"));

/** What the box holds, for the reader. @param {Game} game */
export const readerBox = (game) => ({
  colours: lettersOf(game).reduce((bits, letter, bit) => (letter ? bits | (1 << bit) : bits), 0),
  numbers: game.box.highest,
  copies: game.tiles[0]?.count ?? 1,
  jokers: jokerOf(game)?.count ?? 0,
});

/** A tile with its code, as certain as the reader is, and what it may be. @param {Game} game @param {RawTile} raw @returns {PhotoTile} */
export function describeTile(game, raw) {
  const letters = lettersOf(game);
  const joint = letters.flatMap((letter, colour) =>
    facesOf(game, letter).map((code, index) => ({ code, probability: (raw.number[index] ?? 0) * (raw.colour[colour] ?? 0) })),
  );
  const candidates = [{ code: jokerOf(game)?.code ?? "J", probability: raw.number[JOKER - 1] ?? 0 }, ...joint].filter(({ probability }) => probability >= LEAST_PROBABILITY);
  candidates.sort((one, other) => other.probability - one.probability);
  return { code: codeOf(game, raw, letters[raw.colourAnswer] ?? ""), confidence: raw.confidence, quad: raw.quad, row: raw.row, position: raw.position, candidates: candidates.slice(0, CANDIDATES) };
}

/** The codes of all numbers in a colour. The tiles of a game are in the order of the box's colours. @param {Game} game @param {string} letter */
function facesOf({ box, tiles }, letter) {
  const place = letter ? box.colours.findIndex(({ code }) => code === letter) : -1;
  return place < 0 ? [] : tiles.slice(place * box.highest, (place + 1) * box.highest).map(({ code }) => code);
}

/** @param {Game} game @param {RawTile} raw @param {string} letter */
function codeOf(game, raw, letter) {
  if (raw.numberAnswer === JOKER) return jokerOf(game)?.code ?? "J";
  const any = letter || (game.box.colours[0]?.code ?? "");
  const code = facesOf(game, any)[raw.numberAnswer - 1];
  return code && letter ? code : `?${letter}${code ? code.replace(any, "") : ""}`;
}

/** What a tile can become, one after the other: its code, the candidates, and what leaves more and more open. @param {PhotoTile} tile @returns {string[]} */
export function choicesOf(tile) {
  const likely = tile.candidates.find(({ code }) => !["J", "F"].includes(code))?.code ?? "";
  const open = likely ? [`?${likely.slice(1)}`, `?${likely.slice(0, 1)}`] : [];
  return [...new Set([tile.code, ...tile.candidates.map(({ code }) => code), ...open, "?"])];
}

/** The compiled reader and its weights; the service worker keeps them when they are first used. @param {Game} game */
async function loadReader(game) {
  try {
    const [program, weights] = await Promise.all([fetchFile("tile_reader.wasm"), fetchFile(weightsOf(game))]);
    return { module: await WebAssembly.compile(program), weights: new Uint8Array(weights) };
  } catch {
    throw new NoReaderError();
  }
}

/** @param {string} name */
async function fetchFile(name) {
  const response = await fetch(new URL(name, FOLDER));
  if (!response.ok) throw new Error(String(response.status));
  return response.arrayBuffer();
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
  const { module, weights } = await loadReader(game);
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
