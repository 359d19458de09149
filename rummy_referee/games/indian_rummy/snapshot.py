"""The position as the player on turn sees it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rummy_referee.games.indian_rummy.cards import HAND, OUT, WILD, IndianRummyOptions
from rummy_referee.games.indian_rummy.faults import turned_up_covered
from rummy_referee.rules import discard_pile, records
from rummy_referee.rules.faults import fact_not_of_phase, hand_size_not_of_phase, player_out, round_over
from rummy_referee.rules.positions import Position
from rummy_referee.rules.turns import Meld
from rummy_referee.rules.violations import Violation
from rummy_referee.tiles.tile import Tile

TAKE, DISCARD = "take", "discard"
MOST_PLAYERS = 6


@dataclass(frozen=True, slots=True)
class IndianRummySnapshot:
    """What the player on turn sees."""

    wild: Tile = records.tile(WILD)
    hand: Meld = records.tiles("The hand of the player on turn: 13 cards before taking one, 14 after it.")
    discard_top: Tile | None = records.tile_or_none("The top card of the discard pile; null if there is no pile.")
    discard_count: int = records.count("The number of cards in the discard pile, including its top card.")
    stock: int = records.count("The number of cards face down.")
    players: int = records.count(
        "The number of players still in the deal, with this one.", minimum=1, maximum=MOST_PLAYERS
    )
    phase: str | None = records.phase()
    first_turn: bool = records.flag("Whether the player has not taken a card in this deal yet.", False)
    turned_up: bool = records.flag("Whether the top of the discard pile is the card turned up at the deal.", False)
    out: str | None = records.choice_or_none("How the player has left the deal; null for a player who is in.", *OUT)


IndianRummyPosition = Position[IndianRummyOptions, IndianRummySnapshot, Any]


def check_snapshot(position: IndianRummyPosition) -> Iterator[Violation]:
    """The size of the hand and the other fields fit the phase, and the player is in the deal."""
    snapshot = position.snapshot
    phase, size = snapshot.phase or TAKE, len(snapshot.hand)
    expected = HAND + (phase == DISCARD)
    if size and size != expected:
        yield position.violation(hand_size_not_of_phase(phase=phase, expected=expected, actual=size), "/hand")
    yield from discard_pile.check_pile(position)
    if snapshot.first_turn and phase == DISCARD:
        yield position.violation(fact_not_of_phase(phase=phase), "/first_turn")
    if snapshot.turned_up and snapshot.discard_count != 1:
        yield position.violation(turned_up_covered(count=snapshot.discard_count), "/turned_up")
    if snapshot.out is not None:
        yield position.violation(player_out(), "/out")
    if snapshot.players < 2:
        yield position.violation(round_over(), "/players")
