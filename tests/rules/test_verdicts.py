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


def test_while_111_goes_on_the_last_round_ranks_nobody(ask):
    answer = ask("myrummy-111", players=["A", "B"], rounds=rounds((20, 5), (5, 20)))
    assert ranks(answer) == {"A": (25, 1), "B": (25, 1)}


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
