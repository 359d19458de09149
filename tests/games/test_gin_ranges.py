"""Rounds of Gin-Rummy with unknown tiles: the ranges are those of all completions, tried one by one."""

import random
from typing import Any

import pytest

from rummy_referee.rules.knock_rummy import score as knock_scores
from rummy_referee.rules.knock_rummy.unknown_tiles import diagnosis, ranges
from tests.games.gin_rounds import DEAD, NINE, ask, hide, random_body, ranges_of, score
from tests.games.plain_gin import every_completion, find_ranges, score_plainly

MAX_COMPLETIONS = 60


# --- against every completion --------------------------------------------------------------------------------------


def check_against_every_completion(seed: str, rounds: int, most_unknown: int) -> None:
    rng = random.Random(seed)
    possible = 0
    while rounds:
        body = random_body(rng, most_unknown)
        unknown = [tile for given in body["players"] for tile in given["hand"] if tile[0] == "?"]
        guess = 1
        for tile in unknown:
            guess *= 52 if tile == "?" else 4 if tile[1].isdigit() else 13
        if guess > MAX_COMPLETIONS:
            continue
        rounds -= 1
        scored = [lines for hands in every_completion(body["players"]) if (lines := score_plainly(body, hands))]
        answer = ask(body)
        assert answer["possible"] == bool(scored), body
        if scored:
            possible += 1
            found = {(own["player"], line["code"]): line for own in answer["scores"] for line in own["lines"]}
            found |= {(own["player"], ""): own for own in answer["scores"]}
            assert {key: (line["low"], line["high"]) for key, line in found.items()} == find_ranges(scored), body
    assert possible > 0


@pytest.mark.parametrize("part", range(4))
def test_no_completion_gives_less_or_more_than_the_ranges(part):
    check_against_every_completion(f"{part}", 80, 3)


@pytest.mark.parametrize("steps", [0, 100, 1_000, 20_000])
def test_at_the_bound_on_work_a_range_is_wider_but_never_narrower(monkeypatch, steps):
    rounds = [
        (f"{NINE} ?", "R1 R9 R11 R13 B2 B5 B9 B12 K1 ?"),
        ("R3 R4 R5 B7 K7 Y7 K10 ? ? ?", DEAD),
        (f"{NINE} R9", "B1 B2 B3 B4 B5 B6 R10 K10 ? ?", "K8 K8 R12 R12 B11 B11 Y1 Y3 Y5 ?13"),
        ("? R8 R9 B9 K3 K7 K8 K9 ? Y3", "B1 B3 B6 R10 K10 Y10 Y1 ? R2 K3", DEAD),
    ]
    exact = [score(*hands) for hands in rounds]
    assert all(answer["proven"] for answer in exact)
    monkeypatch.setattr(ranges, "MAX_STEPS", steps)
    for hands, narrow in zip(rounds, map(ranges_of, exact), strict=True):
        answer = score(*hands)
        wide = ranges_of(answer)
        assert steps or not answer["proven"]
        assert wide == narrow or not answer["proven"]
        assert all(wide[name][0] <= low <= high <= wide[name][1] for name, (low, high) in narrow.items())


@pytest.mark.parametrize("steps", [0, 3_000, 30_000])
def test_a_round_whose_tiles_were_hidden_is_within_the_ranges(monkeypatch, steps):
    rng = random.Random(f"hidden {steps}")
    monkeypatch.setattr(ranges, "MAX_STEPS", steps)
    for _ in range(30):
        body = random_body(rng, 0)
        known = ask(body)
        for given in body["players"]:
            given["hand"] = hide(rng, given["hand"], rng.choice((0, 2, 5, 10)))
        found = ranges_of(ask(body))
        for own in known["scores"]:
            low, high = found[own["player"]]
            assert low <= own["points"] <= high, body


def test_rounds_with_up_to_four_unknown_tiles_are_exact():
    """Of 1,000 such rounds more than 95% are; these few are small enough for a test."""
    rng = random.Random("exact")
    for _ in range(25):
        body = random_body(rng, 4)
        assert ask(body)["proven"], body


def test_what_many_unknown_tiles_allow_is_found_once_for_each_player(monkeypatch):
    """Work that is not counted in steps: it took half a minute when it was done for each declaration."""
    asked: list[int] = []

    def find_none(_, seats):
        asked.append(len(seats))
        return ()

    monkeypatch.setattr(ranges, "find_thinkable_melds", find_none)
    hands = ("R4 R3 Y10 R12 Y13 R5 ? ? ? ?", "R7 B9 K3 R11 Y12 Y2 ? ? ? ?", "R10 Y1 K12 K6 K9 B5 ? ? ? ?")
    score(*hands, order=["A", "B", "C"])
    assert asked == [0, 1]


