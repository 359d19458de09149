"""``/llms.txt``: what an agent must know to use the API, with an example of each operation and its real answer."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import orjson

from rummy_referee.games import GAMES

from ..operations.limits import BATCH_ITEMS
from ..operations.operation import PostOperation
from ..operations.photos import PATH as PHOTO_PATH
from ..operations.post_operations import BATCH, POST_OPERATIONS
from ..operations.problems import Problem, dump_problem
from ..operations.request_record import EXAMPLE_ID
from .cached_responses import CachedResponse
from .conventions import NOTATION, VERDICTS
from .docs.operations import TAG
from .routes import GetOperation

PLAIN = "text/plain; charset=utf-8"
LONGEST = 4
"""Longer lists in the answers are cut."""

EXAMPLES = {
    "checkMelds": "a run with a joker, and two tiles that are no meld",
    "arrangeTiles": "a table whose melds touch",
    "checkMove": "an opening of 29 points",
    "listLegalMoves": "a player who cannot open yet",
    "findBestMove": "the most tiles in the booklet",
    "scoreRound": "a player went out",
    "judgeGame": "equal totals and a better last round",
    "dealRound": "rummu for three",
}
"""An example of each operation. Those on whole rounds have none: their bodies are long."""

_OPERATIONS = {operation.id: operation for operation in POST_OPERATIONS}
_WHOLE_GAME = [f"`POST {_OPERATIONS[name].path}`" for name in ("dealRound", "viewRound", "playMove")]
_BATCH = '{"requests": [{"operation": "checkMelds", "body": {…}}]}'

INTRODUCTION = f"""# Rummy referee

> A stateless HTTP API that knows the rules of {len(GAMES)} rummy games. It checks melds and moves, lists legal moves,
> finds the best one, scores rounds, decides games and deals. Do not guess the rules: ask.

- Games (`variant`): {", ".join(GAMES)}.
- `GET /v1/variants/{{variant}}` has the tiles, moves, options, scoring and rulings of a game.
- Send JSON with `Content-Type: application/json`. `Accept-Language` is en, de, fr or it.
- {NOTATION}
- {VERDICTS} The status is 200.
- Any other status is a problem (RFC 9457) that lists every error with its path. Correct them all at once.
- The same request always gets the same response. Nothing is stored: a request has all that it needs.
- A whole game needs three calls: {", ".join(_WHOLE_GAME)}. Send the `round` of the last answer each time.
- `POST {_OPERATIONS["replayRound"].path}` plays a `record` again: `dealRound` begins it, `playMove` adds to it.
- `POST {_OPERATIONS["verifyDeal"].path}` checks the deal of a record against its commitment.
  `POST {_OPERATIONS["reviewRound"].path}` says where a player could have done better in it.
- `POST {_OPERATIONS["findDraws"].path}` takes a snapshot and says for every unseen tile what the best move after it is.
- `POST {BATCH.path}` takes up to {BATCH_ITEMS} requests: `{_BATCH}`.
- `POST {PHOTO_PATH}` reads the tiles on a photograph, if it is switched on. Let the players confirm them.
- [The contract](/openapi.yaml) (OpenAPI 3.1) has every field. [The documentation](/docs) is for people.

## Operations

Each with a body and the answer to it. Lists of more than {LONGEST} items are cut in the answers: `"…"` is the rest.
"""


@cache
def llms_txt() -> CachedResponse:
    """The text, made once."""
    examples = (_describe(_OPERATIONS[name], example) for name, example in EXAMPLES.items())
    return CachedResponse("\n".join((INTRODUCTION, *examples, _describe_problem())).encode(), PLAIN)


def _describe(operation: PostOperation, example: str) -> str:
    """An operation with its example and the answer to it."""
    body = operation.examples[example]
    answer = orjson.loads(operation.run_to_json(body, "en"))
    return _section(f"{operation.summary}: `POST {operation.path}`", body, answer)


def _describe_problem() -> str:
    body = {"variant": "rummy", "melds": [["R14"], 7]}
    operation = POST_OPERATIONS[0]
    try:
        operation.run(body, "en")
    except Problem as problem:
        answer = dump_problem(problem, "en", operation.path, EXAMPLE_ID)
        return _section(f"A problem: status {problem.status}", body, answer)
    raise AssertionError("the body of this example is invalid")


def _section(title: str, body: Mapping[str, Any], answer: Mapping[str, Any]) -> str:
    shown = (orjson.dumps(part).decode() for part in (body, _cut(answer)))
    return f"### {title}\n\n" + "".join(f"```json\n{part}\n```\n" for part in shown)


def _cut(value: Any) -> Any:
    """A value with short lists."""
    if isinstance(value, dict):
        return {name: _cut(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [*map(_cut, value[:LONGEST]), *(["…"] if len(value) > LONGEST else [])]
    return value


OPERATION = GetOperation(
    id="getGuideForAgents",
    path="/llms.txt",
    tag=TAG,
    summary="A guide for agents",
    description="What a language model must know to use this API, with examples and their real answers, as Markdown.",
    content={"text/plain": {"type": "string"}},
    view=lambda: llms_txt().respond(),
    cached=True,
)
