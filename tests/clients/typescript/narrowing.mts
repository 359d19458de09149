// Compiled, not run: what the types of the contract must allow, and what they must reject.
import type { components } from "./schema.d.ts";

type Schemas = components["schemas"];

/** `variant` narrows the moves of a view to those of its game; a listed move is a move to play. */
export function firstMove(view: Schemas["ViewRoundAnswer"]): string {
  switch (view.variant) {
    case "rummy": {
      const move: Schemas["PlayMoveRummy"]["move"] | undefined = view.moves[0];
      // @ts-expect-error a move of another game
      const other: Schemas["PlayMoveGinRummy"]["move"] | undefined = view.moves[0];
      return `${move?.type} ${other?.type}`;
    }
    case "myrummy-111": {
      const move: Schemas["PlayMoveMyrummy111"]["move"] | undefined = view.moves[0];
      return move?.type === "insert" ? move.discard : "";
    }
    default:
      // @ts-expect-error the games above are excluded
      return view.variant === "rummy" ? "" : view.variant;
  }
}

/** A round goes with the moves of its game only. */
export function play(round: Schemas["RoundRummy"], move: Schemas["RummyMove"], other: Schemas["GinRummyMove"]) {
  const body: Schemas["PlayMove"] = { round, move };
  // @ts-expect-error a move of another game
  const mixed: Schemas["PlayMove"] = { round, move: other };
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
  return responses.map((item) => (item.status === 200 ? item.body.variant : `${item.body.detail} ${bad} ${good}`));
}

/** The parameters of a violation have types. */
export function missing({ params }: Schemas["Violation"]): number {
  return (params.minimum ?? 0) - (params.count ?? 0) + (params.tiles?.length ?? 0);
}
