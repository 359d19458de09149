"""The responses to the worked examples differ between languages only in their texts."""

import re
from itertools import combinations
from typing import Any

import pytest

from rummy_referee.texts.catalogue import LANGUAGES
from service.app import create_app
from tests.examples import load_all_examples

WORDS = {"message", "title", "detail", "section", "text", "summary", "label"}
"""Fields that always have a text in the caller's language."""

BESIDE = {"reason": "source", "turn": "summary", "name": "kind"}
"""Fields that have a text only next to another field; elsewhere they have codes or names of players."""

LABELS = "choice_labels"
"""The field that is a list of texts."""

ALIKE = {"joker", "Jokers", "orange", *(f"orange {number}" for number in range(1, 14))}
"""Texts that are the same in two languages: English and French, and orange also in German. The label of a card may be
just its number."""

ENGLISH = re.compile(
    r"\b(the|of|is|are|and|with|this|that|has|have|only|may|must|from|there|here|card|tile|meld|hand)\b"
)


PLURAL = {
    "en": re.compile(r"\b1 (?:tiles|cards|points|players|chips|rounds|entries|characters|names)\b"),
    "de": re.compile(r"\b1 (?:Karten|Kärtchen|Steine|Punkte|Spielern?|Chips|Runden|Einträge|Zeichen)\b"),
    "fr": re.compile(r"\b1 (?:cartes|pièces|points|joueurs|jetons|manches|éléments|caractères)\b"),
    "it": re.compile(r"\b1 (?:carte|tessere|punti|giocatori|gettoni|manche|elementi|caratteri)\b"),
}


@pytest.fixture(scope="module")
def responses() -> list[tuple[str, dict[str, Any]]]:
    """Each example with its response in each language."""
    client = create_app().test_client()
    found = []
    for example in load_all_examples():
        by_language = {}
        for language in LANGUAGES:
            response = example.send(client, {"Accept-Language": language, "X-Request-ID": "same"})
            assert response.headers["Content-Language"] == language
            by_language[language] = response.json
        found.append((example.id, by_language))
    return found


def text_fields(value: dict[str, Any]) -> set[str]:
    """The fields of an object that have a text."""
    fields = WORDS | {field for field, other in BESIDE.items() if other in value}
    return {"name"} if value.keys() == {"code", "name"} else fields & value.keys()  # a colour has exactly these two


def texts_of(value: Any, path: str = "") -> dict[str, str]:
    """The texts in a response, by path."""
    if isinstance(value, list):
        value = dict(enumerate(value))
    if not isinstance(value, dict):
        return {}
    found = {f"{path}/{field}": value[field] for field in text_fields(value) if value[field] is not None}
    for key, item in value.items():
        if key == LABELS:
            found |= {f"{path}/{key}/{index}": label for index, label in enumerate(item)}
        elif key != "params":
            found |= texts_of(item, f"{path}/{key}")
    return found


def without_texts(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: without_texts(item) for key, item in value.items() if key not in {*text_fields(value), LABELS}}
    return [without_texts(item) for item in value] if isinstance(value, list) else value


def test_everything_but_texts_is_the_same_in_every_language(responses):
    for case, by_language in responses:
        for language in LANGUAGES[1:]:
            assert without_texts(by_language[language]) == without_texts(by_language["en"]), (case, language)


def test_no_texts_are_the_same_in_two_languages(responses):
    outcome = 0
    for case, by_language in responses:
        words = {language: texts_of(response) for language, response in by_language.items()}
        for one, other in combinations(LANGUAGES, 2):
            assert words[one].keys() == words[other].keys(), case
            alike = {word for place, word in words[one].items() if word == words[other][place] and not word.isdigit()}
            assert alike <= ALIKE, (case, one, other)
        outcome += len(words["en"])
    assert outcome > 1000


def test_no_english_is_left_in_other_languages(responses):
    for case, by_language in responses:
        for language in LANGUAGES[1:]:
            for place, words in texts_of(by_language[language]).items():
                said = re.sub(r"`[^`]*`", "", words)
                assert not ENGLISH.search(said), (case, language, place, words)


def test_no_plural_follows_a_one(responses):
    for case, by_language in responses:
        for language, plural in PLURAL.items():
            for place, words in texts_of(by_language[language]).items():
                assert not plural.search(words), (case, language, place, words)
