"""Hands of which some tiles could not be read: what they can be filled with, compared with every way to fill them."""

import random
from collections import Counter
from itertools import permutations

from service.solver.counted_steps import Steps
from service.solver.leftovers.filled_melds import LeastSearch
from service.solver.leftovers.left_beside import LeftBeside
from service.solver.leftovers.unread_hands import UnreadHand
from service.solver.leftovers.unread_tiles import UnreadTiles, may_be
from service.variants.gin_rummy.combinations import BOX
from service.variants.gin_rummy.laying_down import LAYING
from service.variants.gin_rummy.unread.seats import WHOLE_BOX

TILES = list(WHOLE_BOX)


def tiles(codes: str):
    return tuple(BOX.tiles.get(code) or BOX.unread[code] for code in codes.split())


def test_half_read_tiles_are_matched_as_if_every_order_were_tried():
    rng = random.Random("matching")
    near = [tile for tile in TILES if tile.number <= 3]
    outcomes = set()
    for _ in range(400):
        size = rng.randint(1, 4)
        unread = [rng.choice(tiles("? ?R ?B ?1 ?2 ?3")) for _ in range(size)]
        fill = tuple(rng.choice(near) for _ in range(rng.randint(1, size)))
        wanted = any(all(map(may_be, order, fill)) for order in permutations(unread))
        assert UnreadTiles(unread).fits(fill) == wanted, (unread, fill)
        outcomes.add(wanted)
    assert outcomes == {True, False}


def test_tiles_are_spared_for_others_who_hold_the_number():
    left = {**WHOLE_BOX, **dict.fromkeys(tiles("R1 B1 K1"), 0)}
    hand = UnreadHand(LAYING, (), UnreadTiles(tiles("? ? ?")), left, spared={1: 1})
    assert hand.can_be(tiles("Y1"))
    assert not hand.can_be(tiles("Y1 Y1"))
    assert hand.complete((), hand.rising) == tiles("Y1 Y1 R2")
    assert hand.complete_sparing((), hand.rising) == tiles("Y1 R2 R2")


def test_sparing_gives_way_where_there_is_nothing_else():
    left = dict.fromkeys(TILES, 0) | dict.fromkeys(tiles("R1 B1"), 1)
    hand = UnreadHand(LAYING, (), UnreadTiles(tiles("? ?")), left, spared={1: 1})
    assert hand.complete_sparing((), hand.rising) == tiles("R1 B1")


def test_a_half_read_tile_is_of_the_number_that_was_read():
    hand = UnreadHand(LAYING, tiles("R4 B4"), UnreadTiles(tiles("?4 ?5 ?R")), WHOLE_BOX)
    assert hand.held == (Counter({4: 3, 5: 1}), 1)
    assert hand.find_least_by_numbers(()) == 5
    assert hand.find_least_by_numbers((5,)) == 0
    assert UnreadHand(LAYING, tiles("R4 B4"), UnreadTiles(tiles("?4 ?9")), WHOLE_BOX).find_least_by_numbers(()) == 9


def test_tiles_to_fill_come_to_no_less_than_others_leave_of_low_numbers():
    unread = UnreadTiles(tiles("? ? ?R ?13"))
    assert UnreadHand(LAYING, (), unread, WHOLE_BOX).bound_sums() == (1 + 1 + 1 + 13, 13 * 4)
    hand = UnreadHand(LAYING, (), unread, WHOLE_BOX, spared={1: 7, 2: 7, 13: 6})
    assert hand.bound_sums() == (1 + 2 + 3 + 13, 13 + 13 + 12 + 12)


def test_no_way_to_fill_a_hand_comes_to_less_or_more_than_its_numbers_tell():
    rng = random.Random("sums")
    near = [tile for tile in TILES if tile.number <= 4]
    for _ in range(150):
        left = {tile: rng.randint(0, 2) if tile in near else 0 for tile in TILES}
        unread = UnreadTiles([rng.choice(tiles("? ? ?R ?1 ?2 ?3")) for _ in range(rng.randint(1, 4))])
        spared = {number: rng.randint(0, 2) for number in (1, 2, 3)}
        hand = UnreadHand(LAYING, (), unread, left, spared=spared)
        low, high = hand.bound_sums()
        for fill in hand.fills((), None, Steps(10**6)):
            assert low <= sum(tile.number for tile in fill) <= high, (unread, left, spared)


def test_numbers_that_a_hand_cannot_reach_are_not_added_to_melds_of_others():
    lying = LeftBeside(LAYING, [tiles("R6 R7 R8"), tiles("B6 B7 B8")])
    hand = UnreadHand(LAYING, (), UnreadTiles(tiles("?1 ?1 ?5 ?9 ?10")), WHOLE_BOX)
    search = LeastSearch(LAYING, hand, lying, Steps(10**6))
    assert [points for points in range(12) if search.may_leave(points)] == [2, 7, 11]
    blank = UnreadHand(LAYING, (), UnreadTiles(tiles("?1 ? ? ? ?5")), WHOLE_BOX)
    assert LeastSearch(LAYING, blank, lying, Steps(10**6)).may_leave(0)
