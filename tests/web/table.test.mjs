/** Journeys at the referee's table. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { ask, BASE, DESKTOP, GAMES, journey, PHONE } from "./browser.mjs";

const POSITION = "#/table/rummy?table=R7,R8,R9;K1,K2,K3&hand=R10,K4,B5&opened=yes&stock=40";

/** @param {any} page */
async function openPosition(page, position = POSITION) {
  await page.goto(`${BASE}/${position}`);
  await page.locator(".meld.good").nth(1).waitFor();
}

/** @param {any} page */
async function deal(page, variant, seed = 7) {
  await page.goto(`${BASE}/?seed=${seed}#/table/${variant}`);
  await page.getByLabel("Hide the hands between turns").uncheck();
  await page.getByRole("button", { name: "Deal a round" }).click();
  await page.getByText("is on turn").waitFor();
}

/** Follow the referee's advice, or play the first legal move. @param {any} page */
async function playOneMove(page) {
  const before = await page.locator(".story").evaluateAll(([story]) => Number(story?.dataset.count ?? 0));
  await page.getByRole("button", { name: "Hint" }).click();
  const play = page.getByRole("button", { name: "Play it" });
  await page.locator(".said button, .said p:visible, .actions .primary").first().waitFor();
  await ((await play.count()) ? play.first() : page.locator(".move").first()).click();
  await page.locator(`.story[data-count="${before + 1}"]`).waitFor();
  return (await page.getByText("The round is over").count()) > 0;
}

for (const [index, variant] of GAMES.entries()) {
  journey(`a round of ${variant} starts on one screen`, index % 2 ? PHONE : DESKTOP, async (page) => {
    await deal(page, variant);
    for (let number = 0; number < 5; number++) await playOneMove(page);
    assert.ok((await page.locator(".story li").allInnerTexts()).every((line) => line.length > 5));
  });
}

journey("a whole round is played on one screen and scored", DESKTOP, async (page) => {
  await deal(page, "myrummy-kids", 3);
  let isOver = false;
  for (let number = 0; number < 120 && !isOver; number++) isOver = await playOneMove(page);
  assert.ok(isOver);
  await page.locator(".said .score").nth(1).waitFor();
});

journey("a tile is dragged to a meld, which is then judged", DESKTOP, async (page) => {
  await openPosition(page);
  await page.locator('.rack [data-code="R10"]').dragTo(page.locator(".meld").nth(0));
  await page.locator(".meld.good").nth(0).locator('[data-code="R10"]').waitFor();
  await page.getByRole("button", { name: "Is this allowed?" }).first().click();
  await page.getByText("Allowed.").waitFor();
  await page.locator('.rack [data-code="B5"]').dragTo(page.locator(".meld").nth(1));
  const { melds } = await ask("/v1/melds/check", { variant: "rummy", melds: [["K1", "K2", "K3", "B5"]] });
  const shown = await page.locator(".meld.bad .violations li").allInnerTexts();
  assert.equal(shown.length, melds[0].violations.length);
  for (const [index, { message }] of melds[0].violations.entries()) assert.ok(shown[index]?.startsWith(message));
  await page.getByRole("button", { name: "Is this allowed?" }).first().click();
  await page.getByText("Not allowed:").waitFor();
  await page.getByRole("button", { name: "Take it back" }).click();
  assert.equal(await page.locator(".rack .tile").count(), 3);
});

journey("tiles are moved by tapping them and then a place", PHONE, async (page) => {
  await openPosition(page);
  await page.locator('.rack [data-code="K4"]').tap();
  await page.locator(".meld").nth(1).getByRole("button", { name: "Put here" }).tap();
  await page.locator(".meld.good").nth(1).locator('[data-code="K4"]').waitFor();
  for (const code of ["R10", "B5"]) await page.locator(`.rack [data-code="${code}"]`).tap();
  await page.getByRole("button", { name: "New meld" }).tap();
  await page.locator(".meld.bad").waitFor();
  await page.locator('.meld.bad [data-code="B5"]').tap();
  await page.getByRole("button", { name: "Back to the hand" }).tap();
  assert.equal(await page.locator('.rack [data-code="B5"]').count(), 1);
});

