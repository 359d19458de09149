/** Players whose moves the service chooses. They see only what the rules let them see. */
import { findBest, tilesOfMove, viewRound } from "./referee.js";

/**
 * @typedef {import("../api.js").Game} Game
 * @typedef {import("./position.js").Position} Position
 * @typedef {"easy" | "medium" | "hard"} Level
 * @typedef {Record<string, string[]>} Taken  for each player the tiles that everybody saw this player take, and that are still in the hand
 */

/** Strengths of the objective `win`. @type {Record<Level, number>} */
const STRENGTHS = { easy: 1, medium: 3, hard: 5 };

/** How often the weakest player overlooks what could be laid, in a game without a strong player. */
const OVERLOOKS = 0.5;

/** Whether a game has a strong player with so many players. @param {Game} game @param {number} [players] */
export const isStrong = (game, players = 2) => Boolean(game.strong_player?.players.includes(players));

/** The levels of a game, the weakest first. Without a strong player there are two: a careless one, which need not be weaker, and the best move of the turn. @param {Game} game @param {number} players @returns {Level[]} */
export const levelsOf = (game, players) => (isStrong(game, players) ? ["easy", "medium", "hard"] : ["easy", "medium"]);

/** The level that a game has in the place of this one. @param {Game} game @param {number} players @param {Level} level @returns {Level} */
export const nearestLevel = (game, players, level) => (levelsOf(game, players).includes(level) ? level : "medium");

/** What a player has seen of a round besides the snapshot, as far as the game asks for it. @param {Game} game @param {any} round @param {string} player @param {Taken} taken */
function seenOf(game, round, player, taken) {
  const known = round.players.flatMap((/** @type {string} */ other) => (other === player ? [] : (taken[other] ?? [])));
  /** @type {Record<string, any>} */
  const seen = { discards: round.discards, known };
  return Object.fromEntries((game.strong_player?.seen ?? []).flatMap((name) => (seen[name]?.length ? [[name, seen[name]]] : [])));
}

/** The best move for the player on turn of a round, by the strong player where there is one. @param {Game} game @param {Position} position @param {any} round @param {Taken} taken @param {number} strength @returns {Promise<any>} */
export async function advise(game, position, round, taken, strength) {
  if (!isStrong(game, round?.players.length)) return findBest(game, position, "tiles");
  const seen = round ? seenOf(game, round, round.turn, taken) : {};
  const answer = await findBest(game, position, "win", { seen, strength });
  return answer.possible ? answer : findBest(game, position, "tiles");
}

/** The move of the player on turn. @param {Game} game @param {any} round @param {Level} level @param {Taken} taken */
export async function chooseMove(game, round, level, taken) {
  const { snapshot: seen, moves } = await viewRound(round, round.turn);
  const { variant, options, ...snapshot } = seen;
  const best = await advise(game, { variant, options, snapshot }, round, taken, STRENGTHS[level]);
  const move = best.move ?? moves[0];
  if (level !== "easy" || isStrong(game, round.players.length) || best.goes_out) return move;
  const held = (/** @type {any} */ one) => (one.from_hand ?? tilesOfMove(game, one)).length;
  const overlooked = held(move) && Math.random() < OVERLOOKS ? moves.filter((/** @type {any} */ one) => !held(one)) : [];
  const choices = overlooked.length ? overlooked : moves.filter((/** @type {any} */ { type }) => type === move.type);
  return choices[Math.floor(Math.random() * choices.length)] ?? move;
}

const pileOf = (/** @type {any} */ { discards = [], discard_top: top }) => (top ? [...discards, top] : discards);

/** What was taken openly, after a move. @param {Taken} taken @param {any} before @param {any} after @returns {Taken} */
export function watch(taken, before, after) {
  const top = pileOf(before).at(-1);
  const isTaken = pileOf(after).length < pileOf(before).length;
  return Object.fromEntries(
    before.players.map((/** @type {string} */ player) => {
      const left = [...(after.hands[player] ?? [])];
      const seen = [...(taken[player] ?? []), ...(isTaken && player === before.turn ? [top] : [])];
      return [player, seen.filter((code) => left.includes(code) && left.splice(left.indexOf(code), 1))];
    }),
  );
}
