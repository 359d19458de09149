/** The course of a player's total over the rounds, as a small line. What it shows is in the table, too. */
import { h } from "../dom.js";
import { pointsOf, roundsOf } from "../state/sheets.js";

const WIDTH = 64;
const HEIGHT = 20;

/** @param {import("../state/sheets.js").Sheet} sheet @param {string} player */
export function courseView(sheet, player) {
  const rounds = roundsOf(sheet).map((round) => pointsOf(sheet, round)).filter((points) => points !== null);
  if (rounds.length < 2) return null;
  const courses = new Map(sheet.players.map(({ id }) => [id, rounds.reduce((/** @type {number[]} */ sums, points) => [...sums, (sums.at(-1) ?? 0) + (points[id] ?? 0)], [0])]));
  const all = [...courses.values()].flat();
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const x = (/** @type {number} */ index) => ((index / rounds.length) * (WIDTH - 4) + 2).toFixed(1);
  const y = (/** @type {number} */ total) => (HEIGHT - 2 - ((total - low) / (high - low || 1)) * (HEIGHT - 4)).toFixed(1);
  const line = (courses.get(player) ?? []).map((total, index) => `${x(index)} ${y(total)}`).join(" L ");
  return h("svg.course", { "aria-hidden": "true", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, width: WIDTH, height: HEIGHT }, h("path", { d: `M ${line}` }));
}
