"""Colours of which nothing is known in a round of Gin-Rummy."""

from service.tiles.tile import Tile
from service.variants.gin_rummy.combinations import BOX
from service.variants.gin_rummy.laying_down import GinHand, ToldLayOff
from service.variants.gin_rummy.unread.alike_colours import AlikeColours
from service.variants.gin_rummy.unread.seats import Seat, read_seat


def tiles(codes: str) -> tuple[Tile, ...]:
    return tuple(BOX.tiles.get(code) or BOX.unread[code] for code in codes.split())


def seats(*hands: str, lay_offs: tuple[ToldLayOff, ...] | None = None) -> list[Seat]:
    return [read_seat(place, GinHand(str(place), tiles(hand), None, lay_offs)) for place, hand in enumerate(hands)]


def test_melds_in_colours_that_nobody_knows_are_alike():
    alike = AlikeColours(seats("R1 ?R ?7", "? ?3 ?3"))
    assert alike.find_first((tiles("Y3 Y4 Y5"), tiles("K1 K2 K3"))) == (tiles("B1 B2 B3"), tiles("K3 K4 K5"))
    assert alike.find_first((tiles("R3 K3 Y3"),)) == (tiles("R3 B3 K3"),)


def test_melds_in_a_colour_that_was_read_are_like_no_others():
    alike = AlikeColours(seats("R1 ?B ?7", "? K3 ?Y"))
    assert alike.find_first((tiles("Y3 Y4 Y5"),)) == (tiles("Y3 Y4 Y5"),)


def test_no_colours_are_alike_where_the_order_of_melds_counts():
    alike = AlikeColours(seats("? ? ?", "R1 ? ?", lay_offs=(ToldLayOff("0", 1, tiles("R1")),)))
    assert alike.find_first((tiles("Y3 Y4 Y5"),)) == (tiles("Y3 Y4 Y5"),)
