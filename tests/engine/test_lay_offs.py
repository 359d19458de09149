"""The minimum deadwood of hands with lay-offs: compared with every melding and every lay-off."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest

from rummy_referee.engine.deadwood.lay_offs import LaidHand, LayOffs
from rummy_referee.engine.deadwood.minimum import MinimumDeadwood
from rummy_referee.tiles.box import Box
from rummy_referee.tiles.tile import Tile
from tests.engine.every_laying import Rank, additions, every_laying
from tests.engine.every_melding import MELDS, Meld, Pair, code, pair

BOX = Box(colours="RBKY", numbers=range(1, 14), copies=2)
SEARCH = LayOffs(BOX)
ALL_PAIRS = [pair(code) for code, copies in BOX.holds.items() for _ in range(copies)]


def ranked(lying: Sequence[Meld], laid: LaidHand) -> Rank:
    melds = [tuple(pair(tile.code) for tile in meld) for meld in laid.melds]
    table = [list(meld) for meld in lying]
    for lay_off in laid.lay_offs:
        table[lay_off.meld] += [pair(tile.code) for tile in lay_off.tiles]
    not_own = len(laid.left) + sum(len(lay_off.tiles) for lay_off in laid.lay_offs)
    return laid.points, len(laid.left), not_own, melds, additions(lying, [tuple(meld) for meld in table])


def random_positions(seed: str, count: int) -> Iterator[tuple[list[Pair], list[Meld]]]:
    """Hands of six to eleven with up to five melds on the table, in few colours or numbers: much can be added."""
    rng = random.Random(seed)
    while count:
        low = rng.randint(1, 8)
        numbers = range(low, low + rng.randint(4, 6)) if rng.random() < 0.7 else range(1, 14)
        colours = rng.sample(range(4), rng.randint(2, 4))
        possible = [meld for meld in MELDS if all(tile[1] in numbers and tile[0] in colours for tile in meld)]
        lying = [rng.choice(possible) for _ in range(rng.randint(0, 5))]
        left = Counter(tile for tile in ALL_PAIRS if tile[1] in numbers and tile[0] in colours)
        left.subtract(tile for meld in lying for tile in meld)
        stock = list(left.elements())
        if min(left.values()) >= 0 and len(stock) >= 6:
            yield rng.sample(stock, min(len(stock), rng.randint(6, 11))), lying
            count -= 1


def tiles(pairs: Sequence[Pair]) -> list[Tile]:
    return [BOX.tiles[code(tile)] for tile in pairs]


def hand_of(codes: str) -> list[Tile]:
    return [BOX.tiles[code] for code in codes.split()]


def lay(hand: str, *lying: str) -> str:
    """``R1 R2 R3 | 0: K4 K8 | B9``: own melds, what is added to which, what is left."""
    laid = SEARCH.lay(hand_of(hand), [hand_of(meld) for meld in lying])
    own = " · ".join(" ".join(tile.code for tile in meld) for meld in laid.melds)
    added = " · ".join(f"{off.meld}: {' '.join(tile.code for tile in off.tiles)}" for off in laid.lay_offs)
    return f"{own} | {added} | {' '.join(tile.code for tile in laid.left)}".strip()


@pytest.mark.parametrize("part", range(4))
def test_no_melds_and_lay_offs_have_less_deadwood(part):
    for hand, lying in random_positions(f"{part}", 500):
        laid = SEARCH.lay(tiles(hand), [tiles(meld) for meld in lying])
        assert ranked(lying, laid) == min(every_laying(hand, lying)), (hand, lying)
        laid_tiles = [tile for part in (*laid.melds, *(off.tiles for off in laid.lay_offs)) for tile in part]
        assert Counter([*laid_tiles, *laid.left]) == Counter(tiles(hand))


def test_without_lying_melds_it_is_the_minimum_deadwood():
    search = MinimumDeadwood(BOX)
    rng = random.Random("nothing lies")
    for _ in range(1_000):
        hand = tiles(rng.sample(ALL_PAIRS, 10))
        laid = SEARCH.lay(hand, [])
        assert (laid.melds, laid.left, laid.points, laid.lay_offs) == (*search.meld(hand), ())


@pytest.mark.parametrize(
    ("hand", "lying", "laid"),
    [
        ("R4 R5 R2 K1", ["R6 R7 R8", "B1 R1 Y1"], "| 0: R4 R5 · 1: K1 | R2"),
        ("R3 R4 R5 R9", ["R6 R7 R8"], "R3 R4 R5 | 0: R9 |"),
        ("R9 R9 R10", ["R6 R7 R8", "R6 R7 R8"], "| 0: R9 · 1: R9 R10 |"),
        ("K5 K6 K7 B13", ["R5 B5 Y5"], "K5 K6 K7 |  | B13"),
        ("K5 Y5", ["R5 B5 K5 Y5"], "|  | K5 Y5"),
        ("R13 R12 R1", ["R9 R10 R11"], "| 0: R12 R13 | R1"),
    ],
    ids=[
        "one after another",
        "own melds first",
        "two copies",
        "a run keeps its tile",
        "a full group",
        "no run goes round",
    ],
)
def test_laying_of_a_worked_hand(hand, lying, laid):
    assert lay(hand, *lying) == laid


def test_a_tile_for_each_of_many_groups_is_laid_in_time():
    groups = [f"R{number} B{number} K{number}" for number in (1, 3, 5, 7, 9, 11, 13)] * 2
    hand = " ".join(f"Y{number}" for number in (1, 1, 3, 3, 5, 5, 7, 7, 9, 9, 11, 11, 13, 13))
    laid = SEARCH.lay(hand_of(hand), [hand_of(group) for group in groups])
    assert laid.left == ()
    assert [off.meld for off in laid.lay_offs] == list(range(14))


def test_a_hand_with_too_many_choices_of_groups_is_refused():
    with pytest.raises(ValueError, match="17 tiles"):
        SEARCH.lay(tiles(ALL_PAIRS[:17]), [])
