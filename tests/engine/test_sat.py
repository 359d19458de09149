"""Numbers put as clauses: they add up, a question is answered, and the work on it is bounded."""

from itertools import product

import pytest

from service.engine.sat import FALSE, TRUE, Clauses, Number, at_least
from service.engine.work import OutOfStepsError, Steps, counted_work


def make_clauses(most_steps: int = 10**6) -> Clauses:
    return Clauses(Steps(most_steps))


def be(number: Number, value: int) -> tuple[int, int]:
    """What is true if a number is just this."""
    return at_least(number, value), -at_least(number, value + 1)


@pytest.mark.parametrize("most", [1, 3, 4, 9])
def test_a_sum_is_told_up_to_what_is_asked_for(most):
    clauses = make_clauses()
    numbers = [clauses.make_number(highest, least) for highest, least in ((2, 0), (3, 1), (0, 0), (2, 2), (1, 0))]
    total = clauses.add_up(numbers, most)
    for values in product(range(3), range(1, 4), (0,), (2,), range(2)):
        assumed = [literal for number, value in zip(numbers, values, strict=True) for literal in be(number, value)]
        solution = clauses.solve(*assumed)
        assert solution
        assert [solution.read(number) for number in numbers] == list(values)
        assert solution.read(total) == min(most, sum(values))


@pytest.mark.parametrize("most", [0, 1, 2, 5])
def test_a_sum_is_no_more_than_its_limit(most):
    clauses = make_clauses()
    numbers = [clauses.make_number(2), clauses.make_number(1), clauses.make_number(3)]
    total = clauses.add_up(numbers, most, is_limit=True)
    for values in product(range(3), range(2), range(4)):
        solution = clauses.solve(*(lit for pair in zip(numbers, values, strict=True) for lit in be(*pair)))
        assert bool(solution) == (sum(values) <= most)
        assert not solution or solution.read(total) == sum(values)


def test_a_single_number_has_the_limit_of_a_sum():
    clauses = make_clauses()
    number = clauses.make_number(5)
    assert len(clauses.add_up([(), number], 3, is_limit=True)) == 3
    assert clauses.solve(at_least(number, 3))
    assert not clauses.solve(at_least(number, 4))


def test_what_is_certain_needs_no_clause():
    clauses = make_clauses()
    with counted_work() as work:
        clauses.put(TRUE, clauses.make_variable())
        clauses.equate((TRUE, FALSE), (TRUE,))
    assert not work.steps
    assert clauses.solve(TRUE)
    assert not clauses.solve(FALSE)
    clauses.put(FALSE)
    assert not clauses.solve()


def test_more_clauses_may_come_after_a_question():
    clauses = make_clauses()
    one, other = clauses.make_variable(), clauses.make_variable()
    clauses.put(one, other)
    assert clauses.solve(-one)
    clauses.put(-other)
    assert not clauses.solve(-one)
    assert clauses.solve()


def put_pigeons(clauses: Clauses, holes: int) -> None:
    """One pigeon more than there are holes, each in one of them: this takes long to refute."""
    places = [[clauses.make_variable() for _ in range(holes)] for _ in range(holes + 1)]
    for pigeon in places:
        clauses.put(*pigeon)
    for hole in zip(*places, strict=True):
        for place, pigeon in enumerate(hole):
            for other in hole[:place]:
                clauses.put(-pigeon, -other)


def test_a_hard_question_ends_at_its_bound():
    steps = Steps(100_000)
    clauses = Clauses(steps)
    put_pigeons(clauses, 10)
    with counted_work() as work, pytest.raises(OutOfStepsError):
        clauses.solve()
    assert steps.left <= 0
    assert 100_000 <= work.steps < 110_000


def test_the_same_question_takes_the_same_steps():
    taken = []
    for _ in range(2):
        steps = Steps(10**7)
        clauses = Clauses(steps)
        put_pigeons(clauses, 6)
        assert clauses.solve() is None
        taken.append(10**7 - steps.left)
    assert taken[0] == taken[1] > 1000
