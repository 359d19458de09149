/** `<sheet-page>`: a score sheet with its rounds, its totals and the verdict. Props: `id`. */
import { getGame } from "../api.js";
import { h } from "../dom.js";
import { optionsForm } from "../elements/options.js";
import { courseView } from "../elements/course.js";
import { numberText, pointsText } from "../elements/score-lines.js";
import { violationList } from "../elements/violations.js";
import { canFinish, canGoOn, refresh } from "../state/scoring.js";
import { newId, playersOf, pointsOf, roundsOf, toCsv, toJson } from "../state/sheets.js";
import { store } from "../state/store.js";
import { sync } from "../state/sync.js";
import { t } from "../strings.js";
import { Page } from "./page.js";

/** @typedef {import("../state/sheets.js").Sheet} Sheet */
/** @typedef {import("../state/sheets.js").Round} Round */

/** From this number on, each player is a row. */
const MANY = 4;

export class SheetPage extends Page {
  /** @type {Sheet | null} */
  sheet = null;
  /** @type {import("../api.js").Game | null} */
  game = null;
  next = newId();
  isRenaming = false;

  /** @override */
  connectedCallback() {
    this.onChange = () => {
      this.sheet = store.find(this.props["id"]);
      this.update();
    };
    store.addEventListener("change", this.onChange);
    sync.addEventListener("change", this.onChange);
    super.connectedCallback();
  }

  disconnectedCallback() {
    if (!this.onChange) return;
    store.removeEventListener("change", this.onChange);
    sync.removeEventListener("change", this.onChange);
  }

  /** @override */
  async load() {
    this.sheet = store.find(this.props["id"]);
    if (!this.sheet) return;
    this.game = await getGame(this.sheet.variant);
    refresh(this.sheet.id);
  }

  /** Change the sheet, and ask again. @param {(sheet: Sheet) => Partial<Sheet>} change */
  edit(change) {
    store.edit(this.props["id"], change);
    refresh(this.props["id"]);
  }

  /** @override */
  render() {
    const sheet = this.sheet;
    if (!sheet) return [h("h1", { tabindex: "-1" }, t("no_sheet")), h("p", {}, h("a", { href: "#/" }, t("score_pad")))];
    const { verdict } = sheet;
    const rounds = roundsOf(sheet);
    const open = rounds.flatMap((round, index) => (pointsOf(sheet, round) ? [] : [{ round, number: index + 1 }]));
    const isWaiting = open.some(({ round }) => !round.result);
    const unclear = open.filter(({ round }) => round.result).map(({ number }) => number);
    const without = open.length > 0 && h("small", {}, t("total_without", { rounds: open.map(({ number }) => number).join(", ") }));
    return [
      h("p.up.no-print", {}, h("a", { href: "#/" }, `‹ ${t("score_pad")}`)),
      h("h1", { tabindex: "-1" }, this.game?.name ?? sheet.game),
      h("p.print-only.hint", {}, new Date(sheet.changed).toLocaleDateString(document.documentElement.lang, { dateStyle: "long" })),
      this.error && h("p.wrong", { role: "alert" }, this.error),
      sheet.players.length < MANY ? this.columns(sheet, rounds, without) : this.rows(sheet, rounds, without),
      h(
        "div.verdict",
        { role: "status", class: verdict?.isOver && !open.length ? "over" : "" },
        verdict && !open.length && rounds.length > 0 && verdict.text && h("p", {}, verdict.text),
        verdict && violationList(verdict.violations),
        isWaiting && h("p.waiting", {}, t("points_waiting", { rounds: open.filter(({ round }) => !round.result).map(({ number }) => number).join(", ") })),
        unclear.length > 0 && h("p.bad", {}, t("points_open", { rounds: unclear.join(", ") })),
      ),
      this.actions(sheet, rounds.length, Boolean(verdict?.isOver) && !open.length),
      this.isRenaming && this.renameForm(sheet),
      this.rules(sheet),
    ];
  }

