"""Records of rounds: played again, move by move."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from marshmallow.fields import Boolean, Field, Integer, String

from rummy_referee.engine.work import count_steps
from rummy_referee.games import GAMES
from rummy_referee.rules.game import AnyGame
from rummy_referee.rules.replay import AnyPlayedRecord, points_of

from .answers import Answers, Case, Games, Members, Part
from .components import JsonSchema, class_name, named
from .fields import Loaded, RequestSchema, WholeNumber
from .json_schemas import CLOSED, extend, object_schema, union
from .limits import ITEM_STEPS, NOTATION_LENGTH, RECORD_MOVES
from .move_schemas import describe_field
from .operation import PostOperation
from .record_schemas import RECORDS, RecordField, dump_played, read_played, record_schema, sent_record
from .records import points_of_round
from .responses import (
    dump_tiles,
    dump_violations,
    player_name,
    response_field,
    response_list,
    tile_code,
    tile_codes,
    verdict_fields,
)
from .round_schemas import dump_round, round_schema
from .score_schemas import dump_score, score_schema
from .table import TABLE
from .views import GIN

RECORD_DESCRIBED = "A record, as an object or in its notation (a line of text for each move)."


class ReplayBody(RequestSchema):
    """A body with a record of any game."""

    def json_schema(self, games: Iterable[AnyGame] = tuple(GAMES.values())) -> JsonSchema:
        """The JSON Schema for some games."""
        others = object_schema({key: field for key, field in self.fields.items() if key != "record"})["properties"]
        text = {"type": "string", "maxLength": NOTATION_LENGTH}
        of_game = {"anyOf": [RECORDS.json_schema(games), text], "description": RECORD_DESCRIBED}
        members = {"properties": {"record": of_game, **others}, "required": ["record"]}
        schema = named(type(self).__name__, {"type": "object", **members, **CLOSED})
        sent = ({"anyOf": [sent_record(game), {"type": "string"}]} for game in games)
        return {**schema, "anyOf": [{"properties": {"record": record}} for record in sent]}


_FIELDS: Mapping[str, Field[Any]] = {
    "record": RecordField(required=True, metadata={"description": RECORD_DESCRIBED}),
    "after": WholeNumber(
        minimum=0,
        maximum=RECORD_MOVES,
        load_default=None,
        allow_none=True,
        metadata={
            "description": "Only the position after this number of moves, or after the last legal one if there are "
            "fewer; null for every position."
        },
    ),
    **describe_field(),
}


def _replayed(games: Games) -> Members:
    return {
        **verdict_fields(),
        "legal": response_field(Boolean, "Whether the deal is possible and every move is legal."),
        "illegal_move": response_field(
            Integer,
            "The index of the first illegal move; null if there is none. `violations` are its reasons.",
            allow_none=True,
        ),
        "text": response_field(String, "The record in its notation."),
        "over": response_field(Boolean, "Whether the round is over after the last move."),
        "scores": response_list(score_schema(games), "The scores as in `scoreRound`; empty if the round is not over."),
    }


def _of_game(game: AnyGame) -> Members:
    described = "The points by player, as `judgeGame` takes them for a round; null if the round is not over."
    return {
        "record": Part(record_schema(game), "The record with its `result`."),
        "points": points_of_round(game, required=True, allow_none=True, metadata={"description": described}),
        "positions": Part({"type": "array", "items": _position_schema(game)}, "The positions in their order."),
    }


def _position_schema(game: AnyGame) -> JsonSchema:
    """A position: what is the same in every game, and the round."""
    rounds = union(round_schema(game, over=over) for over in (False, True))
    own = {"round": Part(rounds, "The whole round, with all hidden tiles.")}
    shared = named("ReplayedPosition", object_schema(_POSITION, "The position after a number of moves."))
    return named(f"{class_name(game.id)}ReplayedPosition", extend(shared, own))


_POSITION: Members = {
    "after": response_field(Integer, "The number of moves before it; 0 for the deal."),
    "player": player_name("The player who made the last move, or who starts."),
    "text": response_field(
        String,
        "What this player did, in the language of the response; null for the deal, or with `describe` false.",
        allow_none=True,
    ),
    "from_hand": tile_codes("The tiles that left the hand in this move."),
    "drawn": tile_code("The tile that the player drew face down in this move, or null.", nullable=True),
}


def _handle(body: Loaded, language: str) -> dict[str, Any]:
    record = read_played(body["record"])
    count_steps(ITEM_STEPS * len(record.moves))
    violations = record.violations
    rounds = record.rounds
    last = rounds[-1] if rounds else None
    points = points_of(last) if last else None
    whole = replace(record, result=points)
    return {
        "variant": record.game.id,
        "possible": bool(rounds),
        "violations": dump_violations(violations, language),
        "legal": not violations,
        "illegal_move": len(record.played) - 1 if violations and rounds else None,
        "record": dump_played(whole),
        "text": whole.to_text(),
        "positions": list(_dump_positions(record, body, language)),
        "over": last is not None and last.over,
        "scores": [dump_score(record.game, score, language) for score in (last.scores() if last else ())],
        "points": points,
    }


def _dump_positions(record: AnyPlayedRecord, body: Loaded, language: str) -> Iterator[dict[str, Any]]:
    rounds, after = record.rounds, body["after"]
    wanted = range(len(rounds)) if after is None else range(len(rounds))[after:][:1] or range(len(rounds))[-1:]
    for number in wanted:
        played = record.played[number - 1] if number else None
        described = played.described if played and body["describe"] else None
        yield {
            "after": number,
            "player": played.player if played else rounds[0].turn,
            "text": described.text_of_event(played.player, language) if played and described else None,
            "from_hand": dump_tiles(played.from_hand if played else ()),
            "drawn": played.drawn.code if played and played.drawn else None,
            "round": dump_round(rounds[number]),
        }


def _example() -> Iterator[tuple[str, dict[str, Any]]]:
    record = GAMES["gin-rummy"].record(GIN["players"], GIN["seed"], starter="Bo")
    record = record.play(record.round.legal_moves()[0])
    yield "the position after a move", {"record": dump_played(record), "after": 1}
    plain = dump_played(record)
    yield "an illegal move", {"record": {**plain, "moves": [*plain["moves"], *plain["moves"]]}, "after": 1}


REPLAY_ROUND = PostOperation(
    TABLE["replayRound"],
    description=(
        "Plays a recorded round again: every position with its whole round, or the one after some moves, and the first "
        "illegal move with its reasons. A record is an object, or text in the notation of `docs/record.md`; the answer "
        "has both forms, and the result of a round that is over.\n\n"
        "A record comes from `dealRound`, and `playMove` adds a move to it."
    ),
    body=ReplayBody.from_dict(dict(_FIELDS), name="ReplayRound")(),
    answers=Answers(
        "ReplayRoundAnswer", "A round played again.", tuple(GAMES.values()), (Case("", _replayed, _of_game),)
    ),
    handle=_handle,
    examples=dict(_example()),
)

OPERATIONS = (REPLAY_ROUND,)
