/**
 * `<tile-field>`: a list of tiles that is edited with a keypad of the game's tiles or by typing codes.
 *
 * Props: `game`, `codes`, `label`, `left` (how many of each piece the box still has), `onchange`, and optionally
 * `partial` (unknown tiles are allowed), `most` (the largest number of tiles) and `photo` (a photograph can fill it).
 */
import { h, View } from "../dom.js";
import { parseTyped, readTile } from "../notation.js";
import { t } from "../strings.js";
import { photoButton } from "./photo-button.js";
import { colourMark, tileView } from "./tile.js";

/** @type {TileField | null} */
let opened = null;

export class TileField extends View {
  isOpen = false;
  /** @type {number | null} */
  caret = null;
  /** @type {string | null} */
  row = null;
  digits = "";
  wrong = "";
  /** @type {File | null} */
  photo = null;

  /** @returns {string[]} */
  get codes() {
    return this.props["codes"];
  }

  /** @returns {import("../api.js").Game} */
  get game() {
    return this.props["game"];
  }

  /** @param {boolean} isOpen */
  toggle(isOpen) {
    if (isOpen && opened !== this) opened?.toggle(false);
    opened = isOpen ? this : opened === this ? null : opened;
    this.isOpen = isOpen;
    this.caret = null;
    this.update();
    if (isOpen) this.querySelector(".keypad")?.scrollIntoView({ block: "nearest" });
  }

  /** @param {File | null} photo */
  async openPhoto(photo) {
    if (photo) this.toggle(false);
    await import("./photo-dialog.js");
    this.photo = photo;
    this.update();
  }

  disconnectedCallback() {
    if (opened === this) opened = null;
  }

  /** @param {string[]} codes */
  insert(codes) {
    const place = this.caret ?? this.codes.length;
    const next = this.codes.toSpliced(place, 0, ...codes).slice(0, this.props["most"] ?? Infinity);
    if (this.caret !== null) this.caret += codes.length;
    this.props["onchange"](next);
  }

  /** @param {number} index */
  removeAt(index) {
    this.caret = index < this.codes.length - 1 ? index : null;
    if (!this.isOpen) this.toggle(true);
    this.props["onchange"](this.codes.toSpliced(index, 1));
  }

  /** @override */
  render() {
    const place = this.isOpen ? (this.caret ?? this.codes.length) : -1;
    const label = this.props["label"];
    return [
      h(
        "div.tiles.field",
        { role: "group", "aria-label": label },
        ...this.codes.flatMap((code, index) => [
          index === place && h("span.caret", { key: "caret" }),
          tileView(this.game, code, {
            key: index,
            onclick: () => this.removeAt(index),
            "aria-label": t("remove_tile", { tile: tileView(this.game, code).props["title"] }),
          }),
        ]),
        place === this.codes.length && h("span.caret", { key: "caret" }),
        h(
          "button.add",
          {
            key: "add",
            type: "button",
            "aria-expanded": String(this.isOpen),
            "aria-label": `${label}: ${this.isOpen ? t("close_keypad") : t("add_tiles")}`,
            onclick: () => this.toggle(!this.isOpen),
          },
          this.isOpen ? "✓" : this.codes.length ? "+" : `+ ${t("add_tiles")}`,
        ),
        this.props["photo"] && this.game.photos && photoButton(t("photo"), (file) => this.openPhoto(file), `${label}: ${t("photo")}`),
      ),
      this.isOpen && this.keypad(),
      this.photo &&
        h("photo-dialog", {
          key: "photo",
          game: this.game,
          label,
          file: this.photo,
          left: this.props["left"],
          onuse: (/** @type {string[]} */ codes) => this.props["onchange"](codes),
          onclose: () => this.openPhoto(null),
        }),
    ];
  }

  keypad() {
    const hasColours = this.game.box.colours.length > 0;
    return h(
      "div.keypad",
      { role: "group", "aria-label": t("keypad"), onkeydown: (/** @type {KeyboardEvent} */ event) => this.walk(event) },
      hasColours ? this.colourKeys() : this.numberKeys(),
      h(
        "form.typed",
        { onsubmit: (/** @type {SubmitEvent} */ event) => this.type(event) },
        h("input", {
          name: "typed",
          autocomplete: "off",
          autocapitalize: "characters",
          spellcheck: "false",
          "aria-label": t("type_codes"),
          placeholder: t("type_codes_example", { example: this.example() }),
        }),
        h("button", { type: "submit" }, t("add")),
      ),
      this.wrong && h("p.wrong", { role: "alert" }, t("unknown_codes", { codes: this.wrong })),
    );
  }

  example() {
    const pieces = this.game.tiles;
    return [9, 23, pieces.length - 1].map((index) => pieces[index]?.code ?? "").join(" ");
  }

