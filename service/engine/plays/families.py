"""The search for plays where there are families of scenarios: first plays beside jokers that can be read in many ways.

Most families let nothing that an earlier one does not. So each is first asked in its loosest form, just about words
that are still in question; its scenarios are made, and asked about the few that are left then, only where some are.
"""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from ctypes import CDLL
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

from service.engine.plays.compiled import KernelEngine
from service.engine.plays.engine import Found, FoundWords, LaidWords, Word, WrittenMelds
from service.engine.plays.problem import state_problem
from service.engine.plays.questions import MOST_SCENARIOS, PlayQuestion, Scenario
from service.engine.work import Work, count_steps, counted_work

STEPS_TO_MAKE = 500
"""What it takes to make a scenario."""
FOR_WORDS = 2
"""To find all words so many times the work of other questions is tried, as the kernel does where each has its bit."""
SHARE_TO_HOPE = 2
"""The part of the work that may go into what the best of each family can be."""


class FoundFamilies(NamedTuple):
    """The families that let a word which no earlier one lets, each with these words, and how many these are in all."""

    engines: dict[int, KernelEngine]
    total: int | None


class Hope(NamedTuple):
    """The best that a family may let, and the first word as good, as its loosest form tells; no limit if unknown."""

    worth: float
    letters: Word
    family: int


