/**
 * The reader of photographs (`rummy_referee/photos/csrc`, compiled to WebAssembly) in a worker of its own. The policy of this file allows it
 * nothing: no request, no other script. So a photograph cannot leave it. The page gives it the compiled module and the weights.
 *
 * @typedef {{colours: number, numbers: number, copies: number, jokers: number}} ReaderBox
 * @typedef {{quad: number[], confidence: number, number: number[], colour: number[], row: number, position: number, numberAnswer: number, colourAnswer: number}} RawTile
 */

const WASM_PAGE = 65536;
const ALIGNMENT = 64;
const TILE_BYTES = 136;

/**
 * The tiles on a picture, as `read_tiles` of `tile_reader.h` gives them.
 *
 * @param {WebAssembly.Instance} instance
 * @param {Uint8Array} weights
 * @param {Uint8ClampedArray | Uint8Array} pixels  red, green, blue and alpha of each pixel
 * @param {number} width
 * @param {number} height
 * @param {ReaderBox} box
 * @param {number} most
 * @returns {RawTile[]}
 */
export function readPixels(instance, weights, pixels, width, height, box, most) {
  const { memory, read_tiles, tile_reader_memory, __heap_base } = /** @type {any} */ (instance.exports);
  let end = __heap_base.value;
  const allocate = (/** @type {number} */ bytes) => {
    const start = Math.ceil(end / ALIGNMENT) * ALIGNMENT;
    end = start + bytes;
    return start;
  };
  const arenaBytes = tile_reader_memory(width, height) >>> 0;
  const [rgb, boxAt, weightsAt, tiles, arena] = [3 * width * height, 16, weights.length, most * TILE_BYTES, arenaBytes].map(allocate);
  const missing = end - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / WASM_PAGE));
  const bytes = new Uint8Array(memory.buffer);
  for (let from = 0, to = rgb ?? 0; from < pixels.length; from += 4, to += 3) {
    bytes[to] = pixels[from] ?? 0;
    bytes[to + 1] = pixels[from + 1] ?? 0;
    bytes[to + 2] = pixels[from + 2] ?? 0;
  }
  bytes.set(weights, weightsAt);
  new Int32Array(memory.buffer, boxAt, 4).set([box.colours, box.numbers, box.copies, box.jokers]);
  const count = read_tiles(rgb, width, height, boxAt, weightsAt, weights.length, arena, arenaBytes, tiles, most);
  if (count < 0) throw new Error("the weights of the reader are invalid");
  return Array.from({ length: count }, (_, index) => readStruct(memory.buffer, (tiles ?? 0) + index * TILE_BYTES));
}

/** @param {ArrayBuffer} buffer @param {number} at @returns {RawTile} */
function readStruct(buffer, at) {
  const floats = [...new Float32Array(buffer, at, 28)];
  const [row = 0, position = 0, numberAnswer = 0, colourAnswer = -1] = new Int32Array(buffer, at + 112, 4);
  return { quad: floats.slice(0, 8), confidence: floats[8] ?? 0, number: floats.slice(9, 23), colour: floats.slice(23), row, position, numberAnswer, colourAnswer };
}

/** As a worker, read one picture. In tests there is no page to hear. */
globalThis.addEventListener?.("message", async (/** @type {any} */ { data }) => {
  try {
    /** @type {WebAssembly.Module} */
    const module = data.module;
    const instance = await WebAssembly.instantiate(module);
    globalThis.postMessage({ tiles: readPixels(instance, data.weights, data.pixels, data.width, data.height, data.box, data.most) });
  } catch (error) {
    globalThis.postMessage({ error: String(error) });
  }
});
