"""Reading the tiles or playing cards on a photograph. Off unless the operator switches it on."""

from collections.abc import Mapping
from importlib.resources import files
from typing import Any

import orjson
from marshmallow import Schema
from marshmallow.fields import Field, Float, Integer, List

from rummy_referee.engine.work import count_steps
from rummy_referee.games import GAMES
from rummy_referee.photos.containers import UnreadableError
from rummy_referee.photos.limits import MEDIA_TYPES
from rummy_referee.photos.reader import CANDIDATES, ReadTile, can_read, read_tiles
from rummy_referee.rules.game import AnyGame
from rummy_referee.rules.violations import pointer

from .answers import Games, Members, answer_part, shared_answers
from .components import named
from .field_errors import FieldError, LocatedError, quote
from .limits import JPEG_PIXELS, OTHER_PIXELS, PHOTO_BYTES, QUOTED_LENGTH, READ_STEPS
from .operation import UploadOperation
from .problems import Problem
from .responses import response_field, response_list, tile_code, tile_codes

PATH = "/v1/photos/read"
EXAMPLE_FILE = files(__package__) / "photo_example.json"

BODY_TYPES = (*MEDIA_TYPES, "application/octet-stream")
"""The media types of bodies. Some generators of clients leave out an operation that takes only pictures."""

PHOTO_GAMES: Mapping[str, AnyGame] = {game.id: game for game in GAMES.values() if can_read(game.box)}
"""The games with tiles or playing cards."""


# --- the contract ---------------------------------------------------------------------------------------------------


def _probability(description: str) -> Field[Any]:
    return response_field(Float, description, metadata={"minimum": 0, "maximum": 1})


def _candidate_schema() -> type[Schema]:
    members = {"code": tile_code("The code."), "probability": _probability("How probable it is.")}
    return answer_part("PhotoCandidate", "A code that a tile on a photograph may have.", members)


def _tile_schema() -> type[Schema]:
    corner = List(Float(), metadata={"minItems": 2, "maxItems": 2, "description": "A corner: x and y in pixels."})
    members = {
        "code": tile_code(
            "What it is, as far as that is certain: `R7`, `?7`, `?R`, `?`, `J` for a joker, `F` for a false one."
        ),
        "confidence": _probability("How probable it is that the most probable number and colour are right."),
        "quad": List(
            corner,
            required=True,
            metadata={
                "minItems": 4,
                "maxItems": 4,
                "description": "The corners of the tile, or of the index of the card, in the upright picture, "
                "clockwise from its own upper left one.",
            },
        ),
        "row": response_field(Integer, "Its row, counted from 0 at the top."),
        "position": response_field(Integer, "Its position in the row, counted from 0 at the left."),
        "candidates": response_list(_candidate_schema(), "What it may be, most probable first.", maxItems=CANDIDATES),
    }
    return answer_part("PhotoTile", "A tile on a photograph.", members)


def _answer(_: Games) -> Members:
    return {
        "width": response_field(Integer, "The width of the upright picture in pixels."),
        "height": response_field(Integer, "Its height."),
        "count": response_field(Integer, "The number of tiles that were found."),
        "tiles": response_list(_tile_schema(), "The tiles in reading order."),
        "hand": tile_codes("Their codes, as `scoreRound` takes them in a `hand`."),
    }


def _load_example() -> Any:
    """The response to a drawn picture (`tools/photo_example.py`), stored so that the contract does not need Pillow."""
    return orjson.loads(EXAMPLE_FILE.read_bytes())


# --- the operation --------------------------------------------------------------------------------------------------


def find_game(query: Mapping[str, list[str]]) -> AnyGame:
    """The game in the query; raises a problem with all errors of the query."""
    unknown = query.keys() - {"variant"}
    errors = [LocatedError(pointer(name[:QUOTED_LENGTH]), FieldError("field_unknown")) for name in sorted(unknown)]
    given = query.get("variant", [])
    if not given:
        errors.append(LocatedError("/variant", FieldError("field_required")))
    elif len(given) > 1:
        errors.append(LocatedError("/variant", FieldError("key_repeated")))
    elif given[0] not in PHOTO_GAMES:
        code = "variant_without_tiles" if given[0] in GAMES else "variant_unknown"
        params = {"value": quote(given[0]), "choices": list(PHOTO_GAMES)}
        errors.append(LocatedError("/variant", FieldError(code, params)))
    if errors:
        raise Problem("query-invalid", errors=errors)
    return PHOTO_GAMES[given[0]]


