"""The turn of a game: what the player on turn sees, the moves, and their outcomes."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, Protocol, TypeVar

from rummy_referee.cached_property import cached_property
from rummy_referee.rules.faults import meld_unknown, move_not_in_phase, stock_empty, tile_not_in_hand
from rummy_referee.rules.records import replace
from rummy_referee.rules.violations import Violation
from rummy_referee.rules.wordings import Wording, describe_fields
from rummy_referee.tiles.box import Box
from rummy_referee.tiles.tile import Tile

if TYPE_CHECKING:
    from rummy_referee.engine.deadwood.minimum import MinimumDeadwood
    from rummy_referee.rules.positions import AnyPosition
    from rummy_referee.rules.strong_play import StrongPlayer

Item = TypeVar("Item")
Meld = tuple[Tile, ...]
Table = tuple[Meld, ...]
Pieces = Counter[str]
"""The number of each piece; a pinned joker is the piece ``J``."""
Objective = Literal["tiles", "points", "out"]


class Move:
    """One action within a turn: the base of each game's records of moves."""

    __slots__ = ()
    type: ClassVar[str]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a legal move. ``next`` is None while tiles are unknown; ``needs`` names their fields."""

    next: Any
    from_hand: Meld = ()
    needs: tuple[str, ...] = ()
    ends_turn: bool = False
    ends_round: bool = False


Options = TypeVar("Options")
Snapshot = TypeVar("Snapshot")
"""A game's snapshot: a record of what the player on turn sees. Every snapshot has a ``hand``."""
AnyMove = TypeVar("AnyMove", bound=Move)
"""The moves of a game: a union of records."""
OwnPosition = TypeVar("OwnPosition")
"""The class of positions of a game, or one of its bases."""
AnyMove_co = TypeVar("AnyMove_co", bound=Move, covariant=True)


@dataclass(frozen=True, slots=True)
class BestMove(Generic[AnyMove_co]):
    """The best move, if there is one, and the turn that starts with it."""

    move: AnyMove_co | None = None
    from_hand: Meld = ()
    points: int = 0
    leaves: Meld = ()
    melds: Table = ()
    """The melds or the stretch in the hand, in a game where nothing is laid on a table."""
    goes_out: bool = False
    proven: bool = True
    advice: str | None = None
    """The code of the reason, where the move lays nothing or there is none."""


@dataclass(frozen=True, slots=True)
class MoveRule(Generic[OwnPosition, AnyMove]):
    """A type of move: its record, its rules, its outcome, and the generator of its legal moves."""

    record: type[AnyMove]
    check: Callable[[OwnPosition, AnyMove], Iterator[Violation]]
    apply: Callable[[OwnPosition, AnyMove], Outcome]
    generate: Callable[[OwnPosition], Iterable[AnyMove]] | None = None
    """Every legal move of this type. None: the only move is the record without fields."""
    describe: Callable[[OwnPosition, AnyMove], Wording] = describe_fields
    """A legal move of this type in words."""

    @property
    def type(self) -> str:
        """The name of this type of move."""
        return self.record.type


AnyRule = MoveRule[Any, Any]


class PagedMoves(Protocol[Item]):
    """Moves that are listed in pages because there may be millions. An item represents a move of a page."""

    @property
    def type(self) -> str:
        """The type of these moves."""

    def count(self) -> int | None:
        """The number of moves; None past the bound on work."""

    def page(self, after: Item | None, limit: int) -> Sequence[Item]:
        """The next items in listing order."""

    def to_moves(self, items: Sequence[Item]) -> Sequence[Any]:
        """The moves of these items."""

    def format_key(self, item: Item) -> str:
        """The digits that identify an item in a cursor."""

    def parse_key(self, key: str) -> Item | None:
        """The item with this key, or None if there is no such item here."""


@dataclass(frozen=True, kw_only=True)
class TurnRules(Generic[Options, Snapshot, AnyMove]):
    """The rules of a turn."""

    snapshot: type[Snapshot]
    rules: tuple[AnyRule, ...]
    """The types of move, in listing order."""
    find_best: Callable[[Any, Objective], BestMove[AnyMove]]
    phases: tuple[str, ...] = ()
    """Every phase of the turn under any options."""
    phases_for: Callable[[Options], tuple[str, ...]] | None = None
    """The phases under these options, where they depend on the options."""
    moves_of_phase: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The types of move in each phase, in a game where the phase alone decides."""
    check_available: Callable[[Any, str], Iterator[Violation]] | None = None
    """Whether a type of move is available now, regardless of its fields."""
    check_snapshot: Callable[[Any], Iterator[Violation]] = lambda _: iter(())
    """The violations of this game's snapshots, besides those that all games share."""
    count_hidden: Callable[[Snapshot], int] = lambda snapshot: snapshot.stock  # type: ignore[attr-defined]
    """The number of tiles that a snapshot counts but does not show."""
    allows_empty_hand: Callable[[Snapshot], bool] = lambda _: False
    melds_with: Callable[[Any, Tile], Iterable[frozenset[Tile]]] = lambda *_: ()
    """The shortest melds with a tile that can be laid in a position, in a game where the least useful tile may go."""
    points_in_hand: Callable[[Any, Tile], int] = lambda _, tile: tile.points
    """What a tile counts in the hand."""
    deadwood: "MinimumDeadwood | None" = None
    """Melds a hand, in a game where players keep their melds in the hand."""
    strong: "StrongPlayer | None" = None
    """How the move that wins the most games is found, in a game with a strong player."""
    position_type: "type[AnyPosition] | None" = None
    """The class of positions, for a game that adds to ``Position``."""

    @cached_property
    def rules_by_type(self) -> Mapping[str, AnyRule]:
        """The rule of each type of move."""
        return {rule.type: rule for rule in self.rules}

    def phases_under(self, options: Options) -> tuple[str, ...]:
        """The phases under these options; a turn starts with the first."""
        return self.phases_for(options) if self.phases_for else self.phases


