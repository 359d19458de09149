/** Types of requests and answers, derived from the contract. */
import type { components, operations } from "./contract.js";

/** Every schema of the contract by name, such as `Schemas["Violation"]`. */
export type Schemas = components["schemas"];

/** The id of a game. */
export type Variant = Schemas["Variant"];

/** A language of the service; any other tag is answered in English. */
export type Language = "en" | "de" | "fr" | "it" | (string & {});

/** The operations that take a body with a game in it. */
export type GameOperation = keyof {
  [Id in keyof operations as operations[Id] extends { requestBody: { content: { "application/json": unknown } } } ? Exclude<Id, "batch"> : never]: true;
};

/** The body of an operation, of all games. */
export type Body<Id extends GameOperation> = operations[Id]["requestBody"]["content"]["application/json"];

/** The answer of an operation, of all games. */
export type Answer<Id extends GameOperation> = operations[Id]["responses"][200]["content"]["application/json"];

/** The body of an operation for one game. */
export type BodyOf<Id extends GameOperation, V extends Variant> = Extract<Body<Id>, { variant: V }> & { variant: V };

type ForGame<Each, V extends Variant> = Each extends { variant: infer Games } ? (V extends Games ? Each & { variant: V } : never) : never;

/** The answer of an operation for one game. */
export type AnswerOf<Id extends GameOperation, V extends Variant> = V extends Variant ? ForGame<Answer<Id>, V> : never;

/** A round of one game. */
export type RoundOf<V extends Variant> = Extract<Schemas["Round"], { variant: V }> & { variant: V };

/** A move of one game. */
export type MoveOf<V extends Variant> = AnswerOf<"listLegalMoves", V>["moves"][number];

/** The body of `viewRound` for one game. */
export type ViewRoundBody<V extends Variant, P extends string | null = string | null> = Omit<Schemas["ViewRound"], "round" | "player"> & {
  round: RoundOf<V>;
  player: P;
};

/** What a player sees, who always has a snapshot of a possible round; or a spectator, if `player` may be null. */
export type ViewOf<V extends Variant, P extends string | null> = P extends string
  ? Exclude<AnswerOf<"viewRound", V>, { possible: true; spectator: true }>
  : AnswerOf<"viewRound", V>;

/** The body of `playMove` for one game: a move of another game does not compile. */
export type PlayMoveBody<V extends Variant> = Omit<Schemas["PlayMove"], "round" | "move" | "record"> & {
  round: RoundOf<V>;
  move: MoveOf<V>;
  record?: RecordOf<V> | null;
};

/** An answer with a round: in a token, if that is asked for. */
export type SealedIf<S extends boolean, A> = S extends false ? Exclude<A, { sealed: true }> : A;

/** The record of a round of one game. */
export type RecordOf<V extends Variant> = Extract<Schemas["Record"], { variant: V }> & { variant: V };

/** The body of `replayRound` for one game: a record, or text in its notation. */
export type ReplayRoundBody<V extends Variant> = Omit<Schemas["ReplayRound"], "record"> & { record: RecordOf<V> | string };

/** The body of `reviewRound` for one game. */
export type ReviewRoundBody<V extends Variant> = Omit<Schemas["ReviewRound"], "record"> & { record: RecordOf<V> | string };

/** A request of a batch. */
export type BatchRequest = { [Id in GameOperation]: { operation: Id; body: Body<Id> } }[GameOperation];

type GameIn<Sent> = Sent extends { variant: infer V extends Variant }
  ? V
  : Sent extends { round: { variant: infer V extends Variant } } | { record: { variant: infer V extends Variant } }
    ? V
    : Variant;

/** The response to a request of a batch: `status` 200 narrows `body` to the answer, any other to a problem. */
export type BatchResponse<Sent> = Sent extends { operation: infer Id extends GameOperation; body: infer Of }
  ? { status: 200; body: AnswerOf<Id, GameIn<Of>> } | Exclude<Schemas["BatchItemAnswer"], { status: 200 }>
  : never;
