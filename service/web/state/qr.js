/** QR codes (ISO/IEC 18004): bytes, error correction level L, the smallest version that holds them. */

const CHECKS = [0, 7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30];
/** Into how many blocks the data of each version is divided. */
const BLOCKS = [0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19, 19, 20, 21, 22, 24, 25];
const LEVEL_L = 1;

/** @typedef {boolean[][]} Grid */

/** The codewords of a version. @param {number} version */
function capacity(version) {
  const marks = version > 1 ? Math.floor(version / 7) + 2 : 0;
  const bits = (16 * version + 128) * version + 64 - (marks ? (25 * marks - 10) * marks - 55 : 0) - (version > 6 ? 36 : 0);
  return Math.floor(bits / 8);
}

/** A product in the field of 256 elements. @param {number} one @param {number} other */
function multiply(one, other) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) product = (product << 1) ^ ((product >>> 7) * 0x11d) ^ (((other >>> bit) & 1) * one);
  return product;
}

/** The generator of a Reed-Solomon code. @param {number} degree */
function generatorOf(degree) {
  const result = [...Array(degree - 1).fill(0), 1];
  for (let count = 0, root = 1; count < degree; count++, root = multiply(root, 2)) {
    for (let at = 0; at < degree; at++) result[at] = multiply(result[at], root) ^ (result[at + 1] ?? 0);
  }
  return result;
}

/** @param {number[]} data @param {number[]} generator */
function checksOf(data, generator) {
  const rest = generator.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ (rest.shift() ?? 0);
    rest.push(0);
    generator.forEach((one, at) => (rest[at] = (rest[at] ?? 0) ^ multiply(one, factor)));
  }
  return rest;
}

/** The codewords in the order in which they are drawn. @param {Uint8Array} bytes @param {number} version */
function codewords(bytes, version) {
  const [checks, blocks, all] = [CHECKS[version] ?? 0, BLOCKS[version] ?? 1, capacity(version)];
  const room = all - checks * blocks;
  const bits = [0, 1, 0, 0];
  const push = (/** @type {number} */ value, /** @type {number} */ count) => {
    for (let bit = count - 1; bit >= 0; bit--) bits.push((value >>> bit) & 1);
  };
  push(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) push(byte, 8);
  push(0, 4);
  const data = Array.from({ length: bits.length / 8 }, (_, at) => parseInt(bits.slice(at * 8, at * 8 + 8).join(""), 2));
  for (let pad = 0xec; data.length < room; pad ^= 0xfd) data.push(pad);
  const generator = generatorOf(checks);
  const long = all % blocks;
  const parts = Array.from({ length: blocks }, (_, block) => data.splice(0, Math.floor(all / blocks) - checks + (block < blocks - long ? 0 : 1)));
  const ends = parts.map((part) => checksOf(part, generator));
  const woven = (/** @type {number[][]} */ rows) => Array.from({ length: Math.max(...rows.map((row) => row.length)) }, (_, at) => rows.flatMap((row) => row[at] ?? [])).flat();
  return [...woven(parts), ...woven(ends)];
}

/** @param {number} version @param {number} size */
function marksOf(version, size) {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = version === 32 ? 26 : Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, index) => size - 7 - step * (count - 2 - index))];
}

/** The rest of a polynomial division, for the bits that say what the code is. @param {number} value @param {number} degree @param {number} divisor */
function remainder(value, degree, divisor) {
  let rest = value;
  for (let count = 0; count < degree; count++) rest = (rest << 1) ^ ((rest >>> (degree - 1)) * divisor);
  return (value << degree) | rest;
}

