/**
 * `<tile-board>`: the table and the hand. Tiles are moved by dragging, by tapping tiles and then a place, or by keyboard.
 *
 * Props: `game`, `board`, `checks` (for each meld the answer of the service), `owners` and `marks` (for each meld, where
 * there are any), `hasTable`, `handLabel`, `selected` (ids), `onselect` (id), `onmove` (ids, target), `groups` (how many tiles at the start of
 * the hand belong together), `isGrouped`, `playable` (the codes of tiles that can be laid), `faults` (for each meld, the tiles at fault in the last verdict),
 * `odd` (the ids of tiles without which their meld would be one), `isRefused`, `isWaiting` (an answer is on
 * its way) and `verdict` (what the referee says).
 */
import { h, patch, View } from "../dom.js";
import { t } from "../strings.js";
import { tileView } from "./tile.js";
import { violationList } from "./violations.js";

/**
 * @typedef {import("../state/board.js").Piece} Piece
 * @typedef {"hand" | "new" | number} Target
 */

const DRAG_FROM = 6;
/** So close to the edge of the window, dragging scrolls. */
const EDGE = 60;
/** From this number on, the tiles on the table are smaller on a small screen. */
const MANY = 20;
const GLIDE = { duration: 500, easing: "cubic-bezier(0.3, 0, 0.2, 1)" };

export class TileBoard extends View {
  /** @type {{id: number, x: number, y: number, ghost: HTMLElement | null} | null} */
  drag = null;
  wasDragged = false;

  /** Draw, and let every tile glide from where it was. @override */
  update() {
    if (!this.isConnected) return;
    const before = this.places();
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset["id"];
    patch(this, [this.render()]);
    if (focused && document.activeElement === document.body) this.tile(Number(focused))?.focus();
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    for (const [id, now] of this.places()) {
      const then = before.get(id);
      if (!then || (then.x === now.x && then.y === now.y)) continue;
      this.tile(id)?.animate([{ transform: `translate(${then.x - now.x}px, ${then.y - now.y}px)` }, { transform: "none" }], GLIDE);
    }
  }

  /** @param {number} id */
  tile(id) {
    return /** @type {HTMLElement | null} */ (this.querySelector(`[data-id="${id}"]`));
  }

  places() {
    const tiles = /** @type {HTMLElement[]} */ ([...this.querySelectorAll("[data-id]")]);
    return new Map(tiles.map((tile) => [Number(tile.dataset["id"]), { x: tile.offsetLeft, y: tile.offsetTop }]));
  }

  /** @override */
  render() {
    const { board, hasTable, handLabel, selected } = this.props;
    const canPut = selected.size > 0;
    return [
      h("p.checking", { key: "checking", role: "status" }, this.props["isWaiting"] && t("is_checking")),
      hasTable &&
        h(
          "div.felt",
          { role: "group", "aria-label": t("on_table"), class: `${board.melds.flat().length > MANY ? "many" : ""} ${this.props["isRefused"] ? "refused" : ""}` },
          ...board.melds.map((/** @type {Piece[]} */ meld, /** @type {number} */ index) => this.meld(meld, index, canPut)),
          h("div.meld.new", { "data-drop": "new", class: canPut ? "ready" : "" }, canPut ? this.here("new", t("new_meld")) : h("span.hint", {}, board.melds.length ? t("new_meld_here") : t("empty_table"))),
        ),
      h("div.said", { key: "said", role: "status" }, this.props["verdict"]),
      h(
        "div.rack",
        { role: "group", "aria-label": handLabel, "data-drop": "hand" },
        h("div.tiles", {}, ...this.hand(board.hand)),
        this.grouped(board.hand.length),
        canPut && hasTable && this.here("hand", t("to_hand")),
      ),
    ];
  }

  /** The hand; the last tile of each group is marked. @param {Piece[]} hand */
  hand(hand) {
    let end = 0;
    const ends = new Set((this.props["groups"] ?? []).map((/** @type {number} */ size) => (end += size) - 1));
    return hand.map((piece, index) => this.piece(piece, `${ends.has(index) ? "group-end" : ""} ${this.props["playable"]?.has(piece.code) ? "can-lay" : ""}`));
  }

  /** How many tiles of the hand are in melds. @param {number} held */
  grouped(held) {
    const groups = /** @type {number[]} */ (this.props["groups"] ?? []);
    return this.props["isGrouped"] && h("p.caption", {}, t("grouped", { melds: groups.length, left: groups.reduce((left, size) => left - size, held) }));
  }

