"""Verdicts: every end of a game, and impossible histories."""

import random
from typing import Any

import pytest

from service.app import create_app


@pytest.fixture(scope="module")
def ask():
    client = create_app().test_client()

    def post(variant: str, **body: Any) -> Any:
        return client.post("/v1/games/verdict", json={"variant": variant, **body}).json

    return post


def rounds(*points: tuple[int, ...]) -> list[dict[str, int]]:
    return [dict(zip("ABCDEF", played, strict=False)) for played in points]


def ranks(answer: Any) -> dict[str, tuple[int, int]]:
    return {standing["player"]: (standing["total"], standing["rank"]) for standing in answer["standings"]}


def test_without_a_number_of_rounds_rummy_is_never_over(ask):
    answer = ask("rummy", players=["A", "B"], rounds=rounds((5, -5), (-20, 20)))
    assert (answer["over"], answer["reason"], answer["winners"], answer["decided_by"]) == (False, None, [], None)
    assert ranks(answer) == {"B": (15, 1), "A": (-15, 2)}


def test_the_rounds_agreed_on_end_a_game(ask):
    sheet = rounds((-10, -5, 23, -8), (-3, 18, -9, -6), (-12, 21, -2, -7), (22, -9, -10, -3))
    answer = ask("rummy", players=list("ABCD"), options={"rounds": 4}, rounds=sheet)
    assert (answer["over"], answer["reason"], answer["winners"], answer["decided_by"]) == (
        True,
        "rounds_played",
        ["B"],
        "total",
    )
    assert ranks(answer) == {"B": (25, 1), "C": (2, 2), "A": (-3, 3), "D": (-24, 4)}
    assert not ask("rummy", players=list("ABCD"), options={"rounds": 5}, rounds=sheet)["over"]


def test_equal_totals_share_the_win_and_the_rank(ask):
    answer = ask("rummy", players=list("ABC"), options={"rounds": 2}, rounds=rounds((9, -2, -7), (-2, 9, -7)))
    assert (answer["winners"], answer["decided_by"]) == (["A", "B"], "shared")
    assert ranks(answer) == {"A": (7, 1), "B": (7, 1), "C": (-14, 3)}


def test_gin_ends_at_its_target_if_there_is_one(ask):
    given = {"players": ["A", "B"], "rounds": rounds((50, 10), (20, 39))}
    assert not ask("gin-rummy", **given)["over"]
    assert not ask("gin-rummy", options={"target": 71}, **given)["over"]
    answer = ask("gin-rummy", options={"target": 70}, **given)
    assert (answer["reason"], answer["winners"]) == ("target_reached", ["A"])
    assert not ask("gin-rummy", options={"target": 70, "rounds": 3}, **given)["over"]
    assert ask("gin-rummy", options={"target": 1000, "rounds": 2}, **given)["reason"] == "rounds_played"


def test_at_the_target_the_most_points_win_not_the_first_to_reach_it(ask):
    answer = ask("gin-rummy", options={"target": 75}, players=["A", "B"], rounds=rounds((46, 0), (20, 39), (10, 50)))
    assert answer["winners"] == ["B"]


def test_of_equal_totals_the_better_last_round_wins_in_111(ask):
    answer = ask("myrummy-111", players=["A", "B"], rounds=rounds((17, 31), (44, 30)))
    assert (answer["winners"], answer["decided_by"]) == (["A"], "last_round")
    assert ranks(answer) == {"A": (61, 1), "B": (61, 2)}


def test_equal_last_rounds_share_the_win_in_111(ask):
    answer = ask("myrummy-111", players=list("ABC"), rounds=rounds((31, 31, 0), (30, 30, 17)))
    assert (answer["winners"], answer["decided_by"]) == (["A", "B"], "shared")


def test_while_111_goes_on_the_last_round_ranks_nobody(ask):
    answer = ask("myrummy-111", players=["A", "B"], rounds=rounds((20, 5), (5, 20)))
    assert ranks(answer) == {"A": (25, 1), "B": (25, 1)}


def test_rounds_replace_the_target_in_111(ask):
    answer = ask("myrummy-111", players=["A", "B"], options={"rounds": 3}, rounds=rounds((40, 0), (0, 30), (17, 17)))
    assert (answer["over"], answer["reason"], answer["winners"]) == (True, "rounds_played", ["A"])


