/**
 * Score sheets: what they hold, how stored and imported ones are read, and how two copies become one.
 *
 * A round names its players by ids, which stay when a player is renamed. Whatever people enter has a revision; what the service answered
 * (`result`, `verdict`) has none, because it can be asked again.
 *
 * @typedef {Record<string, any>} Value
 * @typedef {ReturnType<typeof readSheet>} Sheet
 * @typedef {ReturnType<typeof readRound>} Round
 * @typedef {Sheet["players"][number]} Player
 */
import { dictionary, flag, json, list, number, optional, record, text } from "./shape.js";

const FORMAT = "rummy-referee sheet";
const MOST_ROUNDS = 1000;
/** The longest file that is read. */
export const LARGEST_FILE = 5_000_000;

const readResult = record({ isPossible: flag, isVoid: flag, points: dictionary(list(number, 2)) });

export const readRound = record({
  id: text(40),
  revision: number,
  changed: number,
  isDeleted: optional(flag, false),
  entry: json,
  extra: json,
  agreed: dictionary(number),
  result: optional(readResult, null),
});

const readStanding = record({
  player: text(100),
  total: number,
  rank: number,
  final: optional(number, null),
  team: optional(list(text(100), 10), null),
  bonuses: optional(list(record({ message: text(500), points: number }), 20), []),
  eliminated: optional(flag, false),
});

const readVerdict = record({
  of: text(10_000),
  isOver: flag,
  text: text(1000),
  violations: list(record({ message: text(1000), rule: record({ section: text(200), source: text(500) }) }), 200),
  winners: list(text(100), 10),
  standings: list(readStanding, 10),
});

const readSheetOf2 = record({
  id: text(40),
  revision: number,
  changed: number,
  variant: text(100),
  game: text(100),
  options: dictionary(json),
  players: list(record({ id: text(100), name: text(100) }), 10),
  teams: optional(list(list(text(100), 10), 10), null),
  /** What was agreed on the way, after how many rounds: other rules, an end, or to go on after it. */
  notes: optional(list(record({ after: number, kind: text(10), text: text(500) }), 100), []),
  /** Where a game ends that its rules do not end: "finished"; where one goes on that they end: "open". */
  end: optional(text(10), ""),
  rounds: list(readRound, MOST_ROUNDS),
  verdict: optional(readVerdict, null),
});

/** A sheet of an earlier version. @param {any} old */
function upgrade(old) {
  const rounds = list((round) => ({ ...round, agreed: round.agreed ?? {} }), MOST_ROUNDS)(old.rounds);
  return {
    ...old,
    revision: 1,
    changed: old.changed ?? 0,
    players: list(text(100), 10)(old.players).map((name) => ({ id: name, name })),
    rounds: rounds.map((round, index) => ({ id: roundId(index + 1), revision: 1, changed: old.changed ?? 0, entry: round.entry, extra: round.extra ?? {}, agreed: round.agreed })),
    verdict: null,
  };
}

/** A stored or imported sheet. Throws if it is something else. @param {any} value */
export function readSheet(value) {
  const isOld = Array.isArray(value?.players) && typeof value.players[0] === "string";
  const sheet = readSheetOf2(isOld ? upgrade(value) : value);
  const ids = new Set(sheet.players.map(({ id }) => id));
  const isPlayed = (/** @type {any} */ { entry }) => Array.isArray(entry?.players) && entry.players.every((/** @type {any} */ one) => ids.has(one?.player));
  if (ids.size < 2 || ids.size < sheet.players.length || !/^[\w-]+$/.test(sheet.id) || !sheet.rounds.every(isPlayed)) throw new TypeError("not a sheet");
  return sheet;
}

let last = 0;

/** An id that sorts by the time at which it was made. */
export const newId = () => {
  last = Math.max(Date.now(), last + 1);
  return roundId(last) + Math.random().toString(36).slice(2, 6);
};

const roundId = (/** @type {number} */ time) => time.toString(36).padStart(9, "0");

