/** Journeys in which something goes wrong: nothing that people entered is lost. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { BASE, DESKTOP, journey, NARROW, PHONE } from "./browser.mjs";
import { chooseEnder, enterRound, newSheet, openPlayer, playerOf, saveRound, storedSheets, typeTiles } from "./sheets.mjs";

const NAMES = ["Ada", "Bo"];
const FAILED = /ERR_(INTERNET_DISCONNECTED|FAILED)/;
const sheetOf = (id, more = {}) => ({ id, revision: 1, changed: 1, variant: "rummy", game: "Rummy", options: {}, players: NAMES.map((name) => ({ id: name, name })), rounds: [], ...more });

/** Press a key of the keypad. @param {any} page @param {string} code */
const press = (page, code) => page.locator(`.keys [data-code="${code}"]`).click();
const tilesOf = (page, name) => playerOf(page, name).locator(".field .tile, .small .tile").evaluateAll((tiles) => tiles.map((tile) => tile.dataset.code));

/** Begin a round in which Ada went out and Bo holds two tiles. @param {any} page */
async function begin(page) {
  await newSheet(page, "rummy", NAMES);
  await chooseEnder(page, "Ada");
  for (const code of ["R7", "K3"]) await press(page, code);
}

journey("what is being entered is there after a reload, Back and in another language", PHONE, async (page) => {
  await begin(page);
  await page.reload();
  await page.getByText("This is what you had entered").waitFor();
  assert.deepEqual(await tilesOf(page, "Bo"), ["R7", "K3"]);
  await page.getByLabel("Language").selectOption("de");
  await page.getByRole("heading", { name: "Runde 1" }).waitFor();
  assert.deepEqual(await tilesOf(page, "Bo"), ["R7", "K3"]);
  await page.getByLabel("Sprache").selectOption("en");
  await page.getByRole("link", { name: "Sheet" }).click();
  await page.getByRole("link", { name: "Continue round 1" }).click();
  await page.getByText("This is what you had entered").waitFor();
  await page.getByRole("button", { name: "Discard" }).click();
  assert.deepEqual(await tilesOf(page, "Bo"), []);
  await page.reload();
  await page.locator(".ender").waitFor();
  assert.equal(await page.getByText("This is what you had entered").count(), 0);
});

journey("a sheet that is being set up and a name that is being corrected are kept", PHONE, async (page) => {
  await page.goto(`${BASE}/#/new/rummikub`);
  await page.getByLabel("Players: 3").check();
  await page.getByLabel("Player 3").fill("Cleo");
  await page.reload();
  assert.equal(await page.getByLabel("Player 3").inputValue(), "Cleo");
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByRole("link", { name: "Sheet" }).click();
  await page.getByText("More", { exact: true }).click();
  await page.getByRole("button", { name: "Rename players" }).click();
  await page.getByLabel("Player 3").fill("Clea");
  await page.evaluate(() => dispatchEvent(new Event("storage"))); // the page is drawn again
  assert.equal(await page.getByLabel("Player 3").inputValue(), "Clea");
  await page.goto(`${BASE}/#/new/rummikub`);
  await page.getByLabel("Player 3").waitFor();
  assert.equal(await page.getByLabel("Player 1").inputValue(), "Player 1"); // those of the last sheet
});

journey("two tabs write to one sheet, and both rounds are there", DESKTOP, async (page, context) => {
  await newSheet(page, "rummy", NAMES);
  await enterRound(page, NAMES, { out: 0, hands: ["", "R10"] });
  await saveRound(page);
  const other = await context.newPage();
  await other.goto(page.url());
  await other.getByRole("link", { name: "Add a round" }).click();
  await enterRound(other, NAMES, { out: 1, hands: ["K3", ""] });
  await page.getByRole("link", { name: "Add a round" }).click();
  await enterRound(page, NAMES, { out: 0, hands: ["", "B5"] });
  await saveRound(page);
  await saveRound(other);
  await other.locator("tbody tr").nth(2).waitFor();
  await page.locator("tbody tr").nth(2).waitFor(); // it was only looked at
  await context.setOffline(true);
  await context.setOffline(false);
  await page.locator("tfoot .totals td", { hasText: "12" }).first().waitFor();
  const [{ rounds }] = await storedSheets(page);
  assert.deepEqual(rounds.map(({ entry }) => entry.went_out).sort(), ["Ada", "Ada", "Bo"]);
});

