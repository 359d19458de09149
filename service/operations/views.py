"""What a player or a spectator sees of a whole round."""

from collections.abc import Iterable, Mapping
from typing import Any

from marshmallow.fields import Boolean, Field, Integer, String

from rummy_referee.games import GAMES
from rummy_referee.rules.faults import cursor_unknown
from rummy_referee.rules.game import AnyGame
from rummy_referee.rules.moves import ListedMoves
from rummy_referee.rules.rounds import AnyRound, start_round
from rummy_referee.rules.views import TableView, View
from rummy_referee.rules.violations import Violation, make_violation

from .answers import Answers, Case, Games, Members, Part, answer_part
from .fields import ListOf, Loaded, PlayerName
from .move_schemas import describe_field, dump_moves, dump_snapshot, moves_of, page_fields, snapshot_schema
from .operation import PostOperation
from .records import dump_fields, record_fields
from .responses import (
    LARGEST_BOX,
    Constant,
    dump_integer,
    dump_tiles,
    dump_violations,
    player_name,
    response_field,
    response_list,
    tile_code,
    tile_codes,
    verdict_fields,
)
from .round_schemas import dump_round, open_body, read_round, view_body
from .sealing import check_secret
from .table import TABLE

_PLAYER_VIEW = answer_part(
    "PlayerView",
    "What everybody sees of a player.",
    {
        "player": player_name("The player."),
        "hand_size": response_field(Integer, "The number of tiles in the hand."),
        "opened": response_field(
            Boolean, "Whether the player has opened; null in a game without an opening.", allow_none=True
        ),
        "score": response_field(
            Integer,
            "The score before the round; null in a game whose rounds do not depend on it.",
            allow_none=True,
        ),
    },
)
_LAID_MELD = answer_part(
    "LaidMeld",
    "A meld on the table.",
    {
        "tiles": tile_codes("Its tiles."),
        "owner": PlayerName(
            required=True,
            allow_none=True,
            metadata={"description": "The player who laid it; null where melds belong to all."},
        ),
    },
)
_SLOT = answer_part(
    "Slot",
    "A place in the middle of the table. It is empty if it has neither a tile nor one that is face down.",
    {
        "tile": tile_code("The tile, if it is face up; null otherwise.", nullable=True),
        "face_down": response_field(Boolean, "Whether a tile is there, face down."),
    },
)
_LAST_MOVE = answer_part(
    "LastMove",
    "What a player did.",
    {
        "player": player_name("The player."),
        "text": response_field(
            String, "What the player did, in the language of the response. It names no tile that is hidden."
        ),
    },
)


def _possible_view(_: Games) -> Members:
    return {
        **verdict_fields(possible=True),
        "spectator": Constant(value=False, description="A player looks."),
        "on_turn": response_field(Boolean, "Whether it is this player's turn."),
        "total": response_field(
            Integer,
            "The number of legal moves, as in `listLegalMoves`; 0 for a player who is not on turn.",
            allow_none=True,
        ),
        "next_cursor": response_field(
            String,
            "The `cursor` of the next page, here or in `listLegalMoves`; null if there is none.",
            allow_none=True,
        ),
        **_table_members(),
    }


def _table_members() -> Members:
    """What everybody sees."""
    return {
        "players": response_list(_PLAYER_VIEW, "The players in seat order, with what everybody sees of them."),
        "turn": player_name("The player on turn."),
        "phase": response_field(
            String, "The phase of this turn, as in the snapshot; null in a game without.", allow_none=True
        ),
        "table": response_list(
            _LAID_MELD, "The melds on the table, in the same form for every game; empty in a game without a table."
        ),
        "stock": response_field(Integer, "The number of tiles in the stock."),
        "discard_top": tile_code("The tile on top of the discard pile; null if there is none.", nullable=True),
        "discard_count": response_field(
            Integer, "The number of tiles that were discarded and not taken, with the one on top."
        ),
        "middle": response_list(_SLOT, "The places in the middle of the table; empty in a game without them."),
        "teams": response_list(
            ListOf(PlayerName(), sizes=range(LARGEST_BOX)), "The teams; null if there are none.", allow_none=True
        ),
        "last_moves": response_list(
            _LAST_MOVE,
            "What the others did since this player's last turn, and what this player did in this turn; for a "
            "spectator, since the last turn of the player on turn.",
        ),
    }


def _spectator_view(_: Games) -> Members:
    return {
        **verdict_fields(possible=True),
        "spectator": Constant(value=True, description="A spectator looks."),
        **_nothing_for("A spectator"),
        **_table_members(),
    }


def _impossible_view(_: Games) -> Members:
    return {
        **verdict_fields(possible=False),
        "spectator": response_field(Boolean, "Whether a spectator looks."),
        **_nothing_for("Nobody"),
    }


def _nothing_for(who: str) -> Members:
    """There is nobody who can move."""
    return {
        "snapshot": Constant(None, f"{who} has no snapshot."),
        "on_turn": Constant(value=False, description=f"{who} is not on turn."),
        "total": response_field(Integer, "No moves.", allow_none=True),
        "next_cursor": Constant(None, "There is no other page."),
    }


def _seen(game: AnyGame) -> Members:
    return {
        "snapshot": Part(snapshot_schema(game), "What the player sees, as `listLegalMoves` takes it."),
        "moves": moves_of(game, "The first page of the legal moves; empty for a player who is not on turn."),
        **_open_members(game),
    }


def _open_members(game: AnyGame) -> Members:
    """What else everybody sees in a game."""
    fields = record_fields(game.round_play.record, game)
    return {name: fields[name] for name in game.round_play.open_fields}


