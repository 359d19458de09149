"""What holds of every answer of the search for plays, and that the kernel and its fallback give the same answers."""

import random
import subprocess
import sys
from collections import Counter
from dataclasses import replace

import pytest

from service.engine.plays import compiled
from service.engine.plays.questions import (
    Face,
    OldMeld,
    Opening,
    Play,
    PlayQuestion,
    PlaySearch,
    Scenario,
    sizes_of,
    tiles_of_each,
)
from service.engine.plays.search import DEFAULT_STEPS, search_plays
from service.engine.work import counted_work
from service.melds.joker_melds import JokerMelds
from service.tiles.box import Box
from tests.engine.conftest import do_without_kernel
from tests.engine.laid_tables import check_table, lay
from tests.engine.test_play_brute_force import KINDS, ask, faces_of, to_word, write_out_melds

RUMMY = Box(colours="RBKY", numbers=range(1, 14), copies=2, jokers=2)
KIDS = Box(colours="BRGY", numbers=range(1, 7), copies=2, jokers=4)
Table = tuple[OldMeld, ...]


def lay_out(melds: JokerMelds, rng: random.Random, size: int) -> tuple[Table, dict[Face, int], int]:
    """A random table of about so many tiles, what is left of the box, and the free jokers in it."""
    left = dict.fromkeys(faces_of(melds), melds.box.copies)
    jokers = 0
    table: list[OldMeld] = []
    choices = list(write_out_melds(melds))
    for _ in range(300):
        meld = rng.choice(choices)
        if sum(map(len, table)) < size and all(left[face] for face in meld):
            laid: list[tuple[Face | None, bool]] = [(face, False) for face in meld]
            if jokers < melds.box.jokers and rng.random() < 0.2:
                place = rng.randrange(len(laid))
                laid[place] = (None if rng.random() < 0.5 else meld[place], True)
                jokers += 1
            for face, is_joker in laid:
                if face is not None and not is_joker:
                    left[face] -= 1
            table.append(tuple(rng.sample(laid, len(laid))))
    return tuple(table), left, jokers


def ask_about(melds: JokerMelds, rng: random.Random, size: int, hand: int) -> tuple[PlayQuestion, Table]:
    """A question about a random table and hand."""
    table, left, jokers = lay_out(melds, rng, size)
    pool = [face for face, count in left.items() for _ in range(count)]
    may = Counter(rng.sample(pool, min(hand, len(pool))))
    must = Counter(face for meld in table for face, is_joker in meld if face is not None and not is_joker)
    hand_jokers = rng.randint(0, min(2, melds.box.jokers - jokers))
    scenario = Scenario(must=must, may=may, free_jokers=jokers, hand_jokers=hand_jokers)
    return PlayQuestion(melds, (scenario,)), table


@pytest.mark.parametrize("name", ["plain", "high ace", "scenarios", "opening", "capped"])
def test_pages_of_any_size_put_together_are_the_whole_listing(name: str, engine: str) -> None:
    rng = random.Random(name)
    longest = 0
    for _ in range(30 if engine == "kernel" else 12):
        question = ask(KINDS[name], rng)
        search = search_plays(question)
        whole = search.page(None, 100_000)
        longest = max(longest, len(whole))
        for size in (1, 2, 7):
            pages: list[Play] = []
            while page := search.page(pages[-1] if pages else None, size):
                assert len(page) <= size
                pages += page
            assert pages == whole
        assert len({to_word(question, play) for play in whole}) == len(whole) == search.count()
    assert longest > 5


