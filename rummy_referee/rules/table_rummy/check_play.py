"""Checking a play of table rummy: the whole table after it against the table before it and the hand."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from rummy_referee.rules.faults import (
    from_hand_differs,
    joker_left_table,
    joker_moved,
    nothing_played,
    opening_too_low,
    opening_touches_table,
    own_meld_missing,
    table_tiles_missing,
    tiles_not_in_hand,
)
from rummy_referee.rules.move_records import Play
from rummy_referee.rules.table_rummy.jokers import TableAfter, find_lost_roles, has_own_meld
from rummy_referee.rules.table_rummy.turns import TableRummyPosition
from rummy_referee.rules.tables import check_all_melds, is_readable
from rummy_referee.rules.turns import Meld, Pieces, Table, codes_of, pieces_of, pieces_on
from rummy_referee.rules.violations import Violation
from rummy_referee.tiles.box import JOKER

PATH = "/move/table"
MAX_SAME_SHAPE = 4
"""No box has more melds of the same pieces with jokers. Of more, only one matching is tried."""
AnyPosition = TableRummyPosition[Any]


@dataclass(frozen=True, slots=True)
class TableChange:
    """What a play changes: the pieces that came to the table, and those that left it."""

    came: Pieces
    went: Pieces
    foreign: Pieces
    """The pieces that came but are not in the hand."""

    @classmethod
    def of(cls, snapshot: Any, table: Table) -> "TableChange":
        """The change from the table of a snapshot to another table."""
        before, after = pieces_on(snapshot.table), pieces_on(table)
        came = after - before
        return cls(came, before - after, came - pieces_of(snapshot.hand))

    @property
    def own(self) -> Pieces:
        """The pieces that came from the hand."""
        return self.came - self.foreign


def check_play(position: AnyPosition, move: Play) -> Iterator[Violation]:
    """Every tile of the table stays on it, every meld is valid, and at least one tile comes from the hand."""
    change = TableChange.of(position.snapshot, move.table)
    yield from _check_tiles(position, change)
    yield from _check_from_hand(position, change, move)
    melds = ((f"{PATH}/{index}", meld) for index, meld in enumerate(move.table))
    yield from check_all_melds(position, position.melds.box.holds, melds)
    yield from _check_max_tiles(position, change)
    if position.is_opening:
        yield from _check_opening(position, change, move.table)
    else:
        yield from _check_jokers(position, change, move.table)


def _check_tiles(position: AnyPosition, change: TableChange) -> Iterator[Violation]:
    """Every tile of the table stays on it, and every tile that came to it was in the hand."""
    if not change.came:
        yield position.violation(nothing_played(), PATH)
    gone = codes_of(position.melds.box, change.went - Counter({JOKER: change.went[JOKER]}))
    if gone:
        yield position.violation(table_tiles_missing(tiles=gone), PATH)
    if change.went[JOKER]:
        yield position.violation(joker_left_table(), PATH)
    if change.foreign:
        yield position.violation(tiles_not_in_hand(tiles=codes_of(position.melds.box, change.foreign)), PATH)


def _check_from_hand(position: AnyPosition, change: TableChange, move: Play) -> Iterator[Violation]:
    """``from_hand``, if given, matches the tiles that came to the table."""
    if move.from_hand is not None and pieces_of(move.from_hand) != change.came:
        yield position.violation(from_hand_differs(actual=codes_of(position.melds.box, change.came)), "/move/from_hand")


def _check_max_tiles(position: AnyPosition, change: TableChange) -> Iterator[Violation]:
    """A play takes no more tiles from the hand than the game allows."""
    most, actual = position.turn.max_tiles_for(position), change.own.total()
    if most is not None and actual > most:
        yield position.violation(position.turn.too_many(maximum=most, actual=actual), PATH)


def _check_opening(position: AnyPosition, change: TableChange, table: Table) -> Iterator[Violation]:
    """A first play lays new melds from the hand, worth the minimum together; the table stays as it is.

    An invalid meld counts the most that its tiles could: only certain violations are reported.
    """
    own = find_added_melds(position, table)
    if own is None:
        for index in find_broken_melds(position, table):
            tiles = [tile.code for tile in position.snapshot.table[index]]
            yield position.violation(opening_touches_table(tiles=tiles), f"/table/{index}")
        own = [find_new_melds(position, table, change.came)]
    minimum = position.turn.opening_minimum_for(position.options)
    values = [_value_range(position, melds) for melds in own]
    if change.came and all(most < minimum for _, most in values):
        yield position.violation(opening_too_low(minimum=minimum, actual=max(value for value, _ in values)), PATH)


def _check_jokers(position: AnyPosition, change: TableChange, table: Table) -> Iterator[Violation]:
    """A joker keeps its role until the real tile takes its place; a first play has a meld of own tiles."""
    before, melds, gone = position.snapshot.table, position.melds, change.went[JOKER]
    laid = _split_by_validity(position, change, table)
    keep_roles = position.turn.jokers_keep_role(position.options)
    if keep_roles:
        lost = find_lost_roles(melds, before, laid, gone)
        if lost:
            yield position.violation(joker_moved(tiles=codes_of(position.melds.box, lost)), PATH)
            keep_roles = False
    if position.snapshot.opened or not change.came:
        return
    if not has_own_meld(melds, before, laid, change.own, gone, keep_roles=keep_roles):
        yield position.violation(own_meld_missing(), PATH)


def _split_by_validity(position: AnyPosition, change: TableChange, table: Table) -> TableAfter:
    """The valid and the invalid melds of a table. Melds with jokers from nowhere count as invalid."""
    invalid = [
        meld
        for meld in table
        if not is_valid(position, meld) or (change.foreign[JOKER] and any(tile.wild for tile in meld))
    ]
    return TableAfter(tuple(meld for meld in table if meld not in invalid), tuple(invalid))


def is_valid(position: AnyPosition, meld: Meld) -> bool:
    """Whether a meld is valid."""
    return is_readable(position.melds.box.holds, meld) and not position.judge(meld).faults


# --- the opening ----------------------------------------------------------------------------------------------------


def value_in_opening(position: AnyPosition, meld: Meld) -> int:
    """The value of a meld in an opening: its best reading, or its real tiles where jokers count nothing."""
    if position.turn.opening_counts_jokers:
        return position.melds.judge(meld).value or 0
    return sum(tile.points for tile in meld if not tile.wild)


def _value_range(position: AnyPosition, melds: Table) -> tuple[int, int]:
    """The value of the valid melds in an opening, and the most that all of them could be worth."""
    value = most = 0
    highest = max(position.melds.box.points.values()) if position.turn.opening_counts_jokers else 0
    for meld in melds:
        if is_valid(position, meld):
            value += value_in_opening(position, meld)
            most += value_in_opening(position, meld)
        else:
            most += sum(highest if tile.wild else tile.points for tile in meld)
    return value, most


def find_broken_melds(position: AnyPosition, table: Table) -> list[int]:
    """The indices of the melds of the old table that are not on the new one with the same pieces and roles."""
    present = _by_shape(table)
    broken = []
    for shape, places in _places_by_shape(position.snapshot.table).items():
        found = _match(position, [position.snapshot.table[place] for place in places], present.get(shape, []))
        broken += [place for at, place in enumerate(places) if at not in found]
    return sorted(broken)


def find_new_melds(position: AnyPosition, table: Table, came: Pieces) -> Table:
    """The melds made of tiles that came, on a table that does not have all old melds."""
    old = Counter(_shape(meld) for meld in position.snapshot.table)
    new = []
    for meld in table:
        if old[_shape(meld)]:
            old[_shape(meld)] -= 1
        elif pieces_of(meld) <= came:
            new.append(meld)
    return tuple(new)


def find_added_melds(position: AnyPosition, table: Table) -> list[Table] | None:
    """The melds besides the old ones, for every matching; None if an old meld is missing.

    Two melds of the same pieces may have different pins, so there may be several matchings.
    """
    shapes = _by_shape(table)
    added: list[Table] = [()]
    for shape, old in _by_shape(position.snapshot.table).items():
        present = shapes.pop(shape, [])
        own = _remove_old_melds(position, old, present)
        if not own:
            return None
        added = [(*melds, *new) for melds in added for new in own]
    new_shapes = tuple(meld for melds in shapes.values() for meld in melds)
    return [(*melds, *new_shapes) for melds in added]


def _remove_old_melds(position: AnyPosition, old: list[Meld], present: list[Meld]) -> list[Table]:
    """The melds of one shape besides the old ones, for every matching."""
    if not any(tile.wild for meld in old for tile in meld):
        return [tuple(present[len(old) :])] if len(present) >= len(old) else []
    if len(present) > MAX_SAME_SHAPE:
        found = _match(position, old, present)
        taken = set(found.values())
        left = tuple(meld for at, meld in enumerate(present) if at not in taken)
        return [left] if len(found) == len(old) else []
    lefts: dict[tuple[Meld, ...], None] = {}
    for order in permutations(present):
        if len(order) >= len(old) and all(_can_be_same(position, *pair) for pair in zip(old, order, strict=False)):
            lefts[order[len(old) :]] = None
    return list(lefts)


def _match(position: AnyPosition, old: list[Meld], present: list[Meld]) -> dict[int, int]:
    """A maximum matching of old melds with melds on the table that can be the same: index by index."""
    partners = [[at for at, other in enumerate(present) if _can_be_same(position, meld, other)] for meld in old]
    holder: dict[int, int] = {}

    def place(at: int, tried: set[int]) -> bool:
        for other in partners[at]:
            if other not in tried:
                tried.add(other)
                if other not in holder or place(holder[other], tried):
                    holder[other] = at
                    return True
        return False

    for at in range(len(old)):
        place(at, set())
    return {at: other for other, at in holder.items()}


def _can_be_same(position: AnyPosition, one: Meld, other: Meld) -> bool:
    """Whether two melds of the same pieces have a reading in common."""
    if not any(tile.wild for tile in one):
        return True
    if not is_readable(position.melds.box.holds, one):
        return False
    readings = {frozenset(reading.tiles) for reading in position.melds.judge(one).readings}
    return any(frozenset(reading.tiles) in readings for reading in position.melds.judge(other).readings)


def _by_shape(table: Table) -> dict[tuple[str, ...], list[Meld]]:
    return {shape: [table[place] for place in places] for shape, places in _places_by_shape(table).items()}


def _places_by_shape(table: Table) -> dict[tuple[str, ...], list[int]]:
    places: dict[tuple[str, ...], list[int]] = {}
    for place, meld in enumerate(table):
        places.setdefault(_shape(meld), []).append(place)
    return places


def _shape(meld: Meld) -> tuple[str, ...]:
    return tuple(sorted(tile.piece for tile in meld))
