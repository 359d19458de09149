"""Random problems with a table and a hand."""

import random
from collections import Counter

from rummy_referee.engine.plays import TableMeld
from rummy_referee.engine.problem import Face, PlayProblem, Scenario
from rummy_referee.melds.joker_melds import JokerMelds
from rummy_referee.tiles.box import Box
from tests.engine.small_problems import faces_of, write_out_melds

RUMMY = Box(colours="RBKY", numbers=range(1, 14), copies=2, jokers=2)
KIDS = Box(colours="BRGY", numbers=range(1, 7), copies=2, jokers=4)
Table = tuple[TableMeld, ...]


def random_table(melds: JokerMelds, rng: random.Random, size: int) -> tuple[Table, dict[Face, int], int]:
    """A random table of about ``size`` tiles, the rest of the box, and the free jokers on the table."""
    left = dict.fromkeys(faces_of(melds), melds.box.copies)
    jokers = 0
    table: list[TableMeld] = []
    choices = list(write_out_melds(melds))
    for _ in range(300):
        meld = rng.choice(choices)
        if sum(map(len, table)) < size and all(left[face] for face in meld):
            laid: list[tuple[Face | None, bool]] = [(face, False) for face in meld]
            if jokers < melds.box.jokers and rng.random() < 0.2:
                place = rng.randrange(len(laid))
                laid[place] = (None if rng.random() < 0.5 else meld[place], True)
                jokers += 1
            for face, is_joker in laid:
                if face is not None and not is_joker:
                    left[face] -= 1
            table.append(tuple(rng.sample(laid, len(laid))))
    return tuple(table), left, jokers


def table_problem(melds: JokerMelds, rng: random.Random, size: int, hand: int) -> tuple[PlayProblem, Table]:
    """A problem with a random table and hand."""
    table, left, jokers = random_table(melds, rng, size)
    pool = [face for face, count in left.items() for _ in range(count)]
    optional = Counter(rng.sample(pool, min(hand, len(pool))))
    required = Counter(face for meld in table for face, is_joker in meld if face is not None and not is_joker)
    hand_jokers = rng.randint(0, min(2, melds.box.jokers - jokers))
    scenario = Scenario(required=required, optional=optional, free_jokers=jokers, hand_jokers=hand_jokers)
    return PlayProblem(melds, (scenario,)), table
