"""The minimum deadwood of hands, ties included: compared with every melding."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from rummy_referee.engine.arrange import JokerArranger
from rummy_referee.engine.deadwood.minimum import Melding, MinimumDeadwood
from rummy_referee.melds.joker_melds import JokerMelds
from rummy_referee.tiles.box import Box
from rummy_referee.tiles.tile import Tile
from tests.engine.every_melding import MELDS, Meld, Pair, code, every_melding, pair

BOX = Box(colours="RBKY", numbers=range(1, 14), copies=2)
SEARCH = MinimumDeadwood(BOX)
ALL_PAIRS = [pair(code) for code, copies in BOX.holds.items() for _ in range(copies)]
PARTS = 10
HANDS_A_PART = 10_000


def tiles(hand: Sequence[Pair]) -> list[Tile]:
    return [BOX.tiles[code(tile)] for tile in hand]


def hand_of(codes: str) -> list[Tile]:
    return [BOX.tiles[code] for code in codes.split()]


def codes_of(melding: Melding | None) -> str:
    """``R1 R2 R3 · B5 K5 Y5 | K13`` is two melds, and a tile left."""
    if melding is None:
        return "none"
    melds = " · ".join(" ".join(tile.code for tile in meld) for meld in melding.melds)
    return f"{melds} | {' '.join(tile.code for tile in melding.left)}".strip()


def ranked(melding: Melding) -> tuple[int, int, list[Meld]]:
    melds = [tuple(pair(tile.code) for tile in meld) for meld in melding.melds]
    return melding.points, len(melding.left), melds


def random_hands(seed: object, count: int) -> Iterator[list[Pair]]:
    """Hands of ten and eleven: from the whole box, or from few numbers or colours, where much can be melded."""
    rng = random.Random(f"{seed}")
    for _ in range(count):
        low = rng.randint(1, 10)
        few_numbers = range(low, low + rng.randint(3, 6))
        few_colours = rng.sample(range(4), rng.choice((1, 2, 2, 3)))
        among = {
            "all": ALL_PAIRS,
            "numbers": [tile for tile in ALL_PAIRS if tile[1] in few_numbers],
            "colours": [tile for tile in ALL_PAIRS if tile[0] in few_colours],
        }[rng.choice(("all", "all", "numbers", "colours"))]
        yield rng.sample(among, rng.choice((10, 11)))


@pytest.mark.parametrize("part", range(PARTS))
def test_no_melding_has_less_deadwood(part):
    for hand in random_hands(part, HANDS_A_PART):
        meldings = every_melding(hand)
        assert ranked(SEARCH.meld(tiles(hand))) == min(meldings), hand
        just = [melding for melding in meldings if len(hand) - melding[1] in (8, 9)]
        found = SEARCH.meld_just(tiles(hand), (8, 9))
        assert (found and ranked(found)) == min(just, default=None), hand


def neighbours(tile: Pair, hand: Sequence[Pair]) -> int:
    """How many other tiles can be in a meld of three with a tile."""
    return sum(any({tile, other} < set(meld) and len(meld) == 3 for meld in MELDS) for other in set(hand))


def test_the_best_discard_leaves_the_least_and_of_equals_goes_the_loneliest_then_the_highest():
    for hand in random_hands("discards", 1_000):
        expected = []
        for tile in sorted(set(hand)):
            rest = sorted(hand)
            rest.remove(tile)
            expected.append((tile, min(every_melding(rest))))
        least = min(melding[:2] for _, melding in expected)
        equal = [choice for choice in expected if choice[1][:2] == least]
        best = SEARCH.discard(tiles(hand))
        assert (pair(best.tile.code), ranked(best.melding)) == min(
            equal, key=lambda choice: (neighbours(choice[0], hand), -choice[0][1])
        )


@pytest.mark.parametrize(
    ("hand", "melding"),
    [
        ("R7 B7 K7 Y7 R8 R9 K1 K3 K5 Y13", "R7 R8 R9 · B7 K7 Y7 | K1 K3 K5 Y13"),
        ("R1 R2 R3 R4 R5 R6 R7 R8 R9 R10", "R1 R2 R3 · R4 R5 R6 · R7 R8 R9 R10 |"),
        ("R1 R1 R2 R2 R3 R3 R4 K9 K9 Y9", "R1 R2 R3 · R1 R2 R3 R4 | K9 K9 Y9"),
        ("R12 R13 R1 B1 K3 K5 Y7 Y9 B11 K13", "| R1 R12 R13 B1 B11 K3 K5 K13 Y7 Y9"),
        ("R5 R5 B5 B5 K5 Y5 R9 B12 K1 K3", "R5 B5 K5 · R5 B5 Y5 | R9 B12 K1 K3"),
    ],
    ids=["a tile for two melds", "a long run is split", "two copies", "no run round the corner", "two groups"],
)
def test_melding_of_a_worked_hand(hand, melding):
    assert codes_of(SEARCH.meld(hand_of(hand))) == melding


def test_points_come_before_tiles_and_tiles_before_the_order_of_melds():
    dear = "B11 B12 B13 K13 Y13"  # either the run or the group, which is worth more
    assert codes_of(SEARCH.meld(hand_of(dear))) == "B13 K13 Y13 | B11 B12"
    twelve_left = "R3 B2 B3 B4 K2 K3 K5 Y2 Y3 Y3"  # or R3 K3 Y3 · B2 B3 B4 | K2 K5 Y2 Y3, also twelve
    assert codes_of(SEARCH.meld(hand_of(twelve_left))) == "R3 B3 K3 Y3 · B2 K2 Y2 | B4 K5 Y3"
    even = "B9 K9 R9 R8 R10"
    assert codes_of(SEARCH.meld(hand_of(even))) == "R8 R9 R10 | B9 K9"


def test_eight_or_nine_can_be_melded_where_the_least_is_left_by_ten():
    ten = hand_of("R1 R2 R3 R4 B5 B6 B7 K9 B9 Y9")
    assert codes_of(SEARCH.meld(ten)) == "R1 R2 R3 R4 · B5 B6 B7 · B9 K9 Y9 |"
    assert codes_of(SEARCH.meld_just(ten, (8, 9))) == "R2 R3 R4 · B5 B6 B7 · B9 K9 Y9 | R1"
    assert codes_of(SEARCH.meld_just(ten, (5,))) == "none"


def test_other_points_for_the_numbers_give_another_least():
    codes = "B11 B12 B13 K13 Y13 R11"
    court_at_ten = replace(BOX, values=tuple(min(number, 10) for number in BOX.numbers))
    found = MinimumDeadwood(court_at_ten).meld([court_at_ten.tiles[code] for code in codes.split()])
    assert codes_of(SEARCH.meld(hand_of(codes))) == "B13 K13 Y13 | R11 B11 B12"
    assert codes_of(found) == "B11 B12 B13 | R11 K13 Y13"


def test_where_all_tiles_count_the_same_the_fewest_are_left():
    box = replace(BOX, values=(1,) * len(BOX.numbers))
    arranger, search = JokerArranger(JokerMelds(box)), MinimumDeadwood(box)
    rng = random.Random("all the same")
    for _ in range(400):
        hand = [box.tiles[tile.code] for tile in tiles(rng.sample(ALL_PAIRS, rng.randint(10, 16)))]
        fewest = arranger.arrange(hand, False)
        assert fewest.proven
        assert search.meld(hand).points == len(fewest.left)


@pytest.mark.parametrize("search", [SEARCH.meld, SEARCH.discard, lambda hand: SEARCH.meld_just(hand, (8, 9))])
def test_a_hand_with_too_many_choices_of_groups_is_refused(search):
    with pytest.raises(ValueError, match="17 tiles"):
        search(tiles(ALL_PAIRS[:17]))


def test_a_box_with_jokers_is_refused():
    with pytest.raises(ValueError, match="without wild tiles"):
        MinimumDeadwood(Box(colours="RBKY", numbers=range(1, 14), jokers=2))
