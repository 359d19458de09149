"""Set packing against trying every family of sets."""

import random
from itertools import combinations

import pytest

from rummy_referee.engine.steps.packing import PackedCards, Packing, pack_cards, unpack_cards
from rummy_referee.engine.work import OutOfStepsError, Steps

KINDS = 7


def random_cards(chance: random.Random) -> PackedCards:
    return pack_cards([kind for kind in range(KINDS) for _ in range(chance.choice([0, 1, 1, 2]))])


def random_sets(chance: random.Random) -> list[PackedCards]:
    return [pack_cards(chance.sample(range(KINDS), chance.randint(1, 4))) for _ in range(chance.randint(0, 6))]


def weigh(cards: PackedCards, weights: list[int]) -> int:
    return sum(weights[kind] for kind in unpack_cards(cards))


def find_every_rest(cards: PackedCards, sets: list[PackedCards]) -> list[list[int]]:
    """What each family of disjoint sets leaves of the cards; a set may be used twice."""
    rests = []
    for size in range(len(sets) * 2 + 1):
        for chosen in set(combinations(sorted(sets * 2), size)):
            left = list(unpack_cards(cards))
            try:
                for one in chosen:
                    for kind in unpack_cards(one):
                        left.remove(kind)
            except ValueError:
                continue
            rests.append(left)
    return rests


def test_packed_cards_can_be_unpacked():
    assert list(unpack_cards(pack_cards([3, 0, 3]))) == [0, 3, 3]


@pytest.mark.parametrize("seed", range(3))
def test_the_least_weight_is_left(seed):
    chance = random.Random(f"packing {seed}")
    for _ in range(25):
        cards, sets = random_cards(chance), random_sets(chance)
        weights = [chance.choice([0, 1, 1, 2]) for _ in range(KINDS)]
        rests = find_every_rest(cards, sets)
        least = min(sum(weights[kind] for kind in rest) for rest in rests)
        packing = Packing(sets, weights, Steps(10_000))
        assert packing.find_left([cards], 0, least - 1) is None
        left = packing.find_left([cards], 0, least + chance.randint(0, 3))
        assert left is not None
        assert list(unpack_cards(left)) in rests
        assert weigh(left, weights) == least


def test_of_several_choices_the_one_that_leaves_the_least_is_taken():
    packing = Packing([pack_cards([0, 1])], [1, 1, 1], Steps(100))
    assert packing.find_left([pack_cards([0, 2]), pack_cards([0, 1, 2])], 0, 5) == pack_cards([2])
    assert packing.find_left([], 0, 5) is None


def test_a_light_enough_result_is_returned_at_once():
    packing = Packing([pack_cards([0, 1])], [1, 1, 1], Steps(100))
    assert packing.find_left([pack_cards([0, 2]), pack_cards([0, 1, 2])], 2, 5) == pack_cards([0, 2])


def test_a_bound_on_work_ends_the_search():
    packing = Packing([pack_cards([0, 1])], [1, 1, 1], Steps(0))
    with pytest.raises(OutOfStepsError):
        packing.find_left([pack_cards([0, 1])], 0, 5)
