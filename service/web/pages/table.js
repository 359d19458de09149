/** `<table-page>`: a position, the referee's answers about it, and whole rounds on one screen. Props: `position`. */
import { getGame, listGames } from "../api.js";
import { h, onValue, View } from "../dom.js";
import { moveList } from "../elements/move-list.js";
import { optionsForm } from "../elements/options.js";
import { scoreView } from "../elements/score-lines.js";
import "../elements/tile-board.js";
import { tileRow } from "../elements/tile.js";
import { violationList } from "../elements/violations.js";
import { codesOf, inOrder, layOut, moveTo, sortHand } from "../state/board.js";
import { readPosition, variantOf, writePosition } from "../state/position.js";
import { countLeft, missingLabels, startRecord, tilesOf } from "../state/records.js";
import * as referee from "../state/referee.js";
import { t } from "../strings.js";
import { gameSelect } from "./new-sheet.js";

/** @typedef {Record<string, any>} Value */

export class TablePage extends View {
  /** @type {import("../api.js").GameBrief[]} */
  games = [];
  /** @type {import("../api.js").Game | null} */
  game = null;
  /** @type {import("../state/position.js").Position} */
  position = { variant: "", options: {}, snapshot: {} };
  /** The whole round, if one is played. @type {any} */
  round = null;
  /** @type {string[]} */
  story = [];
  /** @type {import("../state/board.js").Board} */
  board = layOut([], []);
  /** @type {Set<number>} */
  selected = new Set();
  /** @type {any} */
  checks = null;
  /** @type {any} */
  listed = null;
  /** What the referee said last. @type {any} */
  said = null;
  /** @type {(string | undefined)[]} */
  marks = [];
  /** @type {{type: string, value: Value}} */
  other = { type: "", value: {} };
  players = 2;
  objective = "tiles";
  error = "";
  link = "";
  asked = 0;

  /** @override */
  async connectedCallback() {
    this.update();
    await this.attempt(async () => {
      this.games = await listGames();
      await this.open();
    });
  }

  /** @override @param {Value} props */
  setProps(props) {
    const isNew = props["position"] !== this.props["position"];
    this.props = props;
    if (this.isConnected && isNew && props["position"] !== this.link) this.attempt(() => this.open());
  }

  /** @param {() => Promise<void>} ask */
  async attempt(ask) {
    try {
      this.error = "";
      await ask();
    } catch (error) {
      this.error = /** @type {Error} */ (error).message;
    }
    this.update();
  }

  async open() {
    const text = String(this.props["position"]);
    const game = (this.game = await getGame(variantOf(text) || (this.games[0]?.id ?? "")));
    this.players = Math.max(this.players, game.players.minimum);
    this.round = null;
    this.show(text.includes("?") ? readPosition(game, text) : { variant: game.id, options: {}, snapshot: startRecord(game.forms.snapshot) });
  }

  /** Show a position; tiles that were on the board move to their new places. @param {import("../state/position.js").Position} position */
  show(position) {
    this.position = position;
    this.listed = this.said = null;
    this.marks = [];
    this.reset();
    if (this.game) {
      this.link = writePosition(this.game, position);
      if (location.hash.startsWith("#/table")) history.replaceState(null, "", `#/table${this.link}`);
    }
  }

  melds() {
    const table = this.game && referee.tableField(this.game);
    const melds = table ? (this.position.snapshot[table.name] ?? []) : [];
    return table?.shape === "owned_melds" ? melds.map((/** @type {any} */ meld) => meld.cards) : melds;
  }

  hand() {
    return this.game ? sortHand(this.game, this.position.snapshot["hand"] ?? []) : [];
  }

  owners() {
    const table = this.game && referee.tableField(this.game);
    return table?.shape === "owned_melds" ? this.position.snapshot[table.name].map((/** @type {any} */ meld) => meld.owner) : null;
  }

