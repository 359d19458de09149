"""What the hands of a round of Gin-Rummy may hold, put as clauses."""

from collections import Counter
from collections.abc import Mapping, Sequence

from service.engine.sat import TRUE, Clauses, Literal, Number
from service.tiles.tile import Tile
from service.variants.gin_rummy.combinations import BOX
from service.variants.gin_rummy.unread.seats import WHOLE_BOX, Seat

Hand = Mapping[Tile, Number]
"""How many of each tile a player has."""


def put_hands(clauses: Clauses, seats: Sequence[Seat]) -> list[Hand]:
    """The hands of all players, who share the box."""
    free = Counter(WHOLE_BOX)
    for seat in seats:
        free.subtract(seat.read)
    hands = [_put_hand(clauses, seat, free) for seat in seats]
    for tile, copies in WHOLE_BOX.items():
        if free[tile] > 0 and sum(len(hand[tile]) for hand in hands) > copies:
            clauses.add_up([hand[tile] for hand in hands], copies, is_limit=True)
    return hands


def _put_hand(clauses: Clauses, seat: Seat, free: Mapping[Tile, int]) -> Hand:
    """A hand: what was read, and each unread tile is one of those that it may be and that are nowhere to be seen."""
    read = Counter(seat.read)
    filled: dict[str, dict[int, list[Literal]]] = {code: {number: [] for number in BOX.numbers} for code in seat.unread}
    hand: dict[Tile, Number] = {}
    for tile in sorted(WHOLE_BOX, key=lambda tile: -tile.number):
        codes = [code for code in seat.unread if BOX.can_be(BOX.unknown_tiles[code], tile.piece)]
        more = min(free[tile], sum(seat.unread[code] for code in codes))
        hand[tile] = clauses.make_number(read[tile] + max(0, more), read[tile])
        for literal in hand[tile][read[tile] :]:
            _fill(clauses, literal, [filled[code][tile.number] for code in codes])
    for code, of_numbers in filled.items():
        so_many: Number = ()
        for literals in reversed(of_numbers.values()):
            of_number = clauses.add_up([(literal,) for literal in literals], seat.unread[code], is_limit=True)
            so_many = clauses.add_up([so_many, of_number], seat.unread[code], is_limit=True)
        clauses.equate(so_many, (TRUE,) * seat.unread[code])
    return hand


def _fill(clauses: Clauses, held: Literal, filled: Sequence[list[Literal]]) -> None:
    """A tile that is held, and was not read, is just one unread tile, of one of these kinds."""
    if len(filled) == 1:
        filled[0].append(held)
        return
    kinds = [clauses.make_variable() for _ in filled]
    clauses.put(-held, *kinds)
    for place, kind in enumerate(kinds):
        clauses.put(-kind, held)
        for other in kinds[:place]:
            clauses.put(-kind, -other)
        filled[place].append(kind)