/** @param {{variant: string, game: string, options: Value, names: string[], teams: string[][] | null}} start @returns {Sheet} */
export const newSheet = ({ names, ...start }) => ({
  id: newId(),
  revision: 1,
  changed: Date.now(),
  ...start,
  players: names.map((name) => ({ id: name, name })),
  notes: [],
  end: "",
  rounds: [],
  verdict: null,
});

/** The rounds that were not deleted, in the order in which they were begun. @param {Sheet} sheet */
export const roundsOf = (sheet) => sheet.rounds.filter(({ isDeleted }) => !isDeleted);

/** @param {Sheet} sheet */
export const namesOf = (sheet) => sheet.players.map(({ name }) => name);

/** @param {Sheet} sheet @returns {(id: string) => string} */
export const nameIn = (sheet) => (id) => sheet.players.find((player) => player.id === id)?.name ?? id;

/** @param {Sheet} sheet @returns {(name: string) => string} */
export const idIn = (sheet) => (name) => sheet.players.find((player) => player.name === name)?.id ?? name;

/** @param {{revision: number, changed: number}} one @param {{revision: number, changed: number}} other */
const isNewer = (one, other) => (one.revision === other.revision ? one.changed > other.changed : one.revision > other.revision);

/** The sheet with a round; of two with the same id the newer one. @param {Sheet} sheet @param {Round} round @returns {Sheet} */
export function withRound(sheet, round) {
  const before = sheet.rounds.find(({ id }) => id === round.id);
  if (before && isNewer(before, round)) return sheet;
  const rounds = [...sheet.rounds.filter(({ id }) => id !== round.id), round];
  return { ...sheet, rounds: rounds.sort((one, other) => (one.id < other.id ? -1 : 1)), changed: Math.max(sheet.changed, round.changed) };
}

/** Two copies of a sheet as one: each round, and what is said above them, from the copy that has it newer. @param {Sheet} one @param {Sheet} other */
export function mergeSheets(one, other) {
  const [newer, older] = isNewer(other, one) ? [other, one] : [one, other];
  return older.rounds.reduce(withRound, newer);
}

/** The players of a round: all but those who had left the game before. @param {Sheet} sheet @param {Round} round */
export const playersOf = (sheet, round) => sheet.players.filter(({ id }) => round.entry["players"].some((/** @type {Value} */ one) => one["player"] === id));

/** The points of each player of a round by id; null while one of them is not known. @param {Sheet} sheet @param {Round} round @returns {Record<string, number> | null} */
export function pointsOf(sheet, round) {
  if (!round.result?.isPossible) return null;
  const points = playersOf(sheet, round).map(({ id }) => {
    const [low, high] = round.result?.points[id] ?? [];
    return [id, low !== undefined && low === high ? low : Object.hasOwn(round.agreed, id) ? round.agreed[id] : undefined];
  });
  return points.every(([, known]) => known !== undefined) ? Object.fromEntries(points) : null;
}

/** A file for other people and other programs. @param {Sheet} sheet */
export const toJson = (sheet) => JSON.stringify({ format: FORMAT, version: 2, sheet }, null, 2);

/** Rounds by players, as a spreadsheet reads it. @param {Sheet} sheet */
export function toCsv(sheet) {
  const cell = (/** @type {unknown} */ value) => {
    const one = String(value ?? "");
    const guarded = /^[=+@\t\r]|^-\D/.test(one) ? `'${one}` : one; // a name must not become a formula
    return /[",\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
  };
  const rows = roundsOf(sheet).map((round, index) => {
    const points = pointsOf(sheet, round);
    return [index + 1, ...sheet.players.map(({ id }) => points?.[id])];
  });
  return [["#", ...namesOf(sheet)], ...rows].map((row) => row.map(cell).join(",")).join("\r\n") + "\r\n";
}

/** The sheet of an exported file. Throws if the file is something else. @param {string} file @returns {Sheet} */
export function fromJson(file) {
  const { format, version, sheet } = JSON.parse(file);
  if (format !== FORMAT || ![1, 2].includes(version)) throw new TypeError("not a sheet");
  return readSheet(sheet);
}
