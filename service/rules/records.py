"""Records: what snapshots and moves are made of. A game declares its own as frozen dataclasses of these fields.

A field says what it holds and what that means; the contract, the reading of requests, the writing of answers and the
counting of tiles all follow from that. A field whose name is a word of Python ends with an underscore: ``from_``.
"""

from collections.abc import Iterator, Sequence
from dataclasses import MISSING, Field, dataclass, field, fields
from enum import Enum, auto
from typing import Any, Final, NamedTuple

from service.rules.violations import pointer
from service.tiles.tile import Tile


class Shape(Enum):
    """What a field holds."""

    FLAG = auto()
    COUNT = auto()
    """A whole number in a range. ``None`` as the upper end is the size of the box."""
    WORD = auto()
    """One of a few words."""
    PHASE = auto()
    """One of the phases of the turn, or nothing: then it is the first."""
    NAME = auto()
    NAMES = auto()
    TILE = auto()
    TILES = auto()
    MELDS = auto()
    OWNED_MELDS = auto()
    OPEN_OR_HIDDEN = auto()
    """So many places, in each a tile or nothing: it lies face down."""
    TAKEN_CARD = auto()
    PARTIALLY_KNOWN = auto()
    """Tiles of which some could not be read."""
    RECORDS = auto()
    """A list of records."""
    ROUNDS = auto()
    """For each round, the points of each player."""
    TEAMS = auto()
    HANDS = auto()
    """The hand of each player, by name."""


class Unset(Enum):
    """What a field holds that a request left out, where null means something else."""

    UNSET = auto()


UNSET: Final = Unset.UNSET


class OwnedMeld(NamedTuple):
    """A meld in front of the player who laid it."""

    owner: str
    cards: tuple[Tile, ...]


class TakenCard(NamedTuple):
    """A card just taken, and the place that it came from."""

    card: Tile
    slot: int


@dataclass(frozen=True, slots=True)
class Described:
    """What a field holds, in what limits, and what it means."""

    shape: Shape
    meaning: str
    minimum: int = 0
    maximum: int | None = None
    words: tuple[str, ...] = ()
    nullable: bool = False
    record: type[Any] | None = None
    """What the list has, where it has records."""
    pins: bool = False
    """Whether a wild tile here may say what it stands for; elsewhere a pin means nothing and is dropped."""


@dataclass(frozen=True, slots=True)
class Member:
    """A field of a record: its name in Python and in JSON, its description, and the default if it may be left out."""

    name: str
    key: str
    described: Described
    required: bool
    default: Any


def flag(meaning: str, default: bool | None = None) -> Any:
    """True or false."""
    return _member(Described(Shape.FLAG, meaning), MISSING if default is None else default)


def count(meaning: str, *, minimum: int = 0, maximum: int | None = None, default: int | None = None) -> Any:
    """A whole number, by default up to the size of the box."""
    described = Described(Shape.COUNT, meaning, minimum, maximum)
    return _member(described, MISSING if default is None else default)


def word(meaning: str, *words: str) -> Any:
    """One of a few words."""
    return _member(Described(Shape.WORD, meaning, words=words), MISSING)


def phase() -> Any:
    """Where the turn stands. What that means depends on the phases of the turn."""
    return _member(Described(Shape.PHASE, ""), None)


def name(meaning: str) -> Any:
    """A player's name."""
    return _member(Described(Shape.NAME, meaning), MISSING)


def names(meaning: str) -> Any:
    """The names of the players, as many as the game is for."""
    return _member(Described(Shape.NAMES, meaning), MISSING)


def tile(meaning: str) -> Any:
    """One tile."""
    return _member(Described(Shape.TILE, meaning), MISSING)


def tile_or_none(meaning: str) -> Any:
    """One tile, or null."""
    return _member(Described(Shape.TILE, meaning, nullable=True), MISSING)


def optional_tile(meaning: str) -> Any:
    """A tile that was face down, if it is told."""
    return _member(Described(Shape.TILE, meaning), None)


def optional_tile_or_none(meaning: str) -> Any:
    """What was uncovered, if it is told; null tells that nothing was."""
    return _member(Described(Shape.TILE, meaning, nullable=True), UNSET)


def tiles(meaning: str, *, pins: bool = False) -> Any:
    """Tiles."""
    return _member(Described(Shape.TILES, meaning, pins=pins), MISSING)


def optional_tiles(meaning: str) -> Any:
    """Tiles, if they are told."""
    return _member(Described(Shape.TILES, meaning), None)


def melds(meaning: str) -> Any:
    """Melds: wild tiles may be pinned."""
    return _member(Described(Shape.MELDS, meaning, pins=True), MISSING)


