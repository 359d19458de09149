"""Judging melds and arranging tiles, for any game."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rummy_referee.melds.judgement import Judgement, Reading
from rummy_referee.rules.inventories import check_inventory
from rummy_referee.rules.records import find_facts
from rummy_referee.rules.tables import is_readable
from rummy_referee.rules.violations import Violation, make_violation
from rummy_referee.tiles.tile import Tile

if TYPE_CHECKING:
    from rummy_referee.rules.game import AnyGame


@dataclass(frozen=True, slots=True)
class CheckedMeld:
    """A meld with its readings, or with every violation."""

    tiles: Sequence[Tile]
    readings: tuple[Reading, ...]
    violations: tuple[Violation, ...]
    value: int | None

    @property
    def valid(self) -> bool:
        """Whether there is no violation."""
        return not self.violations


@dataclass(frozen=True, slots=True)
class CheckedMelds:
    """All melds of a request, and the violations of all together."""

    melds: tuple[CheckedMeld, ...]
    violations: tuple[Violation, ...]

    @property
    def possible(self) -> bool:
        """Whether the box has all the tiles."""
        return not self.violations

    @property
    def valid(self) -> bool:
        """Whether every meld is valid and the box has all the tiles."""
        return self.possible and all(meld.valid for meld in self.melds)


@dataclass(frozen=True, slots=True)
class ArrangedTiles:
    """Tiles split into melds."""

    melds: tuple[tuple[Tile, ...], ...]
    left: Sequence[Tile]
    proven: bool
    violations: tuple[Violation, ...]

    @property
    def possible(self) -> bool:
        """Whether the box has all the tiles."""
        return not self.violations

    @property
    def complete(self) -> bool:
        """Whether every tile is in a meld."""
        return self.possible and not self.left


def check_melds(
    game: "AnyGame", options: object, melds: Sequence[Sequence[Tile]], facts: object = None
) -> CheckedMelds:
    """Judge each meld, and all melds against the box, in a round with these facts."""
    piles = [(f"/melds/{index}", tiles) for index, tiles in enumerate(melds)]
    too_many = (
        *check_inventory(game.holds(options), game.cite, [*piles, *find_facts(facts)]),
        *game.check_facts(facts, game.cite),
    )
    judge = game.judge_for(options, facts)
    checked = []
    for path, tiles in piles:
        own_excess = tuple(check_inventory(game.holds(options), game.cite, [(path, tiles)])) if too_many else ()
        judgement = judge(tiles) if is_readable(game.holds(options), tuple(tiles)) else Judgement()
        faults = tuple(make_violation(game.cite, fault, path) for fault in judgement.faults)
        if own_excess:  # tiles that the box does not have: no readings
            judgement = Judgement()
        checked.append(CheckedMeld(tiles, judgement.readings, own_excess + faults, judgement.value))
    return CheckedMelds(tuple(checked), too_many)


def arrange_tiles(
    game: "AnyGame", options: object, tiles: Sequence[Tile], facts: object = None, *, every: bool
) -> ArrangedTiles:
    """Split tiles into melds: all of them, or as many as possible, in a round with these facts."""
    if game.arranger_for is None:
        raise ValueError(f"{game.id} has no melds to arrange")
    violations = (
        *check_inventory(game.holds(options), game.cite, [("/tiles", tiles), *find_facts(facts)]),
        *game.check_facts(facts, game.cite),
    )
    if violations:
        return ArrangedTiles((), tiles, proven=True, violations=violations)
    found = game.arranger_for(options, facts)(tiles, every)
    if every and found.left:
        return ArrangedTiles((), tiles, found.proven, ())
    return ArrangedTiles(found.melds, found.left, found.proven, ())
