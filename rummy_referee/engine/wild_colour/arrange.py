"""Arranging loose cards into melds, for games whose jokers are the cards of one colour."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import pairwise

from rummy_referee.engine.arrange import Arrangement, canonical_arrangement, canonical_key
from rummy_referee.engine.wild_colour.automaton import WildColourAutomaton, find_groups
from rummy_referee.engine.wild_colour.open_runs import ENDED
from rummy_referee.engine.wild_colour.search import Path, find_best_path
from rummy_referee.melds.judgement import SHORTEST_MELD
from rummy_referee.melds.wild_colour_melds import WildColourMelds
from rummy_referee.tiles.tile import Tile

STEPS = 700_000
"""The most steps for one request: about two seconds."""

Meld = list[Tile]


class WildColourArranger:
    """Arranges piles for games with a wild colour."""

    def __init__(self, melds: WildColourMelds) -> None:
        if melds.minimum != SHORTEST_MELD:
            raise ValueError(f"melds of {melds.minimum} cards: the search supports {SHORTEST_MELD}")
        self._melds = melds

    def arrange(self, tiles: Sequence[Tile], every: bool) -> Arrangement:
        """Arrange every card, or the most cards."""
        box = self._melds.box
        by_number: dict[int, Meld] = {number: [] for number in box.numbers}
        for tile in sorted(tiles, key=canonical_key):
            by_number[tile.number].append(tile)
        rising = list(by_number.values())
        # Runs can be read in both directions. Starting where cards are few shows sooner which ones must be left out.
        piles = [rising, rising[::-1]]
        automata = [
            WildColourAutomaton([[_symbol(tile) for tile in row] for row in pile], box.wild_colour) for pile in piles
        ]
        path = find_best_path(automata, 0 if every else len(tiles), STEPS)
        melds = _build_melds(automata[path.automaton], path, piles[path.automaton]) if path.profiles else []
        return canonical_arrangement(tiles, melds, self._melds.judge, proven=path.proven)


def _symbol(tile: Tile) -> str:
    return tile.colour + (tile.pinned_to.colour if tile.pinned_to else "")


def _build_melds(automaton: WildColourAutomaton, path: Path, rows: Sequence[Sequence[Tile]]) -> list[Meld]:
    """The melds of a path, from what it does with each card."""
    runs: list[Meld] = []
    groups: list[Meld] = []
    open_runs: dict[int, list[Meld]] = {}
    for layer, (row, (before, after)) in enumerate(zip(rows, pairwise(path.profiles), strict=True)):
        partials = automaton.trace(layer, before, after, path.bound, path.width)
        grown: dict[int, list[Meld]] = defaultdict(list)
        grouped: Meld = []
        for tile, (partial, successor) in zip(row, pairwise(partials), strict=True):
            continued = Counter(partial.waiting) - Counter(successor.waiting)
            made = Counter(successor.grown) - Counter(partial.grown)
            if successor.grouped != partial.grouped:
                grouped.append(tile)
            elif continued or made:
                run = open_runs[next(iter(continued))].pop() if continued else []
                run.append(tile)
                grown[next(iter(made), ENDED)].append(run)
                if not continued:
                    runs.append(run)
        groups += [[grouped[place] for place in group] for group in find_groups(partials[-1].grouped) or ()]
        open_runs = grown
    return runs + groups
