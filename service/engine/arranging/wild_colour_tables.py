"""Arranging loose cards into melds, for games whose jokers are the cards of one colour."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import pairwise

from service.engine.arranging.arrangement import Arrangement, canonical_arrangement, canonical_place
from service.engine.arranging.layered_search import Way, find_best_way
from service.engine.arranging.wild_colour_automaton import State, WildColourAutomaton, find_groups
from service.engine.arranging.wild_colour_runs import ENDED, SHORTEST
from service.engine.work import count_steps
from service.melds.wild_colour_melds import WildColourMelds
from service.tiles.tile import Tile

STEPS = 700_000
"""The most work for one request: about two seconds."""
_STEPS_IN_C = 29
"""A step here takes as long as so many steps of the compiled search for plays: see ``work.py``."""

Meld = list[Tile]


class WildColourTableSolver:
    """Finds the melds that take in every card of a pile, or the most cards."""

    def __init__(self, melds: WildColourMelds) -> None:
        if melds.minimum != SHORTEST:
            raise ValueError(f"melds of {melds.minimum} cards: the search is made for {SHORTEST}")
        self._melds = melds

    def arrange(self, tiles: Sequence[Tile], every: bool) -> Arrangement:
        """Lay every card into melds, or as many as can be."""
        box = self._melds.box
        by_number: dict[int, Meld] = {number: [] for number in box.numbers}
        for tile in sorted(tiles, key=canonical_place):
            by_number[tile.number].append(tile)
        rising = list(by_number.values())
        # A run is one from either end. Read from the end where cards are few, a pile shows much sooner what must go.
        views = [rising, rising[::-1]]
        automata = [
            WildColourAutomaton([[_hue(tile) for tile in row] for row in rows], box.wild_colour) for rows in views
        ]
        way = find_best_way(automata, 0 if every else len(tiles), STEPS)
        count_steps(_STEPS_IN_C * sum(automaton.steps for automaton in automata))
        melds = _build_melds(automata[way.view], way, views[way.view]) if way.states else []
        return canonical_arrangement(tiles, melds, self._melds.judge, proven=way.proven)


def _hue(tile: Tile) -> str:
    return tile.colour + (tile.pinned_to.colour if tile.pinned_to else "")


def _build_melds(automaton: WildColourAutomaton, way: Way[State], rows: Sequence[Sequence[Tile]]) -> list[Meld]:
    """Lay out what happens to each card."""
    automaton.width = way.width  # a quick search has to be traced as it was made
    runs: list[Meld] = []
    groups: list[Meld] = []
    waiting: dict[int, list[Meld]] = {}
    for layer, (row, before, after) in enumerate(zip(rows, way.states, way.states[1:], strict=False)):
        parts = automaton.trace(layer, before, after, way.bound)
        grown: dict[int, list[Meld]] = defaultdict(list)
        grouped: Meld = []
        for tile, (part, then) in zip(row, pairwise(parts), strict=True):
            continued = Counter(part.waiting) - Counter(then.waiting)
            made = Counter(then.grown) - Counter(part.grown)
            if then.grouped != part.grouped:
                grouped.append(tile)
            elif continued or made:
                run = waiting[next(iter(continued))].pop() if continued else []
                run.append(tile)
                grown[next(iter(made), ENDED)].append(run)
                if not continued:
                    runs.append(run)
        groups += [[grouped[place] for place in group] for group in find_groups(parts[-1].grouped) or ()]
        waiting = grown
    return runs + groups
