"""The games: what is in the box, what may be agreed on, what scores, and what this referee has ruled."""

from functools import cache
from typing import Any

import orjson
from flask import Response
from marshmallow import Schema
from marshmallow.fields import Boolean, Integer, List, Nested, Raw, String

from service.api.answers import listed, said
from service.api.cached import CachedAnswer
from service.api.faults import quote
from service.api.languages import wanted_language
from service.api.operations import JSON, ReadOperation
from service.api.problems import Problem
from service.messages.catalogue import text
from service.rules.game import AnyGame, Ruling
from service.rules.options import Option, describe_options
from service.tiles.notation import tile_pattern
from service.variants import GAMES

TAG = "Games"


# --- the answers ----------------------------------------------------------------------------------------------------


class Players(Schema):
    """How many can play."""

    minimum = said(Integer, "The fewest.")
    maximum = said(Integer, "The most.")
    teams_at = listed(Integer(), "With how many players teams are possible.")


class VariantBrief(Schema):
    """A game in brief."""

    id = said(String, "The variant id, as every request names it.", metadata={"enum": list(GAMES)})
    name = said(String, "The game's name.")
    summary = said(String, "The game in a sentence.")
    turn = said(String, "What a turn is.")
    rulebook = said(String, "The rulebook that is followed.")
    players = Nested(Players, required=True)
    href = said(String, "Where the whole description is.", metadata={"format": "uri-reference"})


class VariantsAnswer(Schema):
    """All games."""

    variants = listed(VariantBrief, "The games, in a fixed order.")


class Colour(Schema):
    """A colour and the letter it is written with."""

    code = said(String, "The letter.")
    name = said(String, "The colour.")


class Piece(Schema):
    """A piece of the box."""

    code = said(String, "Its code.")
    count = said(Integer, "How many there are.")


class BoxAnswer(Schema):
    """What lies in the box."""

    size = said(Integer, "How many tiles there are in all.")
    colours = listed(Colour, "The colours, in canonical order.")
    lowest = said(Integer, "The lowest number.")
    highest = said(Integer, "The highest number.")
    jokers = said(Integer, "How many jokers there are.")
    wild_colour = said(String, "The colour whose cards stand for others, if there is one.", allow_none=True)
    pieces = listed(Piece, "Every piece, in canonical order.")
    pattern = said(String, "A regular expression for the tile codes of requests.")


class DealRow(Schema):
    """The deal for one number of players."""

    players = said(Integer, "How many play.")
    hand = said(Integer, "What each is dealt.")
    starter_hand = said(Integer, "What the first player is dealt.")
    face_up = said(Integer, "What lies open at the start.")
    face_down = said(Integer, "What lies face down beside the stock.")
    joker_each = said(Boolean, "Whether every hand has one joker, always.")
    stock = said(Integer, "What is left to draw from.")


class DealAnswer(Schema):
    """How it is dealt."""

    text = said(String, "The deal in words, and who starts.")
    by_players = listed(DealRow, "The deal by number of players, without options.")


class MeldKindAnswer(Schema):
    """A kind of meld."""

    kind = said(String, "As `checkMelds` names it.")
    name = said(String, "Its name.")
    minimum = said(Integer, "The fewest tiles.")
    maximum = said(Integer, "The most tiles.")
    text = said(String, "What it is.")


class OptionAnswer(Schema):
    """Something a table may agree on."""

    name = said(String, "Its name in `options`.")
    type = said(String, "Its JSON type.", metadata={"enum": ["boolean", "integer", "string", "array"]})
    nullable = said(Boolean, "Whether it may be null.")
    default = Raw(
        required=True,
        allow_none=True,
        metadata={"description": "What holds where it is left out.", "type": ["boolean", "integer", "string"]},
    )
    choices = List(String(), metadata={"description": "What may be chosen."})
    minimum = Integer(metadata={"description": "The lowest number (of each entry of an array)."})
    maximum = Integer(metadata={"description": "The highest number (of each entry of an array)."})
    fewest = Integer(metadata={"description": "The fewest entries of an array."})
    most = Integer(metadata={"description": "The most entries of an array."})
    text = said(String, "What it changes.")


class MoveAnswer(Schema):
    """A type of move."""

    type = said(String, "Its name.")
    required = listed(String(), "The fields it must have.")
    optional = listed(String(), "The fields it may have.")
    text = said(String, "What it is.")


class ScoreRowAnswer(Schema):
    """A row of the scoring table."""

    code = said(String, "The code of the score line.")
    points = said(Integer, "What it counts; null where that depends on the tiles.", allow_none=True)
    text = said(String, "What it is for.")


class RulingAnswer(Schema):
    """What this referee decided where the rulebook is silent, contradicts itself or is ambiguous."""

    id = said(String, "Its name.")
    section = said(String, "The part of the rules it belongs to.")
    text = said(String, "What holds.")
    reason = said(String, "Why.")
    source = said(String, "Where the rulebook would have had to say it.")


class VariantAnswer(VariantBrief):
    """A game in full."""

    box = Nested(BoxAnswer, required=True)
    deal = Nested(DealAnswer, required=True)
    melds = listed(MeldKindAnswer, "The kinds of meld.")
    options = listed(OptionAnswer, "What a table may agree on.")
    moves = listed(MoveAnswer, "The types of move.")
    scoring = listed(ScoreRowAnswer, "The scoring table.")
    rulings = listed(RulingAnswer, "What this referee has ruled.")


# --- writing them ---------------------------------------------------------------------------------------------------


