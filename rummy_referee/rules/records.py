"""Records: snapshots, moves and rounds. A game declares them as frozen dataclasses of these fields.

A field has a shape and a description; the API contract, the parsing of requests, the writing of responses and the
counting of tiles follow from that. A field whose name is a Python keyword ends with an underscore: ``from_``.

A new shape is one ``Shape`` here, and its form in JSON one ``JsonShape`` in ``service/operations/records.py``.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass
from enum import Enum, auto
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeVar, overload

from rummy_referee.rules.seeded_random import Seed
from rummy_referee.rules.violations import pointer
from rummy_referee.tiles.tile import Tile


class Unset(Enum):
    """The value of an absent field, where null has another meaning."""

    UNSET = auto()


UNSET: Final = Unset.UNSET
Value = TypeVar("Value")
Record = TypeVar("Record")
Choice = TypeVar("Choice", bound=str)


HIGHEST_SEED = 2**53 - 1
"""The highest seed of a deal that is an integer: every JSON parser reads it exactly."""


class ByPlayer(dict[str, Value]):
    """Values by the names of players. It does not change, so that rounds can share it."""

    def _refuse(self, *_: object, **__: object) -> Any:
        raise TypeError("a record does not change")

    __setitem__ = __delitem__ = __ior__ = clear = pop = popitem = setdefault = update = _refuse

    def __hash__(self) -> int:  # type: ignore[override] # unlike a dict, it does not change
        return hash(frozenset(self.items()))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (dict(self),)


class OwnedMeld(NamedTuple):
    """A meld and the player who laid it."""

    owner: str
    cards: tuple[Tile, ...]


class TakenCard(NamedTuple):
    """The card just taken, and the slot it came from."""

    card: Tile
    slot: int


class Single(tuple[Tile]):
    """A pile of one tile whose path is that of the tile."""

    __slots__ = ()

    def __new__(cls, tile: Tile) -> "Single":
        """A pile of one tile."""
        return super().__new__(cls, (tile,))


# --- copies ---------------------------------------------------------------------------------------------------------

if TYPE_CHECKING:
    from dataclasses import replace as replace  # noqa: PLC0414 - exported
else:

    def replace(record, **changes):
        """The same as ``dataclasses.replace`` in half the time, for dataclasses with slots."""
        kind = type(record)
        made = object.__new__(kind)
        for name, get, put in _slots_of(kind):
            put(made, changes.pop(name) if name in changes else get(record))
        if changes:
            raise TypeError(f"{kind.__name__} has no {', '.join(changes)}")
        return made


@cache
def _slots_of(record: type[Any]) -> tuple[tuple[str, Callable[[Any], Any], Callable[[Any, Any], None]], ...]:
    """The name of each field, and how its slot is read and written."""
    slots = [(declared.name, getattr(record, declared.name)) for declared in fields(record)]
    return tuple((name, slot.__get__, slot.__set__) for name, slot in slots)


# --- shapes ---------------------------------------------------------------------------------------------------------

Piles = Iterator[tuple[str, Sequence[Tile]]]
"""Piles of tiles, each with its path."""
Finder = Callable[[str, Any], Piles]
"""Finds piles in a value, given its path."""


@dataclass(frozen=True, eq=False)
class Shape:
    """The type of a field's value, and the tiles and melds in it."""

    find_tiles: Finder | None = None
    find_melds: Finder | None = None


def _each_meld(path: str, melds: Any) -> Piles:
    return ((f"{path}/{index}", meld) for index, meld in enumerate(melds))


