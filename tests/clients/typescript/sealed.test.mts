/** Two devices play a sealed round to its end: the one that keeps the token sees only its own tiles. */
import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { test } from "node:test";
import { Referee, RefereeError, type Answer, type Schemas } from "rummy-referee";

const referee = new Referee({ baseUrl: process.env["REFEREE"] ?? "http://127.0.0.1:8000" });
const MOST_MOVES = 400;

/** The players, each with the secret of the own device. */
const secrets: Record<string, string> = { Ada: randomBytes(16).toString("hex"), Bo: randomBytes(16).toString("hex") };
const names = Object.keys(secrets);

function lock(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

/** A move that ends the round or lays tiles, else the first in the list. */
function choose(moves: Schemas["Move"][]): Schemas["Move"] {
  const move = moves.find(({ type }) => type === "play" || type === "knock") ?? moves[0];
  assert.ok(move);
  return move;
}

async function statusOf(call: Promise<unknown>): Promise<string> {
  const error = await call.then(() => null, (thrown: unknown) => thrown);
  assert.ok(error instanceof RefereeError, String(error));
  return `${error.status} ${error.problem?.type.split("#")[1]}`;
}

for (const variant of ["gin-rummy-cards", "rummikub"] as const) {
  test(`a sealed round of ${variant} is played to its end`, async () => {
    const locks = Object.fromEntries(names.map((name) => [name, lock(secrets[name] ?? "")]));
    const dealt = await referee.dealRound({ variant, players: 2, names, locks, commit: true, seal: true });
    assert.ok(dealt.sealed);
    let { token, sequence, record }: { token: string; sequence: number; record: Schemas["Record"] } = dealt;
    for (;;) {
      const seen = await referee.viewRound({ token, sequence, player: null });
      assert.ok(seen.possible && seen.turn);
      const turn: string = seen.turn;
      const other = names.find((name) => name !== turn) ?? "";
      const secret = secrets[turn] ?? "";
      if (sequence === 1) {
        assert.equal(await statusOf(referee.viewRound({ token, player: turn })), "422 body-invalid");
        assert.equal(await statusOf(referee.viewRound({ token, player: turn, secret: secrets[other] ?? "" })), "422 body-invalid");
        assert.equal(await statusOf(referee.viewRound({ token: dealt.token, sequence, player: null })), "422 token-outdated");
      }
      const view = await referee.viewRound({ token, sequence, player: turn, secret });
      assert.ok(view.possible);
      const played: Answer<"playMove"> = await referee.playMove({ token, sequence, secret, move: choose(view.moves), record });
      assert.ok(played.legal);
      assert.ok(played.record);
      record = played.record;
      if (!played.sealed) {
        assert.ok(played.over);
        assert.equal(played.scores.length, names.length);
        const checked = await referee.verifyDeal({ record, commitment: dealt.commitment });
        assert.equal(checked.valid, true);
        return;
      }
      ({ token, sequence } = played);
      assert.ok(sequence < MOST_MOVES, "the round does not end");
    }
  });
}
