"""The search for plays in plain Python. The compiled kernel does the same in the same order, only faster."""

from collections import Counter
from collections.abc import Iterator, Sequence

from service.solver.play_automaton import CASE_SHIFT, CLASS_SHIFT, QUALITY, USED_SHIFT, WORTH_BITS, Automaton, State
from service.solver.play_engine import Found, Stage, Word
from service.solver.play_problem import Problem

BEAM = 24
"""A quick first search follows so many states after each number."""
BEAM_BY_USED = 4
COMPARISONS_PER_STEP = 8
"""So many comparisons of states take about as long as one step."""
LETTER_BITS = 2
JOKER_BITS = 4
MOST_IN_LAYER = 500_000
MOST_IN_SUBSETS = 1_500_000
MOST_EDGES = 1_500_000
"""What the kernel keeps in memory at most: states of one layer, alone or in subsets, and edges between products."""
_WORTH = (1 << WORTH_BITS) - 1

Value = tuple[int, int]
"""What the hand tiles used so far are worth, and their letters as one number: the higher, the earlier in listings."""
Product = tuple[int, int, int]
"""A subset, the worth of the tiles used so far, and how many they are."""


def _by_value_in_class(item: tuple[State, Value]) -> tuple[int, ...]:
    """Those worth more come first; of equals those that can likely do more."""
    state, (worth, word) = item
    return (state[0] >> CLASS_SHIFT, -worth, -word, -(state[0] & QUALITY), *state[1:])


class OutOfStepsError(Exception):
    """The bound on work is passed."""


