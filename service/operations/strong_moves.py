"""The move that wins the most games: what the request adds to a snapshot, and the candidates in the response."""

from collections.abc import Mapping, Sequence
from typing import Any

from marshmallow import Schema
from marshmallow.fields import Field, Float, Integer

from rummy_referee.rules.game import AnyGame
from rummy_referee.rules.positions import AnyPosition
from rummy_referee.rules.reading import read_record
from rummy_referee.rules.strong_play import (
    STRENGTHS,
    USUAL_STRENGTH,
    Candidate,
    StrongMove,
    StrongPlayer,
    check_seen,
    find_strong_move,
)
from rummy_referee.rules.turns import BestMove
from rummy_referee.rules.violations import Violation

from .answers import Part
from .components import class_name
from .fields import InnerSchema, Loaded, NestedObject, WholeNumber
from .json_schemas import schema_of
from .limits import HIGHEST_SEED
from .move_schemas import dump_moves, move_schema
from .records import record_fields
from .responses import response_field

WIN = "win"
DIGITS = 4
"""The decimal places of chances and points."""


def strong_fields(game: AnyGame, strong: StrongPlayer) -> Mapping[str, Field[Any]]:
    """The fields of a request that only the objective ``win`` uses."""
    fields: dict[str, Any] = record_fields(strong.seen, game)
    return {
        "seen": NestedObject(
            InnerSchema.from_dict(fields, name=f"Seen{class_name(game.id)}"),
            load_default=dict,
            metadata={"description": "For `win`: what the player has seen besides the snapshot."},
        ),
        "strength": WholeNumber(
            minimum=STRENGTHS[0],
            maximum=STRENGTHS[-1],
            load_default=USUAL_STRENGTH,
            metadata={
                "component": "Strength",
                "description": "For `win`: how strong the player is. 1 gives the move of `tiles`; each next strength "
                "plays about four times as many rounds out.",
            },
        ),
        "seed": WholeNumber(
            minimum=0,
            maximum=HIGHEST_SEED,
            load_default=0,
            metadata={
                "component": "StrongSeed",
                "description": "For `win`: the seed for what nobody has seen.",
            },
        ),
    }


def find_strong(
    position: AnyPosition, strong: StrongPlayer, body: Loaded
) -> tuple[Sequence[Violation], StrongMove[Any]]:
    """The violations of what was seen; the move if there are none."""
    seen = read_record(position.game, strong.seen, body["seen"])
    violations = tuple(check_seen(position, strong, seen))
    if violations:
        return violations, StrongMove(BestMove())
    return (), find_strong_move(position, strong, seen, body["strength"], body["seed"])


# --- candidates -----------------------------------------------------------------------------------------------------


def candidates_of(game: AnyGame) -> Part:
    """The field with the candidates."""
    members = {
        "move": Part(move_schema(game).json_schema()),
        "chance": response_field(
            Float, "The chance to win the game with it, from 0 to 1.", metadata={"minimum": 0, "maximum": 1}
        ),
        "less": response_field(Float, "By how much that is below the chance of `move`, in the same rounds."),
        "uncertainty": response_field(
            Float, "Half of the 95% interval of `less`; null for the move itself.", allow_none=True
        ),
        "points": response_field(Float, "The mean points of the round; negative if the other player scores."),
        "rounds": response_field(Integer, "The number of rounds in which it was played out."),
    }
    schema = schema_of(Schema.from_dict(members, name=f"Candidate{class_name(game.id)}"))
    described = "With the objective `win` the moves that were played out, first `move`; else empty."
    return Part({"type": "array", "items": schema}, described)


def dump_candidates(
    position: AnyPosition, candidates: Sequence[Candidate[Any]], language: str, *, describe: bool
) -> dict[str, Any]:
    """The member with the candidates, in a game with a strong player."""
    if not position.turn.strong:
        return {}
    moves = dump_moves(position, [candidate.move for candidate in candidates], language, describe=describe)
    return {
        "candidates": [
            {
                "move": move,
                "chance": round(candidate.chance, DIGITS),
                "less": round(candidate.less, DIGITS),
                "uncertainty": None if candidate.uncertainty is None else round(candidate.uncertainty, DIGITS),
                "points": round(candidate.points, DIGITS),
                "rounds": candidate.worlds,
            }
            for move, candidate in zip(moves, candidates, strict=True)
        ]
    }
