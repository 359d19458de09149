"""The melds of each game, with and without its options: no rule of one game affects another."""

from itertools import product
from typing import Any

import pytest

from rummy_referee.games import GAMES
from rummy_referee.games.rummy import RummyOptions, holds_for, melds_for
from rummy_referee.melds.judgement import GROUP, MIXED_RUN, RUN
from rummy_referee.tiles.box import JOKER


def judge(variant, codes, **options):
    game = GAMES[variant]
    return game.judge_for(game.options(**options), None)([game.box.tiles[code] for code in codes.split()])


@pytest.mark.parametrize(
    ("variant", "codes"),
    [
        ("rummy", "R4 B4 K4"),
        ("gin-rummy", "R4 B4 K4 Y4"),
        ("brettspielnetz-rummy", "R7 Y7 G7"),
        ("rummu", "R5 Y5 B5 K5 G5"),
        ("myrummy-kids-pro", "R1 G1 B1"),
        ("rummikub", "R1 O1 B1"),
        ("gin-rummy-cards", "As Ah Ad"),
        ("machiavelli", "As Ah Ad"),
    ],
)
def test_a_group_is_a_meld_of_this_game(variant, codes):
    assert [reading.kind for reading in judge(variant, codes).readings] == [GROUP]


def test_a_group_is_no_meld_of_myrummy_kids():
    assert judge("myrummy-kids", "R1 G1 B1").faults[0].code == "groups_not_allowed"


@pytest.mark.parametrize(
    ("variant", "codes"),
    [
        ("rummy", "R12 R13 R1"),
        ("gin-rummy", "R12 R13 R1"),
        ("brettspielnetz-rummy", "R12 R13 R1"),
        ("myrummy-kids", "R5 R6 R1"),
        ("myrummy-kids-pro", "R5 R6 R1"),
        ("rummikub", "O12 O13 O1"),
    ],
)
def test_the_one_never_follows_the_highest_number(variant, codes):
    assert "one_not_high" in [fault.code for fault in judge(variant, codes).faults]


def test_only_rummu_has_mixed_runs_without_an_option():
    valid = {
        variant: judge(variant, codes).valid
        for variant, codes in {
            "rummy": "R3 B4 K5",
            "gin-rummy": "R3 B4 K5",
            "brettspielnetz-rummy": "R3 B4 G5",
            "rummu": "R3 B4 K5",
            "myrummy-kids": "R3 B4 G5",
            "myrummy-kids-pro": "R3 B4 G5",
        }.items()
    }
    assert [variant for variant, is_valid in valid.items() if is_valid] == ["rummu"]


def test_the_option_for_mixed_runs_lets_rummy_mix_colours():
    assert [reading.kind for reading in judge("rummy", "R3 B4 K5", mixed_runs=True).readings] == [MIXED_RUN]


def test_the_option_for_a_high_ace_lets_it_follow_the_thirteen_and_count_one():
    judgement = judge("rummy", "R12 R13 R1", ace="low-or-high")
    assert [(reading.kind, reading.value) for reading in judgement.readings] == [(RUN, 26)]


@pytest.mark.parametrize(
    ("melds", "run", "group"), [("all", True, True), ("runs", True, False), ("groups", False, True)]
)
def test_the_option_for_melds_takes_one_kind_away(melds, run, group):
    assert judge("rummy", "R3 R4 R5", melds=melds).valid is run
    assert judge("rummy", "R3 B3 K3", melds=melds).valid is group


def test_without_jokers_rummy_has_a_box_of_104():
    assert sum(holds_for(RummyOptions(jokers=False)).values()) == 104
    assert holds_for(RummyOptions(jokers=False))[JOKER] == 0
    assert holds_for(RummyOptions())[JOKER] == 2


def test_rummy_makes_its_melds_once_for_each_choice_of_options():
    choices: Any = product(("all", "runs", "groups"), (False, True), ("low", "low-or-high"), (0, 30))
    agreed = [
        RummyOptions(melds=melds, mixed_runs=mixed, ace=ace, opening_minimum=minimum)
        for melds, mixed, ace, minimum in choices
    ]
    assert len({id(melds_for(options)) for options in agreed}) == 12


def test_options_that_are_not_about_melds_do_not_change_the_judge():
    assert GAMES["rummy"].judge_for(RummyOptions(rounds=5, joker_penalty=0), None) == GAMES["rummy"].judge_for(
        RummyOptions(), None
    )


def test_a_stretch_of_111_counts_its_symbols():
    assert judge("myrummy-111", "13*1 27*2 35*4").value == 7
