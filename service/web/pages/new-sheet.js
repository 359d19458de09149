/** `<new-sheet-page>`: the game, the players, the teams and the house rules of a new sheet. */
import { getGame, listGames } from "../api.js";
import { h, onChecked, onValue, View } from "../dom.js";
import { optionsForm } from "../elements/options.js";
import { newId, saveSheet } from "../state/sheets.js";
import { t } from "../strings.js";

export class NewSheetPage extends View {
  /** @type {import("../api.js").GameBrief[]} */
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
  error = "";

  /** @override */
  async connectedCallback() {
    this.update();
    try {
      this.games = await listGames();
      await this.choose(this.games[0]?.id ?? "");
    } catch (error) {
      this.error = String(/** @type {Error} */ (error).message);
      this.update();
    }
  }

  /** @param {string} variant */
  async choose(variant) {
    this.game = await getGame(variant);
    this.options = {};
    const { minimum, maximum } = this.game.players;
    this.setCount(Math.min(maximum, Math.max(minimum, this.count)));
  }

  /** @param {number} count */
  setCount(count) {
    this.count = count;
    this.names.length = Math.max(this.names.length, count);
    this.isInTeams &&= this.game?.players.teams_at.includes(count) ?? false;
    this.team = Array.from({ length: count }, (_, seat) => seat % (count / 2));
    this.update();
  }

  /** @param {Event} event */
  start(event) {
    event.preventDefault();
    const game = this.game;
    if (!game) return;
    const players = Array.from({ length: this.count }, (_, seat) => this.names[seat]?.trim() || t("player_number", { number: seat + 1 }));
    if (new Set(players).size < players.length) {
      this.error = t("names_differ");
      return this.update();
    }
    const teams = this.isInTeams
      ? [...new Set(this.team)].sort().map((team) => players.filter((_, seat) => this.team[seat] === team))
      : null;
    const sheet = { id: newId(), variant: game.id, game: game.name, options: this.options, players, teams, rounds: [], changed: 0 };
    saveSheet(sheet);
    location.hash = `#/sheet/${sheet.id}/round/0`;
  }

  /** @override */
  render() {
    const game = this.game;
    return [
      h("p", {}, h("a", { href: "#/" }, `‹ ${t("score_pad")}`)),
      h("h1", {}, t("new_sheet")),
      this.error && h("p.wrong", { role: "alert" }, this.error),
      game &&
        h(
          "form.stack",
          { onsubmit: (/** @type {Event} */ event) => this.start(event) },
          gameSelect(this.games, game.id, (variant) => this.choose(variant)),
          h("p.hint", {}, game.summary),
          this.players(game),
          game.players.teams_at.includes(this.count) && this.teams(),
          optionsForm(game, this.options, (options) => ((this.options = options), this.update())),
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
              h("input", { type: "radio", name: "count", checked: this.count === count, "aria-label": t("players_count", { count }), onchange: () => this.setCount(count) }),
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
          oninput: onValue((name) => (this.names[seat] = name)),
        }),
      ),
    );
  }

  teams() {
    return h(
      "fieldset",
      {},
      h("legend", {}, t("teams")),
      h(
        "label.switch",
        {},
        h("input", { type: "checkbox", checked: this.isInTeams, onchange: onChecked((isChecked) => ((this.isInTeams = isChecked), this.update())) }),
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
              { value: String(team), onchange: onValue((team) => (this.team[seat] = Number(team))) },
              ...Array.from({ length: this.count / 2 }, (_, index) => h("option", { value: String(index) }, t("team_number", { number: index + 1 }))),
            ),
          ),
        ),
    );
  }
}

/** @param {import("../api.js").GameBrief[]} games @param {string} chosen @param {(variant: string) => void} choose */
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
