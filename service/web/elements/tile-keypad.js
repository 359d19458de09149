/**
 * `<tile-keypad>`: the keys of the game's tiles for the active field, docked at the bottom of the page or of a dialog, and below them a bar
 * with undo, the sum so far and the next step. The bar never moves, whatever the keys and the page above do.
 *
 * Props, all optional: `sum` (text, what the field counts so far), `next` (label and act of the last button) and `idle` (what the bar shows
 * while no field is active).
 */
import { h, View } from "../dom.js";
import { parseTyped, readTile } from "../notation.js";
import { keypad } from "../state/keypad.js";
import { t } from "../strings.js";
import { tileView } from "./tile.js";

export class TileKeypad extends View {
  digits = "";
  wrong = "";
  /** Whether the keys are those of partly unknown tiles. */
  isUnknown = false;
  isTyping = false;
  /** @type {import("./tile-field.js").TileField | null} */
  shown = null;

  /** @override */
  connectedCallback() {
    this.onTarget = () => this.update();
    keypad.addEventListener("change", this.onTarget);
    super.connectedCallback();
  }

  disconnectedCallback() {
    if (this.onTarget) keypad.removeEventListener("change", this.onTarget);
  }

  /** The active field, if it is one of this keypad's page or dialog. */
  get field() {
    const field = keypad.target;
    return field && field.closest("dialog") === this.closest("dialog") ? field : null;
  }

  get game() {
    return /** @type {import("./tile-field.js").TileField} */ (this.field).game;
  }

  get isPartial() {
    return Boolean(this.field?.props["partial"]);
  }

  /** @override */
  update() {
    if (this.field !== this.shown) Object.assign(this, { digits: "", wrong: "", isUnknown: false, shown: this.field });
    super.update();
    this.toggleAttribute("open", Boolean(this.field));
    this.uncover();
  }

  /** Scroll so that the keys do not cover the place where the next tile goes. */
  uncover() {
    const [caret, dock] = [this.field?.querySelector(".caret"), this.querySelector(".dock")];
    const hidden = caret && dock ? caret.getBoundingClientRect().bottom - dock.getBoundingClientRect().top : 0;
    if (hidden > 0) (this.closest("dialog") ?? document.documentElement).scrollBy(0, hidden + 8);
  }

  /** @param {string} code */
  insert(code) {
    this.isUnknown = false;
    this.digits = "";
    this.field?.insert([code]);
  }

  /** @override */
  render() {
    const { field } = this;
    if (!field) return this.props["idle"] && h("div.dock", {}, h("div.bar", { key: "idle" }, this.props["idle"]));
    const hasColours = this.game.box.colours.length > 0;
    const next = this.props["next"] ?? { label: t("close_keypad"), act: () => this.close() };
    return h(
      "div.dock",
      {},
      h(
        "div.keypad",
        { role: "group", "aria-label": `${t("keypad")}: ${field.props["label"]}`, onkeydown: (/** @type {KeyboardEvent} */ event) => this.walk(event) },
        hasColours ? this.colourKeys() : this.numberKeys(),
        this.isTyping && this.typed(),
      ),
      h(
        "div.bar",
        { key: "bar" },
        h("button.undo", { key: "undo", type: "button", disabled: !field.past.length, "aria-label": t("undo"), title: t("undo"), onclick: () => field.undo() }, "↶"),
        h("button.undo", { key: "type", type: "button", "aria-pressed": String(this.isTyping), "aria-label": t("type_codes"), title: t("type_codes"), onclick: () => this.toggleTyping() }, "⌨"),
        h("output.sum", { key: "sum" }, h("small", {}, field.props["label"]), h("strong", { class: this.props["sum"] ? "" : "count" }, this.props["sum"] ?? t("tiles_count", { count: field.codes.length }))),
        h("button.primary", { key: "next", type: "button", onclick: next.act }, next.label),
      ),
    );
  }

  close() {
    const add = /** @type {HTMLElement | null | undefined} */ (this.field?.querySelector(".add"));
    keypad.activate(null);
    add?.focus();
  }

  toggleTyping() {
    this.isTyping = !this.isTyping;
    this.wrong = "";
    this.update();
    if (this.isTyping) this.querySelector("input")?.focus();
  }

