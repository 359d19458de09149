/** `<table-page>`: a position, the referee's answers about it, and whole rounds on one screen. Props: `position`. */
import { getGame, listGames } from "../api.js";
import { h, onValue } from "../dom.js";
import "../elements/move-form.js";
import { moveList } from "../elements/move-list.js";
import { optionsForm } from "../elements/options.js";
import { scoreView } from "../elements/score-lines.js";
import "../elements/tile-board.js";
import { tileRow } from "../elements/tile.js";
import { violationList } from "../elements/violations.js";
import { variantOf } from "../state/position.js";
import { countLeft, tilesOf } from "../state/records.js";
import { tilesOfMove } from "../state/referee.js";
import { RefereeTable } from "../state/table.js";
import { t } from "../strings.js";
import { gameSelect } from "./new-sheet.js";
import { Page } from "./page.js";

/** @typedef {import("../state/table.js").Value} Value */

/** The shapes of what lies open besides the table and the hand. */
const FACTS = ["count", "tile", "open_or_hidden", "phase", "taken_card"];

export class TablePage extends Page {
  /** @type {import("../api.js").Game[]} */
  games = [];
  /** @type {RefereeTable | null} */
  table = null;
  players = 2;
  objective = "tiles";
  isCopied = false;
  link = "";

  /** @override */
  async load() {
    this.games = await listGames();
    if (!this.table) return this.open();
    this.table.game = await getGame(this.table.game.id);
  }

  /** @override @param {Value} props */
  setProps(props) {
    const isNew = this.table && props["position"] !== this.props["position"] && props["position"] !== this.link;
    super.setProps(props);
    if (isNew) this.open();
  }

  async open() {
    const text = String(this.props["position"]);
    try {
      const game = await getGame(variantOf(text) || (this.games[0]?.id ?? ""));
      this.players = Math.min(Math.max(this.players, game.players.minimum), game.players.maximum);
      const table = (this.table = new RefereeTable(game, text, () => this.update()));
      await table.reset();
    } catch (error) {
      this.error = /** @type {Error} */ (error).message;
      this.update();
    }
  }

  /** @override */
  update() {
    if (this.table && this.isConnected && this.table.link !== this.link) {
      this.link = this.table.link;
      this.isCopied = false;
      history.replaceState(null, "", `#/table${this.link}`);
    }
    super.update();
  }

  async copyLink() {
    await navigator.clipboard?.writeText(new URL(`#/table${this.link}`, location.href).href).catch(() => undefined);
    this.isCopied = true;
    this.update();
  }

  deal() {
    const asked = new URLSearchParams(location.search).get("seed");
    const seed = asked ?? crypto.getRandomValues(new Uint32Array(1))[0];
    this.table?.deal(this.players, Number(seed));
  }

  /** @override */
  render() {
    const table = this.table;
    const error = this.error || table?.error;
    return [
      h("h1", { tabindex: "-1" }, t("table")),
      !table?.round && h("p.lead", {}, t("table_lead")),
      error && h("p.wrong", { role: "alert" }, error),
      table && this.content(table),
      h("tile-keypad", { key: "keypad" }),
    ];
  }

  /** @param {RefereeTable} table */
  content(table) {
    const isOver = table.said?.kind === "over";
    const actions = { choose: (/** @type {Value} */ move) => table.choose(move), more: () => table.listMore() };
    return [
      table.round ? turnLine(table) : this.setUp(table),
      table.round && facts(table),
      h("tile-board", {
        game: table.game,
        board: table.board,
        checks: table.checks,
        owners: table.owners,
        marks: table.marks,
        selected: table.selected,
        hasTable: Boolean(table.tableField),
        handLabel: table.game.forms.snapshot.find(({ name }) => name === "hand")?.label,
        onselect: (/** @type {number} */ id) => table.select(id),
        onmove: (/** @type {ReadonlySet<number>} */ ids, /** @type {any} */ target) => table.move(ids, target),
      }),
      this.actions(table, isOver),
      h("div.said", { role: "status" }, this.isCopied ? h("p", {}, t("copied"), " ", h("a", { href: `#/table${this.link}` }, t("this_position"))) : answer(table)),
      table.listed && !isOver && moveList(table.game, table.listed, table.selectedCodes, actions),
      h("move-form", { game: table.game, oncheck: (/** @type {string} */ type, /** @type {Value} */ value) => table.checkFields(type, value) }),
      table.story.length > 0 &&
        h(
          "section",
          { "aria-label": t("story") },
          h("h2", {}, t("story")),
          h("ol.story", { reversed: true, start: table.story.length, "data-count": table.story.length }, ...table.story.slice(0, 12).map((line) => h("li", {}, line))),
        ),
    ];
  }

