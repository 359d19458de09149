/** The documentation in a browser: its search, axe, and reading without JavaScript. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { AXE, BASE, DESKTOP, journey, NARROW } from "./browser.mjs";

const CHECKS = {
  light: { pages: ["docs", "docs/proxy", "docs/rummikub.de", "docs/score-lines"], type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] },
  dark: { pages: ["docs", "docs/rummikub.de"], type: "rule", values: ["color-contrast", "target-size"] },
};
const SOURCE = await readFile(AXE, "utf8");

/** Search, and return the links that are found. @param {any} page @param {string} words */
async function search(page, words) {
  await page.getByRole("searchbox").fill(words);
  await page.locator("search [role=status]", { hasText: /\d|\./ }).waitFor();
  return page.locator("search li a");
}

journey("a code is found, and its link opens its description", {}, async (page) => {
  await page.goto(`${BASE}/docs`);
  const found = await search(page, "opening_too_low");
  assert.equal(await found.first().textContent(), "Violations: opening_too_low");
  await found.first().click();
  await page.waitForURL("**/docs/violations#opening_too_low");
  await page.locator("#opening_too_low:target").waitFor();
});

journey("the search is in the language of the page, ignores accents and can be emptied", {}, async (page) => {
  await page.goto(`${BASE}/docs/fr`);
  const found = await search(page, "regle rummikub chevalet");
  assert.equal(await found.first().getAttribute("href"), "../docs/rummikub.fr#rummikub");
  await search(page, "xyzzy");
  await page.getByText("Aucun résultat.").waitFor();
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".results").isVisible(), false);
});

journey("without JavaScript every page can be read and reached; only the search is missing", { javaScriptEnabled: false, ...NARROW }, async (page) => {
  await page.goto(`${BASE}/docs`);
  assert.equal(await page.getByRole("searchbox").count(), 0);
  await page.getByRole("link", { name: "All pages" }).click();
  await page.locator("#pages").getByRole("link", { name: "Rummikub", exact: true }).click();
  await page.getByRole("link", { name: "Deutsch" }).click();
  await page.getByRole("heading", { name: "Optionen" }).waitFor();
});

for (const [colorScheme, { pages, ...runOnly }] of Object.entries(CHECKS)) {
  const size = colorScheme === "dark" ? NARROW : DESKTOP;
  journey(`pages of every kind are accessible, ${colorScheme}`, { ...size, colorScheme }, async (page) => {
    for (const path of pages) {
      await page.goto(`${BASE}/${path}`);
      if (path === "docs") await (await search(page, "joker")).first().waitFor();
      const width = (await page.evaluate(() => document.documentElement.scrollWidth)) - size.viewport.width;
      assert.ok(width <= 0, `${path} is ${width} pixels too wide`);
      await page.evaluate(SOURCE);
      const { violations } = await page.evaluate((runOnly) => globalThis.axe.run(document, { runOnly }), runOnly);
      const found = violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${path} ${id} ${target} ${failureSummary}`));
      assert.deepEqual(found, []);
    }
  });
}
