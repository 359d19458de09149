/** Journeys with the record of a round. */
import assert from "node:assert/strict";
import { ask, BASE, journey, NARROW } from "./browser.mjs";

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
  await enterRecord(page, "[variant");
  await page.getByText("This is not the record of a round.").waitFor();
});
