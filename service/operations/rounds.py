"""Whole rounds: a move played."""

from dataclasses import replace
from typing import Any

from rummy_referee.games import GAMES
from rummy_referee.rules.game import AnyGame
from rummy_referee.rules.replay import points_of
from rummy_referee.rules.round_play import MAX_SHUFFLES
from rummy_referee.rules.rounds import AnyRound, PlayedMove, play_move

from .answers import Answers, Case, Games, Members, Part
from .components import nullable
from .fields import Loaded
from .move_schemas import described_fields, dump_changes, read_move
from .operation import PostOperation
from .record_schemas import dump_played, read_played, record_schema
from .records import points_of_round
from .responses import (
    Constant,
    dump_tiles,
    dump_violations,
    response_list,
    tile_code,
    tile_codes,
    verdict_fields,
)
from .round_schemas import dump_round, move_body, open_body, read_round, round_schema, sealed_members
from .score_schemas import dump_score, score_schema
from .sealing import SealedRound, check_secret
from .table import TABLE
from .views import GIN, KIDS

NOT_OVER = "The round is not over."


def _illegal(_: Games) -> Members:
    return {
        **verdict_fields(legal=False),
        **{name: Constant(None, "The move is not legal.") for name in ("text", "changes", "drawn", "round", "record")},
        **_open("The move is not legal."),
        "from_hand": tile_codes("Empty."),
        "over": Constant(value=False, description=NOT_OVER),
        **{name: Constant(None, NOT_OVER) for name in ("scores", "points")},
    }


def _legal() -> Members:
    return {
        **verdict_fields(possible=True, legal=True),
        **described_fields("What the player did; it names no tile that the others do not see"),
        "from_hand": tile_codes("The tiles that leave the hand."),
        "drawn": tile_code(
            "The tile that the player drew face down, for this player's eyes only; null if there is none.",
            nullable=True,
        ),
    }


def _going_on(_: Games) -> Members:
    return {
        **_legal(),
        "over": Constant(value=False, description=NOT_OVER),
        **{name: Constant(None, NOT_OVER) for name in ("scores", "points")},
    }


def _going_on_openly(games: Games) -> Members:
    return {**_going_on(games), **_open("The round is not sealed.")}


def _open(why: str) -> Members:
    """The round is not in a token."""
    nothing = {name: Constant(None, why) for name in ("token", "sequence")}
    return {"sealed": Constant(value=False, description=why), **nothing}


def _going_on_sealed(games: Games) -> Members:
    return {**_going_on(games), **sealed_members()}


def _next_round(game: AnyGame) -> Members:
    return {"round": Part(round_schema(game), "The round after the move."), **_record(game)}


def _record(game: AnyGame) -> Members:
    return {"record": Part(nullable(record_schema(game)), "The given record with this move; null if none was given.")}


def _over(games: Games) -> Members:
    return {
        **_legal(),
        "over": Constant(value=True, description="The round is over."),
        **_open("A round that is over is not sealed."),
        "scores": response_list(score_schema(games), "The scores as in `scoreRound`, in the order of the seats."),
    }


def _last_round(game: AnyGame) -> Members:
    described = "The points by player, as `judgeGame` takes them for a round. Null if a score is a range."
    return {
        "round": Part(round_schema(game, over=True), "The round after its last move."),
        **_record(game),
        "points": points_of_round(game, required=True, allow_none=True, metadata={"description": described}),
    }


def _handle_play(body: Loaded, language: str) -> dict[str, Any]:
    opened = open_body(body)
    round_ = opened.round if opened else read_round(body)
    if opened:
        check_secret(opened, round_.turn, body.get("secret"))
    move = read_move(round_.game, body["move"])
    played = play_move(round_, move)
    described = played.described if body["describe"] else None
    return {
        "variant": round_.game.id,
        "possible": played.possible,
        "violations": dump_violations(played.violations, language),
        "legal": played.legal,
        "text": described.text_of_event(played.player, language) if described else None,
        "changes": dump_changes(described),
        "from_hand": dump_tiles(played.from_hand),
        "drawn": played.drawn.code if played.drawn else None,
        **_dump_next(played.round, opened, seal=body["seal"]),
        "record": _dump_record(body, move, played, opened),
        **_dump_end(played.round, language),
    }


def _dump_next(after: AnyRound | None, opened: SealedRound | None, *, seal: bool) -> dict[str, Any]:
    """The round after the move, sealed or not. A round that is over has nothing to hide."""
    if after is None or after.over or not (seal or opened):
        return {"sealed": False, "round": dump_round(after) if after else None, "token": None, "sequence": None}
    before = opened or SealedRound(after, -1)
    sealed = replace(before, round=after, sequence=before.sequence + 1)
    return {"sealed": True, "round": None, "token": sealed.seal(), "sequence": sealed.sequence}


def _dump_record(body: Loaded, move: Any, played: PlayedMove, opened: SealedRound | None) -> dict[str, Any] | None:
    """The record with the move. At the end of a sealed round it has the seed."""
    after = played.round
    if body["record"] is None or after is None:
        return None
    record = read_played(body["record"], secret=True).with_move(move, after)
    return dump_played(replace(record, seed=after.record.seed) if opened and after.over else record)


def _dump_end(after: AnyRound | None, language: str) -> dict[str, Any]:
    if after is None or not after.over:
        return {"over": False, "scores": None, "points": None}
    return {
        "over": True,
        "scores": [dump_score(after.game, score, language) for score in after.scores()],
        "points": points_of(after),
    }


PLAY_MOVE = PostOperation(
    TABLE["playMove"],
    description=(
        "Plays a move of the player on turn. If it is legal, `round` is the whole round after it: the referee draws "
        "what is face down from the stock, shuffles where the rules require it, and passes the turn on. So a move must "
        "not have `drawn` or `revealed` here. If it is illegal, `violations` are those of `checkMove`.\n\n"
        "With `seal`, or if the round came as a `token`, the answer has a `token` instead of `round` "
        "(`docs/fair-play.md`). The round after its last move is never sealed: it tells the seed.\n\n"
        "With `record`, that of `dealRound` or of the last move, the answer has it with this move.\n\n"
        "When the round is over, `scores` are those of `scoreRound`, and `points` is an item of the `rounds` that "
        "`judgeGame` takes. A round is also over when the stock is empty and every player could only pass.\n\n"
        "The same round and the same move always give the same response. A tile that is put back into the stock goes "
        "to a random index below the size of the stock plus one; a shuffle is that of `dealRound`. Both use the "
        "generator of `dealRound` with the text `rummy-referee shuffle`, `seed` and `shuffles`, joined by spaces; then "
        f"`shuffles` is one higher, and 0 after {MAX_SHUFFLES}."
    ),
    body=move_body("PlayMove"),
    answers=Answers(
        "PlayMoveAnswer",
        "A move in a round.",
        tuple(GAMES.values()),
        (
            Case("Illegal", _illegal),
            Case("GoesOn", _going_on_openly, _next_round),
            Case("Sealed", _going_on_sealed, _record),
            Case("Over", _over, _last_round),
        ),
    ),
    handle=_handle_play,
    examples={
        "a tile drawn": {"round": KIDS, "move": {"type": "draw"}},
        "a tile discarded": {"round": GIN, "move": {"type": "discard", "tile": GIN["hands"]["Bo"][0]}},
        "a tile that is not in the hand": {
            "round": GIN,
            "move": {"type": "discard", "tile": GIN["stock"][0]},
        },
    },
)

OPERATIONS = (PLAY_MOVE,)