@pytest.mark.parametrize("variant", ["myrummy-kids", "myrummy-kids-pro"])
def test_three_chips_win(ask, variant):
    given = [{"A": 1}, {"B": 1}, {}, {"A": 1, "B": 0}, {"A": 1}]
    answer = ask(variant, players=["A", "B"], rounds=given)
    assert (answer["over"], answer["reason"], answer["winners"], answer["decided_by"]) == (
        True,
        "chips_won",
        ["A"],
        "chips",
    )
    assert not ask(variant, players=["A", "B"], rounds=given[:4])["over"]
    assert ask(variant, players=["A", "B"], options={"chips": 4}, rounds=given)["over"] is False


def test_two_chips_in_a_round_are_impossible(ask):
    answer = ask("myrummy-kids", players=["A", "B"], rounds=[{"A": 1, "B": 1}])
    assert [violation["code"] for violation in answer["violations"]] == ["chips_in_a_round"]
    assert (answer["possible"], answer["over"], answer["standings"]) == (False, None, [])


def test_rummu_ends_at_200_and_for_teams_at_500(ask):
    alone = ask("rummu", players=list("ABCD"), rounds=rounds((200, 0, 10, 20)))
    assert (alone["reason"], alone["winners"]) == ("target_reached", ["A"])
    teams = {"players": list("ABCD"), "teams": [["A", "C"], ["B", "D"]]}
    assert ask("rummu", rounds=rounds((200, 100, 295, 100)), **teams)["over"] is False
    answer = ask("rummu", rounds=rounds((200, 100, 300, 100)), **teams)
    assert (answer["winners"], answer["decided_by"]) == (["A", "C"], "total")
    assert answer["standings"] == [
        {"player": "A", "total": 500, "rank": 1, "team": ["A", "C"]},
        {"player": "C", "total": 500, "rank": 1, "team": ["A", "C"]},
        {"player": "B", "total": 200, "rank": 2, "team": ["B", "D"]},
        {"player": "D", "total": 200, "rank": 2, "team": ["B", "D"]},
    ]


@pytest.mark.parametrize(
    ("players", "teams", "code"),
    [
        ("ABC", [["A", "B"]], "no_teams_for_players"),
        ("ABCDE", [["A", "B"], ["C", "D"]], "no_teams_for_players"),
        ("ABCD", [["A", "B"], ["C", "D"]], "teams_not_opposite"),
        ("ABCD", [["A", "C"]], "teams_not_opposite"),
        ("ABCD", [["A", "C"], ["B", "D"], ["A", "C"]], "teams_not_opposite"),
        ("ABCDEF", [["A", "D"], ["B", "E"], ["C", "F", "F"]], "teams_not_opposite"),
    ],
)
def test_impossible_teams(ask, players, teams, code):
    answer = ask("rummu", players=list(players), teams=teams, rounds=[])
    assert [violation["code"] for violation in answer["violations"]] == [code]
    assert answer["violations"][0]["path"] == "/teams"


def test_three_teams_of_six(ask):
    teams = [["F", "C"], ["A", "D"], ["B", "E"]]
    answer = ask("rummu", players=list("ABCDEF"), teams=teams, rounds=rounds((0, 0, 0, 0, 0, 0)))
    assert answer["possible"]


def test_an_empty_hand_decides_at_once(ask):
    answer = ask("brettspielnetz-rummy", hands={"A": ["R1"], "B": []}, stock=12)
    assert (answer["over"], answer["reason"], answer["winners"], answer["decided_by"]) == (
        True,
        "hand_empty",
        ["B"],
        "hand_empty",
    )
    assert ranks(answer) == {"B": (0, 1), "A": (-1, 2)}


@pytest.mark.parametrize(
    ("one", "other", "winners", "decided_by"),
    [
        (["R3", "B4"], ["J"], ["A"], "hand_count"),
        (["R13", "G12"], ["J"], ["A", "B"], "shared"),
        (["R13", "G13"], ["J"], ["B"], "hand_count"),
    ],
)
def test_the_last_card_lets_the_hands_decide(ask, one, other, winners, decided_by):
    answer = ask("brettspielnetz-rummy", players=["A", "B"], hands={"A": one, "B": other}, stock=0)
    assert (answer["reason"], answer["winners"], answer["decided_by"]) == ("stock_empty", winners, decided_by)


