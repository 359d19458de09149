"""Whether a player of Gin-Rummy may have the lowest count, before unread tiles are filled: a no must be certain."""

from collections import Counter
from random import Random

import pytest

from service.solver.counted_steps import Steps
from service.tiles.tile import Tile
from service.variants.gin_rummy.combinations import BOX
from service.variants.gin_rummy.laying_down import GinHand
from service.variants.gin_rummy.unread.covering.remembered import Remembered
from service.variants.gin_rummy.unread.covering.wandering import MOST_STEPS, GivenUpError, Wandering
from service.variants.gin_rummy.unread.prospects import Prospects
from service.variants.gin_rummy.unread.seats import WHOLE_BOX, read_seat
from service.variants.gin_rummy.unread.ways import Standing


def read(codes: str) -> tuple[Tile, ...]:
    return tuple(BOX.tiles.get(code) or BOX.unread[code] for code in codes.split())


def find_prospects(
    hands: tuple[str, ...], missing: int, *chosen: str, most_steps: int = 10**6
) -> tuple[Prospects, Standing]:
    """What may be of some hands, where the declarer has chosen some melds and may meld so many tiles beside."""
    seats = [
        read_seat(index, GinHand(name, read(hand)))
        for index, (name, hand) in enumerate(zip("ABCD", hands, strict=False))
    ]
    left = Counter(WHOLE_BOX)
    for seat in seats:
        left.subtract(seat.known)
    return Prospects(seats, Steps(most_steps)), Standing((), left, 0, tuple(map(read, chosen)), missing)


# Some hands, what the last may be left with at most, and whether that player may win with it.
LAST_OF_MANY = {
    "who comes later adds farther out: a seven, and then an eight": (
        (
            "R4 R5 R6 K8 K1 K2 K3 B1 B2 ?3",
            "R7 B7 B9 B11 B13 K7 K9 K11 K13 Y13",
            "R8 B8 B10 B12 K8 K10 K12 Y11 Y12 Y13",
            "R9 Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9",
        ),
        7,
        True,
    ),
    "the eight would have to be added before the seven": (
        (
            "R4 R5 R6 K8 K1 K2 K3 B1 B2 ?3",
            "R8 B7 B9 B11 B13 K7 K9 K11 K13 Y13",
            "R7 B8 B10 B12 K8 K10 K12 Y11 Y12 Y13",
            "R9 Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9",
        ),
        7,
        False,
    ),
    "a group of three takes a tile": (
        ("K4 K5 K6 R10 R11 R12 B5 B6 B7 ?", "R2 K2 Y2 K13 B9 B11 B13 K9 K11 Y13", "B2 Y4 Y5 Y6 Y7 Y8 Y9 Y10 Y11 Y12"),
        1,
        True,
    ),
    "what fits at an own group is laid there": (
        ("K4 K5 K6 R10 R11 R12 B5 B6 B7 ?", "R2 K2 Y2 B2 B9 B11 B13 K9 K11 Y13", "B2 Y4 Y5 Y6 Y7 Y8 Y9 Y10 Y11 Y12"),
        1,
        False,
    ),
    "or it lies in another meld": (
        ("K4 K5 K6 R10 R11 R12 B8 B9 B10 ?", "R2 K2 Y2 B2 B3 B4 B13 K9 K11 Y13", "B2 Y4 Y5 Y6 Y7 Y8 Y9 Y10 Y11 Y12"),
        1,
        True,
    ),
    "those between are left with more": (
        ("B3 B4 B5 K4 K5 K6 R11 R12 R13 ?", "R5 R6 R7 B9 B10 B11 Y1 Y2 Y3 Y13", "R8 B12 Y4 K1 K8 K9 K10 K11 K12 K13"),
        1,
        True,
    ),
    "those between are left with no more": (
        ("B3 B4 B5 K4 K5 K6 R11 R12 R13 ?", "R5 R6 R7 B9 B10 B11 Y1 Y2 Y3 B1", "R8 B12 Y4 K1 K8 K9 K10 K11 K12 K13"),
        1,
        False,
    ),
    "seven ones are groups, whatever their colours": (
        ("R8 K8 Y8 B6 B7 B8 B9 B10 ?1 ?2", "?1 ?1 ?1 ?1 ?1 ?1 ?1 ?2 ?2 ?2", "R5 R6 R7 Y9 Y10 Y11 Y12 Y13 ?2 ?2"),
        2,
        False,
    ),
    "a run that takes a three has none, and the declarer is left with one": (
        ("?2 ?2 ?2 ?3 R4 R5 R6 R10 R11 R12", "R8 R13 B7 B9 B11 B13 K7 K9 K11 K13", "R3 K3 Y6 Y7 Y8 Y9 Y10 Y11 Y12 Y13"),
        3,
        False,
    ),
    "the declarer has more than three": (
        ("?2 ?2 ?2 ?4 R4 R5 R6 R10 R11 R12", "R8 R13 B7 B9 B11 B13 K7 K9 K11 K13", "R3 K3 Y6 Y7 Y8 Y9 Y10 Y11 Y12 Y13"),
        3,
        True,
    ),
}


