"""Rounds of every style: listed moves are described in every language, and can be sent back unchanged."""

import random
import re
from collections import Counter
from typing import Any

import pytest

from rummy_referee.games import GAMES
from rummy_referee.rules.events import Event
from rummy_referee.texts.catalogue import LANGUAGES, texts_of
from service.app import create_app
from tests.games.styles import STYLES, seats_of
from tests.games.tiles import piece_of

MOVES_PLAYED = 40
MOVES_SEEN = 25
MOVES_CHECKED = 4
CODE = re.compile(r"\b[RBKYGJO]\d+\b|\bJ\b|[=*{}_]|None")
"""What a sentence for people does not have."""


@pytest.fixture(scope="module")
def ask():
    client = create_app().test_client()

    def post(path: str, body: dict[str, Any], language: str = "en") -> dict[str, Any]:
        return dict(client.post(path, json=body, headers={"Accept-Language": language}).json or {})

    return post


@pytest.mark.parametrize(("variant", "players", "options"), STYLES)
def test_listed_moves_are_described(ask, variant, players, options):
    chance = random.Random(f"{variant} {players} {options}")
    deal = {"variant": variant, "seed": 11, "options": options, **seats_of(variant, players)}
    played = ask("/v1/deals", deal)["round"]
    for _ in range(MOVES_PLAYED):
        body = {"round": played, "player": played["turn"], "limit": MOVES_SEEN}
        seen = {language: ask("/v1/rounds/view", body, language) for language in LANGUAGES}
        snapshot, moves = seen["en"]["snapshot"], seen["en"]["moves"]
        for alike in zip(*(seen[language]["moves"] for language in LANGUAGES), strict=True):
            check_texts([move["text"] for move in alike])
        for move in (*chance.sample(moves, min(len(moves), MOVES_CHECKED)), best_move(ask, snapshot)):
            check_move(ask, snapshot, move)
        move = chance.choice(moves) if chance.random() < 0.3 else best_move(ask, snapshot)
        answers = {
            language: ask("/v1/rounds/play", {"round": played, "move": move}, language) for language in LANGUAGES
        }
        check_texts([answer["text"] for answer in answers.values()])
        check_event(played, move, answers["en"])
        if answers["en"]["over"]:
            return
        played = answers["en"]["round"]


def best_move(ask, snapshot: dict[str, Any]) -> dict[str, Any]:
    """The best move."""
    return dict(ask("/v1/moves/best", snapshot)["move"])


def check_texts(texts: list[str]) -> None:
    """A sentence in every language, without codes."""
    for text in texts:
        assert re.fullmatch(r"[^\W\d_].*[^\s.]\.", text), text
        assert not CODE.search(text), text
    assert len(set(texts)) == len(LANGUAGES), texts


def check_move(ask, snapshot: dict[str, Any], move: dict[str, Any]) -> None:
    """The description of a listed move agrees with the response to it."""
    checked = ask("/v1/moves/check", {**snapshot, "move": move})
    assert checked["legal"], (snapshot, move)
    assert (move["text"], move["needs"]) == (checked["text"], checked["needs"])
    assert move.get("changes") == checked["changes"]
    assert ("changes" in move) == (move["type"] == "play")
    if "changes" in move:
        check_changes(snapshot["table"], move)


def check_changes(before: list[list[str]], move: dict[str, Any]) -> None:
    """Every tile has one source, and every status its meaning."""
    left = [Counter(map(piece_of, meld)) for meld in before]
    moved: Counter[str] = Counter()
    assert [change["meld"] for change in move["changes"]] == list(range(len(move["table"])))
    for meld, change in zip(move["table"], move["changes"], strict=True):
        old = Counter(map(piece_of, meld)) - Counter(change["from_hand"])
        assert old.total() + len(change["from_hand"]) == len(meld)
        sources = change["from"]
        assert old <= sum((left[source] for source in sources), Counter())
        whole = len(sources) == 1 and old == left[sources[0]]
        statuses = ("kept", "extended") if whole else ("rearranged",) * 2 if sources else ("new",) * 2
        assert change["status"] == statuses[bool(change["from_hand"])]
        moved += old
    assert moved == sum(left, Counter())
    assert sum((Counter(change["from_hand"]) for change in move["changes"]), Counter()) == Counter(move["from_hand"])


def check_event(played: dict[str, Any], move: dict[str, Any], answer: dict[str, Any]) -> None:
    """What happened names the player, and no tile that came from the stock or stays in a hand."""
    assert answer["text"].startswith(f"{played['turn']} ")
    assert answer["changes"] == move.get("changes")
    if move["needs"] == ["drawn"] or move["type"] in ("exchange", "return"):
        assert not re.search(r"\b(red|blue|black|yellow|green|joker)\b", answer["text"]), answer["text"]


@pytest.mark.parametrize("game", GAMES.values(), ids=repr)
def test_every_event_of_a_game_is_put_into_words(game):
    """Also one that names nothing, as a caller can send it."""
    for key in texts_of("en", game.id):
        if key.startswith("event."):
            event = Event(player="Ada", event=key.removeprefix("event."))
            assert all("Ada" in event.text(game.id, language) for language in LANGUAGES), key
