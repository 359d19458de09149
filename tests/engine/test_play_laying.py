"""Tables for plays: what holds of every one of them, and that the kernel and its fallback lay the same."""

import random

import pytest

from service.engine.plays import compiled
from service.engine.plays.questions import Face, OldMeld, Play, PlayQuestion, PlaySearch, Scenario
from service.engine.plays.search import search_plays
from service.melds.joker_melds import JokerMelds
from tests.engine.conftest import do_without_kernel
from tests.engine.laid_tables import check_table, lay, real_tiles
from tests.engine.test_play_brute_force import KINDS, ask
from tests.engine.test_play_search import KIDS, RUMMY, Table, ask_about

RUN: OldMeld = ((("R", 5), False), (("R", 4), False), (("R", 6), False))
GROUP: OldMeld = ((("R", 9), False), (("B", 9), False), (("K", 9), False))
WITH_JOKER: OldMeld = ((("Y", 1), False), (None, True), (("Y", 2), False), (("Y", 3), False))


def lay_before(search: PlaySearch, scenario: Scenario, rng: random.Random) -> Table:
    """How the tiles may lie before a play, if they can lie at all; in any order, some jokers pinned."""
    try:
        (table,) = lay(search, [Play(scenario.played, scenario.played_jokers, 0)], ())
    except ValueError:
        return ()
    melds = [[(face if not wild or rng.random() < 0.5 else None, wild) for face, wild in meld] for meld in table]
    return tuple(tuple(rng.sample(meld, len(meld))) for meld in rng.sample(melds, len(melds)))


# --- every table ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", KINDS)
def test_every_laid_table_is_melds_of_just_the_right_tiles(name: str, engine: str) -> None:
    rng = random.Random(name)
    laid = 0
    for _ in range((90 if KINDS[name].opening else 40) if engine == "kernel" else 9):
        question = ask(KINDS[name], rng)
        search = search_plays(question)
        plays = search.page(None, 12)
        for before in ((), lay_before(search, question.scenarios[0], rng)):
            for play, table in zip(plays, lay(search, plays, before), strict=True):
                check_table(question, play, table)
                laid += 1
    assert laid > 6 or engine == "fallback"


def test_tables_of_large_boxes_are_melds_of_just_the_right_tiles(engine: str) -> None:
    rng = random.Random("kept")
    for melds in (JokerMelds(RUMMY), JokerMelds(KIDS), JokerMelds(RUMMY, ace_high=True)):
        for _ in range(25 if engine == "kernel" else 2):
            question, before = ask_about(melds, rng, 24 if melds.box is RUMMY else 9, 6)
            search = search_plays(question)
            plays = search.page(None, 20 if engine == "kernel" else 5)
            for play, table in zip(plays, lay(search, plays, before), strict=True):
                check_table(question, play, table)


def test_a_play_of_another_scenario_cannot_be_laid(engine: str) -> None:
    question = PlayQuestion(JokerMelds(RUMMY), (Scenario(may={("R", 7): 1}),))
    for play in (Play({("R", 7): 1}, 0, 0), Play({("R", 7): 200}, 0, 0), Play({("B", 8): 3}, 0, 0), Play({}, 1, 0)):
        with pytest.raises(ValueError, match="no play"):
            search_plays(question).lay([play], ())


# --- what stays -----------------------------------------------------------------------------------------------------


def test_melds_of_the_table_stay_as_they_are_unless_the_play_needs_them(engine: str) -> None:
    table = (RUN, GROUP, WITH_JOKER)
    scenario = Scenario(must=real_tiles(table), may={("R", 7): 1, ("B", 13): 1}, free_jokers=1)
    search = search_plays(PlayQuestion(JokerMelds(RUMMY), (scenario,)))
    plays = search.page(None, 10)
    assert [play.tiles for play in plays] == [{("R", 7): 1}]
    laid = search.lay(plays, table)
    assert laid.tables == [(1, 2, 3)]
    assert laid.melds == [tuple((("R", number), False) for number in (4, 5, 6, 7))]


def test_a_joker_that_is_bound_stays_where_it_lies(engine: str) -> None:
    scenario = Scenario(must=real_tiles([GROUP, WITH_JOKER]), may={("R", 9): 1, ("Y", 9): 1}, bound={("Y", 4): 1})
    search = search_plays(PlayQuestion(JokerMelds(RUMMY), (scenario,)))
    laid = search.lay(search.page(None, 10), (GROUP, WITH_JOKER))
    assert [places[0] for places in laid.tables] == [1]
    assert all(place >= 2 for places in laid.tables for place in places[1:])


@pytest.mark.parametrize("group", [(("R", 9), ("B", 9), ("K", 9), ("Y", 9)), (("R", 9), ("B", 9), ("K", 9))])
def test_a_joker_pinned_to_one_face_is_not_kept_as_another(group: tuple[Face, ...], engine: str) -> None:
    """Bound to be the yellow nine, the joker cannot stay in a meld where it is pinned to be the black one."""
    pinned: OldMeld = ((("R", 9), False), (("B", 9), False), (("K", 9), True))
    scenario = Scenario(must={("R", 9): 1, ("B", 9): 1}, may={("R", 1): 1}, bound={group[-1]: 1})
    search = search_plays(PlayQuestion(JokerMelds(RUMMY), (scenario,)))
    laid = search.lay([Play({}, 0, 0)], (pinned,))
    assert (0 in laid.tables[0]) == (group[-1] == ("K", 9))


def test_what_is_laid_does_not_depend_on_what_else_is_laid(engine: str) -> None:
    rng = random.Random("alone")
    for _ in range(5 if engine == "kernel" else 1):
        question, table = ask_about(JokerMelds(RUMMY), rng, 30, 8)
        search = search_plays(question)
        plays = search.page(None, 60 if engine == "kernel" else 6)
        together = lay(search, plays, table)
        assert lay(search, plays[::-1], table) == together[::-1]
        assert [lay(search_plays(question), [play], table)[0] for play in plays] == together


def test_large_pages_are_laid_as_each_play_alone() -> None:
    if compiled.load_kernel() is None:
        pytest.skip("the kernel is not built: see tools/build-kernel")
    rng = random.Random("large")
    longest = 0
    for _ in range(12):
        question, table = ask_about(JokerMelds(RUMMY), rng, 45, 12)
        search = search_plays(question)
        plays = search.page(None, 1500)
        longest = max(longest, len(plays))
        together = lay(search, plays, table)
        for place in rng.sample(range(len(plays)), min(len(plays), 150)):
            assert lay(search, [plays[place]], table)[0] == together[place], (question, table, place)
    assert longest == 1500


# --- kernel and fallback --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", KINDS)
def test_kernel_and_fallback_lay_the_same_tables(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if compiled.load_kernel() is None:
        pytest.skip("the kernel is not built: see tools/build-kernel")
    rng = random.Random(f"{name}, same")
    for _ in range(40):
        question = ask(KINDS[name], rng)
        search = search_plays(question)
        plays = search.page(None, 10)
        with monkeypatch.context() as without:
            do_without_kernel(without)
            fallback = search_plays(question)
        for before in ((), lay_before(search, question.scenarios[0], rng)):
            assert search.lay(plays, before) == fallback.lay(plays, before), (question, before)
