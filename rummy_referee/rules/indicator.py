"""Games with an indicator: an open tile that makes the next tile of its colour wild. False jokers are that tile."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from rummy_referee.melds.joker_melds import JokerMelds
from rummy_referee.melds.pairs import MeldsOrPairs
from rummy_referee.melds.round_wild_melds import RoundWildMelds
from rummy_referee.rules import records
from rummy_referee.rules.faults import indicator_unfit
from rummy_referee.rules.turns import Meld, in_order
from rummy_referee.rules.violations import Cite, Violation, make_violation
from rummy_referee.tiles.box import FALSE_JOKER, Box
from rummy_referee.tiles.tile import Tile

COLOURS, NUMBERS = "RBKY", range(1, 14)
BOX = Box(COLOURS, NUMBERS, copies=2, false_jokers=2, wild_by_round=True)
WITH_JOKERS = Box(COLOURS, NUMBERS, copies=2, jokers=2)
"""The same tiles with jokers instead of the two wild ones, which the false jokers replace."""
INDICATOR = (
    "The tile turned up at the deal. The tile of its colour one higher (1 after 13) is the okey, which is wild. A "
    "false joker `F` is an ordinary tile with the face of the okey."
)


@dataclass(frozen=True, slots=True)
class IndicatorFacts:
    """What is turned up for a round."""

    indicator: Tile = records.tile(INDICATOR)


def find_wild(indicator: Tile) -> Tile:
    """The wild tile of a round. An indicator that cannot be one gives any."""
    number = indicator.number % NUMBERS[-1] + 1
    return BOX.faces[indicator.colour or COLOURS[0], number]


@lru_cache(maxsize=128)
def melds_of(wild: Tile, *, ace_high: bool = False, values: bool = True) -> RoundWildMelds:
    """Runs and groups in a round with this wild tile."""
    melds = JokerMelds(WITH_JOKERS, ace_high=ace_high)
    return RoundWildMelds(BOX, melds, frozenset({wild.piece}), {FALSE_JOKER: wild.piece}, values=values)


@lru_cache(maxsize=128)
def melds_or_pairs_of(wild: Tile, *, ace_high: bool = False, values: bool = True) -> MeldsOrPairs:
    """The same, and pairs."""
    return MeldsOrPairs(melds_of(wild, ace_high=ace_high, values=values))


@lru_cache(maxsize=4096)
def find_shortest_with(melds: RoundWildMelds, tile: Tile) -> Sequence[frozenset[Tile]]:
    """The runs and groups of three with a tile, without okeys."""
    face = WITH_JOKERS.tiles[melds.faces.get(tile.piece, tile.piece)]
    own = {piece: code for code, piece in melds.faces.items()}
    return [
        frozenset(BOX.tiles[own.get(one.code, one.code)] for one in meld)
        for meld in melds.melds.find_shortest_with(face)
    ]


def may_turn_up(piece: str) -> bool:
    """Whether a piece can be the indicator: a false joker is put back."""
    return piece != FALSE_JOKER


def check_facts(facts: Any, cite: Cite) -> Iterator[Violation]:
    """The indicator is a tile with a number."""
    if facts.indicator.piece == FALSE_JOKER:
        yield make_violation(cite, indicator_unfit(tile=FALSE_JOKER), "/indicator")


# --- hands ------------------------------------------------------------------------------------------------------------

Face = tuple[str, int]


class HandByFace:
    """A hand by face: the false jokers have that of the okey, and the okeys are counted apart."""

    def __init__(self, hand: Meld, wild: Tile) -> None:
        self.hand = hand
        self.wild = wild
        self.okeys = sum(tile.piece == wild.piece for tile in hand)
        self.faces: Counter[Face] = Counter(self.face_of(tile) for tile in hand if tile.piece != wild.piece)

    def face_of(self, tile: Tile) -> Face:
        """The colour and the number of a tile that is not an okey."""
        face = self.wild if tile.piece == FALSE_JOKER else tile.face
        return face.colour, face.number

    def tile_of(self, face: Face) -> Tile:
        """The tile with a face that is not an okey."""
        return BOX.tiles[FALSE_JOKER] if face == (self.wild.colour, self.wild.number) else BOX.faces[face]

    def name(self, faces: Collection[Face], okeys: int) -> Meld:
        """Tiles of these faces, and okeys."""
        return (*in_order(map(self.tile_of, faces)), *[self.wild] * okeys)
