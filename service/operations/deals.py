"""Deals from a seed."""

import dataclasses
from collections.abc import Iterator, Mapping
from typing import Any

from marshmallow.fields import Field, Integer

from rummy_referee.games import GAMES
from rummy_referee.rules.deals import LABEL
from rummy_referee.rules.faults import player_unknown
from rummy_referee.rules.game import AnyGame
from rummy_referee.rules.reading import read_record
from rummy_referee.rules.records import Member, members_of, replace
from rummy_referee.rules.replay import Record
from rummy_referee.rules.round_play import Seats
from rummy_referee.rules.rounds import AnyRound, start_round
from rummy_referee.rules.seeded_random import commit, draw_seed
from rummy_referee.rules.violations import Violation, make_violation, pointer

from .answers import Answers, Case, Games, Members, Part
from .components import class_name, named
from .field_errors import FieldError, LocatedError
from .fields import HashField, Loaded, NameMap, OneTile, SeedField, WholeNumber
from .move_schemas import dump_snapshot, snapshot_schema
from .operation import PostOperation
from .problems import Problem
from .record_schemas import COMMITMENT_MEANING, RECORD, dump_played, fairness_fields, record_schema
from .records import dump_record, record_fields
from .request_schemas import schema_by_variant
from .responses import (
    MOST_PLAYERS,
    Constant,
    dump_violations,
    meld_codes,
    response_field,
    tile_code,
    tile_codes,
    verdict_fields,
)
from .round_schemas import dump_round, round_schema, seal_field, sealed_members
from .sealing import SealedRound
from .table import TABLE

_DISCARD_TOP = "The first card of the discard pile; null in games without one."


def _dealt(_: Games) -> Members:
    return {
        "players": response_field(Integer, "The number of players."),
        "seed": SeedField(required=True, metadata={"description": "The seed of the deal."}),
        "hands": meld_codes("The hands in turn order, from the starting player."),
        "stock": tile_codes("The remaining tiles, in the order in which they are drawn."),
        "discard_top": tile_code(_DISCARD_TOP, nullable=True),
        "middle": tile_codes("The face-down cards in the middle; empty in games without them."),
    }


def _possible_deal(games: Games) -> Members:
    return {
        **verdict_fields(possible=True),
        **_dealt(games),
        "sealed": Constant(value=False, description="The round is not sealed."),
        **{name: Constant(None, "The round is not sealed.") for name in ("token", "sequence")},
        "commitment": HashField(required=True, allow_none=True, metadata={"description": COMMITMENT_MEANING}),
    }


def _sealed_deal(_: Games) -> Members:
    nothing = {"type": "array", "items": {}, "maxItems": 0}
    return {
        **verdict_fields(possible=True),
        "players": response_field(Integer, "The number of players."),
        "seed": Constant(None, "The seed is sealed."),
        **{name: Part(nothing, "Sealed.") for name in ("hands", "stock", "middle")},
        "discard_top": tile_code(_DISCARD_TOP, nullable=True),
        **sealed_members(),
        "commitment": HashField(required=True, allow_none=True, metadata={"description": COMMITMENT_MEANING}),
        "snapshots": _NO_SNAPSHOTS,
    }


_NO_SNAPSHOTS = Part({"type": "object", "maxProperties": 0}, "Empty.")


def _impossible_deal(games: Games) -> Members:
    names = ("round", "record", "token", "sequence", "commitment")
    return {
        **verdict_fields(possible=False),
        **_dealt(games),
        "sealed": Constant(value=False, description="There is no round."),
        **{name: Constant(None, "There is no round.") for name in names},
        "snapshots": _NO_SNAPSHOTS,
    }


def _round(game: AnyGame) -> Members:
    snapshots = {
        "type": "object",
        "additionalProperties": snapshot_schema(game),
        "description": "What each player sees at the start, by name, as `listLegalMoves` takes it.",
    }
    return {
        "round": Part(round_schema(game), "The round for `viewRound` and `playMove`."),
        **_record(game),
        "snapshots": Part(named(f"{class_name(game.id)}Snapshots", snapshots)),
    }


def _record(game: AnyGame) -> Members:
    facts = members_of(game.facts) if game.facts else ()
    return {
        "record": Part(record_schema(game), RECORD),
        **{member.key: _fact(game, member) for member in facts},
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
        "seed": SeedField(
            load_default=None,
            allow_none=False,
            metadata={
                "description": "The same seed always gives the same deal. Without it, one of 128 bits from the "
                "operating system. An integer can be guessed: use one for tests only."
            },
        ),
        **fairness_fields(game),
        **seal_field(),
        "locks": NameMap(
            HashField(),
            sizes=range(MOST_PLAYERS + 1),
            component="Locks",
            load_default=None,
            allow_none=True,
            metadata={
                "description": "The SHA-256 of secrets of players in hexadecimal, by name. Of a sealed round, only who "
                "sends the secret of such a player sees the hand and moves."
            },
        ),
        **record_fields(game.round_play.seats, game),
    }


