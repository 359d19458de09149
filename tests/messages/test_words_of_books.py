"""The texts of a game use the terms of its rulebook, and one term for one thing."""

import re
from itertools import combinations

from rummy_referee.games import GAMES
from rummy_referee.texts.catalogue import LANGUAGES, SHARED, folder_of, own_texts_of, read_file, read_texts, texts_of
from rummy_referee.texts.sentences import text
from tests.texts import folders, keys_of, placeholders

CODES = re.compile(r"`[^`]*`|\{[^}]*\}|“[^”]*”|„[^“]*“|«[^»]*»")
"""What is not a term: codes, names of parameters, and quotations from a rulebook."""


def said_by(game, language):
    """All texts of a game in a language, except names of sections, which are headings of several rulebooks."""
    keys = (key for key in keys_of(game) if not key.startswith("section."))
    return {key: CODES.sub("", text(key, language, game=game.id)) for key in keys}


def test_a_game_uses_the_terms_of_its_rulebook_and_not_those_of_others():
    unsaid, foreign = [], []
    for game in GAMES.values():
        for language in LANGUAGES:
            says, never = (read_file(folder_of(game.id), language)["glossary"][key] for key in ("says", "never"))
            said = said_by(game, language)
            everything = " ".join(said.values()).lower()
            unsaid += [(game.id, language, word) for word in says.split() if word.lower() not in everything]
            other = re.compile(rf"\b(?:{'|'.join(never.split())})\b", re.IGNORECASE)
            foreign += [(game.id, language, key, words) for key, words in said.items() if other.search(words)]
    assert (unsaid, foreign) == ([], [])


def test_a_game_words_otherwise_only_what_its_rulebook_says_otherwise():
    shared = {language: texts_of(language) for language in LANGUAGES}
    assert [
        (game, language, key)
        for game in GAMES
        for language in LANGUAGES
        for key, own in own_texts_of(language, game).items()
        if (common := shared[language].get(key))
        and (own == common or placeholders(own) != placeholders(common) or own.endswith(".") != common.endswith("."))
    ] == []


def test_every_text_of_a_game_is_needed_by_it():
    assert [
        (game.id, language, key)
        for game in GAMES.values()
        for language in LANGUAGES
        for key in read_texts(folder_of(game.id), language)
        if key not in set(keys_of(game))
    ] == []


def test_every_text_of_shared_terms_is_needed_by_a_game():
    terms = {folder.name: folder for folder in (SHARED / "terms").iterdir()}
    for name, folder in terms.items():
        users = [
            game
            for game in GAMES.values()
            if all(read_file(folder_of(game.id), language).get("terms") == name for language in LANGUAGES)
        ]
        needed = {key for game in users for key in keys_of(game)}
        assert len(users) > 1
        assert [key for language in LANGUAGES for key in read_texts(folder, language) if key not in needed] == []


ALIKE = {
    ("section.jokers", "en", "fr"): "the plural is the same in both",
    ("tile.J", "en", "fr"): "and so is the singular",
    ("colour.O", "en", "de"): "orange is the same in three languages",
    ("colour.O", "en", "fr"): "orange is the same in three languages",
    ("colour.O", "de", "fr"): "orange is the same in three languages",
    ("tile.O", "en", "de"): "and does not change before a noun",
    ("page.no", "en", "it"): "and this word",
    ("page.photo", "en", "fr"): "photo",
    ("page.photo", "de", "it"): "Foto",
    ("page.easy", "fr", "it"): "facile",
    ("page.hard", "fr", "it"): "difficile",
    **{
        (f"page.{key}", one, other): "the same word in three languages"
        for key in ("computer", "computer_number")
        for one, other in combinations(("en", "de", "it"), 2)
    },
    **{
        (f"site.{word}", "en", "fr"): "spelt alike in both" for word in ("documentation", "guides", "options", "points")
    },
}


def test_no_entry_is_the_same_in_two_languages_except_where_it_must_be():
    alike = {
        (key, one, other)
        for folder in folders()
        for one, other in combinations(LANGUAGES, 2)
        for key, words in read_texts(folder, one).items()
        if words == read_texts(folder, other).get(key)
    }
    assert alike == set(ALIKE)
