/** Steps on the score pad, and a finished round of every game. */
import { ask, BASE } from "./browser.mjs";

const RUMMY = { out: 0, hands: ["", "R10 J K3", "B5"], options: { rounds: 2 } };
const KIDS = { out: 0, hands: ["", "R5 J B3"], options: { chips: 2 } };
const run = (from, to, step = 1) => Array.from({ length: Math.abs(to - from) / step + 1 }, (_, index) => from + Math.sign(to - from) * index * step);

/** For each game: who ends the round, what the players hold, melds, options that end the game after two rounds. */
export const ROUNDS = {
  rummy: RUMMY,
  rummikub: { out: 0, hands: ["", "R10 J K3", "O5"], options: { rounds: 2 } },
  machiavelli: { out: 0, hands: ["", "Th Qs", "5c"], options: { rounds: 2 } },
  "brettspielnetz-rummy": { out: 0, hands: ["", "R10 J G3"], single: true },
  "myrummy-kids": KIDS,
  "myrummy-kids-pro": KIDS,
  rummu: {
    out: 0,
    hands: ["", "R1 Y3", "B4"],
    melds: [run(0, 9).map((number) => `K${number}`).join(" "), "R5 R6 R7 R8"],
  },
  "gin-rummy": {
    out: 0,
    hands: ["R3 R4 R5 B7 K7 Y7 K10 K11 K12 R9", "R6 R8 B1 B9 B3 Y13 K13 R1 Y10 Y4"],
    options: { rounds: 2 },
  },
  "gin-rummy-cards": {
    out: 0,
    hands: ["As 2s 3s 4s 7h 7d 7c 9d Td Jd", "5s 6s 9h Th Qh Kd Kc 2d 3c 4h"],
  },
  "myrummy-111": {
    out: 0,
    hands: [run(10, 32, 2).map((number) => `${number}*2`).join(" "), run(111, 89, 2).map((number) => `${number}*1`).join(" ")],
    options: { rounds: 2 },
  },
};

/** Create a sheet. @param {any} page @param {string} variant @param {string[]} names */
export async function newSheet(page, variant, names, options = {}) {
  const game = await ask(`/v1/variants/${variant}`);
  await page.goto(`${BASE}/#/new`);
  await page.getByLabel("Game").selectOption(variant);
  await page.locator(".hint", { hasText: game.summary }).waitFor();
  const { minimum, maximum } = game.players;
  if (minimum < maximum) await page.getByLabel(`Players: ${names.length}`).check();
  for (const [seat, name] of names.entries()) await page.getByLabel(`Player ${seat + 1}`).fill(name);
  if (Object.keys(options).length) await page.getByText("House rules").click();
  for (const [name, value] of Object.entries(options)) {
    const { label } = game.options.find((option) => option.name === name);
    await page.getByLabel(label, { exact: true }).fill(String(value));
  }
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByRole("heading", { name: "Round 1" }).waitFor();
  return game;
}

/** Type the tiles of one list. @param {any} field a tile-field */
export async function typeTiles(field, codes) {
  if (!codes) return;
  await field.locator(".add").click();
  await field.getByLabel("Type codes").fill(codes);
  await field.getByRole("button", { name: "Add", exact: true }).click();
  await field.locator(".add").click();
}

/** Enter and save a round. @param {any} page @param {string[]} names */
export async function enterRound(page, names, { out, hands, melds = [] }) {
  await page.locator(".chips").first().getByLabel(names[out], { exact: true }).check();
  for (const [seat, codes] of hands.entries()) await typeTiles(page.locator("section.player").nth(seat).locator("tile-field").first(), codes);
  for (const [index, codes] of melds.entries()) {
    await page.getByRole("button", { name: "Another meld" }).click();
    await typeTiles(page.locator(".meld-row").nth(index).locator("tile-field"), codes);
  }
}

/** @param {any} page */
export async function saveRound(page) {
  await page.getByRole("button", { name: "Save the round" }).click();
  await page.locator("table.sheet").waitFor();
}
