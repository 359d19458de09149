/**
 * Score sheets. They live in this browser only.
 *
 * @typedef {import("./records.js").Value} Value
 * @typedef {{entry: Value, extra: Value, agreed: Record<string, number>, answer?: any, language?: string}} Round
 * @typedef {{
 *   id: string, variant: string, game: string, options: Value, players: string[], teams: string[][] | null,
 *   rounds: Round[], changed: number, verdict?: any
 * }} Sheet
 */
const KEY = "rummy-referee.sheets";

/** @returns {Sheet[]} the one changed last first */
export function listSheets() {
  const sheets = /** @type {Sheet[]} */ (JSON.parse(localStorage.getItem(KEY) ?? "[]"));
  return sheets.sort((one, other) => other.changed - one.changed);
}

/** @param {string} id */
export const findSheet = (id) => listSheets().find((sheet) => sheet.id === id);

/** @param {Sheet} sheet */
export function saveSheet(sheet) {
  sheet.changed = Date.now();
  store([sheet, ...listSheets().filter(({ id }) => id !== sheet.id)]);
}

/** @param {string} id */
export const deleteSheet = (id) => store(listSheets().filter((sheet) => sheet.id !== id));

/** @param {Sheet[]} sheets */
const store = (sheets) => localStorage.setItem(KEY, JSON.stringify(sheets));

export const newId = () => Date.now().toString(36) + Math.random().toString(36).slice(2, 6);

/** The points of each player in a round; null while one of them is not known. @param {Sheet} sheet @param {Round} round */
export function pointsOf(sheet, round) {
  if (!round.answer?.possible) return null;
  /** @type {Record<string, number>} */
  const points = {};
  for (const score of round.answer.scores) {
    const known = score.points ?? round.agreed[score.player];
    if (known === undefined) return null;
    points[score.player] = known;
  }
  return sheet.players.every((name) => name in points) ? points : null;
}

/** A file for other people and other programs. @param {Sheet} sheet */
export const toJson = (sheet) => JSON.stringify({ format: "rummy-referee sheet", version: 1, sheet }, null, 2);

/** Rounds by players, as a spreadsheet reads it. @param {Sheet} sheet */
export function toCsv(sheet) {
  const cell = (/** @type {unknown} */ value) => {
    const text = String(value ?? "");
    const guarded = /^[=+@\t\r]|^-\D/.test(text) ? `'${text}` : text; // a name must not become a formula
    return /[",\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
  };
  const rows = sheet.rounds.map((round, index) => {
    const points = pointsOf(sheet, round) ?? {};
    return [index + 1, ...sheet.players.map((name) => points[name])];
  });
  return [["#", ...sheet.players], ...rows].map((row) => row.map(cell).join(",")).join("\r\n") + "\r\n";
}

/** The sheet of an exported file. Throws if the file is something else. @param {string} text @returns {Sheet} */
export function fromJson(text) {
  const { format, version, sheet } = JSON.parse(text);
  const isSheet =
    format === "rummy-referee sheet" && version === 1 && Array.isArray(sheet?.players) && Array.isArray(sheet.rounds) && typeof sheet.variant === "string";
  if (!isSheet) throw new Error("not a sheet");
  return { ...sheet, id: newId() };
}