  /** @param {RefereeTable} table */
  setUp(table) {
    const { game, position } = table;
    const { minimum, maximum } = game.players;
    const fields = game.forms.snapshot;
    const counts = Array.from({ length: maximum - minimum + 1 }, (_, index) => String(minimum + index));
    return h(
      "div.set-up",
      {},
      gameSelect(this.games, game.id, (variant) => (location.hash = `#/table/${variant}`)),
      optionsForm(game, position.options, (options) => void table.show({ ...position, options })),
      h(
        "div.deal",
        {},
        h(
          "label.number",
          {},
          h("span", {}, t("players")),
          h("select", { value: String(this.players), onchange: onValue((count) => (this.players = Number(count))) }, ...counts.map((count) => h("option", { value: count }, count))),
        ),
        h("button.primary", { type: "button", onclick: () => this.deal() }, t("deal_round")),
      ),
      h(
        "details.options",
        { open: table.wasEmpty },
        h("summary", {}, t("set_up")),
        h("record-form", {
          game,
          fields,
          value: position.snapshot,
          players: Array.isArray(position.snapshot["players"]) ? position.snapshot["players"] : [],
          left: countLeft(game, tilesOf(fields, position.snapshot)),
          violations: [],
          onchange: (/** @type {Value} */ snapshot) => table.show({ ...position, snapshot }),
        }),
      ),
    );
  }

  /** @param {RefereeTable} table @param {boolean} isOver */
  actions(table, isOver) {
    const button = (/** @type {string} */ key, /** @type {string} */ label, /** @type {() => void} */ onclick, kind = "button") => h(kind, { key, type: "button", onclick }, label);
    const labels = { tiles: t("objective_tiles"), points: t("objective_points"), out: t("objective_out") };
    return h(
      "div.actions",
      {},
      table.isChanged && button("check", t("is_legal"), () => table.check(table.boardMove)),
      table.isChanged && table.round && button("play", t("play_it"), () => table.make(table.boardMove), "button.primary"),
      table.isChanged && button("undo", t("undo"), () => table.reset()),
      !table.round && button("list", t("list_moves"), () => table.list()),
      !isOver && button("best", t("best_move"), () => table.best(this.objective)),
      !isOver &&
        h(
          "label.number",
          { key: "objective" },
          h("span.visually-hidden", {}, t("objective")),
          h("select", { value: this.objective, onchange: onValue((objective) => (this.objective = objective)) }, ...Object.entries(labels).map(([value, label]) => h("option", { value }, label))),
        ),
      button("link", t("copy_link"), () => this.copyLink()),
    );
  }
}

/** @param {RefereeTable} table */
function turnLine(table) {
  const { turn, hands } = table.round;
  return h(
    "div.turn",
    {},
    h("p", { role: "status" }, h("strong", {}, turn ? t("turn_of", { player: turn }) : t("round_is_over"))),
    h("p.hint", {}, Object.entries(hands).map(([name, hand]) => `${name}: ${hand.length}`).join(" · ")),
    h("button.quiet", { type: "button", onclick: () => table.leaveRound() }, t("stop_round")),
  );
}

/** What lies open besides the table and the hand. @param {RefereeTable} table */
function facts({ game, position }) {
  const shown = game.forms.snapshot.filter(({ name, shape }) => FACTS.includes(shape) && position.snapshot[name] !== undefined);
  return h("dl.facts", {}, ...shown.map((field) => h("div", { key: field.name }, h("dt", {}, field.label), h("dd", {}, fact(game, field, position.snapshot[field.name])))));
}

/** @param {import("../api.js").Game} game @param {import("../api.js").FormField} field @param {any} value */
function fact(game, field, value) {
  if (value === null) return "–";
  if (field.shape === "tile") return tileRow(game, [value]);
  if (field.shape === "taken_card") return tileRow(game, [value.card]);
  if (field.shape === "open_or_hidden") return value.map((/** @type {string | null} */ code) => (code ? tileRow(game, [code]) : h("span.tile.back", { role: "img", "aria-label": t("face_down") })));
  return field.choice_labels?.[field.choices?.indexOf(value) ?? -1] ?? value;
}

/** What the referee said last. @param {RefereeTable} table */
function answer(table) {
  const { game, said } = table;
  if (!said) return null;
  if (said.kind === "over") return said.scores.map((/** @type {any} */ score) => h("section.player", {}, h("h2", {}, score.player), scoreView(game, score)));
  if (said.kind === "best") return bestAnswer(table);
  return [
    said.legal ? h("p.good", {}, t("legal"), " ", said.text) : h("p.bad", {}, t("not_legal")),
    violationList(said.violations),
    said.legal && said.needs?.length > 0 && h("p.hint", {}, t("needs_drawn")),
  ];
}

/** @param {RefereeTable} table */
function bestAnswer(table) {
  const { move, advice, goes_out } = table.said;
  return [
    advice && h("p", {}, advice.message),
    move ? h("p.good", {}, move.text, " ", tileRow(table.game, tilesOfMove(table.game, move))) : !advice && h("p", {}, t("nothing_to_do")),
    goes_out && h("p", {}, t("goes_out")),
    move && !(table.round && table.isPreviewed(move)) && h("button.primary", { type: "button", onclick: () => table.make(move) }, table.round ? t("play_it") : t("make_move")),
  ];
}

customElements.define("table-page", TablePage);
