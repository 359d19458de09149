"""The position as the player on turn sees it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rummy_referee.cached_property import cached_property
from rummy_referee.games.okey_101.combinations import HandTiles
from rummy_referee.games.okey_101.faults import nobody_opened, too_many_openings
from rummy_referee.games.okey_101.openings import OpeningMoves
from rummy_referee.games.okey_101.tiles import MELDS, MOST_PENALTIES, PAIRS, PENALTIES, Okey101Options, find_minimum
from rummy_referee.melds.pairs import MeldsOrPairs
from rummy_referee.rules import records
from rummy_referee.rules.faults import fact_not_of_phase, pile_empty, round_over, tile_not_in_hand
from rummy_referee.rules.indicator import INDICATOR, find_wild, melds_or_pairs_of
from rummy_referee.rules.positions import Position
from rummy_referee.rules.turns import Meld, PagedMoves, Table
from rummy_referee.rules.violations import Violation
from rummy_referee.tiles.tile import Tile

DRAW, PLAY = "draw", "play"
MOST_PLAYERS = 4
HIGHEST_OPENING = 1500
"""Beyond what all tiles are worth."""


@dataclass(frozen=True, slots=True)
class OtherOpening:
    """The opening of another player."""

    kind: str = records.choice("With runs and groups, or with pairs.", MELDS, PAIRS)
    value: int = records.count("The points, or the number of pairs.", maximum=HIGHEST_OPENING)


@dataclass(frozen=True, slots=True)
class Okey101Snapshot:
    """What the player on turn sees."""

    indicator: Tile = records.tile(INDICATOR)
    table: Table = records.melds("The melds on the table.")
    hand: Meld = records.tiles("The hand of the player on turn.")
    opened: str | None = records.choice_or_none(
        "How this player has opened in this round; null before that.", MELDS, PAIRS, required=True
    )
    discard_top: Tile | None = records.tile_or_none(
        "The last discard of the player before, as long as it lies there; null if there is none."
    )
    stock: int = records.count("The number of tiles face down.")
    players: int = records.count("The number of players.", minimum=2, maximum=MOST_PLAYERS, default=MOST_PLAYERS)
    openings: tuple[OtherOpening, ...] = records.some_records(
        "The openings of the other players in this round that count for raising.", OtherOpening, most=MOST_PLAYERS
    )
    phase: str | None = records.phase()
    taken: Tile | None = records.mentioned_tile(
        "The tile that was taken from the discards in this turn and is not used yet, or null."
    )
    returned: bool = records.flag("Whether a tile was put back on the discards in this turn.", False)
    opened_now: bool = records.flag("Whether this player has opened in this turn.", False)
    penalties: tuple[str, ...] = records.some_choices(
        "What this player has incurred in this round.", *PENALTIES, most=MOST_PENALTIES
    )


@dataclass(frozen=True, eq=False)
class Okey101Position(Position[Okey101Options, Okey101Snapshot, Any]):
    """A snapshot with what its searches need."""

    @cached_property
    def wild(self) -> Tile:
        """The okey of the round."""
        return find_wild(self.snapshot.indicator)

    @cached_property
    def melds(self) -> MeldsOrPairs:
        """The melds of the round."""
        return melds_or_pairs_of(self.wild)

    @cached_property
    def tiles(self) -> HandTiles:
        """The tiles of the hand by face."""
        return HandTiles(self.snapshot.hand, self.wild)

    @cached_property
    def minimum(self) -> tuple[int, int]:
        """What an opening needs: points, pairs."""
        return find_minimum(self.options, [(opening.kind, opening.value) for opening in self.snapshot.openings])

    @cached_property
    def opens(self) -> OpeningMoves:
        """The openings that the hand allows."""
        return OpeningMoves(self.tiles, self.melds, self.minimum, self.snapshot.taken)

    @property
    def paged(self) -> PagedMoves[Any]:
        """The openings."""
        return self.opens

    def is_used(self, laid: Meld) -> bool:
        """Whether the tile taken from the discards is used when these tiles are laid."""
        taken = self.snapshot.taken
        return taken is None or taken.piece in [tile.piece for tile in laid]

    def keeps_enough(self, laid: Meld) -> bool:
        """Whether a tile stays for the discard. It is not the taken one: that is used later or put back."""
        is_pending = self.snapshot.opened is not None and not self.is_used(laid)
        return len(laid) + is_pending < len(self.snapshot.hand)


def check_snapshot(position: Okey101Position) -> Iterator[Violation]:
    """The fields fit the phase and each other."""
    snapshot = position.snapshot
    phase = snapshot.phase or DRAW
    if len(snapshot.openings) > snapshot.players - 1:
        fault = too_many_openings(maximum=snapshot.players - 1, actual=len(snapshot.openings))
        yield position.violation(fault, "/openings")
    if snapshot.table and not snapshot.opened and not snapshot.openings:
        yield position.violation(nobody_opened(), "/table")
    if phase == DRAW and not snapshot.stock:
        yield position.violation(round_over(), "/stock")
    if snapshot.taken is not None and phase == DRAW:
        yield position.violation(fact_not_of_phase(phase=phase), "/taken")
    elif snapshot.taken is not None and snapshot.taken.piece not in position.pieces:
        yield position.violation(tile_not_in_hand(tile=snapshot.taken.piece), "/taken")
    elif snapshot.taken is not None and len(snapshot.hand) == 1:
        yield position.violation(round_over(), "/hand")
    if snapshot.returned and phase == PLAY:
        yield position.violation(fact_not_of_phase(phase=phase), "/returned")
    if snapshot.returned and phase == DRAW and snapshot.discard_top is None:
        yield position.violation(pile_empty(), "/returned")
    if snapshot.opened_now and (phase == DRAW or snapshot.opened is None):
        yield position.violation(fact_not_of_phase(phase=phase), "/opened_now")
