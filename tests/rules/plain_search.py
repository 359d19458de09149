"""The plainest search for plays: every subset of the hand, and every way to split its tiles into melds.

It is only feasible for a handful of tiles, and easy to verify; the engine is compared with it.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import combinations, product

from service.engine.plays.questions import (
    Best,
    Counts,
    Face,
    LaidMeld,
    LaidPlays,
    OldMeld,
    Play,
    PlayQuestion,
    Scenario,
)

Piece = tuple[Face, bool]
Laid = tuple[Piece, ...]
Loose = tuple[tuple[Piece, int], ...]


class PlainSearch:
    """Implements ``PlaySearch`` by exhaustive enumeration."""

    def __init__(self, question: PlayQuestion) -> None:
        self.question = question
        self.scenarios = question.scenarios or [each for family in question.families for each in family.scenarios()]
        self.box = question.melds.box
        self.split = cache(self._split)

    # --- plays ------------------------------------------------------------------------------------------------------

    @cached_property
    def plays(self) -> list[Play]:
        found: dict[tuple[object, ...], Play] = {}
        for number, scenario in enumerate(self.scenarios):
            for play in self._plays_of(number, scenario):
                found.setdefault(self.rank(play), play)
        return [found[key] for key in sorted(found)]

    def rank(self, play: Play) -> tuple[int, ...]:
        faces = ((colour, number) for number in self.box.numbers for colour in self.box.colours)
        return (*(-play.tiles.get(face, 0) for face in faces), -play.jokers)

    def _plays_of(self, index: int, scenario: Scenario) -> Iterator[Play]:
        most, opening = self.question.most, self.question.opening
        may = list(scenario.may.items())
        for counts in product(*(range(count + 1) for _, count in may)):
            chosen = {face: count for (face, _), count in zip(may, counts, strict=True) if count}
            for jokers in range(scenario.hand_jokers + 1):
                tiles = add(chosen, scenario.played)
                play = Play(tiles, jokers + scenario.played_jokers, index)
                if not play.size or (most is not None and play.size > most):
                    continue
                laid = self.split(loose(scenario, chosen), scenario.free_jokers + jokers)
                if laid is not None and (opening is None or laid[0] >= opening.minimum):
                    yield play

    def is_playable(self) -> bool:
        return bool(self.plays)

    def count(self) -> int | None:
        return len(self.plays)

    def page(self, after: Play | None, limit: int) -> list[Play]:
        return [play for play in self.plays if after is None or self.rank(play) > self.rank(after)][:limit]

    def find_known(self, plays: Sequence[Play]) -> list[bool]:
        known = {self.rank(play) for play in self.plays}
        return [self.rank(play) in known for play in plays]

    def scenario_of(self, play: Play) -> Scenario:
        return self.scenarios[play.scenario]

    def best(self, weights: Mapping[Face, int], joker_weight: int) -> Best:
        def weigh(play: Play) -> int:
            return sum(weights[face] * count for face, count in play.tiles.items()) + joker_weight * play.jokers

        return Best(max(self.plays, key=weigh, default=None))

    def lay(self, plays: Sequence[Play], table: Sequence[OldMeld]) -> LaidPlays:
        melds: list[LaidMeld] = []
        ends = []
        for play in plays:
            scenario = self.scenarios[play.scenario]
            chosen = {face: count - scenario.played.get(face, 0) for face, count in play.tiles.items()}
            jokers = scenario.free_jokers + play.jokers - scenario.played_jokers
            laid = self.split(loose(scenario, chosen), jokers)
            assert laid is not None
            melds += laid[1]
            ends.append(len(melds))
        return LaidPlays(melds, tuple(range(len(table), len(table) + len(melds))), tuple(ends))

    # --- melds ------------------------------------------------------------------------------------------------------

    def _split(self, tiles: Loose, jokers: int) -> tuple[int, tuple[Laid, ...]] | None:
        """The most valuable way to lay all of these tiles and jokers, or None."""
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
        opening = self.question.opening
        return 0 if piece[1] and opening and not opening.jokers_count else piece[0][1]

    def _melds_with(
        self, piece: Piece, tiles: Mapping[Piece, int], jokers: int
    ) -> Iterator[tuple[tuple[Piece, bool], ...]]:
        colour, number = piece[0]
        melds, box = self.question.melds, self.box
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
    real = {(face, False): count for face, count in add(scenario.must, chosen).items()}
    bound = {(face, True): count for face, count in scenario.bound.items()}
    return tuple(sorted((piece, count) for piece, count in {**real, **bound}.items() if count))


def add(one: Counts, other: Counts) -> dict[Face, int]:
    return {face: one.get(face, 0) + other.get(face, 0) for face in {**one, **other}}
