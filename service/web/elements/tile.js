/** A tile: drawn with CSS, also its text, which its label says in words; with a shape for its colour, so that colours are never the only difference. */
import { h } from "../dom.js";
import { pieceOf, readTile } from "../notation.js";
import { t } from "../strings.js";

/** @typedef {import("../api.js").Game} Game */

const SUITS = /** @type {Record<string, string>} */ ({ s: "♠", h: "♥", d: "♦", c: "♣" });

/** The name of a tile for people who do not see it. @param {Game} game @param {string} code @returns {string} */
export function tileLabel(game, code) {
  const { colour, face, isUnknown, symbols, stands } = readTile(game, code);
  if (isUnknown) {
    const known = colour ? game.box.colours.find((one) => one.code === colour)?.name : face !== "?" && face;
    return known ? t("unknown_tile_known", { known }) : t("unknown_tile");
  }
  const piece = pieceOf(code);
  const name = game.tiles.find((tile) => tile.code === piece)?.label ?? piece;
  if (stands) return t("stands_for", { tile: name, meaning: tileLabel(game, stands) });
  return symbols ? t("with_symbols", { tile: name, symbols }) : name;
}

/**
 * @param {Game} game
 * @param {string} code
 * @param {Record<string, any>} [props]  with `onclick` the tile is a button
 */
export function tileView(game, code, props = {}) {
  const { colour, face, isJoker, isUnknown, symbols, stands } = readTile(game, code);
  const suit = SUITS[colour];
  const label = tileLabel(game, code);
  const stood = stands && readTile(game, stands);
  const classes = [isJoker && "joker", isUnknown && "unknown", suit && "card", symbols && "with-symbols", face.length > 2 && "long", props["class"]];
  const shown = {
    ...props,
    "data-colour": (stood ? stood.colour : colour) || "N",
    "data-code": code,
    class: classes.filter(Boolean).join(" "),
    title: label,
  };
  const drawn = stood || { colour, face };
  const inside = [
    h("span.face", { "data-text": drawn.face || null }),
    isJoker && h("span.star"),
    suit && h("span.suit", { "data-text": suit + "\uFE0E" }),
    !suit && drawn.colour && h("span.mark"),
    symbols && h("span.symbols", { "data-text": symbols === "?" ? "?" : "★".repeat(Number(symbols)) }),
  ];
  return props["onclick"] || props["onkeydown"]
    ? h("button.tile", { "aria-label": label, ...shown, type: "button" }, ...inside)
    : h("span.tile", { role: "img", "aria-label": label, ...shown }, ...inside);
}

/** A row of tiles. @param {Game} game @param {readonly string[]} codes */
export const tileRow = (game, codes) => h("span.tiles", {}, ...codes.map((code) => tileView(game, code)));
