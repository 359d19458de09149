/** `<table-page>`: a position, the referee's answers about it, and whole rounds on one screen. Props: `position`. */
import { getGame, listGames } from "../api.js";
import { h, onChecked, onValue } from "../dom.js";
import "../elements/move-form.js";
import { moveList } from "../elements/move-list.js";
import { optionsForm } from "../elements/options.js";
import { scoreView } from "../elements/score-lines.js";
import "../elements/tile-board.js";
import { tileRow } from "../elements/tile.js";
import { violationList } from "../elements/violations.js";
import { namesOf } from "../state/sheets.js";
import { isStrong, levelsOf, nearestLevel } from "../state/computer.js";
import { list, optional, record, text } from "../state/shape.js";
import { store } from "../state/store.js";
import { offerUndo } from "../state/undo.js";
import { variantOf } from "../state/position.js";
import { countLeft, tilesOf } from "../state/records.js";
import { tilesOfMove } from "../state/referee.js";
import { findKept, RefereeTable } from "../state/table.js";
import { t } from "../strings.js";
import { gameSelect } from "./new-sheet.js";
import { Page } from "./page.js";
import { download } from "./sheet.js";

/** @typedef {import("../state/table.js").Value} Value */

/** Who sits where in the next round: a level of the computer, or nothing for a person. */
const SEATS = "rummy-referee.seats";
const readSeats = list(optional(text(10), ""), 10);

/** The seed of the next deal, which is there before anybody contributes, and what players contribute. */
const NEXT = "rummy-referee.next-deal";
const readNext = record({ seed: text(32), said: text(1000) });
const LONGEST_CONTRIBUTION = 40;

/** The shapes of what lies open besides the table and the hand. */
const FACTS = ["count", "tile", "open_or_hidden", "phase", "taken_card"];

export class TablePage extends Page {
  /** @type {import("../api.js").Game[]} */
  games = [];
  /** @type {RefereeTable | null} */
  table = null;
  players = 2;
  seats = store.parse(SEATS, readSeats) ?? [];
  next = store.parse(NEXT, readNext) ?? { seed: newSeed(), said: "" };
  /** The commitment to the next deal, and of which game it is. */
  commitment = { of: "", text: "" };
  /** What the best move aims at; empty for the strongest aim that the game has. */
  objective = "";
  isCopied = false;
  /** The verdict that is on the screen. @type {any} */
  shown = null;
  link = "";

  /** @override */
  async load() {
    this.games = await listGames();
    if (!this.table) return this.open();
    await this.table.retell(await getGame(this.table.game.id));
  }

