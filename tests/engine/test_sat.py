"""The SAT encoding of numbers: totalizers add up, queries are answered, and the work is bounded."""

from itertools import product

import pytest

from rummy_referee.engine.sat import FALSE, STEPS_PER_CLAUSE, TRUE, Formula, Number, at_least
from rummy_referee.engine.work import OutOfStepsError, Steps, counted_work


def make_formula(most_steps: int = 10**6) -> Formula:
    return Formula(Steps(most_steps))


def be(number: Number, value: int) -> tuple[int, int]:
    """What is true if a number has this value."""
    return at_least(number, value), -at_least(number, value + 1)


@pytest.mark.parametrize("most", [1, 3, 4, 9])
def test_a_sum_is_capped(most):
    formula = make_formula()
    numbers = [formula.new_number(highest, least) for highest, least in ((2, 0), (3, 1), (0, 0), (2, 2), (1, 0))]
    total = formula.totalize(numbers, most)
    for values in product(range(3), range(1, 4), (0,), (2,), range(2)):
        assumed = [literal for number, value in zip(numbers, values, strict=True) for literal in be(number, value)]
        model = formula.solve(*assumed)
        assert model
        assert [model.value(number) for number in numbers] == list(values)
        assert model.value(total) == min(most, sum(values))


@pytest.mark.parametrize("most", [0, 1, 2, 5])
def test_a_sum_is_no_more_than_its_limit(most):
    formula = make_formula()
    numbers = [formula.new_number(2), formula.new_number(1), formula.new_number(3)]
    total = formula.totalize(numbers, most, is_limit=True)
    for values in product(range(3), range(2), range(4)):
        model = formula.solve(*(lit for pair in zip(numbers, values, strict=True) for lit in be(*pair)))
        assert bool(model) == (sum(values) <= most)
        assert not model or model.value(total) == sum(values)


def test_a_single_number_has_the_limit_of_a_sum():
    formula = make_formula()
    number = formula.new_number(5)
    assert len(formula.totalize([(), number], 3, is_limit=True)) == 3
    assert formula.solve(at_least(number, 3))
    assert not formula.solve(at_least(number, 4))


def test_constants_need_no_clause():
    formula = make_formula()
    with counted_work() as work:
        formula.add_clause(TRUE, formula.new_variable())
        formula.equate((TRUE, FALSE), (TRUE,))
    assert not work.steps
    assert formula.solve(TRUE)
    assert not formula.solve(FALSE)
    formula.add_clause(FALSE)
    assert not formula.solve()


def test_clauses_may_be_added_between_two_queries():
    formula = make_formula()
    one, other = formula.new_variable(), formula.new_variable()
    formula.add_clause(one, other)
    assert formula.solve(-one)
    formula.add_clause(-other)
    assert not formula.solve(-one)
    assert formula.solve()


def add_pigeonhole_principle(formula: Formula, holes: int) -> None:
    """One pigeon more than holes, each in a hole of its own: hard to refute for a SAT solver."""
    places = [[formula.new_variable() for _ in range(holes)] for _ in range(holes + 1)]
    for pigeon in places:
        formula.add_clause(*pigeon)
    for hole in zip(*places, strict=True):
        for place, pigeon in enumerate(hole):
            for other in hole[:place]:
                formula.add_clause(-pigeon, -other)


def test_a_hard_query_stops_at_the_bound_on_work():
    steps = Steps(100_000)
    formula = Formula(steps)
    add_pigeonhole_principle(formula, 10)
    with counted_work() as work, pytest.raises(OutOfStepsError):
        formula.solve()
    assert steps.left <= 0
    clauses = 11 + 10 * 55  # a hole for each pigeon, and no two pigeons in a hole
    assert 100_000 <= work.steps - STEPS_PER_CLAUSE * clauses < 110_000


def test_the_same_query_takes_the_same_steps():
    taken = []
    for _ in range(2):
        steps = Steps(10**7)
        formula = Formula(steps)
        add_pigeonhole_principle(formula, 6)
        assert formula.solve() is None
        taken.append(10**7 - steps.left)
    assert taken[0] == taken[1] > 1000
