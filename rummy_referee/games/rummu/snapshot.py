"""What the player on turn sees in Rummü, and its checks."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rummy_referee.cached_property import cached_property
from rummy_referee.engine.steps.wild_colour_steps import Loose, LyingMeld
from rummy_referee.games.rummu.combinations import MELDS, STEPS
from rummy_referee.games.rummu.faults import (
    nothing_to_take_back,
    owner_unknown,
    taken_exceeded,
)
from rummy_referee.games.rummu.teams import TEAM_PLAYERS
from rummy_referee.rules import discard_pile, records
from rummy_referee.rules.faults import no_teams_for_players, opened_already, player_unknown
from rummy_referee.rules.options import NoOptions
from rummy_referee.rules.positions import Position
from rummy_referee.rules.records import OwnedMeld
from rummy_referee.rules.turns import Meld
from rummy_referee.rules.verdicts import MAX_POINTS, check_names
from rummy_referee.rules.violations import Violation
from rummy_referee.tiles.tile import Tile


@dataclass(frozen=True, slots=True)
class RummuSnapshot:
    """A position as the player on turn sees it."""

    table: tuple[OwnedMeld, ...] = records.owned_melds("The melds on the table, each with the player who laid it.")
    hand: Meld = records.tiles("The hand of the player on turn. A pin of a yellow card in it is dropped.")
    player: str = records.name("The player on turn: one of `players`.")
    players: tuple[str, ...] = records.names("All players in seat order. Partners sit opposite.")
    score: int = records.count(
        "The points before this round: those of the player or, in a game of teams, of the team.",
        minimum=-MAX_POINTS,
        maximum=MAX_POINTS,
    )
    opened: bool = records.flag("Whether this player has laid an own meld in this round, even one taken back since.")
    stock: int = records.count("The number of cards face down.")
    discard_top: Tile | None = records.tile_or_none("The top card of the discard pile; null if there is no pile.")
    discard_count: int = records.count("The number of cards in the discard pile, including its top card.")
    teams: bool = records.flag("Whether partners play as teams: with four or six players.", default=False)
    phase: str | None = records.phase()
    taken: int = records.count("The number of cards taken from the discard pile in this turn.", default=0)


@dataclass(frozen=True, eq=False)
class RummuPosition(Position[NoOptions, RummuSnapshot, Any]):
    """A snapshot with its cards as the search for steps represents them."""

    @cached_property
    def loose(self) -> Loose:
        """The cards of the hand."""
        return STEPS.spread(STEPS.cards(self.snapshot.hand))

    @cached_property
    def lying(self) -> tuple[LyingMeld, ...]:
        """The melds on the table."""
        return tuple([STEPS.read_meld(meld.cards) for meld in self.snapshot.table])

    @cached_property
    def own_melds(self) -> tuple[int, ...]:
        """The melds of the player on turn, by their index on the table."""
        owners = enumerate(meld.owner for meld in self.snapshot.table)
        return tuple([index for index, owner in owners if owner == self.snapshot.player])

    @property
    def has_own_meld(self) -> bool:
        """Whether the player on turn has a meld on the table."""
        return bool(self.own_melds)


def can_take(snapshot: RummuSnapshot) -> bool:
    """Whether cards can be taken."""
    return snapshot.phase == "draw"


def can_lay(snapshot: RummuSnapshot) -> bool:
    """Whether cards can be laid: after a take from the stock or the pile, or where there is nothing to take."""
    nothing_to_take = not snapshot.stock and not snapshot.discard_count
    return snapshot.phase == "play" or bool(snapshot.taken) or nothing_to_take


FIRST_MELD_SIZES = {
    False: ((150, 6), (100, 5), (0, 4)),
    True: ((400, 6), (200, 5), (0, 4)),
}
"""The size of a first meld from these scores on, for one player and for teams; below, any meld."""


def first_meld_size(snapshot: RummuSnapshot) -> int:
    """The minimum size of a player's first meld in a round."""
    sizes = FIRST_MELD_SIZES[snapshot.teams]
    return next((size for bound, size in sizes if snapshot.score >= bound), MELDS.minimum)


def check_snapshot(position: RummuPosition) -> Iterator[Violation]:
    """The players are at the table, the discard pile is consistent, and the taken cards are somewhere."""
    yield from check_players(position)
    yield from check_pile(position)
    snapshot = position.snapshot
    if position.has_own_meld and not snapshot.opened:
        yield position.violation(opened_already(), "/opened")
    if not snapshot.hand and snapshot.phase == "play" and not position.has_own_meld:
        yield position.violation(nothing_to_take_back(), "/hand")


def check_players(position: RummuPosition) -> Iterator[Violation]:
    """Players have different names, everybody named is at the table, and teams are pairs."""
    snapshot = position.snapshot
    yield from check_names(snapshot.players, position.cite)
    if snapshot.player not in snapshot.players:
        yield position.violation(player_unknown(player=snapshot.player), "/player")
    for index, meld in enumerate(snapshot.table):
        if meld.owner not in snapshot.players:
            yield position.violation(owner_unknown(player=meld.owner), f"/table/{index}/owner")
    if snapshot.teams and len(snapshot.players) not in TEAM_PLAYERS:
        yield position.violation(no_teams_for_players(players=len(snapshot.players)), "/teams")


def check_pile(position: RummuPosition) -> Iterator[Violation]:
    """A discard pile has a top card; the cards taken from it are in the hand or, once cards were laid, on the table.

    There is always one card more than was taken: no turn starts with an empty hand.
    """
    snapshot = position.snapshot
    yield from discard_pile.check_pile(position)
    laid = sum(len(meld.cards) for meld in snapshot.table) if snapshot.phase == "play" else 0
    most = max(len(snapshot.hand) + laid - 1, 0)
    if snapshot.taken > most:
        yield position.violation(taken_exceeded(maximum=most, actual=snapshot.taken), "/taken")
