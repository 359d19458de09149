"""Reads records from values of Python: tiles are codes or tiles, a meld is a list or a string of them."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from rummy_referee.rules import records
from rummy_referee.rules.options import describe_options
from rummy_referee.rules.records import ByPlayer, Described, OwnedMeld, Shape, TakenCard, members_of
from rummy_referee.rules.seeded_random import Seed
from rummy_referee.rules.violations import pointer
from rummy_referee.texts.moves import event_codes
from rummy_referee.tiles.box import Box
from rummy_referee.tiles.tile import Tile

if TYPE_CHECKING:
    from rummy_referee.rules.game import AnyGame

SEED = re.compile("[0-9a-f]{32}")
"""A seed of 128 bits."""
Record = TypeVar("Record")
Item = TypeVar("Item")


class InputError(ValueError):
    """Values that do not fit the game. ``faults`` has every fault by its path."""

    def __init__(self, faults: Mapping[str, str]) -> None:
        super().__init__(dict(faults))
        self.faults = dict(faults)

    def __str__(self) -> str:
        return "\n".join(f"{path or '/'} {fault}" for path, fault in self.faults.items())


def read_record(game: "AnyGame", record: type[Record], values: Mapping[str, Any]) -> Record:
    """A record from its values by the names of its fields in JSON. Other values are ignored."""
    reader = Reader(game)
    members = reader.read_members(record, values, "")
    if reader.faults:
        raise InputError(reader.faults)
    return record(**members)


def read_fields(
    game: "AnyGame", record: type[Record], values: Mapping[str, Any], path: str = "", *, ignored: Iterable[str] = ()
) -> Record:
    """The same for values of a person, where an unknown field is a fault."""
    reader = Reader(game)
    known = {name for member in members_of(record) for name in (member.key, member.name)}
    for name in values:
        if name not in known and name not in ignored:
            reader.faults[path + pointer(name)] = f"does not exist; there are {', '.join(sorted(known))}"
    members = reader.read_members(record, values, path)
    if reader.faults:
        raise InputError(reader.faults)
    return record(**members)


class Reader:
    """Reads values of one game, and keeps every fault by its path."""

    def __init__(self, game: "AnyGame") -> None:
        self.game = game
        self.box: Box = game.box
        self.faults: dict[str, str] = {}

    def read_members(self, record: type[Any], values: Mapping[str, Any], path: str) -> dict[str, Any]:
        """The fields of a record."""
        read: dict[str, Any] = {}
        for member in members_of(record):
            key = member.key if member.key in values else member.name
            if key not in values:
                if member.required:
                    self.faults[f"{path}/{member.key}"] = "is missing"
                continue
            value = values[key]
            if value is not None:
                value = _READ[member.described.shape](self, value, member.described, f"{path}/{member.key}")
            elif not member.described.nullable and (member.required or member.default is not None):
                self.faults[f"{path}/{member.key}"] = "must not be None"
            read[member.name] = value
        return read

    def fail(self, path: str, fault: str) -> Any:
        """Note a fault."""
        self.faults.setdefault(path, fault)

    # --- tiles ------------------------------------------------------------------------------------------------------

    def read_tiles(self, value: Any, path: str, *, pins: bool, unknown: bool = False) -> tuple[Tile, ...]:
        """Tiles in their order."""
        tiles = self.box.tiles
        codes = value.split() if isinstance(value, str) else value
        try:
            found = [tiles[code.code] if code.__class__ is Tile else tiles[code] for code in codes]
        except (KeyError, TypeError):
            listed = self.read_list(codes, path)
            some = [self.read_tile(code, f"{path}/{at}", unknown=unknown) for at, code in enumerate(listed)]
            found = [tile for tile in some if tile is not None]
        if pins:
            return tuple(found)
        return tuple([tiles[tile.piece] if tile.pinned_to else tile for tile in found])

    def read_tile(self, value: Any, path: str, *, unknown: bool = False) -> Any:
        """A tile with its pin."""
        code = value.code if isinstance(value, Tile) else value
        if isinstance(code, str):
            if code in self.box.tiles:
                return self.box.tiles[code]
            if unknown and code in self.box.unknown_tiles:
                return self.box.unknown_tiles[code]
        return self.fail(path, f"is not a tile of {self.game.id}: {value!r}")

    def read_melds(self, value: Any, path: str) -> tuple[tuple[Tile, ...], ...]:
        """Melds, each with the pins of its wild tiles."""
        listed = self.read_list(value, path)
        return tuple([self.read_tiles(meld, f"{path}/{at}", pins=True) for at, meld in enumerate(listed)])

    # --- other values -----------------------------------------------------------------------------------------------

    def read_list(self, value: Any, path: str, sizes: range | None = None) -> list[Any]:
        """A list of any values, but not a string."""
        if isinstance(value, str) or not isinstance(value, Iterable):
            self.fail(path, f"is not a list: {value!r}")
            return []
        listed = list(value)
        if sizes is not None and len(listed) not in sizes:
            self.fail(path, f"has {len(listed)} items; {sizes[0]} to {sizes[-1]} are possible")
        return listed

    def read_mapping(
        self, value: Any, path: str, read: Callable[[Any, str], Item], sizes: range | None = None
    ) -> dict[str, Item]:
        """Values by the names of players."""
        if not isinstance(value, Mapping):
            self.fail(path, f"is not a mapping of players: {value!r}")
            return {}
        if sizes is not None and len(value) not in sizes:
            self.fail(path, f"has {len(value)} players; {sizes[0]} to {sizes[-1]} are possible")
        read_items = {self.read_name(name, path): read(item, path + pointer(str(name))) for name, item in value.items()}
        return ByPlayer(read_items)

    def read_name(self, value: Any, path: str) -> str:
        """The name of a player."""
        return value if isinstance(value, str) else self.fail(path, f"is not a name: {value!r}") or ""

    def read_names(self, value: Any, path: str, sizes: range) -> tuple[str, ...]:
        """Names of players."""
        if isinstance(value, tuple) and len(value) in sizes and {*map(type, value)} == {str}:  # the usual case
            return value
        listed = self.read_list(value, path, sizes)
        return tuple([self.read_name(name, f"{path}/{at}") for at, name in enumerate(listed)])

    def read_count(self, value: Any, path: str, minimum: int, maximum: int | None) -> int:
        """An integer in a range; without a maximum up to the size of the box."""
        most = self.box.size if maximum is None else maximum
        if isinstance(value, bool) or not isinstance(value, int):
            self.fail(path, f"is not an integer: {value!r}")
            return minimum
        if not minimum <= value <= most:
            self.fail(path, f"is not from {minimum} to {most}: {value}")
        return value

    def read_seed(self, value: Any, path: str) -> Seed:
        """The seed of a deal."""
        if isinstance(value, str):
            return value if SEED.fullmatch(value) else self.fail(path, f"is not 32 digits of 0-9a-f: {value!r}") or ""
        return self.read_count(value, path, 0, records.HIGHEST_SEED)

    def read_flag(self, value: Any, path: str) -> bool:
        """True or false."""
        return value if isinstance(value, bool) else bool(self.fail(path, f"is not True or False: {value!r}"))

    def read_choice(self, value: Any, path: str, choices: tuple[str, ...]) -> str:
        """One of a few strings."""
        return value if value in choices else self.fail(path, f"is not one of {', '.join(choices)}: {value!r}") or ""

    def read_points(self, value: Any, described: Described, path: str) -> dict[str, int]:
        """Points by player."""
        low, high = described.minimum, described.maximum
        sizes = range(self.game.players[-1] + 1)
        if isinstance(value, ByPlayer):  # already read
            return value
        return self.read_mapping(value, path, lambda points, place: self.read_count(points, place, low, high), sizes)

    def read_records(self, value: Any, described: Described, path: str) -> tuple[Any, ...]:
        """Records, one for each item."""
        if described.record is None:
            raise ValueError("a list of records needs their type")
        some = range(described.minimum, (described.maximum or 0) + 1)
        sizes = self.game.players if described.maximum is None else some
        found = []
        for at, item in enumerate(self.read_list(value, path, sizes)):
            if isinstance(item, described.record):
                found.append(item)
            elif isinstance(item, Mapping):
                before = len(self.faults)
                members = self.read_members(described.record, item, f"{path}/{at}")
                found.append(described.record(**members) if len(self.faults) == before else None)
            else:
                self.fail(f"{path}/{at}", f"is not a mapping of fields: {item!r}")
        return tuple(found)

    def read_owned_meld(self, value: Any, path: str) -> OwnedMeld:
        """A meld and its owner."""
        owner, cards = self._pair(value, path, "owner", "cards")
        return OwnedMeld(self.read_name(owner, f"{path}/owner"), self.read_tiles(cards, f"{path}/cards", pins=True))

    def read_taken_card(self, value: Any, described: Described, path: str) -> TakenCard:
        """A card and its slot."""
        card, slot = self._pair(value, path, "card", "slot")
        slot = self.read_count(slot, f"{path}/slot", described.minimum, described.maximum)
        return TakenCard(self.read_tile(card, f"{path}/card"), slot)

    def _pair(self, value: Any, path: str, *names: str) -> tuple[Any, Any]:
        pair = tuple(value.get(name) for name in names) if isinstance(value, Mapping) else value
        if isinstance(pair, tuple) and len(pair) == len(names):
            return pair[0], pair[1]
        self.fail(path, f"is not a mapping of {' and '.join(names)}: {value!r}")
        return "", ()


def _each(read: Callable[[Reader, Any, str], Item]) -> Callable[[Reader, Any, Described, str], tuple[Item, ...]]:
    """Reads a list item by item."""

    def read_all(reader: Reader, value: Any, described: Described, path: str) -> tuple[Item, ...]:
        sizes = range(described.minimum, described.minimum + 1) if described.maximum == described.minimum else None
        return tuple(
            [read(reader, item, f"{path}/{at}") for at, item in enumerate(reader.read_list(value, path, sizes))]
        )

    return read_all


def _read_one_tile(reader: Reader, value: Any, _: Described, path: str) -> Any:
    """A tile; a pin has no meaning here."""
    tile = reader.read_tile(value, path)
    return reader.box.tiles[tile.piece] if tile and tile.pinned_to else tile


def _read_rounds(reader: Reader, value: Any, described: Described, path: str) -> tuple[Mapping[str, int], ...]:
    return tuple(
        [reader.read_points(item, described, f"{path}/{at}") for at, item in enumerate(reader.read_list(value, path))]
    )


def _read_hands(reader: Reader, value: Any, _: Described, path: str) -> Mapping[str, tuple[Tile, ...]]:
    if isinstance(value, ByPlayer):  # already read, but for the pins
        return ByPlayer({name: reader.read_tiles(hand, path, pins=False) for name, hand in value.items()})
    sizes = reader.game.players
    return reader.read_mapping(value, path, lambda hand, place: reader.read_tiles(hand, place, pins=False), sizes)


def _some(reader: Reader) -> range:
    return range(reader.game.players[-1] + 1)


_READ: Mapping[Shape, Callable[[Reader, Any, Described, str], Any]] = {
    records.FLAG: lambda reader, value, _, path: reader.read_flag(value, path),
    records.COUNT: lambda reader, value, described, path: reader.read_count(
        value, path, described.minimum, described.maximum
    ),
    records.CHOICE: lambda reader, value, described, path: reader.read_choice(value, path, described.choices),
    records.PHASE: lambda reader, value, _, path: reader.read_choice(value, path, reader.game.turn.phases),
    records.NAME: lambda reader, value, _, path: reader.read_name(value, path),
    records.NAMES: lambda reader, value, _, path: reader.read_names(value, path, reader.game.players),
    records.SOME_NAMES: lambda reader, value, _, path: reader.read_names(value, path, _some(reader)),
    records.TILE: _read_one_tile,
    records.TILES: lambda reader, value, described, path: reader.read_tiles(value, path, pins=described.pins),
    records.MELDS: lambda reader, value, _, path: reader.read_melds(value, path),
    records.OWNED_MELDS: _each(Reader.read_owned_meld),
    records.OPEN_OR_HIDDEN: _each(lambda reader, value, path: None if value is None else reader.read_tile(value, path)),
    records.TAKEN_CARD: Reader.read_taken_card,
    records.PARTIALLY_KNOWN: lambda reader, value, _, path: reader.read_tiles(value, path, pins=False, unknown=True),
    records.RECORDS: Reader.read_records,
    records.ROUNDS: _read_rounds,
    records.TEAMS: _each(lambda reader, value, path: reader.read_names(value, path, _some(reader))),
    records.HANDS: _read_hands,
    records.POINTS: Reader.read_points,
    records.CHOICES: lambda reader, value, described, path: reader.read_mapping(
        value, path, lambda item, place: reader.read_choice(item, place, described.choices), _some(reader)
    ),
    records.SOME_CHOICES: lambda reader, value, described, path: tuple(
        reader.read_choice(item, f"{path}/{at}", described.choices)
        for at, item in enumerate(reader.read_list(value, path, range((described.maximum or 0) + 1)))
    ),
    records.FLAGS: _each(Reader.read_flag),
    records.SEED: lambda reader, value, _, path: reader.read_seed(value, path),
    records.EVENT: lambda reader, value, _, path: reader.read_choice(value, path, event_codes(reader.game.id)),
    records.EVENTS: Reader.read_records,
}
"""How the value of each shape is read."""


# --- options --------------------------------------------------------------------------------------------------------


def read_options(game: "AnyGame", options: Any) -> Any:
    """The options of a table, in their ranges; the defaults if there are none."""
    if options is None:
        return game.options()
    if not isinstance(options, game.options):
        raise InputError({"/options": f"are not {game.options.__name__}: {options!r}"})
    reader = Reader(game)
    for name, option, default in describe_options(game.options):
        value, path = getattr(options, name), f"/options/{name}"
        if value == default:
            continue
        if option.type == "boolean":
            reader.read_flag(value, path)
        elif option.type == "string":
            reader.read_choice(value, path, option.choices)
        elif option.type == "integer":
            reader.read_count(value, path, option.minimum or 0, option.maximum)
        else:
            for at, item in enumerate(reader.read_list(value, path, option.sizes)):
                reader.read_count(item, f"{path}/{at}", option.minimum or 0, option.maximum)
    if reader.faults:
        raise InputError(reader.faults)
    return options
