"""The cards of Indian rummy, its options, and the melds of a deal."""

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from rummy_referee.engine.round_wild_arrange import RoundWildArranger
from rummy_referee.engine.subset_melds import CountedHand, count_hand
from rummy_referee.melds.joker_melds import JokerMelds
from rummy_referee.melds.round_wild_melds import RoundWildMelds
from rummy_referee.rules import records
from rummy_referee.rules.options import choice, flag, whole_number
from rummy_referee.tiles.box import JOKER
from rummy_referee.tiles.playing_cards import ACES_COUNT_TEN, pack_of_cards
from rummy_referee.tiles.tile import Tile

BOX = pack_of_cards(2, jokers=2, values=ACES_COUNT_TEN, wild_by_round=True)
HAND = 13
FULL_COUNT = 80
"""The most that a hand counts, and what a wrong declaration costs."""
FEWEST_SEQUENCES = 2
FIRST_DROP, MIDDLE_DROP, WRONG_DECLARATION = OUT = ("first_drop", "middle_drop", "wrong_declaration")
"""How a player leaves a deal."""
DROPS, DROPS_OF_201 = (20, 40), (25, 50)
HIGHER_LIMIT = 201
WILD = "The card turned up under the stock: every card of its rank may be a joker; the aces, if it is a printed joker."


@dataclass(frozen=True, slots=True)
class IndianRummyOptions:
    """The kind of play, and what differs between tables."""

    play: Literal["points", "pool", "deals"] = choice("points", "pool", "deals", scores=True)
    pool_limit: int = whole_number(101, minimum=101, maximum=HIGHER_LIMIT, scores=True)
    deals: int = whole_number(2, minimum=1, maximum=20, scores=True)
    point_value: int = whole_number(1, minimum=1, maximum=100_000, scores=True)
    rounds: int | None = whole_number(None, minimum=1, maximum=1000, scores=True)
    rejoin: bool = flag(True, scores=True)
    first_drop: int | None = whole_number(None, minimum=0, maximum=FULL_COUNT, scores=True)
    middle_drop: int | None = whole_number(None, minimum=0, maximum=FULL_COUNT, scores=True)
    pure_sequence_protects: bool = flag(False, scores=True)
    take_jokers: bool = flag(False)
    minimum_points: int = whole_number(0, minimum=0, maximum=FULL_COUNT, scores=True)


@dataclass(frozen=True, slots=True)
class DealFacts:
    """What is turned up for a deal."""

    wild: Tile = records.tile(WILD)


def is_joker(tile: Tile, wild: Tile) -> bool:
    """Whether a card may be used as a joker in a deal."""
    return tile.piece == JOKER or tile.number == find_wild_rank(wild)


def find_wild_rank(wild: Tile) -> int:
    """The rank of which every card may be used as a joker; the ace after a printed joker."""
    return wild.number or 1


@lru_cache(maxsize=13)
def melds_of(wild_rank: int) -> RoundWildMelds:
    """The melds of a deal with this wild rank."""
    wild = frozenset(piece for piece in BOX.holds if BOX.tiles[piece].number == wild_rank)
    return RoundWildMelds(BOX, JokerMelds(BOX, ace_high=True), wild, values=False, purity=True)


@lru_cache(maxsize=13)
def arranger_of(wild_rank: int) -> RoundWildArranger:
    """Arranges cards in a deal with this wild rank."""
    return RoundWildArranger(melds_of(wild_rank))


def count(hand: Collection[Tile], wild: Tile, options: IndianRummyOptions) -> CountedHand:
    """The least that a hand counts in a deal, and without each of its cards."""
    return count_hand(hand, find_wild_rank(wild), pure_protects=options.pure_sequence_protects)


def points_of_drop(options: IndianRummyOptions, out: str) -> int:
    """What it costs to leave a deal in this way."""
    if out == WRONG_DECLARATION:
        return FULL_COUNT
    is_first = out == FIRST_DROP
    agreed = options.first_drop if is_first else options.middle_drop
    return usual_drops(options)[not is_first] if agreed is None else agreed


def usual_drops(options: IndianRummyOptions) -> tuple[int, int]:
    """What the first and the middle drop cost if nothing else is agreed."""
    return DROPS_OF_201 if options.play == "pool" and options.pool_limit >= HIGHER_LIMIT else DROPS


def count_piece(piece: str) -> int:
    """What a card counts that is not wild; a printed joker counts nothing."""
    return 0 if piece == JOKER else BOX.tiles[piece].points