  /** @param {Sheet} sheet @param {number} played @param {boolean} isOver */
  actions(sheet, played, isOver) {
    const drafts = store.drafts(sheet.id).filter(({ id }) => id !== this.next);
    const href = (/** @type {string} */ id) => `#/sheet/${sheet.id}/round/${id}`;
    const button = (/** @type {string} */ label, /** @type {() => void} */ onclick) => h("button", { key: label, type: "button", onclick }, label);
    return [
      h(
        "div.actions.no-print",
        { key: "first" },
        ...drafts.map((draft) => h("a.button.primary", { key: draft.id, href: href(draft.id) }, t("continue_round", { number: numberOf(sheet, draft) }))),
        !isOver && h("a.button", { key: "next", href: href(this.next), class: drafts.length ? "" : "primary" }, t("add_round")),
        isOver && h("a.button.primary", { key: "again", href: `#/new/${sheet.variant}?again=${sheet.id}` }, t("rematch")),
        isOver && this.game && canGoOn(this.game) && button(t("go_on"), () => this.edit((now) => ({ end: "open", notes: noted(now, "open") }))),
        h("a.button", { key: "share", href: `#/sheet/${sheet.id}/share` }, t("share")),
      ),
      h(
        "details.more.no-print",
        { key: "more" },
        h("summary", {}, t("more")),
        h(
          "div.actions",
          {},
          played > 0 && !isOver && this.game && canFinish(this.game) && button(t("finish"), () => this.edit((now) => ({ end: "finished", notes: noted(now, "finished") }))),
          button(t("rename"), () => ((this.isRenaming = !this.isRenaming), this.update())),
          h("a.button", { key: "change", href: `#/new/${sheet.variant}?again=${sheet.id}` }, t("change_players")),
          button(t("print"), () => print()),
          button(t("export_json"), () => download(`${sheet.players.map(({ name }) => name).join("-")}.json`, toJson(sheet))),
          button(t("export_csv"), () => download(`${sheet.players.map(({ name }) => name).join("-")}.csv`, toCsv(sheet))),
        ),
        h("p.hint", {}, t("players_fixed")),
      ),
    ];
  }

