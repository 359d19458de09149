"""Packing pieces against trying every set of them."""

import random
from itertools import combinations

import pytest

from service.engine.steps.packing import Counted, Packing, count_cards, list_kinds
from service.engine.work import OutOfStepsError, Steps

KINDS = 7


def random_cards(chance: random.Random) -> Counted:
    return count_cards([kind for kind in range(KINDS) for _ in range(chance.choice([0, 1, 1, 2]))])


def random_pieces(chance: random.Random) -> list[Counted]:
    return [count_cards(chance.sample(range(KINDS), chance.randint(1, 4))) for _ in range(chance.randint(0, 6))]


def weigh(cards: Counted, weights: list[int]) -> int:
    return sum(weights[kind] for kind in list_kinds(cards))


def find_every_rest(cards: Counted, pieces: list[Counted]) -> list[list[int]]:
    """What is left by each set of pieces that the cards have; a piece may be laid twice."""
    rests = []
    for size in range(len(pieces) * 2 + 1):
        for chosen in set(combinations(sorted(pieces * 2), size)):
            left = list(list_kinds(cards))
            try:
                for piece in chosen:
                    for kind in list_kinds(piece):
                        left.remove(kind)
            except ValueError:
                continue
            rests.append(left)
    return rests


def test_cards_are_counted_and_listed():
    assert list(list_kinds(count_cards([3, 0, 3]))) == [0, 3, 3]


@pytest.mark.parametrize("seed", range(3))
def test_the_least_is_left(seed):
    chance = random.Random(f"packing {seed}")
    for _ in range(25):
        cards, pieces = random_cards(chance), random_pieces(chance)
        weights = [chance.choice([0, 1, 1, 2]) for _ in range(KINDS)]
        rests = find_every_rest(cards, pieces)
        least = min(sum(weights[kind] for kind in rest) for rest in rests)
        packing = Packing(pieces, weights, Steps(10_000))
        assert packing.find_left([cards], 0, least - 1) is None
        left = packing.find_left([cards], 0, least + chance.randint(0, 3))
        assert left is not None
        assert list(list_kinds(left)) in rests
        assert weigh(left, weights) == least


def test_of_several_choices_the_one_that_leaves_the_least_is_taken():
    packing = Packing([count_cards([0, 1])], [1, 1, 1], Steps(100))
    assert packing.find_left([count_cards([0, 2]), count_cards([0, 1, 2])], 0, 5) == count_cards([2])
    assert packing.find_left([], 0, 5) is None


def test_what_is_light_enough_is_not_compared():
    packing = Packing([count_cards([0, 1])], [1, 1, 1], Steps(100))
    assert packing.find_left([count_cards([0, 2]), count_cards([0, 1, 2])], 2, 5) == count_cards([0, 2])


def test_a_bound_on_work_ends_the_search():
    packing = Packing([count_cards([0, 1])], [1, 1, 1], Steps(0))
    with pytest.raises(OutOfStepsError):
        packing.find_left([count_cards([0, 1])], 0, 5)
