/** `<round-page>`: the end of one round, step by step, scored while it is entered. Props: `id` of the sheet, `round` (its id). */
import { getGame, send } from "../api.js";
import { h, onValue } from "../dom.js";
import { numberText, pointsText, scoreView } from "../elements/score-lines.js";
import { tileRow } from "../elements/tile.js";
import { isAtField, violationList } from "../elements/violations.js";
import { keypad } from "../state/keypad.js";
import { hasSharedPhoto, takeSharedPhoto } from "../state/shared-photo.js";
import { countLeft, renameIn, tilesOf } from "../state/records.js";
import { enderField, extraFields, isEntered, isNeeded, missingIn, newRound, playerFields, requestOf, resultOf, withIds, withNames } from "../state/rounds.js";
import { idIn, nameIn, namesOf, roundsOf } from "../state/sheets.js";
import { store } from "../state/store.js";
import { sync } from "../state/sync.js";
import { offerUndo } from "../state/undo.js";
import { t } from "../strings.js";
import { Page } from "./page.js";

/** @typedef {import("../state/rounds.js").Value} Value */
/** @typedef {import("../api.js").FormField} FormField */

const PAUSE = 150;
/** The step after the players: what concerns the whole round. */
const REST = -1;

export class RoundPage extends Page {
  /** @type {import("../state/sheets.js").Sheet | null} */
  sheet = null;
  /** @type {import("../api.js").Game | null} */
  game = null;
  /** @type {import("../state/sheets.js").Round | null} */
  round = null;
  /** What the service says about the round. @type {any} */
  answer = null;
  /** The round that the answer is about: an older one, while the next answer is on its way. @type {import("../state/sheets.js").Round | null} */
  answered = null;
  /** The seat whose tiles are being entered. @type {number | null} */
  current = null;
  /** The seats and fields that were left or changed: nothing else is complained about. @type {Set<number>} */
  touched = new Set();
  isRestored = false;
  /** Whether a photograph waits for the player whose tiles are on it. */
  hasPhoto = false;
  /** Whether people have been told that the round is impossible. */
  isWarned = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer;

  get task() {
    return `round ${this.props["round"]}`;
  }

  disconnectedCallback() {
    clearTimeout(this.timer);
    sync.drop(this.task);
  }

  /** @override */
  async load() {
    const sheet = (this.sheet = store.find(this.props["id"]));
    if (!sheet) return;
    this.game = await getGame(sheet.variant);
    if (!this.round) this.begin(store.findDraft(sheet.id, this.props["round"]));
    if (this.game.photos && navigator.serviceWorker?.controller && !(/** @type {any} */ (navigator).connection?.saveData)) {
      import("../state/photo.js").then(({ loadReader }) => loadReader()).catch(() => undefined); // to be there without a connection
    }
    this.score();
    this.hasPhoto = this.game.photos && (await hasSharedPhoto());
  }

  /** Read the photograph that came by the share menu. @param {number} seat */
  async takePhoto(seat) {
    const photo = await takeSharedPhoto();
    this.hasPhoto = false;
    this.go(seat);
    /** @type {import("../elements/tile-field.js").TileField | null} */ (this.querySelector(".current tile-field"))?.openPhoto(photo);
  }

  /** @param {import("../state/sheets.js").Round | null} draft */
  begin(draft) {
    if (!this.sheet || !this.game) return;
    const id = this.props["round"];
    this.round = draft ?? this.sheet.rounds.find((round) => round.id === id) ?? newRound(this.game, this.sheet, id);
    this.isRestored = Boolean(draft);
    this.touched = new Set(this.items.flatMap((item, seat) => (isEntered(item) ? [seat] : [])));
    this.current = null;
  }

  discard() {
    if (!this.sheet) return;
    store.dropDraft(this.sheet.id, this.props["round"]);
    this.answer = null;
    this.begin(null);
    this.update();
    this.score();
  }

  /** The records of the players. @returns {Value[]} */
  get items() {
    return this.round?.entry["players"] ?? [];
  }