# --- worked rounds --------------------------------------------------------------------------------------------------


def test_an_unknown_tile_of_the_second_player_is_a_difference():
    answer = score(f"{NINE} R9", "R1 R9 R11 R13 B2 B5 B9 B12 K1 ?")
    # At least: R12 makes a run of R11 and R13, so that 63 - 24 are left. At most: a 13 that fits nowhere.
    assert ranges_of(answer) == {"A": (20 + (39 - 9) + 20, 20 + (76 - 9) + 20), "B": (0, 0)}
    first, second = answer["scores"]
    assert (answer["exact"], first["points"], second["points"]) == (False, None, 0)
    assert [(line["code"], line["low"], line["high"]) for line in first["lines"]] == [
        ("eight_or_nine_melded", 20, 20),
        ("lower_count_takes_difference", 30, 67),
        ("lower_count_bonus", 20, 20),
    ]


def test_what_is_laid_down_is_shown_for_players_before_the_first_unknown_tile():
    first, second = score(f"{NINE} R9", "R1 R9 R11 R13 B2 B5 B9 B12 K1 ?")["scores"]
    assert (first["melds"], first["left"], first["count"]) == (
        [["R3", "R4", "R5"], ["B7", "K7", "Y7"], ["K10", "K11", "K12"]],
        ["R9"],
        9,
    )
    assert not second.keys() & {"melds", "lay_offs", "left", "count"}


def test_an_unknown_tile_of_the_declarer_makes_the_declaration_valid():
    assert ranges_of(score(f"{NINE} ?", DEAD)) == {"A": (20 + (66 - 9) + 20, 25 + 66 + 20), "B": (0, 0)}
    # K9 and K13 would be melded, and what is left counts 8 at most.
    assert ranges_of(score(f"{NINE} ?K", DEAD))["A"] == (20 + (66 - 8) + 20, 25 + 66 + 20)
    assert ranges_of(score(f"{NINE} ?9", DEAD))["A"] == (20 + (66 - 9) + 20, 25 + 66 + 20)


def test_a_declarer_who_could_meld_eight_of_ten_that_are_melded_has_the_little_gin():
    second = "R1 R7 B1 B7 K3 K5 Y1 Y2 Y4 Y7"
    answer = score("B1 B2 B3 ?4 B5 K1 K2 K3 ?4 Y1", second)
    # With B4 and K4 all are melded; with B4 and another, R4 and Y1 are left, or Y4 and Y1.
    assert ranges_of(answer) == {"A": (20 + 9 + 20, 25 + 9 + 20), "B": (0, 0)}


def test_little_gin_is_no_completion_where_it_cannot_be_declared():
    options = {"little_gin_before_take_only": True}
    assert ranges_of(score(f"{NINE} ?", DEAD, drew=True, options=options))["A"] == (97, 20 + (66 - 1) + 20)
    # With K9 or K12 ten are melded: nine are declared, and R2 is left.
    answer = score("R2 R3 R4 R5 B7 K7 Y7 K10 K11 ?K", DEAD, drew=True, options=options)
    assert ranges_of(answer)["A"] == (20 + (66 - 2) + 20,) * 2


def test_with_equal_counts_only_the_second_player_scores_something():
    answer = score(f"{NINE} R9", "B1 B2 B3 B4 B5 B6 R10 K10 Y10 ?9")
    # K9 is added to the black run, another 9 is left.
    assert ranges_of(answer) == {"A": (20, 20), "B": (10, 9 + 20 + 10)}
    assert {(line["code"], line["low"], line["high"]) for line in answer["scores"][1]["lines"]} == {
        ("second_player_has_equal_count", 0, 10),
        ("lower_count_takes_difference", 0, 9),
        ("lower_count_bonus", 0, 20),
        ("second_player_has_lower_count", 0, 10),
    }


def test_unknown_tiles_of_several_hands_share_the_box():
    both = "K8 K8 R12 R12 B11 B11 Y1 Y3 Y5 ?13"
    alone = score(f"{NINE} R9", both)
    assert ranges_of(alone)["A"][0] < ranges_of(alone)["A"][1], "K13 is added to the black run"
    third = "K13 K13 B1 B3 R1 B9 Y9 Y12 B13 R2"
    assert score(f"{NINE} R9", both, third)["exact"], "there is no K13 left for it"


