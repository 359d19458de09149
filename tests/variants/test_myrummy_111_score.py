"""Rounds of MyRummy 111 scored over HTTP: announcements, best stretches, and symbols that could not be read."""

import random
from itertools import product
from typing import Any

import pytest

from service.app import create_app


@pytest.fixture(scope="module")
def ask():
    client = create_app().test_client()

    def post(*hands: list[str], **others: Any) -> Any:
        told = [{"player": name, "hand": hand} for name, hand in zip("ABCDE", hands, strict=False)]
        body = {"variant": "myrummy-111", "players": told, "announcer": "A", **others}
        return client.post("/v1/rounds/score", json=body).json

    return post


RISING = [f"{number}*1" for number in range(40, 52)]


def best_by_trying(cards: list[tuple[int, int]]) -> int:
    """The most symbols of neighbouring cards that all rise or all fall, by trying every piece of the hand."""
    best = 0
    for start in range(len(cards)):
        for end in range(start + 1, len(cards) + 1):
            numbers = [number for number, _ in cards[start:end]]
            if numbers in (sorted(numbers), sorted(numbers, reverse=True)):
                best = max(best, sum(symbols for _, symbols in cards[start:end]))
    return best


def test_a_right_announcement_counts_the_whole_hand_and_five(ask):
    falling = [f"{number}*2" for number in range(39, 27, -1)]
    assert ask(RISING, falling)["scores"][0]["points"] == 12 + 5
    answer = ask(RISING, falling, announcer="B")
    assert [score["points"] for score in answer["scores"]] == [12, 24 + 5]
    assert [line["code"] for line in answer["scores"][1]["lines"]] == [
        "symbols_of_the_whole_hand",
        "right_announcement",
    ]


def test_a_wrong_announcement_counts_nothing(ask):
    wrong = [*RISING[:-2], "51*4", "50*4"]
    answer = ask(wrong, [f"{number}*3" for number in range(2, 14)])
    assert [score["points"] for score in answer["scores"]] == [0, 36]
    assert [line["code"] for line in answer["scores"][0]["lines"]] == ["wrong_announcement"]


def test_the_best_stretch_is_the_best_of_all(ask):
    chance = random.Random(111)
    for _ in range(200):
        numbers = chance.sample(range(2, 40), 12) if chance.random() < 0.5 else chance.sample(range(2, 112), 13)
        cards = [(number, chance.randint(1, 4)) for number in numbers]
        rest = [f"{number}*1" for number in range(2, 112) if number not in numbers][:12]
        answer = ask(rest, [f"{number}*{symbols}" for number, symbols in cards])
        assert answer["scores"][1]["points"] == best_by_trying(cards), cards
        shown = answer["scores"][1]["lines"][0]["tiles"]
        assert sum(int(card.split("*")[1]) for card in shown) == answer["scores"][1]["points"]


def test_unread_symbols_make_a_range_of_every_way_to_fill_them(ask):
    chance = random.Random(4)
    for _ in range(60):
        numbers = chance.sample(range(2, 112), 12)
        unread = set(chance.sample(range(12), 3))
        cards = [(number, chance.randint(1, 4)) for number in numbers]
        rest = [f"{number}*1" for number in range(2, 112) if number not in numbers][:12]
        told = [
            chance.choice([f"{number}*?", f"{number}"]) if place in unread else f"{number}*{symbols}"
            for place, (number, symbols) in enumerate(cards)
        ]
        values = []
        for filled in product(range(1, 5), repeat=3):
            symbols = iter(filled)
            hand = [(number, next(symbols) if place in unread else own) for place, (number, own) in enumerate(cards)]
            values.append(best_by_trying(hand))
        score = ask(rest, told)["scores"][1]
        assert (score["low"], score["high"]) == (min(values), max(values)), told


def test_an_announcer_whose_symbols_are_unread_has_a_range(ask):
    answer = ask([*RISING[:-1], "51*?"], [f"{number}*1" for number in range(2, 14)])
    first = answer["scores"][0]
    assert (first["points"], first["low"], first["high"], answer["exact"]) == (None, 17, 20, False)


@pytest.mark.parametrize(
    ("others", "wanted"),
    [
        ({"announcer": "X"}, [("player_unknown", "/announcer")]),
        ({"options": {"hand_sizes": [12, 12, 12]}}, [("hand_sizes_differ", "/options/hand_sizes")]),
        ({"options": {"hand_sizes": [12, 13]}}, [("hand_size_not_dealt", "/players/1/hand")]),
    ],
)
def test_rounds_that_cannot_be(ask, others, wanted):
    answer = ask(RISING, [f"{number}*1" for number in range(2, 14)], **others)
    assert [(violation["code"], violation["path"]) for violation in answer["violations"]] == wanted


def test_a_card_is_there_once_and_hands_are_of_twelve(ask):
    answer = ask(RISING, ["40*1", "41*?", "42"])
    assert [(violation["code"], violation["path"]) for violation in answer["violations"]] == [
        ("box_exceeded", "/players/1/hand/0"),
        ("box_exceeded", "/players/1/hand/1"),
        ("box_exceeded", "/players/1/hand/2"),
        ("hand_too_small", "/players/1/hand"),
    ]


def test_a_card_that_could_not_be_read_at_all_is_refused_as_yet(ask):
    answer = ask(RISING, ["?"] * 12)
    assert answer["status"] == 422
