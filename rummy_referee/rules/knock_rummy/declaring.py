"""The melds of a move that ends the round."""

from collections.abc import Callable, Iterator
from typing import Any

from rummy_referee.engine.deadwood.minimum import Melding, count_points
from rummy_referee.faults import Fault
from rummy_referee.melds.judgement import Judge
from rummy_referee.rules.faults import declaration_wrong, tiles_not_in_hand
from rummy_referee.rules.positions import AnyPosition
from rummy_referee.rules.tables import check_all_melds
from rummy_referee.rules.turns import (
    BestMove,
    Meld,
    Table,
    check_tile_in_hand,
    codes_of,
    in_order,
    pieces_of,
    pieces_on,
    without_one,
)
from rummy_referee.rules.violations import Violation
from rummy_referee.tiles.box import Box


def check_given_melds(position: AnyPosition, box: Box, melds: Table, tiles: Meld) -> Iterator[Violation]:
    """Every given meld is valid, and its tiles are among these."""
    yield from check_all_melds(position, box.holds, number_melds(melds))
    missing = pieces_on(melds) - pieces_of(tiles)
    if missing:
        yield position.violation(tiles_not_in_hand(tiles=codes_of(box, missing)), "/move/melds")


def check_shown(position: AnyPosition, move: Any) -> Iterator[Violation]:
    """Of a declaration with a discard: this tile and those in the melds are in the hand."""
    box = position.game.box
    yield from check_tile_in_hand(position, move.discard, "/move/discard")
    hand = without_one(position.snapshot.hand, move.discard.piece)
    missing = pieces_on(move.melds or ()) - pieces_of(hand)
    if missing:
        yield position.violation(tiles_not_in_hand(tiles=codes_of(box, missing)), "/move/melds")


def find_wrong_declaration(  # noqa: PLR0917
    position: AnyPosition,
    hand: Meld,
    given: Table | None,
    find_melds: Callable[[], Table],
    find_faults: Callable[[Judge, Meld, Table], Iterator[Fault]],
    penalty: int,
) -> list[Violation]:
    """Why a declaration of a whole hand is wrong, with the melds that are given or found; nothing if it is right."""
    melds, path = (find_melds(), "/move/type") if given is None else (given, "/move/melds")
    found = list(check_all_melds(position, position.game.box.holds, number_melds(given or ())))
    faults = [position.violation(fault, path) for fault in find_faults(position.judge, hand, melds)]
    if not found and not faults:
        return []
    return [position.violation(declaration_wrong(penalty=penalty), "/move/type"), *faults, *found]


def number_melds(melds: Table) -> Iterator[tuple[str, Meld]]:
    """The melds of a move with their paths."""
    return ((f"/move/melds/{place}", meld) for place, meld in enumerate(melds))


def go_out(move: Any, melding: Melding) -> BestMove[Any]:
    """A move that ends the round as the best one."""
    laid = [tile for meld in melding.melds for tile in meld]
    from_hand = in_order([*laid, move.discard] if move.discard else laid)
    return BestMove(move, from_hand, count_points(from_hand), melding.left, melding.melds, goes_out=True)
