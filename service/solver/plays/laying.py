"""Laying plays in plain Python: melds for their tiles, and as much of the table as it was as is easily possible."""

from collections.abc import Sequence
from itertools import accumulate

from service.solver.plays.engine import AS_JOKER, Found, LaidWords, WrittenMelds
from service.solver.plays.old_melds import read_old_melds, see_shares
from service.solver.plays.piles import Pile
from service.solver.plays.problem import Problem
from service.solver.plays.questions import LaidTable
from service.solver.plays.runs import Laid
from service.solver.plays.sharing import Sharing
from service.solver.plays.tables import Table

MOST_MISSES = 3
"""After trying so often in vain to let one more meld stay, the others need not."""
EASY_STEPS = 100
"""What may be tried for that."""


def lay_plays(problem: Problem, plays: Sequence[Found], table: WrittenMelds, steps: int) -> tuple[LaidWords, int]:
    """Lay each play, and count the steps; the melds that several tables have are told once."""
    melds: dict[bytes, int] = {}
    ends = list(accumulate(table.sizes))
    old = [table.tiles[end - size : end] for end, size in zip(ends, table.sizes, strict=True)]
    tables = []
    spent = 0
    for play in plays:
        laid, own = lay_play(problem, play, old, steps)
        spent += own
        places = [melds.setdefault(write_meld(meld), len(melds)) for meld in laid.melds]
        tables.append(LaidTable(tuple(sorted(laid.kept)), tuple(places)))
    return LaidWords(list(melds), tables), spent


def write_meld(meld: Sequence[Laid]) -> bytes:
    """A meld as an engine tells it."""
    return bytes([cell | AS_JOKER * is_joker for cell, is_joker in meld])


def lay_play(problem: Problem, play: Found, table: Sequence[bytes], steps: int) -> tuple[Table, int]:
    """The table after a play, and the steps it took: shared out nearly as before, with the old melds that can stay.

    Melds that do not fit into these shares are tried once more: perhaps the rest can be shared out so that they do.
    """
    pile = pile_up(problem, play)
    old = read_old_melds(problem, problem.cases[play.case].roles, table)
    sharing = Sharing(problem, pile, see_shares(problem, old), steps)
    shares = sharing.share_out()
    spent = steps - sharing.steps + problem.cells
    if shares is None:
        raise ValueError("these tiles are no play of this scenario")
    laid = Table.of(problem, pile, shares)
    laid.keep(old)
    misses = 0
    for place, meld in enumerate(old):
        if misses == MOST_MISSES:
            break
        rest = None if place in laid.kept else laid.pile.without(meld)
        if rest is None:
            continue
        others = [other for at, other in enumerate(old) if at != place and at not in laid.kept]
        sharing = Sharing(problem, rest, see_shares(problem, others), EASY_STEPS)
        shares = sharing.share_out()
        spent += EASY_STEPS - sharing.steps + problem.cells
        if shares is None:
            misses += 1
        else:
            laid = Table.of(problem, rest, shares, {*laid.kept, place})
            laid.keep(old)
    laid.build(old)
    return laid, spent


def pile_up(problem: Problem, play: Found) -> Pile:
    """The tiles that lie in melds after a play."""
    case = problem.cases[play.case]
    bound = case.roles
    merged = [0] * problem.faces if problem.strict else bound
    reals = [
        must - joker + used - played
        for must, joker, used, played in zip(case.must, merged, play.letters, case.played, strict=False)
    ]
    worth = sum(used * problem.numbers[cell // problem.colours] for cell, used in enumerate(play.letters[:-1]))
    return Pile(
        reals,
        list(bound),
        case.free_jokers + play.letters[-1] - case.played_jokers,
        max(problem.minimum - worth, 0) if problem.jokers_count else 0,
    )
