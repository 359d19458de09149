/** `<new-sheet-page>`: the game, the players, the teams and the house rules of a new sheet. Props: `variant` and `again` (a sheet with its players), both optional. */
import { getGame, listGames } from "../api.js";
import { h, onChecked, onValue } from "../dom.js";
import { optionsForm } from "../elements/options.js";
import { namesOf, newId, newSheet } from "../state/sheets.js";
import { dictionary, flag, json, list, number, optional, record, text } from "../state/shape.js";
import { store } from "../state/store.js";
import { t } from "../strings.js";
import { Page } from "./page.js";

/** What was entered of a sheet that is not begun. */
const DRAFT = "rummy-referee.new-sheet";
const readDraft = record({ variant: text(100), names: list(optional(text(100), ""), 20), count: number, isInTeams: flag, team: list(number, 10), options: dictionary(json) });

export class NewSheetPage extends Page {
  /** @type {import("../api.js").Game[]} */
  games = [];
  /** @type {import("../api.js").Game | null} */
  game = null;
  names = ["", "", "", ""];
  count = 2;
  isInTeams = false;
  /** @type {number[]} */
  team = [];
  /** @type {Record<string, any>} */
  options = {};
  /** The field that is wrong. */
  wrong = -1;

  /** @override */
  async load() {
    this.games = await listGames();
    if (this.game) return void (this.game = await getGame(this.game.id));
    const again = store.find(this.props["again"]);
    const draft = again ? null : store.parse(DRAFT, readDraft);
    if (draft && [draft.variant, ""].includes(this.props["variant"])) return this.resume(draft);
    if (again) Object.assign(this, { names: namesOf(again), count: again.players.length, options: again.options });
    await this.choose(this.props["variant"] || (again ?? store.list()[0])?.variant || (this.games[0]?.id ?? ""));
    if (again?.teams) Object.assign(this, { isInTeams: true, team: again.players.map(({ id }) => again.teams?.findIndex((team) => team.includes(id)) ?? 0) });
    else if (!again) this.names = [...(store.list().find(({ variant }) => variant === this.game?.id)?.players.map(({ name }) => name) ?? []), "", "", "", ""];
    if (!again && this.names[0]) this.setCount(this.names.indexOf(""));
  }

  /** @param {ReturnType<typeof readDraft>} draft */
  async resume({ variant, count, team, isInTeams, ...entered }) {
    Object.assign(this, entered, { count });
    await this.choose(variant);
    if (this.count === count) Object.assign(this, { team, isInTeams });
  }

  /** Keep what was entered, for a reload. */
  keep() {
    const { game, names, count, isInTeams, team, options } = this;
    store.write(DRAFT, JSON.stringify({ variant: game?.id, names, count, isInTeams, team, options }));
    this.update();
  }

  /** @param {string} variant */
  async choose(variant) {
    if (this.game) this.options = {};
    this.game = await getGame(variant);
    const { minimum, maximum } = this.game.players;
    this.setCount(Math.min(maximum, Math.max(minimum, this.count)));
  }

  /** @param {number} count */
  setCount(count) {
    this.count = count;
    this.names.length = Math.max(this.names.length, count);
    this.isInTeams &&= this.game?.players.teams_at.includes(count) ?? false;
    this.team = Array.from({ length: count }, (_, seat) => seat % Math.floor(count / 2));
    this.update();
  }

  /** @param {Event} event */
  begin(event) {
    event.preventDefault();
    const game = this.game;
    if (!game) return;
    const players = Array.from({ length: this.count }, (_, seat) => this.names[seat]?.trim() || t("player_number", { number: seat + 1 }));
    if (new Set(players).size < players.length) {
      this.error = t("names_differ");
      this.wrong = players.findIndex((name, seat) => players.indexOf(name) < seat);
      this.update();
      return /** @type {HTMLInputElement} */ (this.querySelectorAll(".name")[this.wrong])?.focus();
    }
    const teams = this.isInTeams
      ? [...new Set(this.team)].sort().map((team) => players.filter((_, seat) => this.team[seat] === team))
      : null;
    const sheet = newSheet({ variant: game.id, game: game.name, options: this.options, names: players, teams });
    store.put(sheet);
    store.write(DRAFT, null);
    location.replace(`#/sheet/${sheet.id}/round/${newId()}`);
  }

