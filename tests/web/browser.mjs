/** A browser for journeys: every journey has its own profile and fails on a console error or a violated policy. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";

const tools = createRequire(new URL("../../tools/browser/package.json", import.meta.url));
const { chromium } = tools("playwright-core");

export const BASE = process.env["BASE"] ?? "http://127.0.0.1:8000";
export const AXE = tools.resolve("axe-core/axe.min.js");
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
export const NARROW = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true };
export const DESKTOP = { viewport: { width: 1280, height: 900 } };

const INSTALLED = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** A Chromium of the machine, or the one in the npm package. */
async function findChromium() {
  const installed = [process.env["CHROMIUM"], ...INSTALLED].find((path) => path && existsSync(path));
  if (installed) return installed;
  const packed = await import(pathToFileURL(tools.resolve("@sparticuz/chromium")).href);
  return packed.default.executablePath();
}

let browser;

export async function openBrowser() {
  const args = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"];
  browser ??= chromium.launch({ executablePath: await findChromium(), args });
  return browser;
}

if (process.env["NODE_TEST_CONTEXT"]) after(async () => (await browser)?.close());

/** A test with a page of its own. @param {string} name @param {object} options of the browser, and `expects`: the failures that are part of the journey @param {(page: any, context: any) => Promise<void>} walk */
export function journey(name, options, walk) {
  test(name, { timeout: 240_000 }, async () => {
    const context = await (await openBrowser()).newContext({ locale: "en-GB", ...DESKTOP, ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(30_000); // on a busy machine; nothing waits longer than it has to
    /** @type {string[]} */
    const faults = [];
    page.on("console", (message) => ["error", "warning"].includes(message.type()) && !isExpected(message, options.expects) && faults.push(message.text()));
    page.on("pageerror", (error) => faults.push(error.stack));
    await page.addInitScript(() => document.addEventListener("securitypolicyviolation", (event) => console.error(`policy: ${event.violatedDirective}`)));
    try {
      await walk(page, context);
    } catch (error) {
      if (process.env["SHOT"]) await page.screenshot({ path: process.env["SHOT"], fullPage: true });
      throw error;
    } finally {
      await context.close();
    }
    assert.deepEqual(faults, []);
  });
}

/** A browser reports every request that failed: without a connection, and where a journey expects it. */
const isExpected = (message, expects = /ERR_INTERNET_DISCONNECTED/) => expects.test(message.text());

/** @param {string} path @param {unknown} [body] @returns {Promise<any>} */
export async function ask(path, body) {
  const post = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  return (await fetch(BASE + path, body ? post : {})).json();
}

export const GAMES = process.env["BASE"] ? (await ask("/v1/variants")).variants.map((game) => game.id) : [];
