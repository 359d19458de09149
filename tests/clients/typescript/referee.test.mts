/** The TypeScript package against the running service; overload and proxies are played by a server of this file. */
import assert from "node:assert/strict";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { Referee, RefereeError } from "rummy-referee";

const baseUrl = process.env["REFEREE"] ?? "http://127.0.0.1:8000";
const referee = new Referee({ baseUrl });
const melds = [["R5", "J"]];

/** Call a referee whose service is this listener. */
async function withServer(listener: RequestListener, call: (address: string) => Promise<void>): Promise<void> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await call(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** The error that a call ends with. */
async function errorOf(call: Promise<unknown>): Promise<RefereeError> {
  const error = await call.then(() => null, (thrown: unknown) => thrown);
  assert.ok(error instanceof RefereeError, String(error));
  return error;
}

const ONE_SECOND = { "Retry-After": "1", "Content-Type": "application/problem+json" };

test("every operation that has a method answers", async () => {
  const { variants } = await referee.listVariants();
  assert.equal((await referee.getVariant("rummikub")).box.size, 106);
  assert.ok(variants.some(({ id }) => id === "rummikub"));
  assert.equal((await referee.getHealth()).status, "ok");
  assert.equal((await referee.getReadiness()).status, "ok");
  assert.equal((await referee.checkMelds({ variant: "rummy", melds })).valid, false);
  const arranged = await referee.arrangeTiles({ variant: "rummu", tiles: ["R5", "Y6", "R7"] });
  assert.deepEqual(arranged.melds, [["R5", "Y6", "R7"]]);
  const snapshot = { variant: "rummikub", table: [], hand: ["R10", "R11", "R12"], opened: false, stock: 9 } as const;
  const body = { ...snapshot, table: [], hand: [...snapshot.hand] };
  assert.equal((await referee.listLegalMoves(body)).moves[0]?.type, "play");
  assert.equal((await referee.findBestMove(body)).goes_out, true);
  const checked = await referee.checkMove({ ...body, move: { type: "play", table: [["R10", "R11", "R12"]] } });
  assert.equal(checked.ends_round, true);
});

test("a round is dealt, seen, played, scored and judged", async () => {
  let { round } = await referee.dealRound({ variant: "rummikub", players: 2, names: ["Ada", "Bo"], seed: 63 });
  assert.ok(round?.turn);
  const view = await referee.viewRound({ round, player: round.turn });
  const move = view.moves[0];
  assert.ok(move);
  const played = await referee.playMove({ round, move });
  assert.equal(played.legal, true);
  const score = await referee.scoreRound({
    variant: "rummikub",
    players: [{ player: "Ada", hand: [] }, { player: "Bo", hand: ["R10"] }],
    went_out: "Ada",
  });
  const points = Object.fromEntries(score.scores.map(({ player, points }) => [player, points ?? 0]));
  const verdict = await referee.judgeGame({ variant: "rummikub", options: { rounds: 1 }, players: ["Ada", "Bo"], rounds: [points] });
  assert.deepEqual(verdict.winners, ["Ada"]);
});

test("a request of a batch that fails does not fail the others", async () => {
  const [good, bad] = await referee.batch([
    { operation: "checkMelds", body: { variant: "rummy", melds: [["R7", "R8", "R9"]] } },
    { operation: "checkMelds", body: { variant: "rummy", melds: [["R99"]] } },
  ]);
  assert.equal(good.status === 200 && good.body.melds[0]?.value, 24);
  assert.equal(bad.status !== 200 && bad.body.errors[0]?.path, "/melds/0/0");
});

test("the language of a call overrides that of the client", async () => {
  const german = new Referee({ baseUrl, language: "de" });
  const messageIn = async (...call: Parameters<typeof german.listVariants>) => (await german.listVariants(...call)).variants[0]?.summary;
  assert.notEqual(await messageIn(), await messageIn({ language: "fr" }));
  assert.equal(await messageIn({ language: "en" }), (await referee.listVariants()).variants[0]?.summary);
});

test("an error has the problem, all faults and the id of the request", async () => {
  const error = await errorOf(referee.checkMelds({ variant: "rummy", melds: [["R99", "?"]] }, { requestId: "evening-7" }));
  assert.equal(error.status, 422);
  assert.equal(error.problem.type, "/docs/problems#body-invalid");
  assert.deepEqual(error.problem.errors?.map(({ path }) => path), ["/melds/0/0", "/melds/0/1"]);
  assert.equal(error.message, error.problem.detail);
  assert.equal(error.requestId, "evening-7");
});

test("the type of a problem is the address of a page that explains it", async () => {
  const { problem } = await errorOf(referee.checkMelds({ variant: "rummy", melds: [["R99"]] }));
  const page = await (await fetch(new URL(problem.type, baseUrl))).text();
  assert.match(page, new RegExp(`id="${new URL(problem.type, baseUrl).hash.slice(1)}"`));
});

for (const status of [429, 503]) {
  test(`a service that answers ${status} is asked again after the time it names`, async () => {
    let asked = 0;
    const listener: RequestListener = (_, response) => {
      if (asked++ === 0) response.writeHead(status, ONE_SECOND).end(`{"status":${status}}`);
      else response.writeHead(200, { "Content-Type": "application/json" }).end('{"status":"ok"}');
    };
    await withServer(listener, async (address) => {
      const start = performance.now();
      assert.deepEqual(await new Referee({ baseUrl: address }).getHealth(), { status: "ok" });
      assert.ok(performance.now() - start >= 990);
    });
    assert.equal(asked, 2);
  });
}

test("the number of repetitions and the wait are bounded, and the wait can be aborted", async () => {
  let asked = 0;
  const listener: RequestListener = (_, response) => void (asked++, response.writeHead(503, ONE_SECOND).end("{}"));
  await withServer(listener, async (baseUrl) => {
    const error = await errorOf(new Referee({ baseUrl, retries: 1 }).getHealth());
    assert.deepEqual([error.status, error.retryAfter, asked], [503, 1, 2]);
    await errorOf(new Referee({ baseUrl, longestWait: 0.5 }).getHealth());
    assert.equal(asked, 3);
    await assert.rejects(new Referee({ baseUrl }).getHealth({ signal: AbortSignal.timeout(100) }), { name: "TimeoutError" });
    assert.equal(asked, 4);
  });
});

test("no other error is repeated, and one without a problem still has its status", async () => {
  let asked = 0;
  const listener: RequestListener = (_, response) => void (asked++, response.writeHead(502, { "Content-Type": "text/html" }).end("<h1>Bad Gateway</h1>"));
  await withServer(listener, async (baseUrl) => {
    const { problem } = await errorOf(new Referee({ baseUrl }).getHealth());
    assert.deepEqual(problem, { type: "about:blank", title: "Bad Gateway", status: 502 });
  });
  assert.equal(asked, 1);
});

test("the key is sent, and a path in the base address is kept", async () => {
  const seen: (string | undefined)[] = [];
  const listener: RequestListener = (request, response) => {
    seen.push(request.url, request.headers.authorization);
    response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
  };
  await withServer(listener, async (address) => void (await new Referee({ baseUrl: `${address}/rummy/`, apiKey: "secret" }).getHealth()));
  assert.deepEqual(seen, ["/rummy/healthz", "Bearer secret"]);
});

test("a photograph is sent as it is", async () => {
  const photo = new Blob([new Uint8Array([0xff, 0xd8, 0xff])], { type: "image/jpeg" });
  const error = await errorOf(referee.readPhoto("rummikub", photo)); // off unless the operator switches it on
  assert.equal(error.status, 404);
  assert.match(error.problem?.type ?? "", /#photos-off$/);
  const received = withServer(
    (request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const bytes = [...Buffer.concat(chunks)];
        response.setHeader("Content-Type", "application/json");
        response.end(JSON.stringify({ bytes, type: request.headers["content-type"], url: request.url }));
      });
    },
    async (address) => {
      const echoed: unknown = await new Referee({ baseUrl: address }).readPhoto("rummikub", photo);
      assert.deepEqual(echoed, { bytes: [0xff, 0xd8, 0xff], type: "image/jpeg", url: "/v1/photos/read?variant=rummikub" });
    },
  );
  await received;
});
