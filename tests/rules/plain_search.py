"""A brute-force search for plays: every subset of the hand, and for each of them every way to split tiles into melds.

It is an independent oracle for the engine, and feasible for small positions only.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, product

from rummy_referee.cached_property import cached_property
from rummy_referee.engine.plays import BestPlay, FoundPlay, ReconstructedMeld, ReconstructedTables, TableMeld
from rummy_referee.engine.problem import Counts, Face, PlayProblem, Scenario, from_word, to_word

Piece = tuple[Face, bool]
PieceMeld = tuple[Piece, ...]
Loose = tuple[tuple[Piece, int], ...]


class PlainSearch:
    """The methods of ``PlaySearch`` by brute force."""

    def __init__(self, problem: PlayProblem) -> None:
        self.problem = problem
        self.box = problem.melds.box
        self.split = cache(self._split)

    # --- plays ------------------------------------------------------------------------------------------------------

    @cached_property
    def plays(self) -> list[FoundPlay]:
        found: dict[bytes, FoundPlay] = {}
        for number, scenario in enumerate(self.problem.scenarios):
            for play in self._plays_of(number, scenario):
                found.setdefault(play.word, play)
        return [found[word] for word in sorted(found, reverse=True)]

    def _plays_of(self, index: int, scenario: Scenario) -> Iterator[FoundPlay]:
        cap, opening = self.problem.cap, self.problem.opening
        optional = list(scenario.optional.items())
        for counts in product(*(range(count + 1) for _, count in optional)):
            chosen = {face: count for (face, _), count in zip(optional, counts, strict=True) if count}
            for jokers in range(scenario.hand_jokers + 1):
                tiles = add(chosen, scenario.played)
                play = FoundPlay(to_word(self.box, tiles, jokers + scenario.played_jokers), index)
                if not play.size or (cap is not None and play.size > cap):
                    continue
                split = self.split(loose(scenario, chosen), scenario.free_jokers + jokers)
                if split is not None and (opening is None or split[0] >= opening.minimum):
                    yield play

    def is_playable(self) -> bool:
        return bool(self.plays)

    def count(self) -> int | None:
        return len(self.plays)

    def page(self, after: FoundPlay | None, limit: int) -> list[FoundPlay]:
        return [play for play in self.plays if after is None or play.word < after.word][:limit]

    def find_known(self, plays: Sequence[FoundPlay]) -> list[bool]:
        known = {play.word for play in self.plays}
        return [play.word in known for play in plays]

    def scenario_of(self, play: FoundPlay) -> Scenario:
        return self.problem.scenarios[play.scenario]

    def best(self, weights: Mapping[Face, int], joker_weight: int) -> BestPlay:
        def weigh(play: FoundPlay) -> int:
            tiles = from_word(self.box, play.word)
            return sum(weights[face] * count for face, count in tiles.items()) + joker_weight * play.jokers

        return BestPlay(max(self.plays, key=weigh, default=None))

    def reconstruct(self, plays: Sequence[FoundPlay], table: Sequence[TableMeld]) -> ReconstructedTables:
        melds: list[ReconstructedMeld] = []
        ends = []
        for play in plays:
            scenario = self.scenario_of(play)
            tiles = from_word(self.box, play.word)
            chosen = {face: count - scenario.played.get(face, 0) for face, count in tiles.items()}
            jokers = scenario.free_jokers + play.jokers - scenario.played_jokers
            split = self.split(loose(scenario, chosen), jokers)
            assert split is not None
            melds += split[1]
            ends.append(len(melds))
        return ReconstructedTables(melds, tuple(range(len(table), len(table) + len(melds))), tuple(ends))

    # --- melds ------------------------------------------------------------------------------------------------------

    def _split(self, tiles: Loose, jokers: int) -> tuple[int, tuple[PieceMeld, ...]] | None:
        """The split of all these tiles and jokers into melds with the greatest value, or None."""
        real = [piece for piece, _ in tiles if not piece[1]]
        if not real:
            return (0, ()) if not tiles and not jokers else None
        best = None
        for meld in self._melds_with(real[0], dict(tiles), jokers):
            left = dict(tiles)
            free = jokers
            for piece, from_free in meld:
                if from_free:
                    free -= 1
                else:
                    left[piece] -= 1
            rest = self.split(tuple(sorted((piece, count) for piece, count in left.items() if count)), free)
            if rest is not None:
                value = rest[0] + sum(self._value(piece) for piece, _ in meld)
                if best is None or value > best[0]:
                    best = (value, (tuple(piece for piece, _ in meld), *rest[1]))
        return best

    def _value(self, piece: Piece) -> int:
        opening = self.problem.opening
        return 0 if piece[1] and opening and not opening.jokers_have_value else piece[0][1]

    def _melds_with(
        self, piece: Piece, tiles: Mapping[Piece, int], jokers: int
    ) -> Iterator[tuple[tuple[Piece, bool], ...]]:
        colour, number = piece[0]
        melds, box = self.problem.melds, self.box
        shapes: list[list[list[Face]]] = []
        if melds.runs:
            for numbers in windows(melds):
                if number in numbers:
                    if melds.mixed_runs:
                        shapes.append([[(other, n) for other in box.colours] for n in numbers])
                    else:
                        shapes.append([[(colour, n)] for n in numbers])
        if melds.groups:
            for size in range(melds.minimum, len(box.colours) + 1):
                groups = (colours for colours in combinations(box.colours, size) if colour in colours)
                shapes += [[[(other, number)] for other in colours] for colours in groups]
        for shape in shapes:
            yield from self._fill(shape, piece, tiles, jokers)

    def _fill(
        self, shape: list[list[Face]], piece: Piece, tiles: Mapping[Piece, int], jokers: int
    ) -> Iterator[tuple[tuple[Piece, bool], ...]]:
        places = []
        for faces in shape:
            if piece[0] in faces:
                places.append([(piece, False)])
                continue
            fits = [((face, joker), False) for face in faces for joker in (False, True) if tiles.get((face, joker))]
            places.append([*fits, *([((faces[0], True), True)] if jokers else [])])
        for meld in product(*places):
            if sum(from_free for _, from_free in meld) <= jokers:
                yield meld


def windows(melds: object) -> Iterator[tuple[int, ...]]:
    numbers = list(melds.box.numbers)  # type: ignore[attr-defined]
    for length in range(melds.minimum, len(numbers) + 1):  # type: ignore[attr-defined]
        for start in range(len(numbers) - length + 1):
            yield tuple(numbers[start : start + length])
        if melds.ace_high:  # type: ignore[attr-defined]
            yield (*numbers[len(numbers) - length + 1 :], numbers[0])


def loose(scenario: Scenario, chosen: Counts) -> Loose:
    """All tiles that must lie in melds, in a fixed order."""
    real = {(face, False): count for face, count in add(scenario.required, chosen).items()}
    bound = {(face, True): count for face, count in scenario.bound.items()}
    return tuple(sorted((piece, count) for piece, count in {**real, **bound}.items() if count))


def add(one: Counts, other: Counts) -> dict[Face, int]:
    return {face: one.get(face, 0) + other.get(face, 0) for face in {**one, **other}}
