"""Melds: check melds, and arrange tiles in melds."""

from collections.abc import Mapping
from typing import Any

from marshmallow.fields import Boolean, Field, Integer

from rummy_referee.games import GAMES
from rummy_referee.melds.judgement import Reading
from rummy_referee.rules.game import AnyGame
from rummy_referee.rules.meld_checks import CheckedMeld, arrange_tiles, check_melds

from .answers import Games, Members, answer_part, shared_answers
from .fields import Choice, Flag, Loaded, MeldList, TileList
from .operation import PostOperation
from .records import facts_fields, read_facts
from .request_schemas import schema_by_variant
from .responses import (
    ViolationSchema,
    dump_tiles,
    dump_violations,
    meld_codes,
    response_field,
    response_list,
    tile_codes,
    verdict_fields,
)
from .table import TABLE

# --- checkMelds -----------------------------------------------------------------------------------------------------


def _reading(games: Games) -> Members:
    kinds = dict.fromkeys(kind.kind for game in games for kind in game.meld_kinds)
    pure = Boolean(metadata={"description": "Whether it scores or counts as pure. Only in games where that matters."})
    return {
        "kind": Choice(*kinds, required=True, metadata={"description": "The kind of meld in this reading."}),
        "tiles": tile_codes("The tiles in canonical order, every wild tile pinned to the tile it stands for."),
        "value": response_field(
            Integer,
            "Its value; null if the symbols of a card are not given, and in games whose melds have none.",
            allow_none=True,
        ),
        **({"pure": pure} if any(game.box.wild_colour or game.facts for game in games) else {}),
    }


def _meld(games: Games) -> Members:
    reading = answer_part("ReadingAnswer", "One reading of a meld.", _reading(games))
    return {
        "tiles": tile_codes("The meld as it was sent."),
        "valid": response_field(Boolean, "Whether it is valid."),
        "value": response_field(Integer, "The value of the best reading; null if there is none.", allow_none=True),
        "readings": response_list(reading, "Every distinct reading, the most valuable first."),
        "violations": response_list(
            ViolationSchema, "Every reason why it is invalid, those of the closest kind of meld first."
        ),
    }


def _check_answer(games: Games) -> Members:
    meld = answer_part("MeldAnswer", "The verdict on one meld.", _meld(games))
    return {
        **verdict_fields(),
        "valid": response_field(Boolean, "Whether every meld is valid and the box holds all tiles together."),
        "melds": response_list(meld, "The verdict on each, in the order of the request."),
    }


def _check_fields(game: AnyGame) -> Mapping[str, Field[Any]]:
    described = {"description": "The melds to check, each a list of tile codes."}
    return {**facts_fields(game), "melds": MeldList(game, required=True, metadata=described)}


def _handle_check(body: Loaded, language: str) -> dict[str, Any]:
    game = GAMES[body["variant"]]
    checked = check_melds(game, body["options"], body["melds"], read_facts(game, body))
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


CHECK_MELDS = PostOperation(
    TABLE["checkMelds"],
    description=(
        "Validates melds: returns for each whether it is valid, its readings and its value, or every reason why it is "
        "invalid. The order of the tiles in a meld matters only where its kind says so."
    ),
    body=schema_by_variant("CheckMelds", GAMES.values(), _check_fields),
    answers=shared_answers("CheckMeldsAnswer", "The verdict on some melds.", GAMES.values(), _check_answer),
    handle=_handle_check,
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


ARRANGED = tuple(game for game in GAMES.values() if game.arranger_for)
"""The games in which tiles are arranged."""


def _arrange_answer(_: Games) -> Members:
    return {
        **verdict_fields(),
        "complete": response_field(Boolean, "Whether every tile is in a meld."),
        "melds": meld_codes("The melds; empty if `all` is true and no arrangement uses every tile."),
        "left": tile_codes("The tiles in no meld."),
        "optimal": response_field(
            Boolean,
            "True if it is proven that no arrangement uses more tiles. False only if the search reached its limit of "
            "steps.",
        ),
    }


def _arrange_fields(game: AnyGame) -> Mapping[str, Field[Any]]:
    return {
        **facts_fields(game),
        "tiles": TileList(game, required=True, metadata={"description": "The tiles, in any order."}),
        "all": Flag(
            load_default=True,
            metadata={"description": "True: every tile must be in a meld. False: as many as possible."},
        ),
    }


def _handle_arrange(body: Loaded, language: str) -> dict[str, Any]:
    game = GAMES[body["variant"]]
    arranged = arrange_tiles(game, body["options"], body["tiles"], read_facts(game, body), every=body["all"])
    return {
        "variant": body["variant"],
        "possible": arranged.possible,
        "complete": arranged.complete,
        "melds": [dump_tiles(meld) for meld in arranged.melds],
        "left": dump_tiles(arranged.left),
        "optimal": arranged.proven,
        "violations": dump_violations(arranged.violations, language),
    }


ARRANGE_TILES = PostOperation(
    TABLE["arrangeTiles"],
    description=(
        "Arranges a pile of tiles in valid melds: all of them, or as many as possible. One use is a photograph of a "
        "table whose melds touch."
    ),
    body=schema_by_variant("ArrangeTiles", ARRANGED, _arrange_fields),
    answers=shared_answers("ArrangeTilesAnswer", "Tiles split into melds.", ARRANGED, _arrange_answer),
    handle=_handle_arrange,
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
