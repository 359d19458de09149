"""Deals: a fair one from a seed."""

from collections.abc import Mapping
from typing import Any

from marshmallow.fields import Field, Integer, String

from service.api.answers import Judged, codes, dump_violations, listed, said
from service.api.bodies import body_by_variant
from service.api.fields import Loaded, WholeNumber
from service.api.limits import HIGHEST_SEED
from service.api.operations import AskOperation
from service.rules.deals import LABEL, deal_round
from service.rules.game import AnyGame
from service.variants import GAMES


class DealRoundAnswer(Judged):
    """A deal."""

    players = said(Integer, "How many play.")
    seed = said(Integer, "The seed it comes from.")
    hands = listed(codes("A hand."), "The hands in turn order, that of the player who starts first.")
    stock = codes("What is left, in the order in which it is drawn.")
    discard_top = said(String, "The card that starts the discard pile in `rummu`; null elsewhere.", allow_none=True)
    middle = codes("The three cards face down in the middle in `myrummy-111`; empty elsewhere.")


def _deal_fields(game: AnyGame) -> Mapping[str, Field[Any]]:
    return {
        "players": WholeNumber(
            minimum=game.players[0],
            maximum=game.players[-1],
            required=True,
            metadata={"description": "How many play."},
        ),
        "seed": WholeNumber(
            minimum=0,
            maximum=HIGHEST_SEED,
            required=True,
            metadata={"description": "Any number; the same one gives the same deal on every machine, for ever."},
        ),
    }


def _answer_deal(body: Loaded, language: str) -> dict[str, Any]:
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


DEAL_ROUND = AskOperation(
    id="dealRound",
    path="/v1/deals",
    tag="Deals",
    summary="Deal a round",
    description=(
        "Shuffles the box and deals, with every game's own rules: one joker in each hand in `brettspielnetz-rummy`, "
        "eleven tiles for the first player in `gin-rummy`, hands by the number of players in `rummu`, hands as agreed "
        "on in `myrummy-111`. Whoever knows the seed knows the deal: keep it secret while the round is played.\n\n"
        "The same seed gives the same deal on every machine and in every version. The generator is SHA-256 in counter "
        f"mode: block number i is the SHA-256 of the ASCII text `{LABEL} <variant> <seed> <i>` (numbers in decimal, i "
        "from 0), read as four numbers of 64 bits, most significant byte first. A number below n is one of these "
        "modulo n; those of the last, incomplete multiple of n are passed over. The tiles of the box (as `getVariant` "
        "lists them, jokers last and only where the options have them) are shuffled as Fisher and Yates do: for i from "
        "the last place down to the second, places i and (a number below i + 1) are exchanged, places counted from 0. "
        "From the top come the hands one after the other, then the card that starts the discard pile, then the middle; "
        "the rest is the stock. Where every hand has a joker, the jokers are kept out of the shuffle, and after the "
        "hands are dealt each hand in turn gets one at place (a number below its size)."
    ),
    body=body_by_variant("DealRound", GAMES.values(), _deal_fields),
    answer_schema=DealRoundAnswer,
    answer=_answer_deal,
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