FLAG = Shape()
COUNT = Shape()
"""An integer in a range. ``None`` as the maximum is the size of the box."""
CHOICE = Shape()
"""One of a few strings."""
PHASE = Shape()
"""A phase of the turn, or null for the first one."""
NAME = Shape()
NAMES = Shape()
"""The names of all players."""
SOME_NAMES = Shape()
"""The names of some players."""
TILE = Shape(lambda path, tile: iter([(path, Single(tile))]))
TILES = Shape(lambda path, tiles: iter([(path, tiles)]))
MELDS = Shape(_each_meld, _each_meld)
OWNED_MELDS = Shape(
    lambda path, melds: ((f"{path}/{index}/cards", meld.cards) for index, meld in enumerate(melds)),
    lambda path, melds: ((f"{path}/{index}", meld.cards) for index, meld in enumerate(melds)),
)
OPEN_OR_HIDDEN = Shape(
    lambda path, slots: ((f"{path}/{index}", Single(tile)) for index, tile in enumerate(slots) if tile)
)
"""A fixed number of slots, each a tile, or null for a tile that is face down."""
TAKEN_CARD = Shape(lambda path, taken: iter([(f"{path}/card", Single(taken.card))]))
PARTIALLY_KNOWN = Shape()
"""Tiles, some of which may be unknown."""
RECORDS = Shape()
"""A list of records."""
ROUNDS = Shape()
"""The points of each player, for each round."""
TEAMS = Shape()
HANDS = Shape(lambda path, hands: ((path + pointer(player), hand) for player, hand in hands.items()))
"""The hand of each player, by name."""
POINTS = Shape()
"""The points of some players, by name."""
CHOICES = Shape()
"""For some players one of a few strings, by name."""
SOME_CHOICES = Shape()
"""Some of a few strings, each as often as wanted."""
FLAGS = Shape()
"""A fixed number of booleans."""
SEED = Shape()
"""The seed of a deal: an integer, or 32 hexadecimal digits."""
EVENT = Shape()
"""What a player did: the code of a sentence."""
EVENTS = Shape()
"""What players did last."""


# --- fields ---------------------------------------------------------------------------------------------------------


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
    counted: bool = True
    """Whether the tiles are counted. Those that a record also has elsewhere, such as in a hand, are not."""
    returned: bool = False
    """Whether the records of a list are in answers, too."""


@dataclass(frozen=True, slots=True)
class Member:
    """A field of a record: its names in Python and in JSON, its description, and its default if it is optional."""

    name: str
    key: str
    described: Described
    required: bool
    default: Any


def flag(meaning: str, default: bool | None = None) -> bool:
    """True or false."""
    return _member(Described(FLAG, meaning), MISSING if default is None else default)


def count(meaning: str, *, minimum: int = 0, maximum: int | None = None, default: int | None = None) -> int:
    """An integer, by default up to the size of the box."""
    described = Described(COUNT, meaning, minimum, maximum)
    return _member(described, MISSING if default is None else default)


def choice(meaning: str, *choices: Choice) -> Choice:
    """One of a few strings."""
    return _member(Described(CHOICE, meaning, choices=choices), MISSING)


def choice_or_none(meaning: str, *choices: str, required: bool = False) -> str | None:
    """One of a few strings, or null; null by default, unless it is required."""
    return _member(Described(CHOICE, meaning, choices=choices, nullable=True), MISSING if required else None)


def some_choices(meaning: str, *choices: str, most: int) -> tuple[str, ...]:
    """Up to ``most`` of a few strings, each as often as wanted; none by default."""
    return _member(Described(SOME_CHOICES, meaning, 0, most, choices), ())


def some_records(meaning: str, record: type[Record], *, most: int) -> tuple[Record, ...]:
    """Up to ``most`` records in snapshots and rounds, none by default."""
    return _member(Described(RECORDS, meaning, 0, most, record=record, returned=True), ())


def choices_by_player(meaning: str, *choices: str) -> Mapping[str, str]:
    """For some players one of a few strings, by name."""
    return _member(Described(CHOICES, meaning, choices=choices), MISSING)


def phase() -> str | None:
    """The phase of the turn. Its description depends on the phases of the game."""
    return _member(Described(PHASE, ""), None)


