/** The legal moves, with their exact number; tiles that are selected on the board narrow the list. */
import { h } from "../dom.js";
import { tilesOfMove } from "../state/referee.js";
import { t } from "../strings.js";
import { tileRow } from "./tile.js";

const SHOWN = 60;

/**
 * @param {import("../api.js").Game} game
 * @param {{total: number | null, moves: any[], next_cursor: string | null}} listed
 * @param {string[]} selected
 * @param {{choose: (move: any) => void, more: () => void}} actions
 */
export function moveList(game, listed, selected, { choose, more }) {
  const fits = listed.moves.filter((move) => {
    const own = tilesOfMove(game, move);
    return selected.every((code) => own.includes(code));
  });
  return h(
    "section.moves",
    { "aria-label": t("legal_moves") },
    h("h2", {}, t("legal_moves"), " ", h("output", {}, listed.total ?? t("very_many"))),
    selected.length > 0 && h("p.hint", {}, t("with_selected", { count: fits.length })),
    h(
      "ul",
      {},
      ...fits.slice(0, SHOWN).map((move) =>
        h("li", {}, h("button.move", { type: "button", onclick: () => choose(move) }, h("span", {}, move.text), tileRow(game, tilesOfMove(game, move)))),
      ),
    ),
    (fits.length > SHOWN || listed.next_cursor) && h("p.hint", {}, t("narrow_down")),
    listed.next_cursor && h("button", { type: "button", onclick: more }, t("more_moves")),
  );
}
