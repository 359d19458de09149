/** Reads pictures with the reader of the page: node read_wasm.mjs GAME.json PICTURE.rgba WIDTH HEIGHT. Prints the tiles as JSON. */
import { readFile } from "node:fs/promises";
import { choicesOf, describeTile, readerBox, weightsOf } from "../../service/web/state/photo.js";
import { readPixels } from "../../service/web/tile-reader.js";

const photos = new URL("../../rummy_referee/photos/", import.meta.url);
const [gameFile, pixelsFile, width, height] = process.argv.slice(2);
const game = JSON.parse(await readFile(gameFile, "utf8"));
const module = await WebAssembly.compile(await readFile(new URL("tile_reader.wasm", photos)));
const instance = await WebAssembly.instantiate(module);
const weights = new Uint8Array(await readFile(new URL(weightsOf(game), photos)));
const pixels = new Uint8Array(await readFile(pixelsFile));
const raw = readPixels(instance, weights, pixels, Number(width), Number(height), readerBox(game), game.box.size);
const tiles = raw.map((tile) => describeTile(game, tile));
console.log(JSON.stringify(tiles.map((tile) => ({ ...tile, choices: choicesOf(tile) }))));
