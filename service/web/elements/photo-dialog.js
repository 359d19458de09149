/**
 * `<photo-dialog>`: the tiles that were read from a photograph, to be corrected and confirmed.
 *
 * Props: `game`, `label` (whose tiles), `file` (the photograph), `left`, `present` (how many tiles are there already), `onuse` (gets the codes,
 * whether they are added, and the codes of other players by name) and `onclose`; optionally `owners` (the names of all players whose tiles can be
 * on the photograph) and `count` (what codes count, as a promise of a text). It is loaded when the first photograph is taken. Going back closes it.
 */
import { h, onValue, View } from "../dom.js";
import { readTile } from "../notation.js";
import { choicesOf, drawPhoto, NoReaderError, readPhoto } from "../state/photo.js";
import { t } from "../strings.js";
import { keypad } from "../state/keypad.js";
import { photoButton } from "./photo-button.js";
import { tileLabel, tileRow, tileView } from "./tile.js";

/** @typedef {{tile: import("../state/photo.js").PhotoTile, choices: string[], choice: number, isRemoved: boolean, isChecked: boolean}} Entry */

const CERTAIN = 0.8;
const CROP = { width: 56, height: 72 };

export class PhotoDialog extends View {
  /** @type {HTMLCanvasElement | null} */
  photo = null;
  /** @type {Entry[]} */
  entries = [];
  /** @type {string[]} */
  added = [];
  /** @type {Entry | null} */
  active = null;
  message = "";
  isReading = false;
  /** Whose tiles each row is; a row that is not here is the player's. @type {Map<number, string>} */
  owners = new Map();
  /** What the codes count, and for which codes that was asked. */
  points = { of: "", text: "" };

  /** @override */
  connectedCallback() {
    super.connectedCallback();
    this.querySelector("dialog")?.showModal();
    history.pushState({ isDialog: true }, "");
    this.onBack = () => this.close();
    addEventListener("popstate", this.onBack);
    this.read(this.props["file"]);
  }

  disconnectedCallback() {
    if (this.onBack) removeEventListener("popstate", this.onBack);
    if (history.state?.isDialog) history.back();
  }

  /** @param {File} file */
  async read(file) {
    Object.assign(this, { photo: null, entries: [], added: [], active: null, message: "", isReading: true, owners: new Map() });
    this.update();
    try {
      this.photo = await drawPhoto(file);
      this.update();
      const tiles = await readPhoto(this.props["game"], this.photo);
      this.entries = tiles.map((tile) => ({ tile, choices: choicesOf(tile), choice: 0, isRemoved: false, isChecked: false }));
      this.message = tiles.length ? "" : t("photo_none");
    } catch (error) {
      this.message = error instanceof NoReaderError ? t("photo_offline") : t("photo_unreadable");
    }
    this.isReading = false;
    this.update();
  }

  /** The entries that count, in reading order. */
  get kept() {
    return this.entries.filter(({ isRemoved }) => !isRemoved);
  }

  get codes() {
    return [...this.kept.filter(({ tile }) => !this.owners.has(tile.row)).map(codeOf), ...this.added];
  }

  /** The codes of other players, by name. */
  get others() {
    const names = [...new Set(this.owners.values())];
    return Object.fromEntries(names.map((name) => [name, this.kept.filter(({ tile }) => this.owners.get(tile.row) === name).map(codeOf)]));
  }

  /** Correct a tile on the keypad. @param {Entry} entry */
  correct(entry) {
    entry.isRemoved = false;
    this.active = entry;
    this.update();
    const field = /** @type {import("./tile-field.js").TileField | null} */ (this.querySelector(".correction tile-field"));
    keypad.activate(field);
    this.querySelector(".reading.active")?.scrollIntoView({ block: "nearest" });
  }

  closeKeypad() {
    keypad.activate(null);
    /** @type {HTMLElement | null} */ (this.querySelector(".reading.active .tile") ?? this.querySelector(".add"))?.focus();
  }

  /** @param {Entry} entry @param {string | undefined} code */
  set(entry, code) {
    if (!code) return this.drop(entry);
    Object.assign(entry, { choices: [code, ...entry.choices.filter((one) => one !== code)], choice: 0, isChecked: true });
    this.update();
  }

  /** Ask what the tiles count. */
  async ask() {
    const of = this.codes.join();
    if (!this.props["count"] || of === this.points.of) return;
    this.points.of = of;
    const text = await this.props["count"](this.codes).catch(() => "");
    if (of !== this.codes.join()) return;
    this.points.text = text;
    this.update();
  }

