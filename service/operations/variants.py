"""The games: box, deal, melds, options, moves, scoring and rulings."""

from typing import Any

from marshmallow import Schema
from marshmallow.fields import Boolean, Integer, List, Nested, Raw, String

from rummy_referee.games import GAMES
from rummy_referee.photos.reader import can_read
from rummy_referee.rules.game import AnyGame, Ruling
from rummy_referee.rules.options import Option, describe_options
from rummy_referee.rules.records import members_of
from rummy_referee.rules.strong_play import StrongPlayer
from rummy_referee.texts.names import tile_name
from rummy_referee.texts.sentences import text
from rummy_referee.tiles.notation import tile_pattern

from .components import reference
from .field_errors import quote
from .fields import Choice
from .forms import FormField, FormsAnswer, dump_fields, dump_forms, label_choices
from .operation import LookUpOperation
from .problems import Problem
from .responses import response_field, response_list

TAG = "Games"


# --- schemas --------------------------------------------------------------------------------------------------------


class Players(Schema):
    """The number of players."""

    minimum = response_field(Integer, "The minimum.")
    maximum = response_field(Integer, "The maximum.")
    teams_at = response_list(Integer(), "The numbers of players with which teams are possible.")


class VariantBrief(Schema):
    """A game in brief."""

    id = Choice(
        *GAMES, component="Variant", required=True, metadata={"description": "The variant id, as in every request."}
    )
    name = response_field(String, "The name of the game.")
    summary = response_field(String, "The game in a sentence.")
    turn = response_field(String, "The course of a turn.")
    rulebook = response_field(String, "The rulebook.")
    players = Nested(Players, required=True)
    href = response_field(String, "The path of the full description.", metadata={"format": "uri-reference"})


class VariantsAnswer(Schema):
    """All games."""

    variants = response_list(VariantBrief, "The games, in a fixed order.")


class Colour(Schema):
    """A colour and its letter in tile codes."""

    code = response_field(String, "The letter.")
    name = response_field(String, "The name of the colour.")


class TileAnswer(Schema):
    """A tile of the box."""

    code = response_field(String, "Its code.")
    label = response_field(String, "Its name.")
    points = response_field(
        Integer,
        "What it counts or costs in a hand at the end of a round, with default options. Null in games "
        "that do not count hands.",
        allow_none=True,
    )
    count = response_field(Integer, "Its number of copies.")


class BoxAnswer(Schema):
    """The content of the box."""

    size = response_field(Integer, "The number of tiles.")
    colours = response_list(Colour, "The colours, in canonical order.")
    lowest = response_field(Integer, "The lowest number.")
    highest = response_field(Integer, "The highest number.")
    jokers = response_field(Integer, "The number of jokers.")
    wild_colour = response_field(String, "The colour whose cards are wild; null if there is none.", allow_none=True)
    symbols = response_list(Integer(), "The numbers of symbols that a card can have; empty if cards have none.")
    pattern = response_field(String, "A regular expression for the tile codes in requests.")


class DealRow(Schema):
    """The deal for one number of players."""

    players = response_field(Integer, "The number of players.")
    hand = response_field(Integer, "The tiles in each hand.")
    starter_hand = response_field(Integer, "The tiles in the hand of the first player.")
    face_up = response_field(Integer, "The face-up tiles at the start.")
    face_down = response_field(Integer, "The face-down tiles next to the stock.")
    turned_up = response_field(Integer, "The tiles turned up to decide what is wild in the round.")
    joker_each = response_field(Boolean, "Whether every hand gets exactly one joker.")
    stock = response_field(Integer, "The tiles in the stock.")


class DealAnswer(Schema):
    """The deal."""

    text = response_field(String, "The deal in words, and who starts.")
    by_players = response_list(DealRow, "The deal by number of players, with default options.")


class MeldKindAnswer(Schema):
    """A kind of meld."""

    kind = response_field(String, "The kind, as in `checkMelds`.")
    name = response_field(String, "Its name.")
    minimum = response_field(Integer, "The minimum number of tiles.")
    maximum = response_field(Integer, "The maximum number of tiles.")
    text = response_field(String, "Its definition.")


class OptionAnswer(Schema):
    """An option of the table."""

    name = response_field(String, "Its name in `options`.")
    label = response_field(String, "A short name for people.")
    type = response_field(String, "Its JSON type.", metadata={"enum": ["boolean", "integer", "string", "array"]})
    nullable = response_field(Boolean, "Whether null is allowed.")
    default = Raw(
        required=True,
        allow_none=True,
        metadata={"description": "The value if it is missing.", "type": ["boolean", "integer", "string"]},
    )
    choices = List(String(), metadata={"description": "The allowed strings."})
    choice_labels = List(String(), metadata={"description": "Short names of the choices, in the same order."})
    minimum = Integer(metadata={"description": "The lowest number (of each item of an array)."})
    maximum = Integer(metadata={"description": "The highest number (of each item of an array)."})
    fewest = Integer(metadata={"description": "The minimum number of items of an array."})
    most = Integer(metadata={"description": "The maximum number of items of an array."})
    concerns = Choice(
        "scoring",
        "play",
        component="OptionConcern",
        required=True,
        metadata={
            "description": "`play` if only what is allowed in a turn depends on it, `scoring` if the score of a round "
            "or the verdict on a game does, too."
        },
    )
    text = response_field(String, "Its effect.")


