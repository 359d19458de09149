"""The move that wins the most rounds where a player may draw instead of playing: wait until all tiles can be laid.

Tiles that are laid help the others, and each turn in which nothing more can be laid costs a tile. A hand that grows can
soon be laid in one turn.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rummy_referee.rules.move_records import Draw
from rummy_referee.rules.strong_play import StrongMove, StrongPlayer
from rummy_referee.rules.table_rummy.turns import TableRummyPosition
from rummy_referee.rules.turns import BestMove, generate_moves

WAITS = "waits"


@dataclass(frozen=True, slots=True)
class TableSeen:
    """What the player on turn has seen besides the snapshot: the player uses nothing of it."""


def wait_for_all(least_stock: Mapping[int, int]) -> StrongPlayer:
    """The player who draws, by strength as long as the stock has more tiles than this."""

    def find(position: TableRummyPosition[Any], _seen: TableSeen, strength: int, _seed: int) -> StrongMove[Any]:
        best, snapshot = position.best(), position.snapshot
        is_play = best.move is not None and best.move.type == position.plays.type
        waits = is_play and not best.goes_out and snapshot.opened and snapshot.stock > least_stock[strength]
        draws = generate_moves(position, position.turn.rules_by_type[Draw.type]) if waits else ()
        if not draws:
            return StrongMove(best)
        return StrongMove(BestMove(draws[0], leaves=snapshot.hand, advice=WAITS, proven=False))

    return StrongPlayer(seen=TableSeen, find=find, reasons=(WAITS,))
