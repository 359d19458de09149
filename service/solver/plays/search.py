"""Searching for plays, with the compiled kernel where there is one."""

from collections.abc import Mapping, Sequence

from service.solver.plays.compiled import KernelEngine, load_kernel
from service.solver.plays.engine import Engine, Found, FoundWords, WrittenMelds
from service.solver.plays.fallback import PythonEngine
from service.solver.plays.problem import frame_of, state_problem
from service.solver.plays.questions import Best, Face, LaidPlays, OldMeld, Play, PlayQuestion, PlaySearch, SpelledTiles

DEFAULT_STEPS = 120_000_000
"""The most work for one answer: some three seconds of the kernel. To count for a large hand a third is tried."""
FALLBACK_STEPS = 200_000
"""The same for plain Python, which would otherwise be held for minutes. Up to here its answers are the kernel's."""


def search_plays(question: PlayQuestion, steps: int | None = None) -> PlaySearch:
    """Search the plays of a position, with as much work as the engine at hand can do in a few seconds."""
    if steps is None:
        steps = DEFAULT_STEPS if load_kernel() else FALLBACK_STEPS
    return Search(question, steps)


class Search:
    """Answers in faces what an engine answers in cells."""

    def __init__(self, question: PlayQuestion, steps: int) -> None:
        self._frame = frame_of(question.melds.box)
        problem = state_problem(question)
        library = load_kernel()
        self._engine: Engine = KernelEngine(library, problem, steps) if library else PythonEngine(problem, steps)

    def is_playable(self) -> bool:
        """Whether there is a play of at least one tile."""
        return self._engine.any()

    def count(self) -> int | None:
        """How many different sets of hand tiles can be played; None past the bound on work."""
        return self._engine.total()

    def page(self, after: Play | None, limit: int) -> list[Play]:
        """The next plays in listing order."""
        last = self._spell(after) if after else None
        faces = self._frame.faces
        letters, cases = self._engine.words(last, limit)
        return [Play(SpelledTiles(word, faces), word[-1], case) for word, case in zip(letters, cases, strict=True)]

    def best(self, weights: Mapping[Face, int], joker_weight: int) -> Best:
        """The play with the greatest sum of weights; among equals the first in listing order."""
        get = weights.get
        found, proven = self._engine.best(tuple([get(face, 0) for face in self._frame.faces]), joker_weight)
        return Best(self._read(found) if found else None, proven)

    def lay(self, plays: Sequence[Play], table: Sequence[OldMeld]) -> LaidPlays:
        """Melds for each play."""
        _, _, codes, tiles = self._frame
        written = bytes([codes[tile] for meld in table for tile in meld])
        words = FoundWords([self._spell(play) for play in plays], [play.scenario for play in plays])
        melds, tables = self._engine.lay(words, WrittenMelds(bytes(map(len, table)), written))
        return LaidPlays([tuple([tiles[code] for code in meld]) for meld in melds], tables)

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
