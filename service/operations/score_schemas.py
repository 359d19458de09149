"""The score of a player in responses: its schema, and how it is dumped."""

from collections.abc import Mapping
from typing import Any

from marshmallow import Schema
from marshmallow.fields import Field, Integer, List, Nested, String

from rummy_referee.engine.completions import Range
from rummy_referee.rules.game import AnyGame
from rummy_referee.rules.score import LaidDown, Score, ScoreLine
from rummy_referee.texts.sentences import text

from .answers import Games, Members, answer_part
from .fields import Choice
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


def score_codes(games: Games) -> Choice:
    """The rows of the scoring tables."""
    codes = dict.fromkeys(row.code for game in games for row in game.scoring)
    described = {"description": "The row of the scoring table."}
    return Choice(*codes, component="ScoreCode", required=True, metadata=described)


def _line(games: Games) -> Members:
    return {
        "code": score_codes(games),
        "points": response_field(Integer, "Its points; null if they depend on unknown tiles.", allow_none=True),
        "low": response_field(Integer, "The lowest possible points."),
        "high": response_field(Integer, "The highest possible points."),
        "tiles": tile_codes("The tiles of the line, if it is about tiles; unknown tiles where they may count."),
        "message": response_field(String, "What the line is for, in the language of the response."),
        "rule": Nested(Rule, required=True),
    }


def _lay_off() -> Members:
    return {
        "player": player_name("The owner of the meld."),
        "meld": response_field(Integer, "The index of the meld among the owner's melds, counted from 0."),
        "tiles": tile_codes("The added tiles."),
    }


def _laid_down() -> Members:
    """What a player lays down, in a game whose rounds end with it."""
    lay_off = answer_part("LayOffAnswer", "Tiles added to a meld of another player.", _lay_off())
    return {
        "melds": meld_codes("If players lay down and it is known: the melds, as given or as found.", required=False),
        "lay_offs": List(Nested(lay_off), metadata={"description": "If known: the tiles laid off on earlier melds."}),
        "left": tile_codes("If known: the deadwood.", required=False),
        "count": Integer(metadata={"description": "If known: the points of the deadwood, or what the hand counts."}),
        "minimum": Integer(
            metadata={
                "description": "If known: the least that the hand can count. Only in games where that may differ."
            }
        ),
    }


def score_schema(games: Games) -> type[Schema]:
    """The score of a player in the responses of some games."""
    line = answer_part("ScoreLineAnswer", "A line of a score.", _line(games))
    fields: Mapping[str, Field[Any]] = {
        "player": player_name("The player."),
        "points": response_field(Integer, "The sum of the lines; null if `low` and `high` differ.", allow_none=True),
        "low": response_field(Integer, "The lowest possible score over all completions of the unknown tiles."),
        "high": response_field(Integer, "The highest possible score."),
        "lines": response_list(line, "The score line by line."),
        **(_laid_down() if any(game.round_scoring.lays_down for game in games) else {}),
    }
    return answer_part("PlayerScoreAnswer", "The score of a player.", fields)


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
        **({} if laid.minimum is None else {"minimum": laid.minimum}),
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
