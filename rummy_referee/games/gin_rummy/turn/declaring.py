"""The move that ends a round: Big Gin, Little Gin, or eight or nine tiles melded with little deadwood."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

from rummy_referee.engine.deadwood.minimum import Melding, count_points
from rummy_referee.faults import Fault
from rummy_referee.games.gin_rummy.core.combinations import BOX, DEADWOOD
from rummy_referee.games.gin_rummy.core.declarations import (
    count_melded,
    find_declaration_faults,
    find_declarer_melds,
)
from rummy_referee.games.gin_rummy.core.faults import discard_before_take
from rummy_referee.games.gin_rummy.turn.snapshot import DISCARD, HAND, TAKE, GinPosition, clear_discard
from rummy_referee.rules import records
from rummy_referee.rules.knock_rummy.declaring import check_given_melds
from rummy_referee.rules.knock_rummy.taking import TakeTile
from rummy_referee.rules.move_records import Discard
from rummy_referee.rules.records import replace
from rummy_referee.rules.turns import (
    Meld,
    Move,
    Outcome,
    Table,
    check_tile_in_hand,
    different_tiles,
    in_order,
    pieces_of,
    pieces_on,
    without,
)
from rummy_referee.rules.violations import Violation
from rummy_referee.rules.wordings import Wording, codes_in
from rummy_referee.tiles.tile import Tile


@dataclass(frozen=True, slots=True)
class Declare(Move):
    """End the round."""

    type: ClassVar[Literal["declare"]] = "declare"
    melds: Table | None = records.optional_melds(
        "The melds that are laid down. If left out, the service finds those with the minimum deadwood that can be "
        "declared."
    )
    discard: Tile | None = records.optional_tile(
        "The tile that is discarded. After taking a tile there is one, except with a Big Gin; before, there is none."
    )


GinMove = TakeTile | Discard | Declare


def check_declare(position: GinPosition, move: Declare) -> Iterator[Violation]:
    """All 11 tiles are melded after taking one; or of 10 tiles all, or 8 or 9 with less than 10 points of deadwood."""
    snapshot = position.snapshot
    if move.discard is not None and snapshot.phase == TAKE:
        yield position.violation(discard_before_take(), "/move/discard")
    if move.discard is not None:
        yield from check_tile_in_hand(position, move.discard, "/move/discard")
    tiles = declared_tiles(position, move.discard)
    if move.melds is not None:
        yield from check_given_melds(position, BOX, move.melds, tiles)
        if has_declared_size(position, move.discard, tiles):
            melded = pieces_on(move.melds)
            points = count_points(without(tiles, melded))
            yield from check_declared(position, move.discard, "/move/melds", melded.total(), points)
    elif has_declared_size(position, move.discard, tiles):
        found = find_declared_melds(position, move.discard) or DEADWOOD.meld(tiles)
        yield from check_declared(position, move.discard, "/move/type", count_melded(found), found.points)


def check_declared(
    position: GinPosition, discard: Tile | None, path: str, melded: int, points: int
) -> Iterator[Violation]:
    """The melded tiles and the deadwood points suffice for a declaration."""
    for fault in find_faults(position, discard, melded, points):
        yield position.violation(fault, path)


def find_faults(position: GinPosition, discard: Tile | None, melded: int, points: int) -> Iterator[Fault]:
    """The same without paths."""
    return find_declaration_faults(
        melded, points, is_big_gin=is_big_gin(position, discard), allows_little_gin=is_little_gin_allowed(position)
    )


def apply_declare(position: GinPosition, move: Declare) -> Outcome:
    """The melds are laid down and the round is over; scoring it is a separate request."""
    snapshot, melds = position.snapshot, laid_melds(position, move)
    left = without(declared_tiles(position, move.discard), pieces_on(melds))
    after = replace(snapshot, hand=left, phase=TAKE)
    if move.discard is not None:
        after = replace(clear_discard(after), discard_top=move.discard)
    from_hand = in_order(without(snapshot.hand, pieces_of(left)))
    return Outcome(after, from_hand, ends_turn=True, ends_round=True)


def laid_melds(position: GinPosition, move: Declare) -> Table:
    """The melds of a legal declaration: those of the move, or those with the minimum deadwood."""
    if move.melds is not None:
        return move.melds
    found = find_declared_melds(position, move.discard)
    return found.melds if found else ()


def describe_declare(position: GinPosition, move: Declare) -> Wording:
    """A declaration in words, with its melds."""
    melds = [codes_in(meld) for meld in laid_melds(position, move)]
    if move.discard is None:
        return Wording("declare", {"melds": melds})
    return Wording("declare_and_discard", {"melds": melds, "tile": move.discard.code})


def generate_declares(position: GinPosition) -> Iterator[Declare]:
    """The legal declarations: without a discard, then with each different tile."""
    return (declare for declare, _ in find_declarations(position))


def find_declarations(position: GinPosition) -> Iterator[tuple[Declare, Melding]]:
    """Every legal declaration with its melds, which the move does not name."""
    discards = different_tiles(position.snapshot.hand) if position.snapshot.phase == DISCARD else ()
    for discard in (None, *discards):
        melding = find_declared_melds(position, discard)
        if melding and not any(find_faults(position, discard, count_melded(melding), melding.points)):
            yield Declare(discard=discard), melding


def find_declared_melds(position: GinPosition, discard: Tile | None) -> Melding | None:
    """The melds with the minimum deadwood among those with enough tiles to declare; None if there are none."""
    return find_declarer_melds(
        declared_tiles(position, discard),
        is_big_gin=is_big_gin(position, discard),
        allows_little_gin=is_little_gin_allowed(position),
    )


def is_little_gin_allowed(position: GinPosition) -> bool:
    """Whether ten tiles may be melded: an option allows it only before taking a tile."""
    return position.snapshot.phase == TAKE or not position.options.little_gin_before_take_only


def is_big_gin(position: GinPosition, discard: Tile | None) -> bool:
    """Whether only a Big Gin is possible: a tile was taken and none is discarded."""
    return position.snapshot.phase == DISCARD and discard is None


def has_declared_size(position: GinPosition, discard: Tile | None, tiles: Meld) -> bool:
    """Whether there are as many tiles as a declaration needs; a discard that is not in the hand leaves too many."""
    return len(tiles) == HAND[DISCARD if is_big_gin(position, discard) else TAKE]


def declared_tiles(position: GinPosition, discard: Tile | None) -> Meld:
    """The tiles that are declared: the hand, after a take without the discard."""
    hand = position.snapshot.hand
    if discard is None or position.snapshot.phase == TAKE:
        return hand
    return without(hand, Counter([discard.piece]))
