/** The score of a player, line by line, each with its rule: all of it from the service. */
import { h } from "../dom.js";
import { t } from "../strings.js";
import { tileRow } from "./tile.js";
import { ruleView } from "./violations.js";

/**
 * @typedef {{points: number | null, low: number, high: number}} Points
 * @typedef {import("../api.js").Game} Game
 */

/** A number with a true minus sign. @param {number} number */
export const numberText = (number) => String(number).replace("-", "−");

const signed = (/** @type {number} */ points) => (points > 0 ? `+${points}` : numberText(points));

/** @param {Points} score */
export const pointsText = ({ points, low, high }) =>
  points === null ? t("range", { low: signed(low), high: signed(high) }) : signed(points);

/** @param {Game} game @param {any} score */
export function scoreView(game, score) {
  return h(
    "div.score",
    {},
    h(
      "ul.lines",
      {},
      ...score.lines.map((/** @type {any} */ line) =>
        h(
          "li",
          {},
          h("span.what", {}, line.message, line.tiles.length > 0 && tileRow(game, line.tiles), ruleView(line.rule)),
          h("span.points", {}, pointsText(line)),
        ),
      ),
    ),
    score.melds?.length > 0 && laidDown(game, score),
    h("p.total", {}, h("span", {}, t("round_total")), h("output", {}, pointsText(score))),
  );
}

/** @param {Game} game @param {any} score */
function laidDown(game, score) {
  return h(
    "div.laid",
    {},
    ...score.melds.map((/** @type {string[]} */ meld) => tileRow(game, meld)),
    ...score.lay_offs.map((/** @type {any} */ one) => h("span", {}, tileRow(game, one.tiles), ` → ${one.player}`)),
    score.left.length > 0 && h("span", {}, t("left_over"), " ", tileRow(game, score.left)),
  );
}
