"""Laying plays in plain Python: melds for their tiles, and as much of the table as it was as is easily possible."""

from collections.abc import Sequence
from itertools import accumulate, chain

from service.engine.plays.engine import AS_JOKER, Found, LaidWords, WrittenMelds
from service.engine.plays.old_melds import read_old_melds, see_shares
from service.engine.plays.problem import Problem
from service.engine.plays.questions import LaidTable
from service.engine.plays.runs import Laid
from service.engine.plays.sharing import Sharing
from service.engine.plays.tables import Table


def lay_plays(problem: Problem, plays: Sequence[Found], table: WrittenMelds, steps: int) -> tuple[LaidWords, int]:
    """Lay each play, and count the steps; the melds that several tables have are told once."""
    melds: dict[bytes, int] = {}
    ends = list(accumulate(table.sizes))
    old = [table.tiles[end - size : end] for end, size in zip(ends, table.sizes, strict=True)]
    sharing = Sharing(problem, steps)
    tables: list[LaidTable] = []
    for play in plays:
        laid = lay_play(problem, sharing, play, old)
        places = [melds.setdefault(write_meld(meld), len(melds)) for meld in laid.melds]
        tables.append((*sorted(laid.kept), *[len(old) + place for place in places]))
    written = WrittenMelds(bytes(map(len, melds)), b"".join(melds))
    return LaidWords(written, tuple(chain(*tables)), tuple(accumulate(map(len, tables)))), sharing.work


def write_meld(meld: Sequence[Laid]) -> bytes:
    """A meld as an engine tells it."""
    return bytes([cell | AS_JOKER * is_joker for cell, is_joker in meld])


def lay_play(problem: Problem, sharing: Sharing, play: Found, table: Sequence[bytes]) -> Table:
    """The table after a play: shared out nearly as before, with the old melds that can stay."""
    case = problem.cases[play.case]
    old = read_old_melds(problem, case.roles, table)
    shares = sharing.share_out(play, see_shares(problem, old))
    if shares is None:
        raise ValueError("these tiles are no play of this scenario")
    merged = [0] * problem.faces if problem.strict else case.roles
    reals = [
        must - joker + used - played
        for must, joker, used, played in zip(case.must, merged, play.letters, case.played, strict=False)
    ]
    laid = Table.of(problem, reals, case.roles, shares)
    laid.keep(old)
    laid.build(old)
    return laid
