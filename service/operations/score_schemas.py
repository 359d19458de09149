"""The score of a player in responses: its schema, and how it is dumped."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from marshmallow import Schema
from marshmallow.fields import Field, Integer, List, Nested, String

from rummy_referee.engine.completions import Range
from rummy_referee.rules.game import AnyGame
from rummy_referee.rules.scores import LaidDown, Score, ScoreLine
from rummy_referee.texts.sentences import text

from .fields import Choice, PartiallyKnownTiles, TileList
from .request_schemas import answer_schema
from .responses import (
    Rule,
    dump_rule,
    dump_tiles,
    meld_codes,
    player_name,
    response_field,
    response_list,
    tile_codes,
)


def _line(game: AnyGame) -> Mapping[str, Field[Any]]:
    codes = dict.fromkeys(row.code for row in game.scoring)
    return {
        "code": Choice(*codes, required=True, metadata={"description": "The row of the scoring table."}),
        "points": response_field(Integer, "Its points; null if they depend on unknown tiles.", allow_none=True),
        "low": response_field(Integer, "The lowest possible points."),
        "high": response_field(Integer, "The highest possible points."),
        "tiles": PartiallyKnownTiles(
            game,
            required=True,
            metadata={
                "description": "The tiles of the line, if it is about tiles; unknown tiles where they may count."
            },
        ),
        "message": response_field(String, "What the line is for, in the language of the response."),
        "rule": Nested(Rule, required=True),
    }


def _lay_off(game: AnyGame) -> Mapping[str, Field[Any]]:
    return {
        "player": player_name("The owner of the meld."),
        "meld": response_field(Integer, "The index of the meld among the owner's melds, counted from 0."),
        "tiles": tile_codes(game, "The added tiles."),
    }


def _laid_down(game: AnyGame) -> Mapping[str, Field[Any]]:
    """What a player lays down, in a game whose rounds end with it."""
    if not game.round_scoring.lays_down:
        return {}
    lay_off = answer_schema("LayOffAnswer", game, _lay_off(game), "Tiles added to a meld of another player.")
    return {
        "melds": meld_codes(game, "If known: the melds, as given or as found.", required=False),
        "lay_offs": List(Nested(lay_off), metadata={"description": "If known: the tiles laid off on earlier melds."}),
        "left": TileList(game, metadata={"description": "If known: the deadwood."}),
        "count": Integer(metadata={"description": "If known: the points of the deadwood."}),
    }


@cache
def score_schema(game: AnyGame) -> type[Schema]:
    """The score of a player in the responses of a game."""
    line = answer_schema("ScoreLineAnswer", game, _line(game), "A line of a score.")
    fields: Mapping[str, Field[Any]] = {
        "player": player_name("The player."),
        "points": response_field(Integer, "The sum of the lines; null if `low` and `high` differ.", allow_none=True),
        "low": response_field(Integer, "The lowest possible score over all completions of the unknown tiles."),
        "high": response_field(Integer, "The highest possible score."),
        "lines": response_list(line, "The score line by line."),
        **_laid_down(game),
    }
    return answer_schema("PlayerScoreAnswer", game, fields, "The score of a player.")


def dump_score(game: AnyGame, score: Score, language: str) -> dict[str, Any]:
    """A score with its lines."""
    lines = [_dump_line(game, line, language) for line in score.lines]
    dumped = {"player": score.player, **_dump_points(score.points), "lines": lines}
    return dumped if score.laid is None else {**dumped, **_dump_laid(score.laid)}


def _dump_laid(laid: LaidDown) -> dict[str, Any]:
    return {
        "melds": [dump_tiles(meld) for meld in laid.melds],
        "lay_offs": [
            {"player": added.player, "meld": added.meld, "tiles": dump_tiles(added.tiles)} for added in laid.lay_offs
        ],
        "left": dump_tiles(laid.left),
        "count": laid.count,
    }


def _dump_line(game: AnyGame, line: ScoreLine, language: str) -> dict[str, Any]:
    return {
        "code": line.code,
        **_dump_points(line.points),
        "tiles": dump_tiles(line.tiles),
        "message": text(f"score.{line.code}", language, game=game.id),
        "rule": dump_rule(game.cite_score(line.code), language),
    }


def _dump_points(points: Range) -> dict[str, int | None]:
    return {"points": points.low if points.low == points.high else None, "low": points.low, "high": points.high}