# The same, where another who comes before has such a tile as the last adds: that one may not leave it.
KEPT_FREE = {
    "who comes between adds what fits": (
        ("R2 K2 Y2 K4 K5 K6 R10 R11 R12 ?", "B2 B9 B11 B13 K9 K11 K13 R5 R7 Y13", "B2 Y4 Y5 Y6 Y7 Y8 Y9 Y10 Y11 Y12"),
        1,
        False,
    ),
    "or has it in an own meld": (
        ("R2 K2 Y2 K4 K5 K6 R10 R11 R12 ?", "B2 ?3 ?4 B13 K9 K11 K13 R5 R7 Y13", "B2 Y4 Y5 Y6 Y7 Y8 Y9 Y10 Y11 Y12"),
        1,
        True,
    ),
    "or adds it elsewhere": (
        ("R2 K2 Y2 B3 B4 B5 R10 R11 R12 ?", "B2 B9 B11 B13 K9 K11 K13 R5 R7 Y13", "B2 Y4 Y5 Y6 Y7 Y8 Y9 Y10 Y11 Y12"),
        1,
        True,
    ),
    "or elsewhere at one of many melds": (
        ("R2 K2 Y2 ? ? ? R10 R11 R12 ?", "B2 B9 B11 B13 K9 K11 K13 R5 R7 Y13", "B2 Y4 Y5 Y6 Y7 Y8 Y9 Y10 Y11 Y12"),
        1,
        True,
    ),
    "what fits at an own group is added elsewhere with one more beyond": (
        ("K4 K5 K6 R10 R11 R12 B4 B5 B6 ?", "R2 K2 Y2 B2 B1 B9 B11 B13 K9 Y13", "B2 Y4 Y5 Y6 Y7 Y8 Y9 Y10 Y11 Y12"),
        1,
        True,
    ),
    "but nobody has what lies between": (
        ("K4 K5 K6 R10 R11 R12 B5 B6 B7 ?", "R2 K2 Y2 B2 B1 B9 B11 B13 K9 Y13", "B2 Y4 Y5 Y6 Y7 Y8 Y9 Y10 Y11 Y12"),
        1,
        False,
    ),
    "who comes between adds an eight after a seven": (
        (
            "R4 R5 R6 K8 K1 K2 K3 B1 B2 ?3",
            "R7 B7 B9 B11 B13 K7 K9 K11 K13 Y13",
            "R8 R11 R13 B6 B10 B12 K10 K12 Y11 Y12",
            "R8 Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9",
        ),
        7,
        False,
    ),
    "or has the eight in an own run": (
        (
            "R4 R5 R6 K8 K1 K2 K3 B1 B2 ?3",
            "R7 B7 B9 B11 B13 K7 K9 K11 K13 Y13",
            "R8 R9 R10 B6 B10 B12 K10 K12 Y11 Y12",
            "R8 Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9",
        ),
        7,
        True,
    ),
    "both add a one, and the first is left with nothing": (
        (
            "R2 R3 R4 B1 K1 Y1 R7 R8 R9 ?",
            "R1 B9 B10 B11 B12 Y8 Y9 Y10 Y11 Y12",
            "R1 K5 K6 K7 K8 K9 K10 K11 K12 K13",
        ),
        0,
        False,
    ),
    "both add a one, and the first is left with a thirteen": (
        (
            "R2 R3 R4 B1 K1 Y1 R7 R8 R9 ?",
            "R1 R13 B10 B11 B12 Y8 Y9 Y10 Y11 Y12",
            "R1 K5 K6 K7 K8 K9 K10 K11 K12 K13",
        ),
        0,
        True,
    ),
}