  /** @param {SubmitEvent} event */
  type(event) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const input = /** @type {HTMLInputElement} */ (form.elements.namedItem("typed"));
    const { codes, wrong } = parseTyped(input.value, this.pattern());
    this.wrong = wrong.join(" ");
    input.value = this.wrong;
    if (codes.length) this.insert(codes);
    else this.update();
  }

  pattern() {
    const known = this.game.box.pattern;
    const unknown = [...this.game.box.colours.map(({ code }) => code), ...this.faces()].join("|");
    const symbols = this.game.box.symbols.length ? "|\\d+\\*\\?" : `|\\?(?:${unknown})`;
    return new RegExp(this.props["partial"] ? `${known}|^(?:\\?${symbols})$` : known);
  }

  /** What codes say besides the colour: numbers or ranks. */
  faces() {
    const pieces = this.game.tiles.filter(({ code }) => !readTile(this.game, code).isJoker);
    return [...new Set(pieces.map(({ code }) => code.replace(readTile(this.game, code).colour, "")))];
  }

  /** Rows by colour; on a narrow screen one at a time, chosen by its tab. */
  colourKeys() {
    const pieces = this.game.tiles.map(({ code }) => code);
    const jokers = pieces.filter((code) => readTile(this.game, code).isJoker);
    const rows = this.game.box.colours.map(({ code, name }) => ({
      code,
      name,
      codes: [...pieces.filter((piece) => readTile(this.game, piece).colour === code), ...(this.props["partial"] ? [`?${code}`] : [])],
    }));
    if (this.props["partial"]) {
      rows.push({ code: "?", name: t("unknown_tile"), codes: [...this.faces().map((face) => `?${face}`), "?"] });
    }
    const current = this.row ?? rows[0]?.code;
    return [
      h(
        "div.colours",
        { role: "group", "aria-label": t("colour") },
        ...rows.map(({ code, name }) =>
          h(
            "button",
            { type: "button", "data-colour": code, "aria-label": name, "aria-pressed": String(code === current), onclick: () => this.choose(code) },
            colourMark(code),
            h("span", {}, name),
          ),
        ),
      ),
      ...rows.map(({ code, codes }) =>
        h("div.keys", { key: code, class: code === current ? "current" : "" }, ...[...codes, ...jokers].map((one) => this.key(one))),
      ),
    ];
  }

  /** @param {string} row */
  choose(row) {
    this.row = row;
    this.update();
  }

  /** @param {string} code */
  key(code) {
    const left = this.props["left"](code);
    return tileView(this.game, code, {
      key: code,
      disabled: left < 1,
      "data-left": left > 1 && left < 10 ? left : null,
      onclick: () => this.insert([code]),
    });
  }

  /** Digits, then the number of symbols. */
  numberKeys() {
    const { lowest, highest, symbols } = this.game.box;
    const number = Number(this.digits);
    const fits = this.digits !== "" && number >= lowest && number <= highest && this.props["left"](this.digits) > 0;
    const press = (/** @type {string} */ digit) => {
      this.digits = (this.digits + digit).slice(-String(highest).length);
      this.update();
    };
    const add = (/** @type {string} */ code) => {
      this.digits = "";
      this.insert([code]);
    };
    const counts = symbols.length ? [...symbols.map(String), ...(this.props["partial"] ? ["?"] : [])] : [""];
    return h(
      "div.numbers",
      {},
      h("output.digits", { "aria-live": "polite" }, this.digits || "–"),
      h(
        "div.keys.current",
        {},
        ...[..."1234567890"].map((digit) => h("button.digit", { type: "button", onclick: () => press(digit) }, digit)),
        h("button.digit", { type: "button", "aria-label": t("clear"), onclick: () => ((this.digits = ""), this.update()) }, "×"),
        this.props["partial"] && h("button.digit", { type: "button", "aria-label": t("unknown_tile"), onclick: () => add("?") }, "?"),
      ),
      h(
        "div.keys.current.symbol-keys",
        { role: "group", "aria-label": t("symbols") },
        ...counts.map((count) =>
          h(
            "button.digit",
            {
              type: "button",
              disabled: !fits,
              "aria-label": t("add_with_symbols", { symbols: count }),
              onclick: () => add(count ? `${this.digits}*${count}` : this.digits),
            },
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
    if (event.key === "Escape") {
      this.toggle(false);
      /** @type {HTMLElement | null} */ (this.querySelector(".add"))?.focus();
    }
    if (!step || from.tagName === "INPUT") return;
    event.preventDefault();
    const keys = /** @type {HTMLButtonElement[]} */ ([...this.querySelectorAll(".keypad button")]).filter(
      (key) => !key.disabled && key.offsetParent,
    );
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

customElements.define("tile-field", TileField);
