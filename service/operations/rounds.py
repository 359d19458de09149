"""Whole rounds: what a player sees, and a move played."""

from collections.abc import Mapping
from typing import Any

from marshmallow.fields import Boolean, Field, Integer, String

from rummy_referee.games import GAMES
from rummy_referee.rules.game import AnyGame
from rummy_referee.rules.round_play import MAX_SHUFFLES
from rummy_referee.rules.rounds import AnyRound, View, play_move, start_round

from .answers import Answers, Case, Games, Members, Part
from .fields import Loaded, PlayerName, WholeNumber
from .limits import MOVES_LISTED
from .move_schemas import (
    describe_field,
    described_fields,
    dump_changes,
    dump_moves,
    dump_snapshot,
    moves_of,
    read_move,
    snapshot_schema,
)
from .operation import PostOperation
from .records import points_of_round
from .responses import (
    Constant,
    dump_integer,
    dump_tiles,
    dump_violations,
    response_field,
    response_list,
    tile_code,
    tile_codes,
    verdict_fields,
)
from .round_schemas import dump_round, move_body, read_round, round_schema, view_body
from .score_schemas import dump_score, score_schema
from .table import TABLE

# --- viewRound ------------------------------------------------------------------------------------------------------


def _possible_view(_: Games) -> Members:
    return {
        **verdict_fields(possible=True),
        "on_turn": response_field(Boolean, "Whether it is this player's turn."),
        "total": response_field(
            Integer,
            "The number of legal moves, as in `listLegalMoves`; 0 for a player who is not on turn.",
            allow_none=True,
        ),
        "next_cursor": response_field(
            String, "The `cursor` of the next page in `listLegalMoves`; null if there is none.", allow_none=True
        ),
    }


def _impossible_view(_: Games) -> Members:
    return {
        **verdict_fields(possible=False),
        "snapshot": Constant(None, "There is nothing to see."),
        "on_turn": Constant(value=False, description="It is nobody's turn."),
        "total": response_field(Integer, "No moves.", allow_none=True),
        "next_cursor": Constant(None, "There is no other page."),
    }


def _seen(game: AnyGame) -> Members:
    return {
        "snapshot": Part(snapshot_schema(game), "What the player sees, as `listLegalMoves` takes it."),
        "moves": moves_of(game, "The first page of the legal moves; empty for a player who is not on turn."),
    }


def _no_moves(game: AnyGame) -> Members:
    return {"moves": moves_of(game, "Empty.")}


_VIEW_FIELDS: Mapping[str, Field[Any]] = {
    "player": PlayerName(required=True, metadata={"description": "The player who looks."}),
    "limit": WholeNumber(
        minimum=1,
        maximum=MOVES_LISTED,
        load_default=100,
        metadata={"description": "The maximum number of moves."},
    ),
    **describe_field(),
}


def _handle_view(body: Loaded, language: str) -> dict[str, Any]:
    round_ = read_round(body)
    violations = round_.check_view(body["player"])
    seen = None if violations else round_.view(body["player"])
    return {
        "variant": round_.game.id,
        "possible": not violations,
        "violations": dump_violations(violations, language),
        "snapshot": dump_snapshot(seen.position, seen.position.given) if seen else None,
        "on_turn": seen is not None and seen.on_turn,
        **_dump_listed(seen, body["limit"], language, describe=body["describe"]),
    }


def _dump_listed(seen: View[Any, Any, Any] | None, limit: int, language: str, *, describe: bool) -> dict[str, Any]:
    """The first page of the legal moves of the player on turn."""
    if seen is None or not seen.on_turn:
        return {"total": 0, "moves": [], "next_cursor": None}
    listed = seen.position.page(limit)
    return {
        "total": listed.total if listed.total is None else dump_integer(listed.total),
        "moves": dump_moves(seen.position, listed.moves, language, describe=describe),
        "next_cursor": listed.next_cursor,
    }


# --- playMove -------------------------------------------------------------------------------------------------------


NOT_OVER = "The round is not over."


