"""Which draws help."""

from collections.abc import Mapping
from typing import Any

from marshmallow.fields import Boolean, Field, Float, Integer, Nested

from rummy_referee.games import GAMES
from rummy_referee.rules.draws import DiscardDraws, Draw, Draws, find_draws
from rummy_referee.rules.game import AnyGame
from rummy_referee.rules.turns import BestMove

from .answers import Games, Members, Part, answer_part, answers_by_variant
from .fields import Choice, Loaded
from .move_examples import DRAWN
from .move_schemas import SNAPSHOT, describe_field, dump_moves, move_schema, read_position
from .operation import PostOperation
from .request_schemas import extended_by_variant
from .responses import dump_tiles, dump_violations, response_field, response_list, tile_code, tile_codes, verdict_fields
from .table import TABLE

DIGITS = 4
"""The decimal places of chances and means."""

_BEST: Members = {
    "tiles": response_field(Integer, "The tiles that the best move takes from the hand, as in `findBestMove`."),
    "points": response_field(Integer, "Their points."),
    "leaves": tile_codes("The tiles that stay in the hand."),
    "goes_out": response_field(Boolean, "Whether the player goes out."),
}

_DRAW = answer_part(
    "DrawAnswer",
    "A tile that may be drawn, and the best move after it.",
    {
        "tile": tile_code("The tile."),
        "copies": response_field(Integer, "How many of it nobody has seen."),
        "chance": response_field(
            Float, "The probability that the next tile is one of them.", metadata={"minimum": 0, "maximum": 1}
        ),
        "gain": response_field(
            Integer,
            "How much better the best move is than without it: by tiles laid, with the objective `points` by points "
            "laid; in games where melds stay in the hand by points of deadwood or by cards in order.",
        ),
        **_BEST,
    },
)

_DISCARD = answer_part(
    "DiscardDraws",
    "A discard, and what a draw after it gains.",
    {
        "tile": tile_code("The discard."),
        "left": response_field(Integer, "The points of the deadwood after it."),
        "helping": response_field(Integer, "How many unseen tiles lead to less deadwood than the best discard now."),
        "gain": response_field(Float, "The points of deadwood that a draw saves on average."),
    },
)


_NOW = answer_part("MoveNow", "The best move without a draw.", _BEST)


def _draws_answer(_: Games) -> Members:
    return {
        **verdict_fields(),
        "now": Nested(
            _NOW,
            required=True,
            allow_none=True,
            metadata={"description": "The best move without a draw; null if the position is impossible."},
        ),
        "unseen": response_field(Integer, "The number of tiles that nobody has seen."),
        "helping": response_field(Integer, "How many of them gain something in `draws`."),
        "gain": response_field(Float, "The gain on average, where a tile that gains nothing counts 0."),
        "draws": response_list(_DRAW, "Each tile that may be drawn, those that gain the most first."),
        "discards": response_list(
            _DISCARD,
            "In games with deadwood, when a tile must be discarded: each discard, the one that keeps the most first.",
        ),
    }


def _drawing_move(game: AnyGame) -> Members:
    described = (
        "The move that draws; null if none is legal. With the tile as `drawn` it leads to the snapshot after it."
    )
    return {"move": Part(move_schema(game).json_schema(), described, allow_none=True)}


def _draws_fields(_: AnyGame) -> Mapping[str, Field[Any]]:
    described = {"description": "The objective of the best moves, as in `findBestMove`."}
    return {
        "objective": Choice("tiles", "points", "out", component="Objective", load_default="tiles", metadata=described),
        **describe_field(),
    }


def _handle_draws(body: Loaded, language: str) -> dict[str, Any]:
    position = read_position(body)
    found = Draws(BestMove(), 0) if position.violations else find_draws(position, body["objective"])
    moves = (found.move,) if found.move else ()
    return {
        "variant": body["variant"],
        "possible": not position.violations,
        "violations": dump_violations(position.violations, language),
        "move": next(iter(dump_moves(position, moves, language, describe=body["describe"])), None),
        "now": None if position.violations else _dump_best(found.now),
        "unseen": found.unseen,
        "helping": sum(draw.copies for draw in found.tiles if draw.gain > 0),
        "gain": _average(sum(max(draw.gain, 0) * draw.copies for draw in found.tiles), found),
        "draws": [_dump_draw(draw, found) for draw in found.tiles],
        "discards": [_dump_discard(discard, found) for discard in found.discards],
    }


def _average(total: int, found: Draws) -> float:
    return round(total / found.unseen, DIGITS) if found.unseen else 0.0


def _dump_best(best: BestMove[Any]) -> dict[str, Any]:
    return {
        "tiles": len(best.from_hand),
        "points": best.points,
        "leaves": dump_tiles(best.leaves),
        "goes_out": best.goes_out,
    }


def _dump_draw(draw: Draw, found: Draws) -> dict[str, Any]:
    return {
        "tile": draw.tile.code,
        "copies": draw.copies,
        "chance": _average(draw.copies, found),
        "gain": draw.gain,
        **_dump_best(draw.best),
    }


def _dump_discard(discard: DiscardDraws, found: Draws) -> dict[str, Any]:
    return {
        "tile": discard.tile.code,
        "left": discard.left,
        "helping": discard.helping,
        "gain": _average(discard.gain, found),
    }


FIND_DRAWS = PostOperation(
    TABLE["findDraws"],
    description=(
        "For every tile that nobody has seen: how many there are, how likely it is drawn next, and the best move after "
        "it. Exact, and the same as `checkMove` with the drawing move and this tile as `drawn`, then `findBestMove` in "
        "`next`. In games with deadwood, in the phase `discard`, it says for each discard what the next draw gains "
        "instead: the least deadwood after another discard, compared with the best discard now."
    ),
    body=extended_by_variant("FindDraws", SNAPSHOT, _draws_fields),
    answers=answers_by_variant("FindDrawsAnswer", "The draws that help.", GAMES.values(), _draws_answer, _drawing_move),
    handle=_handle_draws,
    examples=DRAWN,
)

OPERATIONS = (FIND_DRAWS,)