  reset() {
    this.lay(layOut(this.melds(), this.hand(), this.board));
    this.checkBoard();
  }

  /** @param {import("../state/board.js").Board} board */
  lay(board) {
    this.board = board;
    this.checks = null;
    this.selected = new Set();
    this.update();
  }

  isChanged() {
    return JSON.stringify(this.board.melds.map(codesOf).map((codes) => codes.toSorted())) !== JSON.stringify(this.melds().map((/** @type {string[]} */ meld) => meld.toSorted()));
  }

  async checkBoard() {
    const game = this.game;
    if (!game || !this.board.melds.length) return;
    const asked = ++this.asked;
    await this.attempt(async () => {
      const { melds } = await referee.checkMelds(game, this.position.options, this.board.melds.map(codesOf));
      if (asked !== this.asked) return;
      this.checks = melds;
      this.board = { ...this.board, melds: this.board.melds.map((pile, index) => (melds[index].valid ? inOrder(pile, melds[index].readings[0].tiles) : pile)) };
    });
  }

  /** @param {ReadonlySet<number>} ids @param {"hand" | "new" | number} target */
  async move(ids, target) {
    const game = this.game;
    if (!game) return;
    if (referee.tableMove(game)) {
      this.said = null;
      this.marks = [];
      this.lay(moveTo(this.board, ids, target));
      return this.checkBoard();
    }
    const codes = this.board.hand.filter(({ id }) => ids.has(id)).map(({ code }) => code);
    await this.tryMoves(referee.movesTo(game, codes, target));
  }

  /** Make the first of some moves that is legal, or say why the first is not. @param {Value[]} moves */
  async tryMoves(moves) {
    const game = this.game;
    if (!game || !moves.length) return;
    await this.attempt(async () => {
      const answers = [];
      for (const move of moves) {
        const answer = await referee.checkMove(game, this.position, move);
        if (answer.legal) return this.make(move, answer);
        answers.push(answer);
      }
      this.said = { ...answers[0], kind: "check" };
    });
  }

  /** Play a move in the round; without a round, show the position after it. @param {Value} move @param {any} [checked] */
  async make(move, checked) {
    const game = this.game;
    if (!game) return;
    if (this.round) return this.attempt(() => this.play(move));
    await this.attempt(async () => {
      const answer = checked ?? (await referee.checkMove(game, this.position, move));
      if (answer.next) {
        const { variant: _, options: __, ...snapshot } = answer.next;
        this.show({ ...this.position, snapshot: { ...startRecord(game.forms.snapshot), ...snapshot } });
      }
      this.said = { ...answer, kind: "check", text: move["text"] };
    });
  }

  /** @param {Value} move */
  async play(move) {
    const player = this.round.turn;
    const answer = await referee.playMove(this.round, move);
    if (!answer.legal) {
      this.said = { ...answer, kind: "check" };
      return;
    }
    this.story.unshift(answer.text ?? `${player}: ${move["text"] ?? move["type"]}`);
    this.round = answer.round;
    if (answer.over) this.said = { kind: "over", scores: answer.scores };
    else await this.look();
  }

  async look() {
    const seen = await referee.viewRound(this.round, this.round.turn);
    const { variant, options, ...snapshot } = seen.snapshot;
    this.show({ variant, options, snapshot });
    this.listed = seen;
  }

  async startRound() {
    const game = this.game;
    if (!game) return;
    await this.attempt(async () => {
      const seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
      const dealt = await referee.deal(game, this.position.options, this.players, Number(new URLSearchParams(location.search).get("seed") ?? seed));
      if (!dealt.possible) {
        this.said = { ...dealt, kind: "check", legal: false };
        return;
      }
      this.round = dealt.round;
      this.story = [];
      await this.look();
    });
  }

  async list() {
    const game = this.game;
    if (game) await this.attempt(async () => void (this.listed = this.tell(await referee.listMoves(game, this.position))));
  }