def optional_melds(meaning: str) -> Any:
    """Melds, if they are told."""
    return _member(Described(Shape.MELDS, meaning, pins=True), None)


def owned_melds(meaning: str) -> Any:
    """Melds, each with its owner."""
    return _member(Described(Shape.OWNED_MELDS, meaning, pins=True), MISSING)


def open_or_hidden(meaning: str, places: int) -> Any:
    """Places in which a tile lies open or face down."""
    return _member(Described(Shape.OPEN_OR_HIDDEN, meaning, places, places), MISSING)


def taken_card(meaning: str, places: int) -> Any:
    """A card just taken from one of so many places, or null."""
    return _member(Described(Shape.TAKEN_CARD, meaning, 0, places - 1, nullable=True), None)


def partially_known(meaning: str) -> Any:
    """Tiles of which some could not be read."""
    return _member(Described(Shape.PARTIALLY_KNOWN, meaning), MISSING)


def one_for_each_player(meaning: str, record: type[Any]) -> Any:
    """A record for each player, as many as the game is for."""
    return _member(Described(Shape.RECORDS, meaning, record=record), MISSING)


def optional_records(meaning: str, record: type[Any], *, most: int) -> Any:
    """Up to so many records, if they are told."""
    return _member(Described(Shape.RECORDS, meaning, 0, most, record=record), None)


def name_or_none(meaning: str) -> Any:
    """A player's name, or null."""
    return _member(Described(Shape.NAME, meaning, nullable=True), MISSING)


def rounds(meaning: str, *, minimum: int, maximum: int) -> Any:
    """The points of each player, round by round."""
    return _member(Described(Shape.ROUNDS, meaning, minimum, maximum), MISSING)


def teams(meaning: str) -> Any:
    """Which players play together, or null."""
    return _member(Described(Shape.TEAMS, meaning, nullable=True), None)


def hands(meaning: str) -> Any:
    """Hands by the names of their players, as many as the game is for."""
    return _member(Described(Shape.HANDS, meaning), MISSING)


def optional_names(meaning: str) -> Any:
    """The names of the players, if they are told."""
    return _member(Described(Shape.NAMES, meaning), None)


def members_of(record: type[Any]) -> tuple[Member, ...]:
    """The fields of a record."""
    return _MEMBERS.get(record) or _MEMBERS.setdefault(record, tuple(map(_read_member, fields(record))))


_MEMBERS: dict[type[Any], tuple[Member, ...]] = {}
"""The members of each record that was asked for: they are read once."""


def _read_member(declared: Field[Any]) -> Member:
    required = declared.default is MISSING
    default = None if required else declared.default
    key = declared.name.rstrip("_")
    return Member(declared.name, key, declared.metadata["described"], required, default)


def find_tiles(record: Any, prefix: str = "") -> Iterator[tuple[str, Sequence[Tile]]]:
    """All tiles of a record, pile by pile, each pile with its path."""
    for member in members_of(type(record)):
        value, path = getattr(record, member.name), f"{prefix}/{member.key}"
        if value is None or value is UNSET:
            continue
        match member.described.shape:
            case Shape.TILES:
                yield path, value
            case Shape.MELDS:
                yield from ((f"{path}/{index}", meld) for index, meld in enumerate(value))
            case Shape.OWNED_MELDS:
                yield from ((f"{path}/{index}/cards", meld.cards) for index, meld in enumerate(value))
            case Shape.HANDS:
                yield from ((path + pointer(player), hand) for player, hand in value.items())
            case Shape.TILE:
                yield path, Single(value)
            case Shape.OPEN_OR_HIDDEN:
                yield from ((f"{path}/{index}", Single(one)) for index, one in enumerate(value) if one)
            case Shape.TAKEN_CARD:
                yield f"{path}/card", Single(value.card)


def find_melds(record: Any) -> Iterator[tuple[str, tuple[Tile, ...]]]:
    """All melds of a record, each with its path."""
    for member in members_of(type(record)):
        value, path = getattr(record, member.name), f"/{member.key}"
        if member.described.shape is Shape.MELDS:
            yield from ((f"{path}/{index}", meld) for index, meld in enumerate(value))
        elif member.described.shape is Shape.OWNED_MELDS:
            yield from ((f"{path}/{index}", meld.cards) for index, meld in enumerate(value))


class Single(tuple[Tile]):
    """A tile that lies alone: its path is that of its pile."""

    __slots__ = ()

    def __new__(cls, tile: Tile) -> "Single":
        """A pile of one."""
        return super().__new__(cls, (tile,))


def _member(described: Described, default: Any) -> Any:
    return field(default=default, metadata={"described": described})
