"""The moves of table rummy besides the play: a player draws instead, and passes if there is nothing to draw."""

from collections.abc import Iterator
from typing import Any

from rummy_referee.rules.faults import pass_while_playable, pass_with_stock
from rummy_referee.rules.move_records import Draw, Pass
from rummy_referee.rules.records import replace
from rummy_referee.rules.table_rummy.turns import TableRummyPosition
from rummy_referee.rules.turns import Outcome, add_to_hand, check_stock, needs
from rummy_referee.rules.violations import Violation


def check_draw(position: TableRummyPosition[Any], _move: Draw) -> Iterator[Violation]:
    """The stock is not empty."""
    yield from check_stock(position)


def apply_draw(position: TableRummyPosition[Any], move: Draw) -> Outcome:
    """One tile more in the hand, one less in the stock; the turn is over."""
    after = add_to_hand(position.snapshot, move.drawn)
    outcome = position.end_turn(replace(after, stock=after.stock - 1))
    return outcome if move.drawn else needs(outcome, "drawn")


def check_pass(position: TableRummyPosition[Any], _move: Pass) -> Iterator[Violation]:
    """The stock is empty, and the player cannot play."""
    if position.snapshot.stock:
        yield position.violation(pass_with_stock(), "/move/type")
    if position.is_available(position.plays.type) and position.plays.is_playable():
        yield position.violation(pass_while_playable(), "/move/type")