  async listMore() {
    const game = this.game;
    if (!game) return;
    await this.attempt(async () => {
      const next = await referee.listMoves(game, this.position, this.listed.next_cursor);
      this.listed = { ...next, moves: [...this.listed.moves, ...next.moves] };
    });
  }

  /** Show why a position is impossible. @param {any} answer */
  tell(answer) {
    if (!answer.possible) this.said = { ...answer, kind: "check", legal: false };
    return answer.possible ? answer : null;
  }

  async best() {
    const game = this.game;
    if (!game) return;
    await this.attempt(async () => {
      const answer = this.tell(await referee.findBest(game, this.position, this.objective));
      if (!answer) return;
      this.said = { ...answer, kind: "best" };
      this.preview(answer.move);
    });
  }

  /** Show on the board what a move does. @param {Value | null} move */
  preview(move) {
    const game = this.game;
    const field = game && referee.tableField(game);
    if (!move || !field || !move[field.name]) return;
    const hand = this.hand();
    for (const code of move["from_hand"] ?? []) hand.splice(hand.indexOf(code), 1);
    this.lay(layOut(move[field.name], hand, this.board));
    this.marks = (move["changes"] ?? []).map((/** @type {any} */ change) => change.status);
    this.checkBoard();
  }

  /** @param {Value} move */
  isPreviewed(move) {
    const field = this.game && referee.tableField(this.game);
    return Boolean(field && move[field.name]);
  }

  /** @param {Value} move */
  choose(move) {
    if (this.isPreviewed(move)) {
      this.said = { kind: "best", move };
      this.preview(move);
      this.update();
    } else this.make(move);
  }

  tableMoveNow() {
    const game = this.game;
    const type = game && referee.tableMove(game);
    const field = game && referee.tableField(game);
    return type && field ? { type: type.type, [field.name]: this.board.melds.map(codesOf) } : null;
  }

  async checkTable() {
    const { game } = this;
    const move = this.tableMoveNow();
    if (!game || !move) return;
    await this.attempt(async () => void (this.said = { ...(await referee.checkMove(game, this.position, move)), kind: "check", move }));
  }

  async copyLink() {
    await navigator.clipboard?.writeText(new URL(`#/table${this.link}`, location.href).href).catch(() => undefined);
    this.said = { kind: "copied" };
    this.update();
  }

  /** @override */
  render() {
    const game = this.game;
    return [
      h("h1", {}, t("table")),
      !this.round && h("p.lead", {}, t("table_lead")),
      this.error && h("p.wrong", { role: "alert" }, this.error),
      game && (this.round ? this.turnLine() : this.setUp(game)),
      game && this.facts(game),
      game && this.boardView(game),
      game && this.actions(game),
      game && h("div.said", { role: "status" }, this.answer(game)),
      game && this.listed && !(this.said?.kind === "over") && moveList(game, this.listed, this.selectedCodes(), { choose: (move) => this.choose(move), more: () => this.listMore() }),
      game && this.otherMove(game),
      this.story.length > 0 && h("section", { "aria-label": t("story") }, h("h2", {}, t("story")), h("ol.story", { reversed: true, start: this.story.length, "data-count": this.story.length }, ...this.story.slice(0, 12).map((line) => h("li", {}, line)))),
    ];
  }

  selectedCodes() {
    return [...this.board.hand, ...this.board.melds.flat()].filter(({ id }) => this.selected.has(id)).map(({ code }) => code);
  }

  turnLine() {
    const { turn, hands } = this.round;
    return h(
      "div.turn",
      {},
      h("p", { role: "status" }, h("strong", {}, turn ? t("turn_of", { player: turn }) : t("round_is_over"))),
      h("p.hint", {}, Object.entries(hands).map(([name, hand]) => `${name}: ${hand.length}`).join(" · ")),
      h("button.quiet", { type: "button", onclick: () => ((this.round = null), (this.story = []), this.show(this.position), this.update()) }, t("stop_round")),
    );
  }

