/**
 * What people have entered, in this browser: each sheet, and each round that is being entered, under a key of its own.
 *
 * Every change reads what is stored, changes it and writes it at once, so that nothing is lost between two tabs. Where the browser refuses to
 * store, everything is kept until the page is closed, and `isRefused` says so.
 *
 * @typedef {import("./sheets.js").Sheet} Sheet
 * @typedef {import("./sheets.js").Round} Round
 */
import { mergeSheets, newId, readRound, readSheet, withRound } from "./sheets.js";

const SHEET = "rummy-referee.sheet.";
const DRAFT = "rummy-referee.draft.";
const BROKEN = "rummy-referee.unreadable.";
/** All sheets of an earlier version of the page. */
const OLD = "rummy-referee.sheets";
/** Each round that is played at the referee's table. */
export const TABLE = "rummy-referee.table";

class Store extends EventTarget {
  isRefused = false;
  /** What could not be stored. @type {Map<string, string | null>} */
  unsaved = new Map();

  /** @param {string} key */
  read(key) {
    const kept = this.unsaved.get(key);
    if (kept !== undefined) return kept;
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  }

  /** @param {string} key @param {string | null} value  null: nothing from now on */
  write(key, value) {
    try {
      if (value === null) localStorage.removeItem(key);
      else localStorage.setItem(key, value);
      this.unsaved.delete(key);
    } catch {
      this.unsaved.set(key, value);
    }
    this.isRefused = this.unsaved.size > 0;
    this.dispatchEvent(new Event("change"));
  }

  /** @param {string} key @returns {() => void} brings it back */
  remove(key) {
    const stored = this.read(key);
    this.write(key, null);
    return () => this.write(key, stored);
  }

  /** @param {string} prefix */
  keys(prefix) {
    /** @type {Set<string>} */
    const found = new Set(this.unsaved.keys());
    try {
      for (const key of Object.keys(localStorage)) found.add(key);
    } catch {
      // no storage
    }
    return [...found].filter((key) => key.startsWith(prefix) && this.read(key) !== null).sort();
  }

  /** A stored value, read; null if there is none or it is something else. @template T @param {string} key @param {(value: any) => T} of @returns {T | null} */
  parse(key, of) {
    try {
      const stored = this.read(key);
      return stored === null ? null : of(JSON.parse(stored));
    } catch {
      return null;
    }
  }

  /** Give each sheet of an earlier version its own key. What cannot be read is kept as it is. */
  upgrade() {
    const stored = this.read(OLD);
    if (stored === null) return;
    let old;
    try {
      old = JSON.parse(stored);
      if (!Array.isArray(old)) throw new TypeError("not a list");
    } catch {
      old = [stored];
    }
    for (const one of old) {
      try {
        const sheet = readSheet(one);
        if (!this.find(sheet.id)) this.put(sheet);
      } catch {
        this.write(BROKEN + newId(), JSON.stringify(one));
      }
    }
    this.write(OLD, null);
  }

  /** The sheet changed last first. @returns {Sheet[]} */
  list() {
    const sheets = this.keys(SHEET).map((key) => this.parse(key, readSheet));
    return /** @type {Sheet[]} */ (sheets.filter((sheet) => sheet !== null)).sort((one, other) => other.changed - one.changed);
  }

  /** The keys of what is stored but is no sheet. */
  broken() {
    return [...this.keys(BROKEN), ...this.keys(SHEET).filter((key) => !this.parse(key, readSheet))];
  }

  /** @param {string} id */
  find(id) {
    return this.parse(SHEET + id, readSheet);
  }

  /** @param {Sheet} sheet */
  put(sheet) {
    if (!this.find(sheet.id)) navigator.storage?.persist?.().catch(() => undefined); // a new one: it should not be cleared away
    this.write(SHEET + sheet.id, JSON.stringify(sheet));
  }

  /** Keep a sheet of another device, merged with the copy here. @param {Sheet} sheet */
  add(sheet) {
    const here = this.find(sheet.id);
    this.put(here ? mergeSheets(here, sheet) : sheet);
  }

  /** Change what is stored of a sheet, and nothing if it is gone. @param {string} id @param {(sheet: Sheet) => Sheet} change */
  update(id, change) {
    const sheet = this.find(id);
    if (sheet) this.put(change(sheet));
  }

  /** Change a sheet as its players do. @param {string} id @param {(sheet: Sheet) => Partial<Sheet>} change */
  edit(id, change) {
    this.update(id, (sheet) => ({ ...sheet, ...change(sheet), revision: sheet.revision + 1, changed: Date.now() }));
  }

  /** Keep a round as it was entered, and its sheet if that was deleted meanwhile. @param {Sheet} sheet @param {Round} round */
  saveRound(sheet, round) {
    const here = this.find(sheet.id) ?? sheet;
    const revision = (here.rounds.find((one) => one.id === round.id)?.revision ?? 0) + 1;
    this.put(withRound(here, { ...round, revision, changed: Date.now() }));
    this.dropDraft(sheet.id, round.id);
  }

  /** @param {string} id @returns {() => void} brings it back */
  deleteSheet(id) {
    const restores = [SHEET + id, ...this.keys(`${DRAFT}${id}.`)].map((key) => this.remove(key));
    return () => restores.forEach((restore) => restore());
  }

  /** @param {string} id @param {string} roundId @returns {() => void} brings it back */
  deleteRound(id, roundId) {
    const sheet = this.find(id);
    const round = sheet?.rounds.find((one) => one.id === roundId);
    if (!sheet || !round) return () => undefined;
    this.saveRound(sheet, { ...round, isDeleted: true });
    return () => this.saveRound(sheet, round);
  }

  /** Keep a round that is being entered. @param {string} id @param {Round} round */
  saveDraft(id, round) {
    this.write(`${DRAFT}${id}.${round.id}`, JSON.stringify(round));
  }

  /** @param {string} id @param {string} roundId */
  findDraft(id, roundId) {
    return this.parse(`${DRAFT}${id}.${roundId}`, readRound);
  }

  /** The rounds of a sheet that are being entered. @param {string} id @returns {Round[]} */
  drafts(id) {
    return /** @type {Round[]} */ (this.keys(`${DRAFT}${id}.`).map((key) => this.parse(key, readRound)).filter((round) => round !== null));
  }

  /** @param {string} id @param {string} roundId */
  dropDraft(id, roundId) {
    if (this.read(`${DRAFT}${id}.${roundId}`) !== null) this.write(`${DRAFT}${id}.${roundId}`, null);
  }
}

export const store = new Store();

addEventListener("storage", () => store.dispatchEvent(new Event("change")));
store.upgrade();