/** What every code of a version has: the modules, and which are taken. @param {number} version @param {number} size */
function frame(version, size) {
  const dark = Array.from({ length: size }, () => Array(size).fill(false));
  const taken = Array.from({ length: size }, () => Array(size).fill(false));
  const set = (/** @type {number} */ x, /** @type {number} */ y, /** @type {boolean} */ isDark) => {
    const [row, marked] = [dark[y], taken[y]];
    if (row && marked && x >= 0 && x < size) row[x] = !(marked[x] = true) || isDark;
  };
  for (let at = 0; at < size; at++) set(6, at, at % 2 === 0), set(at, 6, at % 2 === 0);
  const square = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ reach, /** @type {number[]} */ light) => {
    for (let dy = -reach; dy <= reach; dy++) for (let dx = -reach; dx <= reach; dx++) set(x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
  };
  for (const [x, y] of /** @type {const} */ ([[3, 3], [size - 4, 3], [3, size - 4]])) square(x, y, 4, [2, 4]);
  const marks = marksOf(version, size);
  const last = size - 7;
  for (const x of marks) for (const y of marks) if (!((x === 6 && (y === 6 || y === last)) || (y === 6 && x === last))) square(x, y, 2, [1]);
  if (version > 6) {
    const bits = remainder(version, 12, 0x1f25);
    for (let at = 0; at < 18; at++) {
      const [a, b] = [size - 11 + (at % 3), Math.floor(at / 3)];
      set(a, b, Boolean((bits >>> at) & 1)), set(b, a, Boolean((bits >>> at) & 1));
    }
  }
  const format = (/** @type {number} */ mask) => {
    const bits = remainder((LEVEL_L << 3) | mask, 10, 0x537) ^ 0x5412;
    const bit = (/** @type {number} */ at) => Boolean((bits >>> at) & 1);
    for (let at = 0; at < 15; at++) {
      const near = at < 6 ? at : at < 8 ? at + 1 : -1;
      if (near >= 0) set(8, near, bit(at));
      else set(at === 8 ? 7 : 14 - at, 8, bit(at));
      if (at < 8) set(size - 1 - at, 8, bit(at));
      else set(8, size - 15 + at, bit(at));
    }
    set(8, size - 8, true);
  };
  format(0);
  return { dark, taken, format };
}

const MASKS = [
  (/** @type {number} */ x, /** @type {number} */ y) => (x + y) % 2 === 0,
  (/** @type {number} */ _, /** @type {number} */ y) => y % 2 === 0,
  (/** @type {number} */ x) => x % 3 === 0,
  (/** @type {number} */ x, /** @type {number} */ y) => (x + y) % 3 === 0,
];

/** How many neighbours are alike in rows and columns: the fewer, the easier it is to read. @param {Grid} dark */
const alike = (dark) => dark.reduce((sum, row, y) => sum + row.reduce((count, cell, x) => count + Number(cell === row[x + 1]) + Number(cell === dark[y + 1]?.[x]), 0), 0);

/** The code of a text; null if it is too long for one. @param {string} text @returns {Grid | null} */
export function drawQr(text) {
  const bytes = new TextEncoder().encode(text);
  let version = 1;
  while (version <= 40 && capacity(version) - (CHECKS[version] ?? 0) * (BLOCKS[version] ?? 0) < bytes.length + (version < 10 ? 2 : 3)) version++;
  if (version > 40) return null;
  const size = version * 4 + 17;
  const words = codewords(bytes, version);
  const grids = MASKS.map((mask, number) => {
    const { dark, taken, format } = frame(version, size);
    let at = 0;
    for (let right = size - 1; right > 0; right -= 2) {
      if (right === 6) right = 5;
      for (let step = 0; step < size; step++) {
        for (const x of [right, right - 1]) {
          const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
          const row = dark[y];
          if (!row || taken[y]?.[x]) continue;
          const bit = ((words[at >>> 3] ?? 0) >>> (7 - (at & 7))) & 1;
          row[x] = Boolean(bit) !== mask(x, y);
          at++;
        }
      }
    }
    format(number);
    return dark;
  });
  return grids.reduce((best, grid) => (alike(grid) < alike(best) ? grid : best));
}