def dump_games(language: str) -> dict[str, Any]:
    """All games in brief."""
    return {"variants": [dump_brief(game, language) for game in GAMES.values()]}


def dump_brief(game: AnyGame, language: str) -> dict[str, Any]:
    """A game in brief."""
    return {
        "id": game.id,
        "name": game.name,
        "summary": text(f"game.{game.id}", language),
        "turn": text(f"turn.{game.id}", language),
        "rulebook": game.rulebook.title,
        "players": {
            "minimum": game.players[0],
            "maximum": game.players[-1],
            "teams_at": list(game.team_players),
        },
        "href": f"/v1/variants/{game.id}",
    }


def dump_game(game: AnyGame, language: str) -> dict[str, Any]:
    """A game in full."""
    return {
        **dump_brief(game, language),
        "box": _dump_box(game, language),
        "deal": _dump_deal(game, language),
        "melds": [
            {
                "kind": kind.kind,
                "name": text(f"kind.{kind.kind}", language, game=game.id),
                "minimum": kind.minimum,
                "maximum": kind.maximum,
                "text": text(f"meld_kind.{kind.text}", language, game=game.id),
            }
            for kind in game.meld_kinds
        ],
        "options": [_dump_option(game, *described, language) for described in describe_options(game.options)],
        "moves": [
            {
                "type": move.type,
                "required": list(move.required),
                "optional": list(move.optional),
                "text": text(f"move.{move.type}", language, game=game.id),
            }
            for move in game.move_types
        ],
        "scoring": [
            {"code": row.code, "points": row.points, "text": text(f"score.{row.code}", language, game=game.id)}
            for row in game.scoring
        ],
        "rulings": [_dump_ruling(game, ruling, language) for ruling in game.rulings],
    }


def _dump_box(game: AnyGame, language: str) -> dict[str, Any]:
    box = game.box
    return {
        "size": box.size,
        "colours": [{"code": colour, "name": text(f"colour.{colour}", language)} for colour in box.colours],
        "lowest": box.numbers[0],
        "highest": box.numbers[-1],
        "jokers": box.jokers,
        "wild_colour": box.wild_colour or None,
        "pieces": [{"code": piece, "count": count} for piece, count in box.holds.items()],
        "pattern": tile_pattern(box),
    }


def _dump_deal(game: AnyGame, language: str) -> dict[str, Any]:
    return {
        "text": text(f"deal.{game.id}", language),
        "by_players": [
            {
                "players": deal.players,
                "hand": deal.hand,
                "starter_hand": deal.hand if deal.starter_hand is None else deal.starter_hand,
                "face_up": deal.face_up,
                "face_down": deal.face_down,
                "joker_each": deal.joker_each,
                "stock": deal.stock(game.box),
            }
            for deal in game.deals
        ],
    }


def _dump_option(game: AnyGame, name: str, option: Option, default: Any, language: str) -> dict[str, Any]:
    limits = {
        "choices": list(option.choices) or None,
        "minimum": option.minimum,
        "maximum": option.maximum,
        "fewest": option.sizes[0] if option.sizes else None,
        "most": option.sizes[-1] if option.sizes else None,
    }
    return {
        "name": name,
        "type": option.type,
        "nullable": option.optional,
        "default": default,
        **{limit: value for limit, value in limits.items() if value is not None},
        "text": text(f"option.{name}", language, game=game.id),
    }


def _dump_ruling(game: AnyGame, ruling: Ruling, language: str) -> dict[str, Any]:
    key = f"ruling.{game.id}.{ruling.id}"
    return {
        "id": ruling.id,
        "section": text(f"section.{ruling.section}", language),
        "text": text(f"{key}.text", language),
        "reason": text(f"{key}.reason", language),
        "source": f"{game.rulebook.title}, {game.rulebook.headings[ruling.section]}",
    }


# --- the operations -------------------------------------------------------------------------------------------------


@cache
def _all_games(language: str) -> CachedAnswer:
    return CachedAnswer(orjson.dumps(dump_games(language)), JSON, language)


@cache
def _one_game(variant: str, language: str) -> CachedAnswer:
    return CachedAnswer(orjson.dumps(dump_game(GAMES[variant], language)), JSON, language)


def list_variants() -> Response:
    """The games in brief."""
    return _all_games(wanted_language()).respond()


def get_variant(variant: str) -> Response:
    """One game in full."""
    if variant not in GAMES:
        raise Problem("variant-unknown", {"variant": quote(variant), "choices": list(GAMES)})
    return _one_game(variant, wanted_language()).respond()


OPERATIONS = (
    ReadOperation(
        id="listVariants",
        path="/v1/variants",
        tag=TAG,
        summary="List the games",
        description="The seven games in brief.",
        content={JSON: VariantsAnswer},
        view=list_variants,
        example=lambda: dump_games("en"),
        cached=True,
        worded=True,
    ),
    ReadOperation(
        id="getVariant",
        path="/v1/variants/{variant}",
        tag=TAG,
        summary="Describe a game",
        description=(
            "Everything that is fixed about a game: box, deal, melds, options with type, default and range, moves, the "
            "scoring table, and every ruling with its reason and source."
        ),
        content={JSON: VariantAnswer},
        view=get_variant,
        example=lambda: dump_game(GAMES["myrummy-kids"], "en"),
        path_parameters={
            "variant": {
                "description": "The variant id.",
                "schema": {"type": "string", "enum": list(GAMES)},
                "example": "myrummy-kids",
            }
        },
        problems=(404,),
        cached=True,
        worded=True,
    ),
)
