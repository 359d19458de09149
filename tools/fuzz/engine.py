"""Problems for the search engine: of every kind, also impossible ones."""

from contextlib import suppress
from random import Random

from rummy_referee.engine.plays import PlaySearch
from rummy_referee.engine.problem import Counts, Face, Opening, PlayProblem, Scenario
from rummy_referee.engine.work import CancelledError, StoppedError, counted_work
from rummy_referee.melds.joker_melds import JokerMelds
from rummy_referee.tiles.box import Box

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


def fuzz_engine(random: Random) -> None:
    """Open a random problem and send all queries with random limits of steps. Some searches are stopped."""
    checks = random.choice((None, None, random.randint(0, 20)))

    def stop_sometimes(_steps: int, _is_large: bool) -> None:
        if checks is not None and random.random() < 1 / (checks + 1):
            raise CancelledError

    # A problem beyond the limits of the engine is a ValueError, and so is a play without a table.
    with suppress(ValueError, StoppedError), counted_work(stop_sometimes):
        query(random, make_problem(random))
