/** The referee's table: a position or a whole round, the tiles on the board, and what the referee says. */
import { codesOf, inOrder, layOut, moveTo, sortHand } from "./board.js";
import { readPosition, writePosition } from "./position.js";
import { advise, chooseMove, watch } from "./computer.js";
import { startRecord, toRequest } from "./records.js";
import { newId } from "./sheets.js";
import * as referee from "./referee.js";
import { dictionary, json, list, optional, record, text } from "./shape.js";
import { store, TABLE } from "./store.js";

/**
 * @typedef {Record<string, any>} Value
 * @typedef {"hand" | "new" | number} Target
 * @typedef {import("../api.js").Game} Game
 * @typedef {import("./position.js").Position} Position
 */

const PAST = 20;
const STRONGEST = 5;
/** After so many milliseconds without an answer, people are told that one is on its way. */
const PATIENCE = 400;
/** So many milliseconds are between the moves of computers, so that people can follow. */
const PAUSE = 700;
const readRound = (/** @type {any} */ round) => {
  record({ variant: text(100), turn: (value) => value, hands: dictionary(list(text(20), 200)) })(round);
  return json(round);
};
const LONGEST_RECORD = 1000;
/** The record of a round; its moves are more than other lists have. */
const readRecord = (/** @type {any} */ value) => ({ ...json({ ...value, moves: [] }), moves: list(json, LONGEST_RECORD)(value.moves) });
const readLevel = (/** @type {any} */ level) => /** @type {import("./computer.js").Level} */ (["easy", "medium", "hard"].includes(level) ? level : "easy");
const readKept = record({
  round: readRound,
  record: optional(readRecord, null),
  computers: optional(dictionary(readLevel), {}),
  taken: optional(dictionary(list(text(20), 200)), {}),
  story: list(text(500), 1000),
  past: list(readRound, PAST),
  melds: optional(list(list(text(20), 200), 200), null),
});
/** @typedef {ReturnType<typeof readKept>} Kept */

/** The rounds that were being played, each with its key, the last first. @returns {(Kept & {key: string})[]} */
export function findKept() {
  const kept = store.keys(TABLE).map((key) => ({ key, ...store.parse(key, readKept) }));
  return /** @type {(Kept & {key: string})[]} */ (kept.filter(({ round }) => round)).reverse();
}

export class RefereeTable {
  /** @type {Position} */
  position;
  /** The whole round, if one is played. @type {any} */
  round = null;
  /** Its record so far. @type {any} */
  record = null;
  /** The levels of the players who are computers. @type {Record<string, import("./computer.js").Level>} */
  computers = {};
  /** What players have taken openly. @type {import("./computer.js").Taken} */
  taken = {};
  /** What the others did since the last turn of the player on turn. @type {string[]} */
  told = [];
  /** The person who saw a hand last. */
  seer = "";
  /** Whether the page is left: no computer moves any more. */
  isLeft = false;
  /** Where the round is kept. */
  key = "";
  /** What happened in it, the last first. @type {string[]} */
  story = [];
  /** The rounds before each move, to go back to. @type {any[]} */
  past = [];
  /** Whether nobody sees the hand until the player on turn asks for it. */
  isCurtained = false;
  /** Whether there is a curtain between the players. */
  hasCurtain = true;
  /** Whether the hand is sorted by melds, and how many tiles each of them has. */
  isGrouped = false;
  /** @type {number[]} */
  groups = [];
  /** The move in question, as the link had it. @type {import("./position.js").Move | null} */
  disputed = null;
  board = layOut([], []);
  /** @type {Set<number>} */
  selected = new Set();
  /** For each meld on the board, whether it is one. @type {any[] | null} */
  checks = null;
  /** The tiles without which their meld would be one. @type {ReadonlySet<number>} */
  odd = new Set();
  /** For each meld, what a play did to it. @type {string[]} */
  marks = [];
  /** The legal moves. @type {any} */
  listed = null;
  /** What the referee said last. @type {any} */
  said = null;
  error = "";
  isWaiting = false;
  asked = 0;

  /** @param {Game} game @param {string} text  a position, or nothing @param {() => void} changed  draws the table */
  constructor(game, text, changed) {
    this.game = game;
    this.changed = changed;
    this.tableField = referee.tableField(game);
    this.tableMove = referee.tableMove(game);
    this.wasEmpty = !text.includes("?");
    const empty = { position: { variant: game.id, options: {}, snapshot: startRecord(game.forms.snapshot) }, move: null };
    const { position, move } = this.wasEmpty ? empty : readPosition(game, text);
    this.position = position;
    this.disputed = move;
  }

  /** The position and the move in question as text. */
  get link() {
    return writePosition(this.game, this.position, this.isChanged ? this.boardMove : this.disputed);
  }

