"""The referee as a library: the operations of the API without HTTP.

A function takes the body of the operation with the same name and returns its answer, as the contract (``openapi.yaml``)
describes them:

>>> from service import referee
>>> answer = referee.check_melds({"variant": "rummy", "melds": [["R7", "J", "R9"], ["R5", "J"]]})
>>> answer["valid"]
False
>>> [meld["value"] for meld in answer["melds"]]
[24, None]
>>> for violation in answer["melds"][1]["violations"]:
...     print(violation["path"], violation["message"])
/melds/1 Too short: a meld needs at least 3 tiles; this has 2.

An invalid meld, an illegal move and an impossible position are answers. A body that the contract does not allow raises
a ``RefereeError`` that lists every error:

>>> referee.check_melds({"variant": "rummy", "melds": [["R14"], 7]})  # doctest: +ELLIPSIS
Traceback (most recent call last):
    ...
service.referee.RefereeError: Faults found: 2. The list names each with its place, up to a limit.
/melds/0/0: R14 is not a tile of this game; its codes match ...
/melds/1: This must be a list, not 7.

Sentences are in English, or in the ``language`` that is given:

>>> german = referee.check_melds({"variant": "rummy", "melds": [["R5", "J"]]}, language="de")
>>> german["melds"][0]["violations"][0]["message"]
'Zu kurz: Eine Kombination braucht mindestens 3 Steine; diese hat 2.'

Bodies and answers have types (``service.referee.types``). One type holds for all games; the body is validated by the
rules of its game when the function runs. Nothing is stored between two calls, and every function may be called from
several threads. Importing the library starts nothing.
"""

import json
from collections.abc import Mapping
from typing import Any, Literal, cast, get_args

from ..operations import json_body, variants
from ..operations.post_operations import BATCH, POST_OPERATIONS
from ..operations.problems import Problem, dump_problem
from . import types

Language = Literal["en", "de", "fr", "it"]

_OPERATIONS = {operation.id: operation for operation in (*POST_OPERATIONS, BATCH)}
OPERATIONS = tuple(_OPERATIONS)
"""The ids of the operations with a body, as in the contract."""


class RefereeError(Exception):
    """A body does not match the contract. ``problem`` is the problem document (RFC 9457) with all errors."""

    def __init__(self, problem: types.Problem) -> None:
        self.problem = problem
        super().__init__(problem)

    def __str__(self) -> str:
        faults = (f"{fault['path'] or '/'}: {fault['message']}" for fault in self.problem["errors"])
        return "\n".join((self.problem["detail"], *faults))


def parse_json(text: bytes) -> Any:
    """A value from strict JSON: no repeated keys, no NaN, no number beyond a double. Raises a ``RefereeError``."""
    try:
        return json_body.parse_json(text)
    except Problem as problem:
        raise _error(problem, "en") from None


def run_json(operation: str, body: bytes, language: Language = "en") -> bytes:
    """The answer to a body, both as JSON: the same bytes as over HTTP. ``operation`` is an ``operationId``.

    >>> run_json("arrangeTiles", b'{"variant": "rummy", "tiles": ["R5", "B5", "J"]}')[:57]
    b'{"variant":"rummy","possible":true,"complete":true,"melds'
    """
    if operation not in _OPERATIONS:
        raise ValueError(f"{operation!r} is not one of {', '.join(OPERATIONS)}")
    _check_language(language)
    try:
        return _OPERATIONS[operation].run_to_json(json_body.parse_json(body), language)
    except Problem as problem:
        raise _error(problem, language) from None


def list_variants(language: Language = "en") -> types.VariantsAnswer:
    """All games in brief.

    >>> [game["id"] for game in list_variants()["variants"]][:3]
    ['rummy', 'gin-rummy', 'brettspielnetz-rummy']
    """
    _check_language(language)
    return cast("types.VariantsAnswer", variants.dump_games(language))


def get_variant(variant: types.Variant, language: Language = "en") -> types.VariantAnswer:
    """A game in full: tiles, deal, melds, options, moves, scoring and rulings.

    >>> [move["type"] for move in get_variant("rummikub")["moves"]]
    ['play', 'draw', 'pass']
    """
    _check_language(language)
    try:
        return cast("types.VariantAnswer", variants.dump_game(variants.find_game(variant), language))
    except Problem as problem:
        raise _error(problem, language) from None


def check_melds(body: types.CheckMelds, language: Language = "en") -> types.CheckMeldsAnswer:
    """Whether each meld is valid, its value, and what each joker can stand for.

    >>> answer = check_melds({"variant": "rummy", "melds": [["R7", "J", "R9"]]})
    >>> answer["melds"][0]["readings"]
    [{'kind': 'run', 'tiles': ['R7', 'J=R8', 'R9'], 'value': 24}]
    """
    return cast("types.CheckMeldsAnswer", _run("checkMelds", body, language))


def arrange_tiles(body: types.ArrangeTiles, language: Language = "en") -> types.ArrangeTilesAnswer:
    """Tiles split into melds: all tiles, or as many as possible.

    >>> answer = arrange_tiles({"variant": "gin-rummy", "tiles": ["R3", "R4", "R5", "B5", "K5", "Y9"], "all": False})
    >>> answer["melds"], answer["left"]
    ([['R3', 'R4', 'R5']], ['B5', 'K5', 'Y9'])
    """
    return cast("types.ArrangeTilesAnswer", _run("arrangeTiles", body, language))


