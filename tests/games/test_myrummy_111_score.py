"""Rounds of MyRummy 111 scored over HTTP: announcements, best stretches, and unknown cards."""

import random
from functools import partial
from itertools import pairwise, permutations, product
from typing import Any

import pytest

from rummy_referee.engine.unknown_order.lowest import find_lowest
from rummy_referee.games.myrummy_111 import score as scoring
from service.app import create_app


@pytest.fixture(scope="module")
def ask():
    client = create_app().test_client()

    def post(*hands: list[str], **others: Any) -> Any:
        given = [{"player": name, "hand": hand} for name, hand in zip("ABCDE", hands, strict=False)]
        body = {"variant": "myrummy-111", "players": given, "announcer": "A", **others}
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


def test_unknown_symbols_make_a_range_of_every_completion(ask):
    chance = random.Random(4)
    for _ in range(60):
        numbers = chance.sample(range(2, 112), 12)
        unknown = set(chance.sample(range(12), 3))
        cards = [(number, chance.randint(1, 4)) for number in numbers]
        rest = [f"{number}*1" for number in range(2, 112) if number not in numbers][:12]
        given = [
            chance.choice([f"{number}*?", f"{number}"]) if place in unknown else f"{number}*{symbols}"
            for place, (number, symbols) in enumerate(cards)
        ]
        values = []
        for filled in product(range(1, 5), repeat=3):
            symbols = iter(filled)
            hand = [(number, next(symbols) if place in unknown else own) for place, (number, own) in enumerate(cards)]
            values.append(best_by_trying(hand))
        score = ask(rest, given)["scores"][1]
        assert (score["low"], score["high"]) == (min(values), max(values)), given


def test_an_announcer_whose_symbols_are_unknown_has_a_range(ask):
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
def test_impossible_rounds(ask, others, wanted):
    answer = ask(RISING, [f"{number}*1" for number in range(2, 14)], **others)
    assert [(violation["code"], violation["path"]) for violation in answer["violations"]] == wanted


def test_a_repeated_card_and_a_hand_below_twelve_are_impossible(ask):
    answer = ask(RISING, ["40*1", "41*?", "42"])
    assert [(violation["code"], violation["path"]) for violation in answer["violations"]] == [
        ("box_exceeded", "/players/1/hand/0"),
        ("box_exceeded", "/players/1/hand/1"),
        ("box_exceeded", "/players/1/hand/2"),
        ("hand_too_small", "/players/1/hand"),
    ]


def scores_by_trying(hands: list[list[str]], symbols_of_unknown: tuple[int, ...]) -> list[tuple[int, int]]:
    """The least and the most that each hand scores, the first as the announcer's, over every completion there is."""
    read = [[card.split("*") for card in hand] for hand in hands]
    free = set(range(2, 112)) - {int(card[0]) for hand in read for card in hand if card[0] != "?"}
    unknown = sum(hand.count("?") for hand in hands)
    scores: list[set[int]] = [set() for _ in hands]
    for chosen in permutations(sorted(free), unknown):
        for counts in product(symbols_of_unknown, repeat=unknown):
            fillers = iter(zip(chosen, counts, strict=True))
            for place, hand in enumerate(read):
                cards = [next(fillers) if card[0] == "?" else (int(card[0]), int(card[1])) for card in hand]
                scores[place].add(announced(cards) if place == 0 else best_of(cards))
    return [(min(values), max(values)) for values in scores]


def announced(cards: list[tuple[int, int]]) -> int:
    numbers = [number for number, _ in cards]
    right = numbers in (sorted(numbers), sorted(numbers, reverse=True))
    return sum(symbols for _, symbols in cards) + 5 if right else 0


def best_of(cards: list[tuple[int, int]]) -> int:
    """As by trying every piece of the hand, but card after card, which is quicker."""
    best = rise = fall = cards[0][1]
    for (before, _), (number, symbols) in pairwise(cards):
        rise, fall = (rise + symbols, symbols) if before < number else (symbols, fall + symbols)
        best = max(best, rise, fall)
    return best


