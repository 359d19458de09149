"""Games with a discard pile whose top card can be taken, and which becomes the stock when that is empty."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from rummy_referee.rules import records
from rummy_referee.rules.faults import (
    card_uncovered,
    drawn_not_hidden,
    nothing_uncovered,
    pile_empty,
    pile_without_count,
    pile_without_top,
    stock_empty,
)
from rummy_referee.rules.positions import AnyPosition
from rummy_referee.rules.records import UNSET, Unset, replace
from rummy_referee.rules.round_play import shuffle
from rummy_referee.rules.turns import Move, Outcome, add_to_hand, needs
from rummy_referee.rules.violations import Violation
from rummy_referee.rules.wordings import Wording
from rummy_referee.tiles.tile import Tile

STOCK: Literal["stock"] = "stock"
PILE: Literal["discard"] = "discard"


@dataclass(frozen=True, slots=True)
class TakeCard(Move):
    """Take the top card of the stock or of the discard pile."""

    type: ClassVar[Literal["take"]] = "take"
    from_: Literal["stock", "discard"] = records.choice(
        "From the stock, or the top card of the discard pile.", STOCK, PILE
    )
    drawn: Tile | None = records.optional_tile(
        "The card taken from the stock, if it is known. Without it there is no `next`."
    )
    revealed: Tile | Unset | None = records.optional_tile_or_none(
        "The card then on top of the discard pile, if it is known; null if none is left. Without it there is no "
        "`next`, unless the pile had one card."
    )


# --- the position ---------------------------------------------------------------------------------------------------


def count_hidden(snapshot: Any) -> int:
    """The stock, and the discard pile under its top card."""
    hidden: int = snapshot.stock + max(snapshot.discard_count - (snapshot.discard_top is not None), 0)
    return hidden


def check_pile(position: AnyPosition) -> Iterator[Violation]:
    """A discard pile has a top card and at least one card."""
    snapshot = position.snapshot
    if snapshot.discard_count and snapshot.discard_top is None:
        yield position.violation(pile_without_top(count=snapshot.discard_count), "/discard_top")
    if snapshot.discard_top is not None and not snapshot.discard_count:
        yield position.violation(pile_without_count(tile=snapshot.discard_top.piece), "/discard_count")


# --- taking ---------------------------------------------------------------------------------------------------------


def check_take(position: AnyPosition, move: TakeCard) -> Iterator[Violation]:
    """There is a card to take, and the given cards fit those that it reveals."""
    snapshot = position.snapshot
    if move.from_ == STOCK:
        if not snapshot.stock and snapshot.discard_count <= 1:
            yield position.violation(stock_empty(), "/move/from")
        if isinstance(move.revealed, Tile):
            yield position.violation(nothing_uncovered(tile=move.revealed.piece), "/move/revealed")
        return
    if not snapshot.discard_count:
        yield position.violation(pile_empty(), "/move/from")
    if move.drawn is not None and snapshot.discard_top is not None:
        yield position.violation(drawn_not_hidden(tile=snapshot.discard_top.piece), "/move/drawn")
    elif move.drawn is not None:
        yield position.violation(nothing_uncovered(tile=move.drawn.piece), "/move/drawn")
    if isinstance(move.revealed, Tile) and snapshot.discard_count <= 1:
        yield position.violation(nothing_uncovered(tile=move.revealed.piece), "/move/revealed")
    if move.revealed is None and snapshot.discard_count > 1:
        yield position.violation(card_uncovered(count=snapshot.discard_count), "/move/revealed")


def take_from_pile(snapshot: Any, move: TakeCard, **changes: Any) -> Outcome:
    """The top card is in the hand; the card under it must be known, if there is one."""
    top = None if move.revealed is UNSET else move.revealed
    after = replace(
        add_to_hand(snapshot, snapshot.discard_top),
        discard_top=top,
        discard_count=snapshot.discard_count - 1,
        **changes,
    )
    return needs(Outcome(after), "revealed") if after.discard_count and top is None else Outcome(after)


def take_from_stock(snapshot: Any, move: TakeCard, **changes: Any) -> Outcome:
    """A card is in the hand. An empty stock is first refilled from the discard pile under its top card."""
    if not snapshot.stock:
        snapshot = replace(snapshot, stock=snapshot.discard_count - 1, discard_count=1)
    after = replace(add_to_hand(snapshot, move.drawn), stock=snapshot.stock - 1, **changes)
    return Outcome(after) if move.drawn else needs(Outcome(after), "drawn")


def describe_take(position: AnyPosition, move: TakeCard) -> Wording:
    """A take in words."""
    top = position.snapshot.discard_top
    return Wording("take_discard", {"tile": top.code}) if move.from_ == PILE and top else Wording("take_from_stock")


# --- whole rounds, whose record has ``discards``, the top card last --------------------------------------------------


def is_take(move: Move, source: str) -> bool:
    """Whether a move takes a card from the stock or from the pile."""
    return isinstance(move, TakeCard) and move.from_ == source


def prepare(state: Any, move: Move) -> Any:
    """If the stock is empty, the discard pile without its top card is shuffled and becomes the stock."""
    if not is_take(move, STOCK) or state.stock:
        return state
    return replace(shuffle(state, state.discards[:-1]), discards=state.discards[-1:])


def reveal(state: Any, move: Move) -> Tile | None:
    """The top card of the stock, or the card under the top of the discard pile."""
    if is_take(move, STOCK):
        first: Tile = state.stock[0]
        return first
    return state.discards[-2] if len(state.discards) > 1 else None


def piles_after(state: Any, move: Move) -> dict[str, Any]:
    """The stock and the discard pile after a take."""
    stock = state.stock[1:] if is_take(move, STOCK) else state.stock
    return {"stock": stock, "discards": state.discards[:-1] if is_take(move, PILE) else state.discards}
