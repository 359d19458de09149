"""Whether a deal is the one that was committed to."""

from collections.abc import Mapping
from typing import Any

from marshmallow.fields import Boolean, Field

from rummy_referee.games import GAMES
from rummy_referee.rules.seeded_random import COMMITMENT

from .answers import Games, Members, shared_answers
from .field_errors import FieldError, LocatedError
from .fields import HashField, Loaded
from .operation import PostOperation
from .problems import Problem
from .record_schemas import RecordField, dump_played, read_played
from .replays import RECORD_DESCRIBED, ReplayBody
from .responses import dump_violations, meld_codes, response_field, tile_code, tile_codes, verdict_fields
from .table import TABLE

_FIELDS: Mapping[str, Field[Any]] = {
    "record": RecordField(required=True, metadata={"description": RECORD_DESCRIBED}),
    "commitment": HashField(
        load_default=None,
        allow_none=True,
        metadata={"description": "The commitment that a player was told at the deal. Default: that of the record."},
    ),
}


def _members(_: Games) -> Members:
    return {
        **verdict_fields(),
        "valid": response_field(Boolean, "Whether the deal is possible and its seed is the one that was committed to."),
        "commitment": HashField(required=True, metadata={"description": "The commitment to the seed of the record."}),
        "hands": meld_codes("The hands that were dealt, from the starting player; empty if the deal is impossible."),
        "stock": tile_codes("The remaining tiles, in the order in which they are drawn."),
        "discard_top": tile_code("The first card of the discard pile; null in games without one.", nullable=True),
        "middle": tile_codes("The face-down cards in the middle; empty in games without them."),
    }


def _handle(body: Loaded, language: str) -> dict[str, Any]:
    record = read_played(body["record"])
    expected = body["commitment"] or record.commitment
    if expected is None:
        raise Problem("body-invalid", errors=[LocatedError("/commitment", FieldError("field_required"))])
    dealt = record.started.dealt
    return {
        "variant": record.game.id,
        "possible": not dealt.violations,
        "violations": dump_violations(record.deal_violations, language),
        "valid": not dealt.violations and record.own_commitment == expected,
        "commitment": record.own_commitment,
        "hands": [list(hand) for hand in dealt.hands],
        "stock": list(dealt.stock),
        "discard_top": dealt.discard_top,
        "middle": list(dealt.middle),
    }


def _example() -> dict[str, Any]:
    record = GAMES["gin-rummy"].record(["Ada", "Bo"], "0123456789abcdef" * 2, entropy=["Ada: 3141", "Bo: 2718"])
    return {"record": dump_played(record), "commitment": record.own_commitment}


VERIFY_DEAL = PostOperation(
    TABLE["verifyDeal"],
    description=(
        "Whether the seed of a record is the one that was committed to at the deal, and the tiles that it deals. The "
        f"commitment is the SHA-256 of the ASCII text `{COMMITMENT} <variant> <seed>` in hexadecimal, so anybody can "
        "check it; `docs/fair-play.md` has programs that do."
    ),
    body=ReplayBody.from_dict(dict(_FIELDS), name="VerifyDeal")(),
    answers=shared_answers("VerifyDealAnswer", "A deal that was checked.", GAMES.values(), _members),
    handle=_handle,
    examples={"a deal with two contributions": _example()},
)

OPERATIONS = (VERIFY_DEAL,)
