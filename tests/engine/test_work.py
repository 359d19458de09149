"""Work is counted only inside ``counted_work``."""

from threading import Thread

import pytest

from service.engine.work import OutOfStepsError, Steps, count_steps, counted_work


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