journey("tiles are moved with the keyboard alone", DESKTOP, async (page) => {
  await openPosition(page);
  const reach = async (selector) => {
    for (let tries = 0; tries < 80; tries++) {
      if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
      await page.keyboard.press("Tab");
    }
    assert.fail(`${selector} is not reached by the keyboard`);
  };
  await reach('.rack [data-code="R10"]');
  await page.keyboard.press("Enter");
  await page.locator("h1").click();
  await reach(".meld .here");
  await page.keyboard.press("Enter");
  await page.locator(".meld.good").nth(0).locator('[data-code="R10"]').waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-code")), "R10");
});

journey("the best play moves the tiles to the new table", DESKTOP, async (page) => {
  await openPosition(page);
  await page.evaluate(() => {
    const { animate } = Element.prototype;
    globalThis.moved = [];
    Element.prototype.animate = function (...how) {
      globalThis.moved.push(this.dataset.code);
      return animate.apply(this, how);
    };
  });
  await page.getByRole("button", { name: "Best move" }).click();
  await page.locator('.felt [data-code="R10"]').waitFor();
  assert.ok((await page.evaluate(() => globalThis.moved)).includes("R10")); // a busy machine shows no picture of the way
  assert.deepEqual(await page.locator(".rack .tile").evaluateAll((tiles) => tiles.map((tile) => tile.dataset.code)), ["B5"]);
});

journey("all plays are listed with their exact number", DESKTOP, async (page) => {
  await openPosition(page);
  const body = { variant: "rummy", table: [["R7", "R8", "R9"], ["K1", "K2", "K3"]], hand: ["R10", "K4", "B5"], opened: true, stock: 40 };
  const { total } = await ask("/v1/moves/legal", body);
  await page.getByRole("button", { name: "All allowed moves" }).click();
  assert.equal(await page.locator(".moves output").innerText(), String(total));
  assert.equal(await page.locator(".move").count(), total);
  assert.deepEqual(await page.locator(".rack .can-lay").evaluateAll((tiles) => tiles.map((tile) => tile.dataset.code).toSorted()), ["K4", "R10"]);
  await page.locator('.rack [data-code="K4"]').click();
  assert.ok((await page.locator(".move").count()) < total);
});

journey("a shared link restores the position", DESKTOP, async (page, context) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openPosition(page);
  await page.getByText("Set up the position").click();
  await page.getByLabel("Left to draw").fill("12");
  await page.getByLabel("Left to draw").blur();
  await page.getByRole("button", { name: "Copy the link" }).click();
  await page.getByText("Copied.").waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(link, `${BASE}/${POSITION.replace("stock=40", "stock=12")}`);
  const other = await context.newPage();
  await other.goto(link);
  await other.locator(".meld.good").nth(1).waitFor();
  assert.equal(await other.locator(".rack .tile").count(), 3);
});

for (const variant of GAMES) {
  journey(`a link restores a position of ${variant}`, DESKTOP, async (page) => {
    await deal(page, variant);
    await page.getByRole("button", { name: "Leave the round" }).click();
    const [hash, hand] = [await page.evaluate(() => location.hash), await page.locator(".rack .tile").count()];
    await page.goto(`${BASE}/#/`);
    await page.goto(`${BASE}/${hash}`);
    await page.locator(".rack .tile").nth(hand - 1).waitFor();
    await page.getByRole("button", { name: "All allowed moves" }).click();
    await page.locator(".moves output").waitFor();
    assert.equal(await page.evaluate(() => location.hash), hash);
  });
}

