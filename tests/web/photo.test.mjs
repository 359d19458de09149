/** Journeys from a photograph to a score. The picture is drawn by `test_journeys.py`. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { AXE, BASE, DESKTOP, journey, NARROW, PHONE } from "./browser.mjs";
import { chooseEnder, enterRound, newSheet, openPlayer, playerOf, saveRound } from "./sheets.mjs";

const PHOTO = process.env["PHOTO"];
const CODES = (process.env["CODES"] ?? "").split(" ");
const SOURCE = await readFile(AXE, "utf8");

/** Give the second player a photograph, and wait until it is read. @param {any} page @param {string} [photo] */
async function takePhoto(page, photo = PHOTO) {
  await openPlayer(page, "Bo");
  await playerOf(page, "Bo").locator("input[type=file]").first().setInputFiles(photo);
  await page.locator("dialog .confirm .primary, dialog .wrong").first().waitFor({ timeout: 30_000 });
}

const codesIn = (tiles) => tiles.evaluateAll((all) => all.map((tile) => tile.dataset.code));
const sorted = (codes) => codes.toSorted();

journey("a photograph becomes a corrected hand and a score, also without a connection", PHONE, async (page, context) => {
  const sent = [];
  page.on("request", (request) => request.method() === "POST" && sent.push([new URL(request.url()).pathname, request.postData()?.length]));
  await newSheet(page, "rummikub", ["Ada", "Bo"], { rounds: 1 });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await chooseEnder(page, "Ada");
  await takePhoto(page);
  const dialog = page.locator("dialog");
  const readings = dialog.locator(".reading .tile");
  assert.deepEqual(sorted(await codesIn(readings)), sorted(CODES));
  assert.equal(await dialog.locator(".box").count(), CODES.length);
  await dialog.getByText(`${CODES.length} tiles. Is that right?`).waitFor();

  // a tap opens the keypad with the tile that was read
  await dialog.locator('.reading [data-code="R7"]').click();
  await dialog.locator('.keys .preset[data-code="R7"]').waitFor();
  const key = await dialog.locator('.keys [data-code="R7"]').boundingBox();
  assert.ok(key.y > 0 && key.y + key.height < PHONE.viewport.height, "the keypad is in view");
  await dialog.getByRole("button", { name: "Partly unknown" }).click();
  await dialog.locator('.keys [data-code="?7"]').click();
  await dialog.locator('.reading.doubtful [data-code="?7"]').waitFor();
  await dialog.getByText(/\(−\d+\)/).waitFor(); // what they count
  await dialog.getByRole("button", { name: "Done", exact: true }).click();
  await dialog.locator(".box.active").waitFor();

  await dialog.getByRole("button", { name: "Remove blue 12" }).click();
  await dialog.getByText(`${CODES.length - 1} tiles.`).waitFor();
  await dialog.locator(".box.removed").click(); // and back again
  await dialog.getByText(`${CODES.length} tiles.`).waitFor();
  await dialog.getByRole("button", { name: "Remove blue 12" }).click();
  await dialog.locator(".add").click();
  await dialog.locator('.keys [data-code="B11"]').click();
  await dialog.getByText(`${CODES.length} tiles.`).waitFor();
  await dialog.getByRole("button", { name: "Yes, use these" }).click();
  await dialog.waitFor({ state: "detached" });

  const hand = page.locator("section.player").nth(1).locator(".tiles.field .tile");
  const expected = CODES.map((code) => (code === "R7" ? "?7" : code)).filter((code) => code !== "B12");
  assert.deepEqual(sorted(await codesIn(hand)), sorted([...expected, "B11"]));
  await playerOf(page, "Bo").locator(".who .points", { hasText: /^−\d+$/ }).waitFor(); // a seven counts 7 in any colour
  assert.deepEqual(new Set(sent.map(([path]) => path)), new Set(["/v1/rounds/score"]));
  assert.ok(Math.max(...sent.map(([, length]) => length)) < 1000);

  await context.setOffline(true);
  await page.reload();
  await page.locator("section.player").first().waitFor();
  await takePhoto(page);
  assert.deepEqual(sorted(await codesIn(readings)), sorted(CODES));
  await dialog.getByRole("button", { name: `Add to the ${CODES.length}` }).waitFor(); // the hand of before is kept
  await page.goBack();
  await dialog.waitFor({ state: "detached" });
  assert.equal(await hand.count(), CODES.length);
});