journey("after an outage a sheet is scored without being opened again, although the first retry fails", { ...PHONE, expects: FAILED }, async (page, context) => {
  await newSheet(page, "rummy", NAMES, { rounds: 1 });
  await context.setOffline(true);
  await enterRound(page, NAMES, { out: 0, hands: ["", "R7"] });
  await page.getByText("No connection").waitFor();
  await saveRound(page);
  await page.getByText("Waiting for the referee, round: 1").waitFor();
  let failures = 2;
  await page.route("**/v1/rounds/score", (route) => (failures-- > 0 ? route.abort() : route.continue()));
  await context.setOffline(false);
  await page.locator(".verdict.over", { hasText: "Ada has won" }).waitFor();
  await page.getByText("No connection").waitFor({ state: "detached" });
  assert.ok(failures < 0);
});

journey("a round is saved while the service does not answer", DESKTOP, async (page) => {
  await newSheet(page, "rummy", NAMES);
  await page.route("**/v1/rounds/score", () => undefined);
  await enterRound(page, NAMES, { out: 0, hands: ["", "R7"] });
  await saveRound(page);
  await page.getByText("Waiting for the referee, round: 1").waitFor();
  const [{ rounds }] = await storedSheets(page);
  assert.deepEqual(rounds[0].entry.players[1].hand, ["R7"]);
});

journey("a request that hangs is given up and asked again", { ...DESKTOP, expects: /ERR_/ }, async (page) => {
  await page.addInitScript(() => {
    const { timeout } = AbortSignal;
    AbortSignal.timeout = (time) => timeout.call(AbortSignal, time / 20);
  });
  await newSheet(page, "rummy", NAMES);
  let hanging = 1;
  await page.route("**/v1/rounds/score", (route) => (hanging-- > 0 ? undefined : route.continue()));
  await enterRound(page, NAMES, { out: 0, hands: ["", "R7"] });
  await playerOf(page, "Bo").locator(".who .points", { hasText: "−7" }).waitFor();
  assert.ok(hanging < 0);
});