  /** @override */
  render() {
    const game = this.game;
    return [
      h("p.up", {}, h("a", { href: "#/" }, `‹ ${t("score_pad")}`)),
      h("h1", { tabindex: "-1" }, t("new_sheet")),
      this.error && h("p.wrong", { role: "alert" }, this.error),
      game &&
        h(
          "form.stack",
          { onsubmit: (/** @type {Event} */ event) => this.begin(event) },
          gameSelect(this.games, game.id, (variant) => this.choose(variant).then(() => this.keep())),
          h("p.hint", {}, game.summary),
          this.players(game),
          game.players.teams_at.includes(this.count) && this.teams(),
          optionsForm(game, this.options, (options) => ((this.options = options), this.keep()), true),
          h("button.primary", { type: "submit" }, t("start")),
        ),
    ];
  }

  /** @param {import("../api.js").Game} game */
  players(game) {
    const { minimum, maximum } = game.players;
    const counts = Array.from({ length: maximum - minimum + 1 }, (_, index) => minimum + index);
    return h(
      "fieldset",
      {},
      h("legend", {}, t("players")),
      counts.length > 1 &&
        h(
          "div.chips",
          {},
          ...counts.map((count) =>
            h(
              "label.chip",
              {},
              h("input", { type: "radio", name: "count", checked: this.count === count, "aria-label": t("players_count", { count }), onchange: () => (this.setCount(count), this.keep()) }),
              h("span", {}, count),
            ),
          ),
        ),
      ...Array.from({ length: this.count }, (_, seat) =>
        h("input.name", {
          key: `name${seat}`,
          value: this.names[seat],
          maxlength: 40,
          autocomplete: "off",
          "aria-label": t("player_number", { number: seat + 1 }),
          placeholder: t("player_number", { number: seat + 1 }),
          enterkeyhint: seat + 1 < this.count ? "next" : "go",
          "aria-invalid": seat === this.wrong ? "true" : null,
          oninput: onValue((name) => ((this.names[seat] = name), this.keep())),
          onkeydown: (/** @type {KeyboardEvent} */ event) => this.enter(event, seat),
        }),
      ),
    );
  }

  /** Enter goes to the next name. @param {KeyboardEvent} event @param {number} seat */
  enter(event, seat) {
    const next = /** @type {HTMLElement | undefined} */ (this.querySelectorAll(".name")[seat + 1]);
    if (event.key !== "Enter" || !next) return;
    event.preventDefault();
    next.focus();
  }

  teams() {
    return h(
      "fieldset",
      {},
      h("legend", {}, t("teams")),
      h(
        "label.switch",
        {},
        h("input", { type: "checkbox", checked: this.isInTeams, onchange: onChecked((isChecked) => ((this.isInTeams = isChecked), this.keep())) }),
        h("span", {}, t("in_teams")),
      ),
      this.isInTeams &&
        this.team.map((team, seat) =>
          h(
            "label.number",
            {},
            h("span", {}, this.names[seat] || t("player_number", { number: seat + 1 })),
            h(
              "select",
              { value: String(team), onchange: onValue((team) => ((this.team[seat] = Number(team)), this.keep())) },
              ...Array.from({ length: this.count / 2 }, (_, index) => h("option", { value: String(index) }, t("team_number", { number: index + 1 }))),
            ),
          ),
        ),
    );
  }
}

/** @param {readonly import("../api.js").Game[]} games @param {string} chosen @param {(variant: string) => void} choose */
export const gameSelect = (games, chosen, choose) =>
  h(
    "label.number.wide",
    {},
    h("span", {}, t("game")),
    h(
      "select",
      { value: chosen, onchange: onValue(choose) },
      ...games.map((game) => h("option", { value: game.id }, game.name)),
    ),
  );

customElements.define("new-sheet-page", NewSheetPage);