  /** A column for each player. @param {Sheet} sheet @param {Round[]} rounds @param {import("../dom.js").Child} without  which rounds the totals do not have */
  columns(sheet, rounds, without) {
    const { totals, winners } = standingsOf(sheet);
    const head = (/** @type {string} */ label, /** @type {import("../dom.js").Child} */ more = null) => h("th", { scope: "row" }, label, more);
    const cells = (/** @type {(id: string) => import("../dom.js").Child} */ show) => sheet.players.map(({ id }) => h("td", { class: winners.has(id) ? "winner" : "" }, show(id)));
    return h(
      "table.sheet.columns",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, h("span.visually-hidden", {}, t("round"))),
          ...sheet.players.map(({ id, name }) => h("th", { scope: "col", title: name, class: winners.has(id) ? "winner" : "" }, h("span.name-of", {}, name), teamOf(sheet, id))),
        ),
      ),
      h(
        "tbody",
        {},
        ...rounds.map((round, index) => h("tr", { key: round.id }, h("th", { scope: "row" }, roundLink(sheet, round, index)), ...cells((id) => cell(sheet, round, id)))),
        !rounds.length && h("tr", {}, h("td", { colspan: sheet.players.length + 1 }, t("no_rounds"))),
      ),
      h(
        "tfoot",
        {},
        h("tr.totals", {}, head(t("total"), without), ...cells((id) => totalText(totals.get(id)))),
        ...bonusMessages(sheet).map((message) => h("tr", {}, head(message), ...cells((id) => bonusText(totals.get(id), message)))),
        bonusMessages(sheet).length > 0 && h("tr", {}, head(t("final")), ...cells((id) => numberText(totals.get(id)?.final ?? 0))),
        rounds.length > 1 && h("tr.no-print", {}, head(t("course")), ...cells((id) => courseView(sheet, id))),
      ),
    );
  }

  /** A row for each player, the totals first; of many rounds the first ones are scrolled to. @param {Sheet} sheet @param {Round[]} rounds @param {import("../dom.js").Child} without  which rounds the totals do not have */
  rows(sheet, rounds, without) {
    const { totals, winners } = standingsOf(sheet);
    const bonuses = bonusMessages(sheet);
    return h(
      "div.sheet-rows",
      { tabindex: "0", role: "region", "aria-label": t("rounds") },
      h(
        "table.sheet.rows",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, h("span.visually-hidden", {}, t("players"))),
            h("th", { scope: "col" }, t("total"), without),
            ...bonuses.map((message) => h("th", { scope: "col" }, message)),
            bonuses.length > 0 && h("th", { scope: "col" }, t("final")),
            ...rounds.map((round, index) => h("th", { scope: "col", key: round.id }, roundLink(sheet, round, index))).reverse(),
          ),
        ),
        h(
          "tbody",
          {},
          ...sheet.players.map(({ id, name }) =>
            h(
              "tr",
              { key: id, class: winners.has(id) ? "winner" : "" },
              h("th", { scope: "row", title: name }, h("span.name-of", {}, name), teamOf(sheet, id), courseView(sheet, id)),
              h("td.totals", {}, totalText(totals.get(id))),
              ...bonuses.map((message) => h("td", {}, bonusText(totals.get(id), message))),
              bonuses.length > 0 && h("td", {}, numberText(totals.get(id)?.final ?? 0)),
              ...rounds.map((round) => h("td", { key: round.id }, cell(sheet, round, id))).reverse(),
            ),
          ),
        ),
      ),
      !rounds.length && h("p.hint", {}, t("no_rounds")),
    );
  }

  /** The house rules, which can be changed, and what was agreed on the way. @param {Sheet} sheet */
  rules(sheet) {
    const game = this.game;
    if (!game) return null;
    const shown = houseRules(game, sheet.options);
    const change = (/** @type {Record<string, any>} */ options) => {
      const notes = (/** @type {Sheet} */ now) => (roundsOf(now).length ? noted(now, "rules", houseRules(game, options)) : now.notes);
      this.edit((now) => ({ options, notes: notes(now), rounds: now.rounds.map((round) => ({ ...round, result: null })) }));
    };
    return h(
      "section.rules",
      { key: "rules" },
      shown && h("p.hint", {}, shown),
      ...sheet.notes.map((note) => h("p.hint", {}, t("note_after", { number: note.after }), " ", noteText(note))),
      h("div.no-print", {}, optionsForm(game, sheet.options, change, true)),
    );
  }

  /** @param {Sheet} sheet */
  renameForm(sheet) {
    const submit = (/** @type {any} */ event) => {
      event.preventDefault();
      const names = sheet.players.map((_, seat) => event.target.elements[`name${seat}`].value.trim());
      if (names.some((name) => !name) || new Set(names).size < names.length) return void ((this.error = t("names_differ")), this.update());
      Object.assign(this, { isRenaming: false, error: "" });
      this.edit((now) => ({ players: now.players.map(({ id }, seat) => ({ id, name: names[seat] ?? id })) }));
    };
    return h(
      "form.stack.no-print",
      { key: "rename", onsubmit: submit },
      h(
        "fieldset",
        {},
        h("legend", {}, t("rename")),
        ...sheet.players.map(({ name }, seat) => h("input.name", { name: `name${seat}`, key: `name${seat}`, maxlength: 40, autocomplete: "off", value: name, "aria-label": t("player_number", { number: seat + 1 }) })),
      ),
      h("button", { type: "submit" }, t("save")),
    );
  }
}

