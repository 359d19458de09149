/** `<round-page>`: the end of one round, step by step, scored while it is entered. Props: `id` of the sheet, `round` (its id). */
import { getGame, send } from "../api.js";
import { h, onValue } from "../dom.js";
import { numberText, pointsText, scoreView } from "../elements/score-lines.js";
import { tileRow } from "../elements/tile.js";
import { isAtField, violationList } from "../elements/violations.js";
import { keypad } from "../state/keypad.js";
import { hasSharedPhoto, takeSharedPhoto } from "../state/shared-photo.js";
import { countLeft, tilesOf } from "../state/records.js";
import { enderField, extraFields, isEntered, newRound, REST, resultOf, RoundModel } from "../state/rounds.js";
import { namesOf, roundsOf } from "../state/sheets.js";
import { store } from "../state/store.js";
import { sync } from "../state/sync.js";
import { offerUndo } from "../state/undo.js";
import { t } from "../strings.js";
import { Page } from "./page.js";

/** @typedef {import("../state/rounds.js").Value} Value */
/** @typedef {import("../api.js").FormField} FormField */

const PAUSE = 150;

export class RoundPage extends Page {
  /** @type {import("../state/sheets.js").Sheet | null} */
  sheet = null;
  /** @type {RoundModel | null} */
  model = null;
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
    const game = await getGame(sheet.variant);
    if (this.model) this.model = new RoundModel(game, sheet, this.model.round);
    else this.begin(game, sheet, store.findDraft(sheet.id, this.props["round"]));
    this.score();
    this.hasPhoto = game.photos && (await hasSharedPhoto());
  }

  /** Read the photograph that came by the share menu. @param {number} seat */
  async takePhoto(seat) {
    const photo = await takeSharedPhoto();
    this.hasPhoto = false;
    this.go(seat);
    /** @type {import("../elements/tile-field.js").TileField | null} */ (this.querySelector(".current tile-field"))?.openPhoto(photo);
  }

  /** @param {import("../api.js").Game} game @param {import("../state/sheets.js").Sheet} sheet @param {import("../state/sheets.js").Round | null} draft */
  begin(game, sheet, draft) {
    const id = this.props["round"];
    const model = new RoundModel(game, sheet, draft ?? sheet.rounds.find((round) => round.id === id) ?? newRound(game, sheet, id));
    const touched = new Set(model.items.flatMap((item, seat) => (isEntered(item) ? [seat] : [])));
    Object.assign(this, { model, touched, current: null, isRestored: Boolean(draft) });
  }

  discard() {
    const { model } = this;
    if (!model) return;
    store.dropDraft(model.sheet.id, this.props["round"]);
    this.answer = null;
    this.begin(model.game, model.sheet, null);
    this.update();
    this.score();
  }

  /** @param {RoundModel} model */
  change(model) {
    this.model = model;
    this.isWarned = false;
    store.saveDraft(model.sheet.id, model.round);
    this.update();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.score(), PAUSE);
  }

  score() {
    if (!this.model || this.model.missing.length) return;
    sync.put(this.task, async (signal) => {
      const model = this.model;
      if (!model) return;
      const answer = await send("v1/rounds/score", model.request, signal);
      if (model.round !== this.model?.round) return;
      Object.assign(this, { answer, answered: model.round });
      this.update();
    });
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
    const steps = this.model?.steps ?? [];
    this.go(steps[steps.indexOf(this.current ?? REST) + 1] ?? null);
  }

  /** @param {RoundModel} model @param {Value} entry */
  setEnder(model, entry) {
    const next = model.withEntry(entry);
    this.change(next);
    const open = next.steps.find((step) => step === REST || !isEntered(next.items[step] ?? {}));
    if (model.missing.length && open !== undefined) this.go(open);
  }

  save() {
    const { model } = this;
    if (!model) return;
    const { sheet, round } = model;
    const answer = this.answered === round ? this.answer : null;
    const isOpen = model.openSeats.length > 0;
    this.touched = new Set([REST, ...model.items.keys()]);
    if (!this.isWarned && (answer?.possible === false || isOpen)) {
      this.isWarned = true;
      this.update();
      return this.querySelector(".violations, .verdict")?.scrollIntoView({ block: "center" });
    }
    clearTimeout(this.timer);
    store.saveRound(sheet, { ...round, result: answer?.possible && !isOpen ? resultOf(sheet, answer) : null });
    location.hash = `#/sheet/${sheet.id}`;
  }

  /** @param {RoundModel} model */
  deleteRound({ sheet, round }) {
    store.dropDraft(sheet.id, round.id);
    offerUndo(t("round_deleted"), store.deleteRound(sheet.id, round.id));
    location.hash = `#/sheet/${sheet.id}`;
  }

  /** @override */
  render() {
    const { sheet, model } = this;
    if (!sheet) return [h("h1", { tabindex: "-1" }, t("no_sheet")), h("p", {}, h("a", { href: "#/" }, t("score_pad")))];
    const place = roundsOf(sheet).findIndex(({ id }) => id === this.props["round"]);
    const number = place < 0 ? roundsOf(sheet).length + 1 : place + 1;
    return [
      h("p.up", {}, h("a", { href: `#/sheet/${sheet.id}` }, `‹ ${t("sheet")}`)),
      h("div.heading", {}, h("h1", { tabindex: "-1" }, t("round_number", { number })), model && h("span.hint", {}, model.game.name)),
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
          ...(model?.seats ?? []).map((seat) => h("button", { key: seat, type: "button", onclick: () => this.takePhoto(seat) }, model?.nameOf(seat))),
        ),
      model && this.form(model, place >= 0),
    ];
  }

  /** @param {RoundModel} model @param {boolean} isStored */
  form(model, isStored) {
    const { game, sheet, round, entry } = model;
    const fields = game.forms.finished_round;
    const ender = enderField(game);
    const shared = { game, players: namesOf(sheet), left: countLeft(game, tilesOf(fields, round.entry)), violations: this.shownViolations(model) };
    return [
      ender && h("div.ender", { key: "ender" }, h("record-form", { ...shared, fields: [ender], value: entry, onchange: (/** @type {Value} */ next) => this.setEnder(model, next) })),
      h("div.players", { key: "players" }, ...model.items.map((_, seat) => this.player(model, seat, shared))),
      model.steps.includes(REST) &&
        h(
          "section.player.rest",
          { key: "rest", class: this.current === REST ? "current" : "", onclick: () => this.current !== REST && ((this.current = REST), this.update()) },
          h("record-form", { ...shared, key: "rest", fields: model.restFields, value: entry, onchange: (/** @type {Value} */ next) => this.change(model.withEntry(next)) }),
          h("record-form", { ...shared, key: "extra", fields: extraFields(game), value: round.extra, onchange: (/** @type {Value} */ extra) => this.change(model.with({ extra })) }),
        ),
      this.status(model),
      isStored && h("div.actions", { key: "delete" }, h("button.quiet", { type: "button", onclick: () => this.deleteRound(model) }, t("delete_round"))),
      h("tile-keypad", { key: "keypad", sum: this.sum(model), next: { label: model.steps.at(-1) === this.current ? t("close_keypad") : t("next"), act: () => this.next() }, idle: this.idle(model) }),
    ];
  }

  /** What the bar shows while no tiles are entered. @param {RoundModel} model */
  idle({ missing, openSeats }) {
    const open = this.current === null ? openSeats : [];
    return [
      h("span.sum", {}, missing.length > 0 && h("small", {}, t("still_missing", { labels: missing.join(" ") }))),
      missing.length === 0 && open.length > 0 && h("button.primary", { key: "go", type: "button", onclick: () => this.go(open[0] ?? null) }, t("continue")),
      this.current !== null && missing.length === 0
        ? h("button.primary", { key: "next", type: "button", onclick: () => this.next() }, t("next"))
        : h("button.save-round", { key: "save", type: "button", class: open.length ? "" : "primary", disabled: missing.length > 0, onclick: () => this.save() }, this.isWarned ? t("save_anyway") : t("save_round")),
    ];
  }

  /** The complaints about what people have left or saved. @param {RoundModel} model @returns {any[]} */
  shownViolations(model) {
    const violations = this.answer?.violations ?? [];
    return violations.filter((/** @type {any} */ { path }) => {
      const [, name, seat] = path.split("/");
      return name === "players" && seat !== undefined ? this.touched.has(Number(seat)) && this.current !== Number(seat) : this.isWarned || this.touched.size >= model.steps.length;
    });
  }

  /** What the current player's tiles count. @param {RoundModel} model */
  sum(model) {
    const score = this.current !== null && this.answer?.scores[this.current];
    return score && isEntered(model.items[this.current ?? 0] ?? {}) ? pointsText(score) : undefined;
  }

  /** @param {RoundModel} model @param {number} seat @param {Value} shared */
  player(model, seat, shared) {
    const { game, ender } = model;
    const item = model.items[seat] ?? {};
    const name = model.nameOf(seat);
    const isCurrent = this.current === seat;
    const isEnder = item["player"] === ender;
    const fields = model.fieldsOf(seat);
    const hasHand = model.hasHand(seat);
    const score = this.answer?.scores[seat];
    const isKnown = score && (isEnder ? !model.openSeats.length : !model.isOpen(seat));
    const violations = shared["violations"].filter((/** @type {any} */ { path }) => path.startsWith(`/players/${seat}/`));
    return h(
      "section.player",
      { key: `player${seat}`, "aria-label": name, class: isCurrent ? "current" : "" },
      h(
        "h2",
        {},
        h(
          "button.who",
          { type: "button", "aria-expanded": String(isCurrent), disabled: !hasHand, onclick: () => this.go(isCurrent ? null : seat) },
          h("span.whose", {}, h("span.name-of", {}, name), isEnder && h("small.badge", {}, t("ended_it"))),
          h("output.points", {}, isKnown ? pointsText(score) : hasHand ? "…" : ""),
        ),
      ),
      isCurrent || !hasHand
        ? fields.length > 0 &&
            h("record-form", {
              ...shared,
              photo: this.photoOf(model, seat),
              fields,
              value: model.itemOf(seat),
              owner: name,
              path: `/players/${seat}`,
              onchange: (/** @type {Value} */ next) => this.change(model.withItem(seat, next)),
            })
        : [
            item["hand"]?.length > 0 && h("div.small", {}, tileRow(game, item["hand"])),
            item["counted"] > 0 && h("p.hint", {}, t("counted_points", { points: item["counted"] })),
            violationList(violations),
          ],
      isKnown && score.lines.length > 0 && h("details.lines-of", { key: "lines" }, h("summary", {}, t("lines_and_rules")), scoreView(game, score)),
      isKnown && this.agree(model, item["player"], score),
    );
  }

  /** What a photograph of a player's tiles needs: who else can be on it, what tiles count, and a place for the tiles of others. @param {RoundModel} model @param {number} seat */
  photoOf(model, seat) {
    const count = async (/** @type {string[]} */ hand) => {
      const now = this.model?.withItem(seat, { ...this.model.itemOf(seat), hand });
      if (!now || now.missing.length) return "";
      const { scores } = await send("v1/rounds/score", now.request);
      return scores[seat] ? pointsText(scores[seat]) : "";
    };
    const ongive = (/** @type {Record<string, string[]>} */ others) => this.model && Object.keys(others).length && this.change(this.model.withMore(others));
    return { owner: model.nameOf(seat), owners: model.seats.map((one) => model.nameOf(one)), count, ongive };
  }

  /** @param {RoundModel} model */
  status(model) {
    const answer = this.answer;
    const general = this.shownViolations(model).filter((one) => !isAtField(model.game.forms.finished_round, one.path));
    const isOpen = model.openSeats.length > 0;
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

  /** Where a score is a range, the players agree on a number in it. @param {RoundModel} model @param {string} id @param {any} score */
  agree(model, id, score) {
    if (score.points !== null || model.openSeats.length > 0) return null;
    const { agreed } = model.round;
    const set = (/** @type {string} */ text) => {
      const number = Number(text);
      const others = Object.entries(agreed).filter(([other]) => other !== id);
      const isValid = text !== "" && number >= score.low && number <= score.high;
      this.change(model.with({ agreed: Object.fromEntries(isValid ? [...others, [id, number]] : others) }));
    };
    return h(
      "label.number.agree",
      { key: "agree" },
      h("span", {}, t("agree"), " ", h("small", {}, t("range", { low: numberText(score.low), high: numberText(score.high) }))),
      h("input", { type: "number", min: score.low, max: score.high, value: String(agreed[id] ?? ""), onchange: onValue(set) }),
    );
  }
}

customElements.define("round-page", RoundPage);
