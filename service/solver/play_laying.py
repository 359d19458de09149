"""Laying plays in plain Python: melds for their tiles, and as much of the table as it was as is easily possible."""

from collections.abc import Sequence

from service.solver.play_engine import AS_JOKER, Found, LaidWords
from service.solver.play_old_melds import read_old_melds, see_shares
from service.solver.play_problem import Problem
from service.solver.play_runs import Laid
from service.solver.play_sharing import Pile, Sharing
from service.solver.play_tables import Table
from service.solver.plays import LaidTable


def lay_plays(problem: Problem, plays: Sequence[Found], table: Sequence[bytes], steps: int) -> LaidWords:
    """Lay each play; the melds that several tables have are told once."""
    melds: dict[bytes, int] = {}
    tables = []
    for play in plays:
        laid = lay_play(problem, play, table, steps)
        places = [melds.setdefault(write_meld(meld), len(melds)) for meld in laid.melds]
        tables.append(LaidTable(tuple(laid.kept), tuple(places)))
    return LaidWords(list(melds), tables)


def write_meld(meld: Sequence[Laid]) -> bytes:
    """A meld as an engine tells it."""
    return bytes([cell | AS_JOKER * is_joker for cell, is_joker in meld])


def lay_play(problem: Problem, play: Found, table: Sequence[bytes], steps: int) -> Table:
    """The table after a play: shared out nearly as before, with the old melds that can stay."""
    pile = pile_up(problem, play)
    old = read_old_melds(problem, problem.cases[play.case].roles, table)
    shares = Sharing(problem, pile, see_shares(problem, old), steps).share_out()
    if shares is None:
        raise ValueError("these tiles are no play of this scenario")
    laid = Table.of(problem, pile, shares)
    laid.keep(old)
    laid.build()
    for _ in range(shares.jokers_left):
        laid.take_in_joker(old)
    return laid


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
