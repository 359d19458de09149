"""SAT encoding of the hands: each unknown tile is a tile that it can be, and all hands come from one box."""

from collections import Counter
from collections.abc import Mapping, Sequence

from rummy_referee.engine.sat import TRUE, Formula, Literal, Number
from rummy_referee.rules.knock_rummy.combinations import Combinations
from rummy_referee.rules.knock_rummy.unknown_tiles.seats import Seat
from rummy_referee.tiles.box import Box
from rummy_referee.tiles.tile import Tile

Hand = Mapping[Tile, Number]
"""How many of each tile a player has."""


def encode_hands(formula: Formula, combinations: Combinations, seats: Sequence[Seat]) -> list[Hand]:
    """The hands of all players."""
    free = Counter(combinations.tiles)
    for seat in seats:
        free.subtract(seat.known)
    hands = [_encode_hand(formula, combinations.box, seat, free) for seat in seats]
    for tile, copies in combinations.tiles.items():
        if free[tile] > 0 and sum(len(hand[tile]) for hand in hands) > copies:
            formula.totalize([hand[tile] for hand in hands], copies, is_limit=True)
    return hands


def _encode_hand(formula: Formula, box: Box, seat: Seat, free: Mapping[Tile, int]) -> Hand:
    """A hand: the known tiles, and for each unknown one a free tile that it can be."""
    known = Counter(seat.known)
    completed: dict[str, dict[int, list[Literal]]] = {
        code: {number: [] for number in box.numbers} for code in seat.unknown
    }
    hand: dict[Tile, Number] = {}
    for tile in sorted(box.faces.values(), key=lambda tile: -tile.number):
        codes = [code for code in seat.unknown if box.can_be(box.unknown_tiles[code], tile.piece)]
        more = min(free[tile], sum(seat.unknown[code] for code in codes))
        hand[tile] = formula.new_number(known[tile] + max(0, more), known[tile])
        for literal in hand[tile][known[tile] :]:
            _match(formula, literal, [completed[code][tile.number] for code in codes])
    for code, by_number in completed.items():
        count: Number = ()
        for literals in reversed(by_number.values()):
            of_number = formula.totalize([(literal,) for literal in literals], seat.unknown[code], is_limit=True)
            count = formula.totalize([count, of_number], seat.unknown[code], is_limit=True)
        formula.equate(count, (TRUE,) * seat.unknown[code])
    return hand


def _match(formula: Formula, held: Literal, completed: Sequence[list[Literal]]) -> None:
    """A held tile that is not known completes exactly one unknown tile, of one of these kinds."""
    if len(completed) == 1:
        completed[0].append(held)
        return
    kinds = [formula.new_variable() for _ in completed]
    formula.add_clause(-held, *kinds)
    for place, kind in enumerate(kinds):
        formula.add_clause(-kind, held)
        for other in kinds[:place]:
            formula.add_clause(-kind, -other)
        completed[place].append(kind)