journey("a single visit is enough to begin, enter and read sheets without a connection", { ...PHONE, expects: FAILED }, async (page, context) => {
  await page.goto(`${BASE}/#/`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await page.reload();
  await page.getByLabel("Language").selectOption("de");
  await page.getByRole("link", { name: /^Rummikub/ }).click();
  await page.getByRole("button", { name: "Los" }).click();
  await chooseEnder(page, "Spieler 1");
  await press(page, "R7");
  await page.getByText("Keine Verbindung").waitFor();
  while (!(await page.getByRole("button", { name: "Runde sichern" }).count())) await page.locator(".bar .primary").click();
  await page.getByRole("button", { name: "Runde sichern" }).click();
  await page.reload();
  await page.getByText("Wartet auf den Schiedsrichter, Runde: 1").waitFor();
  await page.getByLabel("Sprache").selectOption("fr");
  await page.getByText("En attente de l’arbitre").waitFor();
  await context.setOffline(false);
  await page.locator(".totals strong", { hasText: "−7" }).first().waitFor();
  await context.setOffline(true);
  await page.reload();
  await page.locator(".totals strong", { hasText: "−7" }).first().waitFor(); // what is known is shown
});

journey("a round is saved although another tab has deleted its sheet", DESKTOP, async (page, context) => {
  await begin(page);
  const other = await context.newPage();
  await other.goto(`${BASE}/#/`);
  await other.getByRole("button", { name: "Delete the sheet of Ada, Bo" }).click();
  await other.locator(".last").waitFor({ state: "detached" });
  await saveRound(page);
  await page.locator("tbody td", { hasText: "+10" }).waitFor();
});

journey("deleting a sheet and a round can be undone", DESKTOP, async (page) => {
  await newSheet(page, "rummy", NAMES);
  await enterRound(page, NAMES, { out: 0, hands: ["", "R10"] });
  await saveRound(page);
  await page.getByRole("link", { name: "Edit round 1" }).click();
  await page.getByRole("button", { name: "Delete the round" }).click();
  await page.getByText("No round yet").waitFor();
  await page.getByRole("button", { name: "Take it back" }).click();
  await page.locator("tbody td", { hasText: "+10" }).waitFor();
  await page.goto(`${BASE}/#/`);
  await page.getByRole("button", { name: "Delete the sheet of Ada, Bo" }).click();
  await page.locator(".last").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Take it back" }).click();
  await page.locator(".last", { hasText: "Ada" }).waitFor();
});

journey("the last tiles are taken back one by one, and a tile goes where one was removed", PHONE, async (page) => {
  await newSheet(page, "myrummy-111", NAMES);
  await chooseEnder(page, "Ada");
  await typeTiles(page, "2*1 8*1 9*1 11*1 25*1");
  const field = playerOf(page, "Ada").locator("tile-field");
  await field.locator(".tile").first().click();
  await page.locator(".digit", { hasText: /^5$/ }).click();
  await page.getByRole("button", { name: /^Add.*1 symbol/ }).click();
  assert.deepEqual(await tilesOf(page, "Ada"), ["5*1", "8*1", "9*1", "11*1", "25*1"]);
  await page.locator(".bar").getByRole("button", { name: "Take it back" }).click();
  await page.locator(".bar").getByRole("button", { name: "Take it back" }).click();
  assert.deepEqual(await tilesOf(page, "Ada"), ["2*1", "8*1", "9*1", "11*1", "25*1"]);
});

journey("the keypad stays where it is while scores appear", PHONE, async (page) => {
  await newSheet(page, "rummikub", ["Ada", "Bo", "Cleo", "Dora"]);
  await chooseEnder(page, "Ada");
  const bar = await page.locator(".bar .primary").boundingBox();
  for (const [name, code] of [["Bo", "R7"], ["Cleo", "B7"], ["Dora", "K7"]]) {
    const key = await page.locator(`.keys [data-code="${code}"]`).boundingBox();
    for (const points of ["−7", "−14"]) {
      await page.touchscreen.tap(key.x + 9, key.y + 9); // the same place is the same key
      await playerOf(page, name).locator(".who .points", { hasText: points }).waitFor();
    }
    assert.deepEqual(await tilesOf(page, name), [code, code]);
    assert.deepEqual(await page.locator(".bar .primary").boundingBox(), bar);
    await page.touchscreen.tap(bar.x + 9, bar.y + 9);
  }
});

journey("the keypad does not cover the tiles of a full rack", NARROW, async (page) => {
  await begin(page);
  for (let number = 1; number <= 12; number++) await press(page, `B${number}`);
  const [caret, dock] = await page.locator(".caret, .dock").evaluateAll((boxes) => boxes.map((box) => box.getBoundingClientRect()));
  assert.ok(caret.bottom <= dock.top, `${caret.bottom} is below ${dock.top}`);
});

for (const count of [4, 6]) {
  journey(`${count} names stay in one piece on a narrow sheet`, PHONE, async (page) => {
    const names = ["Maximiliane", "Ann", "Bartholomew", "Cleopatra", "Dominique", "Wolfgang"].slice(0, count);
    await newSheet(page, "machiavelli", names);
    await chooseEnder(page, "Ann");
    await saveRound(page);
    await page.locator(".totals strong").nth(count - 1).waitFor();
    const lines = await page.locator(".sheet .name-of").evaluateAll((cells) => cells.map((cell) => cell.getClientRects().length * Math.round(cell.offsetHeight / parseFloat(getComputedStyle(cell).lineHeight))));
    assert.deepEqual(lines, names.map(() => 1));
    const cut = await page.locator(".sheet .name-of").evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length);
    assert.equal(cut, 0);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
  });
}

