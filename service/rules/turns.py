"""The turn of a game: what the player on turn sees, what can be chosen, and what a choice leads to."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Generic, Literal, Protocol, TypeVar

from service.melds.judgement import Judge
from service.rules.violations import Citation, Violation
from service.tiles.tile import Tile

Item = TypeVar("Item")
Options = TypeVar("Options")
Seen = TypeVar("Seen")
"""A game's snapshot: a record of what the player on turn sees. Every snapshot has a ``hand``."""
Meld = tuple[Tile, ...]
Table = tuple[Meld, ...]
Pieces = Counter[str]
"""How many there are of each piece; a pinned joker is the piece ``J``."""
Move = Any
"""A move as a request tells it: a record whose class has a ``type``."""
Objective = Literal["tiles", "points", "out"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a legal move leads to. ``next`` is None while something face down is not told; ``needs`` names it."""

    next: Any
    from_hand: Meld = ()
    needs: tuple[str, ...] = ()
    ends_turn: bool = False
    ends_round: bool = False


@dataclass(frozen=True, slots=True)
class BestMove:
    """The best move, if there is one, and what the turn that starts with it does."""

    move: Move | None = None
    from_hand: Meld = ()
    points: int = 0
    leaves: Meld = ()
    melds: Table = ()
    """What is aimed at, where nothing is laid on a table: the melds or the stretch in the hand."""
    goes_out: bool = False
    proven: bool = True


@dataclass(frozen=True, slots=True)
class MoveRule:
    """A type of move: when it is allowed, what it leads to, and every one of its kind that is allowed."""

    record: type[Any]
    check: Callable[[Any, Any], Iterator[Violation]]
    follow: Callable[[Any, Any], Outcome]
    find: Callable[[Any], Iterable[Move]] | None = None
    """Every legal move of this type, at its time. None: there is only the one without any fields."""

    @property
    def type(self) -> str:
        """The name of this type of move."""
        name: str = self.record.type
        return name


class PagedMoves(Protocol[Item]):
    """Moves that are listed page by page because there may be millions. An item stands for a move until it is shown."""

    type: str

    def count(self) -> int | None:
        """The number of moves; None past the bound on work."""

    def page(self, after: Item | None, limit: int) -> Sequence[Item]:
        """The next items in listing order."""

    def to_moves(self, items: Sequence[Item]) -> Sequence[Move]:
        """The moves of these items."""

    def format_key(self, item: Item) -> str:
        """The digits that identify an item in a cursor."""

    def parse_key(self, key: str) -> Item | None:
        """The item with this key, or None if there is no such item here."""


@dataclass(frozen=True, kw_only=True)
class Turn(Generic[Seen, Options]):
    """The rules of a turn."""

    snapshot: type[Seen]
    rules: tuple[MoveRule, ...]
    """The types of move, in the order in which moves are listed."""
    find_best: Callable[[Any, Objective], BestMove]
    phases: tuple[str, ...] = ()
    """Every phase a snapshot may name."""
    phases_for: Callable[[Options], tuple[str, ...]] | None = None
    """The phases that the turn has under these options, where it has not always all."""
    check_time: Callable[[Any, str], Iterator[Violation]] = lambda *_: iter(())
    """Whether a type of move may be made now at all, whatever it is in detail."""
    check_snapshot: Callable[[Any], Iterator[Violation]] = lambda _: iter(())
    """What is impossible in this game's snapshots, beside what is in all."""
    count_hidden: Callable[[Seen], int] = lambda seen: seen.stock  # type: ignore[attr-defined]
    """How many tiles a snapshot counts but does not show."""
    allows_empty_hand: Callable[[Seen], bool] = lambda _: False

    @cached_property
    def moves(self) -> Mapping[str, MoveRule]:
        """The rule of each type of move."""
        return {rule.type: rule for rule in self.rules}

    def phases_under(self, options: Options) -> tuple[str, ...]:
        """The phases that the turn has; it starts with the first."""
        return self.phases_for(options) if self.phases_for else self.phases

    def position(self, options: Options, snapshot: Seen, judge: Judge, cite: Callable[[str], Citation]) -> Any:
        """A snapshot, to be judged."""
        return Position(self, options, snapshot, judge, cite)


@dataclass(frozen=True, eq=False)
class Position(Generic[Seen, Options]):
    """A snapshot with all that is needed to judge it."""

    turn: Turn[Seen, Options]
    options: Options
    snapshot: Seen
    judge: Judge
    """What is a meld here."""
    cite: Callable[[str], Citation]

    @property
    def paged(self) -> PagedMoves[Any] | None:
        """The moves that are listed page by page, if the game has such."""
        return None

    def refuse(self, code: str, path: str, **params: object) -> Violation:
        """A violation, with the rule as this game's book has it."""
        return Violation(code, path, params, self.cite(code))

    def is_time_for(self, move: str) -> bool:
        """Whether a type of move may be made now."""
        return not any(self.turn.check_time(self, move))


# --- tiles ----------------------------------------------------------------------------------------------------------


def pieces_of(tiles: Iterable[Tile]) -> Pieces:
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


def in_order(tiles: Iterable[Tile]) -> Meld:
    """Tiles in canonical order: by colour, then by number, jokers last."""
    return tuple(sorted(tiles, key=lambda tile: tile.order))


def different_tiles(hand: Iterable[Tile]) -> Meld:
    """Each different tile once, in canonical order."""
    return in_order({tile.piece: tile for tile in hand}.values())


# --- what moves of many games share ---------------------------------------------------------------------------------


def check_tile_in_hand(position: Position[Any, Any], tile: Tile, path: str = "/move/tile") -> Iterator[Violation]:
    """Only a tile of the hand can be given away."""
    if tile.piece not in pieces_of(position.snapshot.hand):
        yield position.refuse("tile_not_in_hand", path, tile=tile.piece)


def check_stock(position: Position[Any, Any]) -> Iterator[Violation]:
    """Nothing can be drawn from an empty stock."""
    if not position.snapshot.stock:
        yield position.refuse("stock_empty", "/move/type")


def let_go(snapshot: Seen, tile: Tile) -> Seen:
    """The snapshot with one tile less in the hand."""
    hand = without(snapshot.hand, Counter([tile.piece]))  # type: ignore[attr-defined]
    return replace(snapshot, hand=hand)  # type: ignore[type-var]


def pick_up(snapshot: Seen, tile: Tile | None) -> Seen:
    """The snapshot with one tile more in the hand, if it is told which."""
    if tile is None:
        return snapshot
    return replace(snapshot, hand=(*snapshot.hand, tile))  # type: ignore[attr-defined,type-var]


def needs(outcome: Outcome, *fields: str) -> Outcome:
    """The same outcome, while nobody has told what is in these fields of the move."""
    return replace(outcome, next=None, needs=fields)
