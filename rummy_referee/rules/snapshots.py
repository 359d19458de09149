"""The violations of a snapshot."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from rummy_referee.rules.faults import phase_not_in_turn, round_over, stock_exceeded
from rummy_referee.rules.inventories import Piles, check_inventory
from rummy_referee.rules.records import Single, find_melds, find_tiles
from rummy_referee.rules.tables import check_table
from rummy_referee.rules.violations import Violation
from rummy_referee.tiles.tile import Tile

if TYPE_CHECKING:
    from rummy_referee.rules.positions import AnyPosition
    from rummy_referee.rules.turns import Move

REVEALED = ("drawn", "revealed")
"""The fields of a move with tiles that were face down."""


def check_snapshot(position: "AnyPosition", revealed: Piles = ()) -> Iterator[Violation]:
    """The tiles fit the box, melds are valid, the hand is not empty, and the game's own checks pass.

    The tiles that a move reveals count as tiles of the snapshot: they were in the box.
    """
    snapshot, turn, game = position.snapshot, position.turn, position.game
    shown = list(find_tiles(snapshot))
    yield from check_inventory(game.holds(position.options), game.cite, [*shown, *revealed])
    hidden = turn.count_hidden(snapshot)
    maximum = max(game.size(position.options) - sum(len(pile) for _, pile in shown), 0)
    if hidden > maximum:
        path = "/stock" if snapshot.stock or not hasattr(snapshot, "discard_count") else "/discard_count"
        yield position.violation(stock_exceeded(maximum=maximum, actual=hidden), path)
    yield from check_table(position, game.box.holds, find_melds(snapshot))
    if not snapshot.hand and not turn.allows_empty_hand(snapshot):
        yield position.violation(round_over(), "/hand")
    named_phase = getattr(position.given, "phase", None)
    if named_phase is not None and named_phase not in turn.phases_under(position.options):
        yield position.violation(phase_not_in_turn(phase=named_phase), "/phase")
    yield from game.check_facts(game.facts_in(snapshot), game.cite)
    yield from turn.check_snapshot(position)


def find_revealed(move: "Move") -> list[tuple[str, Sequence[Tile]]]:
    """The tiles that a move reveals, each as a pile of one; they are not in a hand yet."""
    tiles = [(key, getattr(move, key)) for key in _revealed_in(type(move))]  # type: ignore[arg-type] # a class can be hashed
    return [(f"/move/{key}", Single(tile)) for key, tile in tiles if isinstance(tile, Tile)]


@cache
def _revealed_in(record: Any) -> tuple[str, ...]:
    """The fields of a move that are tiles it reveals."""
    return tuple(key for key in REVEALED if hasattr(record, key))