def test_the_game_continues_while_the_stock_has_cards(ask):
    answer = ask("brettspielnetz-rummy", hands={"A": ["R3"], "B": ["J"]}, stock=1)
    assert (answer["over"], ranks(answer)) == (False, {"A": (-3, 1), "B": (-25, 2)})


def test_every_fault_of_two_hands_is_named(ask):
    answer = ask("brettspielnetz-rummy", players=["A", "X"], hands={"A": ["R3"] * 3, "B/~": ["J"] * 3}, stock=106)
    assert [(violation["code"], violation["path"]) for violation in answer["violations"]] == [
        ("player_unknown", "/hands/B~1~0"),
        ("hand_missing", "/hands"),
        ("box_exceeded", "/hands/A/2"),
        ("box_exceeded", "/hands/B~1~0/2"),
        ("stock_exceeded", "/stock"),
    ]
    both = ask("brettspielnetz-rummy", hands={"A": [], "B": []}, stock=0)
    assert [violation["code"] for violation in both["violations"]] == ["both_hands_empty"]


def test_a_stranger_in_a_team_is_named_besides_teams_that_do_not_sit_opposite(ask):
    answer = ask("rummu", players=list("ABCD"), teams=[["A", "C"], ["B", "Z"]], rounds=rounds((5, 10, 15, 20)))
    assert [(violation["code"], violation["path"]) for violation in answer["violations"]] == [
        ("player_unknown", "/teams/1/1"),
        ("teams_not_opposite", "/teams"),
    ]


def test_a_round_after_the_end_is_named(ask):
    played = rounds((150, 0, 0), (60, 0, 0), (5, 5, 5), (10, 10, 10))
    answer = ask("rummu", players=list("ABC"), rounds=played)
    assert not answer["possible"]
    assert [(violation["code"], violation["path"]) for violation in answer["violations"]] == [
        ("round_after_end", "/rounds/2")
    ]
    assert answer["violations"][0]["params"] == {"round": 3, "last": 2}
    agreed = ask("rummy", players=["A", "B"], options={"rounds": 1}, rounds=rounds((1, -1), (2, -2)))
    assert [violation["path"] for violation in agreed["violations"]] == ["/rounds/1"]


def test_every_fault_of_a_history_is_named(ask):
    answer = ask("rummy", players=["A", "B", "A"], rounds=[{"A": 1, "C": 2}, {"A": 2, "B": -2}])
    assert [(violation["code"], violation["path"]) for violation in answer["violations"]] == [
        ("player_repeated", "/players/2"),
        ("player_unknown", "/rounds/0/C"),
        ("points_missing", "/rounds/0"),
    ]


def test_the_first_round_that_ends_the_game_is_the_last_one_possible(ask):
    """A history is possible just as long as no round but the last one ends the game."""
    chance = random.Random(60)
    for _ in range(200):
        announced = [chance.choice([0, *range(17, 30)]) for _ in range(chance.randint(0, 6))]
        played = [
            dict(zip(chance.choice(["AB", "BA"]), (points, chance.randint(2, 30)), strict=True)) for points in announced
        ]
        target = chance.randint(20, 90)
        reached = [
            max(sum(points[player] for points in played[: last + 1]) for player in "AB") >= target
            for last in range(len(played))
        ]
        answer = ask("myrummy-111", players=["A", "B"], options={"target": target}, rounds=played)
        assert answer["possible"] == (not any(reached[:-1]))
        if answer["possible"]:
            assert answer["over"] == (bool(reached) and reached[-1])
            assert bool(answer["winners"]) == answer["over"]


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({"players": ["A"], "rounds": []}, "/players"),
        ({"players": ["A", "B"], "rounds": [{"A": 0.5, "B": 1}]}, "/rounds/0/A"),
        ({"players": ["A", "B"], "rounds": [[]]}, "/rounds/0"),
        ({"players": ["A", "B"], "rounds": [{str(key): 1 for key in range(5)}]}, "/rounds/0"),
        ({"players": ["A", "B"], "rounds": [{"x" * 65: 1}]}, "/rounds/0/" + "x" * 65),
        ({"players": ["A", 5], "rounds": []}, "/players/1"),
        ({"players": ["A", "B"]}, "/rounds"),
    ],
)
def test_a_body_that_breaks_the_schema_is_rejected(ask, body, path):
    answer = ask("rummy", **body)
    assert answer["status"] == 422
    assert [fault["path"] for fault in answer["errors"]] == [path]