journey("any move can be asked about, and every reason is shown", DESKTOP, async (page) => {
  await openPosition(page, POSITION.replace("stock=40", "stock=0"));
  await page.getByText("Ask about any move").click();
  await page.getByRole("combobox", { name: "Move", exact: true }).selectOption("exchange");
  await page.locator("details.options", { hasText: "Ask about any move" }).locator("tile-field .add").first().click();
  await page.locator(".keypad").getByRole("button", { name: "yellow 13", exact: true }).click();
  await page.getByRole("button", { name: "Done", exact: true }).click();
  await page.getByRole("button", { name: "Is this allowed?" }).last().click();
  await page.getByText("Not allowed:").waitFor();
  const move = { type: "exchange", tile: "Y13" };
  const body = { variant: "rummy", table: [["R7", "R8", "R9"], ["K1", "K2", "K3"]], hand: ["R10", "K4", "B5"], opened: true, stock: 0, move };
  const { violations } = await ask("/v1/moves/check", body);
  assert.equal(violations.length, 2);
  for (const { message } of violations) await page.locator(".said").getByText(message).waitFor();
});

journey("every call is shown as curl and JSON", DESKTOP, async (page) => {
  await openPosition(page);
  await page.getByText("For developers").click();
  await page.locator(".call summary", { hasText: "/v1/melds/check" }).first().click();
  const shown = await page.locator(".call pre").allInnerTexts();
  assert.match(shown[0] ?? "", /^curl -s http/);
  assert.match(shown.join(), /"valid": true/);
});

journey("the verdict is on the board, with the meld and the tile at fault", PHONE, async (page) => {
  await openPosition(page);
  for (const code of ["R10", "B5"]) await page.locator(`.rack [data-code="${code}"]`).tap();
  await page.locator(".meld").nth(0).getByRole("button", { name: "Put here" }).tap();
  await page.getByRole("button", { name: "Is this allowed?" }).first().tap();
  const verdict = page.locator("tile-board .said", { hasText: "Not allowed:" });
  await verdict.waitFor();
  assert.equal(await verdict.getAttribute("role"), "status");
  const seen = await verdict.evaluate((one) => one.getBoundingClientRect().top < innerHeight && one.getBoundingClientRect().bottom > 0);
  assert.ok(seen);
  assert.equal(await page.locator(".meld.bad").count(), 1);
  await page.locator(".at-fault").waitFor();
  assert.deepEqual(await page.locator(".at-fault").evaluateAll((tiles) => tiles.map((tile) => [tile.dataset.code, tile.ariaDescription])), [["B5", "does not fit into this meld"]]);
  assert.ok(await page.locator(".meld.good .valid", { hasText: "valid meld" }).isVisible());
});

journey("a link has the disputed move, and asks in the reader's language", DESKTOP, async (page, context) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openPosition(page);
  await page.locator('.rack [data-code="B5"]').dragTo(page.locator(".meld").nth(1));
  await page.getByRole("button", { name: "Is this allowed?" }).first().click();
  await page.getByText("Not allowed:").waitFor();
  await page.getByRole("button", { name: "Copy the link" }).click();
  await page.getByText("Copied.").waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const reader = await (await context.browser().newContext({ ...DESKTOP, locale: "de" })).newPage();
  await reader.goto(link);
  await reader.getByText("Nicht erlaubt:").waitFor();
  await reader.locator('.meld.bad [data-code="B5"]').waitFor();
  assert.ok(await reader.getByLabel(/Auslage|eröffnet|ausgelegt/).first().isVisible()); // whether this player has opened
  const german = await reader.locator(".said .violations").innerText();
  await reader.getByLabel("Sprache").selectOption("en");
  await reader.getByText("Not allowed:").waitFor();
  await reader.locator(".said .violations", { hasText: "Not a run" }).waitFor();
  assert.ok(!german.includes("Not a run"));
  await reader.locator('.meld.bad [data-code="B5"]').waitFor();
  await reader.context().close();
});