journey("the narrowest sheet cuts no name and no range, and its total says which round is open", NARROW, async (page) => {
  const names = ["Maximiliane Sophie", "Bartholomäus von Habsburg"];
  const round = { id: "a", revision: 1, changed: 1, entry: { players: names.map((player, seat) => ({ player, hand: seat ? ["R10", "?", "J"] : [], opened_before: true })), went_out: names[0] }, extra: {}, agreed: {} };
  await page.goto(`${BASE}/healthz`);
  await page.evaluate((sheet) => localStorage.setItem("rummy-referee.sheet.one", JSON.stringify(sheet)), sheetOf("one", { players: names.map((name) => ({ id: name, name })), rounds: [round] }));
  await page.goto(`${BASE}/#/sheet/one`);
  await page.locator("tfoot th", { hasText: "without round 1" }).waitFor();
  const cut = await page.locator(".sheet :is(.name-of, td, th)").evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.textContent));
  assert.deepEqual(cut, []);
});

journey("a browser that stores nothing says so, and the sheet can still be played and exported", DESKTOP, async (page) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await newSheet(page, "rummy", NAMES);
  await page.getByText("This browser stores nothing more").waitFor();
  await enterRound(page, NAMES, { out: 0, hands: ["", "R7"] });
  await saveRound(page);
  await page.locator("tbody td", { hasText: "+7" }).waitFor();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Export (JSON): Ada, Bo" }).click()]);
  assert.ok(await download.path());
});

journey("a browser is asked to keep a new sheet, also one that is imported", DESKTOP, async (page) => {
  await page.addInitScript(() => {
    globalThis.asked = 0;
    navigator.storage.persist = async () => ++globalThis.asked;
  });
  await newSheet(page, "rummy", NAMES);
  assert.equal(await page.evaluate(() => globalThis.asked), 1);
  await enterRound(page, NAMES, { out: 0, hands: ["", "R7"] });
  await saveRound(page);
  const sheet = (await storedSheets(page))[0];
  await page.goto(`${BASE}/#/`);
  const buffer = Buffer.from(JSON.stringify({ format: "rummy-referee sheet", version: 2, sheet: { ...sheet, id: "other" } }));
  await page.locator("input[type=file]").setInputFiles({ name: "x.json", mimeType: "application/json", buffer });
  await page.locator("tbody td", { hasText: "+7" }).waitFor();
  assert.equal(await page.evaluate(() => globalThis.asked), 2);
});

journey("a stored sheet that cannot be read hides no other, and is kept", DESKTOP, async (page) => {
  await page.goto(`${BASE}/healthz`);
  const round = { entry: { players: [{ player: "Cleo", hand: [] }, { player: "Dora", hand: ["R7"] }], went_out: "Cleo" }, extra: {}, agreed: {} };
  const old = { id: "old", variant: "rummy", game: "Rummy", options: {}, players: ["Cleo", "Dora"], teams: null, rounds: [round], changed: 5 };
  const bad = [{ players: [{ tag: "meta" }] }, { toString: 1 }, 5, null];
  await page.evaluate(
    ([good, sheets]) => {
      localStorage.setItem("rummy-referee.sheet.one", JSON.stringify(good));
      localStorage.setItem("rummy-referee.sheet.two", '{"toString":1}');
      localStorage.setItem("rummy-referee.sheets", JSON.stringify(sheets));
    },
    [sheetOf("one"), [...bad, old]],
  );
  await page.goto(`${BASE}/#/`);
  await page.locator(".last", { hasText: "Cleo" }).waitFor();
  await page.locator(".last", { hasText: "−7" }).waitFor(); // its round is there, and scored again
  await page.locator(".sheets", { hasText: "Ada, Bo" }).waitFor();
  assert.equal(await page.getByText("A stored sheet cannot be read").count(), bad.length + 1);
  assert.equal(await page.evaluate(() => localStorage.getItem("rummy-referee.sheet.two")), '{"toString":1}');
});

