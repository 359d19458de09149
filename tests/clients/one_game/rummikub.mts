// A program for one game, with types of the contract of this game.
import createClient from "openapi-fetch";
import type { components, paths } from "./schema.d.ts";

type Move = components["schemas"]["RummikubMove"];
const referee = createClient<paths>({ baseUrl: process.env.REFEREE ?? "http://127.0.0.1:8000" });

/** The data of a response. */
function dataOf<Data>({ data }: { data?: Data }): Data {
  if (data === undefined) throw new Error("a problem");
  return data;
}

const dealt = dataOf(await referee.POST("/v1/deals", { body: { variant: "rummikub", players: 2, seed: 7 } }));
if (!dealt.possible || dealt.sealed) throw new Error("no deal");
let { round } = dealt;
let moves = 0;
while (moves < 12) {
  const view = dataOf(await referee.POST("/v1/rounds/view", { body: { round, player: round.turn } }));
  const move: Move | undefined = view.moves[0];
  if (!move) throw new Error("no move");
  // @ts-expect-error a move of another game
  void (move.type === "declare");
  const played = dataOf(await referee.POST("/v1/rounds/play", { body: { round, move } }));
  moves += 1;
  if (!played.legal || played.over || played.sealed) break;
  round = played.round;
}
console.log(`${moves} moves`);