def read_photo(body: bytes, game: AnyGame) -> dict[str, Any]:
    """The tiles on the photograph in the body. Needs Pillow."""
    from rummy_referee.photos import pictures  # noqa: PLC0415 - Pillow is an optional extra

    # The steps before the work: from here on, this worker decodes and reads no other photograph.
    count_steps(READ_STEPS)
    try:
        photo = pictures.Photo(body)
        pixels = photo.decode()
    except UnreadableError:
        raise Problem("photo-unreadable", {"supported": list(MEDIA_TYPES)}) from None
    except pictures.TooManyPixelsError as error:
        raise Problem("photo-too-large", {"maximum": error.maximum, "actual": error.pixels}) from None
    tiles = read_tiles(pixels, game.box)
    scale = photo.width / pixels.width, photo.height / pixels.height
    return {
        "variant": game.id,
        "width": photo.width,
        "height": photo.height,
        "count": len(tiles),
        "tiles": [_dump_tile(tile, scale) for tile in tiles],
        "hand": [tile.code for tile in tiles],
    }


def _dump_tile(tile: ReadTile, scale: tuple[float, float]) -> dict[str, Any]:
    return {
        "code": tile.code,
        "confidence": round(tile.confidence, 3),
        "quad": [[round(x * scale[0], 1), round(y * scale[1], 1)] for x, y in tile.quad],
        "row": tile.row,
        "position": tile.position,
        "candidates": [
            {"code": candidate.code, "probability": round(candidate.probability, 3)} for candidate in tile.candidates
        ],
    }


READ_PHOTO = UploadOperation(
    id="readPhoto",
    path=PATH,
    tag="Photos",
    summary="Read the tiles on a photograph",
    description=(
        "Finds the tiles on a photograph of a rack or a table, or the playing cards of a hand or a table, and reads "
        "them. A card is read by the index in a corner; two visible corners of a card are one. Where a number or a "
        "colour is not certain enough, the code leaves it open, and `scoreRound` gives a range. Show the result to the "
        "players before you use it: tiles can be missed, and what is certain can be wrong. The body is the file "
        f"itself, of at most {PHOTO_BYTES} bytes; a JPEG of at most {JPEG_PIXELS} pixels, a PNG, a WebP or a CMYK JPEG "
        f"of at most {OTHER_PIXELS}. "
        "The type of a picture is found in its bytes. EXIF rotation is applied, and of an animation the first picture "
        "is read. The photograph is neither stored nor logged.\n\n"
        "When most of what was found is doubtful, the picture shows something else, and the answer has no tiles.\n\n"
        "Only for games with tiles or playing cards. An operator has to switch it on; otherwise every request gets a "
        "404 of type `photos-off`. It is not part of a batch. A request counts as several for the rate limit."
    ),
    media_types=BODY_TYPES,
    query={
        "variant": {
            "description": "The game, which says what tiles there can be.",
            "schema": named("PhotoVariant", {"type": "string", "enum": list(PHOTO_GAMES)}),
            "example": "rummikub",
        }
    },
    answers=shared_answers("ReadPhotoAnswer", "The tiles on a photograph.", PHOTO_GAMES.values(), _answer),
    example=_load_example,
    problems={
        404: ("PhotosOff", "The operator has not switched this operation on.", Problem("photos-off")),
        413: (
            "PhotoTooLarge",
            f"The body has more than {PHOTO_BYTES} bytes (`body-too-large`), or the picture too many pixels.",
            Problem("photo-too-large", {"maximum": JPEG_PIXELS, "actual": 177_000_000}),
        ),
        415: (
            "PhotoTypeUnsupported",
            "The media type is not one of those that are read.",
            Problem("photo-type-unsupported", {"supported": list(MEDIA_TYPES)}),
        ),
        422: (
            "PhotoUnreadable",
            "The body is not a complete picture of one of these types, or the query is invalid (`query-invalid`).",
            Problem("photo-unreadable", {"supported": list(MEDIA_TYPES)}),
            Problem("query-invalid", errors=[LocatedError("/variant", FieldError("field_required"))]),
        ),
    },
)

OPERATIONS = (READ_PHOTO,)
