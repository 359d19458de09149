"""Records in requests and answers: the fields a snapshot or a move has, how they are read and how they are written."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from operator import attrgetter
from typing import Any

from marshmallow import Schema
from marshmallow.fields import Field

from service.api.answers import dump_tiles
from service.api.fields import (
    ByName,
    Choice,
    Flag,
    Inner,
    InnerList,
    ListOf,
    Loaded,
    MeldList,
    OneTile,
    PhotographedTiles,
    RequestSchema,
    ShortText,
    TileList,
    TilePlaces,
    WholeNumber,
)
from service.api.limits import NAME_LENGTH, ROUNDS_TOLD
from service.rules.game import AnyGame
from service.rules.records import UNSET, Described, Member, OwnedMeld, Shape, TakenCard, members_of
from service.tiles.box import Box
from service.tiles.tile import Tile

# --- in a request ---------------------------------------------------------------------------------------------------


def record_fields(record: type[Any], game: AnyGame) -> dict[str, Field[Any]]:
    """The fields of a record, as a body has them. A turn without phases has no field for its phase."""
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


def _most(game: AnyGame, described: Described) -> int:
    return game.box.size if described.maximum is None else described.maximum


@cache
def _owned_meld(box: Box) -> type[Schema]:
    fields: dict[str, Any] = {
        "owner": ShortText(most=NAME_LENGTH, required=True, metadata={"description": "Who laid it."}),
        "cards": TileList(box, most=box.size, required=True, metadata={"description": "The cards of the meld."}),
    }
    return RequestSchema.from_dict(fields, name="OwnedMeld")


@cache
def _taken_card(box: Box, last_slot: int) -> type[Schema]:
    slot = {"description": "The place that it came from, counted from 0."}
    fields: dict[str, Any] = {
        "card": OneTile(box, required=True, metadata={"description": "The card."}),
        "slot": WholeNumber(minimum=0, maximum=last_slot, required=True, metadata=slot),
    }
    return RequestSchema.from_dict(fields, name="TakenCard")


def _inner(told: Described, game: AnyGame) -> type[Schema]:
    record = _record_of(told)
    fields: dict[str, Any] = record_fields(record, game)
    return RequestSchema.from_dict(fields, name=record.__name__)


def _record_of(told: Described) -> type[Any]:
    if told.record is None:
        raise ValueError("a list of records says which")
    return told.record


_FIELDS: Mapping[Shape, Callable[[AnyGame, Described, dict[str, Any]], Field[Any]]] = {
    Shape.FLAG: lambda _, __, common: Flag(**common),
    Shape.COUNT: lambda game, told, common: WholeNumber(minimum=told.minimum, maximum=_most(game, told), **common),
    Shape.WORD: lambda _, told, common: Choice(*told.words, **common),
    Shape.PHASE: lambda game, _, __: _phase_field(game),
    Shape.NAME: lambda _, __, common: ShortText(most=NAME_LENGTH, **common),
    Shape.NAMES: lambda game, _, common: ListOf(ShortText(most=NAME_LENGTH), sizes=game.players, **common),
    Shape.TILE: lambda game, _, common: OneTile(game.box, **common),
    Shape.TILES: lambda game, _, common: TileList(game.box, most=game.box.size, **common),
    Shape.MELDS: lambda game, _, common: MeldList(game.box, most=game.box.size, **common),
    Shape.OWNED_MELDS: lambda game, _, common: InnerList(
        _owned_meld(game.box), sizes=range(game.box.size + 1), **common
    ),
    Shape.OPEN_OR_HIDDEN: lambda game, told, common: TilePlaces(game.box, places=told.minimum, **common),
    Shape.PARTIALLY_KNOWN: lambda game, _, common: PhotographedTiles(game.box, most=game.box.size, **common),
    Shape.RECORDS: lambda game, told, common: InnerList(
        _inner(told, game),
        sizes=game.players if told.maximum is None else range(told.minimum, told.maximum + 1),
        **common,
    ),
    Shape.ROUNDS: lambda game, told, common: ListOf(
        ByName(
            WholeNumber(minimum=told.minimum, maximum=_most(game, told)),
            sizes=range(game.players[-1] + 1),
            longest=NAME_LENGTH,
        ),
        sizes=range(ROUNDS_TOLD + 1),
        **common,
    ),
    Shape.TEAMS: lambda game, _, common: ListOf(
        ListOf(ShortText(most=NAME_LENGTH), sizes=range(1, game.players[-1] + 1)),
        sizes=range(1, game.players[-1] + 1),
        **common,
    ),
    Shape.HANDS: lambda game, _, common: ByName(
        TileList(game.box, most=game.box.size), sizes=game.players, longest=NAME_LENGTH, **common
    ),
    Shape.TAKEN_CARD: lambda game, told, common: Inner(_taken_card(game.box, _most(game, told)), **common),
}
"""The field of a body for each shape."""


def _phase_field(game: AnyGame) -> Choice:
    phases = game.turn.phases
    meaning = f"Where the turn stands; `{phases[0]}` if left out."
    if game.turn.phases_for is not None:
        meaning = (
            "Where the turn stands, in a style of turn that has phases; its start if left out. A phase that the style "
            "of turn has not is impossible."
        )
    return Choice(*phases, metadata={"description": meaning})


def read_record(record: type[Any], loaded: Loaded, box: Box) -> Any:
    """A record from a loaded body."""
    told = {}
    for member in members_of(record):
        if member.key in loaded:
            told[member.name] = _read(member, loaded[member.key], box)
    return record(**told)


def _read(member: Member, value: Any, box: Box) -> Any:
    read = _READERS.get(member.described.shape)
    return value if value is None or read is None else read(value, member.described, box)


_READERS: Mapping[Shape, Callable[[Any, Described, Box], Any]] = {
    Shape.TILE: lambda tile, _, box: _without_pin(tile, box),
    Shape.TILES: lambda tiles, told, box: tuple(tiles) if told.pins else _without_pins(tiles, box),
    Shape.PARTIALLY_KNOWN: lambda tiles, _, box: _without_pins(tiles, box),
    Shape.HANDS: lambda hands, _, box: {name: _without_pins(hand, box) for name, hand in hands.items()},
    Shape.MELDS: lambda melds, _, __: tuple(map(tuple, melds)),
    Shape.OWNED_MELDS: lambda melds, _, __: tuple(OwnedMeld(meld["owner"], tuple(meld["cards"])) for meld in melds),
    Shape.RECORDS: lambda entries, told, box: tuple([read_record(_record_of(told), entry, box) for entry in entries]),
    Shape.OPEN_OR_HIDDEN: lambda places, _, __: tuple(places),
    Shape.NAMES: lambda names, _, __: tuple(names),
    Shape.ROUNDS: lambda rounds, _, __: tuple(rounds),
    Shape.TEAMS: lambda teams, _, __: tuple(map(tuple, teams)),
    Shape.TAKEN_CARD: lambda taken, _, __: TakenCard(taken["card"], taken["slot"]),
}
"""How a loaded value is read; those of other shapes are what they are."""


def _without_pins(tiles: Iterable[Tile], box: Box) -> tuple[Tile, ...]:
    return tuple([_without_pin(tile, box) if tile.pinned_to else tile for tile in tiles])


def _without_pin(tile: Tile, box: Box) -> Tile:
    """A tile that stands for nothing. Symbols stay: they are printed on the card."""
    return box.tiles[tile.piece] if tile.pinned_to else tile


# --- in an answer ---------------------------------------------------------------------------------------------------


def dump_record(record: Any) -> dict[str, Any]:
    """A record as an answer has it: what is not told is left out."""
    dumped = {}
    for member in members_of(type(record)):
        value = getattr(record, member.name)
        if value is not UNSET and (value is not None or member.described.nullable):
            write = _WRITERS.get(member.described.shape)
            dumped[member.key] = write(value) if write and value is not None else value
    return dumped


def dump_moves(moves: Iterable[Any]) -> list[dict[str, Any]]:
    """Moves as an answer has them: fields at their defaults are left out. There may be hundreds, so this is quick."""
    dumped = []
    plans: dict[type[Any], list[_Written]] = {}
    codes = _CodesOfMelds()
    for move in moves:
        kind = type(move)
        plan = plans.get(kind) or plans.setdefault(kind, _plan(kind, codes))
        written = {"type": kind.type}
        for name, key, default, write in plan:
            value = getattr(move, name)
            if value != default:
                written[key] = write(value) if write else value
        dumped.append(written)
    return dumped


_Written = tuple[str, str, Any, Callable[[Any], Any] | None]
"""A field of a move: its name in Python and in JSON, what it is when it is left out, and how it is written."""


class _CodesOfMelds(dict[tuple[Tile, ...], list[str]]):
    """Melds as codes, each written once: the tables of a page have most of their melds in common."""

    def __missing__(self, meld: tuple[Tile, ...]) -> list[str]:
        codes = self[meld] = dump_tiles(meld)
        return codes


def _plan(record: type[Any], codes: _CodesOfMelds) -> list[_Written]:
    never = object()
    writers = {**_WRITERS, Shape.MELDS: lambda melds: list(map(codes.__getitem__, melds))}
    return [
        (member.name, member.key, never if member.required else member.default, writers.get(member.described.shape))
        for member in members_of(record)
    ]


_WRITERS: Mapping[Shape, Callable[[Any], Any]] = {
    Shape.TILE: attrgetter("code"),
    Shape.TILES: dump_tiles,
    Shape.MELDS: lambda melds: [dump_tiles(meld) for meld in melds],
    Shape.OWNED_MELDS: lambda melds: [{"owner": meld.owner, "cards": dump_tiles(meld.cards)} for meld in melds],
    Shape.OPEN_OR_HIDDEN: lambda places: [None if tile is None else tile.code for tile in places],
    Shape.TAKEN_CARD: lambda taken: {"card": taken.card.code, "slot": taken.slot},
    Shape.NAMES: list,
}
"""How a value is written; those of other shapes are written as they are."""
