"""Rounds: every player's score, line by line."""

from collections.abc import Mapping
from typing import Any

from marshmallow import Schema
from marshmallow.fields import Boolean, Field, Integer, List, Nested, String

from service.api.answers import Judged, Rule, codes, dump_rule, dump_tiles, dump_violations, listed, said
from service.api.bodies import body_by_variant
from service.api.fields import Loaded
from service.api.operations import AskOperation
from service.api.records import read_record, record_fields
from service.engine.completions import Range
from service.messages.catalogue import text
from service.rules.game import AnyGame
from service.rules.scores import FinishedRound, LaidDown, PlayerScore, ScoreLine, score_round
from service.variants import GAMES


class ScoreLineAnswer(Schema):
    """A line of a score."""

    code = said(
        String,
        "Which row of the scoring table it is.",
        metadata={"enum": sorted({row.code for game in GAMES.values() for row in game.scoring})},
    )
    points = said(
        Integer, "What it comes to; null where that depends on tiles that could not be read.", allow_none=True
    )
    low = said(Integer, "The least that it may come to.")
    high = said(Integer, "The most that it may come to.")
    tiles = codes("The tiles concerned, as far as the line is about tiles; unread ones where they may count.")
    message = said(String, "What the line is for, in the answer's language.")
    rule = Nested(Rule, required=True)


class LayOffAnswer(Schema):
    """Tiles added to a meld of another player."""

    player = said(String, "Whose meld it is.")
    meld = said(Integer, "Which of that player's melds, counted from 0.")
    tiles = codes("The tiles that were added.")


class PlayerScoreAnswer(Schema):
    """A player's score."""

    player = said(String, "The player.")
    points = said(Integer, "The sum of the lines; null where `low` and `high` differ.", allow_none=True)
    low = said(Integer, "The least that it may be, over every way to fill the tiles that could not be read.")
    high = said(Integer, "The most that it may be.")
    lines = listed(ScoreLineAnswer, "The score line by line.")
    melds = List(
        codes("A meld."),
        metadata={"description": "Only in `gin-rummy`, where it is known: the melds, as told or as found."},
    )
    lay_offs = List(
        Nested(LayOffAnswer),
        metadata={"description": "Only in `gin-rummy`, where it is known: what was added to melds laid before."},
    )
    left = List(String(), metadata={"description": "Only in `gin-rummy`, where it is known: what is left."})
    count = Integer(metadata={"description": "Only in `gin-rummy`, where it is known: what that counts."})


class ScoreRoundAnswer(Judged):
    """The scores of a round."""

    exact = said(Boolean, "Whether every score is one number. False also where the round cannot be.")
    proven = said(
        Boolean,
        "Whether every range is no wider than it must be. False only where many unread tiles brought the search to its "
        "bound on work; also then no range is too narrow.",
    )
    void = said(Boolean, "Whether the round counts for nobody.")
    scores = listed(PlayerScoreAnswer, "The scores in the order of the request; none where the round cannot be.")


def _score_fields(game: AnyGame) -> Mapping[str, Field[Any]]:
    return record_fields(game.round_scoring.record, game)


def _answer_score(body: Loaded, language: str) -> dict[str, Any]:
    game, options = GAMES[body["variant"]], body["options"]
    scoring = game.round_scoring
    end = read_record(scoring.record, body, game.box)
    scored = score_round(scoring, FinishedRound(end, options, game.box, game.holds(options), game.cite))
    return {
        "variant": game.id,
        "possible": not scored.violations,
        "violations": dump_violations(scored.violations, language),
        "exact": not scored.violations and all(score.points.low == score.points.high for score in scored.scores),
        "proven": all(score.is_proven for score in scored.scores),
        "void": scored.void,
        "scores": [_dump_score(game, score, language) for score in scored.scores],
    }


def _dump_score(game: AnyGame, score: PlayerScore, language: str) -> dict[str, Any]:
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