journey("a file that is no sheet is refused, whatever it holds", DESKTOP, async (page) => {
  await page.goto(`${BASE}/#/`);
  const element = { tag: "a", props: { href: "https://example.org", style: { position: "fixed", inset: "0" } }, children: ["overlay"] };
  const bad = [
    sheetOf("one", { game: element }),
    sheetOf("one", { players: [element, { id: "Bo", name: "Bo" }] }),
    sheetOf("one", { players: [{ id: "Ada", name: { tag: "meta", props: { "http-equiv": "refresh", content: "0;url=//example.org" }, children: [] } }, { id: "Bo", name: "Bo" }] }),
    sheetOf("one", { variant: { toString: 1 } }),
    sheetOf("../one"),
    sheetOf("one", { rounds: [{ id: "one", revision: 1, changed: 1, entry: { players: 5 }, extra: {}, agreed: {} }] }),
    sheetOf("one", { verdict: { of: "", isOver: true, text: element, violations: [], winners: [], standings: [] } }),
  ];
  for (const sheet of bad) {
    const buffer = Buffer.from(JSON.stringify({ format: "rummy-referee sheet", version: 2, sheet }));
    await page.locator("input[type=file]").setInputFiles({ name: "x.json", mimeType: "application/json", buffer });
    await page.getByText("not an exported score sheet").waitFor();
    await page.reload();
    assert.deepEqual(await storedSheets(page), []);
  }
  await page.locator("input[type=file]").setInputFiles({ name: "x.json", mimeType: "application/json", buffer: Buffer.alloc(5_000_001, " ") });
  await page.getByText("too large").waitFor();
});

journey("a sheet goes on on another phone, and two copies become one", PHONE, async (page, context) => {
  await newSheet(page, "rummy", NAMES);
  await enterRound(page, NAMES, { out: 0, hands: ["", "R10"] });
  await saveRound(page);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const copy = async (tab) => {
    await tab.getByRole("link", { name: "Hand on" }).click();
    await tab.locator("canvas.qr").waitFor();
    await tab.getByRole("button", { name: "Copy the link" }).click();
    await tab.getByText("The link is copied").waitFor();
    const [picture] = await Promise.all([tab.waitForEvent("download"), tab.getByRole("button", { name: "As a picture" }).click()]);
    assert.equal(picture.suggestedFilename(), "rummy.png");
    const link = await tab.evaluate(() => navigator.clipboard.readText());
    await tab.getByRole("link", { name: "Sheet" }).click();
    return link;
  };
  const link = await copy(page);
  assert.ok(!new URL(link).pathname.includes("Ada") && link.length < 1500);
  const phone = await (await context.browser().newContext(PHONE)).newPage();
  await phone.goto(link);
  await phone.getByRole("button", { name: "Keep and continue" }).click();
  await phone.locator("tbody td", { hasText: "+10" }).waitFor();
  await phone.getByRole("link", { name: "Add a round" }).click();
  await enterRound(phone, NAMES, { out: 1, hands: ["K3", ""] });
  await saveRound(phone);
  await phone.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const back = await copy(phone);
  await page.getByRole("link", { name: "Add a round" }).click();
  await enterRound(page, NAMES, { out: 0, hands: ["", "B5"] });
  await saveRound(page);
  await page.goto(back);
  await page.getByText("Rounds that it adds: 1").waitFor();
  await page.getByRole("button", { name: "Put both together" }).click();
  await page.locator("tbody tr").nth(2).waitFor();
  await phone.context().close();
});

journey("a shared link that is cut off says so", DESKTOP, async (page) => {
  for (const data of ["abc", "%%%", ""]) {
    await page.goto("about:blank");
    await page.goto(`${BASE}/#/open/${data}`);
    await page.getByText("This link is not complete").waitFor();
  }
});

journey("a key that no header can carry is refused with words", { ...DESKTOP, expects: /401/ }, async (page) => {
  await page.route("**/v1/**", (route) => route.fulfill({ status: 401, contentType: "application/problem+json", body: JSON.stringify({ title: "No key", status: 401 }) }));
  await begin(page);
  const key = page.getByLabel("This service needs an access key");
  await key.fill("schlüssel✓");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("only unaccented letters").waitFor();
  await page.evaluate(() => localStorage.setItem("rummy-referee.key", "schlüssel✓")); // of an earlier version
  await page.reload();
  await page.getByLabel("This service needs an access key").waitFor();
  await page.unroute("**/v1/**");
  await page.getByLabel("This service needs an access key").fill("key");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await playerOf(page, "Bo").locator(".who .points", { hasText: "−10" }).waitFor();
});

