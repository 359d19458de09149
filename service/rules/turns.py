"""The turn of a rearranging game: what the player on turn sees, what can be chosen, and what a choice leads to."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from functools import cached_property
from typing import Any, Generic, Protocol, TypeVar

from service.melds.joker_melds import JokerMelds
from service.rules.violations import Citation, Violation
from service.solver.plays import Best, Play
from service.tiles.tile import Tile

Options = TypeVar("Options")
Meld = tuple[Tile, ...]
Table = tuple[Meld, ...]
Pieces = Counter[str]
"""How many there are of each piece; a pinned joker is the piece ``J``."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A position as the player on turn sees it. ``phase`` is None where the turn has none."""

    table: Table
    hand: Meld
    opened: bool
    stock: int
    phase: str | None = None


@dataclass(frozen=True, slots=True)
class ChosenMove:
    """A move as a request tells it; which fields it has depends on its type."""

    type: str
    table: Table = ()
    from_hand: Meld | None = None
    tile: Tile | None = None
    drawn: Tile | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a legal move leads to. ``next`` is None while a face-down tile is not told; ``needs`` names it."""

    next: Snapshot | None
    needs: tuple[str, ...] = ()
    ends_turn: bool = False
    ends_round: bool = False


class FirstPlay(Enum):
    """What a player's first play must be."""

    OWN_MELDS_ONLY = auto()
    """New melds from the hand, worth a minimum together; the table stays as it is."""
    WITH_AN_OWN_MELD = auto()
    """Any rearrangement with at least one meld made of own tiles only."""


@dataclass(frozen=True, slots=True)
class MoveRule:
    """When a move is allowed, and what it leads to."""

    check: Callable[["Position[Any]", ChosenMove], Iterator[Violation]]
    follow: Callable[["Position[Any]", ChosenMove], Outcome]
    names_tile: bool = False
    """Whether it names a tile of the hand."""


@dataclass(frozen=True, kw_only=True)
class RearrangingTurn(Generic[Options]):
    """The turn of a game in which everything on the table may be rearranged."""

    melds_for: Callable[[Options], JokerMelds]
    moves: Mapping[str, MoveRule]
    """The rule of each type of move, in the order in which moves are listed."""
    first_play: FirstPlay
    phases: tuple[str, ...] = ()
    """Every phase a snapshot may name."""
    phases_for: Callable[[Options], tuple[str, ...]] = lambda _: ()
    """The phases that the turn has under these options; it starts with the first."""
    check_time: Callable[["Position[Options]", str], Iterator[Violation]] = lambda *_: iter(())
    """Whether a type of move may be made now at all, whatever it is in detail."""
    opening_minimum_for: Callable[[Options], int] = lambda _: 0
    opening_counts_jokers: bool = True
    jokers_keep_role: Callable[[Options], bool] = lambda _: False
    """Whether a joker on the table stands for what it stood for, until the real tile takes its place."""
    joker_points_for: Callable[[Options], int] = lambda _: 0
    """What a joker in the hand counts."""
    most_for: Callable[["Position[Options]"], int | None] = lambda _: None
    """The most tiles that one play may take from the hand."""
    too_many: str = "too_many_played"
    """The violation where it takes more."""
    goes_out_with: Callable[["Position[Options]"], int] = lambda _: 0
    """How many tiles a play may leave and still go out in the same turn."""
    check_snapshot: Callable[["Position[Options]"], Iterator[Violation]] = lambda _: iter(())
    """What is impossible in this game's snapshots, beside what is in all."""


class Plays(Protocol):
    """The plays there are in a position."""

    def is_playable(self) -> bool:
        """Whether anything can be played."""

    def count(self) -> int | None:
        """How many plays there are; None past the bound on work."""

    def page(self, after: Play | None, limit: int) -> list[Play]:
        """The next plays in listing order."""

    def best(self, weights: Callable[[Tile], int], joker_weight: int) -> Best:
        """The play with the greatest sum of weights."""

    def from_hand(self, play: Play) -> Meld:
        """The tiles that leave the hand, in canonical order."""

    def lay_out(self, play: Play) -> Table:
        """One table that does it."""


@dataclass(frozen=True, eq=False)
class Position(Generic[Options]):
    """A snapshot with all that is needed to judge it."""

    turn: RearrangingTurn[Options]
    options: Options
    snapshot: Snapshot
    cite: Callable[[str], Citation]
    find_plays: Callable[["Position[Options]"], Plays] = field(repr=False)

    @cached_property
    def melds(self) -> JokerMelds:
        """What is a meld here."""
        return self.turn.melds_for(self.options)

    @cached_property
    def plays(self) -> Plays:
        """The plays there are. To look for them is the costly part, so it is done once, and only if asked."""
        return self.find_plays(self)

    @property
    def phases(self) -> tuple[str, ...]:
        """The phases of the turn under these options."""
        return self.turn.phases_for(self.options)

    def refuse(self, code: str, path: str, **params: object) -> Violation:
        """A violation, with the rule as this game's book has it."""
        return Violation(code, path, params, self.cite(code))

    def end_turn(self, after: Snapshot) -> Outcome:
        """The turn is over; with an empty hand, so is the round."""
        start = self.phases[0] if self.phases else None
        return Outcome(replace(after, phase=start), ends_turn=True, ends_round=not after.hand)


def pieces_of(tiles: Iterator[Tile] | Meld) -> Pieces:
    """How many of each piece."""
    return Counter(tile.piece for tile in tiles)


def pieces_on(table: Table) -> Pieces:
    """How many of each piece lie on a table."""
    return Counter(tile.piece for meld in table for tile in meld)


def without(hand: Meld, pieces: Pieces) -> Meld:
    """The hand less these pieces, in its own order."""
    to_go = Counter(pieces)
    kept = []
    for tile in hand:
        if to_go[tile.piece]:
            to_go[tile.piece] -= 1
        else:
            kept.append(tile)
    return tuple(kept)


def let_go(snapshot: Snapshot, tile: Tile) -> Snapshot:
    """The snapshot with one tile less in the hand."""
    return replace(snapshot, hand=without(snapshot.hand, Counter([tile.piece])))


def pick_up_drawn(snapshot: Snapshot, move: ChosenMove) -> Snapshot:
    """The snapshot with the drawn tile in the hand, if it is told."""
    return replace(snapshot, hand=(*snapshot.hand, move.drawn)) if move.drawn else snapshot


def named(move: ChosenMove) -> Tile:
    """The tile that a move names; the request's schema has seen to it that there is one."""
    if move.tile is None:
        raise ValueError(f"a {move.type} without a tile")
    return move.tile


def lay_down(snapshot: Snapshot, table: Table) -> Snapshot:
    """The snapshot after a play."""
    played = pieces_on(table) - pieces_on(snapshot.table)
    return replace(snapshot, table=table, hand=without(snapshot.hand, played), opened=True)


def needs_drawn(outcome: Outcome) -> Outcome:
    """The same outcome, while nobody has told which tile was drawn."""
    return replace(outcome, next=None, needs=("drawn",))
