/** `<sheets-page>`: all score sheets of this browser, and a new one. */
import { h, View } from "../dom.js";
import { deleteSheet, fromJson, listSheets, saveSheet } from "../state/sheets.js";
import { t } from "../strings.js";

export class SheetsPage extends View {
  message = "";

  /** @param {Event} event */
  async import(event) {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const file = input.files?.[0];
    if (!file) return;
    try {
      const sheet = fromJson(await file.text());
      saveSheet(sheet);
      location.hash = `#/sheet/${sheet.id}`;
    } catch {
      this.message = t("import_failed");
      this.update();
    }
    input.value = "";
  }

  /** @override */
  render() {
    const sheets = listSheets();
    return [
      h("h1", {}, t("score_pad")),
      h("p.lead", {}, t("score_pad_lead")),
      h("p", {}, h("a.button.primary", { href: "#/new" }, t("new_sheet"))),
      sheets.length > 0 && h("h2", {}, t("your_sheets")),
      h(
        "ul.sheets",
        {},
        ...sheets.map((sheet) =>
          h(
            "li",
            { key: sheet.id },
            h(
              "a",
              { href: `#/sheet/${sheet.id}` },
              h("strong", {}, sheet.players.join(", ")),
              h("span", {}, `${sheet.game} · ${t("rounds_count", { count: sheet.rounds.length })}`),
            ),
            h(
              "button.quiet.remove",
              { type: "button", "aria-label": t("delete_sheet", { players: sheet.players.join(", ") }), onclick: () => this.delete(sheet.id) },
              "×",
            ),
          ),
        ),
      ),
      h(
        "label.button.quiet",
        {},
        t("import_sheet"),
        h("input.visually-hidden", { type: "file", accept: ".json,application/json", onchange: (/** @type {Event} */ event) => this.import(event) }),
      ),
      h("p.wrong", { role: "status" }, this.message),
      h("p.hint", {}, t("stored_here")),
    ];
  }

  /** @param {string} id */
  delete(id) {
    if (!confirm(t("delete_really"))) return;
    deleteSheet(id);
    this.update();
  }
}

customElements.define("sheets-page", SheetsPage);