  /** @param {import("../api.js").Game} game */
  setUp(game) {
    const { minimum, maximum } = game.players;
    const fields = game.forms.snapshot;
    const { snapshot, options } = this.position;
    return h(
      "div.set-up",
      {},
      gameSelect(this.games, game.id, (variant) => (location.hash = `#/table/${variant}`)),
      optionsForm(game, options, (next) => (this.show({ ...this.position, options: next }), this.update())),
      h(
        "div.deal",
        {},
        h(
          "label.number",
          {},
          h("span", {}, t("players")),
          h(
            "select",
            { value: String(this.players), onchange: onValue((count) => (this.players = Number(count))) },
            ...Array.from({ length: maximum - minimum + 1 }, (_, index) => h("option", { value: String(minimum + index) }, minimum + index)),
          ),
        ),
        h("button.primary", { type: "button", onclick: () => this.startRound() }, t("deal_round")),
      ),
      h(
        "details.options",
        {},
        h("summary", {}, t("set_up")),
        h("record-form", {
          game,
          fields,
          value: snapshot,
          players: snapshot["players"]?.length ? snapshot["players"] : [],
          left: countLeft(game, tilesOf(fields, snapshot)),
          onchange: (/** @type {Value} */ next) => (this.show({ ...this.position, snapshot: next }), this.update()),
        }),
      ),
    );
  }

  /** What lies open besides the table and the hand. @param {import("../api.js").Game} game */
  facts(game) {
    const shown = game.forms.snapshot.filter(({ name, shape }) => this.round && name !== "hand" && ["count", "tile", "open_or_hidden", "phase", "taken_card"].includes(shape) && this.position.snapshot[name] !== undefined);
    return h(
      "dl.facts",
      {},
      ...shown.map((field) => h("div", { key: field.name }, h("dt", {}, field.label), h("dd", {}, this.fact(game, field, this.position.snapshot[field.name])))),
    );
  }

  /** @param {import("../api.js").Game} game @param {import("../api.js").FormField} field @param {any} value */
  fact(game, field, value) {
    if (value === null) return "–";
    if (field.shape === "tile") return tileRow(game, [value]);
    if (field.shape === "taken_card") return tileRow(game, [value.card]);
    if (field.shape === "open_or_hidden") return value.map((/** @type {string | null} */ code) => (code ? tileRow(game, [code]) : h("span.tile.back", { role: "img", "aria-label": t("face_down") })));
    return field.choice_labels?.[field.choices?.indexOf(value) ?? -1] ?? value;
  }

  /** @param {import("../api.js").Game} game */
  boardView(game) {
    return h("tile-board", {
      game,
      board: this.board,
      checks: this.checks,
      owners: this.owners(),
      marks: this.marks,
      selected: this.selected,
      hasTable: Boolean(referee.tableField(game)),
      handLabel: game.forms.snapshot.find(({ name }) => name === "hand")?.label,
      onselect: (/** @type {number} */ id) => {
        if (!this.selected.delete(id)) this.selected.add(id);
        this.update();
      },
      onmove: (/** @type {ReadonlySet<number>} */ ids, /** @type {any} */ target) => this.move(ids, target),
    });
  }