/** @param {Sheet} sheet */
function standingsOf(sheet) {
  const isPlayed = roundsOf(sheet).some((round) => pointsOf(sheet, round));
  const totals = new Map((isPlayed && sheet.verdict?.standings ? sheet.verdict.standings : []).map((one) => [one.player, one]));
  const best = sheet.verdict?.winners.length ? sheet.verdict.winners : [...totals.values()].filter(({ rank }) => rank === 1).map(({ player }) => player);
  return { totals, winners: new Set(best) };
}

/** @typedef {NonNullable<Sheet["verdict"]>["standings"][number]} Standing */

/** @param {Standing | undefined} standing */
const totalText = (standing) => (standing ? [h("strong", {}, numberText(standing.total)), " ", h("small", {}, t("rank_number", { number: standing.rank }))] : "–");

/** The bonuses at the end of a game that has them. @param {Sheet} sheet */
const bonusMessages = (sheet) => [...new Set(sheet.verdict?.standings.flatMap(({ bonuses }) => bonuses.map(({ message }) => message)))];

/** @param {Standing | undefined} standing @param {string} message */
const bonusText = (standing, message) => {
  const found = standing?.bonuses.find((one) => one.message === message);
  return found ? `+${found.points}` : "–";
};

/** @param {Sheet} sheet @param {Round} round @param {number} index */
const roundLink = (sheet, round, index) =>
  h("a", { href: `#/sheet/${sheet.id}/round/${round.id}`, "aria-label": t("edit_round", { number: index + 1 }) }, index + 1, h("span.no-print", { "aria-hidden": "true" }, " ✎"));

/** @param {Sheet} sheet @param {Round} round @param {string} id */
function cell(sheet, round, id) {
  const [low, high] = round.result?.points[id] ?? [];
  if (!playersOf(sheet, round).some((one) => one.id === id)) return "–";
  if (low === undefined || high === undefined) return h("span", { title: t("is_open") }, round.result ? "?" : "…");
  if (low === high) return pointsText({ points: low, low, high });
  const range = pointsText({ points: null, low, high });
  return Object.hasOwn(round.agreed, id) ? [numberText(round.agreed[id] ?? 0), h("small", {}, ` (${range})`)] : h("small", {}, range);
}

/** @param {Sheet} sheet @param {Round} draft */
const numberOf = (sheet, draft) => {
  const place = roundsOf(sheet).findIndex(({ id }) => id === draft.id);
  return (place < 0 ? roundsOf(sheet).length : place) + 1;
};

/** The notes with one more; the same agreement after the same round replaces the one before. @param {Sheet} sheet @param {string} kind @param {string} [text] */
function noted(sheet, kind, text = "") {
  const after = roundsOf(sheet).length;
  return [...sheet.notes.filter((note) => note.after !== after || note.kind !== kind), { after, kind, text: text.slice(0, 500) }];
}

/** @param {Sheet["notes"][number]} note */
function noteText({ kind, text }) {
  if (kind === "finished") return t("note_finished");
  return kind === "open" ? t("note_goes_on") : t("note_rules", { rules: text || t("none_changed") });
}

/** @param {import("../api.js").Game} game @param {Record<string, any>} options */
function houseRules(game, options) {
  const changed = game.options.filter(({ name }) => Object.hasOwn(options, name));
  return changed
    .map(({ name, label, choices, choice_labels }) => {
      const value = options[name];
      return `${label}: ${value === true ? t("yes") : value === false ? t("no") : (choice_labels?.[choices?.indexOf(value) ?? -1] ?? value)}`;
    })
    .join(" · ");
}

/** @param {Sheet} sheet @param {string} id */
function teamOf(sheet, id) {
  const index = sheet.teams?.findIndex((team) => team.includes(id)) ?? -1;
  return index >= 0 && h("small", {}, t("team_number", { number: index + 1 }));
}

/** @param {string} name @param {string} text */
export function download(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name.replace(/[^\p{L}\p{N}.-]+/gu, "_") });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

customElements.define("sheet-page", SheetPage);
