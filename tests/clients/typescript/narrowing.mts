// Compiled, not run: what the types of the contract must allow, and what they must reject.
import type { AnswerOf, PlayMoveBody, Referee, RoundOf, Schemas, Variant } from "rummy-referee";

/** `variant` narrows the moves of a view to those of its game; a listed move is a move to play. */
export function firstMove(view: Schemas["ViewRoundAnswer"]): string {
  switch (view.variant) {
    case "rummy": {
      const move: Schemas["RummyMove"] | undefined = view.moves[0];
      // @ts-expect-error a move of another game
      const other: Schemas["GinRummyMove"] | undefined = view.moves[0];
      return `${move?.type} ${other?.type}`;
    }
    case "myrummy-111": {
      const move: Schemas["Myrummy111Move"] | undefined = view.moves[0];
      return move?.type === "insert" ? move.discard : "";
    }
    default:
      // @ts-expect-error the games above are excluded
      return view.variant === "rummy" ? "" : view.variant;
  }
}

/** A round goes with the moves of its game only. */
export function play(round: Schemas["RoundRummy"], move: Schemas["RummyMove"], other: Schemas["GinRummyMove"]) {
  const body: PlayMoveBody<"rummy"> & Schemas["PlayMove"] = { round, move };
  // @ts-expect-error a move of another game
  const mixed: PlayMoveBody<"rummy"> = { round, move: other };
  return [body, mixed];
}

/** The points of a round have the type that the verdict takes. */
export function judge(ends: Schemas["PlayMoveAnswerRummy"][]): Schemas["JudgeGame"] {
  return { variant: "rummy", players: ["Ada", "Bo"], rounds: ends.map(({ points }) => points ?? {}) };
}

/** The status of an item of a batch narrows its body; an item can be checked against the type of its operation. */
export function batch({ responses }: Schemas["BatchAnswer"]): string[] {
  const good: Schemas["BatchItemJudgeGame"] = {
    operation: "judgeGame",
    body: { variant: "rummy", players: [], rounds: [] },
  };
  // @ts-expect-error a field is missing
  const bad: Schemas["BatchItemJudgeGame"] = { operation: "judgeGame", body: { variant: "rummy", players: [] } };
  // The type of an answer without members of its game is that of all games.
  return responses.map((item) => (item.status === 200 ? item.body.variant : `${item.body.detail} ${bad} ${good}`));
}

/** The parameters of a violation have types. */
export function missing({ params }: Schemas["Violation"]): number {
  return (params.minimum ?? 0) - (params.count ?? 0) + (params.tiles?.length ?? 0);
}

/** The variant of a body decides the type of the answer, and a field of another game does not compile. */
export async function ask(referee: Referee, either: "rummy" | "gin-rummy"): Promise<Schemas["RummikubMove"] | null> {
  const best = await referee.findBestMove({ variant: "rummikub", table: [], hand: ["R5"], opened: true, stock: 9 });
  // @ts-expect-error the answer is that of Rummikub
  best.variant === "rummu";
  // @ts-expect-error Machiavelli has no opening
  await referee.findBestMove({ variant: "machiavelli", table: [], hand: ["5s"], opened: true, stock: 9 });
  // @ts-expect-error MyRummy 111 has no melds to arrange
  await referee.arrangeTiles({ variant: "myrummy-111", tiles: ["5"] });
  const dealt: Schemas["DealRoundAnswerRummy"] | Schemas["DealRoundAnswerGinRummy"] = await referee.dealRound({
    variant: either,
    players: 2,
    seed: 1,
  });
  dealt satisfies { variant: typeof either };
  return best.move;
}

/** A round is seen and played with the types of its game. */
export async function playFirst(referee: Referee, round: RoundOf<"rummy">, other: Schemas["GinRummyMove"]) {
  const view = await referee.viewRound({ round, player: "Ada" });
  const move = view.moves[0];
  if (move) await referee.playMove({ round, move });
  // @ts-expect-error a move of another game
  await referee.playMove({ round, move: other });
}

/** A program for every game: what is always there is never optional. */
export async function playAnyGame(referee: Referee, variant: Variant): Promise<string[]> {
  const dealt = await referee.dealRound({ variant, players: 2, seed: 7 });
  if (!dealt.possible) return dealt.violations.map(({ message }) => message);
  let { round } = dealt;
  for (;;) {
    const view = await referee.viewRound({ round, player: round.turn });
    const move = view.moves[0];
    if (!view.possible || !move) throw new Error(view.violations[0]?.message);
    view.snapshot.hand satisfies string[];
    const watched = await referee.viewRound({ round, player: null });
    // @ts-expect-error a spectator has no snapshot
    watched.possible && watched.snapshot.hand;
    const played: AnswerOf<"playMove", Variant> = await referee.playMove({ round, move });
    if (!played.legal) throw new Error(played.violations[0]?.message);
    if (played.over) return played.scores.map(({ player, points }) => `${player} ${points} ${played.round.turn satisfies null}`);
    round = played.round;
  }
}

/** A response of a batch has the type of its request. */
export async function askTogether(referee: Referee): Promise<number | null | undefined> {
  const [melds, verdict] = await referee.batch([
    { operation: "checkMelds", body: { variant: "gin-rummy", melds: [["R7", "R8", "R9"]] } },
    { operation: "judgeGame", body: { variant: "rummikub", players: ["Ada", "Bo"], rounds: [] } },
  ]);
  if (verdict.status === 200) verdict.body satisfies Schemas["JudgeGameAnswer"] & { variant: "rummikub" };
  else verdict.body satisfies Schemas["Problem"];
  // @ts-expect-error the operation does not exist
  await referee.batch([{ operation: "shuffle", body: {} }]);
  return melds.status === 200 ? melds.body.melds[0]?.value : null;
}