@pytest.mark.parametrize("name", LAST_OF_MANY | KEPT_FREE)
def test_who_may_win_by_tiles_at_melds_of_others(name):
    hands, most, expected = (LAST_OF_MANY | KEPT_FREE)[name]
    prospects, standing = find_prospects(hands, 10)
    assert prospects.may_leave(len(hands) - 1, most, 1, standing) == expected


def test_that_nothing_lies_at_melds_that_cannot_be_declared_is_soon_said():
    """With nine left the declarer has a run from the yellow eight on and low blue tiles, and no more."""
    hands = ("? B1 ? B3 ?8 K1 ? ? ?8 Y12", "?1 ?1 ?5 ?2 ?3 ?4 ?5 ?6 ?2 ?5", "R7 R8 ?9 ?2 ?3 ?4 B4 ?3 Y3 ?3")
    prospects, standing = find_prospects(hands, 10, most_steps=60_000)
    assert not prospects.may_leave(1, 8, 1, standing)


def test_the_second_is_left_with_as_much_as_the_declarer_at_the_only_melds_that_can_be():
    hands = ("? B1 ? B3 ?8 K1 ? ? ?8 Y12", "?1 ?1 ?5 ?2 ?3 ?4 ?5 ?6 ?2 ?5", "R7 R8 ?9 ?2 ?3 ?4 B4 ?3 Y3 ?3")
    prospects, standing = find_prospects(hands, 10)
    assert prospects.may_leave(1, 9, 0, standing)


def test_a_tile_may_lie_in_a_chosen_meld_to_which_nobody_can_add():
    """The last tile of the second player lies at a group of the declarer, who has such a tile in a run."""
    hands = ("R10 R11 B10 B11 K10 ?K Y9 Y10 ?Y Y11", "?1 R5 ?B B2 B5 K1 K5 Y2 Y5 Y10")
    prospects, standing = find_prospects(hands, 3, "R11 B11 K11 Y11", "Y9 Y10 Y11")
    assert prospects.may_leave(1, 4, -4, standing)


@pytest.mark.parametrize(
    ("first", "second", "left"),
    [
        ("?1 R10 R10 B10 B10 K1 K10 K10 ?1 Y10", "R9 B1 B1 B4 B5 B6 B9 K9 Y9 Y10", 1),
        ("R8 R10 R10 ?8 B10 K8 ?10 K10 Y10 Y10", "R8 B8 B10 K8 K9 K11 K12 K13 Y8 Y8", 9),
        ("?3 ?3 ?3 ?3 K3 ?3 ?3 Y6 Y7 ?8 ?9", "R11 R11 B11 K3 K11 Y5 Y5 Y10 Y11 Y11", 5),
    ],
)
def test_the_declarer_may_have_a_group_of_four_beside_one_of_three_to_which_another_adds(first, second, left):
    prospects, standing = find_prospects((first, second), len(first.split()))
    assert prospects.may_leave(1, left, -left, standing)


@pytest.mark.parametrize(("tile", "expected"), [("B3", False), ("B2", True), ("?2", True), ("?B", True), ("?3", False)])
def test_a_tile_is_not_left_beside_a_group_to_which_nobody_adds_it_before(tile, expected):
    hands = (
        "R2 K2 Y2 K4 K5 K6 R10 R11 R12 ?",
        f"{tile} B9 B11 B13 K9 K11 K13 Y13 R7 R5",
        "B2 Y4 Y5 Y6 Y7 Y8 Y9 Y10 Y11 Y12",
    )
    prospects, standing = find_prospects(hands, 6, "R2 K2 Y2")
    assert prospects.may_leave_more(2, 0, standing) == expected


def test_a_way_that_takes_many_steps_is_given_up():
    steps = Steps(10**6)
    wandering = Wandering(Random(0), steps)
    wandering.turn()
    steps.take(MOST_STEPS)
    wandering.turn()
    steps.take()
    with pytest.raises(GivenUpError):
        wandering.turn()


def test_what_is_asked_for_again_is_found_whole_while_others_still_ask():
    found = Remembered(iter("abcd"))
    first = iter(found)
    assert next(first) == "a"
    assert list(zip(found, "abc", strict=False)) == [("a", "a"), ("b", "b"), ("c", "c")]
    assert list(first) == ["b", "c", "d"]
    assert list(found) == ["a", "b", "c", "d"]