def list_legal_moves(body: types.ListLegalMoves, language: Language = "en") -> types.ListLegalMovesAnswer:
    """Every legal move, in pages, with the exact total.

    >>> hand = ["R10", "R11", "R12", "B2"]
    >>> answer = list_legal_moves({"variant": "rummikub", "table": [], "hand": hand, "opened": False, "stock": 60})
    >>> for move in answer["moves"]:
    ...     print(move["text"])
    Lay red 10, red 11, red 12.
    Draw a tile.
    """
    return cast("types.ListLegalMovesAnswer", _run("listLegalMoves", body, language))


def check_move(body: types.CheckMove, language: Language = "en") -> types.CheckMoveAnswer:
    """Whether a move is legal, every reason if it is not, and the snapshot after it.

    >>> snapshot = {"variant": "rummikub", "table": [], "hand": ["R3", "R4", "R5", "B2"], "opened": False, "stock": 60}
    >>> answer = check_move({**snapshot, "move": {"type": "play", "table": [["R3", "R4", "R5"]]}})
    >>> answer["legal"], answer["violations"][0]["params"]
    (False, {'minimum': 30, 'actual': 12, 'penalty': 3})
    """
    return cast("types.CheckMoveAnswer", _run("checkMove", body, language))


def find_best_move(body: types.FindBestMove, language: Language = "en") -> types.FindBestMoveAnswer:
    """The best move by tiles, by points or to go out.

    >>> hand = ["R10", "R11", "R12", "B2"]
    >>> answer = find_best_move({"variant": "rummikub", "table": [], "hand": hand, "opened": False, "stock": 60})
    >>> answer["from_hand"], answer["leaves"], answer["optimal"]
    (['R10', 'R11', 'R12'], ['B2'], True)
    """
    return cast("types.FindBestMoveAnswer", _run("findBestMove", body, language))


def score_round(body: types.ScoreRound, language: Language = "en") -> types.ScoreRoundAnswer:
    """Each player's score, line by line; a range where some tiles are unknown.

    >>> players = [{"player": "Ada", "hand": []}, {"player": "Bo", "hand": ["R10", "J"]}]
    >>> answer = score_round({"variant": "rummy", "players": players, "went_out": "Ada"})
    >>> {score["player"]: score["points"] for score in answer["scores"]}
    {'Ada': 35, 'Bo': -35}
    """
    return cast("types.ScoreRoundAnswer", _run("scoreRound", body, language))


def judge_game(body: types.JudgeGame, language: Language = "en") -> types.JudgeGameAnswer:
    """Whether the game is over, the winners and the standings.

    >>> rounds = [{"A": 17, "B": 31}, {"A": 44, "B": 30}]
    >>> answer = judge_game({"variant": "myrummy-111", "players": ["A", "B"], "rounds": rounds})
    >>> answer["over"], answer["winners"], answer["decided_by"]
    (True, ['A'], 'last_round')
    """
    return cast("types.JudgeGameAnswer", _run("judgeGame", body, language))


def deal_round(body: types.DealRound, language: Language = "en") -> types.DealRoundAnswer:
    """A deal from a seed, the same on every machine, and the whole round that starts with it.

    >>> answer = deal_round({"variant": "rummy", "players": 2, "seed": 42, "names": ["Ada", "Bo"]})
    >>> answer["round"]["turn"], len(answer["round"]["stock"])
    ('Ada', 78)
    """
    return cast("types.DealRoundAnswer", _run("dealRound", body, language))


def view_round(body: types.ViewRound, language: Language = "en") -> types.ViewRoundAnswer:
    """What one player sees of a whole round, and the legal moves if it is this player's turn.

    >>> start = deal_round({"variant": "rummy", "players": 2, "seed": 42, "names": ["Ada", "Bo"]})["round"]
    >>> view_round({"round": start, "player": "Bo"})["on_turn"]
    False
    """
    return cast("types.ViewRoundAnswer", _run("viewRound", body, language))


def play_move(body: types.PlayMove, language: Language = "en") -> types.PlayMoveAnswer:
    """A move in a whole round: the round after it, and the scores when it is over.

    >>> start = deal_round({"variant": "rummikub", "players": 2, "seed": 42, "names": ["Ada", "Bo"]})["round"]
    >>> answer = play_move({"round": start, "move": {"type": "draw"}})
    >>> answer["round"]["turn"], answer["text"]
    ('Bo', 'Ada draws a tile.')
    """
    return cast("types.PlayMoveAnswer", _run("playMove", body, language))


def batch(body: types.Batch, language: Language = "en") -> types.BatchAnswer:
    """The answers to up to 100 requests, each with the status that it would have alone.

    >>> good, bad = {"variant": "rummy", "melds": []}, {"variant": "chess"}
    >>> answer = batch({"requests": [{"operation": "checkMelds", "body": body} for body in (good, bad)]})
    >>> [response["status"] for response in answer["responses"]]
    [200, 422]
    """
    return cast("types.BatchAnswer", _run("batch", body, language))


def _run(operation: str, body: Mapping[str, Any], language: Language) -> Any:
    """The answer to a body of JSON types. The standard parser, because a number of moves can exceed 64 bits."""
    return json.loads(run_json(operation, json.dumps(body, allow_nan=False).encode(), language))


def _check_language(language: str) -> None:
    if language not in get_args(Language):
        raise ValueError(f"{language!r} is not one of {', '.join(get_args(Language))}")


def _error(problem: Problem, language: str) -> RefereeError:
    """The exception for a problem, without the members that identify an HTTP request."""
    document = dump_problem(problem, language, "", "")
    return RefereeError(cast("types.Problem", {name: document[name] for name in _PROBLEM_MEMBERS}))


_PROBLEM_MEMBERS = ("type", "title", "status", "detail", "errors")
