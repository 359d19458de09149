/** `<round-page>`: the end of one round, scored while it is entered. Props: `id` of the sheet, `index` of the round. */
import { getGame } from "../api.js";
import { h, onValue, View } from "../dom.js";
import { pointsText, scoreView } from "../elements/score-lines.js";
import { isAtField, violationList } from "../elements/violations.js";
import { countLeft, missingLabels, tilesOf } from "../state/records.js";
import { extraFields, newRound, scoreRound } from "../state/scoring.js";
import { findSheet, saveSheet } from "../state/sheets.js";
import { currentLanguage, t } from "../strings.js";

const PAUSE = 200;

export class RoundPage extends View {
  /** @type {import("../state/sheets.js").Sheet | undefined} */
  sheet;
  /** @type {import("../api.js").Game | null} */
  game = null;
  /** @type {import("../state/sheets.js").Round | null} */
  round = null;
  error = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer;
  asked = 0;

  /** @override */
  async connectedCallback() {
    const sheet = (this.sheet = findSheet(this.props["id"]));
    this.update();
    if (!sheet) return;
    try {
      this.game = await getGame(sheet.variant);
      const stored = sheet.rounds[this.props["index"]];
      this.round = stored ? structuredClone(stored) : newRound(this.game, sheet);
      this.update();
      await this.score();
    } catch (error) {
      this.error = /** @type {Error} */ (error).message;
      this.update();
    }
  }

  /** @param {Partial<import("../state/sheets.js").Round>} change */
  change(change) {
    if (!this.round) return;
    Object.assign(this.round, change);
    this.update();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.score(), PAUSE);
  }

  missing() {
    return this.game && this.round ? missingLabels(this.game.forms.finished_round, this.round.entry) : [];
  }

  async score() {
    const { game, sheet, round } = this;
    if (!game || !sheet || !round || this.missing().length) return;
    const asked = ++this.asked;
    try {
      const answer = await scoreRound(game, sheet, round);
      if (asked !== this.asked) return;
      Object.assign(round, { answer, language: currentLanguage() });
      this.error = "";
    } catch (error) {
      if (asked !== this.asked) return;
      delete round.answer;
      this.error = /** @type {Error} */ (error).message;
    }
    this.update();
  }

  async save() {
    const { sheet, round } = this;
    if (!sheet || !round) return;
    clearTimeout(this.timer);
    await this.score();
    sheet.rounds[this.props["index"]] = round;
    delete sheet.verdict;
    saveSheet(sheet);
    location.hash = `#/sheet/${sheet.id}`;
  }

  deleteRound() {
    if (!this.sheet || !confirm(t("delete_really"))) return;
    this.sheet.rounds.splice(this.props["index"], 1);
    saveSheet(this.sheet);
    location.hash = `#/sheet/${this.sheet.id}`;
  }

  /** @override */
  render() {
    const { sheet, game, round } = this;
    if (!sheet) return h("p", {}, t("no_sheet"));
    const index = this.props["index"];
    return [
      h("p", {}, h("a", { href: `#/sheet/${sheet.id}` }, `‹ ${t("sheet")}`)),
      h("h1", {}, t("round_number", { number: index + 1 })),
      game && h("p.hint", {}, game.name),
      game && round && this.form(game, sheet, round),
      this.error && h("p.wrong", { role: "alert" }, this.error),
      game &&
        round &&
        h(
          "div.actions.save",
          {},
          h("button.primary", { type: "button", disabled: this.missing().length > 0, onclick: () => this.save() }, t("save_round")),
          index < sheet.rounds.length && h("button", { type: "button", onclick: () => this.deleteRound() }, t("delete_round")),
        ),
    ];
  }

  /** @param {import("../api.js").Game} game @param {import("../state/sheets.js").Sheet} sheet @param {import("../state/sheets.js").Round} round */
  form(game, sheet, round) {
    const fields = game.forms.finished_round;
    const answer = round.answer;
    const violations = answer?.violations ?? [];
    const left = countLeft(game, tilesOf(fields, round.entry));
    const shared = { game, players: sheet.players, left };
    const last = fields.filter((field) => field.name !== "players").map((field) => field.name);
    const form = (/** @type {string[]} */ skip) =>
      h("record-form", {
        ...shared,
        key: skip.join(),
        fields,
        value: round.entry,
        skip: [...skip, "teams"],
        violations,
        below: (/** @type {number} */ index) => answer?.scores[index] && [scoreView(game, answer.scores[index]), this.agree(round, answer.scores[index])],
        onchange: (/** @type {any} */ entry) => this.change({ entry, agreed: {} }),
      });
    const missing = this.missing();
    return [
      form(["players"]),
      form(last),
      h("record-form", { ...shared, key: "extra", fields: extraFields(game), value: round.extra, onchange: (/** @type {any} */ extra) => this.change({ extra }) }),
      h(
        "div.verdict",
        { role: "status", key: "status" },
        violationList(violations.filter((/** @type {any} */ one) => !isAtField(fields, one.path))),
        missing.length > 0 && h("p", {}, t("still_missing", { labels: missing.join(" ") })),
        answer?.void && h("p", {}, t("void")),
        answer?.possible && !answer.exact && h("p", {}, t("inexact")),
        answer?.possible && h("p.visually-hidden", {}, answer.scores.map((/** @type {any} */ score) => `${score.player} ${pointsText(score)}`).join(", ")),
      ),
    ];
  }

  /** Where a score is a range, the players agree on a number in it. @param {import("../state/sheets.js").Round} round @param {any} score */
  agree(round, score) {
    if (score.points !== null) return null;
    return h(
      "label.number.agree",
      {},
      h("span", {}, t("agree")),
      h("input", {
        type: "number",
        min: score.low,
        max: score.high,
        value: String(round.agreed[score.player] ?? ""),
        onchange: onValue((text) => {
          const number = Number(text);
          const agreed = { ...round.agreed };
          if (text === "" || number < score.low || number > score.high) delete agreed[score.player];
          else agreed[score.player] = number;
          Object.assign(round, { agreed });
          this.update();
        }),
      }),
    );
  }
}

customElements.define("round-page", RoundPage);
