"""Deals from a seed."""

from collections.abc import Mapping
from typing import Any

from marshmallow.fields import Field, Integer, String

from service.api.fields import Loaded, WholeNumber
from service.api.limits import HIGHEST_SEED
from service.api.operations import PostOperation
from service.api.request_schemas import schema_by_variant
from service.api.responses import VerdictBase, dump_violations, response_field, response_list, tile_codes
from service.rules.deals import LABEL, deal_round
from service.rules.game import AnyGame
from service.variants import GAMES


class DealRoundAnswer(VerdictBase):
    """A deal."""

    players = response_field(Integer, "The number of players.")
    seed = response_field(Integer, "The seed of the deal.")
    hands = response_list(tile_codes("A hand."), "The hands in turn order, from the starting player.")
    stock = tile_codes("The remaining tiles, in the order in which they are drawn.")
    discard_top = response_field(
        String, "The first card of the discard pile in `rummu`; null elsewhere.", allow_none=True
    )
    middle = tile_codes("The three face-down cards in the middle in `myrummy-111`; empty elsewhere.")


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
    }


def _handle_deal(body: Loaded, language: str) -> dict[str, Any]:
    dealt = deal_round(GAMES[body["variant"]], body["options"], body["players"], body["seed"])
    return {
        "variant": body["variant"],
        "possible": not dealt.violations,
        "violations": dump_violations(dealt.violations, language),
        "players": body["players"],
        "seed": body["seed"],
        "hands": [list(hand) for hand in dealt.hands],
        "stock": list(dealt.stock),
        "discard_top": dealt.discard_top,
        "middle": list(dealt.middle),
    }


DEAL_ROUND = PostOperation(
    id="dealRound",
    path="/v1/deals",
    tag="Deals",
    summary="Deal a round",
    description=(
        "Shuffles the box and deals by the rules of the game: one joker in each hand in `brettspielnetz-rummy`, eleven "
        "tiles for the first player in `gin-rummy`, hands by the number of players in `rummu`, hands by the option "
        "`hand_sizes` in `myrummy-111`. The seed determines the deal: keep it secret during the round.\n\n"
        "The same seed gives the same deal on every machine and in every version. The generator is SHA-256 in counter "
        f"mode: block i is the SHA-256 of the ASCII text `{LABEL} <variant> <seed> <i>` (numbers in decimal, i from "
        "0), read as four big-endian 64-bit numbers. A random number below n is the next of these modulo n; numbers in "
        "the last, incomplete multiple of n are skipped. The tiles of the box (in the order of `getVariant`, jokers "
        "last and only if the options include them) are shuffled by Fisher-Yates: for i from the last index down to 1, "
        "swap index i with a random number below i + 1, indices from 0. From the top come the hands one after the "
        "other, then the first card of the discard pile, then the middle; the rest is the stock. Where every hand has "
        "a joker, the jokers are not shuffled: after the deal, each hand in turn gets one at a random index below its "
        "full size."
    ),
    body=schema_by_variant("DealRound", GAMES.values(), _deal_fields),
    response_schema=DealRoundAnswer,
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
