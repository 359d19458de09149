"""Records of the rules (snapshots, moves, rounds) as JSON: their request fields, and how they are read and dumped."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from operator import attrgetter
from typing import Any

from marshmallow import Schema
from marshmallow.fields import Field

from service.api.components import class_name
from service.api.fields import (
    Choice,
    Flag,
    ListOf,
    Loaded,
    MeldList,
    NameMap,
    NestedObject,
    NestedObjectList,
    OneTile,
    PartiallyKnownTiles,
    PlayerName,
    RequestSchema,
    TileList,
    TileSlots,
    WholeNumber,
)
from service.api.limits import HISTORY_ROUNDS
from service.api.responses import dump_tiles
from service.rules.game import AnyGame
from service.rules.records import UNSET, Described, Member, OwnedMeld, Shape, TakenCard, members_of
from service.tiles.box import Box
from service.tiles.tile import Tile

# --- in a request ---------------------------------------------------------------------------------------------------


def record_fields(record: type[Any], game: AnyGame) -> dict[str, Field[Any]]:
    """The request fields of a record. Without phases in the game's turn there is no ``phase``."""
    members = members_of(record)
    has_phases = bool(game.turn.phases)
    return {
        member.key: _field(member, game) for member in members if has_phases or member.described.shape != Shape.PHASE
    }


def _field(member: Member, game: AnyGame) -> Field[Any]:
    described = member.described
    common: dict[str, Any] = {"required": member.required, "metadata": {"description": described.meaning}}
    if described.nullable:
        common["allow_none"] = True
    if not member.required and member.default is not None and member.default is not UNSET:
        common["load_default"] = member.default
    return _FIELDS[described.shape](game, described, common)


def _maximum(game: AnyGame, described: Described) -> int:
    return game.box.size if described.maximum is None else described.maximum


@cache
def _owned_meld(game: AnyGame) -> type[Schema]:
    fields: dict[str, Any] = {
        "owner": PlayerName(required=True, metadata={"description": "The player who laid it."}),
        "cards": TileList(game, required=True, metadata={"description": "The cards of the meld."}),
    }
    return RequestSchema.from_dict(fields, name=f"{class_name(game.id)}OwnedMeld")


@cache
def _taken_card(game: AnyGame, last_slot: int) -> type[Schema]:
    slot = {"description": "The slot it came from, counted from 0."}
    fields: dict[str, Any] = {
        "card": OneTile(game, required=True, metadata={"description": "The card."}),
        "slot": WholeNumber(minimum=0, maximum=last_slot, required=True, metadata=slot),
    }
    return RequestSchema.from_dict(fields, name=f"{class_name(game.id)}TakenCard")


def _nested_schema(described: Described, game: AnyGame) -> type[Schema]:
    record = _record_of(described)
    fields: dict[str, Any] = record_fields(record, game)
    own = record.__name__.removeprefix(class_name(game.id.split("-")[0]))
    return RequestSchema.from_dict(fields, name=f"{class_name(game.id)}{own}")


def _record_of(described: Described) -> type[Any]:
    if described.record is None:
        raise ValueError("a list of records needs their type")
    return described.record