journey("a single visit is enough to read a photograph without a connection", PHONE, async (page, context) => {
  await page.goto(`${BASE}/#/`);
  await page.evaluate(async () => {
    while ((await Promise.all(["tile_reader.wasm", "tiles.weights"].map(isKept))).includes(false)) await new Promise((resolve) => setTimeout(resolve, 50));
    async function isKept(name) {
      const kept = await Promise.all((await caches.keys()).map(async (one) => (await (await caches.open(one)).keys()).some(({ url }) => url.endsWith(name))));
      return kept.includes(true);
    }
  });
  await context.setOffline(true);
  await page.getByRole("link", { name: /^Rummikub/ }).click();
  await page.getByRole("button", { name: "Start" }).click();
  await chooseEnder(page, "Player 1");
  await playerOf(page, "Player 2").locator("input[type=file]").first().setInputFiles(PHOTO);
  await page.locator("dialog .confirm .primary").waitFor();
  assert.deepEqual(sorted(await codesIn(page.locator("dialog .reading .tile"))), sorted(CODES));
});

journey("a photograph of playing cards becomes a hand and a score, and only then their weights are loaded", PHONE, async (page) => {
  const asked = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname.split("/").at(-1)));
  await newSheet(page, "gin-rummy-cards", ["Ada", "Bo"]);
  await enterRound(page, ["Ada", "Bo"], { out: 0, hands: ["As 2s 3s 4s 7h 7d 7c Td Jd Qd", ""] });
  assert.ok(!asked.includes("cards.weights"));
  await takePhoto(page, process.env["CARDS"]);
  assert.ok(asked.includes("cards.weights"));
  const codes = "4h 5h 6h 9h 9d 9c Qh Kd 2d Ad".split(" ");
  assert.deepEqual(sorted(await codesIn(page.locator("dialog .reading .tile"))), sorted(codes));
  await page.getByRole("button", { name: "Yes, use these" }).click();
  await page.locator("dialog").waitFor({ state: "detached" });
  assert.deepEqual(sorted(await codesIn(playerOf(page, "Bo").locator(".tiles.field .tile"))), sorted(codes));
  await saveRound(page);
  await page.locator("tbody td", { hasText: "+48" }).waitFor();
});

journey("a photograph is corrected with the keyboard alone", DESKTOP, async (page) => {
  await newSheet(page, "rummikub", ["Ada", "Bo"]);
  await takePhoto(page);
  const focused = () => page.evaluate(() => [document.activeElement?.className, document.activeElement?.dataset["code"], document.activeElement?.getAttribute("aria-label")]);
  const reach = async (selector) => {
    for (let tries = 0; tries < 60; tries++) {
      if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
      await page.keyboard.press("Tab");
    }
    assert.fail(`${selector} is not reached by the keyboard`);
  };
  await reach(".reading .tile");
  const [, before] = await focused();
  await page.keyboard.press("Enter");
  await reach(".keys .tile:not(.preset)");
  const [, chosen] = await focused();
  await page.keyboard.press("Enter");
  await reach(".bar .primary");
  await page.keyboard.press("Enter");
  const [, after, label] = await focused();
  assert.deepEqual([before === after, after], [false, chosen]);
  assert.match(label, /: change$/);
  await reach(".reading .remove");
  await page.keyboard.press("Enter");
  await page.getByText(`${CODES.length - 1} tiles.`).waitFor();
  assert.match((await focused())[0], /tile/); // the next one
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  assert.equal(await page.locator("section.player").nth(1).locator(".tiles.field .tile").count(), 0);
});

journey("of a photograph that is mostly doubtful this is said above the button", { ...PHONE, serviceWorkers: "block", expects: /Service Worker/ }, async (page) => {
  const numbers = Array.from({ length: 14 }, (_, index) => (index === 6 ? 0.4 : 0.04));
  const tile = (confidence, x) => ({ number: numbers, colour: [0.2, 0.5, 0.1, 0.1, 0.1], numberAnswer: 7, colourAnswer: 1, confidence, quad: [x, 0, x + 40, 0, x + 40, 60, x, 60], row: 0, position: x / 50 });
  const tiles = [tile(0.3, 0), tile(0.3, 50), tile(0.9, 100)];
  await page.route("**/tile-reader.js", (route) => route.fulfill({ contentType: "text/javascript", body: `onmessage = () => postMessage({ tiles: ${JSON.stringify(tiles)} });` }));
  await newSheet(page, "rummikub", ["Ada", "Bo"]);
  await takePhoto(page);
  await page.locator("dialog .confirm", { hasText: "Most of this is doubtful" }).waitFor();
  await page.locator("dialog .reading.doubtful .remove").first().click();
  await page.getByText("Most of this is doubtful").waitFor({ state: "detached" });
});

