"""Arranging loose tiles into melds, as a client of the search for plays.

A pile is a hand played to an empty table: the best play with weight 1 for each tile uses the most tiles. A joker that
is pinned to a face lies as that face or stays out, so there is one scenario for each selection of the pinned jokers.
For example, ``R1 R2 J=R3 Y9`` has two scenarios, without and with ``J=R3``. The second one has the better play, of
three tiles: ``R1 R2 J=R3``.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from rummy_referee.engine.plays import BestPlay, FoundPlay, PlaySearch, ReconstructedMeld
from rummy_referee.engine.problem import Counts, Face, PlayProblem, Scenario, pack_problem, to_word
from rummy_referee.melds.joker_melds import JokerMelds, is_free
from rummy_referee.melds.judgement import Judge, Reading
from rummy_referee.tiles.box import JOKER
from rummy_referee.tiles.tile import Tile

STEPS = 40_000_000
"""The most steps for one request: about two seconds."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Melds and the tiles left over. ``proven`` is false if the search reached its step bound."""

    melds: tuple[tuple[Tile, ...], ...]
    left: tuple[Tile, ...]
    proven: bool = True


Arranger = Callable[[Sequence[Tile], bool], Arrangement]
"""Arranges every tile (second argument true; no melds where that is impossible), or the most tiles."""


class JokerArranger:
    """Arranges piles for games with jokers."""

    def __init__(self, melds: JokerMelds) -> None:
        pack_problem(PlayProblem(melds))  # raises ValueError for melds that the engine does not support
        self._melds = melds

    def arrange(self, tiles: Sequence[Tile], every: bool) -> Arrangement:
        """Arrange every tile, or the most tiles."""
        real = _count_faces(tile for tile in tiles if not tile.wild)
        pinned = _count_faces(tile for tile in tiles if tile.pinned_to)
        free = sum(map(is_free, tiles))
        find = self._find_complete_play if every else self._find_best_play
        search, (play, proven) = find(real, pinned, free)
        melds: list[list[Tile]] = []
        if play:
            tables = search.reconstruct([play], ())
            melds = self._find_tiles(tables.assemble(tables.melds)[0], search.scenario_of(play).bound)
        return canonical_arrangement(tiles, melds, self._melds.judge, proven=proven)

    def _find_complete_play(self, real: Counts, pinned: Counter[Face], free: int) -> tuple[PlaySearch, BestPlay]:
        """The only possible play of a scenario that requires all tiles.

        Branch and bound finds most of these plays in a few steps. Counting is faster at proving that there is none.
        """
        jokers = pinned.total() + free
        scenario = Scenario(required=real, bound=pinned, free_jokers=free, played=real, played_jokers=jokers)
        problem = PlayProblem(self._melds, (scenario,))
        search = PlaySearch(problem, STEPS // 16)
        best = search.best(dict.fromkeys(real, 1), 1)
        if not best.proven:
            search = PlaySearch(problem, STEPS)
            count = search.count()
            best = BestPlay(
                FoundPlay(to_word(self._melds.box, real, jokers), 0) if count else None, proven=count is not None
            )
        return search, best

    def _find_best_play(self, real: Counts, pinned: Counter[Face], free: int) -> tuple[PlaySearch, BestPlay]:
        """The play of the most tiles, with any selection of the pinned jokers."""
        scenarios = [
            Scenario(optional=real, bound=bound, hand_jokers=free, played_jokers=bound.total())
            for bound in _find_selections(pinned)
        ]
        search = PlaySearch(PlayProblem(self._melds, tuple(scenarios)), STEPS)
        return search, search.best(dict.fromkeys(real, 1), 1)

    def _find_tiles(self, melds: Iterable[ReconstructedMeld], bound: Counts) -> list[list[Tile]]:
        """The tiles of the pile that lie in melds: of the jokers on a face, first those pinned to it."""
        box = self._melds.box
        joker = box.tiles.get(JOKER)
        pinned = Counter(bound)
        found = []
        for meld in melds:
            tiles = []
            for face, is_joker in meld:
                tile = box.faces[face]
                if is_joker and joker:
                    tile = box.pin(joker, tile) if pinned[face] > 0 else joker
                    pinned[face] -= 1
                tiles.append(tile)
            found.append(tiles)
        return found


def _count_faces(tiles: Iterable[Tile]) -> Counter[Face]:
    return Counter((tile.colour, tile.number) for tile in tiles)


def _find_selections(pinned: Counter[Face]) -> Iterator[Counter[Face]]:
    """Every selection of the pinned jokers."""
    for counts in product(*(range(count + 1) for count in pinned.values())):
        yield Counter(dict(zip(pinned, counts, strict=True)))


# --- the canonical form -----------------------------------------------------------------------------------------------


def canonical_arrangement(
    tiles: Sequence[Tile], melds: Sequence[Sequence[Tile]], judge: Judge, *, proven: bool
) -> Arrangement:
    """The melds in canonical order, each in the order of its best reading, and the other tiles."""
    left = Counter(tiles)
    left.subtract(tile for meld in melds for tile in meld)
    ordered = [_sort_by_reading(meld, judge(meld).readings[0]) for meld in melds]
    return Arrangement(
        tuple(sorted(ordered, key=lambda meld: [canonical_key(tile) for tile in meld])),
        tuple(sorted(left.elements(), key=canonical_key)),
        proven,
    )


def _sort_by_reading(meld: Sequence[Tile], reading: Reading) -> tuple[Tile, ...]:
    """The tiles as given, in the order of a reading, where free jokers are pinned."""
    by_code = {tile.code: tile for tile in meld}
    return tuple(by_code[tile.code if tile.code in by_code else tile.piece] for tile in reading.tiles)


def canonical_key(tile: Tile) -> tuple[int, str]:
    """The sort key of the canonical order of tiles."""
    return tile.order, tile.code