class MoveAnswer(Schema):
    """A type of move."""

    type = response_field(String, "Its name.")
    label = response_field(String, "A short name for people.")
    required = response_list(String(), "The required fields.")
    optional = response_list(String(), "The optional fields.")
    fields_ = List(
        Nested(FormField),
        required=True,
        data_key="fields",
        metadata={"description": "Its fields, required and optional, with their shapes."},
    )
    text = response_field(String, "What it does.")


class ScoreRowAnswer(Schema):
    """A row of the scoring table."""

    code = response_field(String, "The code of the score line.")
    points = response_field(Integer, "Its points; null if they depend on the tiles.", allow_none=True)
    text = response_field(String, "What it is for.")


class RulingAnswer(Schema):
    """A decision of this referee where the rulebook is silent, ambiguous or contradicts itself."""

    id = response_field(String, "Its name.")
    section = response_field(String, "The section of the rules it belongs to.")
    text = response_field(String, "The decision.")
    reason = response_field(String, "Its reason.")
    source = response_field(String, "The heading in the rulebook that it completes.")


class StrongPlayerAnswer(Schema):
    """The player of `findBestMove` with the objective `win`."""

    players = response_list(
        Integer(),
        "The numbers of players with which it plays; with others its moves are those of the objective `tiles`.",
    )
    seen = response_list(String(), "What it takes in `seen`.")


class VariantAnswer(VariantBrief):
    """A game in full."""

    box = Nested(BoxAnswer, required=True)
    tiles = response_list(TileAnswer, "The different tiles of the box, in canonical order.")
    deal = Nested(DealAnswer, required=True)
    melds = response_list(MeldKindAnswer, "The kinds of meld.")
    options = response_list(OptionAnswer, "The options of the table.")
    moves = response_list(MoveAnswer, "The types of move.")
    scoring = response_list(ScoreRowAnswer, "The scoring table.")
    rulings = response_list(RulingAnswer, "The rulings of this referee.")
    photos = response_field(
        Boolean, "Whether its tiles can be read from a photograph, as `readPhoto` and the page for people do."
    )
    strong_player = Nested(
        StrongPlayerAnswer,
        required=True,
        allow_none=True,
        metadata={"description": "The player of `findBestMove` with the objective `win`; null in a game without it."},
    )
    forms = Nested(FormsAnswer, required=True)


# --- dumping --------------------------------------------------------------------------------------------------------


def dump_games(language: str) -> dict[str, Any]:
    """All games in brief."""
    return {"variants": [dump_brief(game, language) for game in GAMES.values()]}


def dump_brief(game: AnyGame, language: str) -> dict[str, Any]:
    """A game in brief."""
    return {
        "id": game.id,
        "name": game.name,
        "summary": text("game.summary", language, game=game.id),
        "turn": text("game.turn", language, game=game.id),
        "rulebook": game.rulebook.title,
        "players": {
            "minimum": game.players[0],
            "maximum": game.players[-1],
            "teams_at": list(game.team_players),
        },
        "href": f"/v1/variants/{game.id}",
    }


def find_game(variant: str) -> AnyGame:
    """The game with this id; raises the problem if there is none."""
    if variant not in GAMES:
        raise Problem("variant-unknown", {"variant": quote(variant), "choices": list(GAMES)})
    return GAMES[variant]


def dump_game(game: AnyGame, language: str) -> dict[str, Any]:
    """A game in full."""
    return {
        **dump_brief(game, language),
        "box": _dump_box(game, language),
        "tiles": _dump_tiles(game, language),
        "deal": _dump_deal(game, language),
        "melds": [
            {
                "kind": kind.kind,
                "name": text(f"kind.{kind.kind}", language, game=game.id),
                "minimum": kind.minimum,
                "maximum": kind.maximum,
                "text": text(f"meld_kind.{kind.text}", language, game=game.id),
            }
            for kind in game.meld_kinds
        ],
        "options": [_dump_option(game, *described, language) for described in describe_options(game.options)],
        "moves": [
            {
                "type": move.type,
                "label": text(f"move_label.{move.type}", language, game=game.id),
                "required": list(move.required),
                "optional": list(move.optional),
                "fields": dump_fields(rule.record, game, language),
                "text": text(f"move.{move.type}", language, game=game.id),
            }
            for move, rule in zip(game.move_types, game.turn.rules, strict=True)
        ],
        "scoring": [
            {"code": row.code, "points": row.points, "text": text(f"score.{row.code}", language, game=game.id)}
            for row in game.scoring
        ],
        "rulings": [_dump_ruling(game, ruling, language) for ruling in game.rulings],
        "photos": can_read(game.box),
        "strong_player": _dump_strong_player(game, game.turn.strong) if game.turn.strong else None,
        "forms": dump_forms(game, language),
    }


