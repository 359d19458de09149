"""Jokers on the table: each stands for what it stood for, unless the real tile takes its place.

Judged on the whole play: a joker that stood for a tile is released if that tile is on the table after the play, each
real tile releasing one joker. Where a joker could be read in several ways, each of them counts: the play is legal if
some reading of the old table and some reading of the new one agree.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import TypeVar

from service.melds.joker_melds import JokerMelds
from service.rules.turns import Meld, Pieces, Table

T = TypeVar("T")
Roles = Counter[str]
"""What jokers stand for: how many stand for each tile."""
Demand = frozenset[tuple[str, str, int]]
"""What a way asks for, piece by piece: why, which piece, and the how manieth of its kind."""


def find_roles(melds: JokerMelds, table: Iterable[Meld]) -> list[Roles]:
    """Every way in which the jokers of a table of valid melds can be read, all of them together."""
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
    """The roles that are not released by the real tiles on the table."""
    return roles - real


def find_lost_roles(melds: JokerMelds, before: Table, after: Table) -> Roles:
    """What jokers stood for and stand for no longer, though no real tile took their place; empty if all is well.

    Of several readings the one that loses the least is told.
    """
    real = Counter(tile.piece for meld in after for tile in meld if not tile.wild)
    new_roles = find_roles(melds, after)
    losses = (still_bound(roles, real) - new for roles in find_roles(melds, before) for new in new_roles)
    return min(losses, key=lambda lost: (lost.total(), sorted(lost)), default=Counter())


def has_own_meld(melds: JokerMelds, before: Table, after: Table, played: Pieces, *, keep_roles: bool) -> bool:
    """Whether some meld is made of the tiles played and of jokers that came free, the other jokers being elsewhere."""
    real = Counter(tile.piece for meld in after for tile in meld if not tile.wild)
    bound = [still_bound(roles, real) for roles in find_roles(melds, before)] if keep_roles else [Counter()]
    for index, meld in enumerate(after):
        if Counter(tile.piece for tile in meld if not tile.wild) <= played:
            rest = find_roles(melds, (*after[:index], *after[index + 1 :]))
            if any(needed <= roles for needed in bound for roles in rest):
                return True
    return False


@dataclass(frozen=True, slots=True)
class Release:
    """One way for the jokers on the table: those bound to their roles, and the tiles whose playing released others."""

    bound: Roles
    played: Pieces


def find_releases(ways: Iterable[Roles], real: Pieces, hand: Pieces) -> list[Release]:
    """Every way to bind or release jokers, given the real tiles on the table and those that could be played.

    A way is left out if another binds no more and asks for no more tiles: that allows all that this one does.
    """
    bound = {_told_apart(roles - real): roles - real for roles in ways}
    releases = {
        _told_apart(release.bound) | _told_apart(release.played, "played"): release
        for roles in _least(bound)
        for release in _releases_of(roles, hand)
    }
    return _least(releases)


def _told_apart(pieces: Pieces, why: str = "bound") -> Demand:
    """Pieces as a set, so that fewer of them are a part of more."""
    return frozenset([(why, piece, copy) for piece, count in pieces.items() for copy in range(count)])


def _least(items: Mapping[Demand, T]) -> list[T]:
    """The items of which no other asks for less."""
    return [item for demand, item in items.items() if not any(other < demand for other in items)]


def _releases_of(bound: Roles, hand: Pieces) -> Iterator[Release]:
    choices = [range(min(count, hand[face]) + 1) for face, count in bound.items()]
    for played in product(*choices):
        tiles = +Counter(dict(zip(bound, played, strict=True)))
        yield Release(bound - tiles, tiles)
