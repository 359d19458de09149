"""Reconstructed tables: all are valid, and melds stay where a play does not need them."""

import random

import pytest

from rummy_referee.engine.plays import FoundPlay, PlaySearch, TableMeld
from rummy_referee.engine.problem import Counts, Face, PlayProblem, Scenario, to_word
from rummy_referee.melds.joker_melds import JokerMelds
from tests.engine.reconstructed_tables import check_table, real_tiles, reconstruct
from tests.engine.small_problems import KINDS, small_problem
from tests.engine.table_problems import KIDS, RUMMY, Table, table_problem

RUN: TableMeld = ((("R", 5), False), (("R", 4), False), (("R", 6), False))
GROUP: TableMeld = ((("R", 9), False), (("B", 9), False), (("K", 9), False))
WITH_JOKER: TableMeld = ((("Y", 1), False), (None, True), (("Y", 2), False), (("Y", 3), False))


def table_before(search: PlaySearch, problem: PlayProblem, rng: random.Random) -> Table:
    """A table before a play, in any order and with some jokers pinned; empty if the tiles are not melds."""
    scenario, box = problem.scenarios[0], problem.melds.box
    try:
        (table,) = reconstruct(search, [FoundPlay(to_word(box, scenario.played, scenario.played_jokers), 0)], ())
    except ValueError:
        return ()
    melds = [[(face if not wild or rng.random() < 0.5 else None, wild) for face, wild in meld] for meld in table]
    return tuple(tuple(rng.sample(meld, len(meld))) for meld in rng.sample(melds, len(melds)))


# --- every table ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", KINDS)
def test_every_table_is_melds_of_exactly_the_right_tiles(name: str) -> None:
    rng = random.Random(name)
    checked = 0
    for _ in range(90 if KINDS[name].opening else 40):
        problem = small_problem(KINDS[name], rng)
        search = PlaySearch(problem)
        plays = search.page(None, 12)
        for before in ((), table_before(search, problem, rng)):
            for play, table in zip(plays, reconstruct(search, plays, before), strict=True):
                check_table(problem, play, table)
                checked += 1
    assert checked > 6


def test_every_table_of_a_large_box_is_melds_of_exactly_the_right_tiles() -> None:
    rng = random.Random("kept")
    for melds in (JokerMelds(RUMMY), JokerMelds(KIDS), JokerMelds(RUMMY, ace_high=True)):
        for _ in range(25):
            problem, before = table_problem(melds, rng, 24 if melds.box is RUMMY else 9, 6)
            search = PlaySearch(problem)
            plays = search.page(None, 20)
            for play, table in zip(plays, reconstruct(search, plays, before), strict=True):
                check_table(problem, play, table)


def test_a_play_of_another_scenario_is_rejected() -> None:
    problem = PlayProblem(JokerMelds(RUMMY), (Scenario(optional={("R", 7): 1}),))
    wrong: tuple[tuple[Counts, int], ...] = (({("R", 7): 1}, 0), ({("R", 7): 200}, 0), ({("B", 8): 3}, 0), ({}, 1))
    for tiles, jokers in wrong:
        with pytest.raises(ValueError, match="not a play"):
            PlaySearch(problem).reconstruct([FoundPlay(to_word(RUMMY, tiles, jokers), 0)], ())


# --- what stays -----------------------------------------------------------------------------------------------------


def test_melds_of_the_table_stay_as_they_are_unless_the_play_needs_them() -> None:
    table = (RUN, GROUP, WITH_JOKER)
    scenario = Scenario(required=real_tiles(table), optional={("R", 7): 1, ("B", 13): 1}, free_jokers=1)
    search = PlaySearch(PlayProblem(JokerMelds(RUMMY), (scenario,)))
    plays = search.page(None, 10)
    assert [play.word for play in plays] == [to_word(RUMMY, {("R", 7): 1})]
    after = search.reconstruct(plays, table)
    assert after.tables == [(1, 2, 3)]
    assert after.melds == [tuple((("R", number), False) for number in (4, 5, 6, 7))]


def test_a_joker_that_is_bound_stays_where_it_lies() -> None:
    scenario = Scenario(
        required=real_tiles([GROUP, WITH_JOKER]), optional={("R", 9): 1, ("Y", 9): 1}, bound={("Y", 4): 1}
    )
    search = PlaySearch(PlayProblem(JokerMelds(RUMMY), (scenario,)))
    after = search.reconstruct(search.page(None, 10), (GROUP, WITH_JOKER))
    assert [places[0] for places in after.tables] == [1]
    assert all(place >= 2 for places in after.tables for place in places[1:])


@pytest.mark.parametrize("group", [(("R", 9), ("B", 9), ("K", 9), ("Y", 9)), (("R", 9), ("B", 9), ("K", 9))])
def test_a_joker_pinned_to_one_face_is_not_kept_as_another(group: tuple[Face, ...]) -> None:
    """A joker that is bound to the yellow nine must not stay in a meld where it is pinned to the black nine."""
    pinned: TableMeld = ((("R", 9), False), (("B", 9), False), (("K", 9), True))
    scenario = Scenario(required={("R", 9): 1, ("B", 9): 1}, optional={("R", 1): 1}, bound={group[-1]: 1})
    search = PlaySearch(PlayProblem(JokerMelds(RUMMY), (scenario,)))
    after = search.reconstruct([FoundPlay(to_word(RUMMY, {}), 0)], (pinned,))
    assert (0 in after.tables[0]) == (group[-1] == ("K", 9))


def test_a_table_does_not_depend_on_the_other_plays_of_the_page() -> None:
    rng = random.Random("alone")
    for _ in range(5):
        problem, table = table_problem(JokerMelds(RUMMY), rng, 30, 8)
        search = PlaySearch(problem)
        plays = search.page(None, 60)
        together = reconstruct(search, plays, table)
        assert reconstruct(search, plays[::-1], table) == together[::-1]
        assert [reconstruct(PlaySearch(problem), [play], table)[0] for play in plays] == together


def test_tables_of_a_large_page_are_those_of_each_play_alone() -> None:
    rng = random.Random("large")
    longest = 0
    for _ in range(12):
        problem, table = table_problem(JokerMelds(RUMMY), rng, 45, 12)
        search = PlaySearch(problem)
        plays = search.page(None, 1500)
        longest = max(longest, len(plays))
        together = reconstruct(search, plays, table)
        for place in rng.sample(range(len(plays)), min(len(plays), 150)):
            assert reconstruct(search, [plays[place]], table)[0] == together[place], (problem, table, place)
    assert longest == 1500
