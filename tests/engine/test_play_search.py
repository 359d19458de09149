"""The search for plays: pages, the step bound and the limits of the engine."""

import random
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest

from rummy_referee.engine.plays import DEFAULT_STEPS, FoundPlay, PlaySearch, tiles_of_each
from rummy_referee.engine.problem import Opening, PlayProblem, Scenario, from_word
from rummy_referee.engine.work import counted_work
from rummy_referee.melds.joker_melds import JokerMelds
from tests.engine.reconstructed_tables import check_table, reconstruct
from tests.engine.small_problems import KINDS, faces_of, small_problem
from tests.engine.table_problems import RUMMY, Table, table_problem


@pytest.mark.parametrize("name", ["plain", "high ace", "scenarios", "opening", "capped"])
def test_pages_of_any_size_put_together_are_the_whole_listing(name: str) -> None:
    rng = random.Random(name)
    longest = 0
    for _ in range(30):
        problem = small_problem(KINDS[name], rng)
        search = PlaySearch(problem)
        whole = list(search.page(None, 100_000))
        longest = max(longest, len(whole))
        for size in (1, 2, 7):
            pages: list[FoundPlay] = []
            while page := search.page(pages[-1] if pages else None, size):
                assert len(page) <= size
                pages += page
            assert pages == whole
        assert len({play.word for play in whole}) == len(whole) == search.count()
    assert longest > 5


class SlowLibrary:
    """The library, whose functions take a while, and which notices calls that overlap."""

    def __init__(self, library: Any) -> None:
        self._library = library
        self.calling = 0
        self.most = 0

    def __getattr__(self, name: str) -> Any:
        def call(*arguments: Any) -> Any:
            self.calling += 1
            self.most = max(self.most, self.calling)
            time.sleep(0.001)
            self.calling -= 1
            return getattr(self._library, name)(*arguments)

        return call


def test_threads_that_share_a_search_use_it_one_after_another(monkeypatch) -> None:
    problem, table = table_problem(JokerMelds(RUMMY), random.Random(1), 12, 6)
    search = PlaySearch(problem)
    play = search.page(None, 1)
    library = SlowLibrary(search._library)
    monkeypatch.setattr(search, "_library", library)
    questions = (
        search.is_playable,
        search.count,
        lambda: search.page(None, 2),
        lambda: search.best({}, 1),
        lambda: search.reconstruct(play, table),
    )
    with ThreadPoolExecutor(len(questions)) as pool:
        for done in [pool.submit(question) for question in questions * 3]:
            done.result()
    assert library.most == 1


def test_a_part_of_a_page_is_that_part_of_a_list() -> None:
    rng = random.Random(17)
    longest = 0
    for _ in range(20):
        problem, table = table_problem(JokerMelds(RUMMY), rng, 12, 6)
        search = PlaySearch(problem)
        page = search.page(None, 12)
        plays = list(page)
        longest = max(longest, len(plays))
        assert all(page[place] == page[place - len(page)] == play for place, play in enumerate(plays))
        named = [((colour, number), f"{colour}{number}") for colour in "YKBR" for number in RUMMY.numbers]
        codes = tiles_of_each(RUMMY, page, named, "J")
        assert codes == tiles_of_each(RUMMY, plays, named, "J")
        assert [play.size for play in plays] == list(map(len, codes))
        assert [Counter(tiles) for tiles in codes] == [
            Counter({f"{colour}{number}": count for (colour, number), count in from_word(RUMMY, play.word).items()})
            + Counter(J=play.jokers)
            for play in plays
        ]
        assert tiles_of_each(RUMMY, page, [], "J") == [("J",) * play.jokers for play in plays]
        for some in (slice(3), slice(2, 7), slice(-4, -1), slice(5, 2), slice(None, None, 3)):
            assert list(page[some]) == plays[some]
            assert search.reconstruct(page[some], table) == search.reconstruct(plays[some], table)
        with pytest.raises(IndexError):
            page[len(page)]
    assert longest == 12