SCORE_ROUND = AskOperation(
    id="scoreRound",
    path="/v1/rounds/score",
    tag="Rounds",
    summary="Score a round",
    description=(
        "Every player's score of a round, line by line, each with its rule. Made for people who photograph a table, "
        "too: a tile that could not be read is `?`, one of which only the colour could is `?R`, only the number `?7`. "
        "Each score is then a range: the least and the most over every way to fill those tiles from what is left in "
        "the box, all of them together. `exact` says whether every range is one number. A round that cannot be (two "
        "players out, a winner who holds tiles, a meld that is none, more tiles than the box holds) is `possible` "
        "false, with every reason.\n\n"
        "In `gin-rummy` players lay down in turn order from the declarer on; how a player melds and what is added to "
        "melds laid before is found so that the least is left, and said, or checked where it is told. Unread tiles "
        "are filled only so that the round can be; what is laid down is said of the players before the first of whom "
        "it is not known. In `myrummy-111` a card is `?`, or only its symbols are unread, `85*?` or just `85`; for the "
        "least that a hand is worth it is tried how short its stretches can be made. In these two games many unread "
        "tiles may bring the search to its bound on work, which is counted in steps; `proven` is then false, and a "
        "range may be wider than it must be, but never narrower."
    ),
    body=body_by_variant("ScoreRound", GAMES.values(), _score_fields),
    answer_schema=ScoreRoundAnswer,
    answer=_answer_score,
    examples={
        "a player went out": {
            "variant": "rummy",
            "players": [
                {"player": "Ada", "hand": [], "opened_before": True},
                {"player": "Bo", "hand": ["R10", "J"]},
            ],
            "went_out": "Ada",
        },
        "tiles that nobody could read": {
            "variant": "rummy",
            "players": [
                {"player": "Ada", "hand": []},
                {"player": "Bo", "hand": ["R10", "?"]},
                {"player": "Cleo", "hand": ["?13", "?B"]},
            ],
            "went_out": "Ada",
        },
        "melds and teams": {
            "variant": "rummu",
            "players": [
                {"player": "Ada", "hand": []},
                {"player": "Bo", "hand": ["Y3", "R0"]},
                {"player": "Cleo", "hand": ["K4"]},
                {"player": "Dan", "hand": ["G9"]},
            ],
            "melds": [
                {"owner": "Ada", "cards": ["R2", "R3", "Y4", "R5", "R6", "Y7", "Y8"]},
                {"owner": "Bo", "cards": ["R1", "B1", "K1", "G1"]},
            ],
            "teams": [["Ada", "Cleo"], ["Bo", "Dan"]],
            "went_out": "Ada",
        },
        "a hand of gin that is declared": {
            "variant": "gin-rummy",
            "players": [
                {"player": "Ada", "hand": ["R3", "R4", "R5", "B7", "K7", "Y7", "K10", "K11", "K12", "R9"]},
                {"player": "Bo", "hand": ["R6", "R2", "B1", "B2", "B3", "Y13", "K13", "R13", "Y1", "Y4"]},
            ],
            "declarer": "Ada",
            "drew": True,
        },
        "a right announcement, and symbols that nobody could read": {
            "variant": "myrummy-111",
            "players": [
                {"player": "Ada", "hand": [f"{number}*1" for number in range(10, 34, 2)]},
                {"player": "Bo", "hand": [*(f"{number}*2" for number in range(90, 101)), "5*?"]},
            ],
            "announcer": "Ada",
        },
        "cards that nobody could read": {
            "variant": "myrummy-111",
            "players": [
                {"player": "Ada", "hand": [f"{number}*1" for number in range(10, 34, 2)]},
                {"player": "Bo", "hand": [*(f"{number}*2" for number in range(90, 100)), "?", "?"]},
            ],
            "announcer": "Ada",
        },
        "two players out": {
            "variant": "myrummy-kids",
            "players": [{"player": "Ada", "hand": []}, {"player": "Bo", "hand": []}],
            "went_out": "Ada",
        },
    },
)

OPERATIONS = (SCORE_ROUND,)
