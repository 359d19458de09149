"""Hands with unknown numbers: the least and the greatest worth of their best stretch, against every completion."""

import random
from collections.abc import Iterator
from itertools import permutations

import pytest

from rummy_referee.engine.completions import Range
from rummy_referee.engine.unknown_order.hands import PartialHand, can_be_in_order, can_be_out_of_order, find_highest
from rummy_referee.engine.unknown_order.lowest import MAX_STEPS, find_lowest

UNKNOWN = Range(1, 4)


def best_by_trying(numbers: list[int], worth: list[int]) -> int:
    """The most that neighbouring cards are worth which all rise or all fall."""
    best = 0
    for way in (1, -1):
        so_far = 0
        for place, number in enumerate(numbers):
            goes_on = place > 0 and (number - numbers[place - 1]) * way > 0
            so_far = so_far + worth[place] if goes_on else worth[place]
            best = max(best, so_far)
    return best


def every_completion(hand: PartialHand) -> Iterator[list[int]]:
    """Every assignment of numbers to the unknown cards."""
    for chosen in permutations(hand.free, hand.unknown):
        drawn = iter(chosen)
        yield [next(drawn) if number is None else number for number in hand.numbers]


def draw_hand(chance: random.Random, size: int, unknown: int, spare: int) -> PartialHand:
    """A hand, often nearly in order, with some unknown numbers; the numbers not shown are free."""
    numbers: list[int | None] = list(chance.sample(range(size + spare), size))
    if chance.random() < 0.5:
        numbers.sort(key=lambda number: number or 0, reverse=chance.random() < 0.5)
    for place in chance.sample(range(size), unknown):
        numbers[place] = None
    heaviest = chance.choice([1, 2, 4])
    counts = [chance.randint(1, heaviest) for _ in numbers]
    symbols = [
        UNKNOWN if number is None or chance.random() < 0.1 else Range(count, count)
        for number, count in zip(numbers, counts, strict=True)
    ]
    free = sorted(set(range(size + spare)) - set(numbers))
    return PartialHand(tuple(numbers), tuple(symbols), tuple(free))


def test_ranges_are_those_of_every_completion():
    chance = random.Random(111)
    for _ in range(1200):
        unknown = chance.choice([1, 1, 2, 2, 3, 3, 4])
        spare = chance.randint(0, {1: 9, 2: 6, 3: 3, 4: 2}[unknown])
        hand = draw_hand(chance, chance.randint(max(2, unknown), 10), unknown, spare)
        fewest, most = [count.low for count in hand.symbols], [count.high for count in hand.symbols]
        completed = list(every_completion(hand))
        lowest = find_lowest(hand)
        assert lowest.points == min(best_by_trying(numbers, fewest) for numbers in completed), hand
        assert lowest.proven
        highest = find_highest(hand)
        assert highest.points == max(best_by_trying(numbers, most) for numbers in completed), hand
        assert highest.points == sum(most[highest.start : highest.end]), hand
        ordered = [numbers in (sorted(numbers), sorted(numbers, reverse=True)) for numbers in completed]
        assert can_be_in_order(hand) == any(ordered), hand
        if len(hand.numbers) >= 4:
            assert can_be_out_of_order(hand) == (not all(ordered)), hand


@pytest.mark.parametrize("size", [2, 3, 12, 60])
def test_an_unknown_hand_can_go_up_and_down_in_turn(size):
    hand = PartialHand((None,) * size, (UNKNOWN,) * size, tuple(range(size)))
    assert find_lowest(hand).points == 2
    assert find_highest(hand) == (4 * size, 0, size)


def test_two_unknown_cards_do_not_get_the_same_number():
    """4 ? 5 ? 6 goes up and down with 1 and 2; where only 1 is below, the other card must lie between or above."""
    cards = (Range(1, 1), UNKNOWN, Range(1, 1), UNKNOWN, Range(1, 1))
    assert find_lowest(PartialHand((40, None, 50, None, 60), cards, (1, 2))).points == 2
    assert find_lowest(PartialHand((40, None, 50, None, 60), cards, (1, 55))).points == 3


def draw_scarce_hand(chance: random.Random) -> PartialHand:
    """A large hand, every other card unknown, and hardly more free numbers than needed: a hard matching."""
    size, spare = chance.choice([40, 70, 98]), chance.choice([0, 1, 5])
    total = size + spare
    free = set(chance.sample(range(total), size // 2 + spare))
    read = [number for number in range(total) if number not in free]
    if chance.random() < 0.5:
        chance.shuffle(read)
    else:
        low, high = read[: len(read) // 2], read[len(read) // 2 :]
        read = [number for pair in zip(high, [*low, -1], strict=False) for number in pair if number >= 0]
    places = iter(read)
    numbers = tuple(None if place % 2 else next(places) for place in range(size))
    heaviest = chance.choice([2, 4])
    symbols = (UNKNOWN if number is None else Range(*[chance.randint(1, heaviest)] * 2) for number in numbers)
    return PartialHand(numbers, tuple(symbols), tuple(sorted(free)))


def test_large_hands_with_hardly_enough_numbers_take_a_small_part_of_the_steps():
    chance = random.Random(5)
    found = [find_lowest(draw_scarce_hand(chance)) for _ in range(150)]
    assert all(lowest.proven for lowest in found)
    assert max(lowest.steps for lowest in found) < MAX_STEPS / 2


def test_past_the_bound_on_steps_the_least_is_not_said_to_be_more_than_it_is():
    chance = random.Random(12)
    unproven = 0
    for _ in range(100):
        hand = draw_scarce_hand(chance)
        bounded, lowest = find_lowest(hand, max_steps=60), find_lowest(hand)
        unproven += not bounded.proven
        assert bounded.points <= lowest.points
        assert bounded.points == lowest.points or not bounded.proven
    assert unproven
