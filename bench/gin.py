"""Benchmark of the minimum deadwood of gin hands against other solvers."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from operator import gt

from bench.figures import format_ratio, format_table, format_times, timed
from bench.gin_hands import CLASSES, HandClass
from bench.gin_sides import SIDES

MICROSECONDS = 1e6
OURS = [side.name for side in SIDES if side.name.startswith("ours")]
PEERS = [side.name for side in SIDES if side.name not in OURS]

PART = """\
## Minimum deadwood of a hand

Written by `make bench`. The minimum deadwood of a gin hand of ten tiles, and of eleven tiles after the best discard.
**ours, tiles** and **ours, cards** return melds and deadwood with a fixed order among equals, in a box with two copies
of each tile and with one; **ours, points** only the points, by bit sets. **RLCard** (Python) returns melds and
deadwood, **OpenSpiel** (C++) only the points. Microseconds of CPU time for one hand, median / 99th percentile. Hands
are dealt from one deck, and court cards count ten, as in the peers. For eleven tiles the peers solve every discard.
Ours caches the runs of a colour across hands, as the service does.

{table}

{agreement}
"""


@dataclass(slots=True)
class MeasuredHands:
    """One kind of hand: the seconds for each, and how many answers of each side are not minimal."""

    kind: str
    hands: int
    seconds: dict[str, list[float]] = field(default_factory=dict)
    not_least: dict[str, int] = field(default_factory=dict)


def measure_hands(seed: int, count: int, only: str) -> list[MeasuredHands]:
    """Measure all sides on hands of each kind."""
    return [_measure(kind, seed, count) for kind in CLASSES if only in kind.name]


def _measure(kind: HandClass, seed: int, count: int) -> MeasuredHands:
    hands = kind.hands(seed, count)
    measured = MeasuredHands(kind.name, count)
    answers = {}
    for side in SIDES:
        ask = side.of_eleven if kind.eleven else side.of_ten
        ask(side.cards(CLASSES[-1].hands(seed - 1, 1)[0][: len(hands[0])]))  # warm-up
        answers[side.name], measured.seconds[side.name] = timed(ask, [side.cards(hand) for hand in hands])
    least = [min(given) for given in zip(*answers.values(), strict=True)]
    measured.not_least = {name: sum(map(gt, given, least)) for name, given in answers.items()}
    return measured


def summarise_hands(measured: MeasuredHands) -> str:
    """A line of progress output."""
    times = [f"{name} {format_times(seconds, MICROSECONDS)} µs" for name, seconds in measured.seconds.items()]
    return f"{measured.kind}: {'  '.join(times)}; not minimal: {measured.not_least}"


def format_hands(results: Sequence[MeasuredHands]) -> str:
    """This part of the results page."""
    heads = ["hands", *OURS, *PEERS, *(f"{own}: times faster than OpenSpiel" for own in OURS)]
    rows = [
        [
            f"{measured.kind} ({measured.hands})",
            *(format_times(measured.seconds[side.name], MICROSECONDS) for side in SIDES),
            *(format_ratio(measured.seconds["OpenSpiel"], measured.seconds[own]) for own in OURS),
        ]
        for measured in results
    ]
    hands = sum(measured.hands for measured in results)
    beaten = {side.name: sum(measured.not_least[side.name] for measured in results) for side in SIDES}
    agreement = [
        f"- **{name}**: another side found less deadwood in {count} of {hands} hands." for name, count in beaten.items()
    ]
    return PART.format(table=format_table(heads, rows), agreement="\n".join(agreement))
