"""Records: snapshots, moves and rounds. A game declares them as frozen dataclasses of these fields.

A field has a shape and a description; the API contract, the parsing of requests, the writing of responses and the
counting of tiles follow from that. A field whose name is a Python keyword ends with an underscore: ``from_``.
"""

from collections.abc import Iterator, Sequence
from dataclasses import MISSING, Field, dataclass, field, fields
from enum import Enum, auto
from typing import Any, Final, NamedTuple

from service.rules.violations import pointer
from service.tiles.tile import Tile


class Shape(Enum):
    """The type of a field's value."""

    FLAG = auto()
    COUNT = auto()
    """An integer in a range. ``None`` as the maximum is the size of the box."""
    CHOICE = auto()
    """One of a few strings."""
    PHASE = auto()
    """A phase of the turn, or null for the first one."""
    NAME = auto()
    NAMES = auto()
    """The names of all players."""
    SOME_NAMES = auto()
    """The names of some players."""
    TILE = auto()
    TILES = auto()
    MELDS = auto()
    OWNED_MELDS = auto()
    OPEN_OR_HIDDEN = auto()
    """A fixed number of slots, each a tile, or null for a tile that is face down."""
    TAKEN_CARD = auto()
    PARTIALLY_KNOWN = auto()
    """Tiles, some of which may be unknown."""
    RECORDS = auto()
    """A list of records."""
    ROUNDS = auto()
    """The points of each player, for each round."""
    TEAMS = auto()
    HANDS = auto()
    """The hand of each player, by name."""
    POINTS = auto()
    """The points of some players, by name."""
    FLAGS = auto()
    """A fixed number of booleans."""


class Unset(Enum):
    """The value of an absent field, where null has another meaning."""

    UNSET = auto()


UNSET: Final = Unset.UNSET


class OwnedMeld(NamedTuple):
    """A meld and the player who laid it."""

    owner: str
    cards: tuple[Tile, ...]


class TakenCard(NamedTuple):
    """The card just taken, and the slot it came from."""

    card: Tile
    slot: int


@dataclass(frozen=True, slots=True)
class Described:
    """The shape, the limits and the meaning of a field."""

    shape: Shape
    meaning: str
    minimum: int = 0
    maximum: int | None = None
    choices: tuple[str, ...] = ()
    nullable: bool = False
    record: type[Any] | None = None
    """The record type of the items, for a list of records."""
    pins: bool = False
    """Whether a wild tile may be pinned here; elsewhere a pin has no meaning and is dropped."""


@dataclass(frozen=True, slots=True)
class Member:
    """A field of a record: its names in Python and in JSON, its description, and its default if it is optional."""

    name: str
    key: str
    described: Described
    required: bool
    default: Any


def flag(meaning: str, default: bool | None = None) -> Any:
    """True or false."""
    return _member(Described(Shape.FLAG, meaning), MISSING if default is None else default)


def count(meaning: str, *, minimum: int = 0, maximum: int | None = None, default: int | None = None) -> Any:
    """An integer, by default up to the size of the box."""
    described = Described(Shape.COUNT, meaning, minimum, maximum)
    return _member(described, MISSING if default is None else default)


def choice(meaning: str, *choices: str) -> Any:
    """One of a few strings."""
    return _member(Described(Shape.CHOICE, meaning, choices=choices), MISSING)


def phase() -> Any:
    """The phase of the turn. Its description depends on the phases of the game."""
    return _member(Described(Shape.PHASE, ""), None)


def name(meaning: str) -> Any:
    """A player's name."""
    return _member(Described(Shape.NAME, meaning), MISSING)


def names(meaning: str) -> Any:
    """The names of all players."""
    return _member(Described(Shape.NAMES, meaning), MISSING)


def optional_name(meaning: str) -> Any:
    """A player's name, which is optional."""
    return _member(Described(Shape.NAME, meaning), None)


def some_names(meaning: str) -> Any:
    """The names of some players."""
    return _member(Described(Shape.SOME_NAMES, meaning), MISSING)


def points(meaning: str, *, maximum: int, required: bool) -> Any:
    """The points of some players, by name."""
    return _member(Described(Shape.POINTS, meaning, -maximum, maximum), MISSING if required else None)


