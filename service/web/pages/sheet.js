/** `<sheet-page>`: a score sheet with its rounds, its totals and the verdict. Props: `id`. */
import { getGame } from "../api.js";
import { h, View } from "../dom.js";
import { numberText, pointsText } from "../elements/score-lines.js";
import { violationList } from "../elements/violations.js";
import { refresh } from "../state/scoring.js";
import { findSheet, pointsOf, saveSheet, toCsv, toJson } from "../state/sheets.js";
import { renameIn } from "../state/records.js";
import { t } from "../strings.js";

export class SheetPage extends View {
  /** @type {import("../state/sheets.js").Sheet | undefined} */
  sheet;
  /** @type {import("../api.js").Game | null} */
  game = null;
  error = "";

  /** @override */
  async connectedCallback() {
    this.sheet = findSheet(this.props["id"]);
    this.update();
    this.onOnline = () => this.score();
    addEventListener("online", this.onOnline);
    await this.score();
  }

  disconnectedCallback() {
    if (this.onOnline) removeEventListener("online", this.onOnline);
  }

  async score() {
    const sheet = this.sheet;
    if (!sheet) return;
    try {
      this.game = await getGame(sheet.variant);
      await refresh(this.game, sheet);
      this.error = "";
    } catch (error) {
      this.error = /** @type {Error} */ (error).message;
    }
    saveSheet(sheet);
    this.update();
  }

  /** @override */
  render() {
    const sheet = this.sheet;
    if (!sheet) return [h("h1", {}, t("no_sheet")), h("p", {}, h("a", { href: "#/" }, t("score_pad")))];
    const verdict = sheet.verdict;
    return [
      h("p.no-print", {}, h("a", { href: "#/" }, `‹ ${t("score_pad")}`)),
      h("h1", {}, this.game?.name ?? sheet.game),
      h("p.hint", {}, this.houseRules()),
      this.table(sheet),
      h(
        "div.verdict",
        { role: "status", class: verdict?.over ? "over" : "" },
        verdict?.text && h("p", {}, verdict.text),
        verdict && violationList(verdict.violations),
        !verdict && sheet.rounds.some((round) => round.answer && !pointsOf(sheet, round)) && h("p", {}, t("points_open")),
        this.error && h("p.wrong", {}, this.error),
      ),
      h(
        "div.actions.no-print",
        {},
        verdict?.over
          ? h("a.button.primary", { href: "#/new" }, t("new_sheet"))
          : h("a.button.primary", { href: `#/sheet/${sheet.id}/round/${sheet.rounds.length}` }, t("add_round")),
        h("button", { type: "button", onclick: () => this.rename(sheet) }, t("rename")),
        h("button", { type: "button", onclick: () => print() }, t("print")),
        h("button", { type: "button", onclick: () => download(`${sheet.players.join("-")}.json`, toJson(sheet)) }, t("export_json")),
        h("button", { type: "button", onclick: () => download(`${sheet.players.join("-")}.csv`, toCsv(sheet)) }, t("export_csv")),
      ),
    ];
  }

  houseRules() {
    const options = this.sheet?.options ?? {};
    const changed = this.game?.options.filter(({ name }) => name in options) ?? [];
    return changed
      .map(({ name, label, choices, choice_labels }) => {
        const value = options[name];
        const shown = value === true ? t("yes") : value === false ? t("no") : (choice_labels?.[choices?.indexOf(value) ?? -1] ?? value);
        return `${label}: ${shown}`;
      })
      .join(" · ");
  }

