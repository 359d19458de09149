"""The plays of large hands are counted one at a time in a process, those of others at once."""

from collections import Counter
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as Unanswered

import pytest

from service.melds.joker_melds import JokerMelds
from service.solver.plays import compiled
from service.solver.plays.questions import PlayQuestion, Scenario
from service.solver.plays.search import search_plays
from service.tiles.box import Box

BOX = Box(colours="RBKY", numbers=range(1, 14), copies=2, jokers=2)
FACES = [(colour, number) for colour in BOX.colours for number in BOX.numbers]


@pytest.fixture(autouse=True)
def _kernel() -> None:
    if compiled.load_kernel() is None:
        pytest.skip("the kernel is not built: see tools/build-kernel")


def count_plays(size: int) -> int | None:
    scenario = Scenario(must=Counter(), may=Counter(FACES[:size]))
    return search_plays(PlayQuestion(JokerMelds(BOX), (scenario,))).count()


def test_a_large_hand_waits_for_another() -> None:
    with ThreadPoolExecutor(1) as pool:
        with compiled._LARGE:
            waiting: Future[int | None] = pool.submit(count_plays, compiled.LARGE_HAND + 1)
            with pytest.raises(Unanswered):
                waiting.result(timeout=0.5)
        assert waiting.result(timeout=60)


def test_other_hands_do_not_wait() -> None:
    with ThreadPoolExecutor(1) as pool, compiled._LARGE:
        assert pool.submit(count_plays, compiled.LARGE_HAND).result(timeout=60)
