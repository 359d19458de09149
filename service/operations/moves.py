"""Moves: list the legal moves, check a move, find the best move."""

from collections.abc import Mapping, Sequence
from typing import Any

from marshmallow import Schema
from marshmallow.fields import Boolean, Field, Integer, Nested, String

from rummy_referee.games import GAMES
from rummy_referee.rules.game import AnyGame
from rummy_referee.rules.positions import AnyPosition
from rummy_referee.rules.strong_play import StrongMove
from rummy_referee.rules.turns import BestMove
from rummy_referee.rules.violations import Violation
from rummy_referee.texts.catalogue import codes_of
from rummy_referee.texts.sentences import text

from .answers import Games, Members, Part, answers_by_variant
from .fields import Choice, Loaded
from .move_descriptions import CHECKING, FINDING_THE_BEST, LISTING
from .move_examples import BEST, CHECKED, LISTED
from .move_schemas import (
    SNAPSHOT,
    describe_field,
    described_fields,
    dump_changes,
    dump_moves,
    dump_snapshot,
    move_field,
    move_schema,
    moves_of,
    needed_field,
    page_fields,
    read_move,
    read_position,
    snapshot_schema,
)
from .operation import PostOperation
from .request_schemas import extended_by_variant
from .responses import (
    dump_integer,
    dump_tiles,
    dump_violations,
    meld_codes,
    response_field,
    response_list,
    tile_codes,
    verdict_fields,
)
from .strong_moves import WIN, candidates_of, dump_candidates, find_strong, strong_fields
from .table import TABLE

# --- listLegalMoves -------------------------------------------------------------------------------------------------


def _list_answer(_: Games) -> Members:
    return {
        **verdict_fields(),
        "total": response_field(
            Integer,
            "The number of legal moves on all pages. Exact, even beyond 64 bits for large hands; null only if the "
            "count reached its limit of steps, or if a first play has more scenarios than are searched: plays that "
            "only the other scenarios allow are then not listed.",
            allow_none=True,
        ),
        "next_cursor": response_field(String, "The `cursor` of the next page; null on the last page.", allow_none=True),
    }


def _listed_moves(game: AnyGame) -> Members:
    return {"moves": moves_of(game, "The moves of this page, in the form of `checkMove`.")}


def _list_fields(_: AnyGame) -> Mapping[str, Field[Any]]:
    return {
        **page_fields(),
        **describe_field(),
    }


def _handle_list(body: Loaded, language: str) -> dict[str, Any]:
    position = read_position(body)
    found = position.page(body["limit"], body["cursor"])
    return {
        "variant": body["variant"],
        "possible": not found.violations,
        "violations": dump_violations(found.violations, language),
        "total": found.total if found.total is None else dump_integer(found.total),
        "moves": dump_moves(position, found.moves, language, describe=body["describe"]),
        "next_cursor": found.next_cursor,
    }


LIST_LEGAL_MOVES = PostOperation(
    TABLE["listLegalMoves"],
    description=LISTING,
    body=extended_by_variant("ListLegalMoves", SNAPSHOT, _list_fields),
    answers=answers_by_variant(
        "ListLegalMovesAnswer", "A page of the legal moves.", GAMES.values(), _list_answer, _listed_moves
    ),
    handle=_handle_list,
    examples=LISTED,
)


# --- checkMove ------------------------------------------------------------------------------------------------------


NEXT = (
    "The complete snapshot after the move, from the view of the same player; it can be sent again. `options` has those "
    "that differ from their defaults. Null if the move is not legal or `needs` is not empty."
)


def _check_answer(_: Games) -> Members:
    return {
        **verdict_fields(),
        "legal": response_field(Boolean, "Whether the move is legal."),
        **described_fields("What to do"),
        "from_hand": tile_codes("The tiles that leave the hand; empty if the move is not legal."),
        "needs": response_list(
            needed_field(), "The fields of the move that are missing for `next`: the face-down tile that is drawn."
        ),
        "ends_turn": response_field(
            Boolean,
            "Whether the turn passes to the next player. Then `next` has the first phase of a turn, and the caller "
            "replaces the hand, `opened` and everything else that belongs to the player.",
        ),
        "ends_round": response_field(Boolean, "Whether the move ends the round."),
    }


def _next_snapshot(game: AnyGame) -> Members:
    return {"next": Part(snapshot_schema(game), NEXT, allow_none=True)}


def _check_fields(game: AnyGame) -> Mapping[str, Field[Any]]:
    return {"move": move_field(game), **describe_field()}


def _handle_check(body: Loaded, language: str) -> dict[str, Any]:
    position = read_position(body)
    move = read_move(position.game, body["move"])
    checked = position.check(move)
    outcome = checked.outcome
    described = position.describe(move) if checked.legal and body["describe"] else None
    return {
        "variant": body["variant"],
        "possible": checked.possible,
        "legal": checked.legal,
        "violations": dump_violations(checked.violations, language),
        "text": described.text(language) if described else None,
        "changes": dump_changes(described),
        "from_hand": dump_tiles(outcome.from_hand),
        "next": dump_snapshot(position, outcome.next) if outcome.next else None,
        "needs": list(outcome.needs),
        "ends_turn": outcome.ends_turn,
        "ends_round": outcome.ends_round,
    }


