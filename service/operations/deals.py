"""Deals from a seed."""

from collections.abc import Mapping
from typing import Any

from marshmallow.fields import Field, Integer

from rummy_referee.games import GAMES
from rummy_referee.rules.deals import LABEL
from rummy_referee.rules.game import AnyGame
from rummy_referee.rules.reading import read_record
from rummy_referee.rules.records import Member, members_of, replace
from rummy_referee.rules.replay import Record
from rummy_referee.rules.round_play import Seats
from rummy_referee.rules.rounds import AnyRound, start_round

from .answers import Answers, Case, Games, Members, Part
from .components import class_name, named
from .fields import Loaded, OneTile, WholeNumber
from .limits import HIGHEST_SEED
from .move_schemas import dump_snapshot, snapshot_schema
from .operation import PostOperation
from .record_schemas import RECORD, dump_played, record_schema
from .records import dump_record, record_fields
from .request_schemas import schema_by_variant
from .responses import Constant, dump_violations, meld_codes, response_field, tile_code, tile_codes, verdict_fields
from .round_schemas import dump_round, round_schema
from .table import TABLE


def _dealt(_: Games) -> Members:
    return {
        "players": response_field(Integer, "The number of players."),
        "seed": response_field(Integer, "The seed of the deal."),
        "hands": meld_codes("The hands in turn order, from the starting player."),
        "stock": tile_codes("The remaining tiles, in the order in which they are drawn."),
        "discard_top": tile_code("The first card of the discard pile; null in games without one.", nullable=True),
        "middle": tile_codes("The face-down cards in the middle; empty in games without them."),
    }


def _possible_deal(games: Games) -> Members:
    return {**verdict_fields(possible=True), **_dealt(games)}


def _impossible_deal(games: Games) -> Members:
    return {
        **verdict_fields(possible=False),
        **_dealt(games),
        **{name: Constant(None, "There is no round.") for name in ("round", "record")},
        "snapshots": Part({"type": "object", "maxProperties": 0}, "Empty."),
    }


def _round(game: AnyGame) -> Members:
    snapshots = {
        "type": "object",
        "additionalProperties": snapshot_schema(game),
        "description": "What each player sees at the start, by name, as `listLegalMoves` takes it.",
    }
    return {
        **{member.key: _fact(game, member) for member in (members_of(game.facts) if game.facts else ())},
        "round": Part(round_schema(game), "The round for `viewRound` and `playMove`."),
        "record": Part(record_schema(game), RECORD),
        "snapshots": Part(named(f"{class_name(game.id)}Snapshots", snapshots)),
    }


def _fact(game: AnyGame, member: Member) -> Part:
    """What is turned up, as every request that judges tiles takes it."""
    return Part(OneTile(game).tile_schema(), member.described.meaning)


def _deal_fields(game: AnyGame) -> Mapping[str, Field[Any]]:
    return {
        "players": WholeNumber(
            minimum=game.players[0],
            maximum=game.players[-1],
            required=True,
            metadata={"description": "The number of players."},
        ),
        "seed": WholeNumber(
            minimum=0,
            maximum=HIGHEST_SEED,
            required=True,
            metadata={"description": "Any number. The same seed always gives the same deal."},
        ),
        **record_fields(game.round_play.seats, game),
    }


def _handle_deal(body: Loaded, language: str) -> dict[str, Any]:
    game, options = GAMES[body["variant"]], body["options"]
    seats = read_record(game, game.round_play.seats, body)
    started = start_round(game, options, body["players"], body["seed"], seats)
    dealt = started.dealt
    return {
        "variant": game.id,
        "possible": not dealt.violations,
        "violations": dump_violations(dealt.violations, language),
        "players": body["players"],
        "seed": body["seed"],
        "hands": [list(hand) for hand in dealt.hands],
        "stock": list(dealt.stock),
        "discard_top": dealt.discard_top,
        "middle": list(dealt.middle),
        **_dump_round(started.round, seats),
    }


def _dump_round(round_: AnyRound | None, seats: Seats) -> dict[str, Any]:
    if round_ is None:
        return {"round": None, "record": None, "snapshots": {}}
    facts = round_.game.facts_in(round_.record)
    named = replace(seats, names=round_.players)
    seen = {player: round_.look(player) for player in round_.record.players}
    return {
        **(dump_record(facts) if facts else {}),
        "round": dump_round(round_),
        "record": dump_played(Record(round_.game, round_.options, round_.record.seed, named)),
        "snapshots": {player: dump_snapshot(view, view.given) for player, view in seen.items()},
    }


DEAL_ROUND = PostOperation(
    TABLE["dealRound"],
    description=(
        "Shuffles the box and deals by the rules of the game. The seed determines the deal: keep it secret during the "
        "round.\n\n"
        "The same seed gives the same deal on every machine and in every version. The generator is SHA-256 in counter "
        f"mode: block i is the SHA-256 of the ASCII text `{LABEL} <variant> <seed> <i>` (numbers in decimal, i from "
        "0), read as four big-endian 64-bit numbers. A random number below n is the next of these modulo n; numbers in "
        "the last, incomplete multiple of n are skipped. The tiles of the box (in the order of `getVariant`, jokers "
        "last and only if the options include them) are shuffled by Fisher-Yates: for i from the last index down to 1, "
        "swap index i with a random number below i + 1, indices from 0. From the top come the hands one after the "
        "other, then the tile that decides what is wild, where there is one (the first that can), then the first card "
        "of the discard pile, then the middle; the rest is the stock. Where every hand has "
        "a joker, the jokers are not shuffled: after the deal, each hand in turn gets one at a random index below its "
        "full size.\n\n"
        "`round` is the start of a whole round, which `viewRound` shows to a player and `playMove` continues. The "
        "first hand belongs to `starter`, the others follow in seat order."
    ),
    body=schema_by_variant("DealRound", GAMES.values(), _deal_fields),
    answers=Answers(
        "DealRoundAnswer",
        "A deal.",
        tuple(GAMES.values()),
        (Case("Possible", _possible_deal, _round), Case("Impossible", _impossible_deal)),
    ),
    handle=_handle_deal,
    examples={
        "rummu for three": {"variant": "rummu", "players": 3, "seed": 42},
        "larger hands for the better players": {
            "variant": "myrummy-111",
            "options": {"hand_sizes": [12, 14]},
            "players": 2,
            "seed": 7,
        },
        "hands agreed on for two although three play": {
            "variant": "myrummy-111",
            "options": {"hand_sizes": [12, 14]},
            "players": 3,
            "seed": 7,
        },
    },
)

OPERATIONS = (DEAL_ROUND,)