const LATE = "#/table/rummikub?table=R1,R2,R3,R4,R5;K1,K2,K3,K4;B4,R4,O4;O7,O8,O9,O10;R9,B9,K9,O9;B10,B11,B12,B13;K10,K11,K12;R13,B13,K13;O1,O2,O3;R6,R7,R8;B1,B2,B3;K5,K6,K7,K8&hand=R10,K4,B5,B6,J&opened=yes&stock=4";

journey("a late board fits a phone, and a move that is chosen is seen on it", PHONE, async (page) => {
  await page.goto(`${BASE}/${LATE}`);
  await page.locator(".meld.good").nth(11).waitFor();
  const { y, height } = await page.locator("tile-board").boundingBox();
  assert.ok(y + height <= PHONE.viewport.height, `the board ends at ${y + height}`);
  const face = await page.locator(".rack .tile .face").first().evaluate((one) => [one.parentElement?.offsetWidth, parseFloat(getComputedStyle(one).fontSize)]);
  assert.ok(face[0] === 44 && face[1] >= 20, `numerals of ${face[1]} pixels on tiles of ${face[0]}`);
  await page.getByRole("button", { name: "All allowed moves" }).click();
  await page.locator(".move", { hasText: "Rearrange" }).last().click();
  await page.locator(".felt .is-extended, .felt .is-new, .felt .is-rearranged").first().waitFor();
  await page.waitForFunction(() => document.querySelector("tile-board").getBoundingClientRect().top > -1);
});

journey("while an answer is on its way this is said", DESKTOP, async (page) => {
  await openPosition(page);
  let answer = () => undefined;
  await page.route("**/v1/moves/best", (route) => (answer = () => route.continue()));
  await page.getByRole("button", { name: "Best move" }).click();
  const place = await page.locator(".rack").boundingBox();
  await page.locator(".checking", { hasText: "The referee is checking" }).waitFor();
  assert.deepEqual(await page.locator(".rack").boundingBox(), place); // nothing moves under a finger
  answer();
  await page.locator(".said", { hasText: "It lays 2" }).waitFor();
});

journey("dragging a tile to the edge scrolls", { viewport: { width: 390, height: 420 } }, async (page) => {
  await page.goto(`${BASE}/${LATE}`);
  await page.locator(".meld.good").nth(11).waitFor();
  const tile = page.locator('.rack [data-code="R10"]');
  await tile.scrollIntoViewIfNeeded();
  const from = await tile.boundingBox();
  const before = await page.evaluate(() => scrollY);
  await page.mouse.move(from.x + 10, from.y + 10);
  await page.mouse.down();
  for (let step = 0; step < 10; step++) await page.mouse.move(150, 20 + step);
  assert.ok((await page.evaluate(() => scrollY)) < before);
  await page.mouse.up();
});

journey("a round is dealt to the players of the last sheet, or to players in the reader's language", { ...DESKTOP, locale: "de" }, async (page) => {
  await page.goto(`${BASE}/?seed=7#/table/rummikub`);
  await page.getByRole("button", { name: "Runde austeilen" }).click();
  await page.getByRole("heading", { name: "Gib weiter an Spieler 1" }).waitFor();
  const sheet = { id: "one", revision: 1, changed: 1, variant: "rummikub", game: "Rummikub", options: {}, players: ["Ada", "Bo"].map((name) => ({ id: name, name })), rounds: [] };
  await page.evaluate((one) => localStorage.setItem("rummy-referee.sheet.one", JSON.stringify(one)), sheet);
  await page.reload();
  await page.getByRole("button", { name: "Runde austeilen" }).click();
  await page.getByRole("heading", { name: "Gib weiter an Ada" }).waitFor();
});

journey("a link that cannot be read says in words what is wrong", DESKTOP, async (page) => {
  for (const [broken, part] of [["table=R7,R8,X99", "Table"], ["hand=%E0%A4%A", "hand"], ["stock=many", "draw"], ["move=%7B", "Move"], ["nonsense=1", "nonsense"]]) {
    await page.goto("about:blank");
    await page.goto(`${BASE}/#/table/rummy?${broken}`);
    const said = await page.locator(".wrong[role=alert]").innerText();
    assert.match(said, /^This link is not complete/);
    assert.ok(said.toLowerCase().includes(part.toLowerCase()), said);
    await page.getByRole("button", { name: "Deal a round" }).waitFor();
  }
});