class PythonEngine:
    """Answers questions about one problem."""

    def __init__(self, problem: Problem, steps: int) -> None:
        self._problem = problem
        self._steps = steps
        self._words: _Words | None = None
        self._counted = False

    # --- the best play ----------------------------------------------------------------------------------------

    def best(self, weights: tuple[int, ...], joker_weight: int) -> tuple[Found | None, bool]:
        """The best word, if there is one, and whether that is proven.

        A quick search comes first. What it finds cuts away, in the second, all that cannot be worth as much.
        """
        automaton = Automaton(self._problem, weights, tally=True)
        quick = self._follow(automaton, joker_weight, None, BEAM)
        try:
            found = self._follow(automaton, joker_weight, quick, None)
        except OutOfStepsError:
            return self._read(quick), False
        return self._read(found), True

    def any(self) -> bool:
        """Whether a word but the empty one is found. A quick search finds one soon where there are many."""
        automaton = Automaton(self._problem, (1,) * self._problem.faces, tally=True)
        try:
            return bool(self._follow(automaton, 1, None, BEAM) or self._follow(automaton, 1, None, None))
        except OutOfStepsError:
            return False

    def _follow(
        self, automaton: Automaton, joker_weight: int, known: tuple[Value, int] | None, beam: int | None
    ) -> tuple[Value, int] | None:
        """Follow all states that can still come to as much as a known play, or only the most promising."""
        problem = self._problem
        least, known_letters = known[0] if known else (1, 0)
        joker_gain = [(case.hand_jokers + case.played_jokers) * joker_weight for case in problem.cases]
        layer: dict[State, Value] = dict.fromkeys(automaton.starts(), (0, 0))
        for cell in range(problem.cells):
            found: dict[State, Value] = {}
            # What may come to just as much must not fall behind the known play in listing order.
            known_word = known_letters >> JOKER_BITS + LETTER_BITS * (problem.cells - 1 - cell)
            weight = automaton.weights[cell] if cell < problem.faces else 0
            for state, (worth, word) in layer.items():
                least_gain = least - worth - joker_gain[state[0] >> CASE_SHIFT]
                for letter, after, _ in automaton.expand(cell, state):
                    gain = letter * weight + automaton.gain_ahead(after)
                    value = (worth + letter * weight, word << LETTER_BITS | letter)
                    if gain < least_gain or (gain == least_gain and value[1] < known_word):
                        continue
                    if after not in found or found[after] < value:
                        found[after] = value
                if beam is None and (automaton.work > self._steps or len(found) > MOST_IN_LAYER):
                    raise OutOfStepsError
            layer = self._prune(automaton, found) if beam is None else self._select(automaton, found, joker_gain, beam)
        return self._choose(automaton, layer, joker_weight, least)

    def _prune(self, automaton: Automaton, layer: dict[State, Value]) -> dict[State, Value]:
        """Leave out each state that another outdoes."""
        kept: list[tuple[State, Value]] = []
        first = 0
        compared = 0
        for state, value in sorted(layer.items(), key=_by_value_in_class):
            if kept and state[0] >> CLASS_SHIFT != kept[-1][0][0] >> CLASS_SHIFT:
                first = len(kept)
            for rival, _ in kept[first:]:
                compared += 1
                if automaton.outdoes(rival, state):
                    break
            else:
                kept.append((state, value))
        automaton.steps += compared // COMPARISONS_PER_STEP
        return dict(kept)

    def _select(
        self, automaton: Automaton, layer: dict[State, Value], joker_gain: Sequence[int], beam: int
    ) -> dict[State, Value]:
        """The states that may come to most; under a cap, some of each number of tiles used.

        Those that used most of a cap may not be able to end.
        """

        def promise(item: tuple[State, Value]) -> tuple[object, ...]:
            state, (worth, word) = item
            return (-worth - automaton.gain_ahead(state) - joker_gain[state[0] >> CASE_SHIFT], -worth, -word, *state)

        limit = BEAM_BY_USED if self._problem.most else beam
        by_used: Counter[int] = Counter()
        kept: dict[State, Value] = {}
        for state, value in sorted(layer.items(), key=promise):
            used = state[0] >> USED_SHIFT & 255
            by_used[used] += 1
            if by_used[used] <= limit:
                kept[state] = value
        return kept

    def _choose(
        self, automaton: Automaton, layer: dict[State, Value], joker_weight: int, least: int
    ) -> tuple[Value, int] | None:
        problem = self._problem
        best: tuple[Value, int] | None = None
        for state, (worth, word) in layer.items():
            index = state[0] >> CASE_SHIFT
            room = problem.most - (state[0] >> USED_SHIFT & 255) if problem.most else MOST_IN_LAYER
            may_use = [used + problem.cases[index].played_jokers for used in automaton.end(state)]
            jokers = max((jokers for jokers in may_use if jokers <= room), default=-1)
            if jokers < 0 or problem.minimum > state[0] & _WORTH:
                continue
            value = (worth + jokers * joker_weight, word << JOKER_BITS | jokers)
            if value[0] >= least and (best is None or value > best[0] or (value == best[0] and index < best[1])):
                best = (value, index)
        return best

    def _read(self, found: tuple[Value, int] | None) -> Found | None:
        if found is None:
            return None
        (_, word), index = found
        jokers = word & (1 << JOKER_BITS) - 1
        word >>= JOKER_BITS
        problem = self._problem
        word >>= LETTER_BITS * (problem.cells - problem.faces)
        letters = [word >> LETTER_BITS * place & 3 for place in reversed(range(problem.faces))]
        return Found((*letters, jokers), index)

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

    def words(self, after: Word | None, limit: int) -> list[Found]:
        """The next words in listing order; none if they cannot be counted."""
        self.total()
        return self._words.list_after(after, limit) if self._words else []

    # --- one table --------------------------------------------------------------------------------------------

    def is_arrangeable(self) -> bool:
        """Whether there is a way to lay all the tiles of the first case."""
        return self.arrange() is not None

    def arrange(self) -> list[Stage] | None:
        """A way to lay all the tiles of the first case, whose hand has none."""
        automaton = Automaton(self._problem, (0,) * self._problem.faces, tally=False)
        dead: list[set[State]] = [set() for _ in range(self._problem.cells)]
        for start in automaton.starts():
            way = self._descend(automaton, 0, start, dead)
            if way is not None:
                return way[::-1]
        return None

    def _descend(self, automaton: Automaton, cell: int, state: State, dead: list[set[State]]) -> list[Stage] | None:
        """Go on from a state to the end, and say how, last things first."""
        if cell == self._problem.cells:
            return [] if automaton.end(state) and state[0] & _WORTH >= self._problem.minimum else None
        if state in dead[cell]:
            return None
        for _, after, how in list(automaton.expand(cell, state)):
            way = self._descend(automaton, cell + 1, after, dead)
            if way is not None:
                way.append(Stage(how, tuple([automaton.nodes[place].profile for place in after[1:]])))
                return way
            if automaton.work > self._steps:
                return None
        dead[cell].add(state)
        return None


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
        self._determinise()
        self._ways: list[dict[Product, int]] = self._count()
        empty = any(not word for word in self._empty_word())
        self.total = sum(self._ways[0].values()) - empty

    def _determinise(self) -> None:
        problem, automaton = self._problem, self._automaton
        layer = [self._prune(automaton.starts())]
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
                        (letter, places.setdefault(self._prune(list(by_letter[letter])), len(places)))
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

    def _prune(self, states: list[State]) -> tuple[State, ...]:
        """The states that no other outdoes, in a fixed order: those worth more first."""
        automaton = self._automaton
        kept: list[State] = []
        first = 0
        compared = 0
        for state in sorted(states, key=lambda state: (state[0] >> CLASS_SHIFT, -(state[0] & QUALITY), state[1:])):
            if kept and state[0] >> CLASS_SHIFT != kept[-1][0] >> CLASS_SHIFT:
                first = len(kept)
            # A state may be outdone by a later one as well, so those already kept are looked at too.
            outdone = False
            for rival in kept[first:]:
                compared += 1
                if automaton.outdoes(rival, state):
                    outdone = True
                    break
            if not outdone:
                compared += len(kept) - first
                kept[first:] = [rival for rival in kept[first:] if not automaton.outdoes(state, rival)]
                kept.append(state)
        automaton.steps += compared // COMPARISONS_PER_STEP
        return tuple(kept)

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
        for word in self._walk(0, (0, 0, 0), (), after):
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
                    yield Found((*before[: problem.faces], jokers), index)
            return
        bound = after[cell] if after is not None and cell < problem.faces else None
        for letter, target in self._steps_from(cell, product):
            if self._ways[cell + 1][target] and (bound is None or letter <= bound):
                rest = after if bound is None or letter == bound else None
                yield from self._walk(cell + 1, target, (*before, letter), rest)
