/**
 * `<record-page>`: the record of a round, one step at a time, with its review.
 * Props: `data` (the record, packed), `at` (the number of moves before the position that is shown) and `review` (whether it is reviewed); all optional.
 */
import { ApiError, getGame, send } from "../api.js";
import { h } from "../dom.js";
import "../elements/record-input.js";
import { meldsOf, roundView } from "../elements/round-view.js";
import { scoreView } from "../elements/score-lines.js";
import { tileRow } from "../elements/tile.js";
import { violationList } from "../elements/violations.js";
import { tilesOfMove } from "../state/referee.js";
import { handOn, pack, unpack } from "../state/share.js";
import { sync } from "../state/sync.js";
import { currentLanguage, t } from "../strings.js";
import { Page } from "./page.js";
import { download } from "./sheet.js";

const KEYS = /** @type {Record<string, (at: number, last: number) => number>} */ ({
  ArrowLeft: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  Home: () => 0,
  End: (_, last) => last,
});

export class RecordPage extends Page {
  text = "";
  at = 0;
  message = "";
  /** @type {import("../api.js").Game | null} */
  game = null;
  /** What the service answered. @type {any} */
  replay = null;
  /** @type {any} */
  review = null;

  /** @override */
  connectedCallback() {
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.press(event);
    addEventListener("keydown", this.onKey);
    super.connectedCallback();
  }

  disconnectedCallback() {
    if (this.onKey) removeEventListener("keydown", this.onKey);
    for (const name of ["record", "review"]) sync.drop(name);
  }

  /** @override */
  async load() {
    const { data } = this.props;
    if (!data) return;
    try {
      this.text = await unpack(data);
    } catch {
      throw new Error(t("link_broken"));
    }
    this.ask("record", "v1/rounds/replay", async (replay) => {
      this.game = await getGame(replay.variant);
      if (!this.replay) this.at = this.props["at"] ? Number(this.props["at"]) || 0 : (replay.illegal_move ?? 0);
      this.replay = replay;
      this.go(this.at);
    });
    if (this.props["review"]) this.askReview();
  }

  /** Ask until there is an answer. @param {string} name @param {string} path @param {(answer: any) => void} take */
  ask(name, path, take) {
    sync.put(name, async (signal) => {
      try {
        const text = this.text.trim();
        const given = text.startsWith("{") ? JSON.parse(text) : text;
        await take(await send(path, { record: given.record ?? given }, signal));
      } catch (error) {
        if (!(error instanceof ApiError || error instanceof SyntaxError)) throw error;
        if (error instanceof ApiError && (error.isTemporary || error.status === 401)) throw error;
        this.error = `${t("record_unreadable")} ${error instanceof ApiError ? error.message : ""}`;
      }
      this.update();
    });
  }

  askReview() {
    this.ask("review", "v1/rounds/review", (review) => (this.review = review));
  }

  get last() {
    return Math.max(0, (this.replay?.positions.length ?? 1) - 1);
  }

  /** Show the position after so many moves. @param {number} at */
  go(at) {
    this.at = Math.min(Math.max(0, at), this.last);
    const query = new URLSearchParams({ at: String(this.at), ...(this.review || this.props["review"] ? { review: "yes" } : {}) });
    history.replaceState(null, "", `#/record/${this.props["data"]}?${query}`);
    this.message = "";
    this.update();
    const [list, line] = [this.querySelector(".moves-of"), this.querySelector(".moves-of [aria-current]")];
    if (list && line) list.scrollTop += line.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2;
  }

  /** Show a position that was chosen in a list, which may be far below it. @param {number} at */
  jump(at) {
    this.go(at);
    this.querySelector(".step")?.scrollIntoView({ block: "nearest" });
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const move = KEYS[event.key];
    if (!move || !this.replay || event.altKey || event.ctrlKey || event.metaKey || /INPUT|SELECT|TEXTAREA/.test(/** @type {HTMLElement} */ (event.target).tagName)) return;
    event.preventDefault();
    this.go(move(this.at, this.last));
  }

  /** @param {string} text */
  async open(text) {
    location.hash = `#/record/${await pack(text)}`;
  }

  /** The link has the notation, which is shorter than JSON. */
  async share() {
    const url = new URL(location.href.replace(this.props["data"], await pack(this.replay.text))).href;
    const copy = async () => {
      await navigator.clipboard?.writeText(url).catch(() => undefined);
      this.message = t("link_copied");
      this.update();
    };
    await handOn({ url, title: t("record") }, copy);
  }

  /** @override */
  render() {
    const { replay, game } = this;
    return [
      h("h1", { tabindex: "-1" }, replay && game ? `${game.name}: ${replay.record.players.join(", ")}` : t("open_record")),
      this.error && h("p.wrong", { role: "alert" }, this.error),
      replay && game ? (replay.possible ? this.steps(game) : [h("p.bad", {}, t("deal_impossible")), violationList(replay.violations)]) : this.input(),
    ];
  }

  input() {
    return [
      h("p.lead", {}, t("record_lead")),
      (!this.props["data"] || this.error) && h("record-input", { value: this.text, label: t("open"), onopen: (/** @type {string} */ text) => this.open(text) }),
      h("p", {}, h("a", { href: "docs/record" }, t("record_more"))),
    ];
  }

