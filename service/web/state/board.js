/**
 * The tiles on the board, each with an identity, so that it can be seen where it goes.
 *
 * @typedef {{id: number, code: string}} Piece
 * @typedef {{melds: Piece[][], hand: Piece[]}} Board
 */
let count = 0;

/**
 * A board of these tiles. A tile that was there before keeps its identity, of equal ones the one in the same meld.
 * @param {readonly (readonly string[])[]} melds @param {readonly string[]} hand @param {Board} [before] @returns {Board}
 */
export function layOut(melds, hand, before = { melds: [], hand: [] }) {
  const old = [before.hand, ...before.melds].map((pile) => [...pile]);
  const wanted = [hand, ...melds].map((pile) => pile.map((code) => ({ id: 0, code })));
  const take = (/** @type {Piece} */ piece, /** @type {Piece[] | undefined} */ pile) => {
    const index = pile?.findIndex(({ code }) => code === piece.code) ?? -1;
    if (piece.id || !pile || index < 0) return;
    piece.id = pile.splice(index, 1)[0]?.id ?? 0;
  };
  wanted.forEach((pile, place) => pile.forEach((piece) => take(piece, old[place])));
  for (const piece of wanted.flat()) {
    for (const pile of [...old.slice(1), ...old.slice(0, 1)]) take(piece, pile);
    piece.id ||= ++count;
  }
  return { hand: wanted[0] ?? [], melds: wanted.slice(1) };
}

/**
 * The board with some tiles moved to the hand, to a new meld or to a meld. Empty melds disappear.
 * @param {Board} board @param {ReadonlySet<number>} ids @param {"hand" | "new" | number} target @returns {Board}
 */
export function moveTo(board, ids, target) {
  const moved = [...board.hand, ...board.melds.flat()].filter(({ id }) => ids.has(id));
  const rest = (/** @type {Piece[]} */ pile) => pile.filter(({ id }) => !ids.has(id));
  const melds = board.melds.map((pile, index) => (index === target ? [...rest(pile), ...moved] : rest(pile)));
  if (target === "new") melds.push(moved);
  return { hand: target === "hand" ? [...rest(board.hand), ...moved] : rest(board.hand), melds: melds.filter((pile) => pile.length) };
}

/** The tiles of a hand by colour and number. A box without colours has nothing to sort by. @param {import("../api.js").Game} game @param {readonly string[]} codes */
export function sortHand(game, codes) {
  const order = new Map(game.tiles.map(({ code }, index) => [code, index]));
  return game.box.colours.length ? codes.toSorted((one, other) => (order.get(one) ?? 0) - (order.get(other) ?? 0)) : [...codes];
}

/** @param {readonly Piece[]} pile */
export const codesOf = (pile) => pile.map(({ code }) => code);

/** The tiles of a meld in the order in which it is read. @param {Piece[]} pile @param {readonly string[]} reading */
export function inOrder(pile, reading) {
  const left = [...pile];
  const sorted = reading.flatMap((code) => {
    const index = left.findIndex((piece) => piece.code === code || piece.code === code.split("=")[0]);
    return index < 0 ? [] : left.splice(index, 1);
  });
  return [...sorted, ...left];
}
