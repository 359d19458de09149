"""Exchange arguments: the components in which one layout of a hand is better than another."""

from collections import Counter

from rummy_referee.games.gin_rummy.core.combinations import BOX, COMBINATIONS
from rummy_referee.rules.knock_rummy.unknown_tiles.exchanges import LayoutExchange, find_exchanges
from rummy_referee.rules.knock_rummy.unknown_tiles.layouts import DOWN, GROUP, UP, End, Layout
from rummy_referee.rules.turns import Meld


def meld(codes: str) -> Meld:
    return tuple(BOX.tiles[code] for code in codes.split())


def layout(*melds: str, lay_offs: tuple[tuple[str, int], ...] = ()) -> Layout:
    return Layout(Counter(map(meld, melds)), Counter(End(BOX.tiles[code], side) for code, side in lay_offs))


def test_each_component_that_is_better_is_an_exchange_of_its_own():
    laid = layout("R1 R2 R3", "K9 K10 K11", "Y5 Y6 Y7")
    best = layout("R1 R2 R3 R4", "B9 K9 Y9", "Y5 Y6 Y7")
    worse_by_itself = LayoutExchange(layout("K9 K10 K11"), layout("B9 K9 Y9"))
    assert not worse_by_itself.is_better
    assert list(find_exchanges(COMBINATIONS, laid, best)) == [LayoutExchange(layout("R1 R2 R3"), layout("R1 R2 R3 R4"))]


def test_tiles_laid_off_one_after_the_other_are_one_component():
    laid = layout(lay_offs=(("R4", UP), ("R5", UP)))
    best = layout("R5 B5 K5", lay_offs=(("R4", GROUP),))
    (exchange,) = find_exchanges(COMBINATIONS, laid, best)
    assert exchange == LayoutExchange(laid, best)
    assert exchange.lacking == Counter(meld("B5 K5"))
    assert exchange.needs_others


def test_of_layouts_with_equal_worth_the_first_is_better_in_these_colours_only():
    exchange = LayoutExchange(layout("R3 B3 K3", "R1 R2 Y3"), layout("R1 R2 R3", "B3 K3 Y3"))
    assert exchange.is_better
    assert not exchange.is_worth_more
    assert list(exchange.find_recoloured(BOX)) == [exchange]


def test_an_exchange_that_is_worth_more_holds_in_all_colours():
    exchange = LayoutExchange(layout("R1 R2 R3"), layout("R1 R2 R3 R4"))
    runs = {next(iter(recoloured.worse.melds)) for recoloured in exchange.find_recoloured(BOX)}
    assert runs == {meld(f"{colour}1 {colour}2 {colour}3") for colour in BOX.colours}


def test_tiles_that_are_melded_may_have_been_deadwood_or_laid_off():
    exchange = LayoutExchange(layout("R1 R2 R3 R4", lay_offs=(("K4", DOWN),)), layout("R1 R2 R3", "R4 B4 K4"))
    general = exchange.generalise()
    assert general == LayoutExchange(layout("R1 R2 R3 R4"), layout("R1 R2 R3", "R4 B4 K4"))
    assert general.lacking == Counter(meld("B4 K4"))
    assert not general.needs_others


def test_an_exchange_that_drops_a_tile_or_lays_off_is_not_generalised():
    assert LayoutExchange(layout("R1 R2 R3"), layout("R3 B3 K3")).generalise() is None
    assert (
        LayoutExchange(layout(lay_offs=(("R4", UP),)), layout(lay_offs=(("R4", UP), ("R5", UP)))).generalise() is None
    )
    twice = LayoutExchange(layout("R1 B1 K1"), Layout(Counter({meld("R1 B1 K1"): 1, meld("R1 R2 R3"): 2}), Counter()))
    assert twice.generalise() is None