def _handle_deal(body: Loaded, language: str) -> dict[str, Any]:
    game, options = GAMES[body["variant"]], body["options"]
    seats = read_record(game, game.round_play.seats, body)
    if body["commit"] and isinstance(body["seed"], int):
        raise Problem("body-invalid", errors=[LocatedError("/seed", FieldError("seed_guessable"))])
    seed = draw_seed() if body["seed"] is None else body["seed"]
    started = start_round(game, options, body["players"], seed, seats, entropy=body["entropy"])
    dealt, round_ = started.dealt, started.round
    violations = dealt.violations or tuple(_check_locks(game, round_, body["locks"]))
    is_sealed = body["seal"] and not violations
    return {
        "variant": game.id,
        "possible": not violations,
        "violations": dump_violations(violations, language),
        "players": body["players"],
        "seed": None if is_sealed else seed,
        "hands": [] if is_sealed else [list(hand) for hand in dealt.hands],
        "stock": [] if is_sealed else list(dealt.stock),
        "discard_top": dealt.discard_top,
        "middle": [] if is_sealed else list(dealt.middle),
        **(_NOTHING if round_ is None or violations else _dump_round(round_, seats, body)),
    }


_NOTHING: Mapping[str, Any] = {
    "sealed": False,
    **dict.fromkeys(("round", "record", "token", "sequence", "commitment")),
    "snapshots": {},
}


def _check_locks(game: AnyGame, round_: AnyRound | None, locks: Mapping[str, str] | None) -> Iterator[Violation]:
    """Locks are of players."""
    for player in locks or ():
        if round_ is not None and player not in round_.players:
            yield make_violation(game.cite, player_unknown(player=player), pointer("locks", player))


def _dump_round(round_: AnyRound, seats: Seats, body: Loaded) -> dict[str, Any]:
    seed = round_.record.seed
    commitment = commit(round_.game.id, seed) if body["commit"] else None
    named = replace(seats, names=round_.players)
    facts = round_.game.facts_in(round_.record)
    told = {"commitment": commitment, **(dump_record(facts) if facts else {})}
    record = Record(round_.game, round_.options, seed, named, body["entropy"], commitment=commitment)
    if body["seal"]:
        sealed = SealedRound(round_, locks=body["locks"])
        hidden = dataclasses.replace(record, seed=None)
        token = {"sealed": True, "token": sealed.seal(), "sequence": sealed.sequence, "record": dump_played(hidden)}
        return {**_NOTHING, **told, **token}
    seen = {player: round_.look(player) for player in round_.record.players}
    return {
        **_NOTHING,
        **told,
        "round": dump_round(round_),
        "record": dump_played(record),
        "snapshots": {player: dump_snapshot(view, view.given) for player, view in seen.items()},
    }


DEAL_ROUND = PostOperation(
    TABLE["dealRound"],
    description=(
        "Shuffles the box and deals by the rules of the game. The seed determines the deal: keep it secret during the "
        "round.\n\n"
        "The same seed gives the same deal on every machine and in every version. The generator is SHA-256 in counter "
        f"mode: block i is the SHA-256 of the ASCII text `{LABEL} <variant> <seed> <i>` (numbers in decimal, i from 0; "
        "after the seed follows the SHA-256 of each item of `entropy` in hexadecimal, separated by spaces), read as"
        " four big-endian 64-bit numbers. A random number below n is the next of these modulo n; numbers in the "
        "last, incomplete multiple of n are skipped. The tiles of the box (in the order of `getVariant`, jokers "
        "last and only if the options include them) are shuffled by Fisher-Yates: for i from the last index down to"
        " 1, swap index i with a random number below i + 1, indices from 0. From the top come the hands one after "
        "the other, then the tile that decides what is wild, where there is one (the first that can), then the "
        "first card of the discard pile, then the middle; the rest is the stock. Where every hand has a joker, the "
        "jokers are not shuffled: after the deal, each hand in turn gets one at a random index below its "
        "full size.\n\n"
        "`round` is the start of a whole round, which `viewRound` shows to a player and `playMove` continues. The "
        "first hand belongs to `starter`, the others follow in seat order. With `seal` there is a `token` instead, "
        "which tells nothing of the tiles, and with `commit` a commitment to the seed, which can be checked when it "
        "is told: `docs/fair-play.md`."
    ),
    body=schema_by_variant("DealRound", GAMES.values(), _deal_fields),
    answers=Answers(
        "DealRoundAnswer",
        "A deal.",
        tuple(GAMES.values()),
        (
            Case("Possible", _possible_deal, _round),
            Case("Sealed", _sealed_deal, _record),
            Case("Impossible", _impossible_deal),
        ),
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
