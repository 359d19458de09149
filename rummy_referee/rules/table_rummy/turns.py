"""The turn of table rummy: the whole table may be rearranged."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import Any, ClassVar, Protocol

from rummy_referee.cached_property import cached_property
from rummy_referee.engine.plays import BestPlay, FoundPlay
from rummy_referee.faults import Fault
from rummy_referee.melds.joker_melds import JokerMelds
from rummy_referee.rules import records
from rummy_referee.rules.faults import too_many_played
from rummy_referee.rules.move_records import Play
from rummy_referee.rules.positions import AnyPosition, Position
from rummy_referee.rules.turns import (
    AnyMove,
    Meld,
    Options,
    Outcome,
    PagedMoves,
    Snapshot,
    Table,
    TurnRules,
    in_order,
    pieces_of,
    pieces_on,
    without,
)
from rummy_referee.tiles.tile import Tile


@dataclass(frozen=True, slots=True)
class TableSnapshot:
    """A position as the player on turn sees it. ``phase`` is None where the turn has none."""

    table: Table = records.melds("The melds on the table.")
    hand: Meld = records.tiles("The hand of the player on turn. A pin of a joker in it is dropped: it is just `J`.")
    opened: bool = records.flag("Whether this player has played before in this round.")
    stock: int = records.count("The number of tiles face down.")
    phase: str | None = records.phase()


@dataclass(frozen=True, slots=True)
class SnapshotWithoutOpening:
    """A position of a game without an opening: everybody counts as opened."""

    opened: ClassVar[bool] = True
    phase: ClassVar[None] = None
    table: Table = records.melds("The melds on the table.")
    hand: Meld = records.tiles("The hand of the player on turn.")
    stock: int = records.count("The number of cards face down.")


class FirstPlay(Enum):
    """What a player's first play must be."""

    OWN_MELDS_ONLY = auto()
    """New melds from the hand, worth a minimum together; the table stays as it is."""
    WITH_AN_OWN_MELD = auto()
    """Any rearrangement with at least one meld made of own tiles only."""


class Plays(PagedMoves[FoundPlay], Protocol):
    """The plays of a position."""

    def is_playable(self) -> bool:
        """Whether there is a play."""

    def best(self, weights: Callable[[Tile], int], joker_weight: int) -> BestPlay:
        """The play with the greatest sum of weights."""


@dataclass(frozen=True, eq=False)
class TableRummyPosition(Position[Options, Any, Any]):
    """A snapshot of table rummy with its plays."""

    turn: "TableRummyRules[Options, Any, Any]" = field(repr=False)

    @cached_property
    def melds(self) -> JokerMelds:
        """The melds of the game under these options."""
        return self.turn.melds_for(self.options)

    @cached_property
    def plays(self) -> Plays:
        """The plays, searched once and only when needed.

        They get a copy of this position: a reference cycle would keep the search in memory until garbage collection.
        """
        return self.turn.find_plays(replace(self))

    @property
    def is_opening(self) -> bool:
        """Whether the next play is an opening: own melds only."""
        return not self.snapshot.opened and self.turn.first_play is FirstPlay.OWN_MELDS_ONLY

    @property
    def paged(self) -> Plays:
        """Plays are paged: there may be millions."""
        return self.plays

    @property
    def phases(self) -> tuple[str, ...]:
        """The phases of the turn under these options."""
        return self.turn.phases_under(self.options)

    def end_turn(self, after: Any, from_hand: Meld = ()) -> Outcome:
        """The turn is over; with an empty hand, so is the round."""
        start = self.phases[0] if self.phases else None
        after = after if after.phase == start else replace(after, phase=start)
        return Outcome(after, from_hand, ends_turn=True, ends_round=not after.hand)


@dataclass(frozen=True, kw_only=True)
class TableRummyRules(TurnRules[Options, Snapshot, AnyMove]):
    """The rules of a turn of table rummy."""

    melds_for: Callable[[Options], JokerMelds]
    first_play: FirstPlay | None = None
    """None in a game without an opening."""
    find_plays: Callable[[TableRummyPosition[Options]], Plays]
    opening_minimum_for: Callable[[Options], int] = lambda _: 0
    opening_counts_jokers: bool = True
    jokers_keep_role: Callable[[Options], bool] = lambda _: False
    """Whether a joker on the table keeps its role until the real tile takes its place."""
    joker_points_for: Callable[[Options], int] = lambda _: 0
    """The points of a joker in the hand."""
    max_tiles_for: Callable[[TableRummyPosition[Options]], int | None] = lambda _: None
    """The most tiles that a play may take from the hand."""
    too_many: Callable[..., Fault] = too_many_played
    """What is wrong where it takes more."""
    goes_out_with: Callable[[TableRummyPosition[Options]], int] = lambda _: 0
    """The number of tiles that a play may leave and still go out in the same turn."""
    position_type: type[AnyPosition] = TableRummyPosition
    melds_with: Callable[[Any, Tile], Iterable[frozenset[Tile]]] = lambda position, tile: (
        position.melds.find_shortest_with(tile)
    )
    points_in_hand: Callable[[Any, Tile], int] = lambda position, tile: (
        position.turn.joker_points_for(position.options) if tile.wild else tile.points
    )


def apply_table(snapshot: Any, table: Table) -> Any:
    """The snapshot after a play to this table."""
    played = pieces_on(table) - pieces_on(snapshot.table)
    after = replace(snapshot, table=table, hand=without(snapshot.hand, played))
    return after if after.opened else replace(after, opened=True)


def tiles_played(position: TableRummyPosition[Any], move: Play) -> Meld:
    """The tiles that a legal play takes from the hand, in canonical order."""
    hand = position.snapshot.hand
    return in_order(without(hand, pieces_of(apply_table(position.snapshot, move.table).hand)))


def apply_play(position: TableRummyPosition[Any], move: Play) -> Outcome:
    """The tiles are on the table, and the turn is over."""
    return position.end_turn(apply_table(position.snapshot, move.table), tiles_played(position, move))
