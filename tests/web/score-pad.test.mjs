/** Journeys on the score pad. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { BASE, DESKTOP, GAMES, journey, PHONE } from "./browser.mjs";
import { chooseEnder, enterRound, newSheet, openPlayer, playerOf, ROUNDS, saveRound, storedSheets } from "./sheets.mjs";

const NAMES = ["Ada", "Bo", "Cleo"];

test("every game has a journey", () => assert.deepEqual(GAMES.toSorted(), Object.keys(ROUNDS).toSorted()));

for (const [index, variant] of GAMES.entries()) {
  const round = ROUNDS[variant];
  const names = NAMES.slice(0, round?.hands.length);
  journey(`two rounds of ${variant} lead to a verdict`, index % 2 ? PHONE : DESKTOP, async (page) => {
    await newSheet(page, variant, names, round.options);
    for (let number = 1; number <= (round.single ? 1 : 2); number++) {
      await enterRound(page, names, round);
      await saveRound(page);
      if (number === 1 && !round.single) {
        await page.locator("td", { hasText: /\d/ }).first().waitFor();
        await page.getByRole("link", { name: "Add a round" }).click();
      }
    }
    const verdict = page.locator(".verdict.over");
    assert.match(await verdict.innerText(), /Ada/);
    const [{ verdict: sent }] = await storedSheets(page);
    assert.equal(await verdict.locator("p").first().innerText(), sent.text);
    assert.deepEqual(sent.winners, ["Ada"]);
    for (const { bonuses, final } of sent.standings) {
      for (const { message } of bonuses) await page.locator("tfoot th", { hasText: message }).waitFor();
      if (bonuses.length) await page.locator("tfoot td", { hasText: new RegExp(`^${final}$`) }).last().waitFor();
    }
  });
}

journey("an unreadable tile gives a range, and an agreed number a verdict", PHONE, async (page) => {
  await newSheet(page, "rummy", ["Ada", "Bo"], { rounds: 1 });
  await chooseEnder(page, "Ada");
  await page.getByRole("button", { name: "Partly unknown" }).click();
  await page.locator('.keys [data-code="?K"]').click();
  await playerOf(page, "Bo").locator(".points", { hasText: "−13 to −1" }).first().waitFor();
  await saveRound(page);
  await page.getByText("Still open, round: 1").waitFor();
  await page.getByRole("link", { name: "Edit round 1" }).click();
  const agree = async (name, points) => {
    const field = playerOf(page, name).getByLabel("The players agree on");
    await field.fill(String(points));
    await field.blur();
  };
  await agree("Ada", 7);
  await agree("Bo", -6);
  await saveRound(page);
  await page.getByText("No round ends with these points").waitFor(); // what one wins, the others lose
  await page.getByRole("link", { name: "Edit round 1" }).click();
  await agree("Bo", -7);
  await saveRound(page);
  await page.locator(".verdict.over", { hasText: "Ada has won" }).waitFor();
});

journey("the keypad greys out what the box no longer holds", PHONE, async (page) => {
  await newSheet(page, "rummy", ["Ada", "Bo"]);
  await openPlayer(page, "Ada");
  const key = page.locator('.keys [data-code="R7"]');
  await key.click();
  await key.click();
  assert.equal(await key.isDisabled(), true);
  await page.locator('.tiles.field [data-code="R7"]').first().click();
  assert.equal(await key.isDisabled(), false);
});

journey("an earlier round can be edited and what follows changes with it", DESKTOP, async (page) => {
  await newSheet(page, "rummy", ["Ada", "Bo"], { rounds: 2 });
  await enterRound(page, ["Ada", "Bo"], { out: 0, hands: ["", "R10"] });
  await saveRound(page);
  await page.getByRole("link", { name: "Add a round" }).click();
  await enterRound(page, ["Ada", "Bo"], { out: 1, hands: ["K3", ""] });
  await saveRound(page);
  await page.locator(".verdict.over", { hasText: "Ada has won" }).waitFor();
  await page.getByRole("link", { name: "Edit round 1" }).click();
  await openPlayer(page, "Bo");
  await page.locator('.tiles.field [data-code="R10"]').click();
  await page.locator('.keys [data-code="R2"]').first().click();
  await saveRound(page);
  await page.locator(".verdict.over", { hasText: "Bo has won" }).waitFor();
  await page.reload();
  await page.locator(".verdict.over", { hasText: "Bo has won" }).waitFor();
});

journey("what is exported can be imported", DESKTOP, async (page) => {
  await newSheet(page, "myrummy-kids", ["Ada", "Bo, Jr"]);
  await enterRound(page, ["Ada", "Bo, Jr"], { out: 0, hands: ["", "R5"] });
  await saveRound(page);
  await page.locator("td", { hasText: "+1" }).waitFor();
  const save = async (name) => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name }).click()]);
    return [await download.path(), await readFile(await download.path(), "utf8")];
  };
  await page.getByText("More", { exact: true }).click();
  const [, csv] = await save("For a spreadsheet");
  assert.equal(csv, '#,Ada,"Bo, Jr"\r\n1,1,0\r\n');
  const [path, json] = await save("Export (JSON)");
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${BASE}/#/`);
  await page.locator("input[type=file]").setInputFiles(path);
  await page.locator("td", { hasText: "+1" }).waitFor();
  const [kept] = await storedSheets(page);
  assert.deepEqual(kept.rounds, JSON.parse(json).sheet.rounds);
  await page.goto(`${BASE}/#/`);
  await page.locator("input[type=file]").setInputFiles({ name: "x.json", mimeType: "application/json", buffer: Buffer.from("{}") });
  await page.getByText("not an exported score sheet").waitFor();
});

journey("a name can be corrected everywhere", DESKTOP, async (page) => {
  await newSheet(page, "rummy", ["Ada", "Bo"]);
  await enterRound(page, ["Ada", "Bo"], { out: 1, hands: ["R5", ""] });
  await saveRound(page);
  await page.getByText("More", { exact: true }).click();
  await page.getByRole("button", { name: "Rename players" }).click();
  await page.getByLabel("Player 2").fill("Bob");
  await page.getByRole("button", { name: "Save" }).click();
  await page.locator("th", { hasText: "Bob" }).waitFor();
  await page.locator("td", { hasText: "+5" }).waitFor();
});

journey("a printed sheet is the sheet alone", DESKTOP, async (page) => {
  await newSheet(page, "rummy", ["Ada", "Bo"]);
  await enterRound(page, ["Ada", "Bo"], { out: 1, hands: ["R5", ""] });
  await saveRound(page);
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.locator("table.sheet").isVisible(), true);
  for (const part of ["header", "footer", ".actions"]) assert.equal(await page.locator(part).first().isVisible(), false);
  await page.getByText(String(new Date().getFullYear())).waitFor();
});

journey("teams are judged as teams", DESKTOP, async (page) => {
  await page.goto(`${BASE}/#/new/rummu`);
  await page.getByLabel("Players: 4").check();
  await page.getByText("We play in teams").click();
  await page.getByRole("button", { name: "Start" }).click();
  await enterRound(page, ["Player 1", "Player 2", "Player 3", "Player 4"], { out: 0, hands: ["", "R0", "B0", "K0"] });
  await saveRound(page);
  await page.locator("td.totals", { hasText: "10" }).nth(1).waitFor();
  const [{ verdict }] = await storedSheets(page);
  assert.deepEqual(verdict.standings[0].team, ["Player 1", "Player 3"]);
});

journey("a round is scored with the keyboard alone", DESKTOP, async (page) => {
  await newSheet(page, "rummy", ["Ada", "Bo"], { rounds: 1 });
  const press = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const reach = async (selector) => {
    for (let tries = 0; tries < 60; tries++) {
      if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
      await press("Tab");
    }
    assert.fail(`${selector} is not reached by the keyboard`);
  };
  await page.locator("h1").click();
  await reach("input[type=radio]");
  await press("Space");
  await reach(".keys .tile");
  await press("ArrowRight", "ArrowDown", "Enter");
  await reach(".bar .primary");
  await press("Enter");
  await page.locator(".save-round:focus").waitFor();
  await press("Enter");
  await page.locator(".verdict.over", { hasText: "Ada has won" }).waitFor();
});


journey("a round of Rummikub with four players takes at most 22 taps", PHONE, async (page) => {
  const names = ["Ada", "Bo", "Cleo", "Dora"];
  await newSheet(page, "rummikub", names);
  let taps = 0;
  const tap = async (place) => {
    taps++;
    await place.tap();
  };
  await tap(page.locator(".ender .chip", { hasText: "Ada" }));
  for (const hand of ["R10 K3 J O5 O6", "B1 B7 K12 R1 R2", "O13 K10 B4 R6 K6"]) {
    for (const code of hand.split(" ")) await tap(page.locator(`.keys [data-code="${code}"]`));
    await tap(page.locator(".bar .primary"));
  }
  await tap(page.getByRole("button", { name: "Save the round" }));
  await page.locator(".totals strong", { hasText: "116" }).waitFor();
  assert.ok(taps <= 22, `${taps} taps`);
});

journey("points that a player has counted take the place of tiles", PHONE, async (page) => {
  await newSheet(page, "rummikub", ["Ada", "Bo"]);
  await chooseEnder(page, "Ada");
  await playerOf(page, "Bo").getByLabel("Counted already").fill("48");
  await playerOf(page, "Bo").locator(".who .points", { hasText: "−48" }).waitFor();
  await saveRound(page);
  await page.locator("tbody td", { hasText: "+48" }).waitFor();
});

journey("only what the rules need is asked", DESKTOP, async (page) => {
  await newSheet(page, "machiavelli", ["Ada", "Bo"]);
  assert.equal(await page.locator(".violations, .bad, .wrong:not(:empty)").count(), 0); // nothing is red before it was touched
  await chooseEnder(page, "Ada");
  assert.equal(await page.locator(".who:not(:disabled)").count(), 0);
  await saveRound(page);
  await page.locator("tbody td", { hasText: "+1" }).waitFor();
  await newSheet(page, "rummy", ["Ada", "Bo"]);
  await chooseEnder(page, "Bo");
  await playerOf(page, "Bo").getByLabel("Had laid melds before").waitFor();
  assert.equal(await playerOf(page, "Ada").getByLabel("Had laid melds before").count(), 0);
  await newSheet(page, "gin-rummy-cards", ["Ada", "Bo"]);
  await chooseEnder(page, "Bo");
  assert.equal(await page.getByText("First upcard").count(), 0);
  await newSheet(page, "gin-rummy-cards", ["Ada", "Bo"], { oklahoma: true });
  await chooseEnder(page, "Bo");
  await page.getByText("First upcard").first().waitFor();
});

journey("people finish a game, go on with it, change its rules and play again", DESKTOP, async (page) => {
  await newSheet(page, "rummy", ["Ada", "Bo"]);
  await enterRound(page, ["Ada", "Bo"], { out: 0, hands: ["", "R10 J"] });
  await saveRound(page);
  await page.getByText("More", { exact: true }).click();
  await page.getByRole("button", { name: "Finish the game" }).click();
  await page.locator(".verdict.over", { hasText: "Ada has won" }).waitFor();
  await page.getByText("After round 1: the players finished the game.").waitFor();
  await page.getByRole("button", { name: "Go on all the same" }).click();
  await page.getByRole("link", { name: "Add a round" }).waitFor();
  await page.getByText("House rules").click();
  await page.getByLabel("A joker in the hand counts").fill("10");
  await page.locator("h1").click();
  await page.locator("tbody td", { hasText: "+20" }).waitFor();
  await page.getByText("After round 1: other house rules").waitFor();
  await page.getByRole("link", { name: "Other players" }).click();
  assert.deepEqual(await page.locator("input.name").evaluateAll((inputs) => inputs.map((input) => input.value)), ["Ada", "Bo"]);
});

journey("the heading has the focus after a step, the title names the page, and Enter goes to the next name", DESKTOP, async (page) => {
  await page.goto(`${BASE}/#/`);
  await page.getByRole("link", { name: /^Machiavelli/ }).click();
  await page.locator("h1:focus").waitFor();
  assert.equal(await page.title(), "New score sheet · Rummy referee");
  await page.getByLabel("Player 1").fill("Ada");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Ada");
  await page.keyboard.press("Enter");
  await page.getByText("Two players have the same name").waitFor();
  await page.locator('[aria-label="Player 2"]:focus').fill("Bo");
  await page.keyboard.press("Enter");
  await page.locator("h1:focus", { hasText: "Round 1" }).waitFor();
  assert.equal(await page.title(), "Round 1 · Rummy referee");
});
