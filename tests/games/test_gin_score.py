"""Rounds of Gin-Rummy scored over HTTP: the bonus, the counts, and what is laid in turn."""

import random
from typing import Any

import pytest

from rummy_referee.games import GAMES
from service.app import create_app
from tests.engine.every_melding import every_melding, pair

BOX = GAMES["gin-rummy"].box
NINE = "R3 R4 R5 B7 K7 Y7 K10 K11 K12"
DEAD = "R1 R9 R11 R13 B2 B5 B9 B12 K1 Y3"
"""Ten tiles of which no three are a meld, and none fits those nine; they count 66."""


@pytest.fixture(scope="module")
def ask():
    client = create_app().test_client()

    def post(*hands: str, **others: Any) -> Any:
        given = [{"player": name, "hand": hand.split()} for name, hand in zip("ABCD", hands, strict=False)]
        body = {"variant": "gin-rummy", "players": given, "declarer": "A", **others}
        return client.post("/v1/rounds/score", json=body).json

    return post


def points(answer: Any) -> dict[str, int]:
    assert answer["possible"], answer["violations"]
    return {score["player"]: score["points"] for score in answer["scores"]}


def codes(answer: Any) -> list[tuple[str, str]]:
    return [(violation["code"], violation["path"]) for violation in answer["violations"]]


def test_nobody_adds_to_melds_laid_later(ask):
    late = "B1 B2 B3 R13 K13 Y13 Y5 Y8 Y11 Y2"
    answer = ask(f"{NINE} R9", "B4 R1 R8 R11 Y4 Y7 K2 K5 K8 B9", late, order=["A", "B", "C"])
    assert answer["scores"][1]["lay_offs"] == []
    swapped = ask(f"{NINE} R9", "B4 R1 R8 R11 Y4 Y7 K2 K5 K8 B9", late, order=["A", "C", "B"])
    assert swapped["scores"][1]["lay_offs"] == [{"player": "C", "meld": 1, "tiles": ["B4"]}]


def test_the_order_is_that_of_the_players_unless_it_is_given(ask):
    hands = (DEAD, f"{NINE} R9", "B1 B2 B3 B4 B5 B6 R10 K10 Y10 Y9")
    assert points(ask(*hands, declarer="B")) == {"A": 0, "B": 70, "C": 0}
    given = ask(*hands, declarer="B", order=["B", "A", "C"])
    assert points(given) == {"A": 0, "B": 70, "C": 0}


@pytest.mark.parametrize(
    ("hand", "others", "wanted"),
    [
        (f"{NINE} R10", {}, ("rest_too_high", "/players/0/hand")),
        ("R3 R4 R5 B7 K7 Y7 K10 K1 R9 R1", {}, ("too_few_melded", "/players/0/hand")),
        (f"{NINE} R9 R8", {}, ("hand_not_of_ten", "/players/0/hand")),
        (f"{NINE} R9 B8", {"drew": True}, ("discard_missing", "/players/0/hand")),
        (f"{NINE}", {}, ("hand_not_of_ten", "/players/0/hand")),
        (f"{NINE} R9", {"declarer": "X"}, ("player_unknown", "/declarer")),
        (f"{NINE} R9", {"order": ["B", "A"]}, ("order_not_from_declarer", "/order")),
        (f"{NINE} R9", {"order": ["A", "A"]}, ("order_not_from_declarer", "/order")),
        (
            f"{NINE} K13",
            {"drew": True, "options": {"little_gin_before_take_only": True}},
            ("little_gin_after_take", "/players/0/hand"),
        ),
    ],
)
def test_invalid_declarations(ask, hand, others, wanted):
    assert wanted in codes(ask(hand, DEAD, **others))


def test_little_gin_before_the_take_is_always_one(ask):
    answer = ask(f"{NINE} K13", DEAD, options={"little_gin_before_take_only": True})
    assert points(answer)["A"] == 25 + 66 + 20