  /** @returns {string[]} */
  get persons() {
    return this.round ? this.round.players.filter((/** @type {string} */ player) => !(player in this.computers)) : [];
  }

  /** Whether a computer is on turn. */
  get isComputing() {
    return Boolean(this.round?.turn in this.computers);
  }

  /** Show the position, and answer the question that came with it. */
  async open() {
    const move = this.disputed;
    await this.reset();
    if (!move) return;
    this.disputed = move;
    const table = move[this.tableField?.name ?? ""];
    if (move.type === this.tableMove?.type && table) await this.layMelds(table);
    await this.check(move);
  }

  /** Show these melds on the board; all other tiles are in the hand. @param {string[][]} melds */
  layMelds(melds) {
    const hand = [...this.melds.flat(), ...this.hand];
    for (const code of melds.flat()) if (hand.includes(code)) hand.splice(hand.indexOf(code), 1);
    if (this.round) this.keep(melds);
    return this.lay(layOut(melds, hand, this.board));
  }

  /** The melds of the position. @returns {string[][]} */
  get melds() {
    const melds = (this.tableField && this.position.snapshot[this.tableField.name]) ?? [];
    return this.tableField?.shape === "owned_melds" ? melds.map((/** @type {any} */ meld) => meld.cards) : melds;
  }

  /** The owners of the melds, in a game where melds have one. @returns {string[] | null} */
  get owners() {
    if (this.tableField?.shape !== "owned_melds") return null;
    return this.position.snapshot[this.tableField.name].map((/** @type {any} */ meld) => meld.owner);
  }

  get hand() {
    return sortHand(this.game, this.position.snapshot["hand"] ?? []);
  }

  get selectedCodes() {
    return [...this.board.hand, ...this.board.melds.flat()].filter(({ id }) => this.selected.has(id)).map(({ code }) => code);
  }

  /** Whether the board differs from the position in a game where that is a move. */
  get isChanged() {
    const sorted = (/** @type {readonly (readonly string[])[]} */ melds) => JSON.stringify(melds.map((meld) => meld.toSorted()));
    return Boolean(this.tableMove) && sorted(this.board.melds.map(codesOf)) !== sorted(this.melds);
  }

  /** @param {() => Promise<void>} ask */
  async attempt(ask) {
    const timer = setTimeout(() => {
      this.isWaiting = true;
      this.changed();
    }, PATIENCE);
    try {
      this.error = "";
      await ask();
    } catch (error) {
      this.error = /** @type {Error} */ (error).message;
    }
    clearTimeout(timer);
    this.isWaiting = false;
    this.changed();
  }

  /** Show a position; tiles that were on the board move to their new places. @param {Position} position */
  show(position) {
    this.position = position;
    this.listed = null;
    return this.reset();
  }

  /** Back to the position. */
  async reset() {
    this.said = null;
    this.disputed = null;
    this.marks = [];
    this.groups = [];
    if (this.round) this.keep();
    await this.lay(layOut(this.melds, this.hand, this.board));
    if (this.isGrouped) await this.group();
  }

  /** Sort the hand by the melds in it, as the referee finds them. */
  group() {
    this.isGrouped = true;
    return this.attempt(async () => {
      const { melds, left } = await referee.arrange(this.game, this.position, codesOf(this.board.hand));
      const wanted = [...melds.flat(), ...sortHand(this.game, left)];
      this.groups = melds.map((/** @type {string[]} */ meld) => meld.length);
      this.board = { ...this.board, hand: inOrder(this.board.hand, wanted) };
    });
  }

  ungroup() {
    this.isGrouped = false;
    return this.reset();
  }

  /** Put tiles on the board and ask whether its melds are valid. @param {import("./board.js").Board} board */
  async lay(board) {
    this.board = board;
    this.checks = null;
    this.odd = new Set();
    this.selected = new Set();
    this.changed();
    const asked = ++this.asked;
    if (!board.melds.length) return;
    await this.attempt(async () => {
      const { melds } = await referee.checkMelds(this.game, this.position, board.melds.map(codesOf));
      if (asked !== this.asked) return;
      this.checks = melds;
      const ordered = board.melds.map((pile, index) => (melds[index].valid ? inOrder(pile, melds[index].readings[0].tiles) : pile));
      this.board = { ...board, melds: ordered };
      const tries = board.melds.flatMap((pile, index) => (melds[index].valid ? [] : pile.map(({ id }) => ({ id, rest: pile.filter((piece) => piece.id !== id) }))));
      if (!tries.length) return;
      const without = await referee.checkMelds(this.game, this.position, tries.map(({ rest }) => codesOf(rest)));
      if (asked === this.asked) this.odd = new Set(tries.filter((_, index) => without.melds[index].valid).map(({ id }) => id));
    });
  }

