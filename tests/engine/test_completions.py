"""The least and the most that unknown tiles can weigh, against every completion."""

import random
from collections import Counter
from itertools import product

from rummy_referee.engine.completions import Completions
from rummy_referee.tiles.box import Box

SMALL = Box(colours="RB", numbers=range(1, 4), copies=1, jokers=1)
CODES = list(SMALL.unknown_tiles)


def every_completion(left: Counter[str], codes: list[str]) -> list[tuple[str, ...]]:
    """Every choice of a piece for each unknown tile that the box can give."""

    def may_be(code: str, piece: str) -> bool:
        return code == "?" or (piece != "J" and code[1:] in (piece[0], piece[1:]))

    choices = product(*([piece for piece in left if may_be(code, piece)] for code in codes))
    return [chosen for chosen in choices if all(count <= left[piece] for piece, count in Counter(chosen).items())]


def test_ranges_are_those_of_every_completion():
    chance = random.Random(7)
    impossible = 0
    for _ in range(1500):
        left = Counter({piece: chance.choice([0, 1, 1, 2]) for piece in SMALL.holds})
        hands = {name: chance.choices(CODES, k=chance.randint(0, 2)) for name in "ABC"}
        weights = {piece: chance.choice([0, 1, 2, 3, 25]) for piece in SMALL.holds}
        counted = chance.sample("ABC", chance.randint(1, 3))
        completions = Completions(
            SMALL, left, {name: [SMALL.unknown_tiles[code] for code in hand] for name, hand in hands.items()}
        )
        found = every_completion(left, [code for hand in hands.values() for code in hand])
        assert completions.are_possible() == bool(found)
        if not found:
            impossible += 1
            continue
        holders = [name for name, hand in hands.items() for _ in hand]
        sums = [
            sum(weights[piece] for piece, holder in zip(chosen, holders, strict=True) if holder in counted)
            for chosen in found
        ]
        assert completions.range_of(weights.__getitem__, counted) == (min(sums), max(sums)), (left, hands, weights)
    assert 100 < impossible < 1400, "both happen"


def test_a_box_of_unknown_tiles_has_one_sum():
    box = Box(colours="RBKY", numbers=range(1, 14), copies=2, jokers=2)
    completions = Completions(box, box.holds, {"A": [box.unknown_tiles["?"]] * 106})
    assert completions.range_of(lambda piece: box.tiles[piece].number, ["A"]) == (8 * 91, 8 * 91)
