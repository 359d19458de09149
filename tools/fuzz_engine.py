"""Fuzzes the search engine with AddressSanitizer and UBSan: python -m tools.fuzz_engine --seconds 300

Compiles the engine with both sanitizers and starts itself with that build. Then it opens random problems of every kind,
also impossible ones, and sends all queries with random limits of steps. Some searches are stopped at a random check.
The first fault ends the process with a report and the seed of the problem.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from random import Random

from rummy_referee.engine import library
from rummy_referee.engine.plays import PlaySearch
from rummy_referee.engine.problem import Counts, Face, Opening, PlayProblem, Scenario
from rummy_referee.engine.work import CancelledError, StoppedError, counted_work
from rummy_referee.melds.joker_melds import JokerMelds
from rummy_referee.tiles.box import Box
from tools.build_engine import SANITIZERS, compile_engine, find_compiler

BUILD = "FUZZED_ENGINE"
"""The environment variable with the path of the build with sanitizers."""
STEPS = (0, 1, 50, 5_000, 200_000, 3_000_000)


def make_problem(random: Random) -> PlayProblem:
    """A random problem: any box, any counts, also more tiles than the box has, and tables that are no melds."""
    box = Box(
        colours="RBKY"[: random.randint(1, 4)],
        numbers=range(1, random.choice((2, 3, 5, 8, 13)) + 1),
        copies=random.randint(1, 3),
        jokers=random.choice((0, 1, 2, 4)),
    )
    melds = JokerMelds(box, *(random.random() < chance for chance in (0.9, 0.9, 0.2, 0.3)))
    scenarios = tuple(_make_scenario(random, box) for _ in range(random.choice((1, 1, 1, 2, 5, 40))))
    opening = Opening(random.randint(0, 60), random.random() < 0.5) if random.random() < 0.2 else None
    cap = random.randint(1, 20) if random.random() < 0.2 else None
    return PlayProblem(melds, scenarios, cap, opening)


def _make_scenario(random: Random, box: Box) -> Scenario:
    faces = list(box.faces)
    density = random.choice((0.1, 0.3, 0.7, 1.0))

    def counts(chance: float, most: int) -> Counts:
        return {face: random.randint(1, most) for face in faces if random.random() < chance * density}

    def jokers() -> int:
        return random.randint(0, box.jokers)

    most = random.choice((1, 2, 2, 3, 7))
    return Scenario(
        required=counts(0.6, most),
        optional=counts(0.6, most),
        bound=counts(0.1, 1) if box.jokers else {},
        free_jokers=jokers(),
        hand_jokers=jokers(),
        played=counts(0.1, 1) if random.random() < 0.2 else {},
        played_jokers=jokers() if random.random() < 0.2 else 0,
    )


def query(random: Random, problem: PlayProblem) -> None:
    """Send random queries about a problem."""
    search = PlaySearch(problem, random.choice(STEPS))
    faces = list(problem.melds.box.faces)
    weights: dict[Face, int] = {face: random.choice((0, 1, 1, face[1], 30)) for face in faces}
    for name in random.choices(("any", "best", "count", "page"), k=random.randint(1, 5)):
        if name == "any":
            search.is_playable()
        elif name == "best":
            play, _ = search.best(weights, random.choice((0, 1, 30)))
            if play:
                search.reconstruct([play], ())
        elif name == "count":
            search.count()
        else:
            after, limit = None, random.choice((1, 7, 300))
            for _ in range(3):
                plays = search.page(after, limit)
                if not plays:
                    break
                search.reconstruct(plays, ())
                after = plays[-1]


def fuzz(seconds: float, first: int) -> int:
    """Fuzz for this long with successive seeds; return how many problems there were."""
    end = time.monotonic() + seconds
    seed = first
    while time.monotonic() < end:
        Path(os.environ[BUILD]).with_suffix(".seed").write_text(str(seed), encoding="ascii")
        random = Random(seed)
        checks = random.choice((None, None, random.randint(0, 20)))

        def stop_sometimes(_steps: int, _is_large: bool, random: Random = random, checks: int | None = checks) -> None:
            if checks is not None and random.random() < 1 / (checks + 1):
                raise CancelledError

        # A problem beyond the limits of the engine is a ValueError, and so is a play without a table.
        with suppress(ValueError, StoppedError), counted_work(stop_sometimes):
            query(random, make_problem(random))
        seed += 1
    return seed - first


def _start_with_sanitizers(folder: str) -> int:
    build = Path(folder, "engine.so")
    compile_engine(build, SANITIZERS)
    compiler = find_compiler() or []
    runtime = subprocess.run([*compiler, "-print-file-name=libasan.so"], capture_output=True, text=True, check=True)
    options = "detect_leaks=0:abort_on_error=1"  # the interpreter itself has leaks
    environment = {**os.environ, BUILD: str(build), "LD_PRELOAD": runtime.stdout.strip(), "ASAN_OPTIONS": options}
    ran = subprocess.run([sys.executable, "-m", "tools.fuzz_engine", *sys.argv[1:]], env=environment, check=False)
    if ran.returncode:
        print("failed with the seed", build.with_suffix(".seed").read_text(encoding="ascii"), file=sys.stderr)
    return ran.returncode


def main() -> None:
    """Compile, start again with the sanitizers, and fuzz."""
    parser = argparse.ArgumentParser(prog="python -m tools.fuzz_engine", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    given = parser.parse_args()
    if BUILD not in os.environ:
        with tempfile.TemporaryDirectory() as folder:
            sys.exit(_start_with_sanitizers(folder))
    library.LIBRARY = Path(os.environ[BUILD])
    count = fuzz(given.seconds, given.seed)
    if os.environ[BUILD] not in Path("/proc/self/maps").read_text(encoding="utf-8"):
        sys.exit("the build with sanitizers was not used")
    print(count, "problems without a fault")


if __name__ == "__main__":
    main()
