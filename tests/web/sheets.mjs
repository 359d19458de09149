/** Steps on the score pad, and a finished round of every game. */
import { ask, BASE } from "./browser.mjs";

/** For each game: who ends the round, what the players hold, melds, options that end the game after two rounds. */
export const ROUNDS = JSON.parse(process.env.ROUNDS ?? "{}");

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
