"""The end of a round of Gin-Rummy: who declares and in which order the others lay down."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rummy_referee.engine.deadwood.minimum import Melding
from rummy_referee.faults import Fault
from rummy_referee.games.gin_rummy.core import awards
from rummy_referee.games.gin_rummy.core.combinations import COMBINATIONS, DEADWOOD
from rummy_referee.games.gin_rummy.core.declarations import (
    BIG_GIN,
    LITTLE_GIN,
    MAX_DEADWOOD,
    find_declaration_faults,
    find_declarer_melds,
)
from rummy_referee.games.gin_rummy.core.faults import order_not_from_declarer, order_not_of_players
from rummy_referee.rules import records
from rummy_referee.rules.faults import player_unknown
from rummy_referee.rules.knock_rummy.endings import Award, Case, Ending
from rummy_referee.rules.knock_rummy.laying_down import GinHand
from rummy_referee.rules.knock_rummy.score import score_endings
from rummy_referee.rules.score import LaidDown
from rummy_referee.rules.turns import Meld
from rummy_referee.rules.violations import Violation
from rummy_referee.tiles.tile import Tile


@dataclass(frozen=True, slots=True)
class GinRoundEnd:
    """The end of a round."""

    players: tuple[GinHand, ...] = records.one_for_each_player("The players and their hands.", GinHand)
    declarer: str | None = records.name_or_none(
        "The player who declared; null if nobody did: then the round is void, whatever the sizes of the hands."
    )
    order: tuple[str, ...] | None = records.optional_names(
        "The players in turn order, the declarer first. If left out, it is the order of `players` from the declarer on."
    )
    drew: bool = records.flag("Whether the declarer had taken a tile in that turn.", default=False)


class GinEnding(Ending):
    """A declaration, after which the others lay down in turn and may lay off on all melds laid before."""

    combinations = COMBINATIONS
    codes = awards.AWARDS
    max_deadwood = MAX_DEADWOOD

    @property
    def declarer(self) -> str | None:
        """The player who declared; None if the round is void."""
        declarer: str | None = self.finished.end.declarer
        return declarer

    @property
    def _allows_little_gin(self) -> bool:
        """Whether the declarer may have melded all ten tiles: an option allows it only before taking a tile."""
        return not (self.finished.end.drew and self.finished.options.little_gin_before_take_only)

    def in_turn_order(self) -> list[tuple[int, Any]]:
        """The players in the order of the request, or from the declarer on."""
        order = self.finished.end.order
        if order is None:
            return super().in_turn_order()
        return sorted(enumerate(self.finished.players), key=lambda placed: order.index(placed[1].player))

    def check_order(self) -> Iterator[Violation]:
        """The declarer and the turn order are of the players."""
        declarer, order = self.declarer, self.finished.end.order
        names = [entry.player for entry in self.finished.players]
        if declarer is not None and declarer not in names:
            yield self.finished.violation(player_unknown(player=declarer), "/declarer")
        if order is None:
            return
        are_players = sorted(order) == sorted(names)
        if declarer in names and not (are_players and order[0] == declarer):
            yield self.finished.violation(order_not_from_declarer(player=declarer), "/order")
        elif not are_players:
            yield self.finished.violation(order_not_of_players(), "/order")

    def has_valid_size(self, entry: Any) -> bool:
        """Whether a hand has ten tiles, or eleven if its player declared after taking one."""
        most = BIG_GIN if entry.player == self.declarer and self.finished.end.drew else LITTLE_GIN
        return LITTLE_GIN <= len(entry.hand) <= most

    def find_declared(self, hand: Collection[Tile]) -> Melding:
        """The minimum deadwood among the melds that suffice to declare; if none do, the minimum deadwood."""
        found = find_declarer_melds(hand, is_big_gin=len(hand) == BIG_GIN, allows_little_gin=self._allows_little_gin)
        return found or DEADWOOD.meld(hand)

    def find_faults(self, melded: int, points: int, size: int) -> Iterator[Fault]:
        """All tiles are melded, or at least eight of ten with less than ten points of deadwood."""
        return find_declaration_faults(
            melded, points, is_big_gin=size == BIG_GIN, allows_little_gin=self._allows_little_gin
        )

    def find_cases(self, size: int) -> Sequence[Case]:
        """A Big Gin; or ten tiles melded, or eight or nine."""
        if size == BIG_GIN:
            return (Case(gin=awards.BIG, knock=None),)
        return (Case(gin=awards.LITTLE if self._allows_little_gin else None, knock=awards.EIGHT_OR_NINE),)

    def award(self, kind: str, counts: Sequence[int]) -> Iterator[Award]:
        """The declarer's bonus; then the lower count of two, or the lowest of more."""
        yield Award(0, kind, awards.DECLARATIONS[kind])
        yield from awards.award_counts(counts)

    def find_award_tiles(self, code: str, seat: int, laid: Mapping[int, LaidDown]) -> Meld:
        """The declared tiles, or the deadwood of the other player."""
        return awards.find_award_tiles(code, seat, laid)


SCORING = score_endings(GinRoundEnd, GinEnding)
