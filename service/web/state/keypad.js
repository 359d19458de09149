/** Which field the keypad fills: at most one on the page. */

/** @typedef {import("../elements/tile-field.js").TileField} TileField */

export const keypad = new (class extends EventTarget {
  /** @type {TileField | null} */
  target = null;

  /** @param {TileField | null} target */
  activate(target) {
    const before = this.target;
    this.target = target;
    if (before !== target) before?.update();
    target?.update();
    this.dispatchEvent(new Event("change"));
  }
})();
