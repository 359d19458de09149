"""Verdicts on a game: whether it is over, who has won, and what decided it."""

from collections.abc import Mapping
from typing import Any

from marshmallow.fields import Boolean, Field, Integer, List, Nested, String

from rummy_referee.games import GAMES
from rummy_referee.rules.game import AnyGame
from rummy_referee.rules.reading import read_record
from rummy_referee.rules.verdicts import DECIDED_BY, REASONS, BonusLine, Standing
from rummy_referee.texts.sentences import text

from .answers import Games, Members, answer_part, shared_answers
from .fields import Choice, Loaded, PlayerName
from .operation import PostOperation
from .records import record_fields
from .request_schemas import schema_by_variant
from .responses import (
    Rule,
    dump_rule,
    dump_violations,
    player_name,
    response_field,
    response_list,
    verdict_fields,
)
from .score_schemas import score_codes
from .table import TABLE


def _names(description: str, *, required: bool = True) -> List[Any]:
    return List(PlayerName(), required=required, metadata={"description": description})


def _standing(games: Games) -> Members:
    team = _names("The player's team. Only with teams.", required=False)
    return {
        "player": player_name("The player."),
        "total": response_field(
            Integer,
            "The points of all rounds, in teams those of the team; in a game of one round those of the round.",
        ),
        "rank": response_field(
            Integer,
            "The rank, from 1. Equal totals share a rank, and the next rank is skipped. With teams, the rank of the "
            "team.",
        ),
        **({"team": team} if any(game.team_players for game in games) else {}),
        **(_bonuses(games) if any(game.end.has_bonuses for game in games) else {}),
        **(_elimination() if any(game.end.eliminates for game in games) else {}),
    }


def _elimination() -> Members:
    described = "The number of the round that eliminated the player, or null. Only in games that eliminate players."
    return {"eliminated_after": Integer(allow_none=True, metadata={"description": described})}


def _bonuses(games: Games) -> Members:
    always = all(game.end.has_bonuses for game in games)
    fields: Members = {
        "code": score_codes(games),
        "points": response_field(Integer, "Its points."),
        "message": response_field(String, "What the bonus is for, in the language of the response."),
        "rule": Nested(Rule, required=True),
    }
    line = answer_part("BonusAnswer", "A bonus at the end of the game.", fields)
    only = "" if always else " Only in games with bonuses."
    added = f"What is added when the game is over, line by line; empty before.{only}"
    final = f"The total with the bonuses. It does not change the rank.{only}"
    return {
        "bonuses": List(Nested(line), required=always, metadata={"description": added}),
        "final": Integer(required=always, metadata={"description": final}),
    }


def _judge_answer(games: Games) -> Members:
    standing = answer_part("StandingAnswer", "The standing of a player.", _standing(games))
    return {
        **verdict_fields(),
        "over": response_field(
            Boolean, "Whether the game is over; null if the history is impossible.", allow_none=True
        ),
        "reason": Choice(
            *REASONS,
            component="EndReason",
            required=True,
            allow_none=True,
            metadata={
                "description": "Why the game is over: a target was reached, the agreed rounds were played, the chips "
                "were won, a hand is empty, the stock is, or one player is left. Null while it is not over."
            },
        ),
        "winners": _names("The winners. Several share the win. Empty while the game is not over."),
        "decided_by": Choice(
            *DECIDED_BY,
            component="DecidedBy",
            required=True,
            allow_none=True,
            metadata={
                "description": "What decided the game: the totals, the better last round of equal totals, the chips, "
                "an empty hand, the count of the hands, nothing if the win is shared, the lowest total, or that one "
                "player is left. Null while the game is not over."
            },
        ),
        "text": response_field(
            String,
            "The verdict in sentences, in the language of the response; null if the history is impossible.",
            allow_none=True,
        ),
        "standings": response_list(standing, "The players by rank; equal ranks in the order of the request."),
    }


