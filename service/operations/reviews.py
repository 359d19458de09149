"""The review of a recorded round."""

from collections.abc import Mapping
from typing import Any

from marshmallow import Schema
from marshmallow.fields import Boolean, Field, Float, Integer, Nested, String

from rummy_referee.games import GAMES
from rummy_referee.rules.faults import player_unknown
from rummy_referee.rules.game import AnyGame
from rummy_referee.rules.replay import AnyPlayedRecord
from rummy_referee.rules.review import REASONS, Review, Reviewed, review_round
from rummy_referee.rules.violations import make_violation
from rummy_referee.texts.sentences import text

from .answers import Answers, Case, Games, Members, Part
from .components import class_name, named
from .fields import Choice, Loaded, PlayerName, WholeNumber
from .json_schemas import extend, object_schema
from .limits import HIGHEST_SEED
from .move_schemas import describe_field, dump_moves, move_schema
from .operation import PostOperation
from .record_schemas import RecordField, dump_played, read_played
from .replays import RECORD_DESCRIBED, ReplayBody
from .responses import dump_violations, player_name, response_field, verdict_fields
from .table import TABLE

DIGITS = 4
"""The decimal places of chances."""

_FIELDS: Mapping[str, Field[Any]] = {
    "record": RecordField(required=True, metadata={"description": RECORD_DESCRIBED}),
    "player": PlayerName(
        load_default=None,
        allow_none=True,
        metadata={"description": "The player whose moves are reviewed; null for all players."},
    ),
    "seed": WholeNumber(
        minimum=0,
        maximum=HIGHEST_SEED,
        load_default=0,
        metadata={"description": "The seed for what nobody has seen."},
    ),
    **describe_field(),
}


class ReviewReason(Schema):
    """Why another move would have been better."""

    code = Choice(*REASONS, required=True, metadata={"description": "The reason; the same in every language."})
    message = response_field(String, "The reason in a sentence, in the language of the response.")


_REVIEWED: Members = {
    "player": player_name("The player."),
    "after": response_field(Integer, "The number of moves before it."),
    "reason": Nested(ReviewReason, required=True),
    "less": response_field(
        Float,
        "By how much the chance to win the game is less than with the better move; null if the difference is exact.",
        allow_none=True,
    ),
    "uncertainty": response_field(Float, "Half of the 95% interval of `less`; null without it.", allow_none=True),
    "tiles": response_field(
        Integer, "How many tiles more the better turn lays, exactly; null with `less`.", allow_none=True
    ),
}


def _reviewed(_: Games) -> Members:
    return {
        **verdict_fields(),
        "legal": response_field(Boolean, "Whether the deal is possible and every move is legal."),
        "reviewed": response_field(Integer, "The number of moves or turns that were reviewed."),
    }


def _of_game(game: AnyGame) -> Members:
    move = move_schema(game).json_schema()
    own = {"played": Part(move, "The move that was played."), "better": Part(move, "The better move.")}
    shared = named("ReviewedMove", object_schema(_REVIEWED, "A move, or the turn that begins with it."))
    schema = named(f"{class_name(game.id)}ReviewedMove", extend(shared, own))
    described = "Where another move was certainly better, worst first."
    return {"moves": Part({"type": "array", "items": schema}, described)}


def _handle(body: Loaded, language: str) -> dict[str, Any]:
    record, player = read_played(body["record"]), body["player"]
    names = record.seats.names or ()
    unknown = () if player is None or player in names else (player_unknown(player=player),)
    violations = (
        *record.violations,
        *(make_violation(record.game.cite, fault, "/player") for fault in unknown),
    )
    review = Review(0, ()) if violations else review_round(record, names if player is None else (player,), body["seed"])
    return {
        "variant": record.game.id,
        "possible": bool(record.rounds) and not unknown,
        "violations": dump_violations(violations, language),
        "legal": not record.violations,
        "reviewed": review.reviewed,
        "moves": [_dump(record, move, language, describe=body["describe"]) for move in review.found],
    }


def _dump(record: AnyPlayedRecord, found: Reviewed, language: str, *, describe: bool) -> dict[str, Any]:
    position = record.rounds[found.after].position
    played, better = dump_moves(position, [found.played, found.better], language, describe=describe)
    return {
        "player": found.player,
        "after": found.after,
        "played": played,
        "better": better,
        "reason": {
            "code": found.reason,
            "message": text(f"review.{found.reason}", language, found.params, game=record.game.id),
        },
        "less": None if found.less is None else round(found.less, DIGITS),
        "uncertainty": None if found.uncertainty is None else round(found.uncertainty, DIGITS),
        "tiles": found.tiles,
    }


def _example() -> dict[str, Any]:
    """Ada draws, although she could lay nine tiles."""
    game = GAMES["rummikub"]
    record = game.record(["Ada", "Bo"], 1)
    return {"record": dump_played(record.play(game.move("draw")))}


REVIEW_ROUND = PostOperation(
    TABLE["reviewRound"],
    description=(
        "Reviews a recorded round: where a player could certainly have done better, from what this player could see. "
        "In a game with a strong player (`findBestMove` with the objective `win`) every move is compared with the "
        "other candidates by the chance to win, with both totals at 0. Only differences of at least 0.015 and of three "
        "standard errors are answered. In other games a turn is compared with the turn that lays the most tiles, which "
        "is exact. It is no measure of how well somebody plays."
    ),
    body=ReplayBody.from_dict(dict(_FIELDS), name="ReviewRound")(),
    answers=Answers(
        "ReviewRoundAnswer", "The review of a round.", tuple(GAMES.values()), (Case("", _reviewed, _of_game),)
    ),
    handle=_handle,
    examples={"a turn in which more could be laid": _example()},
)

OPERATIONS = (REVIEW_ROUND,)
