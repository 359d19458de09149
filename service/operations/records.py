"""Records of the rules (snapshots, moves, rounds) as JSON: their request fields, and how they are read and dumped."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from operator import attrgetter
from typing import Any

from marshmallow import Schema
from marshmallow.fields import Field

from rummy_referee.rules import records
from rummy_referee.rules.game import AnyGame
from rummy_referee.rules.reading import read_record
from rummy_referee.rules.records import UNSET, Described, Member, Shape, members_of
from rummy_referee.rules.verdicts import MAX_POINTS
from rummy_referee.texts.moves import event_codes
from rummy_referee.tiles.tile import Tile

from .components import class_name
from .fields import (
    Choice,
    Flag,
    InnerSchema,
    ListOf,
    MeldList,
    NameMap,
    NestedObject,
    NestedObjectList,
    OneTile,
    PartiallyKnownTiles,
    PlayerName,
    RequestSchema,
    SeedField,
    TileList,
    TileSlots,
    WholeNumber,
)
from .limits import HISTORY_ROUNDS
from .responses import dump_tiles

# --- in a request ---------------------------------------------------------------------------------------------------


def record_fields(record: type[Any], game: AnyGame) -> dict[str, Field[Any]]:
    """The request fields of a record. Without phases in the game's turn there is no ``phase``."""
    members = members_of(record)
    has_phases = bool(game.turn.phases)
    return {
        member.key: _field(member, game)
        for member in members
        if has_phases or member.described.shape is not records.PHASE
    }


def facts_fields(game: AnyGame) -> dict[str, Field[Any]]:
    """The request fields of the facts of a round, in a game that has any."""
    return record_fields(game.facts, game) if game.facts else {}


def read_facts(game: AnyGame, body: Mapping[str, Any]) -> Any:
    """The facts of the round in a loaded body."""
    return read_record(game, game.facts, body) if game.facts else None


def _field(member: Member, game: AnyGame) -> Field[Any]:
    described = member.described
    common: dict[str, Any] = {"required": member.required, "metadata": {"description": described.meaning}}
    if described.nullable:
        common["allow_none"] = True
    if not member.required and member.default is not None and member.default is not UNSET:
        common["load_default"] = member.default
    return _JSON[described.shape].field(game, described, common)


def _maximum(game: AnyGame, described: Described) -> int:
    return game.box.size if described.maximum is None else described.maximum


@cache
def _owned_meld(game: AnyGame) -> type[Schema]:
    fields: dict[str, Any] = {
        "owner": PlayerName(required=True, metadata={"description": "The player who laid it."}),
        "cards": TileList(game, required=True, metadata={"description": "The cards of the meld."}),
    }
    return InnerSchema.from_dict(fields, name=f"{class_name(game.id)}OwnedMeld")


@cache
def _taken_card(game: AnyGame, last_slot: int) -> type[Schema]:
    slot = {"description": "The slot it came from, counted from 0."}
    fields: dict[str, Any] = {
        "card": OneTile(game, required=True, metadata={"description": "The card."}),
        "slot": WholeNumber(minimum=0, maximum=last_slot, required=True, metadata=slot),
    }
    return InnerSchema.from_dict(fields, name=f"{class_name(game.id)}TakenCard")


def points_of_round(game: AnyGame, **common: Any) -> NameMap:
    """The field for the points of a round, which has the type of those that the game's verdict takes."""
    taken = [member.described for member in members_of(game.end.history) if member.described.shape is records.ROUNDS]
    described = taken[0] if taken else Described(records.POINTS, "", -MAX_POINTS, MAX_POINTS)
    return _points(game, described, common)


def _points(game: AnyGame, described: Described, common: dict[str, Any]) -> NameMap:
    return NameMap(
        WholeNumber(minimum=described.minimum, maximum=_maximum(game, described)),
        sizes=range(game.players[-1] + 1),
        component=f"{class_name(game.id)}Points",
        **common,
    )


def _nested_schema(described: Described, game: AnyGame) -> type[Schema]:
    record = _record_of(described)
    fields: dict[str, Any] = record_fields(record, game)
    own = record.__name__.removeprefix(class_name(game.id.split("-")[0]))
    kind = InnerSchema if described.returned else RequestSchema
    return kind.from_dict(fields, name=f"{class_name(game.id)}{own}")


@cache
def _inner_schema(described: Described, game: AnyGame) -> type[Schema]:
    """The schema of a record that is nested in what is answered and sent back."""
    record = _record_of(described)
    return InnerSchema.from_dict(record_fields(record, game), name=f"{class_name(game.id)}{record.__name__}")


def _record_of(described: Described) -> type[Any]:
    if described.record is None:
        raise ValueError("a list of records needs their type")
    return described.record


def _phase_field(game: AnyGame) -> Choice:
    phases = game.turn.phases
    meaning = f"The phase of the turn. Default: `{phases[0]}`."
    if game.turn.phases_for is not None:
        meaning = (
            "The phase of the turn, in a style of turn that has phases. Default: its first phase. A phase of another "
            "style makes the snapshot impossible."
        )
    return Choice(*phases, component=f"{class_name(game.id)}Phase", metadata={"description": meaning})


# --- in a response --------------------------------------------------------------------------------------------------


def dump_record(record: Any) -> dict[str, Any]:
    """The JSON object of a record, without unset members."""
    return dump_fields(type(record), {member.name: getattr(record, member.name) for member in members_of(type(record))})