journey("a round on one phone: a curtain between the players, a move taken back, and a reload", PHONE, async (page) => {
  await page.goto(`${BASE}/?seed=7#/table/rummikub`);
  await page.getByRole("button", { name: "Deal a round" }).click();
  await page.getByRole("heading", { name: /^Hand over to/ }).waitFor();
  assert.equal(await page.locator(".rack").count(), 0);
  await page.getByRole("button", { name: /show my hand$/ }).click();
  const hand = await page.locator(".rack .tile").count();
  await page.locator(".move").first().click(); // it draws, or is shown first
  const [play, next] = [page.getByRole("button", { name: "Play it" }), page.getByRole("heading", { name: /^Hand over to/ })];
  await play.or(next).waitFor();
  if (await play.isVisible()) await play.click();
  await next.waitFor();
  await page.reload();
  await page.getByText("You were playing a round").waitFor();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Take the move back" }).click();
  await page.locator(".rack .tile").nth(hand - 1).waitFor();
  for (const place of [0, 1]) await page.locator(".rack .tile").nth(place).click();
  await page.getByRole("button", { name: "New meld" }).click();
  await page.locator(".felt .tile").nth(1).waitFor();
  await page.reload();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: /show my hand$/ }).click();
  await page.locator(".felt .tile").nth(1).waitFor(); // also what is laid but not played
  await page.getByRole("button", { name: "Take it back" }).click();
  await page.locator(".rack .tile").nth(hand - 1).waitFor();
  await page.getByRole("button", { name: "Sort by melds" }).click();
  await page.getByText(/^\d+ melds?, \d+ left over$/).waitFor();
  await page.getByRole("button", { name: "Sort by colour" }).waitFor();
  assert.equal(await page.locator(".rack .tile").count(), hand);
});

journey("two rounds at the table are kept side by side, and one that was left comes back", DESKTOP, async (page, context) => {
  await deal(page, "rummikub");
  const other = await context.newPage();
  await deal(other, "machiavelli");
  await page.reload();
  const notices = page.locator("main .notice");
  await notices.nth(1).waitFor();
  assert.deepEqual((await notices.locator("small").allInnerTexts()).map((text) => text.split(" · ")[0]), ["Machiavelli", "Rummikub"]);
  await notices.nth(1).getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: /show my hand$/ }).click();
  await page.getByRole("button", { name: "Leave the round" }).click();
  await page.locator("main .notice", { hasText: "Rummikub" }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Take it back" }).click();
  await page.locator("main .notice", { hasText: "Rummikub" }).getByRole("button", { name: "Discard" }).click();
  await page.locator("main .notice", { hasText: "Rummikub" }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Take it back" }).click();
  await page.locator("main .notice", { hasText: "Rummikub" }).waitFor();
});

/** Say who is a computer before the page is opened, and let computers think without pauses. @param {any} page @param {string[]} seats */
async function seat(page, seats) {
  await page.addInitScript((levels) => {
    localStorage.setItem("rummy-referee.seats", JSON.stringify(levels));
    const wait = globalThis.setTimeout;
    globalThis.setTimeout = (act, pause, ...rest) => wait(act, pause === 700 ? 0 : pause, ...rest);
  }, seats);
}