def name(meaning: str) -> str:
    """A player's name."""
    return _member(Described(NAME, meaning), MISSING)


def names(meaning: str) -> tuple[str, ...]:
    """The names of all players."""
    return _member(Described(NAMES, meaning), MISSING)


def optional_name(meaning: str) -> str | None:
    """A player's name, which is optional."""
    return _member(Described(NAME, meaning), None)


def some_names(meaning: str) -> tuple[str, ...]:
    """The names of some players."""
    return _member(Described(SOME_NAMES, meaning), MISSING)


def entropy(meaning: str) -> tuple[str, ...]:
    """What players have contributed to a deal; by default nothing."""
    return _member(Described(SOME_NAMES, meaning), ())


@overload
def points(meaning: str, *, maximum: int, required: Literal[True]) -> Mapping[str, int]: ...
@overload
def points(meaning: str, *, maximum: int, required: Literal[False]) -> Mapping[str, int] | None: ...
def points(meaning: str, *, maximum: int, required: bool) -> Mapping[str, int] | None:
    """The points of some players, by name."""
    return _member(Described(POINTS, meaning, -maximum, maximum), MISSING if required else None)


def flags(meaning: str, slots: int) -> tuple[bool, ...]:
    """A fixed number of booleans."""
    return _member(Described(FLAGS, meaning, slots, slots), MISSING)


def seed(meaning: str) -> Seed:
    """The seed of a deal."""
    return _member(Described(SEED, meaning), MISSING)


def event(meaning: str) -> str:
    """What a player did."""
    return _member(Described(EVENT, meaning), MISSING)


def events(meaning: str, record: type[Record], *, most: int) -> tuple[Record, ...]:
    """Up to ``most`` records of what players did; by default none."""
    return _member(Described(EVENTS, meaning, 0, most, record=record), ())


def tile(meaning: str) -> Tile:
    """A tile."""
    return _member(Described(TILE, meaning), MISSING)


def tile_or_none(meaning: str) -> Tile | None:
    """A tile or null."""
    return _member(Described(TILE, meaning, nullable=True), MISSING)


def optional_tile(meaning: str) -> Tile | None:
    """An optional tile."""
    return _member(Described(TILE, meaning), None)


def mentioned_tile(meaning: str) -> Tile | None:
    """A tile or null, null by default, that also is elsewhere."""
    return _member(Described(TILE, meaning, nullable=True, counted=False), None)


def optional_tile_or_none(meaning: str) -> Tile | Unset | None:
    """An optional tile or null; unset and null differ."""
    return _member(Described(TILE, meaning, nullable=True), UNSET)


def tiles(meaning: str, *, pins: bool = False) -> tuple[Tile, ...]:
    """Tiles."""
    return _member(Described(TILES, meaning, pins=pins), MISSING)


def optional_tiles(meaning: str) -> tuple[Tile, ...] | None:
    """Optional tiles."""
    return _member(Described(TILES, meaning), None)


def melds(meaning: str) -> tuple[tuple[Tile, ...], ...]:
    """Melds; wild tiles may be pinned."""
    return _member(Described(MELDS, meaning, pins=True), MISSING)


def optional_melds(meaning: str) -> tuple[tuple[Tile, ...], ...] | None:
    """Optional melds."""
    return _member(Described(MELDS, meaning, pins=True), None)


def owned_melds(meaning: str) -> tuple[OwnedMeld, ...]:
    """Melds, each with its owner."""
    return _member(Described(OWNED_MELDS, meaning, pins=True), MISSING)


def open_or_hidden(meaning: str, slots: int) -> tuple[Tile | None, ...]:
    """Slots with a tile face up or face down."""
    return _member(Described(OPEN_OR_HIDDEN, meaning, slots, slots), MISSING)


def taken_card(meaning: str, slots: int) -> TakenCard | None:
    """The card just taken from one of the slots, or null."""
    return _member(Described(TAKEN_CARD, meaning, 0, slots - 1, nullable=True), None)


