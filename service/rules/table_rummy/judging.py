"""Judging a play of a rearranging game: the whole table after it against the table before it and the hand."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from service.rules.move_records import Play
from service.rules.table_rummy.jokers import Laid, find_lost_roles, has_own_meld
from service.rules.table_rummy.turns import FirstPlay, RearrangingPosition, TableSnapshot
from service.rules.tables import check_melds, is_readable
from service.rules.turns import Meld, Pieces, Table, in_order, pieces_of, pieces_on
from service.rules.violations import Violation
from service.tiles.box import JOKER

PATH = "/move/table"
MOST_ALIKE = 4
"""A box has no more melds of the same pieces with jokers; where more are told, one way to tell them apart will do."""
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
    def own(self) -> Pieces:
        """Those that came from the hand."""
        return self.came - self.foreign


def check_play(position: AnyPosition, move: Play) -> Iterator[Violation]:
    """Every tile of the table stays on it, every meld is one, and at least one tile comes from the hand."""
    change = Change.of(position.snapshot, move.table)
    yield from _check_tiles(position, change)
    yield from _check_from_hand(position, change, move)
    laid = ((f"{PATH}/{index}", meld) for index, meld in enumerate(move.table))
    yield from check_melds(position, position.melds.box.holds, laid)
    yield from _check_most(position, change)
    if not position.snapshot.opened and position.turn.first_play is FirstPlay.OWN_MELDS_ONLY:
        yield from _check_opening(position, change, move.table)
    else:
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
    most, actual = position.turn.most_for(position), change.own.total()
    if most is not None and actual > most:
        yield position.refuse(position.turn.too_many, PATH, maximum=most, actual=actual)


def _check_opening(position: AnyPosition, change: Change, table: Table) -> Iterator[Violation]:
    """A first play is new melds from the hand, worth the minimum together; the table stays as it is.

    A meld that is none counts as much as its tiles could: no more is said than what is certain.
    """
    own = find_own_melds(position, table)
    if own is None:
        for index in find_broken_melds(position, table):
            tiles = [tile.code for tile in position.snapshot.table[index]]
            yield position.refuse("opening_touches_table", f"/table/{index}", tiles=tiles)
        own = [find_new_melds(position, table, change.came)]
    minimum = position.turn.opening_minimum_for(position.options)
    worths = [_find_worth(position, melds) for melds in own]
    if change.came and all(most < minimum for _, most in worths):
        yield position.refuse("opening_too_low", PATH, minimum=minimum, actual=max(worth for worth, _ in worths))


def _check_jokers(position: AnyPosition, change: Change, table: Table) -> Iterator[Violation]:
    """A joker keeps its role until the real tile takes its place; a first play has a meld of own tiles."""
    before, melds, gone = position.snapshot.table, position.melds, change.went[JOKER]
    laid = _sort_out(position, change, table)
    keep_roles = position.turn.jokers_keep_role(position.options)
    if keep_roles:
        lost = find_lost_roles(melds, before, laid, gone)
        if lost:
            yield position.refuse("joker_moved", PATH, tiles=_codes_of(position, lost))
            keep_roles = False
    if position.snapshot.opened or not change.came:
        return
    if not has_own_meld(melds, before, laid, change.own, gone, keep_roles=keep_roles):
        yield position.refuse("own_meld_missing", PATH)


def _sort_out(position: AnyPosition, change: Change, table: Table) -> Laid:
    """Which melds of a table are some. Of jokers that come from nowhere nothing is known."""
    invalid = [
        meld
        for meld in table
        if not is_valid(position, meld) or (change.foreign[JOKER] and any(tile.wild for tile in meld))
    ]
    return Laid(tuple(meld for meld in table if meld not in invalid), tuple(invalid))


def is_valid(position: AnyPosition, meld: Meld) -> bool:
    """Whether a meld is one."""
    return is_readable(position.melds.box.holds, meld) and not position.judge(meld).faults


# --- the opening ----------------------------------------------------------------------------------------------------


def value_in_opening(position: AnyPosition, meld: Meld) -> int:
    """What a meld counts in an opening: its best reading, or only its real tiles where jokers count nothing."""
    if position.turn.opening_counts_jokers:
        return position.melds.judge(meld).value or 0
    return sum(tile.number for tile in meld if not tile.wild)


def _find_worth(position: AnyPosition, melds: Table) -> tuple[int, int]:
    """What the valid ones of some melds are worth in an opening, and what all of them could be with other tiles."""
    worth = most = 0
    highest = position.melds.box.numbers[-1] if position.turn.opening_counts_jokers else 0
    for meld in melds:
        if is_valid(position, meld):
            worth += value_in_opening(position, meld)
            most += value_in_opening(position, meld)
        else:
            most += sum(highest if tile.wild else tile.number for tile in meld)
    return worth, most


def find_broken_melds(position: AnyPosition, table: Table) -> list[int]:
    """Which melds of the table before are not there any more as they were, or have a joker pinned to something else."""
    lying = _by_shape(table)
    broken = []
    for shape, places in _places_by_shape(position.snapshot.table).items():
        found = _match(position, [position.snapshot.table[place] for place in places], lying.get(shape, []))
        broken += [place for at, place in enumerate(places) if at not in found]
    return sorted(broken)


def find_new_melds(position: AnyPosition, table: Table, came: Pieces) -> Table:
    """The melds that are made of tiles that came, on a table whose old melds do not all lie as they lay."""
    old = Counter(_shape(meld) for meld in position.snapshot.table)
    new = []
    for meld in table:
        if old[_shape(meld)]:
            old[_shape(meld)] -= 1
        elif pieces_of(meld) <= came:
            new.append(meld)
    return tuple(new)


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
    if len(lying) > MOST_ALIKE:
        found = _match(position, old, lying)
        taken = set(found.values())
        left = tuple(meld for at, meld in enumerate(lying) if at not in taken)
        return [left] if len(found) == len(old) else []
    lefts: dict[tuple[Meld, ...], None] = {}
    for order in permutations(lying):
        if len(order) >= len(old) and all(_may_be_same(position, *pair) for pair in zip(old, order, strict=False)):
            lefts[order[len(old) :]] = None
    return list(lefts)


def _match(position: AnyPosition, old: list[Meld], lying: list[Meld]) -> dict[int, int]:
    """As many old melds as can be, each with one that lies there and may be the same: by their places."""
    partners = [[at for at, other in enumerate(lying) if _may_be_same(position, meld, other)] for meld in old]
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


def _may_be_same(position: AnyPosition, one: Meld, other: Meld) -> bool:
    """Whether two melds of the same pieces can be read alike."""
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
