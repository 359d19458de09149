"""Searching for plays, with the compiled kernel where there is one."""

from collections.abc import Mapping

from service.solver.play_engine import Engine, Found, Word
from service.solver.play_fallback import PythonEngine
from service.solver.play_kernel import KernelEngine, load_kernel
from service.solver.play_laying import Kept, Layer
from service.solver.play_problem import Problem, faces_of, state_problem
from service.solver.play_tables import Meld
from service.solver.plays import Best, Face, Play, PlayQuestion, PlaySearch

DEFAULT_STEPS = 120_000_000
"""The most work for one answer: two or three seconds of the kernel."""
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
        self._question = question
        self._steps = steps
        self._faces = faces_of(question.melds)
        problem = state_problem(question)
        self._engine = self._make_engine(problem)
        self._layer = Layer(question.melds, problem, self._make_engine)

    def _make_engine(self, problem: Problem) -> Engine:
        library = load_kernel()
        return KernelEngine(library, problem, self._steps) if library else PythonEngine(problem, self._steps)

    def is_playable(self) -> bool:
        """Whether there is a play of at least one tile."""
        return self._engine.any()

    def count(self) -> int | None:
        """How many different sets of hand tiles can be played; None past the bound on work."""
        return self._engine.total()

    def page(self, after: Play | None, limit: int) -> list[Play]:
        """The next plays in listing order."""
        word: Word | None = None
        if after is not None:
            word = (*[after.tiles.get(face, 0) for face in self._faces], after.jokers)
        return [self._read(found) for found in self._engine.words(word, limit)]

    def best(self, weights: Mapping[Face, int], joker_weight: int) -> Best:
        """The play with the greatest sum of weights; among equals the first in listing order."""
        found, proven = self._engine.best(tuple([weights.get(face, 0) for face in self._faces]), joker_weight)
        return Best(self._read(found) if found else None, proven)

    def lay(self, play: Play, keep: tuple[Kept, ...]) -> tuple[Meld, ...]:
        """Melds for a play."""
        return self._layer.lay(self._question.scenarios[play.scenario], play, keep)

    def _read(self, found: Found) -> Play:
        tiles = {face: count for face, count in zip(self._faces, found.letters, strict=False) if count}
        return Play(tiles, found.letters[-1], found.case)
