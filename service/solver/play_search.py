"""Searching for plays, with the compiled kernel where there is one."""

from collections.abc import Mapping, Sequence

from service.solver.play_engine import AS_JOKER, OPEN_JOKER, Engine, Found
from service.solver.play_fallback import PythonEngine
from service.solver.play_kernel import KernelEngine, load_kernel
from service.solver.play_problem import faces_of, state_problem
from service.solver.plays import Best, Face, LaidPlays, OldMeld, Play, PlayQuestion, PlaySearch

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
        self._faces = faces_of(question.melds)
        problem = state_problem(question)
        library = load_kernel()
        self._engine: Engine = KernelEngine(library, problem, steps) if library else PythonEngine(problem, steps)
        self._places: dict[Face, int] = {face: place for place, face in enumerate(self._faces)}

    def is_playable(self) -> bool:
        """Whether there is a play of at least one tile."""
        return self._engine.any()

    def count(self) -> int | None:
        """How many different sets of hand tiles can be played; None past the bound on work."""
        return self._engine.total()

    def page(self, after: Play | None, limit: int) -> list[Play]:
        """The next plays in listing order."""
        word = self._spell(after) if after else None
        return [self._read(found) for found in self._engine.words(word, limit)]

    def best(self, weights: Mapping[Face, int], joker_weight: int) -> Best:
        """The play with the greatest sum of weights; among equals the first in listing order."""
        found, proven = self._engine.best(tuple([weights.get(face, 0) for face in self._faces]), joker_weight)
        return Best(self._read(found) if found else None, proven)

    def lay(self, plays: Sequence[Play], table: Sequence[OldMeld]) -> LaidPlays:
        """Melds for each play."""
        places = self._places
        written = [
            bytes([OPEN_JOKER if face is None else places[face] | AS_JOKER * is_joker for face, is_joker in meld])
            for meld in table
        ]
        melds, tables = self._engine.lay([Found(self._spell(play), play.scenario) for play in plays], written)
        faces = self._faces
        told = [tuple([(faces[byte & ~AS_JOKER], byte >= AS_JOKER) for byte in meld]) for meld in melds]
        return LaidPlays(told, tables)

    def _spell(self, play: Play) -> bytes:
        """A play as a word."""
        word = bytearray(len(self._faces) + 1)
        for face, count in play.tiles.items():
            word[self._places[face]] = count
        word[-1] = play.jokers
        return bytes(word)

    def _read(self, found: Found) -> Play:
        tiles = {face: count for face, count in zip(self._faces, found.letters, strict=False) if count}
        return Play(tiles, found.letters[-1], found.case)
