"""The turn of a game in which everything on the table may be rearranged."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import cached_property
from typing import Any, Protocol

from service.engine.plays import BestPlay, FoundPlay
from service.melds.joker_melds import JokerMelds
from service.melds.judgement import Judge
from service.rules import records
from service.rules.move_records import Play
from service.rules.turns import (
    Meld,
    Move,
    Options,
    Outcome,
    PagedMoves,
    Position,
    Table,
    Turn,
    different_tiles,
    in_order,
    pieces_of,
    pieces_on,
    without,
)
from service.rules.violations import Citation, Violation
from service.tiles.tile import Tile


@dataclass(frozen=True, slots=True)
class TableSnapshot:
    """A position as the player on turn sees it. ``phase`` is None where the turn has none."""

    table: Table = records.melds("The melds on the table.")
    hand: Meld = records.tiles("The hand of the player on turn. A joker in it is just `J`: a pin is dropped.")
    opened: bool = records.flag("Whether this player has played before in this round.")
    stock: int = records.count("How many tiles lie face down.")
    phase: str | None = records.phase()


class FirstPlay(Enum):
    """What a player's first play must be."""

    OWN_MELDS_ONLY = auto()
    """New melds from the hand, worth a minimum together; the table stays as it is."""
    WITH_AN_OWN_MELD = auto()
    """Any rearrangement with at least one meld made of own tiles only."""


class Plays(PagedMoves[FoundPlay], Protocol):
    """The plays there are in a position."""

    def is_playable(self) -> bool:
        """Whether anything can be played."""

    def best(self, weights: Callable[[Tile], int], joker_weight: int) -> BestPlay:
        """The play with the greatest sum of weights."""


@dataclass(frozen=True, kw_only=True)
class RearrangingTurn(Turn[TableSnapshot, Options]):
    """The rules of a turn with rearranging."""

    snapshot: type[TableSnapshot] = TableSnapshot
    melds_for: Callable[[Options], JokerMelds]
    first_play: FirstPlay
    find_plays: Callable[["RearrangingPosition[Options]"], Plays]
    opening_minimum_for: Callable[[Options], int] = lambda _: 0
    opening_counts_jokers: bool = True
    jokers_keep_role: Callable[[Options], bool] = lambda _: False
    """Whether a joker on the table stands for what it stood for, until the real tile takes its place."""
    joker_points_for: Callable[[Options], int] = lambda _: 0
    """What a joker in the hand counts."""
    most_for: Callable[["RearrangingPosition[Options]"], int | None] = lambda _: None
    """The most tiles that one play may take from the hand."""
    too_many: str = "too_many_played"
    """The violation where it takes more."""
    goes_out_with: Callable[["RearrangingPosition[Options]"], int] = lambda _: 0
    """How many tiles a play may leave and still go out in the same turn."""

    def position(
        self, options: Options, snapshot: TableSnapshot, judge: Judge, cite: Callable[[str], Citation]
    ) -> "RearrangingPosition[Options]":
        """A snapshot, to be judged."""
        return RearrangingPosition(self, options, snapshot, judge, cite)


@dataclass(frozen=True, eq=False)
class RearrangingPosition(Position[TableSnapshot, Options]):
    """A snapshot of a rearranging game, with the plays there are."""

    turn: RearrangingTurn[Options]

    @cached_property
    def melds(self) -> JokerMelds:
        """What is a meld here."""
        return self.turn.melds_for(self.options)

    @cached_property
    def plays(self) -> Plays:
        """The plays there are. To look for them is the costly part, so it is done once, and only if asked.

        They know a position of their own: in a ring with this one, what the search holds would wait for the collector.
        """
        return self.turn.find_plays(replace(self))

    @property
    def paged(self) -> Plays:
        """Plays are listed page by page: there may be millions."""
        return self.plays

    @property
    def phases(self) -> tuple[str, ...]:
        """The phases of the turn under these options."""
        return self.turn.phases_under(self.options)

    def end_turn(self, after: TableSnapshot, from_hand: Meld = ()) -> Outcome:
        """The turn is over; with an empty hand, so is the round."""
        start = self.phases[0] if self.phases else None
        return Outcome(replace(after, phase=start), from_hand, ends_turn=True, ends_round=not after.hand)


def lay_down(snapshot: TableSnapshot, table: Table) -> TableSnapshot:
    """The snapshot after a play."""
    played = pieces_on(table) - pieces_on(snapshot.table)
    return replace(snapshot, table=table, hand=without(snapshot.hand, played), opened=True)


def played_by(position: RearrangingPosition[Any], move: Play) -> Meld:
    """The tiles that a legal play takes from the hand, in canonical order."""
    hand = position.snapshot.hand
    return in_order(without(hand, pieces_of(lay_down(position.snapshot, move.table).hand)))


def each_tile(record: type[Any], check: Callable[[Any, Any], Iterator[Violation]]) -> Callable[[Any], Iterator[Move]]:
    """The legal moves of a type that names a tile of the hand."""

    def find(position: RearrangingPosition[Any]) -> Iterator[Move]:
        moves = (record(tile) for tile in different_tiles(position.snapshot.hand))
        return (move for move in moves if not any(check(position, move)))

    return find