  disconnectedCallback() {
    if (this.table) this.table.isLeft = true; // the round waits where it is
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
      this.error = "";
      if (this.table) this.table.isLeft = true;
      this.table = this.make(game, text);
      await this.table.open();
    } catch (error) {
      this.error = /** @type {Error} */ (error).message;
      this.update();
    }
  }

  /** A table; an empty one if the text cannot be read. @param {import("../api.js").Game} game @param {string} text */
  make(game, text) {
    const draw = () => this.update();
    try {
      return new RefereeTable(game, text, draw);
    } catch (error) {
      this.error = /** @type {Error} */ (error).message;
      return new RefereeTable(game, "", draw);
    }
  }

  /** Go on with a round that was kept. @param {import("../state/table.js").Kept & {key: string}} kept */
  async resume(kept) {
    const game = await getGame(kept.round.variant);
    this.table = new RefereeTable(game, "", () => this.update());
    await this.table.resume(kept);
  }

  /** @override */
  update() {
    const said = this.table?.said ?? null;
    if (this.table && this.isConnected && this.table.link !== this.link) {
      this.link = this.table.link;
      this.isCopied = false;
      history.replaceState(null, "", `#/table${this.link}`);
    }
    super.update();
    if (said && said !== this.shown) this.querySelector(".said")?.scrollIntoView({ block: "nearest" });
    this.shown = said;
  }

  async copyLink() {
    await navigator.clipboard?.writeText(new URL(`#/table${this.link}`, location.href).href).catch(() => undefined);
    this.isCopied = true;
    this.update();
  }

  async deal() {
    const { table, next } = this;
    if (!table) return;
    const asked = new URLSearchParams(location.search).get("seed");
    const levels = Array.from({ length: this.players }, (_, seat) => this.seats[seat] && nearestLevel(table.game, this.players, /** @type {any} */ (this.seats[seat])));
    const last = store.list().find(({ variant, players }) => variant === table.game.id && players.length === this.players);
    const people = last ? namesOf(last) : levels.map((_, seat) => t("player_number", { number: seat + 1 }));
    const computers = levels.flatMap((level, seat) => (level ? [seat] : []));
    const names = people.map((name, seat) => (levels[seat] ? t("computer_number", { number: computers.length > 1 ? computers.indexOf(seat) + 1 : "" }).trim() : name));
    const seed = asked ? (/^\d{1,15}$/.test(asked) ? Number(asked) : asked) : next.seed;
    const entropy = next.said.split("\n").flatMap((line) => [...line.trim()].slice(0, LONGEST_CONTRIBUTION).join("") || []).slice(0, table.game.players.maximum);
    await table.deal(names, seed, entropy, Object.fromEntries(names.flatMap((name, seat) => (levels[seat] ? [[name, levels[seat]]] : []))));
    if (table.round?.seed !== seed) return;
    this.next = { seed: newSeed(), said: "" };
    this.commitment = { of: "", text: "" };
    store.write(NEXT, null);
  }

  /** Keep the seed of the next deal, and show the commitment to it. @param {string} variant */
  async promise(variant) {
    store.write(NEXT, JSON.stringify(this.next));
    this.commitment = { of: variant, text: "…" };
    const { commit } = await import("../state/fair-deal.js");
    this.commitment = { of: variant, text: crypto.subtle ? await commit(variant, this.next.seed) : t("deal_needs_https") };
    this.update();
  }

  /** The commitment to the next deal, and what players add to it. @param {import("../api.js").Game} game */
  contributions(game) {
    const open = (/** @type {Event} */ event) => /** @type {HTMLDetailsElement} */ (event.target).open && this.commitment.of !== game.id && this.promise(game.id);
    const say = (/** @type {string} */ said) => {
      this.next = { ...this.next, said };
      store.write(NEXT, JSON.stringify(this.next));
    };
    return h(
      "details.options",
      { key: `contribute ${game.id}`, ontoggle: open },
      h("summary", {}, t("contribute")),
      h("p", {}, t("contribute_lead")),
      h("p", {}, h("code", {}, this.commitment.of === game.id && this.commitment.text)),
      h("label.number.wide", {}, h("span", {}, t("contributions")), h("textarea", { value: this.next.said, rows: 3, maxlength: 500, placeholder: "Ada: 3141", oninput: onValue(say) })),
    );
  }

  /** @override */
  render() {
    const table = this.table;
    const error = this.error || table?.error;
    return [
      h("h1", { tabindex: "-1" }, t("table")),
      table?.wasEmpty && !table.round && h("p.lead", {}, t("table_lead")),
      error && h("p.wrong", { role: "alert" }, error),
      table && !table.round && this.kept(),
      table?.round && table.isCurtained ? this.curtain(table) : table && this.content(table),
      h("tile-keypad", { key: "keypad" }),
    ];
  }

  kept() {
    const forget = (/** @type {string} */ key) => offerUndo(t("round_deleted"), store.remove(key));
    return findKept().map((kept) =>
      h(
        "div.notice",
        { key: kept.key },
        h("span", {}, t("round_kept"), " ", h("small", {}, [this.games.find(({ id }) => id === kept.round.variant)?.name, ...Object.keys(kept.round.hands)].join(" · "))),
        h("button", { type: "button", onclick: () => this.resume(kept) }, t("continue")),
        h("button.quiet", { type: "button", onclick: () => forget(kept.key) }, t("discard")),
      ),
    );
  }

  /** Between two players: nobody sees a hand. @param {RefereeTable} table */
  curtain(table) {
    const moves = told(table);
    if (table.isComputing) return h("section.curtain", { key: "curtain" }, moves, h("h2", {}, t("is_thinking", { player: table.round.turn })), table.error && this.goOn(table));
    const lift = () => {
      table.isCurtained = false;
      this.update();
    };
    return h(
      "section.curtain",
      { key: "curtain" },
      moves,
      h("h2", {}, t("hand_over", { player: table.round.turn })),
      h("button.primary", { type: "button", onclick: lift }, t("show_hand", { player: table.round.turn })),
      table.movesBack > 0 && h("button", { type: "button", onclick: () => table.takeBack() }, t("undo_move")),
    );
  }

  /** Let the computer try again. @param {RefereeTable} table */
  goOn(table) {
    return h("button", { key: "go-on", type: "button", onclick: () => table.compute() }, t("continue"));
  }

  /** @param {RefereeTable} table */
  content(table) {
    const isOver = Boolean(table.round) && !table.round.turn;
    const choose = async (/** @type {Value} */ move) => {
      await table.choose(move);
      this.querySelector("tile-board")?.scrollIntoView({ block: "start" });
    };
    const actions = { choose, more: () => table.listMore() };
    return [
      table.round ? [turnLine(table), told(table), facts(table)] : this.topic(table),
      table.wasEmpty && this.setUp(table),
      h("tile-board", {
        game: table.game,
        board: table.board,
        checks: table.checks,
        owners: table.owners,
        marks: table.marks,
        selected: table.selected,
        hasTable: Boolean(table.tableField),
        handLabel: table.game.forms.snapshot.find(({ name }) => name === "hand")?.label,
        groups: table.groups,
        isGrouped: table.isGrouped && !table.isChanged,
        playable: playableOf(table),
        faults: faultsOf(table),
        odd: table.odd,
        isRefused: table.said?.legal === false,
        isWaiting: table.isWaiting,
        verdict: answer(table),
        onselect: (/** @type {number} */ id) => table.isComputing || table.select(id),
        onmove: (/** @type {ReadonlySet<number>} */ ids, /** @type {any} */ target) => table.isComputing || table.move(ids, target),
      }),
      table.isComputing ? h("div.actions", {}, table.error && this.goOn(table)) : this.actions(table, isOver),
      h("p", { role: "status" }, this.isCopied && [t("copied"), " ", h("a", { href: `#/table${this.link}` }, t("this_position"))]),
      table.listed && !isOver && !table.isComputing && moveList(table.game, table.listed, table.selectedCodes, actions),
      !table.wasEmpty && this.setUp(table),
      h("move-form", { game: table.game, oncheck: (/** @type {string} */ type, /** @type {Value} */ value) => table.checkFields(type, value) }),
      this.fairness(table),
      table.story.length > 0 &&
        h(
          "section",
          { "aria-label": t("story") },
          h("h2", {}, t("story")),
          h("ol.story", { reversed: true, start: table.story.length, "data-count": table.story.length }, ...table.story.slice(0, 12).map((line) => h("li", {}, line))),
        ),
    ];
  }

  /** The game, and what has to be known about a position. @param {RefereeTable} table */
  topic(table) {
    const { game, position } = table;
    return h(
      "div.set-up",
      { key: "topic" },
      gameSelect(this.games, game.id, (variant) => (location.hash = `#/table/${variant}`)),
      table.melds.length > 0 &&
        h("record-form", {
          key: "opened",
          game,
          fields: game.forms.snapshot.filter(({ shape, name }) => shape === "flag" && name === "opened"),
          value: position.snapshot,
          onchange: (/** @type {Value} */ snapshot) => table.show({ ...position, snapshot }),
        }),
    );
  }

  /** A round to deal, the house rules and the position: below the board if that is what people came for. @param {RefereeTable} table */
  setUp(table) {
    if (table.round) return null;
    const { game, position } = table;
    const { minimum, maximum } = game.players;
    const fields = game.forms.snapshot;
    const counts = Array.from({ length: maximum - minimum + 1 }, (_, index) => String(minimum + index));
    return h(
      "div.set-up",
      { key: "set-up" },
      h(
        "div.deal",
        {},
        h(
          "label.number",
          {},
          h("span", {}, t("players")),
          h("select", { value: String(this.players), onchange: onValue((count) => ((this.players = Number(count)), this.update())) }, ...counts.map((count) => h("option", { value: count }, count))),
        ),
        h("button", { type: "button", class: table.wasEmpty && !table.isChanged && !table.said ? "primary" : "", onclick: () => this.deal() }, t("deal_round")),
        h("label.switch", {}, h("input", { type: "checkbox", checked: table.hasCurtain, onchange: onChecked((hasCurtain) => (table.hasCurtain = hasCurtain)) }), h("span", {}, t("has_curtain"))),
      ),
      this.who(game),
      this.contributions(game),
      optionsForm(game, position.options, (options) => void table.show({ ...position, options })),
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
      h("p", {}, h("a", { href: "#/record" }, t("open_record"))),
    );
  }

  /** Which players are the computer, and what its levels mean in this game. @param {import("../api.js").Game} game */
  who(game) {
    const labels = { easy: isStrong(game, this.players) ? t("easy") : t("careless"), medium: t("medium"), hard: t("hard") };
    const means = isStrong(game, this.players) ? { easy: t("level_turn"), medium: t("level_some"), hard: t("level_many") } : { easy: t("level_chance"), medium: t("level_turn"), hard: "" };
    const levels = levelsOf(game, this.players);
    const chosen = Array.from({ length: this.players }, (_, seat) => this.seats[seat] && nearestLevel(game, this.players, /** @type {any} */ (this.seats[seat])));
    const set = (/** @type {number} */ seat, /** @type {string} */ level) => {
      this.seats = Array.from({ length: Math.max(this.seats.length, seat + 1) }, (_, index) => (index === seat ? level : (this.seats[index] ?? "")));
      store.write(SEATS, JSON.stringify(this.seats));
      this.update();
    };
    return h(
      "details.options",
      {},
      h("summary", {}, t("who_plays"), chosen.some(Boolean) && h("small", {}, ` ${t("computers_count", { count: chosen.filter(Boolean).length })}`)),
      ...chosen.map((level, seat) =>
        h(
          "label.number.option",
          { key: `seat${seat}` },
          h("span", {}, t("player_number", { number: seat + 1 })),
          h("select", { value: level ?? "", onchange: onValue((value) => set(seat, value)) }, h("option", { value: "" }, t("person")), ...levels.map((one) => h("option", { value: one }, `${t("computer")} – ${labels[one]}`))),
        ),
      ),
      h("ul.hint", {}, ...levels.map((level) => h("li", {}, h("strong", {}, labels[level]), ` – ${means[level]}`))),
    );
  }

  /** @param {RefereeTable} table @param {boolean} isOver */
  actions(table, isOver) {
    const button = (/** @type {string} */ key, /** @type {string} */ label, /** @type {() => void} */ onclick, kind = "button") => h(kind, { key, type: "button", onclick }, label);
    const labels = { ...(isStrong(table.game, table.round?.players.length) && { win: t("objective_win") }), tiles: t("objective_tiles"), points: t("objective_points"), out: t("objective_out") };
    const isChanged = table.isChanged && !isOver;
    const objective = this.objective in labels ? this.objective : (Object.keys(labels)[0] ?? "");
    return h(
      "div.actions",
      {},
      isChanged && button("check", t("is_legal"), () => table.check(table.boardMove), table.round || table.said?.move ? "button" : "button.primary"),
      isChanged && table.round && button("play", t("play_it"), () => table.make(table.boardMove), "button.primary"),
      isChanged && button("undo", t("undo"), () => table.reset()),
      !isChanged && table.movesBack > 0 && button("back", t("undo_move"), () => table.takeBack()),
      !isOver && table.board.hand.length > 2 && button("group", table.isGrouped ? t("by_colour") : t("by_melds"), () => (table.isGrouped ? table.ungroup() : table.group())),
      !table.round && button("list", t("list_moves"), () => table.list()),
      !isOver && button("best", table.round ? t("hint") : t("best_move"), () => table.best(objective)),
      !isOver &&
        h(
          "label.number",
          { key: "objective" },
          h("span.visually-hidden", {}, t("objective")),
          h("select", { value: objective, onchange: onValue((objective) => (this.objective = objective)) }, ...Object.entries(labels).map(([value, label]) => h("option", { value }, label))),
        ),
      !isOver && button("link", t("copy_link"), () => this.copyLink()),
      isOver && table.record && [
        button("look", t("look_again"), () => this.openRecord("record"), "button.primary"),
        table.record.commitment && button("fair", t("check_this_deal"), () => this.openRecord("check")),
        button("again", t("another_round"), () => this.deal()),
      ],
    );
  }

  /** What the round was dealt with, and its record so far. @param {RefereeTable} table */
  fairness({ record, game }) {
    if (!record) return null;
    return h(
      "details.options",
      { key: "fairness" },
      h("summary", {}, t("fair_deal")),
      record.commitment && [h("p", {}, t("fair_lead")), h("p", {}, h("code", {}, record.commitment))],
      h("p.hint", {}, t("record_tells")),
      h("div.actions", {}, h("button", { type: "button", onclick: () => download(`${game.id}.json`, JSON.stringify(record)) }, t("save_record"))),
    );
  }

  /** Show the record of the round on another page. @param {"record" | "check"} page */
  async openRecord(page) {
    const { pack } = await import("../state/share.js");
    location.hash = `#/${page}/${await pack(JSON.stringify(this.table?.record))}`;
  }
}

