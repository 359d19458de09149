"""Taking a tile: the last discard, or one of the stock."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from rummy_referee.engine.deadwood.minimum import count_points
from rummy_referee.rules import records
from rummy_referee.rules.faults import drawn_not_hidden, fact_not_of_phase, pile_empty, stock_empty
from rummy_referee.rules.knock_rummy.combinations import Combinations
from rummy_referee.rules.positions import AnyPosition
from rummy_referee.rules.turns import BestMove, Meld, Move, pieces_of
from rummy_referee.rules.violations import Cite, Violation, make_violation
from rummy_referee.rules.wordings import Wording
from rummy_referee.tiles.tile import Tile

STOCK: Literal["stock"] = "stock"
PILE: Literal["discard"] = "discard"


@dataclass(frozen=True, slots=True)
class TakeTile(Move):
    """Take the last discard or a tile of the stock."""

    type: ClassVar[Literal["take"]] = "take"
    from_: Literal["stock", "discard"] = records.choice("A tile of the stock, or the last discard.", STOCK, PILE)
    drawn: Tile | None = records.optional_tile(
        "The tile taken from the stock, if it is known. Without it there is no `next`."
    )


def check_take(position: AnyPosition, move: TakeTile) -> Iterator[Violation]:
    """Only the last discard can be taken, if there is one. An empty stock gives no tile."""
    top = position.snapshot.discard_top
    if move.from_ == STOCK:
        if move.drawn and not position.snapshot.stock:
            yield position.violation(stock_empty(), "/move/drawn")
    elif top is None:
        yield position.violation(pile_empty(), "/move/from")
    elif move.drawn:
        yield position.violation(drawn_not_hidden(tile=top.code), "/move/drawn")


def each_take(check: Callable[[Any, TakeTile], Iterator[Violation]]) -> Callable[[Any], Iterator[TakeTile]]:
    """Generates the legal takes: from the stock, then from the discards."""
    moves = (TakeTile(STOCK), TakeTile(PILE))
    return lambda position: (move for move in moves if not any(check(position, move)))


def check_open_discard(state: Any, cite: Cite) -> Iterator[Violation]:
    """In a whole round, a player who has taken a tile sees no discard: it was taken, or it is not there any more."""
    if state.phase == "discard" and state.discard_top is not None:
        yield make_violation(cite, fact_not_of_phase(phase=state.phase), "/discard_top")


def describe_take(position: AnyPosition, move: TakeTile) -> Wording:
    """A take in words; a take from an empty stock ends the round."""
    snapshot = position.snapshot
    if move.from_ == PILE and snapshot.discard_top:
        return Wording("take_discard", {"tile": snapshot.discard_top.code})
    return Wording("take_from_stock" if snapshot.stock else "take_from_empty_stock")


def leaves_less(combinations: Combinations, best: BestMove[Move], hand: Meld, top: Tile) -> bool:
    """Whether the best discard after taking the last one leaves less deadwood than after a tile of the stock.

    Points count before tiles. A tile of the stock counts as the average of all unseen tiles.
    """
    unseen = Counter(combinations.box.holds) - pieces_of((*hand, top))
    tiles, total = combinations.box.tiles, unseen.total()
    points = sum([combinations.deadwood.find_discard([*hand, tiles[piece]])[1] * n for piece, n in unseen.items()])
    known = count_points(best.leaves) * total
    if known != points:
        return known < points
    left = [len(combinations.deadwood.discard([*hand, tiles[piece]]).melding.left) * n for piece, n in unseen.items()]
    return len(best.leaves) * total < sum(left)