_FIELDS: Mapping[Shape, Callable[[AnyGame, Described, dict[str, Any]], Field[Any]]] = {
    Shape.FLAG: lambda _, __, common: Flag(**common),
    Shape.COUNT: lambda game, described, common: WholeNumber(
        minimum=described.minimum, maximum=_maximum(game, described), **common
    ),
    Shape.CHOICE: lambda _, described, common: Choice(*described.choices, **common),
    Shape.PHASE: lambda game, _, __: _phase_field(game),
    Shape.NAME: lambda _, __, common: PlayerName(**common),
    Shape.NAMES: lambda game, _, common: ListOf(PlayerName(), sizes=game.players, **common),
    Shape.SOME_NAMES: lambda game, _, common: ListOf(PlayerName(), sizes=range(game.players[-1] + 1), **common),
    Shape.TILE: lambda game, _, common: OneTile(game, **common),
    Shape.TILES: lambda game, _, common: TileList(game, **common),
    Shape.MELDS: lambda game, _, common: MeldList(game, **common),
    Shape.OWNED_MELDS: lambda game, _, common: NestedObjectList(
        _owned_meld(game), sizes=range(game.box.size + 1), **common
    ),
    Shape.OPEN_OR_HIDDEN: lambda game, described, common: TileSlots(game, slots=described.minimum, **common),
    Shape.PARTIALLY_KNOWN: lambda game, _, common: PartiallyKnownTiles(game, **common),
    Shape.RECORDS: lambda game, described, common: NestedObjectList(
        _nested_schema(described, game),
        sizes=game.players if described.maximum is None else range(described.minimum, described.maximum + 1),
        **common,
    ),
    Shape.ROUNDS: lambda game, described, common: ListOf(
        NameMap(
            WholeNumber(minimum=described.minimum, maximum=_maximum(game, described)),
            sizes=range(game.players[-1] + 1),
        ),
        sizes=range(HISTORY_ROUNDS + 1),
        **common,
    ),
    Shape.TEAMS: lambda game, _, common: ListOf(
        ListOf(PlayerName(), sizes=range(1, game.players[-1] + 1)),
        sizes=range(1, game.players[-1] + 1),
        **common,
    ),
    Shape.HANDS: lambda game, _, common: NameMap(TileList(game), sizes=game.players, **common),
    Shape.POINTS: lambda game, described, common: NameMap(
        WholeNumber(minimum=described.minimum, maximum=_maximum(game, described)),
        sizes=range(game.players[-1] + 1),
        **common,
    ),
    Shape.FLAGS: lambda _, described, common: ListOf(
        Flag(), sizes=range(described.minimum, described.minimum + 1), **common
    ),
    Shape.TAKEN_CARD: lambda game, described, common: NestedObject(
        _taken_card(game, _maximum(game, described)), **common
    ),
}
"""The request field of each shape."""


def _phase_field(game: AnyGame) -> Choice:
    phases = game.turn.phases
    meaning = f"The phase of the turn. Default: `{phases[0]}`."
    if game.turn.phases_for is not None:
        meaning = (
            "The phase of the turn, in a style of turn that has phases. Default: its first phase. A phase of another "
            "style makes the snapshot impossible."
        )
    return Choice(*phases, component=f"{class_name(game.id)}Phase", metadata={"description": meaning})


def read_record(record: type[Any], loaded: Loaded, box: Box) -> Any:
    """A record from a loaded body."""
    members = {}
    for member in members_of(record):
        if member.key in loaded:
            members[member.name] = _read(member, loaded[member.key], box)
    return record(**members)


def _read(member: Member, value: Any, box: Box) -> Any:
    read = _READERS.get(member.described.shape)
    return value if value is None or read is None else read(value, member.described, box)


_READERS: Mapping[Shape, Callable[[Any, Described, Box], Any]] = {
    Shape.TILE: lambda tile, _, box: _without_pin(tile, box),
    Shape.TILES: lambda tiles, described, box: tuple(tiles) if described.pins else _without_pins(tiles, box),
    Shape.PARTIALLY_KNOWN: lambda tiles, _, box: _without_pins(tiles, box),
    Shape.HANDS: lambda hands, _, box: {name: _without_pins(hand, box) for name, hand in hands.items()},
    Shape.MELDS: lambda melds, _, __: tuple(map(tuple, melds)),
    Shape.OWNED_MELDS: lambda melds, _, __: tuple(OwnedMeld(meld["owner"], tuple(meld["cards"])) for meld in melds),
    Shape.RECORDS: lambda entries, described, box: tuple(
        [read_record(_record_of(described), entry, box) for entry in entries]
    ),
    Shape.OPEN_OR_HIDDEN: lambda slots, _, __: tuple(slots),
    Shape.NAMES: lambda names, _, __: tuple(names),
    Shape.SOME_NAMES: lambda names, _, __: tuple(names),
    Shape.FLAGS: lambda flags, _, __: tuple(flags),
    Shape.ROUNDS: lambda rounds, _, __: tuple(rounds),
    Shape.TEAMS: lambda teams, _, __: tuple(map(tuple, teams)),
    Shape.TAKEN_CARD: lambda taken, _, __: TakenCard(taken["card"], taken["slot"]),
}
"""From loaded values to those of the record; values of other shapes stay as they are."""


