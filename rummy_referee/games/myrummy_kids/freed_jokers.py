"""A joker that was swapped out must be laid again in the same turn."""

from itertools import combinations

from rummy_referee.games.myrummy_kids.snapshot import BOX, RUNS, KidsSnapshot
from rummy_referee.melds.lying_runs import LyingRun, read_run
from rummy_referee.tiles.tile import Tile


def can_lay_freed(snapshot: KidsSnapshot) -> bool:
    """Whether all freed jokers can be laid again in this turn, by any further steps.

    With one joker in the hand, the new run has two real tiles whose numbers differ by 1 or 2; every longer run contains
    two such tiles. With two jokers, any real tile forms a run with all of them: so a second swap is enough if it leaves
    a real tile.
    """
    if not snapshot.freed_jokers:
        return True
    real = [tile for tile in snapshot.hand if not tile.wild]
    if real and len(snapshot.hand) - len(real) > 1:
        return True
    if snapshot.opened and sum(len(BOX.numbers) - len(meld) for meld in snapshot.table) >= snapshot.freed_jokers:
        return True
    if any(
        one.colour == other.colour and abs(one.number - other.number) in (1, 2) for one, other in combinations(real, 2)
    ):
        return True
    runs = [read_run(meld) for meld in snapshot.table] if len(real) > 1 else []
    return any(is_swap_for(run, tile) for run in runs for tile in real)


def is_swap_for(run: LyingRun, tile: Tile) -> bool:
    """Whether a joker of the run can stand for this real tile."""
    return tile.colour == run.colour and bool(RUNS.joker_numbers(run) >> tile.number & 1)