def test_some_of_a_page_are_the_same_as_of_a_list(engine: str) -> None:
    rng = random.Random(17)
    longest = 0
    for _ in range(20 if engine == "kernel" else 5):
        question, table = ask_about(JokerMelds(RUMMY), rng, 12, 6)
        search = search_plays(question)
        page = search.page(None, 12)
        plays = list(page)
        longest = max(longest, len(plays))
        assert [play.size for play in plays] == list(sizes_of(page)) == sizes_of(plays)
        assert all(page[place] == page[place - len(page)] == play for place, play in enumerate(plays))
        named = [((colour, number), f"{colour}{number}") for colour in "YKBR" for number in RUMMY.numbers]
        codes = tiles_of_each(page, named, "J")
        assert codes == tiles_of_each(plays, named, "J")
        assert [Counter(tiles) for tiles in codes] == [
            Counter({**{f"{face[0]}{face[1]}": count for face, count in play.tiles.items()}, "J": play.jokers})
            for play in plays
        ]
        assert tiles_of_each(page, [], "J") == [("J",) * play.jokers for play in plays]
        for some in (slice(3), slice(2, 7), slice(-4, -1), slice(5, 2), slice(None, None, 3)):
            assert page[some] == plays[some]
            assert search.lay(page[some], table) == search.lay(plays[some], table)
        with pytest.raises(IndexError):
            page[len(page)]
    assert longest == 12


def test_plays_of_another_search_are_known_if_they_are_plays_here_too(engine: str) -> None:
    rng = random.Random(3)
    seen = Counter[bool]()
    for _ in range(40 if engine == "kernel" else 10):
        question, _ = ask_about(JokerMelds(RUMMY), rng, 12, 6)
        (scenario,) = question.scenarios
        alone = search_plays(replace(question, scenarios=(replace(scenario, must={}, free_jokers=0),)))
        wanted = {to_word(question, play) for play in alone.page(None, 100_000)}
        plays = search_plays(question).page(None, 100_000)
        for some in (plays, plays[:1], plays[1:], list(plays)[::3], []):
            known = alone.find_known(some)
            assert known == [to_word(question, play) in wanted for play in some]
            seen.update(known)
    assert min(seen[True], seen[False]) > 5


# --- kernel and fallback ------------------------------------------------------------------------------------------


def answer_everything(search: PlaySearch, table: Table, weights: dict[Face, int]) -> list[object]:
    """All answers about a position."""
    page = search.page(None, 30)
    later = search.page(page[-1], 5) if page else []
    best = search.best(weights, 25)
    laid = search.lay([*page[:3], *([best.play] if best.play else [])], table)
    return [search.is_playable(), search.count(), page, later, best, laid]


LARGER = {
    "rummy": JokerMelds(RUMMY),
    "runs only": JokerMelds(RUMMY, groups=False),
    "groups only": JokerMelds(RUMMY, runs=False),
    "mixed runs": JokerMelds(Box(colours="RBKY", numbers=range(1, 8), copies=1, jokers=2), mixed_runs=True),
    "high ace": JokerMelds(RUMMY, ace_high=True),
    "kids": JokerMelds(KIDS),
}


SIZES = {"rummy": 30, "high ace": 24, "runs only": 30, "kids": 8}