/** 128 bits. The page draws them, so that the service cannot choose the deal. */
const newSeed = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** What the others did since this player's last turn. @param {RefereeTable} table */
const told = ({ told }) => h("div.told", { key: "told", role: "status" }, ...told.map((text) => h("p", {}, text)));

/** @param {RefereeTable} table */
function turnLine(table) {
  const { turn, hands } = table.round;
  return h(
    "div.turn",
    {},
    h("p", { role: "status" }, h("strong", {}, table.isComputing ? t("is_thinking", { player: turn }) : turn ? t("turn_of", { player: turn }) : t("round_is_over"))),
    h("p.hint", {}, Object.entries(hands).map(([name, hand]) => `${name}: ${hand.length}`).join(" · ")),
    h("button.quiet", { type: "button", onclick: () => offerUndo(t("round_deleted"), table.leaveRound()) }, t("stop_round")),
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

/** The tiles of the hand that some listed move lays. @param {RefereeTable} table */
function playableOf({ game, listed }) {
  const lays = new Set(game.moves.filter(({ fields }) => fields.some(({ name, shape }) => shape === "melds" || name === "meld" || name === "tiles")).map(({ type }) => type));
  return new Set((listed?.moves ?? []).filter((/** @type {Value} */ move) => lays.has(move["type"])).flatMap((/** @type {Value} */ move) => move["from_hand"] ?? tilesOfMove(game, move)));
}

/** The melds at fault in the last verdict, each with the tiles that it names. @param {RefereeTable} table */
function faultsOf({ said, tableField }) {
  /** @type {Map<number, Set<string>>} */
  const faults = new Map();
  if (said?.kind !== "check" || said.legal) return faults;
  for (const { path, params } of said.violations) {
    const [, move, name, index] = path.split("/");
    if (move !== "move" || name !== tableField?.name || index === undefined) continue;
    const tiles = [params.tiles, params.tile].flat().filter((one) => typeof one === "string");
    faults.set(Number(index), new Set([...(faults.get(Number(index)) ?? []), ...tiles]));
  }
  return faults;
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
  const { move, advice, goes_out, tiles, points, leaves, melds } = table.said;
  const lays = move && table.game.moves.find(({ type }) => type === move.type)?.fields.some(({ name, shape }) => shape === "melds" || name === "tiles" || name === "meld");
  return [
    advice && h("p", {}, advice.message),
    !advice && melds?.length > 0 && h("p", {}, t("best_melds"), " ", ...melds.map((/** @type {string[]} */ meld) => [tileRow(table.game, meld), " "])),
    !advice && !melds?.length && (lays && tiles ? h("p", {}, t("best_reason", { tiles, points }), leaves.length > 0 && [" ", t("stays"), " ", tileRow(table.game, leaves)]) : move && !goes_out && h("p", {}, t("best_of_turn"))),
    move ? h("p.good", {}, move.text, " ", tileRow(table.game, tilesOfMove(table.game, move))) : !advice && h("p", {}, t("nothing_to_do")),
    goes_out && h("p", {}, t("goes_out")),
    move && !(table.round && table.isPreviewed(move)) && h("button.primary", { type: "button", onclick: () => table.make(move) }, table.round ? t("play_it") : t("make_move")),
  ];
}

customElements.define("table-page", TablePage);
