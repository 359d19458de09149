"""Names of states of a round of Gin-Rummy: the same where the same can come, and else not."""

from collections import Counter
from collections.abc import Hashable

from service.solver.fillings import Range
from service.tiles.tile import Tile
from service.variants.gin_rummy.combinations import BOX
from service.variants.gin_rummy.counting import LITTLE
from service.variants.gin_rummy.laying_down import GinHand, ToldLayOff
from service.variants.gin_rummy.unread.alike_colours import AlikeColours
from service.variants.gin_rummy.unread.covering.alike_ways import AlikeWays
from service.variants.gin_rummy.unread.outcomes import State
from service.variants.gin_rummy.unread.seats import WHOLE_BOX, Seat, read_seat
from service.variants.gin_rummy.unread.state_names import StateNames
from service.variants.gin_rummy.unread.ways import Standing, Way, find_ends


def tiles(codes: str) -> tuple[Tile, ...]:
    return tuple(BOX.tiles.get(code) or BOX.unread[code] for code in codes.split())


def seats(*hands: str, lay_offs: tuple[ToldLayOff, ...] | None = None) -> list[Seat]:
    entries = [GinHand(str(place), tiles(hand), None, None) for place, hand in enumerate(hands)]
    if lay_offs:
        entries[-1] = GinHand(entries[-1].player, entries[-1].hand, None, lay_offs)
    return [read_seat(place, entry) for place, entry in enumerate(entries)]


def name(own: list[Seat], *melds: str, rest: str = "") -> Hashable:
    """The name of the state after the declarer has laid these melds and has these tiles left."""
    left = Counter(WHOLE_BOX)
    for seat in own[1:]:
        left.subtract(seat.known)
    left.subtract(tile for meld in (*melds, rest) for tile in tiles(meld))
    state = State((Range(0, 9),), LITTLE, {"0": tuple(map(tiles, melds))}, left)
    return StateNames(own, AlikeColours(own)).name(state)


READ = seats("? ? ?", "R2 R6 B9", "K6 K7 Y1 ?3")


def test_melds_to_which_nobody_can_add_make_no_difference():
    assert name(READ, "R3 R4 R5", "B11 K11 Y11") == name(READ, "R3 R4 R5", "Y10 Y11 Y12")
    assert name(READ, "R3 R4 R5", rest="B8") == name(READ, "R3 R4 R5", rest="Y8")


def test_melds_to_which_somebody_may_add_make_one():
    names = {
        name(READ, "R3 R4 R5"),  # takes R2 and R6
        name(READ, "R7 R8 R9"),  # R6 below, and then R5
        name(READ, "B6 K6 Y6"),  # R6 alone
        name(READ, "R3 R4 R5 R6"),  # R2, and no other R6
        name(READ, "Y4 Y5 Y6"),  # Y3, which may be the unread three
        name(READ, "B11 K11 Y11"),
    }
    assert len(names) == 6


def test_tiles_that_somebody_may_hold_make_a_difference_when_they_are_gone():
    assert name(READ, "B11 K11 Y11", rest="R3") != name(READ, "B11 K11 Y11", rest="R4")
    assert name(READ, "B11 K11 Y11", rest="R8") == name(READ, "B11 K11 Y11", rest="R4")


def test_where_additions_are_told_all_melds_count():
    told = seats("? ? ?", "R2 R6 B9", "K6 Y1", lay_offs=(ToldLayOff("0", 0, tiles("Y1")),))
    assert name(told, "B11 K11 Y11") != name(told, "Y11 Y12 Y13")


def test_colours_change_places_before_the_last_player_of_whom_just_numbers_were_read():
    two = seats("?3 ?4 ?5", "?3 ?3 ?7 B2")
    assert name(two, "R3 R4 R5", "K3 K4 K5") == name(two, "Y3 Y4 Y5", "R3 R4 R5")
    assert name(two, "R3 R4 R5", "K3 K4 K5") != name(two, "R3 R4 R5", "R3 R4 R5")
    assert name(two, "R3 R4 R5", "K3 K4 K5") != name(two, "R3 R4 R5", "B3 B4 B5"), "blue was read"
    three = seats("?3 ?4 ?5", "?3 ?3 ?7 B2", "?8")
    assert name(three, "R3 R4 R5") != name(three, "Y3 Y4 Y5"), "of equal melds the first by colour are laid"


def way(fill: str, held: str, *, lies: str = "") -> Way:
    ends = sorted(end for meld in (held, lies) if meld for end in find_ends(1, tiles(meld)))
    return Way((), tiles(fill), ((tiles(held),),), tuple(ends), 0)


def test_ways_that_differ_in_alike_colours_have_one_name():
    standing = Standing((), WHOLE_BOX, 0, (), 10)
    alike = AlikeWays(("R", "K", "Y"), standing)
    assert alike.name(way("R6 K9", "R3 R4 R5")) == alike.name(way("Y6 R9", "Y3 Y4 Y5"))
    assert alike.name(way("R6 K9", "R3 R4 R5")) != alike.name(way("K6 K9", "R3 R4 R5"))
    assert alike.name(way("R6 K9", "R3 R4 R5")) != alike.name(way("B6 K9", "B3 B4 B5"))
    assert alike.name(way("R6", "R4 K4 Y4")) == alike.name(way("Y6", "R4 K4 Y4"))
    assert alike.name(way("R6", "R4 K4 B4")) != alike.name(way("Y6", "R4 K4 B4")), "the group lacks the yellow one"


def test_colours_are_no_longer_alike_once_something_lies():
    left = Counter(WHOLE_BOX)
    left.subtract(tiles("R3 R4 R5"))
    alike = AlikeWays(("R", "K", "Y"), Standing((tiles("R3 R4 R5"),), left, 1, (), 10))
    assert alike.name(way("K6", "K7 K8 K9")) == alike.name(way("Y6", "Y7 Y8 Y9"))
    assert alike.name(way("K6", "K7 K8 K9")) != alike.name(way("R6", "R7 R8 R9"))
