"""Judging a play of a rearranging game: the whole table after it against the table before it and the hand."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from service.rules.move_records import Play
from service.rules.rearranging.jokers import find_lost_roles, has_own_meld
from service.rules.rearranging.turns import FirstPlay, RearrangingPosition, TableSnapshot
from service.rules.tables import check_melds, is_readable
from service.rules.turns import Meld, Pieces, Table, in_order, pieces_of, pieces_on
from service.rules.violations import Violation
from service.tiles.box import JOKER

PATH = "/move/table"
AnyPosition = RearrangingPosition[Any]


@dataclass(frozen=True, slots=True)
class Change:
    """What a play changes: the pieces that came to the table, and those that are there no longer."""

    came: Pieces
    went: Pieces
    foreign: Pieces
    """Those that came and are not in the hand."""

    @classmethod
    def of(cls, snapshot: TableSnapshot, table: Table) -> "Change":
        """The change from the table of a snapshot to another one."""
        before, after = pieces_on(snapshot.table), pieces_on(table)
        came = after - before
        return cls(came, before - after, came - pieces_of(snapshot.hand))

    @property
    def holds_together(self) -> bool:
        """Whether all tiles are accounted for, so that it can be asked what was done with them."""
        return not self.went and not self.foreign and bool(self.came)


def check_play(position: AnyPosition, move: Play) -> Iterator[Violation]:
    """Every tile of the table stays on it, every meld is one, and at least one tile comes from the hand."""
    change = Change.of(position.snapshot, move.table)
    yield from _check_tiles(position, change)
    yield from _check_from_hand(position, change, move)
    laid = ((f"{PATH}/{index}", meld) for index, meld in enumerate(move.table))
    faulty = list(check_melds(position, position.melds.box.holds, laid))
    yield from faulty
    yield from _check_most(position, change)
    if not position.snapshot.opened and position.turn.first_play is FirstPlay.OWN_MELDS_ONLY:
        are_read = all(is_readable(position.melds.box.holds, meld) for meld in move.table)
        yield from _check_opening(position, change, move.table, melds_are_valid=are_read and not faulty)
    elif change.holds_together and not faulty:
        yield from _check_jokers(position, change, move.table)


def _check_tiles(position: AnyPosition, change: Change) -> Iterator[Violation]:
    """What lay on the table lies on it still, and what came to it was in the hand."""
    if not change.came:
        yield position.refuse("nothing_played", PATH)
    gone = _codes_of(position, change.went - Counter({JOKER: change.went[JOKER]}))
    if gone:
        yield position.refuse("table_tiles_missing", PATH, tiles=gone)
    if change.went[JOKER]:
        yield position.refuse("joker_left_table", PATH)
    if change.foreign:
        yield position.refuse("tiles_not_in_hand", PATH, tiles=_codes_of(position, change.foreign))


def _check_from_hand(position: AnyPosition, change: Change, move: Play) -> Iterator[Violation]:
    """If the move says which tiles come from the hand, they are those."""
    if move.from_hand is not None and pieces_of(move.from_hand) != change.came:
        yield position.refuse("from_hand_differs", "/move/from_hand", actual=_codes_of(position, change.came))


def _codes_of(position: AnyPosition, pieces: Pieces) -> list[str]:
    """Pieces as they are told, in canonical order."""
    return [tile.code for tile in in_order(position.melds.box.tiles[piece] for piece in pieces.elements())]


def _check_most(position: AnyPosition, change: Change) -> Iterator[Violation]:
    """A play takes no more tiles from the hand than the game allows."""
    most, actual = position.turn.most_for(position), change.came.total()
    if most is not None and actual > most:
        yield position.refuse(position.turn.too_many, PATH, maximum=most, actual=actual)


def _check_opening(
    position: AnyPosition, change: Change, table: Table, *, melds_are_valid: bool
) -> Iterator[Violation]:
    """A first play is new melds from the hand, worth the minimum together; the table stays as it is."""
    untouched = find_own_melds(position, table)
    if untouched is None:
        for index in find_broken_melds(position, table):
            tiles = [tile.code for tile in position.snapshot.table[index]]
            yield position.refuse("opening_touches_table", f"/table/{index}", tiles=tiles)
    elif change.came and melds_are_valid:
        minimum = position.turn.opening_minimum_for(position.options)
        actual = max(sum(value_in_opening(position, meld) for meld in own) for own in untouched)
        if actual < minimum:
            yield position.refuse("opening_too_low", PATH, minimum=minimum, actual=actual)


def _check_jokers(position: AnyPosition, change: Change, table: Table) -> Iterator[Violation]:
    """A joker keeps its role until the real tile takes its place; a first play has a meld of own tiles."""
    before, melds = position.snapshot.table, position.melds
    keep_roles = position.turn.jokers_keep_role(position.options)
    if keep_roles:
        lost = find_lost_roles(melds, before, table)
        if lost:
            yield position.refuse("joker_moved", PATH, tiles=_codes_of(position, lost))
            keep_roles = False
    if not position.snapshot.opened and not has_own_meld(melds, before, table, change.came, keep_roles=keep_roles):
        yield position.refuse("own_meld_missing", PATH)


# --- the opening ----------------------------------------------------------------------------------------------------


def value_in_opening(position: AnyPosition, meld: Meld) -> int:
    """What a meld counts in an opening: its best reading, or only its real tiles where jokers count nothing."""
    if position.turn.opening_counts_jokers:
        return position.melds.judge(meld).value or 0
    return sum(tile.number for tile in meld if not tile.wild)


def find_broken_melds(position: AnyPosition, table: Table) -> list[int]:
    """Which melds of the table before are not there any more as they were."""
    lying = Counter(_shape(meld) for meld in table)
    broken = []
    for index, meld in enumerate(position.snapshot.table):
        if lying[_shape(meld)]:
            lying[_shape(meld)] -= 1
        else:
            broken.append(index)
    # All lie there, but a joker is pinned to something else than it was.
    return broken or [index for index, meld in enumerate(position.snapshot.table) if any(tile.wild for tile in meld)]


def find_own_melds(position: AnyPosition, table: Table) -> list[Table] | None:
    """The melds that are new on a table whose old melds all lie as they lay; None if one of them does not.

    Two melds of the same pieces may be written with different pins, so there may be more than one way to tell.
    """
    shapes = _by_shape(table)
    ways: list[Table] = [()]
    for shape, old in _by_shape(position.snapshot.table).items():
        lying = shapes.pop(shape, [])
        own = _take_away(position, old, lying)
        if not own:
            return None
        ways = [(*way, *new) for way in ways for new in own]
    new_shapes = tuple(meld for melds in shapes.values() for meld in melds)
    return [(*way, *new_shapes) for way in ways]


def _take_away(position: AnyPosition, old: list[Meld], lying: list[Meld]) -> list[Table]:
    """What is left of melds of one shape when the old ones are taken away, in every way that can be."""
    if not any(tile.wild for meld in old for tile in meld):
        return [tuple(lying[len(old) :])] if len(lying) >= len(old) else []
    # A meld has a real tile and a piece few copies, so there are few melds of one shape with jokers.
    lefts: dict[tuple[Meld, ...], None] = {}
    for order in permutations(lying) if len(lying) <= 4 else ():
        if len(order) >= len(old) and all(_may_be_same(position, *pair) for pair in zip(old, order, strict=False)):
            lefts[order[len(old) :]] = None
    return list(lefts)


def _may_be_same(position: AnyPosition, one: Meld, other: Meld) -> bool:
    """Whether two melds of the same pieces can be read alike."""
    readings = {frozenset(reading.tiles) for reading in position.melds.judge(one).readings}
    return any(frozenset(reading.tiles) in readings for reading in position.melds.judge(other).readings)


def _by_shape(table: Table) -> dict[tuple[str, ...], list[Meld]]:
    shapes: dict[tuple[str, ...], list[Meld]] = {}
    for meld in table:
        shapes.setdefault(_shape(meld), []).append(meld)
    return shapes


def _shape(meld: Meld) -> tuple[str, ...]:
    return tuple(sorted(tile.piece for tile in meld))
