"""What holds of every answer of the search for plays, and that the kernel and its fallback give the same answers."""

import random
import subprocess
import sys
from collections import Counter

import pytest

from service.melds.joker_melds import JokerMelds
from service.solver import play_kernel, play_search
from service.solver.play_search import DEFAULT_STEPS, search_plays
from service.solver.plays import Face, Opening, Play, PlayQuestion, PlaySearch, Scenario
from service.tiles.box import Box
from tests.solver.test_play_brute_force import KINDS, ask, faces_of, to_word, write_out_melds

RUMMY = Box(colours="RBKY", numbers=range(1, 14), copies=2, jokers=2)
KIDS = Box(colours="BRGY", numbers=range(1, 7), copies=2, jokers=4)
Table = tuple[tuple[Face | None, ...], ...]


@pytest.fixture(params=["kernel", "fallback"])
def engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Ask the kernel, then the fallback."""
    if request.param == "fallback":
        do_without_kernel(monkeypatch)
    elif play_kernel.load_kernel() is None:
        pytest.skip("the kernel is not built: see tools/build-kernel")
    return str(request.param)


def do_without_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answer on plain Python."""
    monkeypatch.setattr(play_search, "load_kernel", lambda: None)


def lay_out(melds: JokerMelds, rng: random.Random, size: int) -> tuple[Table, dict[Face, int], int]:
    """A random table of about so many tiles, what is left of the box, and the free jokers in it."""
    left = dict.fromkeys(faces_of(melds), melds.box.copies)
    jokers = 0
    table: list[tuple[Face | None, ...]] = []
    choices = list(write_out_melds(melds))
    for _ in range(300):
        meld = rng.choice(choices)
        if sum(map(len, table)) < size and all(left[face] for face in meld):
            laid: list[Face | None] = list(meld)
            if jokers < melds.box.jokers and rng.random() < 0.2:
                laid[rng.randrange(len(laid))] = None
                jokers += 1
            for face in laid:
                if face is not None:
                    left[face] -= 1
            table.append(tuple(laid))
    return tuple(table), left, jokers


def ask_about(melds: JokerMelds, rng: random.Random, size: int, hand: int) -> tuple[PlayQuestion, Table]:
    """A question about a random table and hand."""
    table, left, jokers = lay_out(melds, rng, size)
    pool = [face for face, count in left.items() for _ in range(count)]
    may = Counter(rng.sample(pool, min(hand, len(pool))))
    must = Counter(face for meld in table for face in meld if face is not None)
    hand_jokers = rng.randint(0, min(2, melds.box.jokers - jokers))
    scenario = Scenario(must=must, may=may, free_jokers=jokers, hand_jokers=hand_jokers)
    return PlayQuestion(melds, (scenario,)), table


def check_table(question: PlayQuestion, play: Play, laid: tuple[tuple[tuple[Face, bool], ...], ...]) -> None:
    """Every meld is one, and the tiles are just those of the scenario and the play."""
    scenario = question.scenarios[play.scenario]
    tiles = question.melds.box.tiles
    for meld in laid:
        codes = [f"J={face[0]}{face[1]}" if joker else f"{face[0]}{face[1]}" for face, joker in meld]
        assert question.melds.judge([tiles[code] for code in codes]).readings, (question, play, meld)
    reals = Counter(face for meld in laid for face, joker in meld if not joker)
    jokers = Counter(face for meld in laid for face, joker in meld if joker)
    expected = Counter(scenario.must) + Counter(play.tiles)
    expected.subtract(scenario.played)
    assert reals == +expected
    assert jokers >= Counter(scenario.bound)
    if question.opening:
        joker_worth = sum(face[1] * count for face, count in jokers.items()) * question.opening.jokers_count
        assert sum(face[1] * count for face, count in play.tiles.items()) + joker_worth >= question.opening.minimum
    free = scenario.free_jokers + play.jokers - scenario.played_jokers
    assert jokers.total() == free + Counter(scenario.bound).total()


@pytest.mark.parametrize("name", KINDS)
def test_every_laid_table_is_melds_of_just_the_right_tiles(name: str, engine: str) -> None:
    rng = random.Random(name)
    laid = 0
    for _ in range((90 if KINDS[name].opening else 25) if engine == "kernel" else 9):
        question = ask(KINDS[name], rng)
        search = search_plays(question)
        for play in search.page(None, 12):
            check_table(question, play, search.lay(play, ()))
            laid += 1
    assert laid > 3 or engine == "fallback"


def test_melds_of_the_table_stay_as_they_are_unless_the_play_needs_them(engine: str) -> None:
    melds = JokerMelds(RUMMY)
    run = (("R", 4), ("R", 5), ("R", 6))
    group = (("R", 9), ("B", 9), ("K", 9))
    far = (("Y", 1), ("Y", 2), ("Y", 3), None)
    must = Counter(face for meld in (run, group, far) for face in meld if face is not None)
    question = PlayQuestion(melds, (Scenario(must=must, may={("R", 7): 1, ("B", 13): 1}, free_jokers=1),))
    search = search_plays(question)
    assert [play.tiles for play in search.page(None, 10)] == [{("R", 7): 1}]
    laid = search.lay(search.page(None, 1)[0], (run, group, far))
    assert tuple((face, False) for face in group) in laid
    assert ((("Y", 1), False), (("Y", 2), False), (("Y", 3), False), (("Y", 4), True)) in laid
    assert tuple((("R", number), False) for number in (4, 5, 6, 7)) in laid


def test_tables_with_kept_melds_are_melds_of_just_the_right_tiles(engine: str) -> None:
    rng = random.Random("kept")
    kept_whole = 0
    for melds in (JokerMelds(RUMMY), JokerMelds(KIDS), JokerMelds(RUMMY, ace_high=True)):
        for _ in range(6 if engine == "kernel" else 1):
            question, table = ask_about(melds, rng, 24 if melds.box is RUMMY else 9, 6)
            search = search_plays(question)
            for play in search.page(None, 5):
                laid = search.lay(play, table)
                check_table(question, play, laid)
                faces = [tuple(face for face, _ in meld) for meld in laid]
                kept_whole += sum(meld in faces for meld in table)
    assert kept_whole > 5


def test_a_play_of_another_scenario_cannot_be_laid(engine: str) -> None:
    question = PlayQuestion(JokerMelds(RUMMY), (Scenario(may={("R", 7): 1}),))
    with pytest.raises(ValueError, match="no play"):
        search_plays(question).lay(Play({("R", 7): 1}, 0, 0), ())


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


# --- kernel and fallback ------------------------------------------------------------------------------------------


def answer_everything(search: PlaySearch, table: Table, weights: dict[Face, int]) -> list[object]:
    """All answers about a position."""
    page = search.page(None, 30)
    later = search.page(page[-1], 5) if page else []
    best = search.best(weights, 25)
    laid = [search.lay(play, table) for play in page[:3]]
    if best.play:
        laid.append(search.lay(best.play, ()))
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
    if play_kernel.load_kernel() is None:
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
    assert search.page(None, 10) == []
    best = search.best(weights, 1)
    assert not best.proven
    assert best.play is not None
    check_table(question, best.play, search_plays(question).lay(best.play, ()))
    proven = search_plays(question).best(weights, 1)
    assert proven.proven
    assert proven.play is not None
    assert best.play.size <= proven.play.size


def test_the_fallback_answers_where_the_environment_asks_for_it() -> None:
    code = "from service.solver.play_kernel import load_kernel; print(load_kernel())"
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
    if play_kernel.load_kernel() is None:
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
