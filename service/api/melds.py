"""Melds: is this one, and how do these tiles lie in melds?"""

from collections.abc import Mapping
from typing import Any

from marshmallow import Schema
from marshmallow.fields import Boolean, Field, Integer, String

from service.api.answers import Judged, ViolationAnswer, codes, dump_tiles, dump_violations, listed, said
from service.api.bodies import body_by_variant
from service.api.fields import Flag, Loaded, MeldList, TileList
from service.api.operations import AskOperation
from service.melds.judgement import KINDS, Reading
from service.rules.game import AnyGame
from service.rules.meld_checks import CheckedMeld, arrange_tiles, check_melds
from service.variants import GAMES

TAG = "Melds"


# --- checkMelds -----------------------------------------------------------------------------------------------------


class ReadingAnswer(Schema):
    """One way to read a meld."""

    kind = said(String, "What it is in this reading.", metadata={"enum": list(KINDS)})
    tiles = codes("In canonical order, every wild tile pinned to what it stands for.")
    value = said(Integer, "What it is worth so; null where a card's symbols are not given.", allow_none=True)
    pure = Boolean(metadata={"description": "Whether it scores as pure. Only in `rummu`."})


class MeldAnswer(Schema):
    """The verdict on one meld."""

    tiles = codes("The meld as it was sent.")
    valid = said(Boolean, "Whether it is a meld.")
    value = said(Integer, "The value of the best reading; null where there is none.", allow_none=True)
    readings = listed(ReadingAnswer, "Every distinct way to read it, the most valuable first.")
    violations = listed(ViolationAnswer, "Every reason why it is no meld; those of the nearest kind first.")


class CheckMeldsAnswer(Judged):
    """The verdict on some melds."""

    valid = said(Boolean, "Whether every meld is valid and all together are within the box.")
    melds = listed(MeldAnswer, "The verdict on each, in the order of the request.")


def _check_fields(game: AnyGame) -> Mapping[str, Field[Any]]:
    described = {"description": "The melds to judge, each a list of tile codes."}
    return {"melds": MeldList(game.box, most=game.box.size, required=True, metadata=described)}


def _answer_check(body: Loaded, language: str) -> dict[str, Any]:
    checked = check_melds(GAMES[body["variant"]], body["options"], body["melds"])
    return {
        "variant": body["variant"],
        "possible": checked.possible,
        "valid": checked.valid,
        "melds": [_dump_meld(meld, language) for meld in checked.melds],
        "violations": dump_violations(checked.violations, language),
    }


def _dump_meld(meld: CheckedMeld, language: str) -> dict[str, Any]:
    return {
        "tiles": dump_tiles(meld.tiles),
        "valid": meld.valid,
        "value": meld.value,
        "readings": [_dump_reading(reading) for reading in meld.readings],
        "violations": dump_violations(meld.violations, language) if meld.violations else [],
    }


def _dump_reading(reading: Reading) -> dict[str, Any]:
    dumped = {"kind": reading.kind, "tiles": dump_tiles(reading.tiles), "value": reading.value}
    return dumped if reading.pure is None else {**dumped, "pure": reading.pure}


CHECK_MELDS = AskOperation(
    id="checkMelds",
    path="/v1/melds/check",
    tag=TAG,
    summary="Judge melds",
    description=(
        "Says of each meld whether it is valid, how it can be read, what it is worth, and if it is none, every reason "
        "why. The order of tiles in a meld does not matter (but for `myrummy-111`, where it is everything)."
    ),
    body=body_by_variant("CheckMelds", GAMES.values(), _check_fields),
    answer_schema=CheckMeldsAnswer,
    answer=_answer_check,
    examples={
        "a run with a joker, and two tiles that are no meld": {
            "variant": "rummy",
            "melds": [["R7", "J", "R9"], ["R5", "B5"]],
        },
        "an ace after the thirteen, where the table allows it": {
            "variant": "rummy",
            "options": {"ace": "low-or-high"},
            "melds": [["K12", "K13", "K1"]],
        },
        "three of a tile that the box holds twice": {
            "variant": "gin-rummy",
            "melds": [["R7", "R8", "R9"], ["R7", "B7", "K7"], ["R5", "R6", "R7"]],
        },
        "yellow cards as jokers": {"variant": "rummu", "melds": [["R5", "Y6", "R7"], ["B6", "Y7", "B8", "R9"]]},
        "a stretch of cards with their symbols": {
            "variant": "myrummy-111",
            "melds": [["13*1", "27*2", "35*2", "43*3"]],
        },
    },
)


# --- arrangeTiles ---------------------------------------------------------------------------------------------------


class ArrangeTilesAnswer(Judged):
    """Tiles split into melds."""

    complete = said(Boolean, "Whether every tile lies in a meld.")
    melds = listed(codes("A valid meld."), "The melds; none where `all` was asked for and cannot be.")
    left = codes("The tiles in no meld.")
    optimal = said(
        Boolean,
        "True where the answer is proven: no arrangement uses more tiles. False only where the bound on work, counted "
        "in steps, ended the search.",
    )


def _arrange_fields(game: AnyGame) -> Mapping[str, Field[Any]]:
    return {
        "tiles": TileList(
            game.box, most=game.box.size, required=True, metadata={"description": "The tiles, in any order."}
        ),
        "all": Flag(
            load_default=True,
            metadata={"description": "True: every tile must lie in a meld. False: as many as can be."},
        ),
    }


def _answer_arrange(body: Loaded, language: str) -> dict[str, Any]:
    arranged = arrange_tiles(GAMES[body["variant"]], body["options"], body["tiles"], every=body["all"])
    return {
        "variant": body["variant"],
        "possible": arranged.possible,
        "complete": arranged.complete,
        "melds": [dump_tiles(meld) for meld in arranged.melds],
        "left": dump_tiles(arranged.left),
        "optimal": arranged.proven,
        "violations": dump_violations(arranged.violations, language),
    }


ARRANGE_TILES = AskOperation(
    id="arrangeTiles",
    path="/v1/melds/arrange",
    tag=TAG,
    summary="Split tiles into melds",
    description=(
        "Splits a pile of tiles into valid melds: all of them, or the most that can lie in melds at once. Made for a "
        "partially_known table whose melds touch. Not for `myrummy-111`, where nothing is ever rearranged."
    ),
    body=body_by_variant("ArrangeTiles", (game for game in GAMES.values() if game.arranger_for), _arrange_fields),
    answer_schema=ArrangeTilesAnswer,
    answer=_answer_arrange,
    examples={
        "a table whose melds touch": {
            "variant": "rummy",
            "tiles": ["R3", "B3", "K3", "R4", "R5", "R6", "J"],
        },
        "a hand that does not come out whole": {
            "variant": "gin-rummy",
            "tiles": ["R3", "R4", "R5", "B5", "K5", "Y9"],
            "all": False,
        },
    },
)

OPERATIONS = (CHECK_MELDS, ARRANGE_TILES)
