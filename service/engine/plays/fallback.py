"""The search for plays in plain Python. The compiled kernel gives the same answers, only faster."""

from array import array
from collections.abc import Iterator, Sequence

from service.engine.plays.automaton import CASE_SHIFT, WORTH_BITS, Automaton, State
from service.engine.plays.dive import Diver, OutOfStepsError
from service.engine.plays.engine import Found, FoundWords, LaidWords, Word, WrittenMelds
from service.engine.plays.following import Follower, prune
from service.engine.plays.laying import lay_plays
from service.engine.plays.problem import Problem, check_counts
from service.engine.work import count_steps

LAST_STEPS = 5_000
"""Past the bound on work, so many steps more for each try to find some good play."""
MOST_IN_SUBSETS = 1_500_000
MOST_EDGES = 1_500_000
"""What is kept in memory at most: states in subsets, and edges between products."""
_STEPS_IN_C = 50
_LAYING_STEPS_IN_C = 500
"""A step takes plain Python about as long as so many take the kernel; one of laying is longer."""
_WORTH = (1 << WORTH_BITS) - 1

Product = tuple[int, int, int]
"""A subset, the worth of the tiles used so far, and how many they are."""


class PythonEngine:
    """Answers questions about one problem."""

    def __init__(self, problem: Problem, steps: int) -> None:
        check_counts(problem)
        self._problem = problem
        self._steps = steps
        self._words: _Words | None = None
        self._counted = False

    # --- the best play ----------------------------------------------------------------------------------------

    def best(self, weights: tuple[int, ...], joker_weight: int) -> tuple[Found | None, bool]:
        """The best word, if there is one, and whether that is proven."""
        diver = Diver(Automaton(self._problem, weights, tally=True), joker_weight, self._steps)
        found: Found | None = None
        worth = diver.most_to_come()
        try:
            while worth > 0 and not found:
                found, worth = diver.dive(worth, len(self._problem.cases))
            if found:
                found = self._find_first(diver, found, worth)
                if not joker_weight:
                    found = self._find_most_jokers(diver, found, worth)
                found = diver.dive(worth, found.case)[0] or found
            return found, True
        except OutOfStepsError:
            return found or self._find_some(diver, worth), False
        finally:
            count_steps(_STEPS_IN_C * diver.work)

    def _find_first(self, diver: Diver, found: Found, worth: int) -> Found:
        """Of all plays worth as much the first in listing order: is there one with more of a face, face by face?"""
        cases = self._problem.cases
        for face in range(self._problem.faces):
            highest = max(case.may[face] + case.played[face] for case in cases)
            while found.letters[face] < highest:
                diver.fix(found.letters, face)
                earlier, _ = diver.dive(worth, len(cases))
                if earlier is None:
                    break
                found = earlier
        diver.fix(found.letters, self._problem.faces)
        return found

    def _find_most_jokers(self, diver: Diver, found: Found, worth: int) -> Found:
        """Where jokers count nothing: of plays that differ in them alone, the one with the most."""
        more: Found | None = found
        while more:
            found = more
            diver.fix_jokers(found.letters[-1] + 1)
            more, _ = diver.dive(worth, len(self._problem.cases))
        diver.fix_jokers(found.letters[-1])
        return found

    def _find_some(self, diver: Diver, worth: int) -> Found | None:
        """Some play that is worth less, the sooner found the less is asked for."""
        less = 1
        while worth > 1:
            worth = max(worth - less, 1)
            less *= 2
            diver.steps = diver.work + LAST_STEPS
            try:
                found, _ = diver.dive(worth, len(self._problem.cases))
            except OutOfStepsError:
                continue
            if found:
                return found
        return None

    def any(self) -> bool:
        """Whether a word but the empty one is found."""
        diver = Diver(Automaton(self._problem, (1,) * self._problem.faces, tally=True), 1, self._steps)
        try:
            return diver.dive(1, len(self._problem.cases))[0] is not None
        except OutOfStepsError:
            return False
        finally:
            count_steps(_STEPS_IN_C * diver.work)

    # --- all plays --------------------------------------------------------------------------------------------

    def total(self) -> int | None:
        """How many words there are but the empty one, unless the bound on work is passed."""
        if not self._counted:
            self._counted = True
            try:
                self._words = _Words(self._problem, self._steps)
            except OutOfStepsError:
                self._words = None
        return self._words.total if self._words else None

    def words(self, after: Word | None, limit: int) -> FoundWords:
        """The next words in listing order, also where they are too many to count."""
        self.total()
        if self._words:
            return _put_together(self._words.list_after(after, limit))
        follower = Follower(self._problem, self._steps)
        found = follower.list_after(after, limit)
        count_steps(_STEPS_IN_C * follower.work)
        return _put_together(found)

    # --- tables -----------------------------------------------------------------------------------------------

    def lay(self, letters: bytes, cases: "array[int]", table: WrittenMelds) -> LaidWords:
        """Melds for words, one after the other, each of a case: if possible those of the table."""
        width = self._problem.faces + 1
        plays = [Found(letters[at * width : (at + 1) * width], case) for at, case in enumerate(cases)]
        laid, steps = lay_plays(self._problem, plays, table, self._steps)
        count_steps(_LAYING_STEPS_IN_C * steps)
        return laid


