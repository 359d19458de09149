"""The most that a turn can lay in a game of runs: new runs, additions to runs on the table, and swapped jokers.

A DP over colours. Steps in one colour affect another only through jokers, and through the first own run, which permits
additions. So each colour is solved alone: for each effect on the rest (jokers out of the hand, a run laid, something
added) the best gain. The tables of the colours are then combined. Within a colour the order of steps does not matter:
swaps first, then new runs, then additions reach every result of any order (tests enumerate all runs).

Example: R3 J R5 lies on the table and R4 is in the hand. The swap has the effect of -1 jokers out of the hand, since
one comes in, and the gain of R4.

The real tiles of a colour that are held are packed into one number, two bits for each number.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from rummy_referee.engine.work import count_steps
from rummy_referee.melds.lying_runs import Bits, LyingRun, LyingRuns

Packed = int
_STEPS_PER_ENTRY = 30
"""The work of one table entry, in steps of ``work.py``."""


class Effect(NamedTuple):
    """What other colours depend on: jokers out of the hand (swaps bring some in), a run laid, something added."""

    jokers: int
    laid_run: bool
    added: bool


class Gain(NamedTuple):
    """The worth of the real tiles laid, and the real tiles left of each colour."""

    worth: int
    left: tuple[Packed, ...]


GainTable = dict[Effect, Gain]


class SearchedColour(NamedTuple):
    """The table of a colour and the work to compute it, which is counted again where the table is cached."""

    gains: Mapping[Effect, Gain]
    entries: int


class ColourState(NamedTuple):
    """The real tiles of one colour in the hand, and its runs on the table."""

    held: Packed
    runs: tuple[LyingRun, ...]


class Laid(NamedTuple):
    """The most that can be laid: its worth, how many jokers leave the hand, and the real tiles left."""

    worth: int
    jokers: int
    left: tuple[Packed, ...]


class Weights(NamedTuple):
    """What a laid tile is worth: whether a real one counts its points or 1, and the worth of a joker."""

    points: bool
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
    """The most that steps can lay if the number of jokers that leave the hand is in ``jokers``; None if impossible."""
    gains: GainTable = {Effect(0, False, False): Gain(0, ())}
    for colour in colours:
        searched = search_colour(runs, colour, weights.points)
        count_steps(_STEPS_PER_ENTRY * (searched.entries + len(gains) * len(searched.gains)))
        gains = _combine(gains, searched.gains)
    found = [
        (gain.worth + weights.joker * effect.jokers, -effect.jokers, gain.left)
        for effect, gain in gains.items()
        if effect.jokers in jokers and (opened or effect.laid_run or not effect.added)
    ]
    if not found:
        return None
    worth, spared, left = max(found)
    return Laid(worth, -spared, left)


def _combine(one: GainTable, other: Mapping[Effect, Gain]) -> GainTable:
    both: GainTable = {}
    for (jokers, laid_run, added), (worth, left) in one.items():
        for effect, gain in other.items():
            together = Effect(jokers + effect.jokers, laid_run or effect.laid_run, added or effect.added)
            _keep_best(both, together, Gain(worth + gain.worth, left + gain.left))
    return both


def _keep_best(gains: GainTable, effect: Effect, gain: Gain) -> None:
    if effect not in gains or gain > gains[effect]:
        gains[effect] = gain


@lru_cache(maxsize=2048)
def search_colour(runs: LyingRuns, colour: ColourState, by_points: bool) -> SearchedColour:
    """The best gain of a colour for each effect."""
    reached = {(colour.held, 0, False)}
    entries = 0
    for run in colour.runs:
        results = find_results(runs, run._replace(colour=""))
        entries += len(reached) * len(results)
        reached = {
            (held - _one_of_each(laid), jokers + more, added or longer)
            for held, jokers, added in reached
            for laid, more, longer in results
            if _numbers_of(held) & laid == laid
        }
    gains: GainTable = {}
    all_worth = _worth(runs, colour.held, by_points)
    for held, jokers, added in reached:
        laid = _lay_new_runs(runs, held, by_points)
        entries += len(laid)
        for (more, laid_run), left in laid.items():
            gain = Gain(all_worth - _worth(runs, left, by_points), (left,))
            _keep_best(gains, Effect(jokers + more, laid_run, added), gain)
    return SearchedColour(gains, entries)


# --- new runs -------------------------------------------------------------------------------------------------------


@cache
def _lay_new_runs(runs: LyingRuns, held: Packed, by_points: bool) -> Mapping[tuple[int, bool], Packed]:
    """The least that new runs leave of the tiles, for each number of jokers, with and without a run laid."""
    if not held:
        return {(0, False): 0}
    lowest = (held & -held).bit_length() - 1 >> 1
    bit = 1 << 2 * lowest
    best = {key: left + bit for key, left in _lay_new_runs(runs, held - bit, by_points).items()}
    for numbers, fewest, most in _new_runs_from(runs, lowest):
        if _numbers_of(held) & numbers != numbers:
            continue
        for (jokers, _), left in _lay_new_runs(runs, held - _one_of_each(numbers), by_points).items():
            for own in range(fewest, min(most, runs.box.jokers - jokers) + 1):
                key = (jokers + own, True)
                rank = _worth(runs, left, by_points), left
                if key not in best or rank < (_worth(runs, best[key], by_points), best[key]):
                    best[key] = left
    return best


@cache
def _new_runs_from(runs: LyingRuns, lowest: int) -> list[tuple[Bits, int, int]]:
    """The sets of real tiles of a run with this lowest one, each with the fewest and the most jokers."""
    found = []
    last = runs.box.numbers[-1]
    for others in range(1 << last - lowest):
        numbers = (others << 1 | 1) << lowest
        span, size = (others << 1 | 1).bit_length(), numbers.bit_count()
        found.append((numbers, max(span, runs.minimum) - size, len(runs.box.numbers) - size))
    return found


# --- runs on the table ----------------------------------------------------------------------------------------------


@cache
def find_results(runs: LyingRuns, run: LyingRun) -> frozenset[tuple[Bits, int, bool]]:
    """The results of steps on a run: the real tiles laid on it, the jokers out of the hand, whether it is longer."""
    swapped = _find_closure({run}, lambda old: find_swapped(runs, old))
    grown = _find_closure(swapped, lambda old: find_longer(runs, old))
    return frozenset((new.real & ~run.real, new.jokers - run.jokers, new.length > run.length) for new in grown)


def find_swapped(runs: LyingRuns, run: LyingRun) -> Iterator[LyingRun]:
    """The run after each swap of a joker."""
    for bit in _each_bit(runs.joker_numbers(run)):
        yield run._replace(fixed=run.fixed | bit, pinned=run.pinned & ~bit)


def find_longer(runs: LyingRuns, run: LyingRun) -> Iterator[LyingRun]:
    """The run after each addition of one tile. An added joker is not pinned, so it can still stand for any tile."""
    if run.length < len(runs.box.numbers):
        yield run._replace(length=run.length + 1)
    for bit in _each_bit(runs.next_numbers(run)):
        yield run._replace(length=run.length + 1, fixed=run.fixed | bit)


def _find_closure(start: set[LyingRun], step: Callable[[LyingRun], Iterator[LyingRun]]) -> set[LyingRun]:
    """Everything that is reachable by steps."""
    reached, stack = set(start), list(start)
    while stack:
        for new in step(stack.pop()):
            if new not in reached:
                reached.add(new)
                stack.append(new)
    return reached


# --- sets of numbers ------------------------------------------------------------------------------------------------


def _each_bit(bits: Bits) -> Iterator[Bits]:
    while bits:
        yield bits & -bits
        bits &= bits - 1


@cache
def _one_of_each(numbers: Bits) -> Packed:
    """One tile of each of these numbers."""
    return pack(bit.bit_length() - 1 for bit in _each_bit(numbers))


@cache
def _numbers_of(held: Packed) -> Bits:
    """The different numbers of packed tiles."""
    return sum(1 << number for number in set(unpack(held)))


@cache
def _worth(runs: LyingRuns, held: Packed, by_points: bool) -> int:
    numbers = unpack(held)
    return sum(runs.box.points[number] for number in numbers) if by_points else len(numbers)