def players_with(hands: dict[str, str], **given: Any) -> list[dict[str, Any]]:
    return [{"player": name, "hand": hand.split(), **given.get(name, {})} for name, hand in hands.items()]


@pytest.mark.parametrize("refused", [["R1", "R2"], [], ["R1", "B4", "K9"], ["Y1", "Y2", "Y3"]])
@pytest.mark.parametrize("last", ["R11 B12 K12 B2 R4 R6 R8 K1 Y2 Y4", "R11 B12 K12 B2 R4 R6 R8 K1 Y2 ?"])
def test_lay_offs_on_an_invalid_meld_do_not_make_it_a_meld_for_others(ask, refused, last):
    players = players_with(
        {"A": "R1 R2 R3 B4 B5 B6 K7 K8 K9 K10", "B": "Y9 K3 K5 B8 R11 R13 B13 Y13 Y11 K13", "C": last},
        A={"melds": [refused]},
        B={"lay_offs": [{"player": "A", "meld": 0, "tiles": ["Y11"]}]},
    )
    assert {path.rsplit("/", 1)[0] for _, path in codes(ask(players=players))} <= {"/players", "/players/0/melds"}


def test_a_hand_of_nine_hides_no_violation_in_what_others_are_given(ask):
    hands = {"A": f"{NINE} R9", "B": "Y1 Y3 Y5 Y9 R6 R7 R8 B1 B3", "C": DEAD}
    nine, no_meld = ("hand_not_of_ten", "/players/1/hand"), ("meld_too_short", "/players/2/melds/0")
    not_laid = ("lay_off_not_laid_before", "/players/1/lay_offs/0/player")
    given = {"B": {"lay_offs": [{"player": "C", "meld": 0, "tiles": ["B1"]}]}, "C": {"melds": [["R9", "B9"]]}}
    assert codes(ask(players=players_with(hands, **given))) == [nine, not_laid, no_meld]
    unknown = {**hands, "A": f"{NINE} ?"}
    assert codes(ask(players=players_with(unknown, **given))) == [nine, not_laid, no_meld]
    strangers = [("player_unknown", "/declarer"), ("order_not_of_players", "/order")]
    assert codes(ask(players=players_with(hands, **given), declarer="X", order=["A", "B"])) == [
        *strangers,
        nine,
        no_meld,
    ]


def test_melds_given_in_a_void_round_are_checked_too(ask):
    players = players_with(
        {"A": DEAD, "B": "B1"},
        A={"melds": [["R9", "B9"]]},
        B={"lay_offs": [{"player": "X", "meld": 0, "tiles": ["B1"]}]},
    )
    assert codes(ask(players=players, declarer=None, order=["B", "X"])) == [
        ("order_not_of_players", "/order"),
        ("meld_too_short", "/players/0/melds/0"),
        ("lay_off_not_laid_before", "/players/1/lay_offs/0/player"),
    ]


def test_given_melds_and_lay_offs_are_checked(ask):
    players = players_with(
        {"A": f"{NINE} R9", "B": DEAD, "C": "R2 B1 B2 B3 Y13 K13 R13 Y1 Y4 R6"},
        A={"melds": [["R3", "R4", "R5"], ["B7", "K7", "Y7"], ["K10", "K11", "K12"]]},
        B={
            "melds": [["R9", "B9"]],
            "lay_offs": [
                {"player": "C", "meld": 0, "tiles": ["R11"]},
                {"player": "A", "meld": 3, "tiles": ["R13"]},
                {"player": "A", "meld": 1, "tiles": ["B2"]},
                {"player": "A", "meld": 1, "tiles": ["R7"]},
            ],
        },
        C={"melds": [], "lay_offs": [{"player": "A", "meld": 0, "tiles": ["R2", "R6"]}]},
    )
    found = codes(ask(players=players))
    assert [fault for fault in found if "/lay_offs/2" not in fault[1]] == [
        ("meld_too_short", "/players/1/melds/0"),
        ("tiles_not_in_hand", "/players/1"),
        ("lay_off_not_laid_before", "/players/1/lay_offs/0/player"),
        ("meld_unknown", "/players/1/lay_offs/1/meld"),
    ]
    assert ("group_numbers_differ", "/players/1/lay_offs/2/tiles") in found


