/** A whole round with all hands open: the table, the piles and the players. Nothing in it can be moved. */
import { h } from "../dom.js";
import { sortHand } from "../state/board.js";
import { tableField } from "../state/referee.js";
import { t } from "../strings.js";
import { tileView } from "./tile.js";

/**
 * @typedef {import("../api.js").Game} Game
 * @typedef {{tiles: string[], owner: string | null}} Meld
 */

/** The melds on the table. @param {Game} game @param {any} round @returns {Meld[]} */
export function meldsOf(game, round) {
  const melds = round[tableField(game)?.name ?? ""] ?? [];
  return melds.map((/** @type {any} */ meld) => (Array.isArray(meld) ? { tiles: meld, owner: null } : { tiles: meld.cards, owner: meld.owner }));
}

/**
 * @param {Game} game @param {any} round
 * @param {any} [before]  the round one move ago: what is new since then is marked
 * @param {{player: string, drawn: string | null} | null} [moved]  who moved
 */
export function roundView(game, round, before = null, moved = null) {
  const old = before && meldsOf(game, before).map(({ tiles }) => tiles.join());
  const isNew = (/** @type {Meld} */ { tiles }) => old && !old.includes(tiles.join());
  return h(
    "div.round-view",
    {},
    tableField(game) &&
      h(
        "div.felt",
        { role: "group", "aria-label": t("on_table"), class: meldsOf(game, round).length > 5 ? "many" : "" },
        ...meldsOf(game, round).map((meld) => h("div.meld", { class: isNew(meld) ? "is-new" : "" }, meld.owner && h("small", {}, meld.owner), row(game, meld.tiles))),
        meldsOf(game, round).length === 0 && h("p.hint", {}, t("nothing_on_table")),
      ),
    h("dl.facts.piles", {}, ...pilesOf(game, round)),
    ...round.players.map((/** @type {string} */ player) => handView(game, round, player, moved?.player === player ? moved.drawn : null)),
  );
}

/** @param {Game} game @param {any} round @param {string} player @param {string | null} drawn */
function handView(game, round, player, drawn) {
  const hand = sortHand(game, round.hands[player]);
  const isOnTurn = round.turn === player;
  const at = drawn ? hand.lastIndexOf(drawn) : -1;
  return h(
    "section.hand-of",
    { key: player, class: isOnTurn ? "current" : "", "aria-label": player },
    h("h2", {}, h("span.name-of", {}, player), h("small", {}, t("tiles_held", { count: hand.length })), isOnTurn && h("small.badge", {}, t("on_turn"))),
    hand.length > 0 && h("div.rack", {}, row(game, hand, at)),
  );
}

/** @param {Game} game @param {readonly string[]} codes @param {number} [marked] */
const row = (game, codes, marked = -1) =>
  h("span.tiles", {}, ...codes.map((code, index) => tileView(game, code, index === marked ? { class: "drawn", "aria-description": t("just_drawn") } : {})));

/** What lies open or face down besides the melds. @param {Game} game @param {any} round */
function pilesOf(game, round) {
  const label = (/** @type {string} */ name) => [...game.forms.facts, ...game.forms.snapshot].find((field) => field.name === name)?.label;
  const top = round.discard_top ?? round.discards?.at(-1) ?? null;
  const shown = [
    ...game.forms.facts.map(({ name }) => [name, [round[name]]]),
    ["stock", round.stock.length],
    ["discard_top", top ? [top] : []],
    ["middle", round.middle?.filter(Boolean) ?? []],
  ];
  return shown
    .filter(([name, value]) => label(name) && (!Array.isArray(value) || value.length))
    .map(([name, value]) => h("div", { key: name }, h("dt", {}, label(name)), h("dd", {}, Array.isArray(value) ? row(game, value) : value)));
}