  /** @param {Entry} entry */
  drop(entry) {
    const place = this.sorted().indexOf(entry);
    entry.isRemoved = true;
    this.active = null;
    this.update();
    const left = /** @type {NodeListOf<HTMLElement>} */ (this.querySelectorAll(".reading .tile"));
    (left[Math.min(place, left.length - 1)] ?? /** @type {HTMLElement | null} */ (this.querySelector(".add")))?.focus();
  }

  /** Least certain first. */
  sorted() {
    return this.kept.toSorted((one, other) => one.tile.confidence - other.tile.confidence);
  }

  close() {
    this.querySelector("dialog")?.close();
  }

  /** @override */
  update() {
    super.update();
    if (this.isConnected && this.photo) this.drawCrops(this.photo);
    if (this.isConnected && this.entries.length) this.ask();
  }

  /** Draw the photograph, and each tile upright beside its reading. @param {HTMLCanvasElement} photo */
  drawCrops(photo) {
    const shown = /** @type {HTMLCanvasElement} */ (this.querySelector(".shot canvas"));
    shown.getContext("2d")?.drawImage(photo, 0, 0);
    for (const [index, canvas] of /** @type {NodeListOf<HTMLCanvasElement>} */ (this.querySelectorAll("canvas.crop")).entries()) {
      const entry = this.sorted()[index];
      const context = canvas.getContext("2d");
      if (!entry || !context) continue;
      const { x, y, width, height, angle } = placeOf(entry.tile.quad);
      const scale = Math.min(CROP.width / width, CROP.height / height) * 0.9;
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.clearRect(0, 0, CROP.width, CROP.height);
      context.translate(CROP.width / 2, CROP.height / 2);
      context.scale(scale, scale);
      context.rotate(-angle);
      context.drawImage(photo, -x, -y);
    }
  }

  /** @override */
  render() {
    return h(
      "dialog.photo",
      { "aria-label": t("photo_title", { label: this.props["label"] }), onclose: () => this.props["onclose"]() },
      h("h2", {}, t("photo_title", { label: this.props["label"] })),
      h("p.hint", {}, t("photo_private")),
      this.photo && this.shot(this.photo),
      this.isReading && h("p", { role: "status" }, t("photo_reading")),
      this.message && h("p.wrong", { role: "alert" }, this.message),
      !this.isReading && this.photo && this.form(),
      this.footer(),
      this.active && this.correction(this.active),
      h("tile-keypad", { key: "keypad", sum: this.points.text || undefined, next: { label: t("close_keypad"), act: () => this.closeKeypad() } }),
    );
  }

  /** @param {HTMLCanvasElement} photo */
  shot(photo) {
    const { width, height } = photo;
    return h(
      "div.shot",
      { style: { "--ratio": String(width / height) }, "aria-hidden": "true" },
      h("canvas", { key: "photo", width, height, onclick: () => this.openKeypad() }),
      ...this.entries.map((entry, index) => this.box(entry, index, width, height)),
    );
  }

  /** @param {Entry} entry @param {number} index @param {number} photoWidth @param {number} photoHeight */
  box(entry, index, photoWidth, photoHeight) {
    const { x, y, width, height, angle } = placeOf(entry.tile.quad);
    const { colour, face, isJoker } = readTile(this.props["game"], codeOf(entry));
    const percent = (/** @type {number} */ part, /** @type {number} */ whole) => `${(100 * part) / whole}%`;
    const classes = [entry.isRemoved ? "removed" : isDoubtful(entry) && "doubtful", entry === this.active && "active"];
    return h(
      "button.box",
      {
        key: index,
        type: "button",
        tabindex: "-1",
        class: classes.filter(Boolean).join(" "),
        style: { left: percent(x, photoWidth), top: percent(y, photoHeight), width: percent(width, photoWidth), height: percent(height, photoHeight), "--angle": `${angle}rad` },
        onclick: () => this.correct(entry),
      },
      h("span.read", { "data-colour": colour || "N", "data-text": entry.isRemoved ? "×" : isJoker ? "★" : face }),
    );
  }

  openKeypad() {
    keypad.activate(this.querySelector("tile-field"));
  }

  form() {
    const { game, left } = this.props;
    return [
      this.entries.length > 0 && h("p", {}, t("photo_hint")),
      this.rows(),
      h("ul.readings", {}, ...this.sorted().map((entry) => this.reading(game, entry))),
      h("p", {}, t("photo_added")),
      h("tile-field", {
        game,
        codes: this.added,
        label: t("photo_added"),
        left,
        partial: true,
        onchange: (/** @type {string[]} */ added) => {
          this.added = added;
          this.update();
        },
      }),
    ];
  }

