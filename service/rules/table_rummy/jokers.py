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


@dataclass(frozen=True, slots=True)
class Laid:
    """A table after a play, of which some melds may be none: a joker in such a one may stand for anything."""

    valid: Table
    invalid: Table = ()

    @property
    def real(self) -> Pieces:
        """The real tiles on it."""
        return Counter(tile.piece for meld in (*self.valid, *self.invalid) for tile in meld if not tile.wild)

    @property
    def unknown(self) -> int:
        """How many jokers may stand for anything."""
        return sum(tile.wild for meld in self.invalid for tile in meld)


def find_lost_roles(melds: JokerMelds, before: Table, after: Laid, gone: int = 0) -> Roles:
    """What jokers stood for and stand for no longer, though no real tile took their place; empty if all is well.

    Of several readings the one that loses the least is told. Jokers of which it is not known what they stand for, and
    those that are gone, which is a fault of its own, may have had the roles that are lost.
    """
    real, new_roles = after.real, find_roles(melds, after.valid)
    losses = (still_bound(roles, real) - new for roles in find_roles(melds, before) for new in new_roles)
    lost = min(losses, key=lambda lost: (lost.total(), sorted(lost)), default=Counter())
    return lost if lost.total() > after.unknown + gone else Counter()


def has_own_meld(
    melds: JokerMelds, before: Table, after: Laid, played: Pieces, gone: int = 0, *, keep_roles: bool
) -> bool:
    """Whether some meld is made of the tiles played and of jokers that came free, the other jokers being elsewhere.

    One that is none, made of such tiles, was meant to be that meld.
    """
    if any(_are_own(meld, played) for meld in after.invalid):
        return True
    real = after.real
    bound = [still_bound(roles, real) for roles in find_roles(melds, before)] if keep_roles else [Counter()]
    for index, meld in enumerate(after.valid):
        if _are_own(meld, played):
            rest = find_roles(melds, (*after.valid[:index], *after.valid[index + 1 :]))
            if any((needed - roles).total() <= after.unknown + gone for needed in bound for roles in rest):
                return True
    return False


def _are_own(meld: Meld, played: Pieces) -> bool:
    return Counter(tile.piece for tile in meld if not tile.wild) <= played


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
