/** `<sheets-page>`: the last sheet to go on with, the games to begin, and all sheets of this browser. */
import { listGames } from "../api.js";
import { h } from "../dom.js";
import { tileRow } from "../elements/tile.js";
import { fromJson, LARGEST_FILE, namesOf, newId, pointsOf, roundsOf } from "../state/sheets.js";
import { store } from "../state/store.js";
import { offerUndo } from "../state/undo.js";
import { numberText } from "../elements/score-lines.js";
import { t } from "../strings.js";
import { Page } from "./page.js";
import { download } from "./sheet.js";

const RECENT = 1;

export class SheetsPage extends Page {
  message = "";
  /** @type {import("../api.js").Game[]} */
  games = [];

  /** @override */
  connectedCallback() {
    this.onChange = () => this.update();
    store.addEventListener("change", this.onChange);
    super.connectedCallback();
  }

  disconnectedCallback() {
    if (this.onChange) store.removeEventListener("change", this.onChange);
  }

  /** @override */
  async load() {
    this.games = await listGames();
  }

  /** @param {Event} event */
  async import(event) {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const file = input.files?.[0];
    if (!file) return;
    try {
      if (file.size > LARGEST_FILE) throw new RangeError("too large");
      const sheet = fromJson(await file.text());
      store.add(sheet);
      location.hash = `#/sheet/${sheet.id}`;
    } catch (error) {
      this.message = error instanceof RangeError ? t("import_too_large") : t("import_failed");
      this.update();
    }
    input.value = "";
  }

  /** @override */
  render() {
    const sheets = store.list();
    const broken = store.broken();
    return [
      h("h1", { tabindex: "-1" }, t("score_pad")),
      this.props["hasPhoto"] && h("p.notice", { role: "status" }, t("photo_whose")),
      this.error && h("p.wrong", { role: "alert" }, this.error),
      sheets.length > 0 ? sheets.slice(0, RECENT).map((sheet) => this.last(sheet)) : [h("p.lead", {}, t("score_pad_lead")), this.example()],
      h("h2", {}, t("new_sheet")),
      h("ul.games", {}, ...this.games.map((game) => this.game(game, sheets))),
      sheets.length > RECENT && h("h2", {}, t("your_sheets")),
      h("ul.sheets", {}, ...sheets.slice(RECENT).map((sheet) => this.row(sheet))),
      ...broken.map((key) => this.broken(key)),
      h(
        "div.actions",
        {},
        h("label.button.quiet", {}, t("import_sheet"), h("input.visually-hidden", { type: "file", accept: ".json,application/json", onchange: (/** @type {Event} */ event) => this.import(event) })),
      ),
      h("p.wrong", { role: "status" }, this.message),
      h("p.hint", {}, t("stored_here")),
    ];
  }

  /** What the referee does, in tiles. */
  example() {
    const game = this.games[0];
    return game && h("p.example", { "aria-hidden": "true" }, tileRow(game, ["R10", "K3", "J"]), h("strong", {}, "→ −38"));
  }

  /** @param {import("../state/sheets.js").Sheet} sheet */
  last(sheet) {
    const totals = new Map(sheet.verdict?.standings.map((one) => [one.player, one.total]));
    const draft = store.drafts(sheet.id)[0];
    const isOver = sheet.verdict?.isOver && roundsOf(sheet).every((round) => pointsOf(sheet, round));
    const href = isOver ? `#/sheet/${sheet.id}` : `#/sheet/${sheet.id}/round/${draft?.id ?? newId()}`;
    return h(
      "section.last",
      { key: sheet.id, "aria-label": t("last_sheet") },
      h("a.open", { href: `#/sheet/${sheet.id}` }, h("strong", {}, this.nameOf(sheet)), h("small", {}, t("rounds_count", { count: roundsOf(sheet).length }))),
      h("ul.totals-of", {}, ...sheet.players.map(({ id, name }) => h("li", {}, h("span.name-of", { title: name }, name), h("strong", {}, totals.has(id) ? numberText(totals.get(id) ?? 0) : "–")))),
      h(
        "div.actions",
        {},
        h("a.button.primary", { href }, isOver ? t("sheet") : draft ? t("continue") : t("add_round")),
        h("button.quiet.remove", { type: "button", "aria-label": t("delete_sheet", { players: namesOf(sheet).join(", ") }), onclick: () => this.delete(sheet.id) }, "×"),
      ),
    );
  }

  /** @param {import("../state/sheets.js").Sheet} sheet */
  nameOf(sheet) {
    return this.games.find(({ id }) => id === sheet.variant)?.name ?? sheet.game;
  }

  /** @param {import("../api.js").Game} game @param {readonly import("../state/sheets.js").Sheet[]} sheets */
  game(game, sheets) {
    const recent = sheets.find(({ variant }) => variant === game.id);
    const pieces = game.box.colours.length ? game.box.colours.map(({ code: colour }) => game.tiles.find(({ code }) => code.includes(colour))?.code ?? "") : [game.tiles[6], game.tiles[25], game.tiles[110]].map((tile) => tile?.code ?? "");
    return h(
      "li",
      { key: game.id },
      h("a", { href: `#/new/${game.id}` }, h("span.pieces", { "aria-hidden": "true" }, tileRow(game, pieces.filter(Boolean).slice(0, 4))), h("strong", {}, game.name), h("small", {}, recent ? namesOf(recent).join(", ") : playersText(game))),
    );
  }

  /** @param {import("../state/sheets.js").Sheet} sheet */
  row(sheet) {
    const players = namesOf(sheet).join(", ");
    return h(
      "li",
      { key: sheet.id },
      h("a", { href: `#/sheet/${sheet.id}` }, h("strong", {}, players), h("span", {}, `${this.nameOf(sheet)} · ${t("rounds_count", { count: roundsOf(sheet).length })}`)),
      h("button.quiet.remove", { type: "button", "aria-label": t("delete_sheet", { players }), onclick: () => this.delete(sheet.id) }, "×"),
    );
  }

  /** What is stored but cannot be read is offered as it is. @param {string} key */
  broken(key) {
    const remove = () => offerUndo(t("sheet_deleted"), store.remove(key));
    return h(
      "div.notice",
      { key, role: "status" },
      h("span", {}, t("sheet_unreadable")),
      h("button", { type: "button", onclick: () => download("sheet.txt", store.read(key) ?? "") }, t("export_text")),
      h("button.quiet", { type: "button", onclick: remove }, t("remove")),
    );
  }

  /** @param {string} id */
  delete(id) {
    offerUndo(t("sheet_deleted"), store.deleteSheet(id));
  }
}

/** @param {import("../api.js").Game} game */
const playersText = ({ players: { minimum, maximum } }) => (minimum === maximum ? t("players_count", { count: minimum }) : t("players_range", { minimum, maximum }));

customElements.define("sheets-page", SheetsPage);
