"""Random problems with small boxes, and the melds of a box as faces."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product

from rummy_referee.engine.problem import Face, Opening, PlayProblem, Scenario
from rummy_referee.melds.joker_melds import JokerMelds
from rummy_referee.tiles.box import Box


def faces_of(melds: JokerMelds) -> list[Face]:
    """The faces of a box in listing order."""
    return [(colour, number) for number in melds.box.numbers for colour in melds.box.colours]


def write_out_melds(melds: JokerMelds) -> Iterator[list[Face]]:
    """Every meld of a box as a list of faces."""
    numbers, colours = list(melds.box.numbers), melds.box.colours
    if melds.groups:
        for number in numbers:
            for size in range(3, len(colours) + 1):
                for chosen in combinations(colours, size):
                    yield [(colour, number) for colour in chosen]
    if melds.runs:
        line = [*numbers, numbers[0]] if melds.ace_high else numbers
        for size in range(3, len(numbers) + 1):
            for start in range(len(line) - size + 1):
                paints = product(colours, repeat=size) if melds.mixed_runs else zip(*[colours] * size, strict=True)
                for chosen in paints:
                    yield list(zip(chosen, line[start : start + size], strict=True))


@dataclass(frozen=True)
class Kind:
    """A kind of problem."""

    runs: bool = True
    groups: bool = True
    mixed_runs: bool = False
    ace_high: bool = False
    jokers: int = 2
    scenarios: int = 1
    opening: bool = False
    capped: bool = False
    other_values: bool = False
    """Whether a tile counts something else than its number."""


KINDS = {
    "plain": Kind(),
    "no jokers": Kind(jokers=0),
    "runs only": Kind(groups=False),
    "groups only": Kind(runs=False),
    "mixed runs": Kind(mixed_runs=True),
    "high ace": Kind(ace_high=True),
    "runs only, high ace": Kind(groups=False, ace_high=True),
    "runs only, mixed": Kind(groups=False, mixed_runs=True),
    "mixed runs, high ace": Kind(mixed_runs=True, ace_high=True),
    "four jokers": Kind(jokers=4),
    "four jokers, runs only": Kind(jokers=4, groups=False),
    "four jokers, groups only": Kind(jokers=4, runs=False),
    "four jokers, mixed runs": Kind(jokers=4, mixed_runs=True),
    "four jokers, high ace": Kind(jokers=4, ace_high=True),
    "scenarios": Kind(scenarios=4),
    "scenarios, four jokers": Kind(scenarios=3, jokers=4),
    "opening": Kind(opening=True),
    "opening, high ace": Kind(opening=True, ace_high=True),
    "opening, mixed runs": Kind(opening=True, mixed_runs=True),
    "opening, four jokers": Kind(opening=True, jokers=4),
    "opening, capped": Kind(opening=True, capped=True),
    "opening, other values": Kind(opening=True, other_values=True),
    "opening, other values, high ace": Kind(opening=True, other_values=True, ace_high=True),
    "opening, other values, mixed runs": Kind(opening=True, other_values=True, mixed_runs=True),
    "capped": Kind(capped=True),
    "capped scenarios": Kind(capped=True, scenarios=3),
}


def small_problem(kind: Kind, rng: random.Random, *, is_hand_large: bool = False) -> PlayProblem:
    """A random problem with a small box. A large hand has few different tiles, each three times."""
    lengths = (5,) if kind.mixed_runs else (5, 6) if kind.ace_high else (4, 5, 6)
    colours = "RBKY"[: rng.choice((2, 2, 3) if kind.mixed_runs else (3, 3, 4))]
    copies = 3 if is_hand_large else 2
    numbers = range(1, rng.choice(lengths) + 1)
    values = tuple(rng.randint(0, 7) for _ in numbers) if kind.other_values else ()
    box = Box(colours=colours, numbers=numbers, copies=copies, jokers=kind.jokers, values=values)
    melds = JokerMelds(box, kind.runs, kind.groups, kind.mixed_runs, kind.ace_high)
    opening = Opening(rng.randint(4, 22), rng.random() < 0.6) if kind.opening else None
    scenarios = tuple(_set_up(melds, kind, rng) for _ in range(rng.randint(1, kind.scenarios)))
    return PlayProblem(melds, scenarios, rng.randint(1, 5) if kind.capped else None, opening)


def _set_up(melds: JokerMelds, kind: Kind, rng: random.Random) -> Scenario:
    """A table of melds, some of its tiles jokers, and a hand of other tiles."""
    faces = faces_of(melds)
    left = dict.fromkeys(faces, melds.box.copies)
    required, bound, optional = (dict.fromkeys(faces, 0) for _ in range(3))
    jokers, free = kind.jokers, 0
    all_melds = list(write_out_melds(melds))
    for meld in rng.choices(all_melds, k=0 if kind.opening else rng.randint(0, 3)):
        for face in meld if all(left[face] for face in meld) else ():
            if jokers and rng.random() < 0.25:
                jokers -= 1
                as_free = rng.random() < 0.5
                free += as_free
                bound[face] += not as_free
            else:
                left[face] -= 1
                required[face] += 1
    hand_jokers = rng.randint(0, min(jokers, 2))
    if melds.box.copies > 2:
        in_hand = [face for face in rng.sample(faces, 6) for _ in range(left[face])][:15]
    else:
        in_hand = rng.choices(faces, k=rng.randint(1, 7))
    for face in in_hand:
        if left[face]:
            left[face] -= 1
            optional[face] += 1
    played = dict.fromkeys(faces, 0)
    if kind.scenarios > 1 and rng.random() < 0.5:
        face = rng.choice(faces)
        if optional[face]:
            optional[face] -= 1
            played[face] += 1
            required[face] += rng.random() < 0.7
    played_jokers = int(hand_jokers > 0 and kind.scenarios > 1 and rng.random() < 0.3)
    return Scenario(required, optional, bound, free, hand_jokers - played_jokers, played, played_jokers)