  /** @param {import("../api.js").Game} game */
  actions(game) {
    const isChanged = Boolean(referee.tableMove(game)) && this.isChanged();
    const objectives = ["tiles", "points", "out"];
    const isOver = this.said?.kind === "over";
    return h(
      "div.actions",
      {},
      isChanged && h("button", { key: "check", type: "button", onclick: () => this.checkTable() }, t("is_legal")),
      isChanged && this.round && h("button.primary", { key: "play", type: "button", onclick: () => this.make(/** @type {Value} */ (this.tableMoveNow())) }, t("play_it")),
      isChanged && h("button", { key: "undo", type: "button", onclick: () => ((this.said = null), (this.marks = []), this.reset()) }, t("undo")),
      !this.round && h("button", { key: "list", type: "button", onclick: () => this.list() }, t("list_moves")),
      !isOver && h("button", { key: "best", type: "button", onclick: () => this.best() }, t("best_move")),
      !isOver &&
        h(
          "label.number",
          { key: "objective" },
          h("span.visually-hidden", {}, t("objective")),
          h(
            "select",
            { value: this.objective, onchange: onValue((objective) => (this.objective = objective)) },
            ...[t("objective_tiles"), t("objective_points"), t("objective_out")].map((label, index) => h("option", { value: objectives[index] }, label)),
          ),
        ),
      h("button", { key: "link", type: "button", onclick: () => this.copyLink() }, t("copy_link")),
    );
  }

  /** @param {import("../api.js").Game} game */
  answer(game) {
    const said = this.said;
    if (!said) return null;
    if (said.kind === "copied") return h("p", {}, t("copied"), " ", h("a", { href: `#/table${this.link}` }, t("this_position")));
    if (said.kind === "over") return said.scores.map((/** @type {any} */ score) => h("section.player", {}, h("h2", {}, score.player), scoreView(game, score)));
    if (said.kind === "best") return this.bestAnswer(game, said);
    return [
      said.legal ? h("p.good", {}, t("legal"), " ", said.text) : h("p.bad", {}, t("not_legal")),
      violationList(said.violations),
      said.legal && said.needs?.length > 0 && h("p.hint", {}, t("needs_drawn")),
    ];
  }

  /** @param {import("../api.js").Game} game @param {any} best */
  bestAnswer(game, best) {
    const move = best.move;
    return [
      best.advice && h("p", {}, best.advice.message),
      move ? h("p.good", {}, move.text, " ", tileRow(game, referee.tilesOfMove(game, move))) : !best.advice && h("p", {}, t("nothing_to_do")),
      best.goes_out && h("p", {}, t("goes_out")),
      move && !(this.round && this.isPreviewed(move)) && h("button.primary", { type: "button", onclick: () => this.make(move) }, this.round ? t("play_it") : t("make_move")),
    ];
  }

  /** Any move, also one that is not legal. @param {import("../api.js").Game} game */
  otherMove(game) {
    const { type, value } = this.other;
    const chosen = game.moves.find((move) => move.type === type);
    const set = (/** @type {Value} */ next) => ((this.other = { type, value: next }), this.update());
    return h(
      "details.options",
      {},
      h("summary", {}, t("other_move")),
      h(
        "label.number",
        {},
        h("span", {}, t("move_type")),
        h(
          "select",
          { value: type, onchange: onValue((type) => this.chooseType(type)) },
          h("option", { value: "" }, "–"),
          ...game.moves.map((move) => h("option", { value: move.type }, move.label)),
        ),
      ),
      chosen && h("p.hint", {}, chosen.text),
      chosen && h("record-form", { key: type, game, fields: chosen.fields, value, players: [], left: () => 99, onchange: set }),
      chosen &&
        h(
          "div.actions",
          {},
          h("button", { type: "button", disabled: missingLabels(chosen.fields, value).length > 0, onclick: () => this.checkOther(game, chosen) }, t("is_legal")),
        ),
    );
  }

  /** @param {string} type */
  chooseType(type) {
    const fields = this.game?.moves.find((move) => move.type === type)?.fields ?? [];
    this.other = { type, value: startRecord(fields) };
    this.update();
  }

  /** @param {import("../api.js").Game} game @param {{type: string, fields: readonly import("../api.js").FormField[]}} chosen */
  async checkOther(game, { type, fields }) {
    const move = { type, ...referee.fieldsOf(fields, this.other.value) };
    await this.attempt(async () => void (this.said = { ...(await referee.checkMove(game, this.position, move)), kind: "check", move }));
  }
}

customElements.define("table-page", TablePage);
