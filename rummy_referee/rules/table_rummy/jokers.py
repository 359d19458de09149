"""Jokers on the table: each keeps its role until the real tile takes its place.

This is judged on the whole play: a joker is released if the tile that it stood for is on the table after the play;
each real tile releases one joker. A joker may have several readings: the play is legal if some reading of the old
table and some reading of the new table agree.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import TypeVar

from rummy_referee.melds.joker_melds import JokerMelds
from rummy_referee.rules.turns import Meld, Pieces, Table

T = TypeVar("T")
Roles = Counter[str]
"""The number of jokers that stand for each tile."""
Demand = frozenset[tuple[str, str, int]]
"""What a release requires, tile by tile: the reason, the piece, and the index among equal pieces."""


def find_roles(melds: JokerMelds, table: Iterable[Meld]) -> list[Roles]:
    """The roles of all jokers of a table of valid melds, in every reading."""
    found: dict[tuple[str, ...], Roles] = {(): Counter()}
    for meld in table:
        if any(tile.wild for tile in meld):
            own = _roles_of(melds, meld)
            found = {
                tuple(sorted(roles.elements())): roles
                for roles in (before + added for before, added in product(found.values(), own))
            }
    return list(found.values())


def _roles_of(melds: JokerMelds, meld: Meld) -> list[Roles]:
    readings = (
        tuple(sorted(tile.face.code for tile in reading.tiles if tile.wild)) for reading in melds.judge(meld).readings
    )
    return [Counter(codes) for codes in dict.fromkeys(readings)]


def still_bound(roles: Roles, real: Pieces) -> Roles:
    """The roles that the real tiles on the table do not release."""
    return roles - real


@dataclass(frozen=True, slots=True)
class TableAfter:
    """The table after a play. Some melds may be invalid; a joker in them may stand for anything."""

    valid: Table
    invalid: Table = ()

    @property
    def real(self) -> Pieces:
        """The real tiles on it."""
        return Counter(tile.piece for meld in (*self.valid, *self.invalid) for tile in meld if not tile.wild)

    @property
    def free_jokers(self) -> int:
        """The number of jokers that may stand for anything."""
        return sum(tile.wild for meld in self.invalid for tile in meld)


def find_lost_roles(melds: JokerMelds, before: Table, after: TableAfter, gone: int = 0) -> Roles:
    """The roles that jokers lost though no real tile took their place; empty if the play is legal.

    Of several readings, this is the one that loses the fewest. Jokers in invalid melds, and jokers that left the table
    (a violation of its own), may have had the lost roles.
    """
    real, new_roles = after.real, find_roles(melds, after.valid)
    losses = (still_bound(roles, real) - new for roles in find_roles(melds, before) for new in new_roles)
    lost = min(losses, key=lambda lost: (lost.total(), sorted(lost)), default=Counter())
    return lost if lost.total() > after.free_jokers + gone else Counter()


def has_own_meld(
    melds: JokerMelds, before: Table, after: TableAfter, played: Pieces, gone: int, *, keep_roles: bool
) -> bool:
    """Whether some meld consists of tiles played and released jokers, while the other jokers keep their roles.

    An invalid meld of such tiles counts as that meld. ``gone`` jokers have left the table.
    """
    if any(_are_own(meld, played) for meld in after.invalid):
        return True
    real = after.real
    bound = [still_bound(roles, real) for roles in find_roles(melds, before)] if keep_roles else [Counter()]
    for index, meld in enumerate(after.valid):
        if _are_own(meld, played):
            rest = find_roles(melds, (*after.valid[:index], *after.valid[index + 1 :]))
            if any((needed - roles).total() <= after.free_jokers + gone for needed in bound for roles in rest):
                return True
    return False


def _are_own(meld: Meld, played: Pieces) -> bool:
    return Counter(tile.piece for tile in meld if not tile.wild) <= played


@dataclass(frozen=True, slots=True)
class Release:
    """One way to treat the jokers of the table: the roles kept, and the tiles played that release the others."""

    bound: Roles
    played: Pieces


def find_releases(readings: Iterable[Roles], real: Pieces, hand: Pieces) -> list[Release]:
    """Every undominated release, given the real tiles on the table and the tiles that can be played.

    A release dominates another if it binds a subset of the roles and plays a subset of the tiles.
    """
    bound = {_demand_of(roles - real): roles - real for roles in readings}
    releases = {
        _demand_of(release.bound) | _demand_of(release.played, "played"): release
        for roles in _undominated(bound)
        for release in _releases_of(roles, hand)
    }
    return _undominated(releases)


def _demand_of(pieces: Pieces, why: str = "bound") -> Demand:
    """Pieces as a set, so that fewer pieces are a subset."""
    return frozenset([(why, piece, copy) for piece, count in pieces.items() for copy in range(count)])


def _undominated(items: Mapping[Demand, T]) -> list[T]:
    """The items whose demand contains no other demand."""
    return [item for demand, item in items.items() if not any(other < demand for other in items)]


def _releases_of(bound: Roles, hand: Pieces) -> Iterator[Release]:
    choices = [range(min(count, hand[face]) + 1) for face, count in bound.items()]
    for played in product(*choices):
        tiles = +Counter(dict(zip(bound, played, strict=True)))
        yield Release(bound - tiles, tiles)