journey("two racks on one photograph are two hands", PHONE, async (page) => {
  await newSheet(page, "rummikub", ["Ada", "Bo", "Cleo"]);
  await chooseEnder(page, "Ada");
  await takePhoto(page);
  const dialog = page.locator("dialog");
  await dialog.getByText("Two racks on the photo?").click();
  await dialog.getByLabel("Row 2").selectOption("Cleo");
  await dialog.getByText(`${CODES.length / 2} tiles.`).waitFor();
  await dialog.getByRole("button", { name: "Yes, use these" }).click();
  await dialog.waitFor({ state: "detached" });
  assert.deepEqual(sorted(await codesIn(playerOf(page, "Bo").locator(".field .tile"))), sorted(CODES.slice(0, 7)));
  assert.deepEqual(sorted(await codesIn(playerOf(page, "Cleo").locator(".small .tile"))), sorted(CODES.slice(7)));
});

journey("a photograph comes from the share menu of the phone", PHONE, async (page) => {
  await newSheet(page, "rummikub", ["Ada", "Bo"]);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  const photo = (await readFile(PHOTO)).toString("base64");
  await page.evaluate(async (bytes) => {
    const data = new FormData();
    data.append("photo", new File([Uint8Array.from(atob(bytes), (char) => char.charCodeAt(0))], "rack.jpg", { type: "image/jpeg" }));
    await fetch("shared-photo", { method: "POST", body: data });
  }, photo);
  await page.goto(`${BASE}/#/photo`);
  await page.getByText("A photo came in").waitFor();
  await page.getByRole("link", { name: "Add a round" }).click();
  await page.locator(".notice").getByRole("button", { name: "Bo" }).click();
  await page.locator("dialog .confirm .primary").waitFor({ timeout: 30_000 });
  assert.deepEqual(sorted(await codesIn(page.locator("dialog .reading .tile"))), sorted(CODES));
});

journey("what is no picture, and a picture without tiles, say so", DESKTOP, async (page) => {
  await newSheet(page, "rummikub", ["Ada", "Bo"]);
  await takePhoto(page, { name: "x.jpg", mimeType: "image/jpeg", buffer: Buffer.from("no picture") });
  await page.getByText("This picture could not be read").waitFor();
  const dot = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");
  await page.locator("dialog input[type=file]").setInputFiles({ name: "dot.png", mimeType: "image/png", buffer: dot });
  await page.getByText("This does not look like tiles or cards of this game").waitFor();
});

journey("games with number cards offer no photograph", DESKTOP, async (page) => {
  for (const [variant, offered] of [["rummu", 0], ["machiavelli", 1], ["gin-rummy", 1]]) {
    await newSheet(page, variant, variant === "rummu" ? ["Ada", "Bo", "Cleo"] : ["Ada", "Bo"]);
    await openPlayer(page, "Bo");
    assert.equal(await page.locator("section.player input[type=file]").count(), offered, variant);
  }
});

for (const [locale, colorScheme, size] of [["en", "light", DESKTOP], ["de", "dark", NARROW]]) {
  journey(`the photograph is accessible in ${locale}, ${colorScheme}`, { ...size, locale, colorScheme, reducedMotion: "reduce" }, async (page) => {
    const players = [{ id: "Ada", name: "Ada" }, { id: "Bo", name: "Bo" }];
    const sheet = { id: "one", revision: 1, changed: 1, variant: "rummikub", game: "Rummikub", options: {}, players, rounds: [] };
    await page.goto(`${BASE}/healthz`);
    await page.evaluate((one) => localStorage.setItem("rummy-referee.sheet.one", JSON.stringify(one)), sheet);
    await page.goto(`${BASE}/#/sheet/one/round/new`);
    await takePhoto(page);
    await page.locator("dialog .add").click();
    assert.ok((await page.locator("dialog").evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)) <= 0);
    await page.evaluate(SOURCE);
    const { violations } = await page.evaluate(() => globalThis.axe.run("dialog", { runOnly: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] } }));
    assert.deepEqual(violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} ${target} ${failureSummary}`)), []);
  });
}
