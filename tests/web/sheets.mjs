/** Steps on the score pad, and a finished round of every game. */
import { ask, BASE } from "./browser.mjs";

/** For each game: who ends the round, what the players hold, melds, what is turned up, choices of who ends it, options that end the game after two rounds. */
export const ROUNDS = JSON.parse(process.env.ROUNDS ?? "{}");

/** Create a sheet. @param {any} page @param {string} variant @param {string[]} names */
export async function newSheet(page, variant, names, options = {}) {
  const game = await ask(`/v1/variants/${variant}`);
  await page.goto(`${BASE}/#/new/${variant}`);
  await page.locator(".hint", { hasText: game.summary }).waitFor();
  const { minimum, maximum } = game.players;
  if (minimum < maximum) await page.getByLabel(`Players: ${names.length}`).check();
  for (const [seat, name] of names.entries()) await page.getByLabel(`Player ${seat + 1}`).fill(name);
  if (Object.keys(options).length) await page.getByText("House rules").click();
  for (const [name, value] of Object.entries(options)) {
    const { label } = game.options.find((option) => option.name === name);
    const input = page.getByLabel(label, { exact: true });
    await (value === true ? input.check() : input.fill(String(value)));
  }
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByRole("heading", { name: "Round 1" }).waitFor();
  return game;
}

/** Type tiles into the active list. @param {any} page @param {string} codes */
export async function typeTiles(page, codes) {
  const toggle = page.getByRole("button", { name: "Type codes" });
  if ((await toggle.getAttribute("aria-pressed")) === "false") await toggle.click();
  await page.locator(".typed input").fill(codes);
  await page.getByRole("button", { name: "Add", exact: true }).click();
}

/** Say who ended the round. @param {any} page @param {string} name */
export const chooseEnder = (page, name) => page.locator(".ender").getByLabel(name, { exact: true }).check();

/** The tiles of a player on the round's page. @param {any} page @param {string} name */
export const playerOf = (page, name) => page.locator(`section.player[aria-label="${name}"]`);

/** Open the entry of a player, if it is not open. @param {any} page @param {string} name */
export async function openPlayer(page, name) {
  const who = playerOf(page, name).locator(".who");
  if ((await who.getAttribute("aria-expanded")) === "false") await who.click();
}

/** Enter a round. @param {any} page @param {string[]} names */
export async function enterRound(page, names, { out, hands, melds = [], facts = {}, choices = {} }) {
  await chooseEnder(page, names[out]);
  for (const [name, choice] of Object.entries(choices)) {
    if (!(await playerOf(page, names[out]).locator(".who").isDisabled())) await openPlayer(page, names[out]);
    await playerOf(page, names[out]).locator(`[data-field="${name}"] select`).selectOption(choice);
  }
  for (const [seat, codes] of hands.entries()) {
    if (!codes || (await playerOf(page, names[seat]).locator(".who").isDisabled())) continue;
    await openPlayer(page, names[seat]);
    await typeTiles(page, codes);
  }
  for (const [name, code] of Object.entries(facts)) {
    const add = page.locator(`.rest [data-field="${name}"] .add`);
    if ((await add.getAttribute("aria-expanded")) === "false") await add.click();
    await typeTiles(page, code);
  }
  for (const [index, codes] of melds.entries()) {
    await page.getByRole("button", { name: "Another meld" }).click();
    await page.locator(".rest .meld-row").nth(index).locator(".add").click();
    await typeTiles(page, codes);
  }
}

/** Go through the steps that are left, and save. @param {any} page */
export async function saveRound(page) {
  const save = page.getByRole("button", { name: /^Save/ });
  while (!(await save.count())) await page.locator(".bar .primary").click();
  await save.click();
  await page.locator("table.sheet").waitFor();
}

/** What the browser keeps of its sheets. @param {any} page @returns {Promise<any[]>} */
export const storedSheets = (page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("rummy-referee.sheet.")).map((key) => JSON.parse(localStorage[key])));