  typed() {
    const pieces = this.game.tiles;
    const example = [9, 23, pieces.length - 1].map((index) => pieces[index]?.code ?? "").join(" ");
    return [
      h(
        "form.typed",
        { onsubmit: (/** @type {SubmitEvent} */ event) => this.type(event) },
        h("input", { name: "typed", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", "aria-label": t("type_codes"), placeholder: t("type_codes_example", { example }) }),
        h("button", { type: "submit" }, t("add")),
      ),
      this.wrong && h("p.wrong", { role: "alert" }, t("unknown_codes", { codes: this.wrong })),
    ];
  }

  /** @param {SubmitEvent} event */
  type(event) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const input = /** @type {HTMLInputElement} */ (form.elements.namedItem("typed"));
    const { codes, wrong } = parseTyped(input.value, this.pattern());
    this.wrong = wrong.join(" ");
    input.value = this.wrong;
    if (codes.length) this.field?.insert(codes);
    else this.update();
  }

  pattern() {
    const known = this.game.box.pattern;
    const unknown = [...this.game.box.colours.map(({ code }) => code), ...this.faces()].join("|");
    const symbols = this.game.box.symbols.length ? "|\\d+\\*\\?" : `|\\?(?:${unknown})`;
    return new RegExp(this.isPartial ? `${known}|^(?:\\?${symbols})$` : known);
  }

  /** What codes say besides the colour: numbers or ranks. */
  faces() {
    const pieces = this.game.tiles.filter(({ code }) => !readTile(this.game, code).isJoker);
    return [...new Set(pieces.map(({ code }) => code.replace(readTile(this.game, code).colour, "")))];
  }

  /** All tiles, a row for each colour, or what else is known of an unknown tile. */
  colourKeys() {
    const pieces = this.game.tiles.map(({ code }) => code);
    const jokers = pieces.filter((code) => readTile(this.game, code).isJoker);
    const rows = this.game.box.colours.map(({ code }) => pieces.filter((piece) => readTile(this.game, piece).colour === code));
    const width = Math.max(...rows.map((row) => row.length));
    const style = { "--keys": String(width + 1), "--half": String(Math.ceil((width + 1) / 2)) };
    const long = width > 10 ? "long" : "";
    const open = h("button.digit", { key: "open", type: "button", "aria-pressed": String(this.isUnknown), "aria-label": t("partly_unknown"), title: t("partly_unknown"), onclick: () => this.toggleUnknown() }, "?…");
    if (this.isUnknown) {
      const known = [...this.game.box.colours.map(({ code }) => `?${code}`), ...this.faces().map((face) => `?${face}`)];
      return h("div.keys", { key: "unknown", class: long, style }, ...known.map((code) => this.key(code)), open);
    }
    const last = [...jokers.map((code) => this.key(code)), ...(this.isPartial ? [this.key("?"), open] : [])];
    return h("div.keys", { key: "known", class: long, style }, ...rows.flatMap((row, index) => [...row.map((code) => this.key(code)), last[index] ?? h("span", { key: `gap${index}` })]), ...last.slice(rows.length));
  }

  toggleUnknown() {
    this.isUnknown = !this.isUnknown;
    this.update();
  }

  /** @param {string} code */
  key(code) {
    const left = this.field?.props["left"](code);
    return tileView(this.game, code, { key: code, disabled: left < 1, class: this.field?.props["most"] === 1 && this.field.codes[0] === code ? "preset" : "", onclick: () => this.insert(code) });
  }

  /** Digits, then the number of symbols. */
  numberKeys() {
    const { lowest, highest, symbols } = this.game.box;
    const number = Number(this.digits);
    const fits = this.digits !== "" && number >= lowest && number <= highest && this.field?.props["left"](this.digits) > 0;
    const press = (/** @type {string} */ digit) => {
      this.digits = (this.digits + digit).slice(-String(highest).length);
      this.update();
    };
    const counts = symbols.length ? [...symbols.map(String), ...(this.isPartial ? ["?"] : [])] : [""];
    return h(
      "div.numbers",
      {},
      h("output.digits", { "aria-live": "polite" }, this.digits || "–"),
      h(
        "div.keys",
        { style: { "--keys": "6", "--half": "6" } },
        ...[..."1234567890"].map((digit) => h("button.digit", { type: "button", onclick: () => press(digit) }, digit)),
        h("button.digit", { type: "button", "aria-label": t("clear"), onclick: () => ((this.digits = ""), this.update()) }, "×"),
        this.isPartial && h("button.digit", { type: "button", "aria-label": t("unknown_tile"), onclick: () => this.insert("?") }, "?"),
      ),
      h(
        "div.keys",
        { role: "group", "aria-label": t("symbols"), style: { "--keys": "5", "--half": "5" } },
        ...counts.map((count) =>
          h(
            "button.digit",
            { type: "button", disabled: !fits, "aria-label": t("add_with_symbols", { symbols: count }), onclick: () => this.insert(count ? `${this.digits}*${count}` : this.digits) },
            count === "?" ? "★?" : "★".repeat(Number(count)) || "+",
          ),
        ),
      ),
    );
  }

  /** Arrow keys walk over the keys. @param {KeyboardEvent} event */
  walk(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 1000, ArrowUp: -1000 }[event.key];
    const from = /** @type {HTMLElement} */ (event.target);
    if (event.key === "Escape") this.close();
    if (!step || from.tagName === "INPUT") return;
    event.preventDefault();
    const keys = /** @type {HTMLButtonElement[]} */ ([...this.querySelectorAll(".keypad button")]).filter((key) => !key.disabled);
    if (Math.abs(step) === 1) return keys[keys.indexOf(/** @type {HTMLButtonElement} */ (from)) + step]?.focus();
    const here = from.getBoundingClientRect();
    const beyond = keys.filter((key) => Math.sign(key.getBoundingClientRect().top - here.top) === Math.sign(step));
    const distance = (/** @type {HTMLElement} */ key) => {
      const there = key.getBoundingClientRect();
      return Math.abs(there.top - here.top) * 4 + Math.abs(there.left - here.left);
    };
    beyond.sort((one, other) => distance(one) - distance(other))[0]?.focus();
  }
}

customElements.define("tile-keypad", TileKeypad);