journey("a round against the computer, with hints, is looked at and checked when it is over", PHONE, async (page) => {
  await seat(page, ["", "hard"]);
  await page.goto(`${BASE}/?seed=0000000000000000000000000000001f#/table/gin-rummy-cards`); // a short round
  await page.getByText("looks as far beyond the turn as it can").waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Deal a round" }).click();
  const [turn, over] = [page.getByText("Player 1 is on turn"), page.locator(".turn strong", { hasText: "The round is over" })];
  const asked = [];
  page.on("request", (request) => request.url().endsWith("/v1/moves/best") && asked.push(request.postDataJSON()));
  for (let number = 0; number < 60; number++) {
    await turn.or(over).waitFor();
    if (await over.isVisible()) break;
    const before = await page.locator(".story").evaluateAll(([story]) => Number(story?.dataset.count ?? 0));
    await page.getByRole("button", { name: "Hint" }).click();
    assert.match(await page.locator(".said p").first().innerText(), /\.$/); // why
    await page.locator(".said button").click();
    await page.waitForFunction((count) => Number(document.querySelector(".story")?.dataset.count ?? 0) > count, before);
    if (number !== 0) continue;
    await page.reload();
    await page.getByRole("button", { name: "Continue" }).click();
    await turn.waitFor(); // the hand is not hidden from the only person
    await page.getByRole("button", { name: "Take the move back" }).click();
    await page.locator(`.story[data-count="${before}"]`).or(page.locator("main:not(:has(.story))")).waitFor();
  }
  assert.ok(asked.every(({ objective, strength }) => objective === "win" && strength === 5));
  await page.locator(".said .score").first().waitFor();
  await page.reload();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.locator(".said .score").first().waitFor();
  await page.getByRole("button", { name: "Look at the round again" }).click();
  await page.locator(".stepper").waitFor();
  await page.getByRole("link", { name: "Check this deal" }).click();
  await page.getByText("The deal is what was promised").waitFor();
});

journey("between two people and a computer the hands stay hidden, and its moves are told", { ...DESKTOP, expects: /ERR_FAILED/ }, async (page) => {
  await seat(page, ["", "easy", ""]);
  await page.goto(`${BASE}/?seed=7#/table/rummikub`);
  await page.locator(".deal select").selectOption("3");
  await page.getByRole("button", { name: "Deal a round" }).click();
  await page.getByRole("button", { name: "Player 1: show my hand" }).click();
  await page.route("**/v1/rounds/play", (route) => (route.request().postDataJSON().round.turn === "Computer" ? route.abort() : route.continue()));
  await page.getByRole("button", { name: "Draw a tile." }).click();
  await page.getByText("Computer is thinking").waitFor();
  assert.equal(await page.locator(".rack").count(), 0);
  const again = page.getByRole("button", { name: "Continue" });
  await again.waitFor();
  await page.unroute("**/v1/rounds/play");
  await again.click();
  await page.getByRole("heading", { name: "Hand over to Player 3" }).waitFor();
  assert.match(await page.locator(".told").innerText(), /Player 1 draws a tile\.\s+Computer (draws|lays)/);
  await page.getByRole("button", { name: "Take the move back" }).click();
  await page.getByText("Player 1 is on turn").waitFor();
});

journey("players see the commitment, then contribute to the deal", PHONE, async (page) => {
  await page.goto(`${BASE}/#/table/rummikub`);
  await page.getByText("Fair deal: contribute").click();
  const shown = page.locator("details[open] code", { hasText: /^[0-9a-f]{64}$/ });
  const promised = await shown.innerText();
  await page.getByLabel("Contributions, one on each line").fill("Ada: 3141\nBo: 2718");
  await page.reload(); // neither is lost
  await page.getByText("Fair deal: contribute").click();
  assert.equal(await shown.innerText(), promised);
  await page.getByRole("button", { name: "Deal a round" }).click();
  await page.getByRole("button", { name: /show my hand$/ }).click();
  await page.getByText("Fair deal, and record").click();
  assert.equal(await shown.innerText(), promised);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save as a file" }).click()]);
  const record = await readFile(await download.path(), "utf8");
  assert.deepEqual(JSON.parse(record).entropy, ["Ada: 3141", "Bo: 2718"]);
  await page.goto(`${BASE}/#/check`);
  await page.getByLabel("The record of the round").fill(record);
  await page.getByLabel("The commitment that you noted").fill(promised);
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await page.getByText("The deal is what was promised").waitFor();
});