@pytest.mark.parametrize(
    ("hands", "others", "within"),
    [
        ([f"{NINE} R9", "? " * 10], {}, {"A": (20, 20 + (122 - 9) + 20), "B": (0, 9 + 20 + 10)}),
        (["? " * 10, "? " * 10], {}, {"A": (20, 25 + 122 + 20), "B": (0, 9 + 20 + 10)}),
        (["? " * 11, "? " * 10], {"drew": True}, {"A": (50, 50 + 122 + 20), "B": (0, 10)}),
        (["? " * 10] * 4, {}, {"A": (20, 75), "B": (0, 50), "C": (0, 50), "D": (0, 50)}),
        # The most is taken by R10-R12 (R9, R13), B6-B8 (B5, B9) and three twelves (B12): 66 - 48 are left.
        (["? " * 10, DEAD], {}, {"A": (20 + (18 - 9) + 20, 25 + 66 + 20), "B": (0, 0)}),
    ],
)
def test_the_ranges_of_hands_of_which_nothing_is_known_contain_all_scores(monkeypatch, hands, others, within):
    monkeypatch.setattr(ranges, "MAX_STEPS", 100_000)
    found = ranges_of(score(*hands, **others))
    for player, (low, high) in within.items():
        assert found[player][0] <= low <= high <= found[player][1]
        assert found[player][1] - high <= 25 + 9 + 20, "no wider than the rules"


def test_a_third_player_can_win_by_unknown_melds_of_others():
    third = "B1 B3 B6 R10 K10 Y10 Y1 Y2 R2 K3"
    assert ranges_of(score(f"{NINE} R9", DEAD, third)) == {"A": (70, 70), "B": (0, 0), "C": (0, 0)}
    # B7-B9 take B6, K4-K6 take K3, Y3-Y5 take Y1 and Y2.
    second = "B7 B8 B9 K4 K5 K6 Y3 ? ? B13"
    assert ranges_of(score(f"{NINE} R9", second, third)) == {"A": (20, 70), "B": (0, 50), "C": (0, 50)}


def test_check_and_score_share_one_search(monkeypatch):
    searched = []

    def find_and_note(finished):
        searched.append(finished)
        return ranges.find_ranges(finished)

    monkeypatch.setattr(knock_scores, "find_ranges", find_and_note)
    assert score(f"{NINE} ?", DEAD)["possible"]
    assert len(searched) == 1


# --- given melds and lay-offs ---------------------------------------------------------------------------------------


def declarer_with(hand: str, *melds: str) -> dict[str, Any]:
    return {"player": "A", "hand": hand.split(), "melds": [meld.split() for meld in melds]}


def test_a_given_meld_makes_an_unknown_tile_known():
    melds = ("R3 R4 R5", "B7 K7 Y7", "K10 K11 K12")
    other = {"player": "B", "hand": DEAD.split()}
    for unknown in ("?", "?R", "?5"):
        answer = ask({"players": [declarer_with(f"{NINE} R9".replace("R5", unknown), *melds), other], "declarer": "A"})
        assert (answer["exact"], answer["scores"][0]["points"]) == (True, 97)
    answer = ask({"players": [declarer_with(f"{NINE} R9".replace("R5", "?B"), *melds), other], "declarer": "A"})
    assert [(found["code"], found["params"]) for found in answer["violations"]] == [
        ("tiles_not_in_hand", {"tiles": ["R5"]})
    ]


@pytest.mark.parametrize(
    ("hand", "others", "wanted"),
    [
        ("R3 R4 R5 B7 K7 Y1 K10 K1 ? ?", {}, ("too_few_melded", "/players/0/hand")),
        (f"{NINE} ?R".replace("R3 R4 R5", "B9 R13 R6"), {}, ("too_few_melded", "/players/0/hand")),
        (f"{NINE} ?10".replace("K10 K11 K12", "R6 R7 R8"), {}, ("rest_too_high", "/players/0/hand")),
        (f"{NINE} R9 ?", {"drew": True}, ("discard_missing", "/players/0/hand")),
        (f"{NINE} R9 ?", {}, ("hand_not_of_ten", "/players/0/hand")),
        ("?1 " * 9 + "?", {}, ("unread_unfillable", "/players")),
        ("R1 R1 R1 ? ? ? ? ? ? ?", {}, ("box_exceeded", "/players/0/hand/2")),
    ],
)
def test_rounds_that_no_completion_makes_possible(hand, others, wanted):
    answer = score(hand, DEAD, **others)
    assert wanted in [(found["code"], found["path"]) for found in answer["violations"]]
    assert (answer["possible"], answer["exact"], answer["scores"]) == (False, False, [])


