"""Taking a tile in Gin-Rummy, and discarding one."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from service.rules import records
from service.rules.move_records import Discard
from service.rules.turns import Outcome, add_to_hand, check_tile_in_hand, needs, remove_from_hand
from service.rules.violations import Violation
from service.rules.wordings import Wording
from service.tiles.tile import Tile
from service.variants.gin_rummy.turn.snapshot import DISCARD, TAKE, GinPosition, GinSnapshot, clear_discard

STOCK: Literal["stock"] = "stock"
PILE: Literal["discard"] = "discard"


@dataclass(frozen=True, slots=True)
class TakeTile:
    """Take the last discard or a tile of the stock."""

    type: ClassVar[str] = "take"
    from_: Literal["stock", "discard"] = records.choice("A tile of the stock, or the last discard.", STOCK, PILE)
    drawn: Tile | None = records.optional_tile(
        "The tile taken from the stock, if it is known. Without it there is no `next`."
    )


def check_take(position: GinPosition, move: TakeTile) -> Iterator[Violation]:
    """Only the last discard can be taken, if there is one. An empty stock gives no tile."""
    top = position.snapshot.discard_top
    if move.from_ == STOCK:
        if move.drawn and not position.snapshot.stock:
            yield position.violation("stock_empty", "/move/drawn")
    elif top is None:
        yield position.violation("pile_empty", "/move/from")
    elif move.drawn:
        yield position.violation("drawn_not_hidden", "/move/drawn", tile=top.code)


def apply_take(position: GinPosition, move: TakeTile) -> Outcome:
    """The player has 11 tiles and must discard one. With an empty stock the round is over and void."""
    snapshot = position.snapshot
    if move.from_ == PILE:
        return Outcome(take_discard(snapshot))
    if not snapshot.stock:
        return Outcome(snapshot, ends_turn=True, ends_round=True)
    cleared = clear_discard(snapshot)
    outcome = Outcome(add_to_hand(replace(cleared, stock=cleared.stock - 1, phase=DISCARD), move.drawn))
    return outcome if move.drawn else needs(outcome, "drawn")


def take_discard(snapshot: GinSnapshot) -> GinSnapshot:
    """The snapshot after taking the last discard."""
    return replace(add_to_hand(snapshot, snapshot.discard_top), discard_top=None, phase=DISCARD)


def generate_takes(position: GinPosition) -> Iterator[TakeTile]:
    """From the stock, then from the discard pile."""
    yield TakeTile(STOCK)
    if position.snapshot.discard_top:
        yield TakeTile(PILE)


def describe_take(position: GinPosition, move: TakeTile) -> Wording:
    """A take in words; a take from an empty stock ends the round."""
    snapshot = position.snapshot
    if move.from_ == PILE and snapshot.discard_top:
        return Wording("take_discard", {"tile": snapshot.discard_top.code})
    return Wording("take_from_stock" if snapshot.stock else "take_from_empty_stock")


def check_discard(position: GinPosition, move: Discard) -> Iterator[Violation]:
    """Any tile of the hand may be discarded, including the one just taken."""
    yield from check_tile_in_hand(position, move.tile)


def apply_discard(position: GinPosition, move: Discard) -> Outcome:
    """The tile lies open for the next player."""
    after = clear_discard(remove_from_hand(position.snapshot, move.tile))
    return Outcome(replace(after, discard_top=move.tile, phase=TAKE), (move.tile,), ends_turn=True)
