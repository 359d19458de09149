"""Searching for plays, with the compiled kernel where there is one."""

from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, chain, islice

from service.engine.plays.compiled import KernelEngine, load_kernel
from service.engine.plays.engine import Engine, Found, WrittenMelds
from service.engine.plays.fallback import PythonEngine
from service.engine.plays.families import FamiliesEngine
from service.engine.plays.problem import frame_of, state_problem
from service.engine.plays.questions import (
    MOST_SCENARIOS,
    Best,
    Face,
    FoundPlays,
    LaidPlays,
    OldMeld,
    Play,
    PlayQuestion,
    PlaySearch,
    Scenario,
    SpelledTiles,
    cut,
    pick,
)

DEFAULT_STEPS = 120_000_000
"""The most work for one answer: some three seconds of the kernel. To count for a large hand a third is tried, for one
of up to 20 tiles twice as much: the hardest of these that are known, with a high ace, take a third of that."""
FALLBACK_STEPS = 200_000
"""The same for plain Python, which would otherwise be held for minutes. Up to here its answers are the kernel's."""


def search_plays(question: PlayQuestion, steps: int | None = None) -> PlaySearch:
    """Search the plays of a position, with as much work as the engine at hand can do in a few seconds."""
    library = load_kernel()
    if steps is None:
        steps = DEFAULT_STEPS if library else FALLBACK_STEPS
    if library and question.families:
        families = FamiliesEngine(library, question, steps)
        if families.are_words_few():
            return Search(question, families, families.scenario_of)
    scenarios, is_whole = question.scenarios, True
    if question.families:
        all_of_them = chain.from_iterable(family.scenarios() for family in question.families)
        scenarios = tuple(islice(all_of_them, MOST_SCENARIOS))
        is_whole = next(all_of_them, None) is None
    problem = state_problem(replace(question, scenarios=scenarios))
    engine = KernelEngine(library, problem, steps) if library else PythonEngine(problem, steps)
    return Search(question, engine, scenarios.__getitem__, is_whole=is_whole)


class Search:
    """Answers in faces what an engine answers in cells.

    If it is not whole, there are scenarios that the engine does not know of, and nothing is counted or proven.
    """

    def __init__(
        self,
        question: PlayQuestion,
        engine: Engine,
        scenario_at: Callable[[int], Scenario],
        *,
        is_whole: bool = True,
    ) -> None:
        self._frame = frame_of(question.melds.box)
        self._engine = engine
        self._scenario_at = scenario_at
        self._is_whole = is_whole
        self._total: int | None = None

    def is_playable(self) -> bool:
        """Whether there is a play of at least one tile. Where they were counted, that is known."""
        return self._engine.any() if self._total is None else bool(self._total)

    def count(self) -> int | None:
        """How many different sets of hand tiles can be played; None past the bound on work."""
        if self._is_whole and self._total is None:
            self._total = self._engine.total()
        return self._total

    def page(self, after: Play | None, limit: int) -> FoundPlays:
        """The next plays in listing order."""
        return FoundPlays(self._frame.faces, *self._engine.words(self._spell(after) if after else None, limit))

    def find_known(self, plays: Sequence[Play]) -> list[bool]:
        """Which of some plays of another search, in listing order, are plays of this one too."""
        words = self._spell_all(plays)
        if not words:
            return []
        known: set[bytes] = set()
        last = words[0][:-1] + bytes([words[0][-1] + 1])  # just before the first of them
        while last > words[-1]:
            found = _cut_words(self._engine.words(last, len(words)).letters, len(last))
            known.update(found)
            if len(found) < len(words):
                break
            last = found[-1]
        return [word in known for word in words]

    def scenario_of(self, play: Play) -> Scenario:
        """The scenario that lets a play."""
        return self._scenario_at(play.scenario)

    def best(self, weights: Mapping[Face, int], joker_weight: int) -> Best:
        """The play with the greatest sum of weights; among equals the first in listing order."""
        get = weights.get
        found, proven = self._engine.best(tuple([get(face, 0) for face in self._frame.faces]), joker_weight)
        return Best(self._read(found) if found else None, proven and self._is_whole)

    def lay(self, plays: Sequence[Play], table: Sequence[OldMeld]) -> LaidPlays:
        """Melds for each play."""
        _, _, codes, tiles = self._frame
        written = WrittenMelds(bytes(map(len, table)), bytes([codes[tile] for meld in table for tile in meld]))
        if isinstance(plays, FoundPlays):
            letters, cases = plays.letters, plays.scenarios
        else:
            letters, cases = b"".join(self._spell_all(plays)), array("i", [play.scenario for play in plays])
        melds, places, ends = self._engine.lay(letters, cases, written)
        return LaidPlays(cut(pick(tiles, melds.tiles), accumulate(melds.sizes)), places, ends)

    def _spell_all(self, plays: Sequence[Play]) -> list[bytes]:
        """Plays as words."""
        if isinstance(plays, FoundPlays):
            return _cut_words(plays.letters, len(self._frame.faces) + 1)
        return list(map(self._spell, plays))

    def _spell(self, play: Play) -> bytes:
        """A play as a word."""
        if isinstance(play.tiles, SpelledTiles):
            return play.tiles.letters
        places = self._frame.places
        word = bytearray(len(places) + 1)
        for face, count in play.tiles.items():
            word[places[face]] = count
        word[-1] = play.jokers
        return bytes(word)

    def _read(self, found: Found) -> Play:
        letters, case = found
        return Play(SpelledTiles(letters, self._frame.faces), letters[-1], case)


def _cut_words(letters: bytes, width: int) -> list[bytes]:
    """Words that follow one another."""
    return [letters[at : at + width] for at in range(0, len(letters), width)]
