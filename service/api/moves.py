"""Moves: which are legal, is this one, and which is best?"""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from marshmallow.fields import Boolean, Field, Integer, Nested, String

from service.api.answers import Judged, ViolationAnswer, codes, dump_tiles, dump_violations, listed, said, write_number
from service.api.bodies import body_by_variant
from service.api.fields import Choice, Loaded, ShortText, WholeNumber
from service.api.limits import CURSOR_LENGTH, MOVES_LISTED
from service.api.move_answers import listed_move
from service.api.move_bodies import move_field, read_move, read_snapshot, snapshot_fields
from service.api.move_examples import BEST, CHECKED, LISTED
from service.api.move_guide import CHECKING, FINDING_THE_BEST, LISTING
from service.api.operations import AskOperation
from service.api.records import dump_moves, dump_record
from service.rules.game import AnyGame
from service.rules.moves import check_move, find_best_move, list_moves
from service.rules.snapshots import SnapshotRequest
from service.variants import GAMES

TAG = "Moves"


# --- what the answers share -----------------------------------------------------------------------------------------


SNAPSHOT = body_by_variant("Snapshot", GAMES.values(), snapshot_fields)
"""A snapshot in an answer is one that can be sent as it is."""

LISTED_MOVE = listed_move(GAMES.values())


def _dump_snapshot(asked: SnapshotRequest, snapshot: Any) -> dict[str, Any]:
    agreed = {option.name: getattr(asked.options, option.name) for option in fields(asked.options)}
    defaults = asked.game.options()
    return {
        "variant": asked.game.id,
        "options": {name: value for name, value in agreed.items() if value != getattr(defaults, name)},
        **dump_record(snapshot),
    }


# --- listLegalMoves -------------------------------------------------------------------------------------------------


class ListLegalMovesAnswer(Judged):
    """A page of the legal moves."""

    total = said(
        Integer,
        "How many legal moves there are, on all pages. Exact, also beyond 64 bits where a hand is that large; null "
        "only where the bound on work, counted in steps, ended the count, or where a first play of `myrummy-kids-pro` "
        "can come about in more ways than are looked at: plays that only further ways allow are then not listed.",
        allow_none=True,
    )
    moves = listed(LISTED_MOVE, "The moves of this page.")
    next_cursor = said(String, "What to send as `cursor` for the next page; null on the last one.", allow_none=True)


def _list_fields(game: AnyGame) -> Mapping[str, Field[Any]]:
    return {
        **snapshot_fields(game),
        "limit": WholeNumber(
            minimum=1,
            maximum=MOVES_LISTED,
            load_default=100,
            metadata={"description": "How many moves a page has at most."},
        ),
        "cursor": ShortText(
            most=CURSOR_LENGTH,
            load_default=None,
            allow_none=True,
            metadata={"description": "The `next_cursor` of the page before; null for the first page."},
        ),
    }


def _answer_list(body: Loaded, language: str) -> dict[str, Any]:
    found = list_moves(read_snapshot(body), body["limit"], body["cursor"])
    return {
        "variant": body["variant"],
        "possible": not found.impossible,
        "violations": dump_violations(found.impossible, language),
        "total": found.total if found.total is None else write_number(found.total),
        "moves": dump_moves(found.moves),
        "next_cursor": found.next_cursor,
    }


LIST_LEGAL_MOVES = AskOperation(
    id="listLegalMoves",
    path="/v1/moves/legal",
    tag=TAG,
    summary="List the legal moves",
    description=LISTING,
    body=body_by_variant("ListLegalMoves", GAMES.values(), _list_fields),
    answer_schema=ListLegalMovesAnswer,
    answer=_answer_list,
    examples=LISTED,
)


# --- checkMove ------------------------------------------------------------------------------------------------------


class CheckMoveAnswer(Judged):
    """The verdict on a move."""

    violations = listed(
        ViolationAnswer, "Why the snapshot is impossible, or why the move is illegal; empty where it is legal."
    )
    legal = said(Boolean, "Whether the move is legal.")
    from_hand = codes("The tiles that leave the hand with it; none where it is not legal.")
    next = Nested(
        SNAPSHOT,
        required=True,
        allow_none=True,
        metadata={
            "description": "The mover's view after the move, whole: it can be sent as it is. `options` has those that "
            "are not at their defaults. Null where it is not legal or something is still needed."
        },
    )
    needs = listed(String(), "Which fields of the move must be told for `next`: a tile drawn face down.")
    ends_turn = said(
        Boolean,
        "Whether it is the next player's turn. Then the phase of `next` is that of a turn's start, and the caller puts "
        "in the next player's hand and `opened`, where the game has it, and whatever else is the player's own.",
    )
    ends_round = said(Boolean, "Whether the round is over with it.")