def _without_pins(tiles: Iterable[Tile], box: Box) -> tuple[Tile, ...]:
    return tuple([_without_pin(tile, box) if tile.pinned_to else tile for tile in tiles])


def _without_pin(tile: Tile, box: Box) -> Tile:
    """A tile without its pin. Symbols stay: they are printed on the card."""
    return box.tiles[tile.piece] if tile.pinned_to else tile


# --- in a response --------------------------------------------------------------------------------------------------


def dump_record(record: Any) -> dict[str, Any]:
    """The JSON object of a record, without unset members."""
    dumped = {}
    for member in members_of(type(record)):
        value = getattr(record, member.name)
        if value is not UNSET and (value is not None or member.described.nullable):
            dump = _DUMPERS.get(member.described.shape)
            dumped[member.key] = dump(value) if dump and value is not None else value
    return dumped


def dump_moves(moves: Iterable[Any]) -> list[dict[str, Any]]:
    """The JSON objects of moves, without fields at their defaults. Optimised, because a page may have hundreds."""
    dumped = []
    plans: dict[type[Any], list[_MemberDump]] = {}
    codes = _MeldCodes()
    for move in moves:
        kind = type(move)
        plan = plans.get(kind) or plans.setdefault(kind, _plan(kind, codes))
        fields = {"type": kind.type}
        for name, key, default, dump in plan:
            value = getattr(move, name)
            if value != default:
                fields[key] = dump(value) if dump else value
        dumped.append(fields)
    return dumped


_MemberDump = tuple[str, str, Any, Callable[[Any], Any] | None]
"""A member of a move: its name in Python and in JSON, its default, and how it is dumped."""


class _MeldCodes(dict[tuple[Tile, ...], list[str]]):
    """The codes of each meld, dumped once: the tables on a page have most melds in common."""

    def __missing__(self, meld: tuple[Tile, ...]) -> list[str]:
        codes = self[meld] = dump_tiles(meld)
        return codes


def _plan(record: type[Any], codes: _MeldCodes) -> list[_MemberDump]:
    no_default = object()
    dumpers = {**_DUMPERS, Shape.MELDS: lambda melds: list(map(codes.__getitem__, melds))}
    return [
        (
            member.name,
            member.key,
            no_default if member.required else member.default,
            dumpers.get(member.described.shape),
        )
        for member in members_of(record)
    ]


_DUMPERS: Mapping[Shape, Callable[[Any], Any]] = {
    Shape.TILE: attrgetter("code"),
    Shape.TILES: dump_tiles,
    Shape.MELDS: lambda melds: [dump_tiles(meld) for meld in melds],
    Shape.OWNED_MELDS: lambda melds: [{"owner": meld.owner, "cards": dump_tiles(meld.cards)} for meld in melds],
    Shape.OPEN_OR_HIDDEN: lambda slots: [None if tile is None else tile.code for tile in slots],
    Shape.TAKEN_CARD: lambda taken: {"card": taken.card.code, "slot": taken.slot},
    Shape.NAMES: list,
    Shape.SOME_NAMES: list,
    Shape.FLAGS: list,
    Shape.TEAMS: lambda teams: [list(team) for team in teams],
    Shape.HANDS: lambda hands: {name: dump_tiles(hand) for name, hand in hands.items()},
}
"""From values of a record to JSON; values of other shapes stay as they are."""
