"""The end of a round of Gin Rummy: the knock, the lay-offs and the score."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rummy_referee.engine.deadwood.minimum import Melding
from rummy_referee.faults import Fault
from rummy_referee.games.gin_rummy_cards.cards import (
    BIG_GIN,
    COMBINATIONS,
    DEADWOOD,
    GinRummyCardsOptions,
    find_limit,
    is_doubled,
)
from rummy_referee.games.gin_rummy_cards.faults import lay_off_after_gin, upcard_missing
from rummy_referee.rules import records
from rummy_referee.rules.faults import discard_missing, player_unknown, rest_too_high
from rummy_referee.rules.knock_rummy.combinations import HAND
from rummy_referee.rules.knock_rummy.endings import Award, Case, Ending
from rummy_referee.rules.knock_rummy.laying_down import GinHand
from rummy_referee.rules.knock_rummy.score import score_endings
from rummy_referee.rules.score import LaidDown, Needed
from rummy_referee.rules.turns import Meld
from rummy_referee.rules.violations import Violation
from rummy_referee.tiles.tile import Tile

KNOCK, GIN, BIG = "knock", "gin", "big_gin"
DIFFERENCE, GIN_BONUS, BIG_GIN_BONUS = "difference_of_deadwood", "gin_bonus", "big_gin_bonus"
UNDERCUT_BONUS, SPADE = "undercut_bonus", "spade_doubles"
CODES = (DIFFERENCE, GIN_BONUS, BIG_GIN_BONUS, UNDERCUT_BONUS, SPADE)


@dataclass(frozen=True, slots=True)
class GinCardsRoundEnd:
    """The end of a round."""

    players: tuple[GinHand, ...] = records.one_for_each_player("The players and their hands.", GinHand)
    knocker: str | None = records.name_or_none("The player who knocked; null if nobody did: then the round is void.")
    upcard: Tile | None = records.mentioned_tile(
        "The first card that was turned up, wherever it is now. With the option `oklahoma` it is needed, because it "
        "limits the knock; otherwise it has no effect."
    )


class KnockEnding(Ending):
    """A knock, after which the other player lays down and may lay off, except on a gin."""

    combinations = COMBINATIONS
    codes = CODES
    no_lay_off = lay_off_after_gin

    @property
    def options(self) -> GinRummyCardsOptions:
        """What the players have agreed on."""
        options: GinRummyCardsOptions = self.finished.options
        return options

    @property
    def declarer(self) -> str | None:
        """The player who knocked; None if the round is void."""
        knocker: str | None = self.finished.end.knocker
        return knocker

    @property
    def max_deadwood(self) -> int:
        """The limit of the knock."""
        return find_limit(self.options, self.finished.end.upcard)

    def check_order(self) -> Iterator[Violation]:
        """The knocker is a player, and in Oklahoma the upcard is known."""
        names = [entry.player for entry in self.finished.players]
        if self.declarer is not None and self.declarer not in names:
            yield self.finished.violation(player_unknown(player=self.declarer), "/knocker")
        if self.declarer is not None and self.options.oklahoma and self.finished.end.upcard is None:
            yield self.finished.violation(upcard_missing(), "/upcard")

    def has_valid_size(self, entry: Any) -> bool:
        """Whether a hand has ten cards, or eleven for a big gin."""
        is_big = entry.player == self.declarer and self.options.big_gin and len(entry.hand) == BIG_GIN
        return is_big or len(entry.hand) == HAND

    def find_declared(self, hand: Collection[Tile]) -> Melding:
        """The minimum deadwood."""
        return DEADWOOD.meld(hand)

    def find_faults(self, melded: int, points: int, size: int) -> Iterator[Fault]:
        """Eleven cards are all melded; the deadwood of ten is within the limit."""
        return find_knock_faults(melded, points, size, self.max_deadwood)

    def find_cases(self, size: int) -> Sequence[Case]:
        """A big gin; or a gin, or a knock with deadwood, after which the other player lays off."""
        if size == BIG_GIN:
            return (Case(gin=BIG, knock=None, others_lay_off=False),)
        gin = Case(gin=GIN, knock=None, others_lay_off=False)
        return (gin, Case(gin=None, knock=KNOCK)) if self.max_deadwood else (gin,)

    def award(self, kind: str, counts: Sequence[int]) -> Iterator[Award]:
        """The difference, and a bonus for a gin or an undercut; in Oklahoma all of it twice after a spade."""
        awards = list(self._award_once(kind, *counts))
        yield from awards
        if is_doubled(self.options, self.finished.end.upcard):
            yield Award(awards[0].seat, SPADE, sum(award.points for award in awards))

    def _award_once(self, kind: str, own: int, other: int) -> Iterator[Award]:
        if kind != KNOCK:
            is_big = kind == BIG
            yield Award(0, DIFFERENCE, other)
            bonus = self.options.big_gin_bonus if is_big else self.options.gin_bonus
            yield Award(0, BIG_GIN_BONUS if is_big else GIN_BONUS, bonus)
        elif own < other:
            yield Award(0, DIFFERENCE, other - own)
        else:
            yield Award(1, DIFFERENCE, own - other)
            yield Award(1, UNDERCUT_BONUS, self.options.undercut_bonus)

    def find_award_tiles(self, code: str, seat: int, laid: Mapping[int, LaidDown]) -> Meld:
        """The deadwood of the other player, of which the difference is counted."""
        return laid[1 - seat].left if code == DIFFERENCE and 1 - seat in laid else ()


def find_knock_faults(melded: int, points: int, size: int, limit: int) -> Iterator[Fault]:
    """What is invalid in a knock with this many melded cards, points of deadwood and cards."""
    if size == BIG_GIN:
        if melded < BIG_GIN:
            yield discard_missing(minimum=BIG_GIN, actual=melded)
    elif points > limit:
        yield rest_too_high(maximum=limit, actual=points)


SCORING = score_endings(GinCardsRoundEnd, KnockEnding, upcard=Needed(option="oklahoma"))