def _watched(game: AnyGame) -> Members:
    return {**_no_moves(game), **_open_members(game)}


def _no_moves(game: AnyGame) -> Members:
    return {"moves": moves_of(game, "Empty.")}


_VIEW_FIELDS: Mapping[str, Field[Any]] = {
    "player": PlayerName(
        required=True,
        allow_none=True,
        metadata={"description": "The player who looks; null for a spectator, who sees what all players see."},
    ),
    **page_fields(),
    **describe_field(),
}


def _handle_view(body: Loaded, language: str) -> dict[str, Any]:
    opened, player = open_body(body), body["player"]
    if opened:
        check_secret(opened, player, body.get("secret"))
    round_ = opened.round if opened else read_round(body)
    violations = round_.check_view(player)
    seen = round_.view(player) if player is not None and not violations else None
    if not violations:
        listed = _list_moves(round_, seen, body)
        violations = listed.violations
    if violations:
        return {**_dump_nothing(round_.game, player, violations, language), **_NO_MOVES}
    return {
        **_dump_nothing(round_.game, player, (), language),
        **_dump_table(round_.game, seen.public if seen else round_.view_table(), language),
        **(_dump_seen(seen, listed, language, describe=body["describe"]) if seen else _NO_MOVES),
    }


_NO_MOVES: Mapping[str, Any] = {"total": 0, "moves": [], "next_cursor": None}


def _list_moves(round_: AnyRound, seen: View[Any, Any, Any] | None, body: Loaded) -> ListedMoves[Any]:
    """The page of the legal moves. Only the player on turn has one."""
    if seen is not None and seen.on_turn:
        return seen.position.page(body["limit"], body["cursor"])
    if body["cursor"] is None:
        return ListedMoves(())
    return ListedMoves((make_violation(round_.game.cite, cursor_unknown(), "/cursor"),))


def _dump_nothing(game: AnyGame, player: str | None, violations: Iterable[Violation], language: str) -> dict[str, Any]:
    """A view with nothing in it."""
    dumped = dump_violations(violations, language)
    told = {"variant": game.id, "possible": not dumped, "violations": dumped, "spectator": player is None}
    return {**told, "snapshot": None, "on_turn": False}


def _dump_seen(seen: View[Any, Any, Any], listed: ListedMoves[Any], language: str, *, describe: bool) -> dict[str, Any]:
    """What only this player sees: the snapshot and the legal moves."""
    return {
        "snapshot": dump_snapshot(seen.position, seen.position.given),
        "on_turn": seen.on_turn,
        "total": listed.total if listed.total is None else dump_integer(listed.total),
        "moves": dump_moves(seen.position, listed.moves, language, describe=describe),
        "next_cursor": listed.next_cursor,
    }


def _dump_table(game: AnyGame, table: TableView, language: str) -> dict[str, Any]:
    """What everybody sees."""
    return {
        "players": [seat._asdict() for seat in table.players],
        "turn": table.turn,
        "phase": table.phase,
        "table": [{"tiles": dump_tiles(meld.tiles), "owner": meld.owner} for meld in table.table],
        "stock": table.stock,
        "discard_top": table.discard_top.code if table.discard_top else None,
        "discard_count": table.discard_count,
        "middle": [{"tile": tile.code if tile else None, "face_down": down} for tile, down in table.middle],
        "teams": table.teams,
        "last_moves": [{"player": each.player, "text": each.text(game.id, language)} for each in table.last_moves],
        **dump_fields(game.round_play.record, table.others),
    }


def example_round(variant: str, players: int, seed: int, **seats: Any) -> dict[str, Any]:
    """The start of a round."""
    game = GAMES[variant]
    started = start_round(game, game.options(), players, seed, game.round_play.seats(**seats))
    if started.round is None:
        raise ValueError(f"an example is impossible: {started.dealt.violations}")
    return dump_round(started.round)


KIDS = example_round("myrummy-kids", 2, 7, names=("Ada", "Bo"))
GIN = example_round("gin-rummy", 2, 7, names=("Ada", "Bo"), starter="Bo")

VIEW_ROUND = PostOperation(
    TABLE["viewRound"],
    description=(
        "Everything that a player may see of a whole round, and nothing else: the players with the sizes of their "
        "hands, whose turn it is, the table, the piles, what the others did since this player's last turn, the "
        "player's own snapshot, and on this player's turn the legal moves. The snapshot is what `listLegalMoves`, "
        "`checkMove` and `findBestMove` take; for a player who is not on turn it is as at the start of a turn. With "
        "`player` null it is what everybody sees, without a snapshot.\n\n"
        "A round comes from `dealRound` and `playMove`. One in which tiles are lost or occur too often, a name is "
        "unknown or the phase does not fit has `possible` false, with every reason."
    ),
    body=view_body("ViewRound", _VIEW_FIELDS),
    answers=Answers(
        "ViewRoundAnswer",
        "What a player sees.",
        tuple(GAMES.values()),
        (
            Case("Possible", _possible_view, _seen),
            Case("Spectator", _spectator_view, _watched),
            Case("Impossible", _impossible_view, _no_moves),
        ),
    ),
    handle=_handle_view,
    examples={
        "the player on turn": {"round": KIDS, "player": "Ada"},
        "the other player": {"round": GIN, "player": "Ada"},
        "a spectator": {"round": GIN, "player": None},
        "a tile is lost": {"round": {**KIDS, "stock": KIDS["stock"][1:]}, "player": "Ada"},
    },
)

OPERATIONS = (VIEW_ROUND,)