@pytest.mark.parametrize("steps", [0, 200, 2_000, 20_000])
def test_an_impossible_round_stays_impossible_at_the_bound_on_work(monkeypatch, steps):
    monkeypatch.setattr(diagnosis, "MAX_STEPS", steps)
    answer = score("R3 R4 R5 B7 K7 Y1 K10 K1 ? ?", DEAD)
    assert not answer["possible"]
    assert {found["code"] for found in answer["violations"]} <= {"too_few_melded", "rest_too_high", "unread_unfillable"}
    given = {"player": "A", "hand": ["?"] * 9 + ["R5"], "melds": [["R1", "R2", "R3"], ["R5", "B5", "R5"]]}
    answer = ask({"players": [given, {"player": "B", "hand": DEAD.split()}], "declarer": "A"})
    assert not answer["possible"]


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ({"lay_offs": [{"player": "B", "meld": 0, "tiles": ["R5"]}]}, "lay_off_not_laid_before"),
        ({"melds": [[]]}, "meld_too_short"),
        ({"melds": [["R5"]]}, "meld_too_short"),
        ({"melds": [["R5", "R5", "R5"]]}, "tiles_not_in_hand"),
        ({"melds": [["R5", "B6", "K9"]]}, "group_numbers_differ"),
        ({"melds": [], "lay_offs": []}, "too_few_melded"),
    ],
)
def test_given_melds_and_lay_offs_that_are_invalid_with_unknown_tiles(given, wanted):
    declarer = {"player": "A", "hand": ["?"] * 10, **given}
    for second in (["?"] * 10, DEAD.split()):
        body = {"players": [declarer, {"player": "B", "hand": second}], "declarer": "A"}
        assert wanted in [found["code"] for found in ask(body)["violations"]]


def test_a_given_lay_off_requires_its_meld():
    added = {"player": "B", "hand": DEAD.split(), "lay_offs": [{"player": "A", "meld": 1, "tiles": ["R9"]}]}
    for unknown, possible in (("?", True), ("?10", True), ("?B", False)):
        declarer = {"player": "A", "hand": ["R3", "R4", "R5", "B7", "K7", "Y7", "R12", "R11", unknown, "R1"]}
        answer = ask({"players": [declarer, added], "declarer": "A"})
        assert answer["possible"] == possible, answer["violations"]


def test_a_void_round_counts_nothing_whatever_is_unknown():
    answer = score(f"{NINE} ?", "? ?7 ?R", declarer=None)
    assert (answer["void"], answer["exact"], ranges_of(answer)) == (True, True, {"A": (0, 0), "B": (0, 0)})


def test_a_lay_off_on_a_meld_of_unknown_tiles_is_possible():
    given = [
        {
            "player": "A",
            "hand": ["B6", "?6", "?", "?", "B12", "K12", "?12", "?10", "K10", "Y10"],
            "melds": [["R10", "K10", "Y10"], ["R12", "B12", "K12", "Y12"], ["B6", "K6", "Y6"]],
        },
        {"player": "B", "hand": ["Y8", "?10", "Y9", "B2", "?K", "K3", "R3", "R4", "K7", "Y1"]},
        {"player": "C", "hand": ["B7", "R9", "B11", "K4", "B1", "?R", "R8", "?", "K9", "B2"]},
        {
            "player": "D",
            "hand": ["K4", "?", "?1", "Y7", "R9", "Y9", "?5", "?Y", "?1", "R10"],
            "melds": [["R1", "B1", "K1"]],
            "lay_offs": [{"player": "B", "meld": 0, "tiles": ["Y11"]}, {"player": "C", "meld": 0, "tiles": ["Y9"]}],
        },
    ]
    answer = ask({"players": given, "declarer": "A", "drew": True})
    assert answer["proven"]
    assert ranges_of(answer) == {"A": (75, 75), "B": (0, 0), "C": (0, 0), "D": (0, 0)}


def test_tiles_of_a_given_lay_off_are_not_melded():
    added = [{"player": "A", "meld": 1, "tiles": ["B2", "B3"]}]
    declarer = {"player": "A", "hand": ["R1", "B4", "B5", "B6", "K1", "K9", "K10", "K11", "K12", "Y1"]}
    second = {"player": "B", "hand": ["R1", "R6", "R7", "R8", "R9", "R10", "B1", "B2", "B3", "?K"], "lay_offs": added}
    # At least: R1 and B1 with K1. At most: they are left, and K13, though B1 B2 B3 could be melded.
    answer = ask({"players": [declarer, second], "declarer": "A"})
    assert ranges_of(answer) == {"A": (25, 25 + 15 + 20), "B": (0, 10)}


def test_lay_offs_on_one_meld_add_up():
    added = [{"player": "A", "meld": 0, "tiles": ["R6"]}, {"player": "A", "meld": 0, "tiles": ["R7"]}]
    second = {"player": "B", "hand": ["R6", "R7", "R11", "R13", "B2", "B5", "B9", "B12", "K1", "?"], "lay_offs": added}
    for unknown in ("R5", "?", "?5"):
        declarer = {"player": "A", "hand": f"{NINE} R9".replace("R5", unknown).split()}
        answer = ask({"players": [declarer, second], "declarer": "A"})
        assert answer["possible"], answer["violations"]
