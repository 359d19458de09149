"""Exchange arguments: why a layout is not the one that the player lays down.

A layout and a better one differ in some melds and lay-offs. These differences fall into components that share no tile
and no end, and at least one component is better by itself. Replacing its worse part by its better part improves every
layout that contains the worse part, whatever else the hand holds. So one exchange excludes many layouts at once.

Example: R1 R2 R3 with R4 as deadwood. The exchange of R1 R2 R3 for R1 R2 R3 R4 excludes R1 R2 R3 in every hand whose
deadwood contains R4, and the same in the other colours.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import NamedTuple

from rummy_referee.rules.knock_rummy.combinations import Combinations
from rummy_referee.rules.knock_rummy.unknown_tiles.layouts import End, Ends, Layout, ends_of
from rummy_referee.rules.turns import Meld, in_order
from rummy_referee.tiles.box import Box
from rummy_referee.tiles.tile import Tile


class LayoutExchange(NamedTuple):
    """A part of a layout, and a better one wherever both are possible."""

    worse: Layout
    better: Layout

    @property
    def is_worth_more(self) -> bool:
        """Whether the better part has the greater worth, so that the exchange holds in every permutation of colours."""
        return self.better.worth > self.worse.worth

    @property
    def is_better(self) -> bool:
        """Whether the better part is worth more; or as much, with melds that come first in canonical order."""
        if self.better.worth != self.worse.worth:
            return self.is_worth_more
        return self.better.order < self.worse.order

    @property
    def more_melded(self) -> int:
        """How many tiles more the better part has in own melds; negative if it has fewer."""
        return self.better.melded - self.worse.melded

    @property
    def needs_others(self) -> bool:
        """Whether lay-offs are part of the exchange."""
        return bool(self.worse.lay_offs or self.better.lay_offs)

    @property
    def lacking(self) -> Counter[Tile]:
        """The tiles that the better part needs besides those of the worse part."""
        return self.better.count_tiles() - self.worse.count_tiles()

    def generalise(self) -> "LayoutExchange | None":
        """The exchange of own melds alone, which holds whether lacking tiles are deadwood or laid off.

        It holds if the better part has no lay-offs, keeps all melded tiles and lacks no tile twice. None if not.
        """
        own = LayoutExchange(Layout(self.worse.melds, Counter()), self.better)
        is_better = not self.better.lay_offs and own.worse.count_tiles() < self.better.count_tiles()
        return own if is_better and max(own.lacking.values()) == 1 else None

    def find_recoloured(self, box: Box) -> Iterator["LayoutExchange"]:
        """The exchange in all permutations of colours in which it holds."""
        if not self.is_worth_more:
            yield self
            return
        for colours in permutations(box.colours):
            recoloured = dict(zip(box.colours, colours, strict=True))
            yield LayoutExchange(_recolour(box, self.worse, recoloured), _recolour(box, self.better, recoloured))


def find_exchanges(combinations: Combinations, laid: Layout, best: Layout) -> Iterator[LayoutExchange]:
    """The components in which the best layout is better than another."""
    worse, better = laid.without(best), best.without(laid)
    melds, lay_offs = [*worse.melds, *better.melds], [*worse.lay_offs, *better.lay_offs]
    for component in _find_components(ends_of(combinations), melds, lay_offs):
        exchange = LayoutExchange(_restrict(worse, component), _restrict(better, component))
        if exchange.is_better:
            yield exchange


def _find_components(ends: Ends, melds: Sequence[Meld], lay_offs: Sequence[End]) -> list[set[Tile | End]]:
    """The connected components of melds and lay-offs, as sets of tiles and ends."""
    components: list[set[Tile | End]] = []
    nodes = [set[Tile | End](meld) for meld in melds]
    nodes += [{end.tile, end, *filter(None, [ends.next[end]])} for end in lay_offs]
    for node in nodes:
        meeting = [other for other in components if not other.isdisjoint(node)]
        components = [*(other for other in components if other.isdisjoint(node)), node.union(*meeting)]
    return components


def _restrict(layout: Layout, component: set[Tile | End]) -> Layout:
    return Layout(
        Counter({meld: number for meld, number in layout.melds.items() if meld[0] in component}),
        Counter({end: number for end, number in layout.lay_offs.items() if end in component}),
    )


def _recolour(box: Box, layout: Layout, colours: dict[str, str]) -> Layout:
    def paint(tile: Tile) -> Tile:
        return box.faces[colours[tile.colour], tile.number]

    return Layout(
        Counter({in_order(map(paint, meld)): number for meld, number in layout.melds.items()}),
        Counter({End(paint(end.tile), end.direction): number for end, number in layout.lay_offs.items()}),
    )