journey("texts that a new version has replaced are asked for again, and are never names of texts", { ...DESKTOP, serviceWorkers: "block", expects: /404|Service Worker/ }, async (page) => {
  await page.goto(`${BASE}/#/`);
  await page.getByRole("heading", { name: "Score pad" }).waitFor();
  let loads = 0;
  page.on("load", () => loads++);
  await page.route("**/strings/de.json", (route) => route.fulfill({ status: 404, body: "" }));
  await page.getByLabel("Language").selectOption("de");
  await page.waitForEvent("load");
  await page.getByRole("heading", { name: "Score pad" }).waitFor();
  assert.equal(loads, 1);
  await page.unroute("**/strings/de.json");
  await page.reload();
  await page.getByRole("heading", { name: "Punkteblock" }).waitFor();
});

journey("an impossible round is not saved by accident", DESKTOP, async (page) => {
  await newSheet(page, "rummy", NAMES);
  await chooseEnder(page, "Ada");
  await press(page, "R7");
  await chooseEnder(page, "Bo");
  await openPlayer(page, "Ada");
  await press(page, "K3");
  await playerOf(page, "Ada").locator(".points").first().waitFor();
  await page.locator(".bar .primary").click();
  await chooseEnder(page, "Nobody");
  await openPlayer(page, "Bo");
  await page.locator(".tiles.field .tile").click();
  await page.locator(".bar .primary").click();
  await page.getByRole("button", { name: "Save the round" }).click();
  await page.getByText("Something is not entered yet").waitFor();
  await page.getByRole("button", { name: "Save all the same" }).click();
  await page.getByText("Still open, round: 1").waitFor();
  await page.getByRole("link", { name: "Add a round" }).click();
  await enterRound(page, NAMES, { out: 0, hands: ["", "R7 R7 R7"] });
  await page.locator(".bar .primary").click();
  await page.locator(".violations", { hasText: "only 2 in the box" }).first().waitFor();
  await page.getByRole("button", { name: "Save the round" }).click();
  await page.getByText("This round cannot have ended so").waitFor();
  await page.getByRole("button", { name: "Save all the same" }).waitFor();
});

journey("QR codes are those that another program has read", DESKTOP, async (page) => {
  await page.goto(`${BASE}/#/`);
  const codes = await page.evaluate(async () => {
    const { drawQr } = await import(document.querySelector("script[type=module]").src.replace("app.js", "state/qr.js"));
    return ["rummy", "x".repeat(300)].map((text) => drawQr(text).map((row) => row.map(Number).join("")));
  });
  const rows = "18n0f mzi9 wp5p wspp wpjx mxc1 18prz 1kw 18696 wm33 lffy 15kgd 9hk0 3e3 18p7i mw5a wrde wrmw wsq4 mz7w 18ray";
  assert.equal(codes[0].map((row) => parseInt(row, 2).toString(36)).join(" "), rows);
  assert.equal(createHash("sha256").update(codes[1].join("\n")).digest("hex"), "14019e0d497ed085979f446e1e981a5b1f26d400f26853928d8872ea86b19354");
});

journey("only strings, numbers and elements of its own are drawn", DESKTOP, async (page) => {
  await page.goto(`${BASE}/#/`);
  const drawn = await page.evaluate(async () => {
    const script = document.querySelector("script[type=module]");
    const { h, patch } = await import(script.src.replace("app.js", "dom.js"));
    const box = document.createElement("div");
    const attempt = (child) => {
      try {
        patch(box, [h("p", {}, child)]);
        return box.innerHTML;
      } catch (error) {
        return error.name;
      }
    };
    return ["text", 5, h("b", {}, "x"), { tag: "meta", props: {}, children: [] }, { toString: 1 }, [[{ tag: "a", props: {}, children: [] }]]].map(attempt);
  });
  assert.deepEqual(drawn, ["<p>text</p>", "<p>5</p>", "<p><b>x</b></p>", "TypeError", "TypeError", "TypeError"]);
});

journey("sheets that are not open are scored when the connection is back", PHONE, async (page, context) => {
  await newSheet(page, "rummy", NAMES);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await enterRound(page, NAMES, { out: 0, hands: ["", "R7"] });
  await saveRound(page);
  await page.goto(`${BASE}/#/`);
  await page.reload();
  await page.locator(".last", { hasText: "–" }).waitFor();
  await context.setOffline(false);
  await page.locator(".last", { hasText: "−7" }).waitFor();
});