def draw_hands(chance: random.Random, unknown: int, free: int) -> list[list[str]]:
    """Hands that leave this many numbers free, the first one nearly in order, with this many unknown cards."""
    numbers = chance.sample(range(2, 112), 110 - free + unknown)
    sizes = [12] * chance.randint(2, min(5, len(numbers) // 12))
    for _ in range(len(numbers) - sum(sizes)):
        sizes[chance.randrange(len(sizes))] += 1
    hands: list[list[str]] = []
    for size in sizes:
        held, numbers = numbers[:size], numbers[size:]
        if not hands or chance.random() < 0.4:
            held.sort(reverse=chance.random() < 0.5)
        hands.append([f"{number}*{chance.randint(1, 4)}" for number in held])
    for _ in range(unknown):
        hand = chance.choice(hands)
        hand[chance.choice([place for place, card in enumerate(hand) if card != "?"])] = "?"
    return hands


@pytest.mark.parametrize(
    ("unknown", "free", "symbols", "rounds"),
    [(1, 1, (1, 2, 3, 4), 40), (1, 80, (1, 2, 3, 4), 30), (2, 2, (1, 4), 40), (2, 7, (1, 4), 40), (3, 5, (1, 4), 30)],
)
def test_unknown_cards_make_a_range_of_every_completion(ask, unknown, free, symbols, rounds):
    chance = random.Random(unknown * 1000 + free)
    for _ in range(rounds):
        hands = draw_hands(chance, unknown, free)
        answer = ask(*hands)
        assert answer["possible"]
        ranges = [(score["low"], score["high"]) for score in answer["scores"]]
        assert ranges == scores_by_trying(hands, symbols), hands
        assert answer["exact"] == all(low == high for low, high in ranges)


def test_a_completely_unknown_hand_may_score_two_to_four_for_each_card(ask):
    score = ask(RISING, ["?"] * 12)["scores"][1]
    assert (score["points"], score["low"], score["high"]) == (None, 2, 48)
    assert score["lines"][0]["tiles"] == ["?"] * 12


def test_a_minimum_at_the_bound_on_work_is_not_proven(ask, monkeypatch):
    hand = ["30*4", "?", "10*4", "?", "55*4", "?", "20*4", "?", "60*4", "?", "15*4", "?"]
    answer = ask(RISING, hand)
    assert (answer["possible"], answer["proven"]) == (True, True)
    monkeypatch.setattr(scoring, "find_lowest", partial(find_lowest, max_steps=1))
    assert not ask(RISING, hand)["proven"]


def test_an_announcer_with_an_unknown_card_may_be_right_or_wrong(ask):
    answer = ask([*RISING[:-1], "?"], [f"{number}*1" for number in range(2, 14)])
    first = answer["scores"][0]
    assert [(line["code"], line["low"], line["high"]) for line in first["lines"]] == [
        ("symbols_of_the_whole_hand", 0, 15),
        ("right_announcement", 0, 5),
    ]
    assert (first["points"], first["low"], first["high"]) == (None, 0, 20)


def test_an_announcer_is_certainly_wrong_where_no_number_fits(ask):
    answer = ask(["40*1", "?", *RISING[1:-1]], [f"{number}*1" for number in range(2, 14)])
    assert [line["code"] for line in answer["scores"][0]["lines"]] == ["wrong_announcement"]
    assert answer["scores"][0]["points"] == 0


def test_more_unknown_cards_than_are_left_are_impossible(ask):
    answer = ask([f"{number}*1" for number in range(2, 101)], ["?"] * 12)
    assert [violation["code"] for violation in answer["violations"]] == ["unread_unfillable"]
    assert ask([f"{number}*1" for number in range(2, 100)], ["?"] * 12)["possible"]


@pytest.mark.parametrize("code", ["?85", "?*3", "?*?", "?R", "??"])
def test_a_card_is_completely_unknown_or_only_its_symbols_are(ask, code):
    assert ask(RISING, [code] * 12)["status"] == 422


def test_hands_cannot_have_been_dealt_from_the_cards_in_the_middle(ask):
    answer = ask(["?"] * 95, ["?"] * 13, options={"hand_sizes": [95, 13]})
    (found,) = answer["violations"]
    assert (found["code"], found["path"]) == ("deal_too_large", "/options/hand_sizes")
    assert found["params"] == {"maximum": 107, "actual": 108}