  /** @param {number} id */
  select(id) {
    if (!this.selected.delete(id)) this.selected.add(id);
    this.changed();
  }

  /** Move tiles on the board; in a game of single steps, make the step. @param {ReadonlySet<number>} ids @param {Target} target */
  async move(ids, target) {
    if (this.tableMove) {
      this.said = null;
      this.disputed = null;
      this.marks = [];
      this.groups = [];
      const board = moveTo(this.board, ids, target);
      if (this.round) this.keep(board.melds.map(codesOf));
      return this.lay(board);
    }
    const codes = this.board.hand.filter(({ id }) => ids.has(id)).map(({ code }) => code);
    await this.attempt(() => this.tryMoves(referee.movesTo(this.game, codes, target)));
  }

  /** Make the first of some moves that is legal, or say why the first is not. @param {Value[]} moves */
  async tryMoves(moves) {
    const answers = [];
    for (const move of moves) {
      const answer = await referee.checkMove(this.game, this.position, move);
      if (answer.legal) return this.make(move);
      answers.push(answer);
    }
    if (answers[0]) this.said = { ...answers[0], kind: "check" };
  }

  /** Play a move in the round; without a round, show the position after it. @param {Value} move */
  make(move) {
    return this.attempt(() => (this.round ? this.play(move) : this.advance(move)));
  }

  /** @param {Value} move */
  async advance(move) {
    const answer = await referee.checkMove(this.game, this.position, move);
    if (answer.next) {
      const { variant: _, options: __, ...snapshot } = answer.next;
      await this.show({ ...this.position, snapshot: { ...startRecord(this.game.forms.snapshot), ...snapshot } });
    }
    this.said = { ...answer, kind: "check", text: move["text"] };
  }

  /** @param {Value} move */
  async play(move) {
    const { round } = this;
    const full = this.record && this.record.moves.length >= LONGEST_RECORD;
    const answer = await referee.playMove(round, move, full ? null : this.record);
    if (round !== this.round) return; // it has gone on
    if (!answer.legal) {
      this.said = { ...answer, kind: "check" };
      return;
    }
    await this.enter({ round: answer.round, record: answer.record, taken: watch(this.taken, round, answer.round), story: [answer.text, ...this.story], past: [...this.past, round] });
    if (answer.over) this.said = { kind: "over", scores: answer.scores };
  }

  /** Let the computer on turn move. */
  async compute() {
    const { round } = this;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    if (this.isLeft || round !== this.round) return;
    await this.attempt(async () => {
      const move = await chooseMove(this.game, round, this.computers[round.turn] ?? "easy", this.taken);
      if (!this.isLeft && round === this.round) await this.play(move);
    });
  }

  /** The number of moves back to the last one of a person; 0 if none is kept. */
  get movesBack() {
    const at = this.past.findLastIndex(({ turn }) => !(turn in this.computers));
    return at < 0 ? 0 : this.past.length - at;
  }

  /** Take the last move of a person back, and what computers did after it. */
  takeBack() {
    return this.attempt(async () => {
      const count = this.movesBack;
      const round = this.past.at(-count);
      if (!count || !round) return;
      const record = this.record && { ...this.record, result: null, moves: this.record.moves.slice(0, -count) };
      await this.enter({ round, record, taken: watch(this.taken, round, round), story: this.story.slice(count), past: this.past.slice(0, -count) }, false);
    });
  }

  /** Keep the round in this browser, to go on with it later. @param {string[][] | null} [melds]  those on the board, if they are not those of the round */
  keep(melds = null) {
    store.write(this.key, this.round && JSON.stringify({ round: this.round, record: this.record, computers: this.computers, taken: this.taken, story: this.story, past: this.past.slice(-PAST), melds }));
  }

  /** Go on with a round that was kept. @param {Kept & {key: string}} kept */
  resume({ melds, ...kept }) {
    return this.attempt(async () => {
      await this.enter(kept);
      if (melds && !this.isComputing) await this.layMelds(melds);
      if (!kept.round.turn && kept.record) this.said = { kind: "over", scores: (await referee.replay(kept.record)).scores };
    });
  }

  /** Ask again for everything that is said, in another language; what people have moved stays. @param {Game} game in that language */
  retell(game) {
    this.game = game;
    return this.attempt(async () => {
      if (this.round && this.listed) this.listed = await referee.viewRound(this.round, this.seer);
      else if (this.listed) this.listed = await referee.listMoves(game, this.position);
      const [said, move] = [this.said, this.disputed];
      await this.lay(this.board);
      if (said?.kind === "check" && move) await this.check(move);
    });
  }

