"""The plays that are listed for a position."""

from typing import Any

from rummy_referee.rules.move_records import Play
from rummy_referee.rules.moves import list_moves
from rummy_referee.rules.table_rummy.turns import TableRummyPosition


def listed_plays(position: TableRummyPosition[Any]) -> list[Play]:
    found = list_moves(position, 1000, None)
    assert not found.violations
    assert found.next_cursor is None
    assert found.total == len(found.moves)
    return [move for move in found.moves if isinstance(move, Play)]


def played_by(move: Play) -> tuple[str, ...]:
    return tuple(sorted(tile.piece for tile in move.from_hand or ()))