class FamiliesEngine:
    """Answers questions about all families. A case is named by its family and its place there."""

    def __init__(self, library: CDLL, question: PlayQuestion, steps: int) -> None:
        self._library = library
        self._question = question
        self._families = question.families
        self._steps = steps
        self._scenarios: dict[int, Scenario] = {}
        if not question.outer:
            raise ValueError("families of scenarios need an outer one")
        self._outer = question.outer

    def _open(self, scenarios: Sequence[Scenario], steps: int) -> KernelEngine:
        question = replace(self._question, scenarios=tuple(scenarios), families=())
        return KernelEngine(self._library, state_problem(question), steps)

    def _open_alone(self, outer: Scenario) -> KernelEngine:
        """The scenario that lets all that any family lets."""
        question = replace(self._question, scenarios=(outer,), families=(), outer=None)
        return KernelEngine(self._library, state_problem(question), self._steps)

    def are_words_few(self) -> bool:
        """Whether each word has its bit. If not, families cannot be asked one after the other."""
        return self._open_alone(self._outer).bits > 0

    def _open_loosest(self, family: int, steps: int) -> KernelEngine:
        return self._open((self._families[family].loosest,), steps)

    def _open_all(self, family: int, steps: int) -> KernelEngine | None:
        """All scenarios of a family, if there are any."""
        scenarios = self._families[family].scenarios()
        count_steps(STEPS_TO_MAKE * len(scenarios))
        return self._open(scenarios, steps) if scenarios else None

    def scenario_of(self, case: int) -> Scenario:
        """The scenario that a case is: one of a word that was found."""
        return self._scenarios[case]

    def _remember(self, cases: Iterable[int]) -> None:
        """Make the scenarios of some cases. To keep all would take much room."""
        for family in sorted({case // MOST_SCENARIOS for case in cases if case not in self._scenarios}):
            scenarios = self._families[family].scenarios()
            for case in cases:
                if case // MOST_SCENARIOS == family:
                    self._scenarios[case] = scenarios[case % MOST_SCENARIOS]

    # --- all words --------------------------------------------------------------------------------------------

    @cached_property
    def _found(self) -> FoundFamilies:
        """All words, family after family, as far as the bound on work lets."""
        engines: dict[int, KernelEngine] = {}
        with counted_work() as work:
            most = FOR_WORDS * self._steps
            in_question = self._open_alone(self._outer).tell_words()
            for family in range(len(self._families)):
                left = (most - work.steps) // FOR_WORDS
                if in_question is None or left <= 0:
                    return FoundFamilies(engines, None)
                hoped = self._find_hoped(family, in_question, left)
                engine = self._open_all(family, left) if hoped else None
                if engine is None:
                    continue
                engine.narrow(hoped)
                words = engine.tell_words()
                if words:
                    engine.keep_words()
                    engines[family] = engine
                in_question = None if words is None else in_question & ~words
        return FoundFamilies(engines, sum(engine.total() or 0 for engine in engines.values()))

    def _find_hoped(self, family: int, in_question: int, steps: int) -> int:
        """Which of the words in question a family may let."""
        if self._families[family].make is None:
            return in_question
        loosest = self._open_loosest(family, steps)
        loosest.narrow(in_question)
        hoped = loosest.tell_words()
        return in_question if hoped is None else hoped

    def total(self) -> int | None:
        """How many words there are but the empty one, unless the bound on work is passed."""
        return self._found.total

    def words(self, after: Word | None, limit: int) -> FoundWords:
        """The next words in listing order; past the bound on work only those of the families looked at."""
        listed = sorted(self._list_each(after, limit), reverse=True)[:limit]
        cases = array("i", [case for _, case in listed])
        self._remember(cases)
        return FoundWords(b"".join([word for word, _ in listed]), bytes([sum(word) for word, _ in listed]), cases)

    def _list_each(self, after: Word | None, limit: int) -> Iterator[tuple[Word, int]]:
        """The next words of each family."""
        for family, engine in self._found.engines.items():
            letters, sizes, cases = engine.words(after, limit)
            width = len(letters) // len(sizes) if sizes else 0
            for at, case in enumerate(cases):
                yield letters[at * width : (at + 1) * width], family * MOST_SCENARIOS + case

    # --- one word ---------------------------------------------------------------------------------------------

    def any(self) -> bool:
        """Whether a word but the empty one is found."""
        with counted_work() as work:
            for family in range(len(self._families)):
                left = self._steps - work.steps
                if left > 0 and self._open_loosest(family, left).any():
                    engine = self._open_all(family, left)
                    if engine and engine.any():
                        return True
        return False

    def best(self, weights: tuple[int, ...], joker_weight: int) -> tuple[Found | None, bool]:
        """The best word, if there is one, and whether that is proven. Families that promise most are asked first."""
        best: Hope | None = None
        case, proven = 0, True
        with counted_work() as work:
            for hope in self._find_hopes(weights, joker_weight, work):
                left = self._steps - work.steps
                if best and _rank(hope) < _rank(best):
                    continue
                if left <= 0:
                    proven = False
                    break
                engine = self._open_all(hope.family, left)
                found, is_proven = engine.best(weights, joker_weight) if engine else (None, True)
                proven = proven and is_proven
                if found:
                    known = Hope(_weigh(found.letters, weights, joker_weight), found.letters, hope.family)
                    if best is None or _rank(known) > _rank(best):
                        best, case = known, hope.family * MOST_SCENARIOS + found.case
        if best is None:
            return None, proven
        self._remember([case])
        return Found(best.letters, case), proven

    def _find_hopes(self, weights: tuple[int, ...], joker_weight: int, work: Work) -> list[Hope]:
        """What each family may let at the best, the best first. Of one that lets nothing there is none."""
        hopes = []
        for family in range(len(self._families)):
            engine = self._open_loosest(family, max(self._steps // SHARE_TO_HOPE - work.steps, 0))
            found, is_proven = engine.best(weights, joker_weight)
            if not is_proven:
                hopes.append(Hope(float("inf"), b"", family))
            elif found:
                hopes.append(Hope(_weigh(found.letters, weights, joker_weight), found.letters, family))
        return sorted(hopes, key=_rank, reverse=True)

    # --- tables -----------------------------------------------------------------------------------------------

    def lay(self, letters: bytes, cases: "array[int]", table: WrittenMelds) -> LaidWords:
        """Melds for words, one after the other, each of a case: if possible those of the table."""
        used = sorted(set(cases))
        places = {case: place for place, case in enumerate(used)}
        engine = self._open([self._scenarios[case] for case in used], self._steps)
        return engine.lay(letters, array("i", [places[case] for case in cases]), table)


def _rank(hope: Hope) -> tuple[float, Word, int]:
    """The greater, the better: of equals the first word in listing order, and of the same word the first family."""
    return hope.worth, hope.letters, -hope.family


def _weigh(letters: Word, weights: tuple[int, ...], joker_weight: int) -> int:
    return sum(count * weight for count, weight in zip(letters, (*weights, joker_weight), strict=True))
