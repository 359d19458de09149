"""Work is counted only inside ``counted_work``."""

from threading import Thread

import pytest

from rummy_referee.engine.plays import PlaySearch
from rummy_referee.engine.problem import PlayProblem, Scenario
from rummy_referee.engine.work import (
    CHECK_STEPS,
    CancelledError,
    OutOfStepsError,
    StepLimitError,
    Steps,
    count_steps,
    counted_work,
)
from rummy_referee.games.rummy import BOX
from rummy_referee.melds.joker_melds import JokerMelds


def test_steps_within_are_counted():
    with counted_work() as work:
        count_steps(3)
        count_steps(4)
    count_steps(5)
    assert work.steps == 7


def test_inner_work_is_part_of_outer_work():
    with counted_work() as outer:
        count_steps(1)
        with counted_work() as inner:
            count_steps(10)
    assert (inner.steps, outer.steps) == (10, 11)


def test_work_that_failed_was_work_all_the_same():
    with counted_work() as outer:
        try:
            with counted_work():
                count_steps(10)
                raise ValueError
        except ValueError:
            pass
    assert outer.steps == 10


def test_threads_do_not_count_for_one_another():
    with counted_work() as work:
        other = Thread(target=count_steps, args=(5,))
        other.start()
        other.join()
    assert work.steps == 0


def test_steps_of_a_search_are_so_much_work_each_up_to_a_bound():
    steps = Steps(30, work=7)
    with counted_work() as work:
        steps.take(10)
        steps.take()
        with pytest.raises(OutOfStepsError):
            steps.take(20)
    assert (steps.left, work.steps) == (-1, 31 * 7)


# --- checks -----------------------------------------------------------------------------------------------------------


class Guard:
    """Records its calls, and stops the work after some of them."""

    def __init__(self, calls=None):
        self.calls = []
        self.allowed = calls

    def __call__(self, steps, is_large):
        self.calls.append((steps, is_large))
        if self.allowed is not None and len(self.calls) > self.allowed:
            raise CancelledError


def test_the_guard_is_called_once_for_so_many_steps():
    guard = Guard()
    with counted_work(guard), counted_work():
        for _ in range(8):
            count_steps(CHECK_STEPS // 4)
    assert guard.calls == [(CHECK_STEPS, False), (2 * CHECK_STEPS, False)]


def test_no_handler_of_exceptions_keeps_the_guard_from_stopping_the_work():
    with counted_work(Guard(0)), pytest.raises(CancelledError):
        count_steps(CHECK_STEPS)
    assert not issubclass(CancelledError, Exception)


def test_work_beyond_its_limit_is_stopped_and_counted():
    with counted_work() as outer, counted_work() as work:
        work.limit = 3 * CHECK_STEPS
        count_steps(3 * CHECK_STEPS)
        with pytest.raises(StepLimitError):
            count_steps(CHECK_STEPS)
    assert outer.steps == work.steps == 4 * CHECK_STEPS


HARD = PlayProblem(
    JokerMelds(BOX, ace_high=True),
    (Scenario(optional={(colour, number): 2 for colour in BOX.colours for number in BOX.numbers}, hand_jokers=2),),
)


def test_a_guard_stops_a_search_of_the_compiled_engine():
    guard = Guard(2)
    with counted_work(guard) as work, pytest.raises(CancelledError):
        PlaySearch(HARD).count()
    assert len(guard.calls) == 3
    assert 2 * CHECK_STEPS < work.steps < 10 * CHECK_STEPS


def test_a_search_that_is_not_stopped_counts_and_finds_the_same_with_a_guard():
    results = []
    for guard in (None, Guard()):
        with counted_work(guard) as work:
            results.append((PlaySearch(HARD, 5_000_000).count(), work.steps))
    assert results[0] == results[1]


def test_a_search_can_be_closed_while_the_guard_of_another_runs():
    """Python collects its garbage at any time, also there."""
    others: list[PlaySearch] = []

    def collect_garbage(_steps, _is_large):
        others[:] = [PlaySearch(HARD)]  # and the one before is closed

    results = []
    for guard in (None, collect_garbage):
        with counted_work(guard) as work:
            results.append((PlaySearch(HARD, 5_000_000).count(), work.steps))
    assert others
    assert results[0] == results[1]


def test_a_search_that_takes_much_memory_says_so():
    guard = Guard()
    with counted_work(guard):
        PlaySearch(HARD, 20_000_000).count()
    assert any(is_large for _, is_large in guard.calls)
