/** The algorithm of docs/fair-play.md: a commitment to a seed, and the order of the tiles that follows from it. The page there has this module. */

/** @param {string} text */
const digest = async (text) => new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));

/** In hexadecimal. @param {string} text */
export const sha256 = async (text) => [...(await digest(text))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} variant @param {string | number} seed */
export const commit = (variant, seed) => sha256(`rummy-referee commitment ${variant} ${seed}`);

/** Numbers of 64 bits. @param {string} text @returns {AsyncGenerator<bigint, never>} */
async function* numbers(text) {
  for (let block = 0; ; block++) {
    const view = new DataView((await digest(`${text} ${block}`)).buffer);
    for (let at = 0; at < 32; at += 8) yield view.getBigUint64(at);
  }
}

/**
 * The random numbers of a deal: each call answers one from 0 to below a bound.
 * @param {string} variant @param {string | number} seed @param {readonly string[]} entropy
 * @returns {Promise<(bound: number) => Promise<number>>}
 */
export async function chanceOf(variant, seed, entropy) {
  const mixed = [seed, ...(await Promise.all(entropy.map(sha256)))].join(" ");
  const chance = numbers(`rummy-referee deal ${variant} ${mixed}`);
  return async (bound) => {
    const usable = 2n ** 64n - (2n ** 64n % BigInt(bound));
    let number;
    do number = (await chance.next()).value;
    while (number >= usable);
    return Number(number % BigInt(bound));
  };
}

/** Shuffle in place. @param {any[]} tiles @param {(bound: number) => Promise<number>} below */
export async function shuffle(tiles, below) {
  for (let last = tiles.length - 1; last > 0; last--) {
    const other = await below(last + 1);
    [tiles[last], tiles[other]] = [tiles[other], tiles[last]];
  }
}
