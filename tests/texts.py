"""The texts of all languages and games, and which of them a game needs."""

from collections.abc import Iterator
from pathlib import Path
from string import Formatter

from rummy_referee.games import GAMES
from rummy_referee.rules.options import describe_options
from rummy_referee.rules.records import members_of
from rummy_referee.texts import catalogue
from rummy_referee.texts.catalogue import LANGUAGES
from service import texts

PLACES = ("insert_left", "insert_right", "insert_between")
WORDINGS = {
    "play": ("play", "rearrange_and_play"),
    "declare of gin-rummy": ("declare", "declare_and_discard"),
    "declare of indian-rummy": ("declare",),
    "take of indian-rummy": ("take_from_stock", "take_discard"),
    "take of okey-101": ("take_from_stock", "take_discard"),
    "take of okey": ("take_from_stock", "take_discard"),
    "declare of okey": ("declare",),
    "take of gin-rummy": ("take_from_stock", "take_from_empty_stock", "take_discard"),
    "take of gin-rummy-cards": ("take_from_stock", "take_discard"),
    "take of rummu": ("take_from_stock", "take_discard"),
    "knock": ("knock", "gin", "big_gin"),
    "take of myrummy-111": ("take_face_up", "take_face_down"),
    "insert": (*PLACES, *(f"{place}_and_announce" for place in PLACES)),
}
"""The codes of a type of move in words, where they are not just the type."""
EVENTS = {"insert": ("insert", "insert_and_announce")}
"""The codes of what a player did, where they differ."""


def placeholders(template):
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def keys_of(game):
    """Every key that the description or a violation of this game needs."""
    yield from ("game.summary", "game.turn", "game.deal")
    for kind in game.meld_kinds:
        yield f"kind.{kind.kind}"
        yield f"meld_kind.{kind.text}"
    yield from (f"colour.{colour}" for colour in game.box.colours)
    yield from (f"option.{name}" for name, _, _ in describe_options(game.options))
    yield from (f"move.{move.type}" for move in game.move_types)
    yield from (f"score.{row.code}" for row in game.scoring)
    for ruling in game.rulings:
        yield f"ruling.{ruling.id}.text"
        yield f"ruling.{ruling.id}.reason"
    yield from (f"section.{section}" for section in game.rulebook.headings)
    yield from (f"phase.{phase}" for phase in game.turn.phases)
    yield from (f"violation.{code}" for code in game.faults)
    params = {name for kind in game.faults.values() for name in kind.params}
    for name, option, _ in describe_options(game.options):
        yield from (f"turn_style.{choice}" for choice in option.choices if name == "turn" and "turn" in params)
    yield from ("side.left", "side.right") if "side" in params else ()
    yield from labels_of(game)
    for move in game.move_types:
        codes = WORDINGS.get(move.type) or WORDINGS.get(f"{move.type} of {game.id}") or (move.type,)
        yield from (f"instruction.{code}" for code in codes)
        yield from (f"event.{code}" for code in EVENTS.get(move.type, codes))
    yield from (f"advice.{code}" for code in advice_of(game))


def advice_of(game):
    """The codes of the reasons that this game gives for its best moves."""
    types = {move.type for move in game.move_types}
    yield "no_way_out"
    if types & {"play", "meld"}:
        yield "nothing_to_lay"
        yield from ["least_useful"] if types & {"exchange", "discard", "return"} else []
        yield from ["nothing_more_to_lay"] if "end_turn" in types else []
        yield from ["draw_first"] if "draw" in types & set(game.turn.phases) else []
        yield from ["closer_to_a_meld"] if "take" in types and "put_back" not in types else []
    yield from game.turn.strong.reasons if game.turn.strong else ()


def labels_of(game):
    """Every label that the forms of this game need."""
    for name, option, _ in describe_options(game.options):
        yield f"option_label.{name}"
        yield from (f"choice_label.{name}.{choice}" for choice in option.choices)
    yield from (f"move_label.{move.type}" for move in game.move_types)
    yield from (f"choice_label.phase.{phase}" for phase in game.turn.phases)
    forms = [game.turn.snapshot, game.round_scoring.record, game.end.history, game.round_play.seats]
    forms += [game.facts] if game.facts else []
    for record in (*forms, *(rule.record for rule in game.turn.rules)):
        yield from labels_of_record(record)


def labels_of_record(record):
    for member in members_of(record):
        yield f"field_label.{member.key}"
        yield from (f"choice_label.{member.key}.{choice}" for choice in member.described.choices)
        if member.described.record:
            yield from labels_of_record(member.described.record)


def folders() -> Iterator[Path]:
    """Every folder with a file of texts for each language."""
    yield catalogue.SHARED
    yield from sorted((catalogue.SHARED / "terms").iterdir())
    yield from (catalogue.folder_of(game) for game in GAMES)
    yield texts.FOLDER


def every_text() -> Iterator[tuple[str, str, str]]:
    """Every sentence of every file: where it is, its language, and itself."""
    for folder in folders():
        for language in LANGUAGES:
            for key, sentence in catalogue.read_texts(folder, language).items():
                yield f"{key} in {folder}", language, sentence
