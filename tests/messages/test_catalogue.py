"""The catalogue is complete: four languages, the same placeholders in each, and no unused texts."""

import re
from string import Formatter

import pytest

from rummy_referee.games import GAMES
from rummy_referee.melds.judgement import KINDS
from rummy_referee.rules.options import describe_options
from rummy_referee.rules.records import members_of
from rummy_referee.texts.catalogue import CATALOGUE, LANGUAGES, WORDS_OF_BOOKS, text

LABELS = {"field_label", "option_label", "choice_label", "move_label"}
"""Short names, no sentences."""

OURS = {
    "game",
    "turn",
    "deal",
    "meld_kind",
    "kind",
    "colour",
    "option",
    "move",
    "score",
    "ruling",
    "section",
    "violation",
    "field_label",
    "option_label",
    "choice_label",
    "move_label",
    "instruction",
    "event",
    "phase",
    "advice",
}
"""The parts of the catalogue that games use; the rest belongs to the API."""


WITH_PARAMETERS = {"violation", "instruction", "event"}

PLACES = ("insert_left", "insert_right", "insert_between")
WORDINGS = {
    "play": ("play", "rearrange_and_play"),
    "declare": ("declare", "declare_and_discard"),
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
    yield from (f"{part}.{game.id}" for part in ("game", "turn", "deal"))
    for kind in game.meld_kinds:
        yield f"kind.{kind.kind}"
        yield f"meld_kind.{kind.text}"
    yield from (f"colour.{colour}" for colour in game.box.colours)
    yield from (f"option.{name}" for name, _, _ in describe_options(game.options))
    yield from (f"move.{move.type}" for move in game.move_types)
    yield from (f"score.{row.code}" for row in game.scoring)
    for ruling in game.rulings:
        yield f"ruling.{game.id}.{ruling.id}.text"
        yield f"ruling.{game.id}.{ruling.id}.reason"
    yield from (f"section.{section}" for section in game.rulebook.headings)
    yield from (f"phase.{phase}" for phase in game.turn.phases)
    yield from (f"violation.{code}" for code in game.citations)
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
        yield from ["closer_to_a_meld"] if "take" in types else []


def labels_of(game):
    """Every label that the forms of this game need."""
    for name, option, _ in describe_options(game.options):
        yield f"option_label.{name}"
        yield from (f"choice_label.{name}.{choice}" for choice in option.choices)
    yield from (f"move_label.{move.type}" for move in game.move_types)
    yield from (f"choice_label.phase.{phase}" for phase in game.turn.phases)
    forms = [game.turn.snapshot, game.round_scoring.record, game.end.history, game.round_play.seats]
    for record in (*forms, *(rule.record for rule in game.turn.rules)):
        yield from labels_of_record(record)


def labels_of_record(record):
    for member in members_of(record):
        yield f"field_label.{member.key}"
        yield from (f"choice_label.{member.key}.{choice}" for choice in member.described.choices)
        if member.described.record:
            yield from labels_of_record(member.described.record)


@pytest.mark.parametrize("key", CATALOGUE)
def test_an_entry_has_the_four_languages_and_none_is_empty(key):
    assert set(CATALOGUE[key]) == set(LANGUAGES)
    assert all(words == words.strip() != "" for words in CATALOGUE[key].values())


@pytest.mark.parametrize("key", CATALOGUE)
def test_an_entry_has_the_same_placeholders_in_every_language(key):
    english = placeholders(CATALOGUE[key]["en"])
    assert {language: placeholders(words) for language, words in CATALOGUE[key].items()} == dict.fromkeys(
        LANGUAGES, english
    )


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_game_has_all_texts_it_needs(game):
    assert [key for key in keys_of(game) if key not in CATALOGUE] == []


def test_every_text_is_used_by_some_game():
    needed = {key for game in GAMES.values() for key in keys_of(game)}
    ours = {key for key in CATALOGUE if key.split(".")[0] in OURS}
    assert ours - needed == set()


def test_only_events_name_the_player():
    named = {
        key
        for key, texts in CATALOGUE.items()
        if key.split(".")[0] in ("instruction", "event") and "{player}" in texts["en"]
    }
    assert named == {key for key in CATALOGUE if key.startswith("event.")}


def test_what_a_player_did_does_not_name_a_hidden_tile():
    hidden = ("exchange", "draw", "return", "pass", "take_from_stock", "take_face_down")
    assert {code: placeholders(CATALOGUE[f"event.{code}"]["en"]) - {"player", "slot"} for code in hidden} == {
        code: set() for code in hidden
    }
    assert placeholders(CATALOGUE["event.insert"]["en"]) == {"player", "tile"}  # the tile is the discard


def test_every_kind_of_reading_has_a_name():
    assert {f"kind.{kind}" for kind in KINDS} <= set(CATALOGUE)


@pytest.mark.parametrize("key", [key for key in CATALOGUE if key.split(".")[0] in OURS - WITH_PARAMETERS])
def test_the_description_of_a_game_has_no_placeholders(key):
    assert placeholders(CATALOGUE[key]["en"]) == set()


@pytest.mark.parametrize(
    "key", [key for key in CATALOGUE if key.split(".")[0] in OURS - LABELS - {"kind", "colour", "section", "phase"}]
)
def test_a_sentence_ends_with_a_full_stop(key):
    assert [language for language, words in CATALOGUE[key].items() if not words.endswith(".")] == []


EVERY_TEXT = [
    *((key, language, words) for key, texts in CATALOGUE.items() for language, words in texts.items()),
    *((f"{key} of {game}", language, words) for (game, key, language), words in WORDS_OF_BOOKS.items()),
]


def test_french_keeps_a_space_before_its_high_punctuation_and_the_others_do_not():
    close = re.compile(r"[^ \u202f][;?!»]|«[^ \u202f]")
    apart = re.compile(r" [;?!:]")
    faulty = {"en": apart, "de": apart, "fr": close, "it": apart}
    assert [(key, words) for key, language, words in EVERY_TEXT if faulty[language].search(words)] == []


def test_a_colon_in_french_has_a_space_before_it_but_in_a_header():
    headers = re.compile(r"\b(?:Authorization|Content-Type): ")
    french = [(key, headers.sub("", words)) for key, language, words in EVERY_TEXT if language == "fr"]
    assert [(key, words) for key, words in french if re.search(r"[^ \u202f]:", words)] == []


def test_quotation_marks_are_those_of_the_language():
    foreign = {"en": '„«»"', "de": '”«»"', "fr": '„“”"', "it": '„“”"'}
    assert [(key, words) for key, language, words in EVERY_TEXT if set(words) & set(foreign[language])] == []


def test_there_are_no_double_spaces_and_no_space_before_a_comma_or_a_full_stop():
    assert [(key, words) for key, _, words in EVERY_TEXT if re.search(r"  | [,.](?:\s|$)", words)] == []


def test_apostrophes_are_typographic():
    assert [(key, words) for key, _, words in EVERY_TEXT if "'" in words] == []


def test_a_list_is_written_with_commas():
    assert text("violation.group_numbers_differ", "en", {"numbers": [4, 5]}).endswith("here are 4, 5.")
