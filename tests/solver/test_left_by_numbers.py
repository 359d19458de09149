"""What may be left of a hand by its numbers alone: nothing that can really be left is overlooked."""

import random
from collections import Counter
from itertools import product

import pytest

from service.solver.leftovers.left_by_numbers import find_sums_by_numbers, find_sums_of_few
from service.solver.leftovers.left_of_number import find_most_left
from service.variants.gin_rummy.combinations import BOX
from tests.solver.every_melding import every_melding

NOBODY = (False,) * 13
PAIRS = [(colour, number) for colour in range(4) for number in BOX.numbers] * 2


def count(numbers: list[int]) -> tuple[int, ...]:
    held = Counter(numbers)
    return tuple(held[number] for number in BOX.numbers)


@pytest.mark.parametrize(
    ("numbers", "sums"),
    [
        ([], {0}),
        ([5], {5}),
        ([5, 5, 5], {0, 15}),
        ([5, 5, 5, 5], {0, 5, 20}),
        ([3, 4, 5, 5], {5, 17}),
        ([1, 2, 3, 4, 4, 4], {0, 6, 8, 9, 12, 18}),
    ],
)
def test_all_sums_that_may_be_left_are_found(numbers, sums):
    found = find_sums_by_numbers(count(numbers), NOBODY, 0)
    assert {points for points in range(found.bit_length()) if found >> points & 1} == sums


def test_whatever_can_be_left_of_a_hand_may_be_left_by_its_numbers():
    rng = random.Random("numbers")
    for _ in range(150):
        low = rng.randint(1, 9)
        near = [tile for tile in PAIRS if low <= tile[1] < low + 5]
        hand = rng.sample(near, rng.randint(3, 9))
        hidden = rng.randint(0, 2)
        held = count([number for _, number in hand[hidden:]])
        found = find_sums_by_numbers(held, NOBODY, hidden)
        for points, _, _ in every_melding(hand):
            assert found >> points & 1, (hand, hidden, points)


def test_tiles_at_melds_of_others_need_not_be_left():
    hosted = tuple(number == 7 for number in BOX.numbers)
    assert find_sums_by_numbers(count([7, 7, 9]), hosted, 0) == 1 << 9 | 1 << 16 | 1 << 23


@pytest.mark.parametrize("tiles", range(9))
def test_no_more_of_a_number_can_be_left_whatever_the_colours_are(tiles):
    most = 0
    for copies in product(range(3), repeat=4):
        if sum(copies) == tiles:
            hand = [(colour, 1) for colour, own in enumerate(copies) for _ in range(own)]
            most = max(most, min(points for points, _, _ in every_melding(hand)))
    assert find_most_left((0,) * 4, (2,) * 4, (0,) * 4)[tiles] == most


@pytest.mark.parametrize(
    ("numbers", "unknown", "tiles", "sums"),
    [
        ([5, 5, 5], 0, 0, {0}),
        ([5, 5, 5], 0, 3, {15}),
        ([5, 5, 5], 0, 1, set()),
        ([3, 4, 5, 5], 0, 1, {5}),
        ([3, 4, 5, 5, 9], 0, 2, {14}),
        ([1, 2], 1, 0, {0}),
        ([1, 4], 1, 0, set()),
        ([1, 4, 5], 1, 1, {1}),
    ],
)
def test_just_so_many_tiles_may_be_left(numbers, unknown, tiles, sums):
    found = find_sums_of_few(count(numbers), (8,) * 13, unknown, tiles)
    assert {points for points in range(found.bit_length()) if found >> points & 1} == sums


def test_an_unknown_tile_is_none_of_which_nothing_is_free():
    free = tuple(0 if number == 3 else 8 for number in BOX.numbers)
    assert find_sums_of_few(count([1, 2]), free, 1, 0) == 0
    assert find_sums_of_few(count([4, 5]), free, 1, 0) == 1


def test_whatever_can_be_left_in_just_so_many_tiles_may_be_by_the_numbers():
    rng = random.Random("few")
    checked = 0
    for _ in range(150):
        low = rng.randint(1, 9)
        near = [tile for tile in PAIRS if low <= tile[1] < low + 4]
        hand = rng.sample(near, rng.randint(3, 10))
        hidden = rng.randint(0, min(4, len(hand)))
        held, free = (count([number for _, number in part]) for part in (hand[hidden:], hand[:hidden]))
        for points, left, _ in every_melding(hand):
            checked += 1
            assert find_sums_of_few(held, free, hidden, left) >> points & 1, (hand, hidden, points)
    assert checked > 300