def dump_fields(record: type[Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON object of some values of a record, without unset members."""
    dumped = {}
    for member in members_of(record):
        value = values.get(member.name, UNSET)
        if value is not UNSET and (value is not None or member.described.nullable):
            dump = _JSON[member.described.shape].dump
            dumped[member.key] = dump(value) if dump and value is not None else value
    return dumped


def dump_move_fields(moves: Iterable[Any]) -> list[dict[str, Any]]:
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


class _MeldCodes(dict[int, list[str]]):
    """The codes of each meld, dumped once: the tables on a page share their melds, so they are known by identity."""

    def find(self, melds: Iterable[tuple[Tile, ...]]) -> list[list[str]]:
        """The codes of melds that exist as long as this object."""
        return [self.get(id(meld)) or self.setdefault(id(meld), dump_tiles(meld)) for meld in melds]


def _plan(record: type[Any], codes: _MeldCodes) -> list[_MemberDump]:
    no_default = object()
    plan = []
    for member in members_of(record):
        shape = member.described.shape
        dump = codes.find if shape is records.MELDS else _JSON[shape].dump
        plan.append((member.name, member.key, no_default if member.required else member.default, dump))
    return plan


# --- the shapes -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class JsonShape:
    """A shape in JSON: its request field, and how values are dumped in responses."""

    field: Callable[[AnyGame, Described, dict[str, Any]], Field[Any]]
    dump: Callable[[Any], Any] | None = None
    """From the value of a record to JSON. None: they are the same."""


_JSON: Mapping[Shape, JsonShape] = {
    records.FLAG: JsonShape(lambda _, __, common: Flag(**common)),
    records.COUNT: JsonShape(
        lambda game, described, common: WholeNumber(
            minimum=described.minimum, maximum=_maximum(game, described), **common
        )
    ),
    records.CHOICE: JsonShape(lambda _, described, common: Choice(*described.choices, **common)),
    records.PHASE: JsonShape(lambda game, _, __: _phase_field(game)),
    records.NAME: JsonShape(lambda _, __, common: PlayerName(**common)),
    records.NAMES: JsonShape(
        lambda game, _, common: ListOf(PlayerName(), sizes=game.players, **common),
        dump=list,
    ),
    records.SOME_NAMES: JsonShape(
        lambda game, _, common: ListOf(PlayerName(), sizes=range(game.players[-1] + 1), **common),
        dump=list,
    ),
    records.TILE: JsonShape(
        lambda game, _, common: OneTile(game, **common),
        dump=attrgetter("code"),
    ),
    records.TILES: JsonShape(
        lambda game, _, common: TileList(game, **common),
        dump=dump_tiles,
    ),
    records.MELDS: JsonShape(
        lambda game, _, common: MeldList(game, **common),
        dump=lambda melds: [dump_tiles(meld) for meld in melds],
    ),
    records.OWNED_MELDS: JsonShape(
        lambda game, _, common: NestedObjectList(_owned_meld(game), sizes=range(game.box.size + 1), **common),
        dump=lambda melds: [{"owner": meld.owner, "cards": dump_tiles(meld.cards)} for meld in melds],
    ),
    records.OPEN_OR_HIDDEN: JsonShape(
        lambda game, described, common: TileSlots(game, slots=described.minimum, **common),
        dump=lambda slots: [None if tile is None else tile.code for tile in slots],
    ),
    records.PARTIALLY_KNOWN: JsonShape(
        lambda game, _, common: PartiallyKnownTiles(game, **common),
    ),
    records.RECORDS: JsonShape(
        lambda game, described, common: NestedObjectList(
            _nested_schema(described, game),
            sizes=game.players if described.maximum is None else range(described.minimum, described.maximum + 1),
            **common,
        ),
        dump=lambda items: [dump_record(item) for item in items],
    ),
    records.ROUNDS: JsonShape(
        lambda game, described, common: ListOf(_points(game, described, {}), sizes=range(HISTORY_ROUNDS + 1), **common),
    ),
    records.TEAMS: JsonShape(
        lambda game, _, common: ListOf(
            ListOf(PlayerName(), sizes=range(1, game.players[-1] + 1)),
            sizes=range(1, game.players[-1] + 1),
            **common,
        ),
        dump=lambda teams: [list(team) for team in teams],
    ),
    records.HANDS: JsonShape(
        lambda game, _, common: NameMap(
            TileList(game), sizes=game.players, component=f"{class_name(game.id)}Hands", **common
        ),
        dump=lambda hands: {name: dump_tiles(hand) for name, hand in hands.items()},
    ),
    records.POINTS: JsonShape(_points),
    records.CHOICES: JsonShape(
        lambda game, described, common: NameMap(
            Choice(*described.choices, component=f"{class_name(game.id)}Choice"),
            sizes=range(game.players[-1] + 1),
            component=f"{class_name(game.id)}Choices",
            **common,
        ),
    ),
    records.SOME_CHOICES: JsonShape(
        lambda game, described, common: ListOf(
            Choice(*described.choices, component=f"{class_name(game.id)}Choice"),
            sizes=range(_maximum(game, described) + 1),
            **common,
        ),
        dump=list,
    ),
    records.FLAGS: JsonShape(
        lambda _, described, common: ListOf(Flag(), sizes=range(described.minimum, described.minimum + 1), **common),
        dump=list,
    ),
    records.SEED: JsonShape(lambda _, __, common: SeedField(**common)),
    records.EVENT: JsonShape(
        lambda game, _, common: Choice(*event_codes(game.id), component=f"{class_name(game.id)}EventCode", **common)
    ),
    records.EVENTS: JsonShape(
        lambda game, described, common: NestedObjectList(
            _inner_schema(described, game), sizes=range(described.minimum, (described.maximum or 0) + 1), **common
        ),
        dump=lambda events: [dump_record(event) for event in events],
    ),
    records.TAKEN_CARD: JsonShape(
        lambda game, described, common: NestedObject(_taken_card(game, _maximum(game, described)), **common),
        dump=lambda taken: {"card": taken.card.code, "slot": taken.slot},
    ),
}
"""The form of each shape."""
