"""Ending a round of Gin-Rummy: Big Gin, Little Gin, or eight or nine tiles melded and little left."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from service.engine.deadwood.minimum import Melding
from service.rules import records
from service.rules.tables import check_all_melds
from service.rules.turns import (
    Meld,
    Outcome,
    Table,
    check_tile_in_hand,
    different_tiles,
    in_order,
    pieces_of,
    pieces_on,
    without,
)
from service.rules.violations import Violation
from service.tiles.tile import Tile
from service.variants.gin_rummy.combinations import BOX, LEAST
from service.variants.gin_rummy.snapshot import DISCARD, HAND, TAKE, GinPosition, clear_discard

BIG_GIN, LITTLE_GIN, FEWEST_MELDED = HAND[DISCARD], HAND[TAKE], 8
MOST_LEFT = 9
"""The rest must be worth less than 10."""


@dataclass(frozen=True, slots=True)
class Declare:
    """End the round."""

    type: ClassVar[str] = "declare"
    melds: Table | None = records.optional_melds(
        "The melds that are laid down. If left out, those are found that leave the least."
    )
    discard: Tile | None = records.optional_tile(
        "The tile discarded with it. After taking a tile there is one, but for a Big Gin; before, there is none."
    )


def check_declare(position: GinPosition, move: Declare) -> Iterator[Violation]:
    """All 11 tiles are melded after taking one; or of 10 tiles all, or 8 or 9 with less than 10 points left."""
    snapshot = position.snapshot
    if move.discard is not None and snapshot.phase == TAKE:
        yield position.refuse("discard_before_take", "/move/discard")
    if move.discard is not None:
        yield from check_tile_in_hand(position, move.discard, "/move/discard")
    tiles = rest_of(position, move.discard)
    if move.melds is not None:
        yield from check_told_melds(position, move, tiles)
    elif is_counted(position, move.discard, tiles):
        yield from check_found_melds(position, move.discard, tiles)


def check_told_melds(position: GinPosition, move: Declare, tiles: Meld) -> Iterator[Violation]:
    """Every meld is one, its tiles are in the hand, and enough of them are melded."""
    melds = move.melds or ()
    yield from check_all_melds(
        position, BOX.holds, ((f"/move/melds/{place}", meld) for place, meld in enumerate(melds))
    )
    melded = pieces_on(melds)
    missing = melded - pieces_of(tiles)
    if missing:
        absent = [tile.code for tile in in_order(BOX.tiles[piece] for piece in missing.elements())]
        yield position.refuse("tiles_not_in_hand", "/move/melds", tiles=absent)
    if is_counted(position, move.discard, tiles):
        left = sum(tile.number for tile in without(tiles, melded))
        yield from check_counts(position, move.discard, "/move/melds", melded.total(), left)


def check_counts(position: GinPosition, discard: Tile | None, path: str, melded: int, left: int) -> Iterator[Violation]:
    """Without a discard after a take all are melded, else at least 8, with less than 10 points left."""
    if is_big_gin(position, discard):
        if melded < BIG_GIN:
            yield position.refuse("discard_missing", path, minimum=BIG_GIN, actual=melded)
        return
    if melded < FEWEST_MELDED:
        yield position.refuse("too_few_melded", path, minimum=FEWEST_MELDED, actual=melded)
    if left > MOST_LEFT:
        yield position.refuse("rest_too_high", path, maximum=MOST_LEFT, actual=left)
    if melded == LITTLE_GIN and not is_little_gin_allowed(position):
        yield position.refuse("little_gin_after_take", path)


def check_found_melds(position: GinPosition, discard: Tile | None, tiles: Meld) -> Iterator[Violation]:
    """The melds that leave the least are enough; where none are, those that leave the least are told of."""
    found = find_melding(position, discard) or LEAST.meld(tiles)
    yield from check_counts(position, discard, "/move/type", count_melded(found), found.points)


# --- what it leads to -----------------------------------------------------------------------------------------------


def follow_declare(position: GinPosition, move: Declare) -> Outcome:
    """The melds are laid down, and the round is over for all but the counting."""
    snapshot = position.snapshot
    melds = move.melds
    if melds is None:
        found = find_melding(position, move.discard)
        melds = found.melds if found else ()
    left = without(rest_of(position, move.discard), pieces_on(melds))
    after = replace(snapshot, hand=left, phase=TAKE)
    if move.discard is not None:
        after = replace(clear_discard(after), discard_top=move.discard)
    from_hand = in_order(without(snapshot.hand, pieces_of(left)))
    return Outcome(after, from_hand, ends_turn=True, ends_round=True)


def find_declares(position: GinPosition) -> Iterator[Declare]:
    """Without a discard, then with each different tile, as far as that is possible."""
    return (declare for declare, _ in find_declarations(position))


def find_declarations(position: GinPosition) -> Iterator[tuple[Declare, Melding]]:
    """Every declaration and its melds. They are told only where those that leave the least are one tile too many."""
    discards = different_tiles(position.snapshot.hand) if position.snapshot.phase == DISCARD else ()
    for discard in (None, *discards):
        melding = find_melding(position, discard)
        if melding is None or melding.points > MOST_LEFT:
            continue
        if count_melded(melding) != LITTLE_GIN or is_little_gin_allowed(position):
            yield Declare(discard=discard), melding
            continue
        fewer = LEAST.meld_just(rest_of(position, discard), range(FEWEST_MELDED, LITTLE_GIN))
        if fewer is not None and fewer.points <= MOST_LEFT:
            yield Declare(fewer.melds, discard), fewer


def find_melding(position: GinPosition, discard: Tile | None) -> Melding | None:
    """Of the melds that are enough tiles those that leave the least, if there are any."""
    sizes = (BIG_GIN,) if is_big_gin(position, discard) else range(FEWEST_MELDED, LITTLE_GIN + 1)
    return LEAST.meld_just(rest_of(position, discard), sizes)


# --- how many tiles -------------------------------------------------------------------------------------------------


def is_little_gin_allowed(position: GinPosition) -> bool:
    """Whether ten tiles may be melded: where it was agreed on, only before taking a tile."""
    return position.snapshot.phase == TAKE or not position.options.little_gin_before_take_only


def is_big_gin(position: GinPosition, discard: Tile | None) -> bool:
    """Whether it could only be a Big Gin: no discard after taking a tile."""
    return position.snapshot.phase == DISCARD and discard is None


def is_counted(position: GinPosition, discard: Tile | None, tiles: Meld) -> bool:
    """Whether there are as many tiles as a declaration needs: a discard that is not in the hand leaves too many."""
    return len(tiles) == HAND[DISCARD if is_big_gin(position, discard) else TAKE]


def rest_of(position: GinPosition, discard: Tile | None) -> Meld:
    """The tiles that are declared with: the hand, after a take without the discard."""
    hand = position.snapshot.hand
    if discard is None or position.snapshot.phase == TAKE:
        return hand
    return without(hand, Counter([discard.piece]))


def count_melded(melding: Melding) -> int:
    """How many tiles are melded."""
    return sum(map(len, melding.melds))