def test_given_melds_without_lay_offs_lay_off_nothing(ask):
    players = players_with(
        {"A": f"{NINE} R9", "B": "R2 B1 B2 B3 Y13 K13 R13 Y1 Y4 R6"}, B={"melds": [["B1", "B2", "B3"]]}
    )
    second = ask(players=players)["scores"][1]
    assert (second["lay_offs"], second["count"]) == ([], 2 + 13 + 13 + 13 + 1 + 4 + 6)


def random_hand(chance: random.Random, tiles: list[str]) -> list[str]:
    """Ten tiles, many of them neighbours."""
    start = chance.choice(tiles)
    near = sorted(tiles, key=lambda tile: (abs(int(tile[1:]) - int(start[1:])) + 3 * chance.random(), tile))
    hand = near[:10]
    for tile in hand:
        tiles.remove(tile)
    return hand


def test_found_melds_can_be_given_and_no_others_have_less_deadwood(ask):
    chance = random.Random(25)
    scored = 0
    for _ in range(300):
        tiles = [piece for piece, count in BOX.holds.items() for _ in range(count)]
        chance.shuffle(tiles)
        count = chance.randint(2, 4)
        hands = [random_hand(chance, tiles) for _ in range(count)]
        answer = ask(*(" ".join(hand) for hand in hands))
        if not answer["possible"]:
            continue
        scored += 1
        players = [
            {"player": score["player"], "hand": hand, "melds": score["melds"], "lay_offs": score["lay_offs"]}
            for score, hand in zip(answer["scores"], hands, strict=True)
        ]
        given = ask(players=players)
        assert given["scores"] == answer["scores"]
        for score, hand in zip(answer["scores"][1:], hands[1:], strict=True):
            alone = min(left for left, *_ in melded(hand))
            assert score["count"] <= alone, "adding never leaves more than melding alone"
    assert scored > 20


def melded(hand: list[str]) -> list[tuple[int, int]]:
    """The points and the tiles of deadwood of each melding of a hand."""
    return [(left, tiles) for left, tiles, _ in every_melding([pair(code) for code in hand])]


def test_lines_name_their_tiles_where_only_another_hand_has_unknown_tiles(ask):
    little = ask(f"{NINE} K13", "R1 R9 R11 R13 B2 B5 B9 B12 K1 ?")
    (declarer, other) = little["scores"]
    assert declarer["lines"][0]["code"] == "little_gin"
    assert declarer["lines"][0]["tiles"] == [*NINE.split(), "K13"]
    assert declarer["lines"][1]["tiles"] == []
    assert other["lines"] == []
    unknown = ask(f"{NINE} ?K", DEAD)
    assert [line["tiles"] for line in unknown["scores"][0]["lines"] if line["code"] == "eight_or_nine_melded"] == [[]]


def test_a_given_meld_with_a_tile_not_in_the_hand_has_its_other_violations_too(ask):
    players = players_with({"A": f"{NINE} R9", "B": DEAD}, B={"melds": [["R1", "Y9"]]})
    found = codes(ask(players=players))
    assert ("tiles_not_in_hand", "/players/1") in found
    assert ("meld_too_short", "/players/1/melds/0") in found


FEW_MELDED = "R1 R2 R3 B1 B2 B3 K1 K10 K12 Y10"
"""Six tiles melded, and 33 points left."""
UNDECLARED = [("too_few_melded", "/players/0/hand"), ("rest_too_high", "/players/0/hand")]
NO_COMPLETION = ("unread_unfillable", "/players")


