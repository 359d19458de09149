/** Journeys with the record of a round. */
import assert from "node:assert/strict";
import { ask, BASE, DESKTOP, journey, NARROW, PHONE } from "./browser.mjs";

const SEED = "0123456789abcdef0123456789abcdef";

/** Give the page a record, and ask it. @param {any} page @param {unknown} record */
async function enterRecord(page, record) {
  await page.getByLabel("The record of the round").fill(typeof record === "string" ? record : JSON.stringify(record));
  await page.locator("record-input button[type=submit]").click();
}

journey("a deal is checked without a connection, and a changed seed is found", NARROW, async (page, context) => {
  const body = { variant: "brettspielnetz-rummy", players: 2, names: ["Ada", "Bo"], starter: "Bo", seed: SEED, commit: true, entropy: ["Ada: 3141"] };
  const dealt = await ask("/v1/deals", body);
  await page.goto(`${BASE}/#/`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await page.goto(`${BASE}/#/check`);
  await enterRecord(page, dealt.record);
  await page.getByText("The deal is what was promised").waitFor();
  await page.getByText("Compare the commitment").waitFor(); // nobody has noted it
  for (const [seat, name] of ["Bo", "Ada"].entries()) {
    const row = page.locator(".dealt > div", { has: page.locator("dt", { hasText: name }) });
    assert.deepEqual(await row.locator(".tile").evaluateAll((tiles) => tiles.map((tile) => tile.dataset.code)), dealt.hands[seat]);
  }
  await page.locator(".steps", { hasText: "Ada: 3141" }).waitFor();
  await page.getByLabel("The commitment that you noted").fill(dealt.commitment.toUpperCase());
  await enterRecord(page, { ...dealt.record, commitment: null });
  await page.getByText("The deal is what was promised").waitFor();
  await page.reload();
  await page.getByText("The deal is what was promised").waitFor();
  await enterRecord(page, { ...dealt.record, seed: `f${SEED.slice(1)}` });
  await page.getByText("The deal is not what was promised").waitFor();
  await page.goBack();
  await page.getByText("The deal is what was promised").waitFor();
  await enterRecord(page, { ...dealt.record, seed: "0' | rm; '" }); // a seed is part of a command that people may copy
  await page.getByText("This is not the record of a round.").waitFor();
});

journey("a record is stepped through with the keyboard, up to its first illegal move", DESKTOP, async (page) => {
  const record = `[variant "rummikub"]\n[players ["Ada","Bo"]]\n[seed "${SEED}"]\n\n1. draw\n2. play K7-B7-O7/K13-B13-O13\n3. play R1-R2 ; too short`;
  const replayed = await ask("/v1/rounds/replay", { record });
  await page.goto(`${BASE}/#/record`);
  await enterRecord(page, record);
  const step = page.locator(".step");
  await step.getByText(replayed.positions[2].text).waitFor(); // the move in question follows
  await page.getByText("Move 3 is not allowed").waitFor();
  const shown = await page.locator(".illegal .violations li").allInnerTexts();
  assert.equal(shown.length, replayed.violations.length);
  for (const [index, { message }] of replayed.violations.entries()) assert.ok(shown[index]?.startsWith(message));
  assert.deepEqual(await page.locator(".felt .is-new").count(), 2);
  await page.keyboard.press("ArrowLeft");
  await step.getByText(replayed.positions[1].text).waitFor();
  assert.equal(await page.locator(".illegal").count(), 0);
  await page.keyboard.press("Home");
  await step.getByText("Ada starts.").waitFor();
  const hand = await page.getByRole("region", { name: "Ada" }).locator(".tile").evaluateAll((tiles) => tiles.map((tile) => tile.dataset.code));
  assert.deepEqual(hand.toSorted(), replayed.positions[0].round.hands.Ada.toSorted());
  await page.getByRole("button", { name: "One move on" }).click();
  await page.reload();
  await step.getByText(replayed.positions[1].text).waitFor();
  await page.getByLabel("Language").selectOption("de");
  await step.getByText("Ada zieht").waitFor();
});

journey("a record is opened from a file, reviewed and handed on as a link", PHONE, async (page, context) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`${BASE}/#/record`);
  const missed = `[variant "rummikub"]\n[players ["Ada","Bo"]]\n[seed 1]\n\n1. draw\n2. draw`;
  await page.locator("input[type=file]").setInputFiles({ name: "round.txt", mimeType: "text/plain", buffer: Buffer.from(missed) });
  await page.getByRole("button", { name: "To the end" }).click();
  const { moves } = await ask("/v1/rounds/review", { record: missed });
  await page.getByRole("button", { name: "What would have been better?" }).click();
  await page.locator(".findings li").nth(moves.length - 1).waitFor();
  assert.ok(moves.length);
  await page.locator(".findings button").first().click();
  await page.locator(".better", { hasText: moves[0].better.text }).waitFor();
  assert.ok((await page.locator(".better").innerText()).includes(moves[0].reason.message));
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save as a file" }).click()]);
  assert.equal(download.suggestedFilename(), "rummikub.txt");
  await page.getByRole("button", { name: "Send the link" }).click();
  await page.getByText("The link is copied.").waitFor();
  const other = await context.newPage();
  await other.goto(await page.evaluate(() => navigator.clipboard.readText()));
  await other.locator(".better", { hasText: moves[0].better.text }).waitFor();
});