def _judge_fields(game: AnyGame) -> Mapping[str, Field[Any]]:
    return record_fields(game.end.history, game)


def _handle_judge(body: Loaded, language: str) -> dict[str, Any]:
    game = GAMES[body["variant"]]
    history = read_record(game, game.end.history, body)
    verdict = game.end.judge(history, body["options"], game.cite)
    return {
        "variant": body["variant"],
        "possible": not verdict.violations,
        "violations": dump_violations(verdict.violations, language),
        "over": verdict.over,
        "reason": verdict.reason,
        "winners": list(verdict.winners),
        "decided_by": verdict.decided_by,
        "text": None if verdict.violations else verdict.text(language),
        "standings": [_dump_standing(game, standing, language) for standing in verdict.standings],
    }


def _dump_standing(game: AnyGame, standing: Standing, language: str) -> dict[str, Any]:
    dumped: dict[str, Any] = {"player": standing.player, "total": standing.total, "rank": standing.rank}
    if standing.team is not None:
        dumped["team"] = list(standing.team)
    if game.end.eliminates:
        dumped["eliminated_after"] = standing.eliminated_after
    if game.end.has_bonuses:
        dumped["bonuses"] = [_dump_bonus(game, line, language) for line in standing.bonuses]
        dumped["final"] = standing.total + sum(line.points for line in standing.bonuses)
    return dumped


def _dump_bonus(game: AnyGame, line: BonusLine, language: str) -> dict[str, Any]:
    return {
        "code": line.code,
        "points": line.points,
        "message": text(f"score.{line.code}", language, game=game.id),
        "rule": dump_rule(game.cite_score(line.code), language),
    }


JUDGE_GAME = PostOperation(
    TABLE["judgeGame"],
    description=(
        "Returns from the rounds so far whether the game is over, who has won and what decided it. A round after the "
        "end of the game makes the history impossible. A game without a target and without a number of rounds is never "
        "over and has only standings."
    ),
    body=schema_by_variant("JudgeGame", GAMES.values(), _judge_fields),
    answers=shared_answers("JudgeGameAnswer", "The verdict on a game.", GAMES.values(), _judge_answer),
    handle=_handle_judge,
    examples={
        "equal totals and a better last round": {
            "variant": "myrummy-111",
            "players": ["A", "B"],
            "rounds": [{"A": 17, "B": 31}, {"A": 44, "B": 30}],
        },
        "the score sheet in the booklet": {
            "variant": "rummy",
            "options": {"rounds": 4},
            "players": ["A", "B", "C", "D"],
            "rounds": [
                {"A": -10, "B": -5, "C": 23, "D": -8},
                {"A": -3, "B": 18, "C": -9, "D": -6},
                {"A": -12, "B": 21, "C": -2, "D": -7},
                {"A": 22, "B": -9, "C": -10, "D": -3},
            ],
        },
        "two teams": {
            "variant": "rummu",
            "players": ["Ada", "Bo", "Cleo", "Dan"],
            "teams": [["Ada", "Cleo"], ["Bo", "Dan"]],
            "rounds": [{"Ada": 200, "Bo": 80, "Cleo": 310, "Dan": -15}],
        },
        "the last card is drawn": {
            "variant": "brettspielnetz-rummy",
            "hands": {"Ada": ["R3", "B4"], "Bo": ["J"]},
            "stock": 0,
        },
        "a shutout, and the bonuses of the game": {
            "variant": "gin-rummy-cards",
            "players": ["Ada", "Bo"],
            "rounds": [{"Ada": 62, "Bo": 0}, {"Ada": 0, "Bo": 0}, {"Ada": 41, "Bo": 0}],
        },
        "a round after the end": {
            "variant": "myrummy-kids",
            "options": {"chips": 1},
            "players": ["Ada", "Bo"],
            "rounds": [{"Ada": 1}, {"Bo": 1}],
        },
    },
)

OPERATIONS = (JUDGE_GAME,)