  /**
   * Go to a round as soon as it is known what a player sees of it, so that nobody acts on another one: the player on turn; if that is a
   * computer, the person who waits.
   * @param {Value} next @param {boolean} [hasCurtain]
   */
  async enter(next, hasCurtain = this.hasCurtain) {
    const { round, computers = this.computers } = next;
    const persons = round.players.filter((/** @type {string} */ player) => !(player in computers));
    const before = persons.includes(this.seer) ? this.seer : "";
    const seer = persons.includes(round.turn) || !persons.length ? round.turn : before || persons[0];
    const seen = round.turn && (await referee.viewRound(round, seer));
    const isCurtained = hasCurtain && Boolean(round.turn) && persons.length > 1 && round.turn !== before;
    Object.assign(this, next, { isCurtained, seer: round.turn ? seer : before });
    this.keep();
    if (!seen) return;
    this.told = seen.last_moves.filter((/** @type {any} */ { player }) => player !== seer).map((/** @type {any} */ one) => one.text);
    const { variant, options, ...snapshot } = seen.snapshot;
    const shown = this.show({ variant, options, snapshot });
    this.listed = seen;
    await shown;
    if (this.isComputing) this.compute();
  }

  /** @param {readonly string[]} names @param {string | number} seed @param {readonly string[]} entropy  what players contribute @param {Record<string, import("./computer.js").Level>} computers */
  deal(names, seed, entropy, computers) {
    return this.attempt(async () => {
      const dealt = this.unlessImpossible(await referee.deal(this.game, this.position.options, names, seed, entropy));
      if (!dealt) return;
      for (const { key, round } of findKept()) if (!round.turn) store.write(key, null); // it is over
      this.seer = "";
      await this.enter({ key: `${TABLE}.${newId()}`, round: dealt.round, record: dealt.record, computers, taken: {}, story: [], past: [] });
    });
  }

  /** Show the position without the round. @returns {() => void} keeps the round again */
  leaveRound() {
    const restore = store.remove(this.key);
    Object.assign(this, { round: null, record: null, computers: {}, story: [], past: [], told: [], isCurtained: false });
    this.show(this.position);
    return restore;
  }

  list() {
    return this.attempt(async () => void (this.listed = this.unlessImpossible(await referee.listMoves(this.game, this.position))));
  }

  listMore() {
    return this.attempt(async () => {
      const next = await referee.listMoves(this.game, this.position, this.listed.next_cursor);
      this.listed = { ...next, moves: [...this.listed.moves, ...next.moves] };
    });
  }

  /** The answer; null, and the reasons, if the position is impossible. @param {any} answer */
  unlessImpossible(answer) {
    if (!answer.possible) this.said = { ...answer, kind: "check", legal: false };
    return answer.possible ? answer : null;
  }

  /** @param {string} objective  `win`: by the strong player at its best, where the game has one */
  best(objective) {
    return this.attempt(async () => {
      const { position, round, game } = this;
      const answer = this.unlessImpossible(await (objective === "win" ? advise(game, position, round, this.taken, STRONGEST) : referee.findBest(game, position, objective)));
      if (!answer || position !== this.position) return; // the best move of another position
      this.said = { ...answer, kind: "best" };
      if (answer.move && this.isPreviewed(answer.move)) await this.preview(answer.move);
    });
  }

  /** Whether the board can show what a move does. @param {Value} move */
  isPreviewed(move) {
    return Boolean(this.tableField && move[this.tableField.name]);
  }

  /** @param {Value} move */
  preview(move) {
    const hand = this.hand;
    for (const code of move["from_hand"] ?? []) hand.splice(hand.indexOf(code), 1);
    this.marks = (move["changes"] ?? []).map((/** @type {any} */ change) => change.status);
    return this.lay(layOut(move[this.tableField?.name ?? ""], hand, this.board));
  }

  /** A listed move: show it on the board, or make it. @param {Value} move */
  choose(move) {
    if (!this.isPreviewed(move)) return this.make(move);
    this.said = { kind: "best", move };
    return this.preview(move);
  }

  /** The move from the position to the board. @returns {Value} */
  get boardMove() {
    return { type: this.tableMove?.type, [this.tableField?.name ?? ""]: this.board.melds.map(codesOf) };
  }

  /** Say whether a move is legal. @param {Value} move */
  check(move) {
    return this.attempt(async () => {
      this.said = { ...(await referee.checkMove(this.game, this.position, move)), kind: "check" };
      this.disputed = /** @type {import("./position.js").Move} */ (move);
    });
  }

  /** Say whether a move of this type with these fields is legal. @param {string} type @param {Value} value */
  checkFields(type, value) {
    const fields = this.game.moves.find((move) => move.type === type)?.fields ?? [];
    return this.check({ type, ...toRequest(fields, value) });
  }
}