def test_plays_of_another_search_are_known_if_they_are_plays_of_this_one() -> None:
    rng = random.Random(3)
    seen = Counter[bool]()
    for _ in range(40):
        problem, _ = table_problem(JokerMelds(RUMMY), rng, 12, 6)
        (scenario,) = problem.scenarios
        alone = PlaySearch(replace(problem, scenarios=(replace(scenario, required={}, free_jokers=0),)))
        wanted = {play.word for play in alone.page(None, 100_000)}
        plays = PlaySearch(problem).page(None, 100_000)
        for some in (plays, plays[:1], plays[1:], list(plays)[::3], []):
            known = alone.find_known(some)
            assert known == [play.word in wanted for play in some]
            seen.update(known)
    assert min(seen[True], seen[False]) > 5


# --- the step bound -----------------------------------------------------------------------------------------------


def test_beyond_the_step_bound_nothing_is_counted_and_the_best_is_not_proven() -> None:
    problem, _ = table_problem(JokerMelds(RUMMY), random.Random(1), 40, 14)
    search = PlaySearch(problem, steps=300)
    weights = dict.fromkeys(faces_of(problem.melds), 1)
    assert search.count() is None
    best = search.best(weights, 1)
    assert not best.proven
    assert best.play is not None
    check_table(problem, best.play, reconstruct(PlaySearch(problem), [best.play], ())[0])
    proven = PlaySearch(problem).best(weights, 1)
    assert proven.proven
    assert proven.play is not None
    assert best.play.size <= proven.play.size


def count_work(problem: PlayProblem, table: Table) -> list[int]:
    """The steps of each result for a position, one after another."""
    search = PlaySearch(problem)
    weights = dict.fromkeys(faces_of(problem.melds), 1)
    steps = []
    for ask_next in (
        search.is_playable,
        lambda: search.best(weights, 1),
        search.count,
        search.count,
        lambda: search.reconstruct(search.page(None, 3), table),
    ):
        with counted_work() as work:
            ask_next()
        steps.append(work.steps)
    return steps


def test_the_steps_of_every_result_are_counted_once_and_always_the_same() -> None:
    problem, table = table_problem(JokerMelds(RUMMY), random.Random("work"), 20, 9)
    playable, best, count, again, reconstructed = steps = count_work(problem, table)
    assert min(playable, best, count, reconstructed) > 0
    assert again == 0
    assert count_work(problem, table) == steps
    more, more_table = table_problem(JokerMelds(RUMMY), random.Random("work"), 20, 13)
    assert count_work(more, more_table)[2] > count


def test_plays_that_are_too_many_to_count_are_still_listed() -> None:
    problem, _ = table_problem(JokerMelds(RUMMY), random.Random("many more"), 30, 20)
    whole = list(PlaySearch(problem, DEFAULT_STEPS).page(None, 2_000))
    assert len(whole) > 200
    search = PlaySearch(problem, steps=10_000)
    assert search.count() is None
    first = search.page(None, 20)
    assert list(first) == whole[:20]
    assert list(search.page(first[-1], 30)) == whole[20:50]
    middle = len(whole) // 2
    assert list(search.page(whole[middle], 5)) == whole[middle + 1 : middle + 6]


def test_the_count_of_a_large_hand_is_the_number_of_listed_plays() -> None:
    rng = random.Random("large hand")
    melds = JokerMelds(RUMMY)
    for opening in (None, Opening(30), Opening(30, jokers_have_value=False)):
        problem, _ = table_problem(melds, rng, 0 if opening else 9, 21)
        for cap in (None, 7):
            search = PlaySearch(PlayProblem(melds, problem.scenarios, cap, opening))
            plays = search.page(None, 300_000)
            assert len(plays) == search.count()
            assert 5 < len(plays) < 300_000


# --- limits -------------------------------------------------------------------------------------------------------


def test_random_positions_with_twenty_tiles_in_hand_stay_within_the_step_bound() -> None:
    rng = random.Random("twenty")
    for size in (0, 40, 60):
        problem, _ = table_problem(JokerMelds(RUMMY), rng, size, 20)
        search = PlaySearch(problem)
        assert search.count() is not None
        assert search.best({face: face[1] for face in faces_of(problem.melds)}, 25).proven


def test_melds_of_other_sizes_are_rejected() -> None:
    with pytest.raises(ValueError, match="melds of 4"):
        PlaySearch(PlayProblem(JokerMelds(RUMMY, minimum=4), (Scenario(),)))


def test_without_scenarios_there_is_no_play() -> None:
    search = PlaySearch(PlayProblem(JokerMelds(RUMMY), ()))
    assert (search.is_playable(), search.count(), len(search.page(None, 5))) == (False, 0, 0)
