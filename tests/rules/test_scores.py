"""Scores of rounds over HTTP: as in the rulebooks, and with unknown tiles against every completion."""

import random
from collections import Counter
from itertools import product
from typing import Any

import pytest

from rummy_referee.games import GAMES
from service.app import create_app


@pytest.fixture(scope="module")
def ask():
    client = create_app().test_client()

    def post(variant: str, **body: Any) -> Any:
        return client.post("/v1/rounds/score", json={"variant": variant, **body}).json

    return post


def players(**hands: str) -> list[dict[str, Any]]:
    return [{"player": name, "hand": hand.split()} for name, hand in hands.items()]


def points(answer: Any) -> dict[str, Any]:
    return {score["player"]: score["points"] for score in answer["scores"]}


def ranges(answer: Any) -> dict[str, tuple[int, int]]:
    return {score["player"]: (score["low"], score["high"]) for score in answer["scores"]}


def test_whether_a_loser_has_opened_changes_nothing(ask):
    given = players(A="", B="R10 J")
    given[1]["opened_before"] = False
    assert points(ask("rummy", players=given, went_out="A")) == {"A": 35, "B": -35}


def test_every_fault_of_a_round_is_named(ask):
    answer = ask(
        "rummu",
        players=players(A="R2", B="R2", C="", D="K4") + players(A="K4"),
        melds=[{"owner": "X", "cards": ["R5", "B5"]}],
        teams=[["A", "B"]],
        went_out="Z",
    )
    assert [(violation["code"], violation["path"]) for violation in answer["violations"]] == [
        ("player_repeated", "/players/4/player"),
        ("box_exceeded", "/players/1/hand/0"),
        ("box_exceeded", "/players/4/hand/0"),
        ("player_unknown", "/went_out"),
        ("hand_empty_not_out", "/players/2/hand"),
        ("owner_unknown", "/melds/0/owner"),
        ("meld_too_short", "/melds/0"),
        ("no_teams_for_players", "/teams"),
    ]
    assert (answer["possible"], answer["exact"], answer["scores"]) == (False, False, [])


@pytest.mark.parametrize(
    ("hands", "went_out", "code", "path"),
    [
        ({"A": "", "B": ""}, "A", "hand_empty_not_out", "/players/1/hand"),
        ({"A": "", "B": "R1"}, None, "hand_empty_not_out", "/players/0/hand"),
        ({"A": "R2", "B": "R1"}, "A", "winner_holds_tiles", "/players/0/hand"),
        ({"A": "?", "B": "R1"}, "A", "winner_holds_tiles", "/players/0/hand"),
        ({"A": "", "B": "R1 R1 ?R ?1 R1"}, "A", "box_exceeded", "/players/1/hand/4"),
        ({"A": "", "B": "?1 " * 9}, "A", "unread_unfillable", "/players"),
        ({"A": "", "B": "? " * 105, "C": "R1 R1"}, "A", "unread_unfillable", "/players"),
    ],
)
def test_impossible_rounds(ask, hands, went_out, code, path):
    answer = ask("rummy", players=players(**hands), went_out=went_out)
    assert [(violation["code"], violation["path"]) for violation in answer["violations"]] == [(code, path)]


def test_an_unknown_tile_makes_a_range(ask):
    answer = ask("rummy", players=players(A="", B="R10 ?", C="?13 ?B"), went_out="A")
    assert ranges(answer) == {"A": (25, 61), "B": (-35, -11), "C": (-26, -14)}
    assert points(answer) == {"A": None, "B": None, "C": None}
    assert not answer["exact"]


def test_where_only_one_tile_is_left_the_score_is_exact(ask):
    answer = ask("rummy", players=players(A="", B="?7 R7 R7 B7 B7 K7 K7 Y7"), went_out="A")
    assert points(answer) == {"A": 56, "B": -56}
    assert answer["exact"]


def test_unknown_tiles_share_the_box(ask):
    """Two players may both hold a joker, but not three."""
    answer = ask("rummy", players=players(A="", B="?", C="? ?"), went_out="A")
    assert ranges(answer) == {"A": (1 + 1 + 1, 25 + 25 + 13), "B": (-25, -1), "C": (-50, -2)}


@pytest.mark.parametrize("given", [{"options": {"jokers": False}}, {"jokers": "J J"}], ids=["left out", "all read"])
def test_an_unknown_tile_that_cannot_be_a_joker_is_in_no_line_of_jokers(ask, given):
    jokers = given.pop("jokers", "R1")
    answer = ask("rummy", players=players(A="", B="?", C=jokers), went_out="A", **given)
    assert [line["code"] for line in answer["scores"][1]["lines"]] == ["hand_counts_against"]


def test_an_unknown_card_that_cannot_be_yellow_is_in_no_line_of_yellow_cards(ask):
    yellow = "Y0 Y1 Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y7 Y8 Y9"
    answer = ask("rummu", players=players(A="", B="?", C=yellow), melds=[], went_out="A")
    assert [line["code"] for line in answer["scores"][1]["lines"]] == ["other_card_in_hand"]


def test_every_line_of_every_scored_game_has_a_rule():
    for game in GAMES.values():
        for row in game.scoring:
            assert game.cite_score(row.code).section in game.rulebook.headings


def left_in(box: Counter[str], given: list[dict[str, Any]]) -> Counter[str]:
    return box - Counter(tile for entry in given for tile in entry["hand"] if "?" not in tile)


def every_completion(left: Counter[str], unknown: list[str]) -> list[tuple[str, ...]]:
    def may_be(code: str, piece: str) -> bool:
        return code == "?" or (piece != "J" and code[1:] in (piece[0], piece[1:]))

    choices = product(*([piece for piece in left if may_be(code, piece)] for code in unknown))
    return [way for way in choices if not Counter(way) - left]


@pytest.mark.parametrize("variant", ["rummy", "brettspielnetz-rummy", "rummu", "rummikub"])
def test_ranges_are_those_of_every_completion(ask, variant):
    """Every completion is scored as a separate round; the range is from the lowest to the highest score."""
    chance = random.Random(variant)
    game = GAMES[variant]
    box = Counter(game.box.holds)
    for _ in range(6):
        count = game.players[0]
        tiles = chance.sample(list(box.elements()), 100 if box.total() > 100 else 55)
        given: list[dict[str, Any]] = [
            {"player": name, "hand": [tiles.pop() for _ in range(2)]} for name in "ABC"[:count]
        ]
        given[0]["hand"] = []
        for entry in given[1:]:
            entry["hand"].append(chance.choice(["?", "?R", f"?{chance.randint(1, 9)}"]))
        if variant == "rummy":
            given[0]["opened_before"] = chance.random() < 0.5
        others: dict[str, Any] = {"melds": []} if variant == "rummu" else {}
        answer = ask(variant, players=given, went_out="A", **others)
        unknown = [tile for entry in given for tile in entry["hand"] if "?" in tile]
        seen: dict[str, list[int]] = {entry["player"]: [] for entry in given}
        for way in chance.sample(ways := every_completion(left_in(box, given), unknown), min(len(ways), 150)):
            filled, tiles_in = [], list(way)
            for entry in given:
                hand = [tiles_in.pop(0) if "?" in tile else tile for tile in entry["hand"]]
                filled.append({**entry, "hand": hand})
            for player, exact in points(ask(variant, players=filled, went_out="A", **others)).items():
                seen[player].append(exact)
        for player, (low, high) in ranges(answer).items():
            assert low <= min(seen[player]) <= max(seen[player]) <= high
            if len(ways) <= 150:
                assert (low, high) == (min(seen[player]), max(seen[player]))
