/** Pictures of the page: PHOTO=rack.jpg node screenshots.mjs http://127.0.0.1:8000 folder [all] */
import { openBrowser } from "../../tests/web/browser.mjs";

const [base, folder, every] = process.argv.slice(2);

const NAMES = ["Ada", "Bo", "Cleo"];
const roundOf = (id, hands) => ({
  id,
  revision: 1,
  changed: 1,
  entry: { players: hands.map((hand, seat) => ({ player: NAMES[seat], hand, opened_before: true })), went_out: NAMES[hands.findIndex((hand) => !hand.length)] },
  extra: {},
  agreed: {},
});
const SHEET = {
  id: "one",
  revision: 1,
  changed: 1,
  variant: "rummy",
  game: "Rummy",
  options: { rounds: 3 },
  players: NAMES.map((name) => ({ id: name, name })),
  rounds: [roundOf("1", [[], ["R10", "J", "K3"], ["B5", "B6"]]), roundOf("2", [["Y13", "Y12"], [], ["R1"]]), roundOf("3", [[], ["K9", "R4"], ["B13", "Y2"]])],
};
const TABLE = "#/table/rummy?table=R7,R8,R9;K1,K2,K3;B4,R4,Y4&hand=R10,K4,B5,B6,J&opened=yes&stock=40";

/** Name, address, what to wait for, and what to do before the picture. */
const PAGES = {
  "score-pad": ["#/sheet/one", ".totals strong", async () => {}],
  round: ["#/sheet/one/round/1", ".who .points", async (page) => {
    await page.locator(".who").nth(1).click();
  }],
  photo: ["#/sheet/one/round/1", ".who .points", async (page) => {
    await page.locator(".who").nth(1).click();
    await page.locator("input[type=file]").setInputFiles(process.env["PHOTO"]);
    await page.locator("dialog .confirm .primary").waitFor();
  }],
  table: [TABLE, ".meld.good", async (page) => {
    await page.locator(".actions button", { hasText: /Best|Bester|Meilleur|migliore/ }).click();
    await page.locator(".said p").first().waitFor();
    await page.waitForTimeout(700);
  }],
};
const MORE = {
  home: ["#/", ".last", async () => {}],
  new: ["#/new", "details.options", async (page) => page.locator("details.options > summary").click()],
  "table-red": [TABLE.replace("B4,R4,Y4", "B4,R4,Y5"), ".meld.bad", async (page) => page.locator(".rack .tile").first().click()],
};

const sizes = { narrow: { width: 320, height: 640 }, phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };
const shots = every
  ? Object.keys({ ...PAGES, ...MORE }).flatMap((name) => Object.keys(sizes).flatMap((size) => ["light", "dark"].flatMap((theme) => ["en", "de", "fr", "it"].map((language) => [name, size, theme, language]))))
  : [["score-pad", "phone", "light", "en"], ["round", "phone", "light", "en"], ["round", "phone", "dark", "de"], ["photo", "phone", "light", "en"], ["table", "desktop", "light", "en"], ["table", "desktop", "dark", "fr"]];

const browser = await openBrowser();
for (const [name, size, theme, language] of shots) {
  const context = await browser.newContext({ viewport: sizes[size], colorScheme: theme, locale: language, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(`${base}/healthz`);
  await page.evaluate((sheet) => localStorage.setItem("rummy-referee.sheet.one", JSON.stringify(sheet)), SHEET);
  const [address, ready, prepare] = { ...PAGES, ...MORE }[name];
  await page.goto(`${base}/${address}`);
  await page.locator(ready).first().waitFor();
  await page.waitForTimeout(300);
  await prepare(page);
  await page.screenshot({ path: `${folder}/${name}-${size}-${theme}-${language}.png`, fullPage: !["photo", "round"].includes(name) });
  await context.close();
}
await browser.close();