def partially_known(meaning: str) -> tuple[Tile, ...]:
    """Tiles, some of which may be unknown."""
    return _member(Described(PARTIALLY_KNOWN, meaning), MISSING)


def one_for_each_player(meaning: str, record: type[Record]) -> tuple[Record, ...]:
    """One record for each player."""
    return _member(Described(RECORDS, meaning, record=record), MISSING)


def optional_records(meaning: str, record: type[Record], *, most: int) -> tuple[Record, ...] | None:
    """An optional list of up to ``most`` records."""
    return _member(Described(RECORDS, meaning, 0, most, record=record), None)


def name_or_none(meaning: str) -> str | None:
    """A player's name or null."""
    return _member(Described(NAME, meaning, nullable=True), MISSING)


def optional_name_or_none(meaning: str) -> str | None:
    """A player's name or null; null by default."""
    return _member(Described(NAME, meaning, nullable=True), None)


def rounds(meaning: str, *, minimum: int, maximum: int) -> tuple[Mapping[str, int], ...]:
    """The points of each player, round by round."""
    return _member(Described(ROUNDS, meaning, minimum, maximum), MISSING)


def teams(meaning: str) -> tuple[tuple[str, ...], ...] | None:
    """The teams, or null."""
    return _member(Described(TEAMS, meaning, nullable=True), None)


def hands(meaning: str) -> Mapping[str, tuple[Tile, ...]]:
    """The hands of all players, by name."""
    return _member(Described(HANDS, meaning), MISSING)


def optional_names(meaning: str) -> tuple[str, ...] | None:
    """The optional names of all players."""
    return _member(Described(NAMES, meaning), None)


_MEMBERS: dict[type[Any], tuple[Member, ...]] = {}


def members_of(record: type[Any]) -> tuple[Member, ...]:
    """The fields of a record."""
    return _MEMBERS.get(record) or _MEMBERS.setdefault(record, tuple(map(_read_member, fields(record))))


def _read_member(declared: Field[Any]) -> Member:
    required = declared.default is MISSING
    default = None if required else declared.default
    key = declared.name.rstrip("_")
    return Member(declared.name, key, declared.metadata["described"], required, default)


def find_tiles(record: Any, prefix: str = "") -> Piles:
    """All tiles of a record by pile, each pile with its path."""
    for member in members_of(type(record)):
        find = member.described.shape.find_tiles
        if find and member.described.counted:
            value = getattr(record, member.name)
            if value is not None and value is not UNSET:
                yield from find(f"{prefix}/{member.key}", value)


def find_facts(facts: Any) -> Piles:
    """The tiles of the facts of a round, if the game has any."""
    return iter(()) if facts is None else find_tiles(facts)


def find_melds(record: Any) -> Iterator[tuple[str, tuple[Tile, ...]]]:
    """All melds of a record, each with its path."""
    for member in members_of(type(record)):
        find = member.described.shape.find_melds
        if find:
            yield from ((path, tuple(meld)) for path, meld in find(f"/{member.key}", getattr(record, member.name)))


def to_plain(value: Any) -> Any:
    """A record, or a value of one, as JSON has it: tiles are codes, and unset fields are left out."""
    if isinstance(value, Tile):
        return value.code
    if isinstance(value, OwnedMeld | TakenCard):
        return {name: to_plain(item) for name, item in value._asdict().items()}
    if isinstance(value, tuple):
        return [to_plain(item) for item in value]
    if isinstance(value, dict):
        return {name: to_plain(item) for name, item in value.items()}
    if not is_dataclass(value):
        return value
    members = ((member.key, getattr(value, member.name)) for member in members_of(type(value)))
    return {key: to_plain(item) for key, item in members if item is not UNSET}


def _member(described: Described, default: Any) -> Any:
    return field(default=default, metadata={"described": described})
