"""Rounds of Gin-Rummy with very many unread tiles: what is said of them is proven, and no real round is outside.

The rounds in ``unread_gin_rounds/`` were hard to prove at one time or another.
"""

import random
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.variants.gin_rounds import ask, check_ends, hide, random_body, ranges_of, score

ROUNDS: dict[str, dict[str, Any]] = {
    name: told
    for file in sorted((Path(__file__).parent / "unread_gin_rounds").glob("*.yaml"))
    for name, told in yaml.safe_load(file.read_text()).items()
}


def read_player(name: str, told: dict[str, Any]) -> dict[str, Any]:
    """A player as a request has it."""
    player = {"player": name, "hand": told["hand"].split()}
    if "melds" in told:
        player["melds"] = [meld.split() for meld in told["melds"]]
    if "lay_offs" in told:
        player["lay_offs"] = [{**added, "tiles": added["tiles"].split()} for added in told["lay_offs"]]
    return player


@pytest.mark.parametrize("name", ROUNDS)
def test_hard_rounds_are_proven_and_their_ends_are_reached(name):
    told = ROUNDS[name]
    body = {
        "players": [read_player(*named) for named in zip("ABCD", told["players"], strict=False)],
        "declarer": "A",
        "drew": told.get("drew", False),
        "options": {"little_gin_before_take_only": told.get("little_gin_before_take_only", False)},
    }
    check_ends(body, told["completions"])


def test_who_can_win_is_known_of_rounds_with_many_unread_tiles():
    answer = score(
        "?B ? ? R2 K2 Y2 B4 B5 B6 ?7",
        "R10 ? R10 ?B K10 Y11 K11 ? ?B K11",
        "?4 ? R6 ?K Y1 R2 ? Y8 Y8 R9",
        "?B ? ?B B1 Y2 K3 R3 K1 Y1 B1",
    )
    assert answer["proven"]
    assert {name for name, (_, high) in ranges_of(answer).items() if high >= 50} == set("ABCD")


def test_a_round_can_be_of_which_no_filling_is_soon_found():
    hands = ("R12 B12 K2 K3 ?4 K5 Y9 Y10 Y11 Y12", "R1 ? ? R3 ? ? ? Y1 ? ?", "? ?4 B4 B4 ?1 K2 ? ?Y ?3 ?4")
    answer = score(*hands)
    assert answer["proven"]
    assert ranges_of(answer) == {"A": (75, 75), "B": (0, 0), "C": (0, 0)}


def test_a_round_whose_tiles_were_hidden_is_within_the_ranges():
    rng = random.Random("hidden")
    for _ in range(60):
        body = random_body(rng, 0)
        known = ask(body)
        for told in body["players"]:
            told["hand"] = hide(rng, told["hand"], rng.choice((0, 2, 5, 10)))
        answer = ask(body)
        assert answer["proven"], body
        found = ranges_of(answer)
        for own in known["scores"]:
            low, high = found[own["player"]]
            assert low <= own["points"] <= high, body
