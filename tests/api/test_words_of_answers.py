"""Every worked example is answered in four languages: with other words each time, and otherwise the same."""

import re
from itertools import combinations
from typing import Any

import pytest

from service.app import create_app
from service.messages.catalogue import LANGUAGES
from tests.test_cases import CASES, PATHS, load_case

WORDS = {"message", "title", "detail", "section", "text", "summary"}
"""Fields that have words in the caller's language wherever they are."""

BESIDE = {"reason": "text", "turn": "summary", "name": "kind"}
"""Fields that have words where another one is beside them: elsewhere they have codes, or names of players."""

ALIKE = {"Jokers"}
"""What is the same in two languages: English and French have the same plural of the joker."""

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
def answers() -> list[tuple[str, dict[str, Any]]]:
    """Each case with its answer in each language."""
    client = create_app().test_client()
    found = []
    for path in sorted(CASES.glob("*/*/*.yaml")):
        case = load_case(path.read_text(encoding="utf-8"))
        by_language = {}
        for language in LANGUAGES:
            headers = {"Accept-Language": language, "X-Request-ID": "same"}
            if case["operation"] == "getVariant":
                answer = client.get(f"/v1/variants/{case['variant']}", headers=headers)
            else:
                answer = client.post(PATHS[case["operation"]], json=case["body"], headers=headers)
            assert answer.headers["Content-Language"] == language
            by_language[language] = answer.json
        found.append((path.stem, by_language))
    return found


def worded(value: dict[str, Any]) -> set[str]:
    """The fields of an object that have words."""
    fields = WORDS | {field for field, other in BESIDE.items() if other in value}
    return {"name"} if value.keys() == {"code", "name"} else fields & value.keys()  # a colour has just these two


def words_of(value: Any, path: str = "") -> dict[str, str]:
    """The words in an answer, each with its place."""
    if isinstance(value, list):
        value = dict(enumerate(value))
    if not isinstance(value, dict):
        return {}
    found = {f"{path}/{field}": value[field] for field in worded(value)}
    for key, item in value.items():
        found |= words_of(item, f"{path}/{key}") if key != "params" else {}
    return found


def without_words(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: without_words(item) for key, item in value.items() if key not in worded(value)}
    return [without_words(item) for item in value] if isinstance(value, list) else value


def test_all_but_the_words_is_the_same_in_every_language(answers):
    for case, by_language in answers:
        for language in LANGUAGES[1:]:
            assert without_words(by_language[language]) == without_words(by_language["en"]), (case, language)


def test_no_words_are_the_same_in_two_languages(answers):
    seen = 0
    for case, by_language in answers:
        words = {language: words_of(answer) for language, answer in by_language.items()}
        for one, other in combinations(LANGUAGES, 2):
            assert words[one].keys() == words[other].keys(), case
            alike = {word for place, word in words[one].items() if word == words[other][place]}
            assert alike <= ALIKE, (case, one, other)
        seen += len(words["en"])
    assert seen > 1000


def test_no_english_is_left_in_other_languages(answers):
    for case, by_language in answers:
        for language in LANGUAGES[1:]:
            for place, words in words_of(by_language[language]).items():
                said = re.sub(r"`[^`]*`", "", words)
                assert not ENGLISH.search(said), (case, language, place, words)


def test_no_plural_follows_a_one(answers):
    for case, by_language in answers:
        for language, answer in by_language.items():
            for place, words in words_of(answer).items():
                assert not PLURAL[language].search(words), (case, language, place, words)