def _dump_strong_player(game: AnyGame, strong: StrongPlayer) -> dict[str, Any]:
    return {
        "players": strong.list_players(game.players),
        "seen": [member.key for member in members_of(strong.seen)],
    }


def _dump_box(game: AnyGame, language: str) -> dict[str, Any]:
    box = game.box
    return {
        "size": box.size,
        "colours": [{"code": colour, "name": text(f"colour.{colour}", language)} for colour in box.colours],
        "lowest": box.numbers[0],
        "highest": box.numbers[-1],
        "jokers": box.jokers,
        "wild_colour": box.wild_colour or None,
        "symbols": list(box.symbols),
        "pattern": tile_pattern(box),
    }


def _dump_tiles(game: AnyGame, language: str) -> list[dict[str, Any]]:
    return [
        {
            "code": piece,
            "label": tile_name(piece, language),
            "points": game.hand_points(piece) if game.hand_points else None,
            "count": count,
        }
        for piece, count in game.box.holds.items()
    ]


def _dump_deal(game: AnyGame, language: str) -> dict[str, Any]:
    return {
        "text": text("game.deal", language, game=game.id),
        "by_players": [
            {
                "players": deal.players,
                "hand": deal.hand,
                "starter_hand": deal.hand_sizes[0],
                "face_up": deal.face_up,
                "face_down": deal.face_down,
                "turned_up": deal.turned_up,
                "joker_each": deal.joker_each,
                "stock": deal.stock(game.box),
            }
            for deal in game.deals
        ],
    }


def _dump_option(game: AnyGame, name: str, option: Option, default: Any, language: str) -> dict[str, Any]:
    limits = {
        "choices": list(option.choices) or None,
        "choice_labels": label_choices(name, option.choices, game, language) or None,
        "minimum": option.minimum,
        "maximum": option.maximum,
        "fewest": option.sizes[0] if option.sizes else None,
        "most": option.sizes[-1] if option.sizes else None,
    }
    return {
        "name": name,
        "label": text(f"option_label.{name}", language, game=game.id),
        "type": option.type,
        "nullable": option.optional,
        "default": default,
        **{limit: value for limit, value in limits.items() if value is not None},
        "concerns": "scoring" if option.scores else "play",
        "text": text(f"option.{name}", language, game=game.id),
    }


def _dump_ruling(game: AnyGame, ruling: Ruling, language: str) -> dict[str, Any]:
    return {
        "id": ruling.id,
        "section": text(f"section.{ruling.section}", language, game=game.id),
        "text": text(f"ruling.{ruling.id}.text", language, game=game.id),
        "reason": text(f"ruling.{ruling.id}.reason", language, game=game.id),
        "source": f"{game.rulebook.title}, {game.rulebook.headings[ruling.section]}",
    }


def shorten(value: Any, length: int) -> Any:
    """A value whose lists have at most this many items."""
    if isinstance(value, dict):
        return {name: shorten(inner, length) for name, inner in value.items()}
    return [shorten(inner, length) for inner in value[:length]] if isinstance(value, list) else value


# --- operations -----------------------------------------------------------------------------------------------------

SHOWN = 2
"""The items of lists in the examples of the contract."""

OPERATIONS = (
    LookUpOperation(
        id="listVariants",
        path="/v1/variants",
        tag=TAG,
        summary="List the games",
        description="All games in brief. Lists in the example are shortened.",
        response_schema=VariantsAnswer,
        answer=dump_games,
        example=lambda games: {"variants": [dump_brief(game, "en") for game in games[:SHOWN]]},
    ),
    LookUpOperation(
        id="getVariant",
        path="/v1/variants/{variant}",
        tag=TAG,
        summary="Describe a game",
        description=(
            "The rules of a game: box, tiles, deal, melds, options with type, default and range, moves, the scoring "
            "table, and every ruling with its reason and source. `forms` describes the fields of this game's requests "
            "with labels for people, so that a form for any game can be drawn from it. Lists in the example are "
            "shortened."
        ),
        response_schema=VariantAnswer,
        answer=lambda language, variant: dump_game(find_game(variant), language),
        example=lambda games: shorten(dump_game(games[0], "en"), SHOWN),
        path_parameters={
            "variant": {
                "description": "The variant id.",
                "schema": reference("Variant"),
            }
        },
        problem_statuses=(404,),
    ),
)
