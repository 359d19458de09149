"""The catalogue is complete: every language, the same placeholders in each, and no unused texts."""

import re
from collections.abc import Iterator
from string import Formatter

from rummy_referee.games import GAMES
from rummy_referee.melds.judgement import KINDS
from rummy_referee.texts.catalogue import LANGUAGES, SHARED, read_texts, texts_of
from rummy_referee.texts.grammar import choose_form, grammar_of
from rummy_referee.texts.sentences import fill, in_plural, text
from service.texts import FOLDER
from tests.texts import every_text, keys_of, placeholders

LABELS = {"field_label", "option_label", "choice_label", "move_label"}
"""Short names, no sentences."""

WITH_PARAMETERS = {"violation", "instruction", "event", "advice", "review"}

NOT_OF_GAMES = {"tile", "rank", "verdict", "decided_by", "review"}
"""The shared families that no table of a game lists."""


def family(key: str) -> str:
    return key.partition(".")[0]


def said() -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Every sentence of every game and of the service: the game, the key, and the sentence in each language."""
    for game in GAMES.values():
        for key in dict.fromkeys(keys_of(game)):
            yield game.id, key, tuple(texts_of(language, game.id)[key] for language in LANGUAGES)
    for folder in (SHARED, FOLDER):
        for key in read_texts(folder, "en"):
            yield folder.parent.name, key, tuple(read_texts(folder, language)[key] for language in LANGUAGES)


def test_a_game_has_all_texts_it_needs_in_every_language():
    assert [
        (game.id, language, key)
        for game in GAMES.values()
        for language in LANGUAGES
        for key in keys_of(game)
        if key not in texts_of(language, game.id)
    ] == []


def test_every_language_has_the_same_shared_texts():
    for folder in (SHARED, FOLDER):
        assert len({frozenset(read_texts(folder, language)) for language in LANGUAGES}) == 1


def test_no_text_is_empty_or_has_spaces_around_it():
    assert [place for place, _, words in every_text() if not words or words != words.strip()] == []


def test_a_text_has_the_same_placeholders_in_every_language():
    assert [(who, key) for who, key, words in said() if len({frozenset(placeholders(one)) for one in words}) > 1] == []


def test_every_text_is_used_by_some_game():
    needed = {key for game in GAMES.values() for key in keys_of(game)}
    assert [key for key in texts_of("en") if key not in needed and family(key) not in NOT_OF_GAMES] == []


def test_only_events_name_the_player():
    moves = {key: words[0] for _, key, words in said() if family(key) in ("instruction", "event")}
    assert [key for key, words in moves.items() if ("{player}" in words) != key.startswith("event.")] == []


def test_what_a_player_did_does_not_name_a_hidden_tile():
    hidden = {"exchange", "draw", "return", "pass", "take_from_stock", "take_face_down"}
    named = {key.partition(".")[2]: placeholders(words[0]) for _, key, words in said() if family(key) == "event"}
    assert {code: named[code] - {"player", "slot"} for code in hidden} == {code: set() for code in hidden}
    assert named["insert"] == {"player", "tile"}  # the tile is the discard


def test_every_kind_of_reading_has_a_name():
    named = {key for game in GAMES for key in texts_of("en", game)}
    assert {f"kind.{kind}" for kind in KINDS} <= named


def test_the_description_of_a_game_has_no_placeholders():
    described = [(game, key, words[0]) for game, key, words in said() if game in GAMES]
    assert [
        (game, key) for game, key, words in described if placeholders(words) and family(key) not in WITH_PARAMETERS
    ] == []


def test_a_sentence_ends_with_a_full_stop():
    others = {*LABELS, "kind", "colour", "section", "phase", "turn_style", "side"}
    assert [
        (game, key)
        for game, key, words in said()
        if game in GAMES and family(key) not in others and not all(one.endswith(".") for one in words)
    ] == []


def test_french_keeps_a_space_before_its_high_punctuation_and_the_others_do_not():
    close = re.compile(r"[^ \u202f][;?!»]|«[^ \u202f]")
    apart = re.compile(r" [;?!:]")
    faulty = {"en": apart, "de": apart, "fr": close, "it": apart}
    assert [(key, words) for key, language, words in every_text() if faulty.get(language, apart).search(words)] == []


def test_a_colon_in_french_has_a_space_before_it_but_in_a_header():
    headers = re.compile(r"\b(?:Authorization|Content-Type): ")
    french = [(key, headers.sub("", in_plural(words))) for key, language, words in every_text() if language == "fr"]
    assert [(key, words) for key, words in french if re.search(r"[^ \u202f]:", words)] == []


def test_quotation_marks_are_those_of_the_language():
    foreign = {"en": '„«»"', "de": '”«»"', "fr": '„“”"', "it": '„“”"'}
    assert [(key, words) for key, language, words in every_text() if set(words) & set(foreign.get(language, ""))] == []


def test_there_are_no_double_spaces_and_no_space_before_a_comma_or_a_full_stop():
    assert [(key, words) for key, _, words in every_text() if re.search(r"  | [,.](?:\s|$)", words)] == []


def test_apostrophes_are_typographic():
    assert [(key, words) for key, _, words in every_text() if "'" in words] == []


def test_a_list_is_written_with_commas():
    assert text("violation.group_numbers_differ", "en", {"numbers": [4, 5]}).endswith("here are 4, 5.")


def test_a_noun_has_the_form_for_its_number():
    found = [fill("{count} {count:carte|cartes}", {"count": count}, "fr") for count in (0, 1, 2, 11)]
    assert found == ["0 carte", "1 carte", "2 cartes", "11 cartes"]
    assert fill("{tiles:fehlt|fehlen}: {tiles}", {"tiles": ["a", "b"]}, "de") == "fehlen: a, b"
    assert [choose_form("card|cards", count, "en") for count in (0, 1, 21)] == ["cards", "card", "cards"]


def test_a_text_has_as_many_forms_of_a_noun_as_its_language():
    assert [
        (place, words)
        for place, language, words in every_text()
        for _, _, forms, _ in Formatter().parse(words)
        if forms and forms.count("|") != len(grammar_of(language).plural)
    ] == []