  /** @param {Partial<import("../state/sheets.js").Round>} change */
  change(change) {
    if (!this.round || !this.sheet) return;
    this.round = { ...this.round, ...change };
    this.isWarned = false;
    store.saveDraft(this.sheet.id, this.round);
    this.update();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.score(), PAUSE);
  }

  score() {
    const { game, sheet } = this;
    if (!game || !sheet || !this.round || missingIn(game, this.round).length) return;
    sync.put(this.task, async (signal) => {
      const round = this.round;
      if (!round) return;
      const answer = await send("v1/rounds/score", requestOf(game, sheet, round, true), signal);
      if (round !== this.round) return;
      Object.assign(this, { answer, answered: round });
      this.update();
    });
  }

  /** The fields of a player that matter. @param {number} seat */
  fieldsOf(seat) {
    const { game, sheet, round } = this;
    if (!game || !sheet || !round) return [];
    return playerFields(game).filter((field) => field.name !== "player" && isNeeded(game, sheet.options, round.entry, field, this.items[seat]?.["player"]));
  }

  /** @param {number} seat */
  hasHand(seat) {
    return this.fieldsOf(seat).some(({ shape }) => shape === "partially_known");
  }

  /** The fields of the whole round, besides who ended it. */
  restFields() {
    const { game, sheet, round } = this;
    if (!game || !sheet || !round) return [];
    const ender = enderField(game);
    return game.forms.finished_round.filter((field) => !["players", "teams", ender?.name].includes(field.name) && isNeeded(game, sheet.options, round.entry, field));
  }

  /** Who and what is entered one after the other: hands, then the rest. */
  steps() {
    const rest = this.game && (this.restFields().length > 0 || extraFields(this.game).length > 0) ? [REST] : [];
    return [...this.items.map((_, seat) => seat).filter((seat) => this.hasHand(seat)), ...rest];
  }

  /** @param {number | null} step */
  go(step) {
    if (this.current !== null) this.touched.add(this.current);
    this.current = step;
    this.update();
    const field = step === null ? null : /** @type {any} */ (this.querySelector(".current tile-field"));
    keypad.activate(field);
    this.querySelector(".current")?.scrollIntoView({ block: "nearest" });
    if (step === null) /** @type {HTMLElement | null} */ (this.querySelector(".save-round"))?.focus({ preventScroll: true });
  }

  /** To the next list of tiles of this step, or to the next step. */
  next() {
    const fields = /** @type {import("../elements/tile-field.js").TileField[]} */ ([...this.querySelectorAll(".current tile-field")]);
    const following = fields[fields.indexOf(/** @type {any} */ (keypad.target)) + 1];
    if (keypad.target && following) return keypad.activate(following);
    const steps = this.steps();
    this.go(steps[steps.indexOf(this.current ?? REST) + 1] ?? null);
  }

  /** @param {Value} entry */
  setEnder(entry) {
    const isFirst = this.game && missingIn(this.game, this.round ?? entry["players"]).length > 0;
    this.change({ entry: this.sheet && this.game ? withIds(this.game, this.sheet, entry) : entry, agreed: {} });
    const open = this.steps().find((step) => step === REST || !isEntered(this.items[step] ?? {}));
    if (isFirst && open !== undefined) this.go(open);
  }

  save() {
    const { sheet, round } = this;
    if (!sheet || !round) return;
    const answer = this.answered === round ? this.answer : null;
    this.touched = new Set([REST, ...this.items.keys()]);
    if (!this.isWarned && (answer?.possible === false || this.openSeats().length > 0)) {
      this.isWarned = true;
      this.update();
      return this.querySelector(".violations, .verdict")?.scrollIntoView({ block: "center" });
    }
    clearTimeout(this.timer);
    const isComplete = answer?.possible && !this.openSeats().length;
    store.saveRound(sheet, { ...round, result: isComplete ? resultOf(sheet, answer) : null });
    location.hash = `#/sheet/${sheet.id}`;
  }

  /** Whether a hand that matters is not entered. @param {Value} item @param {number} seat */
  isOpen(item, seat) {
    const ender = this.round?.entry[(this.game && enderField(this.game)?.name) ?? ""];
    return item["player"] !== ender && this.fieldsOf(seat).some(({ name }) => name === "hand") && !isEntered(item);
  }

  openSeats() {
    return this.items.flatMap((item, seat) => (this.isOpen(item, seat) ? [seat] : []));
  }

  deleteRound() {
    if (!this.sheet || !this.round) return;
    const { id } = this.sheet;
    store.dropDraft(id, this.round.id);
    offerUndo(t("round_deleted"), store.deleteRound(id, this.round.id));
    location.hash = `#/sheet/${id}`;
  }

  /** @override */
  render() {
    const { sheet, game, round } = this;
    if (!sheet) return [h("h1", { tabindex: "-1" }, t("no_sheet")), h("p", {}, h("a", { href: "#/" }, t("score_pad")))];
    const place = roundsOf(sheet).findIndex(({ id }) => id === this.props["round"]);
    const number = place < 0 ? roundsOf(sheet).length + 1 : place + 1;
    return [
      h("p.up", {}, h("a", { href: `#/sheet/${sheet.id}` }, `‹ ${t("sheet")}`)),
      h("div.heading", {}, h("h1", { tabindex: "-1" }, t("round_number", { number })), game && h("span.hint", {}, game.name)),
      this.error && h("p.wrong", { role: "alert" }, this.error),
      this.isRestored &&
        h(
          "div.notice",
          { role: "status" },
          h("span", {}, t("draft_restored")),
          h("button", { type: "button", onclick: () => ((this.isRestored = false), this.update()) }, t("continue")),
          h("button.quiet", { type: "button", onclick: () => this.discard() }, t("discard")),
        ),
      this.hasPhoto &&
        h(
          "div.notice",
          { key: "photo", role: "status" },
          h("span", {}, t("photo_whose")),
          ...this.steps().filter((step) => step !== REST).map((seat) => h("button", { key: seat, type: "button", onclick: () => this.takePhoto(seat) }, nameIn(sheet)(this.items[seat]?.["player"]))),
        ),
      game && round && this.form(game, sheet, round, place >= 0),
    ];
  }

  /** @param {import("../api.js").Game} game @param {import("../state/sheets.js").Sheet} sheet @param {import("../state/sheets.js").Round} round @param {boolean} isStored */
  form(game, sheet, round, isStored) {
    const entry = withNames(game, sheet, round.entry);
    const fields = game.forms.finished_round;
    const ender = enderField(game);
    const shared = { game, players: namesOf(sheet), left: countLeft(game, tilesOf(fields, round.entry)), violations: this.shownViolations() };
    const set = (/** @type {Value} */ next) => this.change({ entry: withIds(game, sheet, next), agreed: {} });
    return [
      ender && h("div.ender", { key: "ender" }, h("record-form", { ...shared, fields: [ender], value: entry, onchange: (/** @type {Value} */ next) => this.setEnder(next) })),
      h(
        "div.players",
        { key: "players" },
        ...this.items.map((_, seat) => {
          const name = nameIn(sheet)(this.items[seat]?.["player"]);
          return this.player(game, round, seat, name, shared, (/** @type {Value} */ item) =>
            this.change({ entry: { ...round.entry, players: round.entry["players"].with(seat, { ...item, player: round.entry["players"][seat].player }) }, agreed: {} }),
          );
        }),
      ),
      this.steps().includes(REST) &&
        h(
          "section.player.rest",
          { key: "rest", class: this.current === REST ? "current" : "", onclick: () => this.current !== REST && ((this.current = REST), this.update()) },
          h("record-form", { ...shared, key: "rest", fields: this.restFields(), value: entry, onchange: set }),
          h("record-form", { ...shared, key: "extra", fields: extraFields(game), value: round.extra, onchange: (/** @type {Value} */ extra) => this.change({ extra }) }),
        ),
      this.status(fields),
      isStored && h("div.actions", { key: "delete" }, h("button.quiet", { type: "button", onclick: () => this.deleteRound() }, t("delete_round"))),
      h("tile-keypad", { key: "keypad", sum: this.sum(), next: { label: this.isLast() ? t("close_keypad") : t("next"), act: () => this.next() }, idle: this.idle(game, round) }),
    ];
  }

  isLast() {
    const steps = this.steps();
    return this.current === null || steps.at(-1) === this.current;
  }

  /** What the bar shows while no tiles are entered. @param {import("../api.js").Game} game @param {import("../state/sheets.js").Round} round */
  idle(game, round) {
    const missing = missingIn(game, round);
    const open = this.current === null ? this.openSeats() : [];
    return [
      h("span.sum", {}, missing.length > 0 && h("small", {}, t("still_missing", { labels: missing.join(" ") }))),
      missing.length === 0 && open.length > 0 && h("button.primary", { key: "go", type: "button", onclick: () => this.go(open[0] ?? null) }, t("continue")),
      this.current !== null && missing.length === 0
        ? h("button.primary", { key: "next", type: "button", onclick: () => this.next() }, t("next"))
        : h("button.save-round", { key: "save", type: "button", class: open.length ? "" : "primary", disabled: missing.length > 0, onclick: () => this.save() }, this.isWarned ? t("save_anyway") : t("save_round")),
    ];
  }

  /** The complaints about what people have left or saved. @returns {any[]} */
  shownViolations() {
    const violations = this.answer?.violations ?? [];
    return violations.filter((/** @type {any} */ { path }) => {
      const [, name, seat] = path.split("/");
      return name === "players" && seat !== undefined ? this.touched.has(Number(seat)) && this.current !== Number(seat) : this.isWarned || this.touched.size >= this.steps().length;
    });
  }

  /** What the current player's tiles count. */
  sum() {
    const score = this.current !== null && this.answer?.scores[this.current];
    const item = this.items[this.current ?? 0];
    return score && isEntered(item ?? {}) ? pointsText(score) : undefined;
  }

  /**
   * @param {import("../api.js").Game} game @param {import("../state/sheets.js").Round} round @param {number} seat @param {string} name
   * @param {Value} shared @param {(item: Value) => void} set
   */
  player(game, round, seat, name, shared, set) {
    const item = round.entry["players"][seat];
    const isCurrent = this.current === seat;
    const fields = this.fieldsOf(seat);
    const ender = round.entry[enderField(game)?.name ?? ""];
    const score = this.answer?.scores[seat];
    const isKnown = score && (item.player === ender ? !this.openSeats().length : !this.isOpen(item, seat));
    const { sheet } = this;
    const value = sheet ? renameIn(playerFields(game), item, nameIn(sheet)) : item;
    return h(
      "section.player",
      { key: `player${seat}`, "aria-label": name, class: isCurrent ? "current" : "" },
      h(
        "h2",
        {},
        h(
          "button.who",
          { type: "button", "aria-expanded": String(isCurrent), disabled: !this.hasHand(seat), onclick: () => this.go(isCurrent ? null : seat) },
          h("span.name-of", {}, name),
          item.player === ender && h("small.badge", {}, enderField(game)?.label.replace(/\s*\?$/, "")),
          h("output.points", {}, isKnown ? pointsText(score) : this.hasHand(seat) ? "…" : ""),
        ),
      ),
      isCurrent || !this.hasHand(seat)
        ? fields.length > 0 && h("record-form", { ...shared, photo: this.photoOf(seat, name), fields, value, owner: name, path: `/players/${seat}`, onchange: (/** @type {Value} */ next) => sheet && set(renameIn(playerFields(game), next, idIn(sheet))) })
        : [item.hand?.length > 0 && h("div.small", {}, tileRow(game, item.hand)), item.counted > 0 && h("p.hint", {}, t("counted_points", { points: item.counted })), violationList(shared["violations"].filter((/** @type {any} */ { path }) => path.startsWith(`/players/${seat}/`)))],
      isKnown && score.lines.length > 0 && h("details.lines-of", { key: "lines" }, h("summary", {}, t("lines_and_rules")), scoreView(game, score)),
      isKnown && this.agree(round, item.player, score),
    );
  }

  /** What a photograph of a player's tiles needs: who else can be on it, what tiles count, and a place for the tiles of others. @param {number} seat @param {string} name */
  photoOf(seat, name) {
    const { sheet, round } = this;
    if (!sheet || !round) return {};
    const owners = this.items.flatMap((item, other) => (this.hasHand(other) ? [nameIn(sheet)(item["player"])] : []));
    const withHand = (/** @type {Value} */ item, /** @type {string[]} */ hand) => ({ ...item, hand });
    const count = async (/** @type {string[]} */ codes) => {
      const { game, round: now } = this;
      if (!game || !now || missingIn(game, now).length) return "";
      const entry = { ...now.entry, players: this.items.with(seat, withHand(this.items[seat] ?? {}, codes)) };
      const answer = await send("v1/rounds/score", requestOf(game, sheet, { ...now, entry }, true));
      return answer.scores[seat] ? pointsText(answer.scores[seat]) : "";
    };
    const ongive = (/** @type {Record<string, string[]>} */ others) => {
      const players = this.items.map((item) => withHand(item, [...item["hand"], ...(others[nameIn(sheet)(item["player"])] ?? [])]));
      if (Object.keys(others).length) this.change({ entry: { ...this.round?.entry, players } });
    };
    return { owner: name, owners, count, ongive };
  }

  /** @param {readonly FormField[]} fields */
  status(fields) {
    const answer = this.answer;
    const general = this.shownViolations().filter((one) => !isAtField(fields, one.path));
    const isOpen = this.openSeats().length > 0;
    return h(
      "div.verdict",
      { role: "status", key: "status" },
      violationList(general),
      this.isWarned && h("p.bad", {}, isOpen ? t("round_incomplete") : t("round_impossible")),
      answer?.void && h("p", {}, t("void")),
      answer?.possible && !answer.exact && !isOpen && h("p", {}, t("inexact")),
      answer?.possible && !isOpen && h("p.visually-hidden", {}, answer.scores.map((/** @type {any} */ score) => `${score.player} ${pointsText(score)}`).join(", ")),
    );
  }

  /** Where a score is a range, the players agree on a number in it. @param {import("../state/sheets.js").Round} round @param {string} id @param {any} score */
  agree(round, id, score) {
    if (score.points !== null || this.openSeats().length > 0) return null;
    return h(
      "label.number.agree",
      { key: "agree" },
      h("span", {}, t("agree"), " ", h("small", {}, t("range", { low: numberText(score.low), high: numberText(score.high) }))),
      h("input", {
        type: "number",
        min: score.low,
        max: score.high,
        value: String(round.agreed[id] ?? ""),
        onchange: onValue((text) => {
          const number = Number(text);
          const others = Object.entries(round.agreed).filter(([other]) => other !== id);
          const isValid = text !== "" && number >= score.low && number <= score.high;
          this.change({ agreed: Object.fromEntries(isValid ? [...others, [id, number]] : others) });
        }),
      }),
    );
  }
}

customElements.define("round-page", RoundPage);
