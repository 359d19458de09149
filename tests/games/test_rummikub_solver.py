"""Rummikub agrees with ``rummikub-solver``, a package that nobody here wrote, on positions of whole rounds.

Its results are recorded by ``bench/rummikub_record.py``. It lays jokers only where they are needed, and for an opening
it counts only the tiles that are not jokers. So with jokers its plays may have fewer tiles.
"""

import json
from pathlib import Path

import pytest

RECORDED = json.loads((Path(__file__).parent.parent / "golden" / "rummikub_solver.json").read_text())


@pytest.fixture(scope="module")
def found(app):
    client = app.test_client()
    return [client.post("/v1/moves/best", json=position["snapshot"]).json for position in RECORDED]


def has_joker(snapshot):
    return any("J" in meld for meld in (snapshot["hand"], *snapshot["table"]))


def played_by(answer):
    return answer["from_hand"] if answer["move"] and answer["move"]["type"] == "play" else []


def test_the_positions_are_of_all_kinds():
    kinds = {(position["snapshot"]["opened"], bool(position["tiles"])) for position in RECORDED}
    assert kinds == {(False, False), (False, True), (True, False), (True, True)}
    assert {has_joker(position["snapshot"]) for position in RECORDED} == {False, True}


def test_both_find_a_play_in_the_same_positions(found):
    assert [bool(played_by(answer)) for answer in found] == [bool(position["tiles"]) for position in RECORDED]


def test_both_play_as_many_tiles_where_there_is_no_joker(found):
    without = [place for place, position in enumerate(RECORDED) if not has_joker(position["snapshot"])]
    assert [len(played_by(found[place])) for place in without] == [len(RECORDED[place]["tiles"]) for place in without]
    assert len(without) > 20


def test_the_best_play_is_never_smaller(found):
    for position, answer in zip(RECORDED, found, strict=True):
        assert len(played_by(answer)) >= len(position["tiles"]), position
        assert answer["optimal"]


def test_every_play_of_the_package_is_legal(client):
    for position in RECORDED:
        if position["tiles"]:
            move = {"type": "play", "table": position["table"]}
            answer = client.post("/v1/moves/check", json={**position["snapshot"], "move": move}).json
            assert answer["legal"], (position, answer)
            assert sorted(answer["from_hand"]) == sorted(position["tiles"])
