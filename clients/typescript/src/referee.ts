import { Transport, type CallOptions, type RefereeOptions } from "./transport.js";
import type { Answer, AnswerOf, BatchRequest, BatchResponse, Body, BodyOf, PlayMoveBody, ReplayRoundBody, ReviewRoundBody, Schemas, SealedIf, Variant, ViewOf, ViewRoundBody } from "./types.js";

/**
 * The service: one method for each operation of the contract. The `variant` of a body decides the type of the answer.
 * A method throws a `RefereeError` if the response is not a success.
 */
export class Referee {
  readonly #transport: Transport;

  constructor(options: RefereeOptions) {
    this.#transport = new Transport(options);
  }

  /** All games in brief. */
  listVariants(call?: CallOptions): Promise<Schemas["VariantsAnswer"]> {
    return this.#transport.send("/v1/variants", undefined, call);
  }

  /** The rules of a game: tiles, deal, melds, options, moves, scoring and rulings. */
  getVariant(variant: Variant, call?: CallOptions): Promise<Schemas["VariantAnswer"]> {
    return this.#transport.send(`/v1/variants/${encodeURIComponent(variant)}`, undefined, call);
  }

  /** Whether each meld is valid, its value, and what each joker can stand for. */
  checkMelds<V extends Variant>(body: BodyOf<"checkMelds", V>, call?: CallOptions): Promise<AnswerOf<"checkMelds", V>> {
    return this.#transport.send("/v1/melds/check", body, call);
  }

  /** Tiles split into melds: all of them, or as many as possible. */
  arrangeTiles<V extends Variant>(body: BodyOf<"arrangeTiles", V>, call?: CallOptions): Promise<AnswerOf<"arrangeTiles", V>> {
    return this.#transport.send("/v1/melds/arrange", body, call);
  }

  /** A page of the legal moves. */
  listLegalMoves<V extends Variant>(body: BodyOf<"listLegalMoves", V>, call?: CallOptions): Promise<AnswerOf<"listLegalMoves", V>> {
    return this.#transport.send("/v1/moves/legal", body, call);
  }

  /** Whether a move is legal, and the snapshot after it. */
  checkMove<V extends Variant>(body: BodyOf<"checkMove", V>, call?: CallOptions): Promise<AnswerOf<"checkMove", V>> {
    return this.#transport.send("/v1/moves/check", body, call);
  }

  /** The best move by tiles, by points or to go out. */
  findBestMove<V extends Variant>(body: BodyOf<"findBestMove", V>, call?: CallOptions): Promise<AnswerOf<"findBestMove", V>> {
    return this.#transport.send("/v1/moves/best", body, call);
  }

  /** Which draws help: the best move after every tile that nobody has seen. */
  findDraws<V extends Variant>(body: BodyOf<"findDraws", V>, call?: CallOptions): Promise<AnswerOf<"findDraws", V>> {
    return this.#transport.send("/v1/moves/draws", body, call);
  }

  /** Each player's score, line by line. */
  scoreRound<V extends Variant>(body: BodyOf<"scoreRound", V>, call?: CallOptions): Promise<AnswerOf<"scoreRound", V>> {
    return this.#transport.send("/v1/rounds/score", body, call);
  }

  /** Whether the game is over, the winners and the standings. */
  judgeGame<V extends Variant>(body: BodyOf<"judgeGame", V>, call?: CallOptions): Promise<AnswerOf<"judgeGame", V>> {
    return this.#transport.send("/v1/games/verdict", body, call);
  }

  /** A deal from a seed, and the whole round that starts with it. */
  dealRound<V extends Variant, S extends boolean = false>(
    body: BodyOf<"dealRound", V> & { seal?: S },
    call?: CallOptions,
  ): Promise<SealedIf<S, AnswerOf<"dealRound", V>>> {
    return this.#transport.send("/v1/deals", body, call);
  }

  /** What one player sees of a whole round, with the legal moves on this player's turn; or what a spectator sees. */
  viewRound<V extends Variant, P extends string | null>(body: ViewRoundBody<V, P>, call?: CallOptions): Promise<ViewOf<V, P>>;
  /** The same for a sealed round, whose game is not known to the compiler. */
  viewRound(body: Schemas["ViewRoundByToken"], call?: CallOptions): Promise<Answer<"viewRound">>;
  viewRound(body: object, call?: CallOptions): Promise<unknown> {
    return this.#transport.send("/v1/rounds/view", body, call);
  }

  /** A move in a whole round: the round after it, and the scores when it is over. */
  playMove<V extends Variant, S extends boolean = false>(
    body: PlayMoveBody<V> & { seal?: S },
    call?: CallOptions,
  ): Promise<SealedIf<S, AnswerOf<"playMove", V>>>;
  /** The same for a sealed round, which stays sealed until it is over. */
  playMove(body: Schemas["PlayMoveByToken"], call?: CallOptions): Promise<Answer<"playMove">>;
  playMove(body: object, call?: CallOptions): Promise<unknown> {
    return this.#transport.send("/v1/rounds/play", body, call);
  }

  /** A recorded round played again: every position, or the one after some moves, and the first illegal move. */
  replayRound<V extends Variant>(body: ReplayRoundBody<V>, call?: CallOptions): Promise<AnswerOf<"replayRound", V>> {
    return this.#transport.send("/v1/rounds/replay", body, call);
  }

  /** Whether the seed of a record is the one that was committed to at the deal, and the tiles that it deals. */
  verifyDeal(body: Body<"verifyDeal">, call?: CallOptions): Promise<Answer<"verifyDeal">> {
    return this.#transport.send("/v1/deals/verify", body, call);
  }

  /** Where a player could certainly have done better in a recorded round. */
  reviewRound<V extends Variant>(body: ReviewRoundBody<V>, call?: CallOptions): Promise<AnswerOf<"reviewRound", V>> {
    return this.#transport.send("/v1/rounds/review", body, call);
  }

  /** The tiles on a photograph: a JPEG, PNG or WebP. Throws a 404 if the service reads no photographs. */
  readPhoto(variant: Schemas["PhotoVariant"], photo: Blob, call?: CallOptions): Promise<Schemas["ReadPhotoAnswer"]> {
    return this.#transport.send(`/v1/photos/read?variant=${variant}`, photo, call);
  }

  /** Up to 100 requests in one call, each with its own response in the same place. One that fails does not fail the others. */
  async batch<const Sent extends readonly BatchRequest[]>(
    requests: Sent,
    call?: CallOptions,
  ): Promise<{ -readonly [Place in keyof Sent]: BatchResponse<Sent[Place]> }> {
    const { responses } = await this.#transport.send<Schemas["BatchAnswer"]>("/v1/batch", { requests }, call);
    return responses as unknown as { -readonly [Place in keyof Sent]: BatchResponse<Sent[Place]> };
  }

  /** Whether the service is alive. */
  getHealth(call?: CallOptions): Promise<Schemas["HealthAnswer"]> {
    return this.#transport.send("/healthz", undefined, call);
  }

  /** Whether the service is ready, and the build of its search engine. */
  getReadiness(call?: CallOptions): Promise<Schemas["ReadinessAnswer"]> {
    return this.#transport.send("/readyz", undefined, call);
  }
}
