"""Solvers for the minimum deadwood of a gin hand.

Ours is measured three times: in a box with two copies of each tile, and with one copy, where bit sets are used; there
with the melds, and only the points. ``RLCard`` is Python, ``OpenSpiel`` is C++. Both count a court card ten, and ours
is configured to do the same. Both solve hands of ten, and of eleven every discard: RLCard supports no others, and
OpenSpiel is not always minimal for eleven. Of R3 R4 R5 R6 B2 B4 B5 K5 Y2 Y4 Y5 it leaves 8, but discarding R6 leaves 7.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pyspiel
from rlcard.games.gin_rummy.utils import melding
from rlcard.games.gin_rummy.utils.utils import get_card, get_deadwood_count

from bench.gin_hands import DECK, ONE_DECK, TWO_DECKS, Hand
from rummy_referee.engine.deadwood.minimum import MinimumDeadwood

OF_TILES, OF_CARDS = MinimumDeadwood(TWO_DECKS), MinimumDeadwood(ONE_DECK)
OPEN_SPIEL = pyspiel.gin_rummy.GinRummyUtils(len(ONE_DECK.numbers), len(ONE_DECK.colours), 10)


@dataclass(frozen=True, slots=True)
class Side:
    """A solver: a hand in its own notation, and the minimum deadwood of ten tiles, or of eleven after a discard."""

    name: str
    cards: Callable[[Hand], Sequence[Any]]
    of_ten: Callable[[Any], int]
    of_eleven: Callable[[Any], int]


def of_every_discard(of_ten: Callable[[Any], int]) -> Callable[[Any], int]:
    """The minimum over all discards, for solvers of ten tiles."""
    return lambda cards: min(of_ten([*cards[:place], *cards[place + 1 :]]) for place in range(len(cards)))


def rlcard_of_ten(cards: Sequence[Any]) -> int:
    """The package finds the best melds; their deadwood is a second call."""
    best = melding.get_best_meld_clusters(cards)
    return int(get_deadwood_count(cards, best[0] if best else []))


SIDES = (
    Side(
        "ours, tiles",
        lambda hand: [TWO_DECKS.tiles[code] for code in hand],
        lambda tiles: OF_TILES.meld(tiles).points,
        lambda tiles: OF_TILES.discard(tiles).melding.points,
    ),
    Side(
        "ours, cards",
        lambda hand: [ONE_DECK.tiles[code] for code in hand],
        lambda tiles: OF_CARDS.meld(tiles).points,
        lambda tiles: OF_CARDS.discard(tiles).melding.points,
    ),
    Side(
        "ours, points",
        lambda hand: [ONE_DECK.tiles[code] for code in hand],
        OF_CARDS.find_points,
        lambda tiles: OF_CARDS.find_discard(tiles)[1],
    ),
    Side(
        "RLCard",
        lambda hand: [get_card(DECK.index(code)) for code in hand],
        rlcard_of_ten,
        of_every_discard(rlcard_of_ten),
    ),
    Side(
        "OpenSpiel",
        lambda hand: [DECK.index(code) for code in hand],
        OPEN_SPIEL.min_deadwood,
        of_every_discard(OPEN_SPIEL.min_deadwood),
    ),
)