def _check_fields(game: AnyGame) -> Mapping[str, Field[Any]]:
    return {**snapshot_fields(game), "move": move_field(game)}


def _answer_check(body: Loaded, language: str) -> dict[str, Any]:
    asked = read_snapshot(body)
    checked = check_move(asked, read_move(asked.game, body["move"]))
    outcome = checked.outcome
    return {
        "variant": body["variant"],
        "possible": not checked.impossible,
        "legal": checked.legal,
        "violations": dump_violations((*checked.impossible, *checked.violations), language),
        "from_hand": dump_tiles(outcome.from_hand),
        "next": _dump_snapshot(asked, outcome.next) if outcome.next else None,
        "needs": list(outcome.needs),
        "ends_turn": outcome.ends_turn,
        "ends_round": outcome.ends_round,
    }


CHECK_MOVE = AskOperation(
    id="checkMove",
    path="/v1/moves/check",
    tag=TAG,
    summary="Judge a move",
    description=CHECKING,
    body=body_by_variant("CheckMove", GAMES.values(), _check_fields),
    answer_schema=CheckMoveAnswer,
    answer=_answer_check,
    examples=CHECKED,
)


# --- findBestMove ---------------------------------------------------------------------------------------------------


class FindBestMoveAnswer(Judged):
    """The best move."""

    move = Nested(
        LISTED_MOVE,
        required=True,
        allow_none=True,
        metadata={
            "description": "The best play; null where nothing can be played, or where none goes out as asked for."
        },
    )
    from_hand = codes("The tiles that leave the hand with it.")
    tiles = said(Integer, "How many they are.")
    points = said(
        Integer,
        "What they count: their numbers, and for a joker what it counts in a hand. In `rummu` what they would cost in "
        "the hand, in `myrummy-111` the symbols of the stretch.",
    )
    leaves = codes("What stays in the hand.")
    melds = listed(
        codes("A meld, or a stretch of cards."),
        "Where nothing is laid on a table, what the hand is then: in `gin-rummy` the melds that leave the least, in "
        "`myrummy-111` the stretch. Empty in the other games.",
    )
    goes_out = said(
        Boolean,
        "Whether the player goes out in this turn. Where the last tile must be discarded, a play that leaves one does.",
    )
    optimal = said(
        Boolean,
        "True where the answer is proven: there is no better play. False only where the bound on work, counted in "
        "steps, ended the search, or where a first play of `myrummy-kids-pro` can come about in more ways than are "
        "looked at.",
    )


def _best_fields(game: AnyGame) -> Mapping[str, Field[Any]]:
    described = {
        "description": "`tiles`: the most tiles out of the hand. `points`: the most points out of it. `out`: go out, "
        "if that is possible in this turn."
    }
    return {
        **snapshot_fields(game),
        "objective": Choice("tiles", "points", "out", load_default="tiles", metadata=described),
    }


def _answer_best(body: Loaded, language: str) -> dict[str, Any]:
    found = find_best_move(read_snapshot(body), body["objective"])
    best = found.best
    return {
        "variant": body["variant"],
        "possible": not found.impossible,
        "violations": dump_violations(found.impossible, language),
        "move": dump_moves([best.move])[0] if best.move else None,
        "from_hand": dump_tiles(best.from_hand),
        "tiles": len(best.from_hand),
        "points": best.points,
        "leaves": dump_tiles(best.leaves),
        "melds": [dump_tiles(meld) for meld in best.melds],
        "goes_out": best.goes_out,
        "optimal": best.proven,
    }


FIND_BEST_MOVE = AskOperation(
    id="findBestMove",
    path="/v1/moves/best",
    tag=TAG,
    summary="Find the best move",
    description=FINDING_THE_BEST,
    body=body_by_variant("FindBestMove", GAMES.values(), _best_fields),
    answer_schema=FindBestMoveAnswer,
    answer=_answer_best,
    examples=BEST,
)

OPERATIONS = (LIST_LEGAL_MOVES, CHECK_MOVE, FIND_BEST_MOVE)