  /** @param {import("../api.js").Game} game */
  steps(game) {
    const { positions, scores } = this.replay;
    const [position, before] = [positions[this.at], positions[this.at - 1]];
    return h(
      "div.record",
      {},
      h(
        "div.shown",
        {},
        this.bar(),
        h("div.step", { role: "status" }, h("p", {}, h("strong", {}, this.at ? t("move_number", { number: this.at }) : t("deal")), " ", position.text ?? t("deal_starts", { player: position.player })), position.drawn && h("p.small", {}, t("drew"), " ", tileRow(game, [position.drawn]))),
        this.illegal(game),
        this.advice(game),
        roundView(game, position.round, before?.round, position),
        this.at === this.last && h("div.players", {}, ...scores.map((/** @type {any} */ score) => h("section.player", {}, h("h2", {}, score.player), scoreView(game, score)))),
        this.actions(),
      ),
      h("div.beside", {}, this.found(), this.moves(game)),
    );
  }

  bar() {
    const button = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {number} */ at, kind = "button") =>
      h(kind, { key: label, type: "button", "aria-label": label, title: label, disabled: at < 0 || at > this.last || at === this.at, onclick: () => this.go(at) }, sign);
    return h(
      "div.stepper",
      { role: "group", "aria-label": t("steps") },
      button("«", t("to_start"), 0),
      button("‹", t("step_back"), this.at - 1),
      h("output", {}, `${this.at} / ${this.last}`),
      button("›", t("step_on"), this.at + 1, "button.primary"),
      button("»", t("to_end"), this.last),
    );
  }

  /** The first illegal move, where it would have been made. @param {import("../api.js").Game} game */
  illegal(game) {
    const { illegal_move: index, record, violations, positions } = this.replay;
    if (index !== this.at) return null;
    return h("div.illegal", { role: "status" }, h("p.bad", {}, t("move_illegal", { number: index + 1 }), " ", moveView(game, record.moves[index], positions[index].round)), violationList(violations));
  }

  /** What would have been better here. @param {import("../api.js").Game} game */
  advice(game) {
    const found = this.review?.moves.find((/** @type {any} */ one) => one.after === this.at);
    if (!found) return null;
    return h("div.better", { role: "status" }, h("p", {}, h("strong", {}, `${found.player}: `), found.played.text), h("p.good", {}, t("better"), " ", found.better.text, " ", h("span.small", {}, tileRow(game, found.better.from_hand ?? tilesOfMove(game, found.better)))), h("p", {}, found.reason.message, " ", lessView(found)));
  }

  /** Where somebody could have done better, worst first. */
  found() {
    const { review } = this;
    if (!review) return null;
    return h(
      "section",
      { "aria-label": t("review") },
      h("h2", {}, t("review")),
      h("p.hint", { role: "status" }, review.moves.length ? t("review_found", { reviewed: review.reviewed, count: review.moves.length }) : t("review_nothing", { reviewed: review.reviewed })),
      h(
        "ol.findings",
        {},
        ...review.moves.map((/** @type {any} */ found) =>
          h("li", {}, h("button.move", { type: "button", "aria-current": found.after === this.at ? "step" : null, onclick: () => this.jump(found.after) }, h("span", {}, h("strong", {}, `${found.player}, ${t("move_number", { number: found.after + 1 })}`), " ", found.reason.message))),
        ),
      ),
    );
  }

  /** All moves in words. @param {import("../api.js").Game} game */
  moves(game) {
    const { positions, illegal_move: illegal, record } = this.replay;
    const line = (/** @type {number} */ at, /** @type {any} */ said, kind = "") => h("li", { class: kind }, h("button", { type: "button", "aria-current": at === this.at && !kind ? "step" : null, onclick: () => this.jump(at) }, said));
    return h(
      "section",
      { "aria-label": t("story") },
      h("h2", {}, t("story")),
      h("ol.moves-of", {}, ...positions.slice(1).map((/** @type {any} */ position) => line(position.after, position.text)), illegal !== null && line(illegal, moveView(game, record.moves[illegal], positions[illegal].round), "is-illegal")),
    );
  }

  actions() {
    const { text, record } = this.replay;
    return [
      h(
        "div.actions",
        {},
        !this.review && this.replay.legal && this.last > 0 && h("button", { type: "button", disabled: sync.tasks.has("review"), onclick: () => (this.askReview(), this.update()) }, sync.tasks.has("review") ? t("is_reviewing") : t("review_it")),
        h("button", { type: "button", onclick: () => this.share() }, t("share_link")),
        h("button", { type: "button", onclick: () => download(`${record.variant}.txt`, text) }, t("save_record")),
        record.commitment && h("a.button", { href: `#/check/${this.props["data"]}` }, t("check_this_deal")),
        h("a.button.quiet", { href: "#/record" }, t("other_record")),
      ),
      h("p", { role: "status" }, this.message),
    ];
  }
}

/** A move that has no text, because it cannot be made: of melds those that are not on the table. @param {import("../api.js").Game} game @param {any} move @param {any} round */
function moveView(game, move, round) {
  const { label, fields } = game.moves.find(({ type }) => type === move.type) ?? { label: move.type, fields: [] };
  const old = meldsOf(game, round).map(({ tiles }) => tiles.join());
  const melds = fields.flatMap(({ name, shape }) => (shape === "melds" ? (move[name] ?? []) : [])).filter((/** @type {string[]} */ meld) => !old.includes(meld.join()));
  return [`${round.turn}: ${label} `, ...[tilesOfMove(game, move), ...melds].map((tiles) => h("span.small", {}, tileRow(game, tiles), " "))];
}

/** @param {any} found */
function lessView({ less, uncertainty }) {
  const percent = (/** @type {number} */ part) => (100 * part).toLocaleString(currentLanguage(), { maximumFractionDigits: 1 });
  return less === null ? null : h("small", {}, t("less_chance", { less: percent(less), uncertainty: percent(uncertainty) }));
}

customElements.define("record-page", RecordPage);