  /** @param {Piece[]} meld @param {number} index @param {boolean} canPut */
  meld(meld, index, canPut) {
    const check = this.props["checks"]?.[index];
    const owner = this.props["owners"]?.[index];
    const mark = this.props["marks"]?.[index];
    const faults = this.props["faults"]?.get(index);
    const state = faults || check?.valid === false ? "bad" : check ? "good" : "";
    return h(
      "div.meld",
      { key: `meld${index}`, "data-drop": String(index), class: `${state} ${mark ? `is-${mark}` : ""}`, role: "group", "aria-label": t("meld_number", { number: index + 1 }) },
      owner && h("small", {}, owner),
      h("div.tiles", {}, ...meld.map((piece) => this.piece(piece, faults?.has(piece.code) || this.props["odd"].has(piece.id) ? "at-fault" : ""))),
      state === "good" && h("small.valid", { title: t("valid_meld") }, "✓", h("span", {}, ` ${t("valid_meld")}`)),
      !faults && check?.valid === false && violationList(check.violations),
      canPut && this.here(index, t("put_here")),
    );
  }

  /** @param {Target} target @param {string} label */
  here(target, label) {
    return h("button.here", { type: "button", onclick: () => this.move(this.props["selected"], target) }, label);
  }

  /** @param {Piece} piece @param {string} mark */
  piece({ id, code }, mark) {
    const isSelected = this.props["selected"].has(id);
    return tileView(this.props["game"], code, {
      key: id,
      "data-id": id,
      class: isSelected ? `selected ${mark}` : mark,
      "aria-pressed": String(isSelected),
      "aria-description": mark.includes("can-lay") ? t("can_lay") : mark.includes("at-fault") ? t("at_fault") : null,
      onclick: () => !this.wasDragged && this.props["onselect"](id),
      onpointerdown: (/** @type {PointerEvent} */ event) => this.grab(event, id),
    });
  }

  /** @param {ReadonlySet<number>} ids @param {Target} target */
  move(ids, target) {
    const [first] = ids;
    this.props["onmove"](ids, target);
    if (first !== undefined) this.tile(first)?.focus({ preventScroll: true });
  }

  /** @param {PointerEvent} event @param {number} id */
  grab(event, id) {
    this.wasDragged = false;
    if (event.button !== 0 || (event.pointerType === "touch" && !this.tile(id)?.closest(".rack"))) return; // fingers scroll the table
    this.drag = { id, x: event.clientX, y: event.clientY, ghost: null };
    const follow = (/** @type {PointerEvent} */ move) => this.follow(move);
    const drop = (/** @type {PointerEvent} */ up) => {
      removeEventListener("pointermove", follow);
      removeEventListener("pointerup", drop);
      removeEventListener("pointercancel", drop);
      this.drop(up);
    };
    addEventListener("pointermove", follow);
    addEventListener("pointerup", drop);
    addEventListener("pointercancel", drop);
  }

  /** @param {PointerEvent} event */
  follow(event) {
    const drag = this.drag;
    if (!drag) return;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.ghost && Math.hypot(x, y) < DRAG_FROM) return;
    const tile = this.tile(drag.id);
    if (!drag.ghost && tile) {
      const box = tile.getBoundingClientRect();
      drag.ghost = /** @type {HTMLElement} */ (tile.cloneNode(true));
      drag.ghost.removeAttribute("data-id");
      drag.ghost.classList.add("ghost");
      drag.ghost.style.setProperty("left", `${box.left}px`);
      drag.ghost.style.setProperty("top", `${box.top}px`);
      this.append(drag.ghost);
      tile.classList.add("away");
    }
    drag.ghost?.style.setProperty("transform", `translate(${x}px, ${y}px)`);
    if (event.clientY < EDGE) scrollBy(0, -EDGE / 4);
    else if (event.clientY > innerHeight - EDGE) scrollBy(0, EDGE / 4);
    const over = this.targetAt(event);
    for (const place of this.querySelectorAll("[data-drop]")) place.classList.toggle("over", place === over);
  }

  /** @param {PointerEvent} event */
  targetAt(event) {
    return /** @type {HTMLElement | null} */ (document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-drop]") ?? null);
  }

  /** @param {PointerEvent} event */
  drop(event) {
    const drag = this.drag;
    this.drag = null;
    if (!drag?.ghost) return;
    this.wasDragged = true; // the click that follows selects nothing
    setTimeout(() => (this.wasDragged = false));
    const over = event.type === "pointerup" ? this.targetAt(event) : null;
    drag.ghost.remove();
    this.tile(drag.id)?.classList.remove("away");
    for (const place of this.querySelectorAll(".over")) place.classList.remove("over");
    if (!over || !this.contains(over)) return;
    const target = over.dataset["drop"] ?? "hand";
    const ids = this.props["selected"].has(drag.id) ? this.props["selected"] : new Set([drag.id]);
    this.move(ids, target === "hand" || target === "new" ? target : Number(target));
  }
}

customElements.define("tile-board", TileBoard);
