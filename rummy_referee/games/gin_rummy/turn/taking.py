"""Taking a tile in Gin-Rummy, and discarding one."""

from collections.abc import Iterator

from rummy_referee.games.gin_rummy.turn.snapshot import DISCARD, TAKE, GinPosition, GinSnapshot, clear_discard
from rummy_referee.rules.knock_rummy.taking import PILE, STOCK, TakeTile
from rummy_referee.rules.move_records import Discard
from rummy_referee.rules.records import replace
from rummy_referee.rules.turns import Outcome, add_to_hand, check_tile_in_hand, needs, remove_from_hand
from rummy_referee.rules.violations import Violation


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


def check_discard(position: GinPosition, move: Discard) -> Iterator[Violation]:
    """Any tile of the hand may be discarded, including the one just taken."""
    yield from check_tile_in_hand(position, move.tile)


def apply_discard(position: GinPosition, move: Discard) -> Outcome:
    """The tile lies open for the next player."""
    after = clear_discard(remove_from_hand(position.snapshot, move.tile))
    return Outcome(replace(after, discard_top=move.tile, phase=TAKE), (move.tile,), ends_turn=True)