def test_a_wrong_order_or_a_repeated_name_does_not_hide_an_invalid_declaration(ask):
    order = ("order_not_from_declarer", "/order")
    assert codes(ask(FEW_MELDED, DEAD, order=["B", "A"])) == [order, *UNDECLARED]
    players = [
        *players_with({"A": FEW_MELDED, "B": "R4 R5 R6 R7 B4 B5 B6 B7 K4 K5"}),
        {"player": "B", "hand": DEAD.split()},
    ]
    assert codes(ask(players=players)) == [("player_repeated", "/players/2/player"), *UNDECLARED]
    adding = {"B": {"lay_offs": [{"player": "A", "meld": 3, "tiles": ["R1"]}]}}
    unknown = ("meld_unknown", "/players/1/lay_offs/0/meld")
    assert codes(ask(players=players_with({"A": f"{NINE} R9", "B": DEAD}, **adding), order=["B", "A"])) == [
        order,
        unknown,
    ]


def test_impossible_unknown_tiles_hide_no_other_violation(ask):
    impossible = "?13 ?13 ?13 ?13 ?13 ?13 ?13 ?13 ?13 R5"
    assert codes(ask(FEW_MELDED, impossible)) == [NO_COMPLETION, *UNDECLARED]
    hands = {"A": f"{NINE} R9", "B": DEAD, "C": impossible}
    adding = {"B": {"lay_offs": [{"player": "A", "meld": 9, "tiles": ["R1"]}]}}
    unknown = ("meld_unknown", "/players/1/lay_offs/0/meld")
    assert codes(ask(players=players_with(hands, **adding))) == [NO_COMPLETION, unknown]
    given = {"C": {"melds": [["R5", "B5"]]}}
    assert codes(ask(players=players_with(hands, **given))) == [
        NO_COMPLETION,
        ("meld_too_short", "/players/2/melds/0"),
        ("tiles_not_in_hand", "/players/2"),
    ]
    own = [{"player": "A", "hand": impossible.split()}, {"player": "A", "hand": DEAD.split()}]
    for players in (own, own[::-1]):
        assert codes(ask(players=players)) == [("player_repeated", "/players/1/player"), NO_COMPLETION]


def test_an_unknown_tile_hides_no_violation_in_its_hand(ask):
    wanted = ("meld_too_short", "/players/1/melds/0")
    given = {"B": {"melds": [["R9", "B9"]]}}
    hands = {"A": f"{NINE} R8", "B": "R1 R9 R11 R13 B2 B5 B9 B12 K1 ?"}
    assert codes(ask(players=players_with(hands, **given), declarer=None)) == [wanted]
    short = {**hands, "B": "R1 R9 R11 R13 B2 B5 B9 B12 ?"}
    assert codes(ask(players=players_with(short, **given))) == [("hand_not_of_ten", "/players/1/hand"), wanted]


def test_tiles_given_in_a_void_round_are_in_the_box(ask):
    hands = {"A": "R5 R6 R7 R5 B5 K5 Y1 Y2 Y3 Y4", "B": "R4 B4 Y5 Y6 Y7 Y8 R8 B8 ? ?"}
    given = {"B": {"melds": [["R4", "R5", "R6"]]}}
    assert codes(ask(players=players_with(hands, **given), declarer=None)) == [NO_COMPLETION]
    assert ask(players=players_with({**hands, "A": "R5 R6 R7 B5 K5 Y1 Y2 Y3 Y4 Y9"}, **given), declarer=None)[
        "possible"
    ]


def test_the_violations_of_an_impossible_declaration_are_those_of_one_melding(ask):
    hand = "Y2 Y4 K4 B5 Y1 R4 Y3 R1 B1 Y5"
    scored = ask(hand, DEAD)["violations"]
    body = {"variant": "gin-rummy", "hand": hand.split(), "discard_top": None, "stock": 50, "players": 2}
    checked: Any = create_app().test_client().post("/v1/moves/check", json={**body, "move": {"type": "declare"}}).json
    assert [fault["params"] for fault in checked["violations"]] == [fault["params"] for fault in scored]
    assert [fault["params"]["actual"] for fault in scored] == [6, 12]
