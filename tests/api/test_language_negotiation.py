"""Language negotiation: RFC 4647 lookup by descending weight."""

import pytest

from rummy_referee.texts.catalogue import LANGUAGES
from service.http.language_negotiation import negotiate_language


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("en", "en"),
        ("de", "de"),
        ("fr", "fr"),
        ("it", "it"),
        ("de-CH", "de"),
        ("DE-ch", "de"),
        ("de-Latn-CH-1996", "de"),
        ("it-IT, en;q=0.1", "it"),
        ("en;q=0.1, it-IT", "it"),
        ("fr-CH, de;q=0.9, en;q=0.8", "fr"),
        ("qaa, de;q=0.5", "de"),
        ("qaa", "en"),
        ("*", "en"),
        ("qaa, *;q=0.1", "en"),
        ("de;q=0, *", "en"),
        ("en;q=0, *", "de"),
        ("en;q=0, de;q=0, *", "fr"),
        ("de;q=0", "en"),
        ("de;q=0, fr;q=0.1", "fr"),
        ("*;q=0.9, it;q=0.5", "it"),
        ("*, it", "it"),
        ("*, qaa;q=0.5", "en"),
        ("*, qaa;q=0.5, en;q=0", "de"),
        ("*;q=0", "en"),
        ("*;q=0, de", "de"),
        (", ".join([*(f"{language};q=0" for language in LANGUAGES), "*"]), "en"),
        ("en-GB;q=0, en", "en"),
        ("de-CH;q=0, de;q=0.5", "de"),
        ("de;q=0, de-CH", "en"),
        ("it;q=0.5, de;q=0.5", "it"),
        ("it;q=0.123, de;q=0.124", "de"),
        ("fr;q=0.000, it;q=0.001", "it"),
        ("de ; q = 0.5 , it;q=0.4", "de"),
        ("de;Q=0.1,it;q=0.2", "it"),
        ("de\t;q=1.000", "de"),
        ("de_CH", "de"),
        ("de-CH-x-phonebk", "de"),
        ("x-de", "en"),
        ("i-default", "en"),
        ("-de", "en"),
        ("*-CH", "en"),
        ("de;level=1, fr", "fr"),
        ("de;q=-1, fr;q=0.1", "fr"),
        ("de;q=nan, fr;q=0.1", "fr"),
        ("de;q=inf, fr;q=0.1", "fr"),
        ("de;q=1e3, fr;q=0.1", "fr"),
        ("de;q=\u0660, fr;q=0.1", "fr"),
        ("\u212ae, fr;q=0.1", "fr"),
        ("de;q=0.5;q=1, fr;q=0.1", "fr"),
        ("deu", "en"),
        ("d", "en"),
        (";;;,,,q=", "en"),
        ("de;q=abc", "en"),
        ("fr;q=2", "en"),
        ("\x00", "en"),
        ("de " * 1000, "en"),
        ("it" + "-a" * 4000 + ", fr;q=0.1", "it"),
        ("it" + " " * 8000 + ";q=1, fr;q=0.1", "it"),
        ("it;q=0." + "9" * 8000 + ", fr;q=0.1", "it"),
        (";q=" * 2700 + ", fr;q=0.1", "fr"),
        ("qaa," * 2000, "en"),
    ],
)
def test_the_best_of_our_languages_is_chosen(header, language):
    assert negotiate_language(header) == language


@pytest.mark.parametrize("lines", [["qaa", "it"], ["en;q=0.1", "de;q=0.2, it-CH"], ["it", "", ";"]])
def test_repeated_headers_are_one_list(client, lines):
    response = client.get("/v1/variants", headers=[("Accept-Language", line) for line in lines])
    assert response.headers["Content-Language"] == "it"


@pytest.mark.parametrize("language", ["en", "de", "fr", "it"])
def test_responses_have_content_language_and_vary(client, language):
    body = {"variant": "rummy", "melds": [["R1"]]}
    response = client.post("/v1/melds/check", json=body, headers={"Accept-Language": language})
    assert response.headers["Content-Language"] == language
    assert response.headers["Vary"] == "Accept-Language"


def test_messages_change_with_the_language_and_codes_do_not(client):
    body = {"variant": "rummy", "melds": [["R1"]]}
    responses = [
        client.post("/v1/melds/check", json=body, headers={"Accept-Language": language}).json["melds"][0]["violations"][
            0
        ]
        for language in ("en", "de", "fr", "it")
    ]
    assert {response["code"] for response in responses} == {"meld_too_short"}
    assert len({response["message"] for response in responses}) == 4
    assert len({response["rule"]["section"] for response in responses}) > 1


def test_problems_are_in_the_language_too(client):
    response = client.get("/v1/variants/schach", headers={"Accept-Language": "de"})
    assert response.json["title"] == "Dieses Spiel gibt es hier nicht"
    assert response.headers["Content-Language"] == "de"
