"""Arranging loose tiles into melds, for games with jokers."""

from collections import defaultdict
from collections.abc import Sequence

from service.engine.arranging.arrangement import Arrangement, canonical_arrangement, canonical_place
from service.engine.arranging.cells import Stack
from service.engine.arranging.joker_automaton import JokerAutomaton, Shapes
from service.engine.arranging.joker_building import Pile, build_melds
from service.engine.arranging.joker_trace import trace
from service.engine.arranging.layered_search import find_best_way
from service.engine.arranging.open_runs import FIELD, SHORTEST
from service.engine.work import count_steps
from service.melds.joker_melds import JokerMelds, is_free
from service.tiles.tile import Tile

STEPS = 3_000_000
"""The most work for one request: about two seconds."""
_STEPS_IN_C = 12
"""A step here takes as long as so many steps of the compiled search for plays: see ``work.py``."""


class JokerTableSolver:
    """Finds the melds that take in every tile of a pile, or the most tiles."""

    def __init__(self, melds: JokerMelds) -> None:
        _check_searchable(melds)
        self._melds = melds
        box = melds.box
        # A run is one from either end, and a pile that is hard to read up is seldom as hard to read down. The ace that
        # may be high lies next to both ends: it is read last.
        ace = box.numbers[:1] if melds.ace_high else ()
        others = box.numbers[len(ace) :]
        self._orders = [(*others, *ace), (*reversed(others), *ace)]
        self._lanes = [box.colours] if melds.mixed_runs else list(box.colours)
        self._shapes = Shapes(len(box.colours), melds.runs, melds.groups, melds.ace_high)

    def arrange(self, tiles: Sequence[Tile], every: bool) -> Arrangement:
        """Lay every tile into melds, or as many as can be."""
        piles = [self._sort(tiles, numbers) for numbers in self._orders]
        automata = [self._read(pile, every) for pile in piles]
        way = find_best_way(automata, 0 if every else len(tiles), STEPS)
        count_steps(_STEPS_IN_C * sum(automaton.steps for automaton in automata))
        melds = build_melds(piles[way.view], trace(automata[way.view], way), self._melds) if way.states else []
        return canonical_arrangement(tiles, melds, self._melds.judge, proven=way.proven)

    def _sort(self, tiles: Sequence[Tile], numbers: Sequence[int]) -> Pile:
        """Sort tiles by number, lane and likeness."""
        jokers = [tile for tile in tiles if is_free(tile)]
        # Free jokers never head a run in the search, so they alone make no melds: that takes a pinned one.
        wild_melds = len(jokers) < sum(tile.wild for tile in tiles) >= SHORTEST
        alike: dict[tuple[int, str, bool], list[Tile]] = defaultdict(list)
        for tile in sorted(tiles, key=canonical_place):
            if not is_free(tile):
                alike[tile.face.number, tile.face.colour, tile.wild and wild_melds].append(tile)
        rows = [
            [
                [alike[key] for colour in lane for wild in (False, True) if (key := (number, colour, wild)) in alike]
                for lane in self._lanes
            ]
            for number in numbers
        ]
        return Pile(rows, jokers, wild_melds)

    def _read(self, pile: Pile, every: bool) -> JokerAutomaton:
        rows = [
            [tuple(_stack(alike, every, pile.wild_melds) for alike in stacks) for stacks in row] for row in pile.rows
        ]
        return JokerAutomaton(rows, len(pile.jokers), self._shapes, wild_melds=pile.wild_melds)


def _check_searchable(melds: JokerMelds) -> None:
    """The search lets runs grow without end, which is right where one that is too long is always two runs."""
    longest = melds.longest_run
    wild_melds = melds.box.jokers >= SHORTEST
    if melds.minimum != SHORTEST:
        raise ValueError(f"melds of {melds.minimum} tiles: the search is made for {SHORTEST}")
    if melds.runs and longest + 1 < 2 * SHORTEST + wild_melds:
        raise ValueError(f"runs of at most {longest} tiles: longer ones could not be split in two")
    if melds.runs and melds.ace_high and wild_melds:
        raise ValueError("a high ace, and jokers enough for melds of nothing else")
    if melds.box.jokers + melds.box.copies * (len(melds.box.colours) if melds.mixed_runs else 1) > FIELD:
        raise ValueError("more tiles of a number than the search can count")


def _stack(alike: Sequence[Tile], every: bool, wild_melds: bool) -> Stack:
    tile = alike[0]
    must, may = (len(alike), 0) if every else (0, len(alike))
    return Stack(tile.face.colour, tile.wild and wild_melds, must, may)