# --- tiles ----------------------------------------------------------------------------------------------------------


def pieces_of(tiles: Iterable[Tile]) -> Pieces:
    """The number of each piece."""
    return Counter([tile.piece for tile in tiles])


def pieces_on(table: Table) -> Pieces:
    """The number of each piece on a table."""
    return Counter([tile.piece for meld in table for tile in meld])


def without(hand: Meld, pieces: Pieces) -> Meld:
    """The hand without these pieces, in its order."""
    to_go = dict(pieces)
    kept = []
    for tile in hand:
        if to_go.get(tile.piece):
            to_go[tile.piece] -= 1
        else:
            kept.append(tile)
    return tuple(kept)


def without_one(hand: Meld, piece: str) -> Meld:
    """The hand without the first tile of a piece, if it has one."""
    pieces = [tile.piece for tile in hand]
    if piece not in pieces:
        return hand
    place = pieces.index(piece)
    return hand[:place] + hand[place + 1 :]


def in_order(tiles: Iterable[Tile]) -> Meld:
    """Tiles in canonical order: by colour, then by number, jokers last."""
    return tuple(sorted(tiles, key=attrgetter("order")))


def codes_of(box: Box, pieces: Pieces) -> list[str]:
    """The codes of pieces, in canonical order."""
    return [tile.code for tile in in_order(box.tiles[piece] for piece in pieces.elements())]


def different_tiles(hand: Iterable[Tile]) -> Meld:
    """Each different tile once, in canonical order."""
    return in_order({tile.piece: tile for tile in hand}.values())


# --- what moves of many games share ---------------------------------------------------------------------------------


def check_type(position: "AnyPosition", move: str) -> Iterator[Violation]:
    """The type of move is available now."""
    types = position.turn.moves_of_phase
    if types and move not in types[position.snapshot.phase]:
        yield position.violation(move_not_in_phase(move=move, phase=position.snapshot.phase), "/move/type")
    if position.turn.check_available:
        yield from position.turn.check_available(position, move)


def check_tile_in_hand(position: "AnyPosition", tile: Tile, path: str = "/move/tile") -> Iterator[Violation]:
    """The tile is in the hand."""
    if tile.piece not in position.pieces:
        yield position.violation(tile_not_in_hand(tile=tile.piece), path)


def check_meld_exists(position: "AnyPosition", meld: int) -> Iterator[Violation]:
    """The meld that a move changes is on the table."""
    count = len(position.snapshot.table)
    if meld >= count:
        yield position.violation(meld_unknown(meld=meld, count=count), "/move/meld")


def check_stock(position: "AnyPosition") -> Iterator[Violation]:
    """The stock is not empty."""
    if not position.snapshot.stock:
        yield position.violation(stock_empty(), "/move/type")


def remove_from_hand(snapshot: Snapshot, tile: Tile) -> Snapshot:
    """The snapshot with one tile less in the hand."""
    hand = without_one(snapshot.hand, tile.piece)  # type: ignore[attr-defined]
    return replace(snapshot, hand=hand)  # type: ignore[type-var]


def add_to_hand(snapshot: Snapshot, tile: Tile | None) -> Snapshot:
    """The snapshot with one tile more in the hand; the same snapshot if the tile is unknown."""
    if tile is None:
        return snapshot
    return replace(snapshot, hand=(*snapshot.hand, tile))  # type: ignore[attr-defined,type-var]


def needs(outcome: Outcome, *fields: str) -> Outcome:
    """The outcome while these fields of the move are unknown."""
    return replace(outcome, next=None, needs=fields)


def end_turn(position: Any, _move: Move) -> Outcome:
    """The turn ends, and nothing else changes."""
    outcome: Outcome = position.end_turn(position.snapshot)
    return outcome


def generate_moves(position: "AnyPosition", rule: AnyRule) -> list[Any]:
    """Every legal move of a type."""
    if not position.is_available(rule.type):
        return []
    if rule.generate is not None:
        return list(rule.generate(position))
    move = rule.record()
    return [] if any(rule.check(position, move)) else [move]


def each_tile_of_hand(record: type[AnyMove]) -> Callable[[Any], list[AnyMove]]:
    """Generates a move with each different tile of the hand. The moves of a tile are one object."""
    move_with: Callable[[Tile], AnyMove] = record
    moves: dict[str, AnyMove] = {}

    def generate(position: "AnyPosition") -> list[AnyMove]:
        tiles = different_tiles(position.snapshot.hand)
        return [moves.get(tile.code) or moves.setdefault(tile.code, move_with(tile)) for tile in tiles]

    return generate


def each_tile(
    record: type[AnyMove], check: Callable[[Any, AnyMove], Iterator[Violation]]
) -> Callable[[Any], Iterator[AnyMove]]:
    """Generates the legal moves of a type whose only required field is a tile of the hand."""
    generate_each = each_tile_of_hand(record)

    def generate(position: "AnyPosition") -> Iterator[AnyMove]:
        moves = generate_each(position)
        return (move for move in moves if not any(check(position, move)))

    return generate
