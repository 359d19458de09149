"""Why a way to lay a hand of Gin-Rummy is not the one that is laid: something in it can be exchanged for the better.

A way that is not the best differs from the best in some melds and additions. These fall into parts that have no tile
and no end in common, and at least one part is better by itself: that can be exchanged in every way that has the worse
part, whatever else there is in the hand.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import NamedTuple

from service.engine.deadwood.minimum import in_order
from service.rules.scores import LaidDown
from service.rules.turns import Meld
from service.tiles.tile import Tile
from service.variants.gin_rummy.combinations import BOX
from service.variants.gin_rummy.laying_down import Lying
from service.variants.gin_rummy.unread.clauses.ends import BESIDE, DOWN, UP, End


class Way(NamedTuple):
    """Own melds, and the ends at which tiles are added to those of others."""

    melds: Counter[Meld]
    added: Counter[End]

    def count_tiles(self) -> Counter[Tile]:
        """The tiles that are laid."""
        tiles: Counter[Tile] = Counter()
        for meld, number in self.melds.items():
            for tile in meld:
                tiles[tile] += number
        for end, number in self.added.items():
            tiles[end.tile] += number
        return tiles

    @property
    def melded(self) -> int:
        """How many tiles lie in own melds."""
        return sum(len(meld) * number for meld, number in self.melds.items())

    @property
    def worth(self) -> tuple[int, int, int]:
        """What is laid in points, in tiles, and in tiles of own melds: of two ways the one with more is laid."""
        tiles = self.count_tiles()
        points = sum(tile.number * number for tile, number in tiles.items())
        return points, tiles.total(), self.melded

    @property
    def order(self) -> list[list[int]]:
        """The melds in canonical order: of two ways that are worth the same the smaller is laid."""
        return sorted([tile.order for tile in meld] for meld in self.melds.elements())

    def beyond(self, other: "Way") -> "Way":
        """What is in this way and not in another."""
        return Way(self.melds - other.melds, self.added - other.added)


def find_way(down: LaidDown, lying: Lying) -> Way:
    """The way in which a player has laid a hand down."""
    added: Counter[End] = Counter()
    for lay_off in down.lay_offs:
        numbers = [tile.number for tile in lying[lay_off.player][lay_off.meld]]
        for tile in lay_off.tiles:
            way = BESIDE if min(numbers) == max(numbers) else UP if tile.number > max(numbers) else DOWN
            added[End(tile, way)] += 1
    return Way(Counter(tuple(in_order(meld)) for meld in down.melds), added)


class Exchange(NamedTuple):
    """What is better than something else, wherever both can be laid."""

    worse: Way
    better: Way

    @property
    def is_worth_more(self) -> bool:
        """Whether it is better in other colours as well."""
        return self.better.worth > self.worse.worth

    @property
    def is_better(self) -> bool:
        """Worth more; or as much, and the melds come first. Of what is just added elsewhere this does not tell."""
        if self.better.worth != self.worse.worth:
            return self.is_worth_more
        return self.better.order < self.worse.order

    @property
    def needs_others(self) -> bool:
        """Whether melds of others have to do with it."""
        return bool(self.worse.added or self.better.added)

    @property
    def lacking(self) -> Counter[Tile]:
        """The tiles that the better takes beside those of the worse."""
        return self.better.count_tiles() - self.worse.count_tiles()

    def loosen(self) -> "Exchange | None":
        """The same whether the tiles that it takes were left or added; None if it is not better then.

        It is if they come into own melds, and if all that were in own melds still are.
        """
        own = Exchange(Way(self.worse.melds, Counter()), self.better)
        is_better = not self.better.added and own.worse.count_tiles() < self.better.count_tiles()
        return own if is_better and max(own.lacking.values()) == 1 else None

    def find_alike(self) -> Iterator["Exchange"]:
        """The same in all colours where it is better."""
        if not self.is_worth_more:
            yield self
            return
        for colours in permutations(BOX.colours):
            recoloured = dict(zip(BOX.colours, colours, strict=True))
            yield Exchange(_recolour(self.worse, recoloured), _recolour(self.better, recoloured))


def find_exchanges(laid: Way, best: Way) -> Iterator[Exchange]:
    """The parts in which the best way is better than another."""
    worse, better = laid.beyond(best), best.beyond(laid)
    for part in _find_parts([*worse.melds, *better.melds], [*worse.added, *better.added]):
        exchange = Exchange(_restrict(worse, part), _restrict(better, part))
        if exchange.is_better:
            yield exchange


def _find_parts(melds: Sequence[Meld], ends: Sequence[End]) -> list[set[Tile | End]]:
    """The tiles and ends of each part."""
    parts: list[set[Tile | End]] = []
    touched = [set[Tile | End](meld) for meld in melds]
    touched += [{end.tile, end, *([end.next] if end.next else [])} for end in ends]
    for part in touched:
        meeting = [other for other in parts if not other.isdisjoint(part)]
        parts = [*(other for other in parts if other.isdisjoint(part)), part.union(*meeting)]
    return parts


def _restrict(way: Way, part: set[Tile | End]) -> Way:
    """What of a way belongs to a part."""
    return Way(
        Counter({meld: number for meld, number in way.melds.items() if meld[0] in part}),
        Counter({end: number for end, number in way.added.items() if end in part}),
    )


def _recolour(way: Way, colours: dict[str, str]) -> Way:
    def paint(tile: Tile) -> Tile:
        return BOX.faces[colours[tile.colour], tile.number]

    return Way(
        Counter({tuple(in_order(map(paint, meld))): number for meld, number in way.melds.items()}),
        Counter({End(paint(end.tile), end.way): number for end, number in way.added.items()}),
    )
