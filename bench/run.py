"""Compare the searches with other solvers: ``python -m bench.run``, or with ``--quick`` for a short run.

Times are CPU times of one core. On a busy machine only the ratios within one run are meaningful. Every side solves each
position once; the sides alternate in blocks of ten after one position that is not measured. The engine caches nothing
between positions.
"""

import argparse
import gc
import os
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from bench.best_and_list import format_requests, measure_requests, summarise_requests
from bench.figures import timed_together
from bench.gin import format_hands, measure_hands, summarise_hands
from bench.measured import Disagreement, Effort, Measured, Run
from bench.page import HERE, write_part
from bench.peers import Answer, DirectHighs, Peer, RummikubSolver, proves
from bench.positions import Position, PositionClass, classes, random_positions
from bench.quiet import send_log_away
from bench.referee import best_play, count_plays, engine, list_plays, play_best, read_page
from bench.report import format_plays, write_plot
from bench.turns import format_turns, measure_turns, summarise_turns

SEED = 20061
"""The seed of all positions."""

FULL = Effort(positions=150, own_seconds=2.5, peer_seconds=3, hands=5000, turns=2000)
QUICK = Effort(positions=4, own_seconds=0.1, peer_seconds=0.1, hands=200, turns=100)


def measure(kind: PositionClass, peers: Sequence[Peer], effort: Effort) -> Measured:
    """Measure all sides on positions of one kind and compare the results."""
    positions = kind.positions(SEED, effort.positions)
    measured = Measured(kind.name, positions)
    able = [peer for peer in peers if all(peer.answers(position) for position in positions)]
    asked = {"best": best_play, "count": count_plays, "list": list_plays}
    sides: dict[str, tuple[Callable[[Position], Any], float]] = {
        **{name: (ask, effort.own_seconds) for name, ask in asked.items()},
        **{peer.name: (peer.most_tiles, effort.peer_seconds) for peer in able},
    }
    gc.collect()
    gc.freeze()  # exclude modules of the peers and earlier answers from collections during measurements
    given, seconds = timed_together(sides, positions)
    measured.seconds |= seconds
    own, counts, listed = given["best"], given["count"], given["list"]
    measured.unproven = sum(not proven for _, proven in own)
    measured.uncounted = counts.count(None)
    for position, page in zip(positions, listed, strict=False):
        check(measured, "list", position, read_page(page))
    nothing = Answer(0, ())
    ours = [next(iter(read_page(page)), nothing) for page, _ in own]
    answers = {"ours": ours, **{peer.name: given[peer.name] for peer in able}}
    for index, position in enumerate(positions):
        known = {name: given[index] for name, given in answers.items() if index < len(given)}
        for name, answer in known.items():
            check(measured, name, position, [answer])
        if len(known) > 1:
            compare(measured, position, known)
    return measured


def warm_up(peers: Sequence[Peer]) -> None:
    """Let every side load what it needs only once."""
    (position,) = PositionClass("warm-up", random_positions(30, hand_jokers=1)).positions(SEED, 1)
    for ask in (best_play, count_plays, list_plays, *(peer.most_tiles for peer in peers)):
        ask(position)


def check(measured: Measured, name: str, position: Position, answers: Iterable[Answer]) -> None:
    """Record answers whose tables are invalid."""
    measured.faulty += [f"{name}: {answer} in {position}" for answer in answers if not proves(position, answer)]


def compare(measured: Measured, position: Position, answers: dict[str, Answer]) -> None:
    """Record sides that find fewer tiles than another."""
    most = max(answers, key=lambda name: answers[name].played)
    shown = proves(position, answers[most])
    for name, answer in answers.items():
        measured.compared[name] = measured.compared.get(name, 0) + 1
        if answer.played < answers[most].played:
            measured.disagreements.append(
                Disagreement(position, measured.kind, name, answer.played, most, answers[most].played, shown)
            )


def main() -> None:
    """Measure every kind of position and write the results."""
    parser = argparse.ArgumentParser(prog="python -m bench.run", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few positions, under a minute; writes nothing")
    parser.add_argument("--only", default="", help="only kinds of position with this in their name; writes nothing")
    arguments = parser.parse_args()
    send_log_away()
    if hasattr(os, "sched_setaffinity"):  # one core: otherwise the CPU time includes waiting threads of HiGHS
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    start = time.monotonic()
    peers: list[Peer] = [DirectHighs(), RummikubSolver()]
    effort = QUICK if arguments.quick else FULL
    warm_up(peers)
    results = []
    kinds = [kind for kind in classes(play_best) if arguments.only in kind.name]
    for kind in kinds:
        results.append(measure(kind, peers, effort))
        print(summary(results[-1]), flush=True)
    requests = measure_requests(kinds, SEED, effort.positions)
    print("\n".join(map(summarise_requests, requests)))
    hands = measure_hands(SEED, effort.hands, arguments.only)
    print("\n".join(map(summarise_hands, hands)))
    turns = measure_turns(effort.turns, arguments.only)
    print("\n".join(map(summarise_turns, turns)))
    minutes = (time.monotonic() - start) / 60
    print(f"{minutes:.1f} minutes; ours: {engine()}")
    if not (arguments.quick or arguments.only):
        run = Run(effort.positions, engine(), minutes)
        names = [peer.name for peer in peers]
        write_part("plays", format_plays(results, peers=names, run=run))
        write_part("requests", format_requests(requests))
        write_part("hands", format_hands(hands))
        write_part("turns", format_turns(turns))
        write_plot(HERE / "time-by-tiles.svg", results, names)


def summary(measured: Measured) -> str:
    """A line of progress output, and one for every wrong answer."""
    times = "  ".join(
        f"{name} {sorted(seconds)[len(seconds) // 2] * 1000:.1f} ms" for name, seconds in measured.seconds.items()
    )
    wrong = [
        f"  {d.less} {d.less_played}, {d.more} {d.more_played} ({'shown' if d.shown else 'not shown'}): {d.position}"
        for d in measured.disagreements
    ]
    return "\n".join([f"{measured.kind}: {times}", *wrong, *measured.faulty])


if __name__ == "__main__":
    main()