def _illegal(_: Games) -> Members:
    return {
        **verdict_fields(legal=False),
        **{name: Constant(None, "The move is not legal.") for name in ("text", "changes", "drawn", "round")},
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


def _next_round(game: AnyGame) -> Members:
    return {"round": Part(round_schema(game), "The round after the move.")}


def _over(games: Games) -> Members:
    return {
        **_legal(),
        "over": Constant(value=True, description="The round is over."),
        "scores": response_list(score_schema(games), "The scores as in `scoreRound`, in the order of the seats."),
    }


def _last_round(game: AnyGame) -> Members:
    described = "The points by player, as `judgeGame` takes them for a round. Null if a score is a range."
    return {
        "round": Part(round_schema(game, over=True), "The round after its last move."),
        "points": points_of_round(game, required=True, allow_none=True, metadata={"description": described}),
    }


def _handle_play(body: Loaded, language: str) -> dict[str, Any]:
    round_ = read_round(body)
    move = read_move(round_.game, body["move"])
    played = play_move(round_, move)
    described = round_.position.describe(move) if played.legal and body["describe"] else None
    return {
        "variant": round_.game.id,
        "possible": played.possible,
        "violations": dump_violations(played.violations, language),
        "legal": played.legal,
        "text": described.text_of_event(played.player, language) if described else None,
        "changes": dump_changes(described),
        "from_hand": dump_tiles(played.from_hand),
        "drawn": played.drawn.code if played.drawn else None,
        "round": dump_round(played.round) if played.round else None,
        **_dump_end(played.round, language),
    }


def _dump_end(after: AnyRound | None, language: str) -> dict[str, Any]:
    if after is None or not after.over:
        return {"over": False, "scores": None, "points": None}
    scores = after.scores()
    is_exact = all(score.points.low == score.points.high for score in scores)
    return {
        "over": True,
        "scores": [dump_score(after.game, score, language) for score in scores],
        "points": {score.player: score.points.low for score in scores} if is_exact else None,
    }


# --- the operations -------------------------------------------------------------------------------------------------


def _example_round(variant: str, players: int, seed: int, **seats: Any) -> dict[str, Any]:
    game = GAMES[variant]
    started = start_round(game, game.options(), players, seed, game.round_play.seats(**seats))
    if started.round is None:
        raise ValueError(f"an example is impossible: {started.dealt.violations}")
    return dump_round(started.round)


_KIDS = _example_round("myrummy-kids", 2, 7, names=("Ada", "Bo"))
_GIN = _example_round("gin-rummy", 2, 7, names=("Ada", "Bo"), starter="Bo")

VIEW_ROUND = PostOperation(
    TABLE["viewRound"],
    description=(
        "One player's snapshot of a whole round, with nothing in it that the player must not see, and if it is this "
        "player's turn the legal moves. The snapshot is what `listLegalMoves`, `checkMove` and `findBestMove` take; "
        "for a player who is not on turn it is as at the start of a turn.\n\n"
        "A round comes from `dealRound` and `playMove`. One in which tiles are lost or occur too often, a name is "
        "unknown or the phase does not fit has `possible` false, with every reason."
    ),
    body=view_body("ViewRound", _VIEW_FIELDS),
    answers=Answers(
        "ViewRoundAnswer",
        "What a player sees.",
        tuple(GAMES.values()),
        (Case("Possible", _possible_view, _seen), Case("Impossible", _impossible_view, _no_moves)),
    ),
    handle=_handle_view,
    examples={
        "the player on turn": {"round": _KIDS, "player": "Ada"},
        "the other player": {"round": _GIN, "player": "Ada"},
        "a tile is lost": {"round": {**_KIDS, "stock": _KIDS["stock"][1:]}, "player": "Ada"},
    },
)

PLAY_MOVE = PostOperation(
    TABLE["playMove"],
    description=(
        "Plays a move of the player on turn. If it is legal, `round` is the whole round after it: the referee draws "
        "what is face down from the stock, shuffles where the rules require it, and passes the turn on. So a move must "
        "not have `drawn` or `revealed` here. If it is illegal, `violations` are those of `checkMove`.\n\n"
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
            Case("GoesOn", _going_on, _next_round),
            Case("Over", _over, _last_round),
        ),
    ),
    handle=_handle_play,
    examples={
        "a tile drawn": {"round": _KIDS, "move": {"type": "draw"}},
        "a tile discarded": {"round": _GIN, "move": {"type": "discard", "tile": _GIN["hands"]["Bo"][0]}},
        "a tile that is not in the hand": {
            "round": _GIN,
            "move": {"type": "discard", "tile": _GIN["stock"][0]},
        },
    },
)

OPERATIONS = (VIEW_ROUND, PLAY_MOVE)
