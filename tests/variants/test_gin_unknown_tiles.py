"""Rounds of Gin-Rummy with very many unknown tiles: the ranges are proven, and no real round is outside.

The rounds in ``gin_unknown_tiles/`` were hard to prove for some version of the search.
"""

import random
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.variants.gin_rounds import ask, check_ends, hide, random_body, ranges_of, score

ROUNDS: dict[str, dict[str, Any]] = {
    name: given
    for file in sorted((Path(__file__).parent / "gin_unknown_tiles").glob("*.yaml"))
    for name, given in yaml.safe_load(file.read_text()).items()
}


def read_player(name: str, given: dict[str, Any]) -> dict[str, Any]:
    """A player as a request has it."""
    player = {"player": name, "hand": given["hand"].split()}
    if "melds" in given:
        player["melds"] = [meld.split() for meld in given["melds"]]
    if "lay_offs" in given:
        player["lay_offs"] = [{**added, "tiles": added["tiles"].split()} for added in given["lay_offs"]]
    return player


@pytest.mark.parametrize("name", ROUNDS)
def test_hard_rounds_are_proven_and_their_ends_are_reached(name):
    given = ROUNDS[name]
    body = {
        "players": [read_player(*named) for named in zip("ABCD", given["players"], strict=False)],
        "declarer": "A",
        "drew": given.get("drew", False),
        "options": {"little_gin_before_take_only": given.get("little_gin_before_take_only", False)},
    }
    check_ends(body, given["completions"])


def test_who_can_win_is_found_with_many_unknown_tiles():
    answer = score(
        "?B ? ? R2 K2 Y2 B4 B5 B6 ?7",
        "R10 ? R10 ?B K10 Y11 K11 ? ?B K11",
        "?4 ? R6 ?K Y1 R2 ? Y8 Y8 R9",
        "?B ? ?B B1 Y2 K3 R3 K1 Y1 B1",
    )
    assert answer["proven"]
    assert {name for name, (_, high) in ranges_of(answer).items() if high >= 50} == set("ABCD")


def test_a_round_is_possible_whose_completions_are_hard_to_find():
    hands = ("R12 B12 K2 K3 ?4 K5 Y9 Y10 Y11 Y12", "R1 ? ? R3 ? ? ? Y1 ? ?", "? ?4 B4 B4 ?1 K2 ? ?Y ?3 ?4")
    answer = score(*hands)
    assert answer["proven"]
    assert ranges_of(answer) == {"A": (75, 75), "B": (0, 0), "C": (0, 0)}


def test_a_round_whose_tiles_were_hidden_is_within_the_ranges():
    rng = random.Random("hidden")
    for _ in range(60):
        body = random_body(rng, 0)
        known = ask(body)
        for given in body["players"]:
            given["hand"] = hide(rng, given["hand"], rng.choice((0, 2, 5, 10)))
        answer = ask(body)
        assert answer["proven"], body
        found = ranges_of(answer)
        for own in known["scores"]:
            low, high = found[own["player"]]
            assert low <= own["points"] <= high, body
