"""What is better than another way to lay a hand of Gin-Rummy, part by part."""

from collections import Counter

from service.rules.turns import Meld
from service.variants.gin_rummy.combinations import BOX
from service.variants.gin_rummy.unread.clauses.ends import BESIDE, DOWN, UP, End
from service.variants.gin_rummy.unread.exchanges import Exchange, Way, find_exchanges


def meld(codes: str) -> Meld:
    return tuple(BOX.tiles[code] for code in codes.split())


def way(*melds: str, added: tuple[tuple[str, int], ...] = ()) -> Way:
    return Way(Counter(map(meld, melds)), Counter(End(BOX.tiles[code], side) for code, side in added))


def test_each_part_that_is_better_is_an_exchange_of_its_own():
    laid = way("R1 R2 R3", "K9 K10 K11", "Y5 Y6 Y7")
    best = way("R1 R2 R3 R4", "B9 K9 Y9", "Y5 Y6 Y7")
    worse_by_itself = Exchange(way("K9 K10 K11"), way("B9 K9 Y9"))
    assert not worse_by_itself.is_better
    assert list(find_exchanges(laid, best)) == [Exchange(way("R1 R2 R3"), way("R1 R2 R3 R4"))]


def test_tiles_that_are_added_one_after_the_other_are_one_part():
    laid = way(added=(("R4", UP), ("R5", UP)))
    best = way("R5 B5 K5", added=(("R4", BESIDE),))
    (exchange,) = find_exchanges(laid, best)
    assert exchange == Exchange(laid, best)
    assert exchange.lacking == Counter(meld("B5 K5"))
    assert exchange.needs_others


def test_of_ways_that_are_worth_the_same_the_first_is_better_in_just_these_colours():
    exchange = Exchange(way("R3 B3 K3", "R1 R2 Y3"), way("R1 R2 R3", "B3 K3 Y3"))
    assert exchange.is_better
    assert not exchange.is_worth_more
    assert list(exchange.find_alike()) == [exchange]


def test_what_is_worth_more_is_so_in_all_colours():
    exchange = Exchange(way("R1 R2 R3"), way("R1 R2 R3 R4"))
    rows = {next(iter(alike.worse.melds)) for alike in exchange.find_alike()}
    assert rows == {meld(f"{colour}1 {colour}2 {colour}3") for colour in BOX.colours}


def test_what_comes_into_own_melds_may_have_been_left_or_added():
    exchange = Exchange(way("R1 R2 R3 R4", added=(("K4", DOWN),)), way("R1 R2 R3", "R4 B4 K4"))
    loose = exchange.loosen()
    assert loose == Exchange(way("R1 R2 R3 R4"), way("R1 R2 R3", "R4 B4 K4"))
    assert loose.lacking == Counter(meld("B4 K4"))
    assert not loose.needs_others


def test_what_lets_a_tile_go_or_is_added_is_just_better_where_it_was_found():
    assert Exchange(way("R1 R2 R3"), way("R3 B3 K3")).loosen() is None
    assert Exchange(way(added=(("R4", UP),)), way(added=(("R4", UP), ("R5", UP)))).loosen() is None
    twice = Exchange(way("R1 B1 K1"), Way(Counter({meld("R1 B1 K1"): 1, meld("R1 R2 R3"): 2}), Counter()))
    assert twice.loosen() is None
