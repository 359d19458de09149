/** Every page in every language and theme: axe finds nothing, and nothing is wider than the narrowest screen. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { deflateRawSync } from "node:zlib";
import { AXE, BASE, DESKTOP, journey, NARROW } from "./browser.mjs";

const RULES = {
  light: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] },
  dark: { type: "rule", values: ["color-contrast", "target-size"] }, // the rest does not depend on the theme and the size
};
const WIDTHS = [320, 390, 768, 1280];
const SOURCE = await readFile(AXE, "utf8");
const ROUND = {
  id: "one",
  revision: 1,
  changed: 1,
  entry: { players: [{ player: "Ada", hand: [], opened_before: true }, { player: "Bo", hand: ["R10", "?", "J"], opened_before: true }], went_out: "Ada" },
  extra: {},
  agreed: {},
};
const sheetOf = (id, names, rounds) => ({
  id,
  revision: 1,
  changed: 1,
  variant: "rummy",
  game: "Rummy",
  options: { rounds: 1 },
  players: names.map((name) => ({ id: name, name })),
  notes: [{ after: 1, kind: "open", text: "" }],
  rounds,
});
const MANY = ["Maximiliane", "Bartholomew Longname", "Cleo", "Wolfeschlegelsteinhausenbergerdorff"];
const SHEETS = [sheetOf("one", ["Ada", "Bo"], [ROUND]), sheetOf("two", MANY, [])];
const RECORD = `[variant "rummikub"]\n[players ${JSON.stringify(["Ada", "Wolfeschlegelsteinhausenbergerdorff"])}]\n[seed 1]\n1. draw\n`;
const PACKED = deflateRawSync(RECORD).toString("base64url");
const PAGES = {
  "#/": ".last",
  "#/new": "details.options",
  "#/sheet/one": "table.sheet td",
  "#/sheet/two": "table.sheet td",
  "#/sheet/one/share": "canvas.qr",
  "#/sheet/one/round/one": ".who .points:has-text(\"−\")",
  "#/sheet/two/round/new": ".ender",
  [`#/check/${PACKED}`]: ".steps",
  [`#/record/${PACKED}?at=0&review=yes`]: ".findings button",
  "#/table/rummy?table=R7,R8,R9;K1,K2,B3&hand=R10,K4,J&opened=yes&stock=40": ".meld.bad",
  "#/table/rummu?table=Ada:R1,R2,R3&hand=R4,Y3&player=Ada&players=Ada,Bo,Cleo&score=0&opened=yes&stock=20&discard_top=B9&discard_count=1&teams=no&taken=0": ".meld.good",
};

/** Open whatever can be opened. @param {any} page */
async function unfold(page) {
  await page.evaluate(() => document.querySelectorAll("main details.options").forEach((details) => (details.open = true)));
  const who = page.locator(".who:not(:disabled)");
  if (await who.count()) await who.last().click();
  const add = page.locator("tile-field .add[aria-expanded=false]");
  if (await add.count()) await add.last().click();
  const tile = page.locator("tile-board .rack .tile");
  if (await tile.count()) {
    await tile.first().click();
    await page.locator(".here").first().waitFor();
    await page.locator(".actions button", { hasText: /\w/ }).first().click();
  }
}

const LANGUAGES = (process.env["LANGUAGES"] ?? "en").split(" ");

for (const language of LANGUAGES) {
  for (const colorScheme of ["light", "dark"]) {
    const size = colorScheme === "dark" ? NARROW : DESKTOP;
    journey(`the pages are accessible in ${language}, ${colorScheme}`, { ...size, locale: language, colorScheme, reducedMotion: "reduce" }, async (page) => {
      await page.goto(`${BASE}/healthz`);
      await page.evaluate((sheets) => sheets.forEach((sheet) => localStorage.setItem(`rummy-referee.sheet.${sheet.id}`, JSON.stringify(sheet))), SHEETS);
      for (const [path, ready] of Object.entries(PAGES)) {
        await page.goto("about:blank"); // otherwise only the fragment changes, and the page before is still there
        await page.goto(`${BASE}/${path}`);
        await page.locator(ready).first().waitFor();
        assert.equal(await page.evaluate(() => document.documentElement.lang), language);
        await unfold(page);
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 800 });
          const over = (await page.evaluate(() => document.documentElement.scrollWidth)) - width;
          assert.ok(over <= 0, `${path} is ${over} pixels too wide for ${width}`);
        }
        await page.setViewportSize(size.viewport);
        assert.ok((await page.locator("main .primary:visible").count()) <= 1, `${path} has one primary action`);
        await page.evaluate(SOURCE);
        const { violations } = await page.evaluate((runOnly) => globalThis.axe.run(document, { runOnly }), RULES[colorScheme]);
        const found = violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${path} ${id} ${target} ${failureSummary}`));
        assert.deepEqual(found, []);
      }
    });
  }
}

journey("the language can be chosen, and the choice is kept", { locale: "en" }, async (page) => {
  await page.goto(`${BASE}/#/new`);
  await page.getByLabel("Language").selectOption("de");
  await page.getByRole("heading", { name: "Neues Blatt" }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "Neues Blatt" }).waitFor();
  await page.getByText("Werde als Erster alle Steine los").waitFor();
});
