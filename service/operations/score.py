"""Rounds: the score of every player, line by line."""

from collections.abc import Mapping
from typing import Any

from marshmallow.fields import Boolean, Field

from rummy_referee.games import GAMES
from rummy_referee.rules.game import AnyGame
from rummy_referee.rules.reading import read_record

from .answers import Games, Members, shared_answers
from .fields import Loaded
from .operation import PostOperation
from .records import record_fields
from .request_schemas import schema_by_variant
from .responses import dump_violations, response_field, response_list, verdict_fields
from .score_schemas import dump_score, score_schema
from .table import TABLE


def _score_answer(games: Games) -> Members:
    return {
        **verdict_fields(),
        "exact": response_field(Boolean, "Whether every score is a single number. False if the round is impossible."),
        "proven": response_field(
            Boolean,
            "Whether every range is proven to be as narrow as possible. False only if many unknown tiles brought the "
            "search to its limit of steps; even then no range is too narrow.",
        ),
        "void": response_field(Boolean, "Whether the round counts for nobody."),
        "scores": response_list(
            score_schema(games), "The scores in the order of the request; empty if the round is impossible."
        ),
    }


def _score_fields(game: AnyGame) -> Mapping[str, Field[Any]]:
    return record_fields(game.round_scoring.record, game)


def _handle_score(body: Loaded, language: str) -> dict[str, Any]:
    game, options = GAMES[body["variant"]], body["options"]
    scored = game.score_end(read_record(game, game.round_scoring.record, body), options)
    return {
        "variant": game.id,
        "possible": not scored.violations,
        "violations": dump_violations(scored.violations, language),
        "exact": not scored.violations and all(score.points.low == score.points.high for score in scored.scores),
        "proven": all(score.proven for score in scored.scores),
        "void": scored.void,
        "scores": [dump_score(game, score, language) for score in scored.scores],
    }


SCORE_ROUND = PostOperation(
    TABLE["scoreRound"],
    description=(
        "The score of every player, line by line, each line with its rule. Tiles may be unknown, as after a photograph "
        "of a table: `?` is an unknown tile, `?R` one of which only the colour is known, `?7` one of which only the "
        "number is known. Each score is then a range: the minimum and maximum over all completions of the unknown "
        "tiles from the rest of the box, all together. `exact` tells whether every range is a single number. An "
        "impossible round (two players out, a winner who holds tiles, an invalid meld, more tiles than the box holds) "
        "has `possible` false, with every reason.\n\n"
        "Many unknown tiles may bring the search to its limit of steps; then `proven` is false, and a range may be too "
        "wide, but never too narrow."
    ),
    body=schema_by_variant("ScoreRound", GAMES.values(), _score_fields),
    answers=shared_answers("ScoreRoundAnswer", "The scores of a round.", GAMES.values(), _score_answer),
    handle=_handle_score,
    examples={
        "a player went out": {
            "variant": "rummy",
            "players": [
                {"player": "Ada", "hand": [], "opened_before": True},
                {"player": "Bo", "hand": ["R10", "J"]},
            ],
            "went_out": "Ada",
        },
        "tiles that nobody could read": {
            "variant": "rummy",
            "players": [
                {"player": "Ada", "hand": []},
                {"player": "Bo", "hand": ["R10", "?"]},
                {"player": "Cleo", "hand": ["?13", "?B"]},
            ],
            "went_out": "Ada",
        },
        "melds and teams": {
            "variant": "rummu",
            "players": [
                {"player": "Ada", "hand": []},
                {"player": "Bo", "hand": ["Y3", "R0"]},
                {"player": "Cleo", "hand": ["K4"]},
                {"player": "Dan", "hand": ["G9"]},
            ],
            "melds": [
                {"owner": "Ada", "cards": ["R2", "R3", "Y4", "R5", "R6", "Y7", "Y8"]},
                {"owner": "Bo", "cards": ["R1", "B1", "K1", "G1"]},
            ],
            "teams": [["Ada", "Cleo"], ["Bo", "Dan"]],
            "went_out": "Ada",
        },
        "a hand of gin that is declared": {
            "variant": "gin-rummy",
            "players": [
                {"player": "Ada", "hand": ["R3", "R4", "R5", "B7", "K7", "Y7", "K10", "K11", "K12", "R9"]},
                {"player": "Bo", "hand": ["R6", "R2", "B1", "B2", "B3", "Y13", "K13", "R13", "Y1", "Y4"]},
            ],
            "declarer": "Ada",
            "drew": True,
        },
        "a knock, and lay-offs on its melds": {
            "variant": "gin-rummy-cards",
            "options": {"oklahoma": True},
            "players": [
                {"player": "Ada", "hand": ["As", "2s", "3s", "4s", "7h", "7d", "7c", "4h", "2d", "Ac"]},
                {"player": "Bo", "hand": ["5s", "6s", "9h", "Th", "Jd", "Kd", "Kc", "3c", "5h", "?"]},
            ],
            "knocker": "Ada",
            "upcard": "9h",
        },
        "a right announcement, and symbols that nobody could read": {
            "variant": "myrummy-111",
            "players": [
                {"player": "Ada", "hand": [f"{number}*1" for number in range(10, 34, 2)]},
                {"player": "Bo", "hand": [*(f"{number}*2" for number in range(90, 101)), "5*?"]},
            ],
            "announcer": "Ada",
        },
        "cards that nobody could read": {
            "variant": "myrummy-111",
            "players": [
                {"player": "Ada", "hand": [f"{number}*1" for number in range(10, 34, 2)]},
                {"player": "Bo", "hand": [*(f"{number}*2" for number in range(90, 100)), "?", "?"]},
            ],
            "announcer": "Ada",
        },
        "a round in which nobody can play any more": {
            "variant": "rummikub",
            "players": [
                {"player": "Ada", "hand": ["R5", "J"]},
                {"player": "Bo", "hand": ["K1", "R3"]},
                {"player": "Cleo", "hand": ["O13", "?"]},
            ],
            "went_out": None,
        },
        "two players out": {
            "variant": "myrummy-kids",
            "players": [{"player": "Ada", "hand": []}, {"player": "Bo", "hand": []}],
            "went_out": "Ada",
        },
    },
)

OPERATIONS = (SCORE_ROUND,)