def _put_together(found: Sequence[Found]) -> FoundWords:
    letters = [word.letters for word in found]
    return FoundWords(b"".join(letters), bytes(map(sum, letters)), array("i", [word.case for word in found]))


class _Words:
    """The words of an automaton, determinised: subsets of states that are reached by the same words.

    Where an opening must be worth something, or a turn has a cap, a *product* is a subset with what the tiles used so
    far are worth and how many they are.
    """

    def __init__(self, problem: Problem, steps: int) -> None:
        self._problem = problem
        self._steps = steps
        self._automaton = Automaton(problem, (0,) * problem.faces, tally=False)
        self._edges: list[list[list[tuple[int, int]]]] = []
        self._ends: list[list[tuple[int, int, int]]] = []
        try:
            self._determinise()
        finally:
            count_steps(_STEPS_IN_C * self._automaton.work)
        self._ways: list[dict[Product, int]] = self._count()
        empty = any(not word for word in self._empty_word())
        self.total = sum(self._ways[0].values()) - empty

    def _determinise(self) -> None:
        problem, automaton = self._problem, self._automaton
        layer = [prune(automaton, automaton.starts())]
        for cell in range(problem.cells):
            places: dict[tuple[State, ...], int] = {}
            edges = []
            for subset in layer:
                by_letter: dict[int, dict[State, None]] = {}
                for state in subset:
                    for letter, after, _ in automaton.expand(cell, state):
                        by_letter.setdefault(letter, {})[after] = None
                    if automaton.work > self._steps:
                        raise OutOfStepsError
                edges.append(
                    [
                        (letter, places.setdefault(prune(automaton, list(by_letter[letter])), len(places)))
                        for letter in sorted(by_letter, reverse=True)
                    ]
                )
                if sum(map(len, places)) > MOST_IN_SUBSETS:
                    raise OutOfStepsError
            self._edges.append(edges)
            layer = list(places)
        for subset in layer:
            ends = []
            for state in subset:
                index = state[0] >> CASE_SHIFT
                played = problem.cases[index].played_jokers
                ends += [(played + used, index, state[0] & _WORTH) for used in automaton.end(state)]
            self._ends.append(ends)

    def _count(self) -> list[dict[Product, int]]:
        """How many words go on from each product, by cell."""
        problem = self._problem
        reached: list[dict[Product, int]] = [{(0, 0, 0): 0}]
        edges = 0
        for cell in range(problem.cells):
            following = [after for product in reached[cell] for _, after in self._steps_from(cell, product)]
            edges += len(following)
            if edges > MOST_EDGES:
                raise OutOfStepsError
            reached.append(dict.fromkeys(following, 0))
        for product in reached[-1]:
            reached[-1][product] = len(self._last_letters(product))
        for cell in reversed(range(problem.cells)):
            for product in reached[cell]:
                reached[cell][product] = sum(reached[cell + 1][after] for _, after in self._steps_from(cell, product))
        return reached

    def _steps_from(self, cell: int, product: Product) -> Iterator[tuple[int, Product]]:
        problem = self._problem
        subset, worth, used = product
        number = problem.numbers[cell // problem.colours] if cell < problem.faces else 0
        for letter, target in self._edges[cell][subset]:
            if problem.most and used + letter > problem.most:
                continue
            more = min(problem.minimum, worth + letter * number)
            yield letter, (target, more, used + letter if problem.most else 0)

    def _last_letters(self, product: Product) -> list[tuple[int, int]]:
        """The jokers that may be used in the end, most first, each with the first case that lets them."""
        problem = self._problem
        subset, worth, used = product
        first: dict[int, int] = {}
        for jokers, index, joker_worth in self._ends[subset]:
            if worth + joker_worth >= problem.minimum and (not problem.most or used + jokers <= problem.most):
                first[jokers] = min(index, first.get(jokers, index))
        return sorted(first.items(), reverse=True)

    def _empty_word(self) -> Iterator[int]:
        """The sum of the letters of the last word, if there is one: 0 if that word is empty."""
        if not self._ways[0][0, 0, 0]:
            return
        product: Product = (0, 0, 0)
        total = 0
        for cell in range(self._problem.cells):
            for letter, after in self._steps_from(cell, product):
                if self._ways[cell + 1][after]:
                    last = (letter, after)
            total += last[0]
            product = last[1]
        yield total + self._last_letters(product)[-1][0]

    def list_after(self, after: Word | None, limit: int) -> list[Found]:
        """The words after one, in listing order."""
        found: list[Found] = []
        for word in self._walk(0, (0, 0, 0), b"", after):
            if len(found) == limit or not any(word.letters):
                break
            found.append(word)
        return found

    def _walk(self, cell: int, product: Product, before: Word, after: Word | None) -> Iterator[Found]:
        """The words from a product on; ``after`` bounds them as long as the letters so far are its own."""
        problem = self._problem
        if cell == problem.cells:
            for jokers, index in self._last_letters(product):
                if after is None or jokers < after[-1]:
                    yield Found(bytes([*before[: problem.faces], jokers]), index)
            return
        bound = after[cell] if after is not None and cell < problem.faces else None
        for letter, target in self._steps_from(cell, product):
            if self._ways[cell + 1][target] and (bound is None or letter <= bound):
                rest = after if bound is None or letter == bound else None
                yield from self._walk(cell + 1, target, bytes([*before, letter]), rest)
