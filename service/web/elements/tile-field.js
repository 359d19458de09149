/**
 * `<tile-field>`: a list of tiles. The keypad of the page fills the field that is active.
 *
 * Props: `game`, `codes`, `label`, `left` (how many of each piece the box still has), `onchange`, and optionally
 * `partial` (unknown tiles are allowed), `most` (the largest number of tiles) and `photo` (a photograph can fill it; what it needs besides is
 * passed on to it).
 */
import { h, View } from "../dom.js";
import { keypad } from "../state/keypad.js";
import { sync } from "../state/sync.js";
import { t } from "../strings.js";
import { photoButton } from "./photo-button.js";
import { tileView } from "./tile.js";

export class TileField extends View {
  /** Where the next tile goes; null: at the end. @type {number | null} */
  caret = null;
  /** What the field held before each change. @type {string[][]} */
  past = [];
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

  get isActive() {
    return keypad.target === this;
  }

  disconnectedCallback() {
    if (this.isActive) keypad.activate(null);
  }

  /** @override @param {Record<string, any>} props */
  setProps(props) {
    super.setProps(props);
    if (this.isActive) keypad.dispatchEvent(new Event("change"));
  }

  /** @param {File | null} photo */
  async openPhoto(photo) {
    if (photo) {
      keypad.activate(null);
      if (!(await import("./photo-dialog.js").catch(() => null))) return sync.say(t("photo_offline"));
    }
    this.photo = photo;
    this.update();
  }

  /** @param {string[]} codes */
  change(codes) {
    this.past.push(this.codes);
    this.props["onchange"](codes);
  }

  undo() {
    const before = this.past.pop();
    if (!before) return;
    this.caret = null;
    this.props["onchange"](before);
  }

  /** @param {string[]} codes */
  insert(codes) {
    if (this.props["most"] === 1) return this.change(codes.slice(-1));
    const place = Math.min(this.caret ?? Infinity, this.codes.length);
    const next = this.codes.toSpliced(place, 0, ...codes).slice(0, this.props["most"] ?? Infinity);
    if (this.caret !== null) this.caret = place + codes.length < next.length ? place + codes.length : null;
    this.change(next);
  }

  /** @param {number} index */
  removeAt(index) {
    if (!this.isActive) keypad.activate(this);
    this.caret = index < this.codes.length - 1 ? index : null;
    this.change(this.codes.toSpliced(index, 1));
  }

  toggle() {
    this.caret = null;
    keypad.activate(this.isActive ? null : this);
  }

  /** @override */
  render() {
    const place = this.isActive ? Math.min(this.caret ?? Infinity, this.codes.length) : -1;
    const label = this.props["label"];
    const caret = h("span.caret", { key: "caret" });
    return [
      h(
        "div.tiles.field",
        { role: "group", "aria-label": label, class: this.isActive ? "active" : "" },
        ...this.codes.flatMap((code, index) => [
          index === place && caret,
          tileView(this.game, code, {
            key: index,
            onclick: () => this.removeAt(index),
            "aria-label": t("remove_tile", { tile: tileView(this.game, code).props["title"] }),
          }),
        ]),
        place === this.codes.length && caret,
        h(
          "button.add",
          {
            key: "add",
            type: "button",
            "aria-expanded": String(this.isActive),
            "aria-label": `${label}: ${this.isActive ? t("close_keypad") : t("add_tiles")}`,
            onclick: () => this.toggle(),
          },
          this.isActive ? "✓" : this.codes.length ? "+" : `+ ${t("add_tiles")}`,
        ),
        this.props["photo"] && this.game.photos && photoButton(t("photo"), (file) => this.openPhoto(file), `${label}: ${t("photo")}`),
      ),
      this.photo &&
        h("photo-dialog", {
          key: "photo",
          game: this.game,
          label,
          file: this.photo,
          left: this.props["left"],
          present: this.codes.length,
          owner: this.props["owner"],
          owners: this.props["owners"],
          count: this.props["count"],
          onuse: (/** @type {string[]} */ codes, /** @type {boolean} */ isAdded, /** @type {Record<string, string[]>} */ others) => {
            this.change(isAdded ? [...this.codes, ...codes] : codes);
            this.props["ongive"]?.(others);
          },
          onclose: () => this.openPhoto(null),
        }),
    ];
  }
}

customElements.define("tile-field", TileField);