@pytest.mark.parametrize("name", LARGER)
def test_kernel_and_fallback_give_the_same_answers(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if compiled.load_kernel() is None:
        pytest.skip("the kernel is not built: see tools/build-kernel")
    rng = random.Random(name)
    melds = LARGER[name]
    weights = {face: face[1] for face in faces_of(melds)}
    for _ in range(4):
        question, table = ask_about(melds, rng, SIZES.get(name, 16), 6 if name == "kids" else 9)
        if rng.random() < 0.3:
            question = PlayQuestion(melds, question.scenarios, rng.randint(2, 6), Opening(rng.randint(10, 40)))
        with monkeypatch.context() as without:
            do_without_kernel(without)
            expected = answer_everything(search_plays(question, DEFAULT_STEPS), table, weights)
        assert answer_everything(search_plays(question), table, weights) == expected


def test_past_the_bound_on_work_nothing_is_counted_and_the_best_is_not_proven(engine: str) -> None:
    question, _ = ask_about(JokerMelds(RUMMY), random.Random(1), 40, 14)
    search = search_plays(question, steps=300)
    weights = dict.fromkeys(faces_of(question.melds), 1)
    assert search.count() is None
    best = search.best(weights, 1)
    assert not best.proven
    assert best.play is not None
    check_table(question, best.play, lay(search_plays(question), [best.play], ())[0])
    proven = search_plays(question).best(weights, 1)
    assert proven.proven
    assert proven.play is not None
    assert best.play.size <= proven.play.size


def count_work(question: PlayQuestion, table: Table) -> list[int]:
    """The steps of each answer about a position, asked one after the other."""
    search = search_plays(question)
    weights = dict.fromkeys(faces_of(question.melds), 1)
    steps = []
    for ask_next in (
        search.is_playable,
        lambda: search.best(weights, 1),
        search.count,
        search.count,
        lambda: search.lay(search.page(None, 3), table),
    ):
        with counted_work() as work:
            ask_next()
        steps.append(work.steps)
    return steps


def test_the_work_for_every_answer_is_counted_once_and_always_the_same(engine: str) -> None:
    question, table = ask_about(JokerMelds(RUMMY), random.Random("work"), 20, 9)
    playable, best, count, again, laid = steps = count_work(question, table)
    assert min(playable, best, count, laid) > 0
    assert again == 0
    assert count_work(question, table) == steps
    more, more_table = ask_about(JokerMelds(RUMMY), random.Random("work"), 20, 13)
    assert count_work(more, more_table)[2] > count


def test_plays_too_many_to_count_are_listed_all_the_same(engine: str) -> None:
    question, _ = ask_about(JokerMelds(RUMMY), random.Random("many more"), 30, 20)
    whole = search_plays(question, DEFAULT_STEPS).page(None, 2_000)
    assert len(whole) > 200
    search = search_plays(question, steps=10_000)
    assert search.count() is None
    first = search.page(None, 20)
    assert first == whole[:20]
    assert search.page(first[-1], 30) == whole[20:50]
    middle = len(whole) // 2
    assert search.page(whole[middle], 5) == whole[middle + 1 : middle + 6]


def test_plays_of_a_large_hand_are_counted_as_they_are_listed() -> None:
    if compiled.load_kernel() is None:
        pytest.skip("the kernel is not built: see tools/build-kernel")
    rng = random.Random("large hand")
    melds = JokerMelds(RUMMY)
    for opening in (None, Opening(30), Opening(30, jokers_count=False)):
        question, _ = ask_about(melds, rng, 0 if opening else 9, 21)
        for most in (None, 7):
            search = search_plays(PlayQuestion(melds, question.scenarios, most, opening))
            plays = search.page(None, 300_000)
            assert len(plays) == search.count()
            assert 5 < len(plays) < 300_000


def test_the_fallback_answers_where_the_environment_asks_for_it() -> None:
    code = "from service.engine.plays.compiled import load_kernel; print(load_kernel())"
    told = subprocess.run(
        [sys.executable, "-c", code],
        env={"RUMMY_REFEREE_KERNEL": "python", "PYTHONPATH": "."},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.strip() == "None"


# --- limits -------------------------------------------------------------------------------------------------------


def test_no_position_with_twenty_tiles_in_hand_and_free_jokers_passes_the_bound() -> None:
    if compiled.load_kernel() is None:
        pytest.skip("the kernel is not built: see tools/build-kernel")
    rng = random.Random("twenty")
    for size in (0, 40, 60):
        question, _ = ask_about(JokerMelds(RUMMY), rng, size, 20)
        search = search_plays(question)
        assert search.count() is not None
        assert search.best({face: face[1] for face in faces_of(question.melds)}, 25).proven


def test_melds_of_other_sizes_are_refused() -> None:
    with pytest.raises(ValueError, match="melds of 4"):
        search_plays(PlayQuestion(JokerMelds(RUMMY, minimum=4), (Scenario(),)))


def test_without_scenarios_there_is_no_play(engine: str) -> None:
    search = search_plays(PlayQuestion(JokerMelds(RUMMY), ()))
    assert (search.is_playable(), search.count(), search.page(None, 5)) == (False, 0, [])
