"""What a request takes, field by field, with labels in the caller's language: enough to draw a form for any game."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, get_args

from marshmallow import Schema
from marshmallow.fields import Boolean, Integer, List, Nested, Raw, String

from rummy_referee.rules import records
from rummy_referee.rules.game import AnyGame
from rummy_referee.rules.records import UNSET, Member, Shape, members_of
from rummy_referee.rules.score import Ender, Needed
from rummy_referee.texts.sentences import text

from .fields import Choice
from .responses import response_field, response_list

SHAPE_NAMES = {shape: name.lower() for name, shape in vars(records).items() if isinstance(shape, Shape)}
"""The public name of each shape."""

_WITH_RANGE = (records.COUNT, records.FLAGS, records.OPEN_OR_HIDDEN, records.POINTS, records.ROUNDS)


@dataclass(frozen=True, slots=True)
class NoFacts:
    """Nothing is turned up in this game."""


class NeededWhen(Schema):
    """When the rules need a field of a round's end: all of this must be so."""

    ended_by = List(
        Choice(*get_args(Ender), component="Ender"),
        metadata={
            "description": "Who ended the round, seen from the player whose record it is: one of these. The player is "
            "named by the field of shape `name` of the round. Never, if it is empty. A hand that is not needed but "
            "must not be empty may be one unknown tile."
        },
    )
    option = String(metadata={"description": "The option that must be on."})


class FormField(Schema):
    """A field of a request."""

    name = response_field(String, "Its name in the request.")
    shape = Choice(
        *SHAPE_NAMES.values(),
        component="FieldShape",
        required=True,
        metadata={
            "description": "The shape of its value. `partially_known` is a list of tiles some of which may be unknown, "
            "`owned_melds` are melds with an `owner` and `cards`, `open_or_hidden` are slots with a tile or null, "
            "`records` is a list of objects with `fields`, `names` are all players and `some_names` some of them, "
            "`hands`, `points` and `choices` are objects by player, `rounds` is a list of such points."
        },
    )
    label = response_field(String, "A short name for people.")
    required = response_field(Boolean, "Whether it must be given.")
    nullable = response_field(Boolean, "Whether null is allowed.")
    default = Raw(metadata={"description": "The value if it is missing.", "type": ["boolean", "integer", "string"]})
    minimum = Integer(metadata={"description": "The lowest number, or the number of slots."})
    maximum = Integer(metadata={"description": "The highest number, or the number of slots."})
    choices = List(String(), metadata={"description": "The allowed strings."})
    choice_labels = List(String(), metadata={"description": "Short names of the choices, in the same order."})
    needed_when = Nested(
        NeededWhen,
        metadata={"description": "Of a field of `finished_round`: when the rules need it. Without it, always."},
    )
    fields_ = List(Nested("FormField"), data_key="fields", metadata={"description": "The fields of each record."})


class FormsAnswer(Schema):
    """The fields of a game's requests, besides `variant` and `options`."""

    snapshot = response_list(FormField, "A turn snapshot, as `listLegalMoves`, `checkMove` and `findBestMove` take it.")
    finished_round = response_list(FormField, "The end of a round, as `scoreRound` takes it.")
    history = response_list(FormField, "The game so far, as `judgeGame` takes it.")
    seats = response_list(FormField, "What `dealRound` takes besides `players` and `seed`.")
    facts = response_list(
        FormField, "What `checkMelds` and `arrangeTiles` take besides the tiles: what is wild in this round."
    )


def dump_forms(game: AnyGame, language: str) -> dict[str, Any]:
    """The fields of a game's requests."""
    forms = {
        "snapshot": game.turn.snapshot,
        "finished_round": game.round_scoring.record,
        "history": game.end.history,
        "seats": game.round_play.seats,
        "facts": game.facts or NoFacts,
    }
    needed = {"finished_round": game.round_scoring.needed}
    return {name: dump_fields(record, game, language, needed.get(name, {})) for name, record in forms.items()}


def dump_fields(
    record: type[Any], game: AnyGame, language: str, needed: Mapping[str, Needed] = MappingProxyType({})
) -> list[dict[str, Any]]:
    """The fields of a record. Without phases in the game's turn there is no ``phase``."""
    return [
        _dump_field(member, game, language, needed)
        for member in members_of(record)
        if game.turn.phases or member.described.shape is not records.PHASE
    ]


def _dump_field(member: Member, game: AnyGame, language: str, needed: Mapping[str, Needed]) -> dict[str, Any]:
    described = member.described
    choices = game.turn.phases if described.shape is records.PHASE else described.choices
    dumped: dict[str, Any] = {
        "name": member.key,
        "shape": SHAPE_NAMES[described.shape],
        "label": text(f"field_label.{member.key}", language, game=game.id),
        "required": member.required,
        "nullable": described.nullable,
    }
    if not member.required and member.default not in (None, UNSET, ()):
        dumped["default"] = member.default
    if described.shape in _WITH_RANGE:
        dumped["minimum"] = described.minimum
        dumped["maximum"] = game.box.size if described.maximum is None else described.maximum
    if choices:
        dumped["choices"] = list(choices)
        dumped["choice_labels"] = label_choices(member.key, choices, game, language)
    if described.record is not None:
        dumped["fields"] = dump_fields(described.record, game, language, needed)
    if member.key in needed:
        dumped["needed_when"] = _dump_needed(needed[member.key])
    return dumped


def _dump_needed(needed: Needed) -> dict[str, Any]:
    dumped: dict[str, Any] = {}
    if needed.ended_by is not None:
        dumped["ended_by"] = list(needed.ended_by)
    if needed.option is not None:
        dumped["option"] = needed.option
    return dumped


def label_choices(name: str, choices: tuple[str, ...], game: AnyGame, language: str) -> list[str]:
    """The short names of the choices of a field or an option."""
    return [text(f"choice_label.{name}.{choice}", language, game=game.id) for choice in choices]
