"""The capacity page follows from the measured figures, and the simulated autoscaler behaves like the real one."""

from dataclasses import replace

import pytest

from bench.capacity.autoscaler import DURING, Autoscaler, read_autoscaler, simulate
from bench.capacity.figures import load
from bench.capacity.report import PAGE, fill, make_quick_tables
from rummy_referee.games import GAMES
from service.operations.post_operations import POST_OPERATIONS

SCALER = Autoscaler(minimum=2, maximum=20, target_cores=0.7, workers=2, growth=1.0, growth_seconds=30)
TIMES = [0.01]
"""Every request takes this many seconds, so that few requests are a high load."""


def test_the_tables_of_the_page_follow_from_the_figures() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert fill(page, make_quick_tables(load(), read_autoscaler())) == page


def test_the_figures_are_of_games_and_operations_that_exist() -> None:
    figures = load()
    assert figures.operations.keys() <= {operation.id for operation in POST_OPERATIONS}
    assert figures.games.keys() <= GAMES.keys()


def test_the_pods_for_a_constant_load_are_as_many_as_the_target_needs() -> None:
    assert SCALER.pods_for(0.1) == 2
    assert SCALER.pods_for(1.4) == 2
    assert SCALER.pods_for(1.5) == 3


def test_a_constant_load_changes_nothing() -> None:
    outcome = simulate(TIMES, rate=100, rise=1, scaler=SCALER, start_seconds=10)
    assert (outcome.pods_before, outcome.pods_after, outcome.rejected) == (2, 2, 0)


def test_an_idle_worker_responds_at_once() -> None:
    outcome = simulate(TIMES, rate=0.1, rise=1, scaler=SCALER, start_seconds=10)
    assert outcome.worst == pytest.approx(0.01)


def test_a_rise_adds_the_pods_that_the_load_needs() -> None:
    outcome = simulate(TIMES, rate=100, rise=4, scaler=SCALER, start_seconds=10)
    assert outcome.pods_after == SCALER.pods_for(4)
    assert outcome.worst > outcome.before


def test_the_maximum_number_of_pods_is_never_exceeded() -> None:
    outcome = simulate(TIMES, rate=100, rise=20, scaler=replace(SCALER, maximum=5), start_seconds=10)
    assert outcome.pods_after == 5
    assert outcome.recovered_after == DURING
    assert outcome.rejected > 0.4


def test_slower_pods_reject_more() -> None:
    quick, slow = (simulate(TIMES, rate=100, rise=10, scaler=SCALER, start_seconds=start) for start in (10, 130))
    assert 0 < quick.rejected < slow.rejected
    assert quick.recovered_after < slow.recovered_after


def test_the_same_figures_give_the_same_outcome() -> None:
    outcomes = {simulate(TIMES, rate=100, rise=5, scaler=SCALER, start_seconds=10) for _ in range(2)}
    assert len(outcomes) == 1