def flags(meaning: str, slots: int) -> Any:
    """A fixed number of booleans."""
    return _member(Described(Shape.FLAGS, meaning, slots, slots), MISSING)


def tile(meaning: str) -> Any:
    """A tile."""
    return _member(Described(Shape.TILE, meaning), MISSING)


def tile_or_none(meaning: str) -> Any:
    """A tile or null."""
    return _member(Described(Shape.TILE, meaning, nullable=True), MISSING)


def optional_tile(meaning: str) -> Any:
    """An optional tile."""
    return _member(Described(Shape.TILE, meaning), None)


def optional_tile_or_none(meaning: str) -> Any:
    """An optional tile or null; unset and null differ."""
    return _member(Described(Shape.TILE, meaning, nullable=True), UNSET)


def tiles(meaning: str, *, pins: bool = False) -> Any:
    """Tiles."""
    return _member(Described(Shape.TILES, meaning, pins=pins), MISSING)


def optional_tiles(meaning: str) -> Any:
    """Optional tiles."""
    return _member(Described(Shape.TILES, meaning), None)


def melds(meaning: str) -> Any:
    """Melds; wild tiles may be pinned."""
    return _member(Described(Shape.MELDS, meaning, pins=True), MISSING)


def optional_melds(meaning: str) -> Any:
    """Optional melds."""
    return _member(Described(Shape.MELDS, meaning, pins=True), None)


def owned_melds(meaning: str) -> Any:
    """Melds, each with its owner."""
    return _member(Described(Shape.OWNED_MELDS, meaning, pins=True), MISSING)


def open_or_hidden(meaning: str, slots: int) -> Any:
    """Slots with a tile face up or face down."""
    return _member(Described(Shape.OPEN_OR_HIDDEN, meaning, slots, slots), MISSING)


def taken_card(meaning: str, slots: int) -> Any:
    """The card just taken from one of the slots, or null."""
    return _member(Described(Shape.TAKEN_CARD, meaning, 0, slots - 1, nullable=True), None)


def partially_known(meaning: str) -> Any:
    """Tiles, some of which may be unknown."""
    return _member(Described(Shape.PARTIALLY_KNOWN, meaning), MISSING)


def one_for_each_player(meaning: str, record: type[Any]) -> Any:
    """One record for each player."""
    return _member(Described(Shape.RECORDS, meaning, record=record), MISSING)


def optional_records(meaning: str, record: type[Any], *, most: int) -> Any:
    """An optional list of up to ``most`` records."""
    return _member(Described(Shape.RECORDS, meaning, 0, most, record=record), None)


def name_or_none(meaning: str) -> Any:
    """A player's name or null."""
    return _member(Described(Shape.NAME, meaning, nullable=True), MISSING)


def rounds(meaning: str, *, minimum: int, maximum: int) -> Any:
    """The points of each player, round by round."""
    return _member(Described(Shape.ROUNDS, meaning, minimum, maximum), MISSING)


def teams(meaning: str) -> Any:
    """The teams, or null."""
    return _member(Described(Shape.TEAMS, meaning, nullable=True), None)


def hands(meaning: str) -> Any:
    """The hands of all players, by name."""
    return _member(Described(Shape.HANDS, meaning), MISSING)


def optional_names(meaning: str) -> Any:
    """The optional names of all players."""
    return _member(Described(Shape.NAMES, meaning), None)


_MEMBERS: dict[type[Any], tuple[Member, ...]] = {}


def members_of(record: type[Any]) -> tuple[Member, ...]:
    """The fields of a record."""
    return _MEMBERS.get(record) or _MEMBERS.setdefault(record, tuple(map(_read_member, fields(record))))


def _read_member(declared: Field[Any]) -> Member:
    required = declared.default is MISSING
    default = None if required else declared.default
    key = declared.name.rstrip("_")
    return Member(declared.name, key, declared.metadata["described"], required, default)


def find_tiles(record: Any, prefix: str = "") -> Iterator[tuple[str, Sequence[Tile]]]:
    """All tiles of a record by pile, each pile with its path."""
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
    """A pile of one tile whose path is that of the tile."""

    __slots__ = ()

    def __new__(cls, tile: Tile) -> "Single":
        """A pile of one tile."""
        return super().__new__(cls, (tile,))


def _member(described: Described, default: Any) -> Any:
    return field(default=default, metadata={"described": described})