CHECK_MOVE = PostOperation(
    TABLE["checkMove"],
    description=CHECKING,
    body=extended_by_variant("CheckMove", SNAPSHOT, _check_fields),
    answers=answers_by_variant(
        "CheckMoveAnswer", "The verdict on a move.", GAMES.values(), _check_answer, _next_snapshot
    ),
    handle=_handle_check,
    examples=CHECKED,
)


# --- findBestMove ---------------------------------------------------------------------------------------------------


class Advice(Schema):
    """The reason for a move that lays nothing, or for one with the objective `win`."""

    code = response_field(String, "The reason; the same in every language.", metadata={"enum": codes_of("advice")})
    message = response_field(String, "The reason in a sentence, in the language of the response.")


def _best_answer(_: Games) -> Members:
    return {
        **verdict_fields(),
        "advice": Nested(
            Advice,
            required=True,
            allow_none=True,
            metadata={
                "description": "Why this move is the best although it lays nothing, or why there is none; null if the "
                "objective itself decides, and if the move goes out. With the objective `win`, why it is chosen."
            },
        ),
        "from_hand": tile_codes("The tiles that leave the hand in this turn."),
        "tiles": response_field(Integer, "Their number."),
        "points": response_field(
            Integer,
            "Their points: unless the game counts otherwise their numbers, and for a joker its points in a hand.",
        ),
        "leaves": tile_codes("The tiles that stay in the hand."),
        "melds": meld_codes("In games without a table the best melds of the hand; empty in the other games."),
        "goes_out": response_field(
            Boolean,
            "Whether the player goes out in this turn. Where the last tile must be discarded, a play that leaves one "
            "tile goes out.",
        ),
        "optimal": response_field(
            Boolean,
            "True if it is proven that no play is better, or that there is none. False only if the search reached its "
            "limit of steps, if a first play has more scenarios than are searched, or with the objective `win`.",
        ),
    }


def _best_move(game: AnyGame) -> Members:
    described = (
        "The best move; null if the snapshot is impossible, or with the objective `out` if no way out was found."
    )
    move: Members = {"move": Part(move_schema(game).json_schema(), described, allow_none=True)}
    return {**move, "candidates": candidates_of(game)} if game.turn.strong else move


def _best_fields(game: AnyGame) -> Mapping[str, Field[Any]]:
    objectives = ["tiles", "points", "out"]
    described = "`tiles`: play the most tiles of the hand. `points`: play the most points. `out`: go out in this turn, "
    described += "if possible."
    if not game.turn.strong:
        return {"objective": _objective(objectives, described, "Objective"), **describe_field()}
    described += " `win`: win the most games, against a player who does the same with the objective `tiles`."
    return {
        "objective": _objective([*objectives, WIN], described, "StrongObjective"),
        **strong_fields(game, game.turn.strong),
        **describe_field(),
    }


def _objective(objectives: Sequence[str], description: str, component: str) -> Choice:
    return Choice(*objectives, component=component, load_default="tiles", metadata={"description": description})


def _dump_advice(game: AnyGame, code: str, params: Mapping[str, object], language: str) -> dict[str, str]:
    return {"code": code, "message": text(f"advice.{code}", language, params, game=game.id)}


def _find_best(position: AnyPosition, body: Loaded) -> tuple[Sequence[Violation], StrongMove[Any]]:
    """The violations of the position and of what was seen; the best move if there are none."""
    if position.violations:
        return position.violations, StrongMove(BestMove())
    if position.turn.strong and body["objective"] == WIN:
        return find_strong(position, position.turn.strong, body)
    return (), StrongMove(position.best(body["objective"]))


def _handle_best(body: Loaded, language: str) -> dict[str, Any]:
    position = read_position(body)
    violations, found = _find_best(position, body)
    best = found.best
    moves = (best.move,) if best.move else ()
    describe = body["describe"]
    return {
        "variant": body["variant"],
        "possible": not violations,
        "violations": dump_violations(violations, language),
        "move": next(iter(dump_moves(position, moves, language, describe=describe)), None),
        "advice": _dump_advice(position.game, best.advice, found.params, language) if best.advice else None,
        "from_hand": dump_tiles(best.from_hand),
        "tiles": len(best.from_hand),
        "points": best.points,
        "leaves": dump_tiles(best.leaves),
        "melds": [dump_tiles(meld) for meld in best.melds],
        "goes_out": best.goes_out,
        "optimal": best.proven,
        **dump_candidates(position, found.candidates, language, describe=describe),
    }


FIND_BEST_MOVE = PostOperation(
    TABLE["findBestMove"],
    description=FINDING_THE_BEST,
    body=extended_by_variant("FindBestMove", SNAPSHOT, _best_fields),
    answers=answers_by_variant("FindBestMoveAnswer", "The best move.", GAMES.values(), _best_answer, _best_move),
    handle=_handle_best,
    examples=BEST,
)

OPERATIONS = (LIST_LEGAL_MOVES, CHECK_MOVE, FIND_BEST_MOVE)
