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


def count_plays(size: int, lying: int) -> int | None:
    """How many plays a hand of so many tiles has, beside a run of so many or none."""
    scenario = Scenario(must=Counter(FACES[len(FACES) - lying :]), may=Counter(FACES[:size]))
    return search_plays(PlayQuestion(JokerMelds(BOX), (scenario,))).count()


LARGEST = pytest.mark.parametrize(("size", "lying"), [(compiled.LARGE_HAND, 3), (compiled.LARGE_BY_ITSELF, 0)])


@LARGEST
def test_a_large_hand_waits_for_another(size: int, lying: int) -> None:
    with ThreadPoolExecutor(1) as pool:
        with compiled._LARGE:
            waiting: Future[int | None] = pool.submit(count_plays, size + 1, lying)
            with pytest.raises(Unanswered):
                waiting.result(timeout=0.5)
        assert waiting.result(timeout=60)


@LARGEST
def test_other_hands_do_not_wait(size: int, lying: int) -> None:
    with ThreadPoolExecutor(1) as pool, compiled._LARGE:
        assert pool.submit(count_plays, size, lying).result(timeout=60)