  /** Two racks are two hands: whose is each row? */
  rows() {
    const rows = [...new Set(this.entries.map(({ tile }) => tile.row))].sort((one, other) => one - other);
    const names = this.props["owners"] ?? [];
    if (rows.length < 2 || names.length < 2) return null;
    const own = this.props["owner"];
    const set = (/** @type {number} */ row, /** @type {string} */ name) => {
      if (name === own) this.owners.delete(row);
      else this.owners.set(row, name);
      this.update();
    };
    return h(
      "details.options",
      { key: "rows" },
      h("summary", {}, t("photo_rows")),
      ...rows.map((row, index) =>
        h(
          "label.number",
          { key: row },
          h("span", {}, t("photo_row", { number: index + 1 }), " ", tileRow(this.props["game"], this.kept.filter(({ tile }) => tile.row === row).map(codeOf))),
          h("select", { value: this.owners.get(row) ?? own, onchange: onValue((name) => set(row, name)) }, ...names.map((/** @type {string} */ name) => h("option", { value: name }, name))),
        ),
      ),
    );
  }

  /** The tile that is corrected, in a list of one for the keypad. @param {Entry} entry */
  correction(entry) {
    const { game, left } = this.props;
    return h(
      "div.correction",
      { key: this.entries.indexOf(entry), hidden: true },
      h("tile-field", { game, codes: [codeOf(entry)], label: t("photo_change", { tile: tileLabel(game, codeOf(entry)) }), left, partial: true, most: 1, onchange: (/** @type {string[]} */ [code]) => this.set(entry, code) }),
    );
  }

  /** @param {import("../api.js").Game} game @param {Entry} entry */
  reading(game, entry) {
    const tile = tileLabel(game, codeOf(entry));
    return h(
      "li.reading",
      { key: this.entries.indexOf(entry), class: [isDoubtful(entry) && "doubtful", entry === this.active && "active"].filter(Boolean).join(" ") },
      h("canvas.crop", { ...CROP, "aria-hidden": "true" }),
      tileView(game, codeOf(entry), { onclick: () => this.correct(entry), "aria-label": t("photo_change", { tile }) }),
      h("button.remove", { type: "button", "aria-label": t("remove_tile", { tile }), onclick: () => this.drop(entry) }, "×"),
    );
  }

  footer() {
    const { codes } = this;
    const isReady = !this.isReading && this.photo && codes.length > 0;
    return h(
      "div.actions.confirm",
      {},
      isReady && h("p", { role: "status" }, t("photo_right", { count: codes.length }), this.points.text && ` (${this.points.text})`),
      isReady && 2 * this.kept.filter(isDoubtful).length > this.kept.length && h("p.wrong", {}, t("photo_doubtful")),
      this.active && h("p.visually-hidden", { role: "status" }, tileLabel(this.props["game"], codeOf(this.active))),
      isReady && this.props["present"] > 0 && h("button.primary", { key: "add", type: "button", onclick: () => this.use(true) }, t("photo_add", { count: this.props["present"] })),
      isReady && h("button", { key: "use", type: "button", class: this.props["present"] ? "" : "primary", onclick: () => this.use(false) }, this.props["present"] ? t("photo_replace") : t("photo_use")),
      !this.isReading && photoButton(t("photo_again"), (file) => this.read(file)),
      h("button", { type: "button", onclick: () => this.close() }, t("photo_cancel")),
    );
  }

  /** @param {boolean} isAdded */
  use(isAdded) {
    this.props["onuse"](this.codes, isAdded, this.others);
    this.close();
  }
}

/** @param {Entry} entry */
const codeOf = (entry) => entry.choices[entry.choice] ?? "?";

/** Whether a reading is worth a look. @param {Entry} entry */
const isDoubtful = (entry) => codeOf(entry).startsWith("?") || (!entry.isChecked && entry.tile.confidence < CERTAIN);

/** The middle, size and angle of a tile. @param {number[]} quad */
function placeOf([x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0, x4 = 0, y4 = 0]) {
  return {
    x: (x1 + x2 + x3 + x4) / 4,
    y: (y1 + y2 + y3 + y4) / 4,
    width: (Math.hypot(x2 - x1, y2 - y1) + Math.hypot(x3 - x4, y3 - y4)) / 2,
    height: (Math.hypot(x4 - x1, y4 - y1) + Math.hypot(x3 - x2, y3 - y2)) / 2,
    angle: Math.atan2(y2 - y1 + y3 - y4, x2 - x1 + x3 - x4),
  };
}

customElements.define("photo-dialog", PhotoDialog);