  /** @param {import("../state/sheets.js").Sheet} sheet */
  table(sheet) {
    const standings = new Map((sheet.verdict?.standings ?? []).map((/** @type {any} */ one) => [one.player, one]));
    const winners = new Set(sheet.verdict?.winners ?? []);
    return h(
      "div.scroll",
      { tabindex: "0", role: "region", "aria-label": t("rounds") },
      h(
        "table.sheet",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, h("span.visually-hidden", {}, t("round"))),
            ...sheet.players.map((name) => h("th", { scope: "col", class: winners.has(name) ? "winner" : "" }, name, teamOf(sheet, name))),
          ),
        ),
        h(
          "tbody",
          {},
          ...sheet.rounds.map((round, index) => {
            const scores = new Map((round.answer?.scores ?? []).map((/** @type {any} */ one) => [one.player, one]));
            return h(
              "tr",
              { key: index },
              h("th", { scope: "row" }, h("a", { href: `#/sheet/${sheet.id}/round/${index}`, "aria-label": t("edit_round", { number: index + 1 }) }, index + 1, h("span.no-print", { "aria-hidden": "true" }, " ✎"))),
              ...sheet.players.map((name) => h("td", {}, this.cell(round, scores.get(name)))),
            );
          }),
          !sheet.rounds.length && h("tr", {}, h("td", { colspan: sheet.players.length + 1 }, t("no_rounds"))),
        ),
        h(
          "tfoot",
          {},
          h("tr", {}, h("th", { scope: "row" }, t("total")), ...sheet.players.map((name) => h("td", {}, numberText(standings.get(name)?.total ?? "–")))),
          ...this.bonusRows(sheet, standings),
          h("tr", {}, h("th", { scope: "row" }, t("rank")), ...sheet.players.map((name) => h("td", {}, standings.get(name)?.rank ?? "–"))),
        ),
      ),
    );
  }

  /**
   * The bonuses at the end of a game that has them, a row for each kind, and the totals with them.
   * @param {import("../state/sheets.js").Sheet} sheet @param {Map<string, any>} standings
   */
  bonusRows(sheet, standings) {
    const bonuses = sheet.players.map((name) => new Map((standings.get(name)?.bonuses ?? []).map((/** @type {any} */ line) => [line.message, line.points])));
    const messages = [...new Set(bonuses.flatMap((lines) => [...lines.keys()]))];
    const row = (/** @type {string} */ label, /** @type {(string | number)[]} */ cells) =>
      h("tr", {}, h("th", { scope: "row" }, label), ...cells.map((cell) => h("td", {}, cell)));
    return messages.length
      ? [
          ...messages.map((message) => row(message, bonuses.map((lines) => (lines.has(message) ? `+${lines.get(message)}` : "–")))),
          row(t("final"), sheet.players.map((name) => numberText(standings.get(name).final))),
        ]
      : [];
  }

  /** @param {import("../state/sheets.js").Round} round @param {any} score */
  cell(round, score) {
    if (!score) return "–";
    const agreed = round.agreed[score.player];
    return score.points === null && agreed !== undefined ? [numberText(agreed), h("small", {}, ` (${pointsText(score)})`)] : pointsText(score);
  }

  /** @param {import("../state/sheets.js").Sheet} sheet */
  rename(sheet) {
    const game = this.game;
    if (!game) return;
    const entered = prompt(t("rename_prompt"), sheet.players.join(", "))?.split(",").map((name) => name.trim()).filter(Boolean);
    if (!entered || entered.length !== sheet.players.length || new Set(entered).size < entered.length) return;
    const rename = (/** @type {string} */ name) => entered[sheet.players.indexOf(name)] ?? name;
    for (const round of sheet.rounds) {
      round.entry = renameIn(game.forms.finished_round, round.entry, rename);
      round.agreed = Object.fromEntries(Object.entries(round.agreed).map(([name, points]) => [rename(name), points]));
      delete round.answer;
    }
    sheet.teams = sheet.teams?.map((team) => team.map(rename)) ?? null;
    sheet.players = entered;
    this.score();
  }
}

/** @param {import("../state/sheets.js").Sheet} sheet @param {string} name */
function teamOf(sheet, name) {
  const index = sheet.teams?.findIndex((team) => team.includes(name)) ?? -1;
  return index >= 0 && h("small", {}, t("team_number", { number: index + 1 }));
}

/** @param {string} name @param {string} text */
function download(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name.replace(/[^\p{L}\p{N}.-]+/gu, "_") });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

customElements.define("sheet-page", SheetPage);
