"""The most that a turn of steps can lay: new runs, additions to the ends of lying runs, and jokers swapped out of them.

Steps in one colour touch another only through jokers, and through the first own run that allows additions. The order
of steps can always be: first the swaps, then the new runs, then the additions. Whatever a mixed order makes of a lying
run, that order makes too (tests try every run), so that a turn is told by what becomes of each run, not by its steps.
So each colour is searched alone, for each number of jokers that leave the hand with it, and the colours are added up.

The real tiles of a colour that are held are packed into one number, two bits for each, ``held``.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from service.engine.work import count_steps
from service.melds.lying_runs import Bits, LyingRun, LyingRuns

Packed = int
_STEPS_IN_C = 10
"""Looking at an ending takes as long as so many steps of the compiled search for plays: see ``work.py``."""


class Ending(NamedTuple):
    """How a colour, or several, may end: jokers out of the hand (swaps bring some in), and what was done for it."""

    jokers: int
    laid_run: bool
    added: bool


class Gain(NamedTuple):
    """What the real tiles laid are worth, and those that are left, colour by colour."""

    worth: int
    left: tuple[Packed, ...]


Endings = dict[Ending, Gain]


class SearchedColour(NamedTuple):
    """How a colour may end, and how much was looked at to know that; told again where it is remembered."""

    endings: Mapping[Ending, Gain]
    looked_at: int


class ColourState(NamedTuple):
    """What there is of one colour: the real tiles held, and the runs that lie."""

    held: Packed
    runs: tuple[LyingRun, ...]


class Laid(NamedTuple):
    """The most that can be laid: what it is worth, how many jokers leave the hand, and the real tiles left."""

    worth: int
    jokers: int
    left: tuple[Packed, ...]


class Weights(NamedTuple):
    """What a tile laid is worth: a real one its number or one, and a joker."""

    numbers: bool
    joker: int


def pack(numbers: Iterable[int]) -> Packed:
    """Real tiles of one colour, by their numbers."""
    return sum(1 << 2 * number for number in numbers)


def unpack(held: Packed) -> list[int]:
    """The numbers of packed tiles."""
    return [number for number in range(held.bit_length()) for _ in range(held >> 2 * number & 3)]


def find_most(
    runs: LyingRuns, colours: Iterable[ColourState], jokers: range, weights: Weights, *, opened: bool
) -> Laid | None:
    """The most that steps can lay, if just so many jokers may leave the hand; None where they cannot."""
    endings: Endings = {Ending(0, False, False): Gain(0, ())}
    for colour in colours:
        searched = search_colour(runs, colour, weights.numbers)
        count_steps(_STEPS_IN_C * (searched.looked_at + len(endings) * len(searched.endings)))
        endings = _add_up(endings, searched.endings)
    found = [
        (gain.worth + weights.joker * ending.jokers, -ending.jokers, gain.left)
        for ending, gain in endings.items()
        if ending.jokers in jokers and (opened or ending.laid_run or not ending.added)
    ]
    if not found:
        return None
    worth, spared, left = max(found)
    return Laid(worth, -spared, left)


def _add_up(one: Endings, other: Mapping[Ending, Gain]) -> Endings:
    both: Endings = {}
    for (jokers, laid_run, added), (worth, left) in one.items():
        for ending, gain in other.items():
            together = Ending(jokers + ending.jokers, laid_run or ending.laid_run, added or ending.added)
            _keep_best(both, together, Gain(worth + gain.worth, left + gain.left))
    return both


def _keep_best(endings: Endings, ending: Ending, gain: Gain) -> None:
    if ending not in endings or gain > endings[ending]:
        endings[ending] = gain


@lru_cache(maxsize=2048)
def search_colour(runs: LyingRuns, colour: ColourState, by_number: bool) -> SearchedColour:
    """For each way a colour can end, the most that it lays."""
    reached = {(colour.held, 0, False)}
    looked_at = 0
    for run in colour.runs:
        results = find_results(runs, run._replace(colour=""))
        looked_at += len(reached) * len(results)
        reached = {
            (held - _spread(laid), jokers + more, added or longer)
            for held, jokers, added in reached
            for laid, more, longer in results
            if _numbers_of(held) & laid == laid
        }
    endings: Endings = {}
    all_worth = _worth(colour.held, by_number)
    for held, jokers, added in reached:
        laid = _lay_new_runs(runs, held, by_number)
        looked_at += len(laid)
        for (more, laid_run), left in laid.items():
            gain = Gain(all_worth - _worth(left, by_number), (left,))
            _keep_best(endings, Ending(jokers + more, laid_run, added), gain)
    return SearchedColour(endings, looked_at)


# --- new runs -------------------------------------------------------------------------------------------------------


@cache
def _lay_new_runs(runs: LyingRuns, held: Packed, by_number: bool) -> Mapping[tuple[int, bool], Packed]:
    """For each number of jokers, with and without a run laid, what is left of the tiles at best."""
    if not held:
        return {(0, False): 0}
    lowest = (held & -held).bit_length() - 1 >> 1
    bit = 1 << 2 * lowest
    best = {ending: left + bit for ending, left in _lay_new_runs(runs, held - bit, by_number).items()}
    for numbers, fewest, most in _new_runs_from(runs, lowest):
        if _numbers_of(held) & numbers != numbers:
            continue
        for (jokers, _), left in _lay_new_runs(runs, held - _spread(numbers), by_number).items():
            for own in range(fewest, min(most, runs.box.jokers - jokers) + 1):
                ending = (jokers + own, True)
                rank = _worth(left, by_number), left
                if ending not in best or rank < (_worth(best[ending], by_number), best[ending]):
                    best[ending] = left
    return best


@cache
def _new_runs_from(runs: LyingRuns, lowest: int) -> list[tuple[Bits, int, int]]:
    """The real tiles that a run may have, this the lowest of them: with the fewest and the most jokers."""
    found = []
    last = runs.box.numbers[-1]
    for others in range(1 << last - lowest):
        numbers = (others << 1 | 1) << lowest
        span, size = (others << 1 | 1).bit_length(), numbers.bit_count()
        found.append((numbers, max(span, runs.minimum) - size, len(runs.box.numbers) - size))
    return found


# --- lying runs -----------------------------------------------------------------------------------------------------


@cache
def find_results(runs: LyingRuns, run: LyingRun) -> frozenset[tuple[Bits, int, bool]]:
    """What can become of a lying run: the real tiles laid on it, the jokers out of the hand, whether it grew."""
    swapped = _reach({run}, lambda lying: find_swapped(runs, lying))
    grown = _reach(swapped, lambda lying: find_longer(runs, lying))
    return frozenset((new.real & ~run.real, new.jokers - run.jokers, new.length > run.length) for new in grown)


def find_swapped(runs: LyingRuns, run: LyingRun) -> Iterator[LyingRun]:
    """The run after each swap of a joker."""
    for bit in _each_bit(runs.joker_numbers(run)):
        yield run._replace(fixed=run.fixed | bit, pinned=run.pinned & ~bit)


def find_longer(runs: LyingRuns, run: LyingRun) -> Iterator[LyingRun]:
    """The run after each addition of one tile; a joker is not pinned, so that it may still stand for anything."""
    if run.length < len(runs.box.numbers):
        yield run._replace(length=run.length + 1)
    for bit in _each_bit(runs.next_numbers(run)):
        yield run._replace(length=run.length + 1, fixed=run.fixed | bit)


def _reach(start: set[LyingRun], step: Callable[[LyingRun], Iterator[LyingRun]]) -> set[LyingRun]:
    """Everything that steps lead to."""
    reached, ahead = set(start), list(start)
    while ahead:
        for new in step(ahead.pop()):
            if new not in reached:
                reached.add(new)
                ahead.append(new)
    return reached


# --- sets of numbers ------------------------------------------------------------------------------------------------


def _each_bit(bits: Bits) -> Iterator[Bits]:
    while bits:
        yield bits & -bits
        bits &= bits - 1


@cache
def _spread(numbers: Bits) -> Packed:
    """One tile of each of these numbers."""
    return pack(bit.bit_length() - 1 for bit in _each_bit(numbers))


@cache
def _numbers_of(held: Packed) -> Bits:
    """The different numbers of packed tiles."""
    return sum(1 << number for number in set(unpack(held)))


@cache
def _worth(held: Packed, by_number: bool) -> int:
    """What packed tiles are worth."""
    numbers = unpack(held)
    return sum(numbers) if by_number else len(numbers)
