"""Steps on runs of the table: the search uses one order of steps, here every order is tried."""

from itertools import product

from rummy_referee.engine.steps.run_steps import find_longer, find_results, find_swapped, pack, unpack
from rummy_referee.melds.lying_runs import LyingRun, LyingRuns
from rummy_referee.tiles.box import Box

RUNS = LyingRuns(Box(colours="BRGY", numbers=range(1, 7), copies=2, jokers=4))


def all_runs() -> list[LyingRun]:
    """Every run that can lie on the table: what is fixed, what of it is a pinned joker, and how many jokers are not."""
    runs = []
    for length, fixed, pinned in product(range(3, 7), range(2, 128, 2), range(0, 128, 2)):
        run = LyingRun("", length, fixed, pinned)
        if pinned & ~fixed == 0 and run.real and run.jokers <= 4 and RUNS.windows(length, fixed):
            runs.append(run)
    return runs


def test_swaps_before_additions_reach_the_results_of_any_order():
    runs = all_runs()
    assert len(runs) > 500
    for run in runs:
        reached, ahead = {run}, [run]
        while ahead:
            one = ahead.pop()
            new = {*find_swapped(RUNS, one), *find_longer(RUNS, one)} - reached
            reached |= new
            ahead += new
        made = {(one.real & ~run.real, one.jokers - run.jokers, one.length > run.length) for one in reached}
        assert find_results(RUNS, run) == made, run


def test_packed_tiles_can_be_unpacked():
    for numbers in ([], [1], [1, 1, 2, 6, 6], [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]):
        assert unpack(pack(numbers)) == numbers
