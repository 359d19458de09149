"""Rummü's scoring table, every printed cell ("Le score")."""

import pytest

from rummy_referee.games import GAMES
from rummy_referee.games.rummu.combinations import BOX, MELDS, score_meld, score_row
from rummy_referee.melds.judgement import GROUP, MIXED_RUN, RUN

EACH_NUMBER_IN_FULL = pytest.mark.parametrize("number", [0, 2, 3, 4, 5, 6, 8, 9])
EACH_NUMBER_AT_HALF = pytest.mark.parametrize("number", [1, 7])

GROUP_CELLS = [(3, True, 0), (4, True, 30), (3, False, 0), (4, False, 10), (5, False, 50)]
RUN_CELLS = [
    (3, True, 10),
    (4, True, 20),
    (5, True, 40),
    (6, True, 50),
    (7, True, 60),
    (10, True, 90),
    (3, False, 0),
    (4, False, 10),
    (5, False, 20),
    (6, False, 30),
    (7, False, 40),
    (10, False, 70),
]

OTHERS = {
    "further_run_card": 10,
    "going_out": 10,
    "yellow_card_in_hand": -10,
    "other_card_in_hand": -5,
    "partner_of_winner_pays_nothing": 0,
}


@pytest.mark.parametrize(("size", "pure", "points"), GROUP_CELLS)
@EACH_NUMBER_IN_FULL
def test_a_group_scores_by_size_and_purity(size, pure, points, number):
    assert score_meld(GROUP, size, pure, number) == points


@pytest.mark.parametrize(("size", "pure", "points"), GROUP_CELLS)
@EACH_NUMBER_AT_HALF
def test_a_group_of_ones_or_sevens_scores_half(size, pure, points, number):
    assert score_meld(GROUP, size, pure, number) * 2 == points


@pytest.mark.parametrize(("size", "pure", "points"), RUN_CELLS)
def test_a_plain_run_scores_by_size_and_purity(size, pure, points):
    assert score_meld(RUN, size, pure, 0) == points


@pytest.mark.parametrize(("size", "points"), [(3, 0), (4, 10), (5, 20)])
def test_a_run_in_mixed_colours_is_never_pure(size, points):
    assert score_meld(MIXED_RUN, size, False, 2) == points


@pytest.mark.parametrize("lowest", [1, 7])
def test_a_run_that_starts_with_a_one_or_a_seven_scores_in_full(lowest):
    assert score_meld(RUN, 3, True, lowest) == 10


@pytest.mark.parametrize(
    ("codes", "points"),
    [
        ("R5 Y6 R7", 0),
        ("R5 Y5 B5 K5 G5", 50),
        ("R2 R3 Y4 R5 R6 Y7 Y8", 40),
        ("R5 B5 K5 G5", 30),
        ("R7 B7 K7 G7", 15),
        ("R1 B1 K1 Y1", 5),
        ("R1 B1 K1 G1 Y1", 25),
        ("K0 K1 K2", 10),
        ("R3 B4 K5 G6 Y7", 20),
    ],
)
def test_a_meld_on_the_table_is_worth_its_score(codes, points):
    assert MELDS.judge([BOX.tiles[code] for code in codes.split()]).value == points


def test_the_scoring_table_has_a_row_for_every_printed_meld():
    melds = [(GROUP, size, pure, number) for size, pure, _ in GROUP_CELLS for number in (1, 2)]
    melds += [(RUN, size, pure, 0) for size, pure, _ in RUN_CELLS if size <= 5]
    of_melds = {row.code: row.points for row in GAMES["rummu"].scoring if "_of_" in row.code and row.code not in OTHERS}
    assert of_melds == {score_row(*meld): score_meld(*meld) for meld in melds}


def test_the_scoring_table_has_these_rows_besides_the_melds():
    rows = {row.code: row.points for row in GAMES["rummu"].scoring}
    assert {code: rows[code] for code in OTHERS} == OTHERS
    assert len(rows) == 16 + len(OTHERS)


def test_a_meld_with_a_card_too_often_has_its_own_violations_too(client):
    hands = [{"player": "A", "hand": []}, {"player": "B", "hand": ["R9"]}, {"player": "C", "hand": ["K0"]}]
    melds = [{"owner": "A", "cards": ["R2", "R2", "B2"]}]
    body = {"variant": "rummu", "players": hands, "melds": melds, "went_out": "A"}
    violations = client.post("/v1/rounds/score", json=body).json["violations"]
    assert [violation["code"] for violation in violations][:1] == ["box_exceeded"]
    assert "group_colour_repeated" in {violation["code"] for violation in violations}
