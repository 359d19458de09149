/** Whether a deal is what was promised, from the record of the round alone: nothing is asked. */
import { chanceOf, commit, sha256, shuffle } from "./fair-deal.js";
import { dictionary, json, list, number, optional, record, text } from "./shape.js";

/**
 * @typedef {import("../api.js").Game} Game
 * @typedef {ReturnType<typeof readStart>} Start
 * @typedef {{hands: [string, string[]][], stock: string[], discardTop: string | null, turnedUp: string | null, middle: string[]}} Dealt
 * @typedef {"secret" | "guessable" | "nothing" | "kept" | "broken"} Verdict
 */

const TAG = /^\s*\[(\w+) (.*)\]\s*$/;
const SEED = /^[0-9a-f]{32}$/;
const FALSE_JOKER = "F";

/** A seed is part of a command that people may copy. @param {any} value @returns {string | number | null} */
function readSeed(value) {
  if (value == null) return null;
  if (typeof value === "string" && !SEED.test(value)) throw new TypeError("not a seed");
  return typeof value === "string" ? value : number(value);
}

/** What a record says of its deal. */
const readStart = record({
  variant: text(100),
  options: optional(dictionary(json), /** @type {Record<string, any>} */ ({})),
  players: list(text(100), 20),
  starter: optional(text(100), null),
  seed: readSeed,
  entropy: optional(list(text(1000), 20), []),
  commitment: optional(text(100), null),
});

/** The deal of a record, in its notation, as JSON, or as an answer that has one. Throws if it is none. @param {string} given @returns {Start} */
export function readDeal(given) {
  if (given.trim().startsWith("{")) {
    const value = JSON.parse(given);
    return readStart(value.record ?? value);
  }
  const tags = given.split("\n").flatMap((line) => TAG.exec(line)?.slice(1, 3) ?? []);
  return readStart(Object.fromEntries(tags.flatMap((name, index) => (index % 2 ? [] : [[name, JSON.parse(tags[index + 1] ?? "")]]))));
}

/** The hand sizes in turn order. An option has them in seat order. @param {Game} game @param {Start} start @param {number} seat  of the player who starts */
function sizesOf(game, { options, players }, seat) {
  const row = game.deal.by_players.find((deal) => deal.players === players.length);
  const agreed = (/** @type {string} */ name) => options[name] ?? game.options.find((option) => option.name === name)?.default;
  if (!row) return null;
  const [sizes, size] = [agreed("hand_sizes"), agreed("hand_size")];
  if (Array.isArray(sizes)) return { row, sizes: [...sizes.slice(seat), ...sizes.slice(0, seat)] };
  return { row, sizes: players.map((_, index) => size ?? (index ? row.hand : row.starter_hand)) };
}

/** The tiles as they are dealt; null if the game is not dealt so. @param {Game} game @param {Start} start @returns {Promise<Dealt | null>} */
export async function dealTiles(game, start) {
  const { variant, seed, entropy, players, options } = start;
  const seat = Math.max(0, players.indexOf(start.starter ?? ""));
  const { row, sizes } = sizesOf(game, start, seat) ?? {};
  if (seed === null || !row || sizes?.length !== players.length) return null;
  const isJokerless = options["jokers"] === false;
  const tiles = game.tiles.flatMap(({ code, count }) => (code === "J" && (isJokerless || row.joker_each) ? [] : Array(count).fill(code)));
  const below = await chanceOf(variant, seed, entropy);
  await shuffle(tiles, below);
  const hands = sizes.map((size) => tiles.splice(0, size - Number(row.joker_each)));
  if (row.joker_each) for (const hand of hands) hand.splice(await below(hand.length + 1), 0, "J");
  const turnedUp = row.turned_up ? tiles.splice(tiles.findIndex((code) => code !== FALSE_JOKER), 1)[0] : null;
  const discardTop = row.face_up ? tiles.shift() : null;
  const middle = tiles.splice(0, row.face_down);
  const names = [...players.slice(seat), ...players.slice(0, seat)];
  return { hands: names.map((name, index) => [name, hands[index] ?? []]), stock: tiles, discardTop, turnedUp, middle };
}

/**
 * The verdict on the promise, and what everybody can compute again.
 * @param {Start} start @param {string} noted  the commitment that a player has noted, if any
 */
export async function checkPromise({ variant, seed, entropy, commitment }, noted) {
  const promised = noted.trim().toLowerCase() || commitment;
  const own = seed === null ? null : await commit(variant, seed);
  const contributions = await Promise.all(entropy.map(async (said) => ({ said, hash: await sha256(said) })));
  return { promised, own, contributions, verdict: judge(seed, promised, own) };
}

/** @param {any} seed @param {string | null} promised @param {string | null} own @returns {Verdict} */
function judge(seed, promised, own) {
  if (seed === null) return "secret";
  if (!promised) return "nothing";
  if (promised !== own) return "broken";
  return typeof seed === "number" ? "guessable" : "kept";
}
