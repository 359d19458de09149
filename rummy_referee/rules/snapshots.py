"""Snapshots of requests, and their violations."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rummy_referee.rules.game import AnyGame
from rummy_referee.rules.inventories import Piles, check_inventory
from rummy_referee.rules.records import find_melds, find_tiles
from rummy_referee.rules.tables import check_table
from rummy_referee.rules.turns import Move, Position, Turn
from rummy_referee.rules.violations import Violation
from rummy_referee.tiles.tile import Tile

REVEALED = ("drawn", "revealed")
"""The fields of a move with tiles that were face down."""


@dataclass(frozen=True, slots=True)
class SnapshotRequest:
    """The snapshot of a request, its game and its options."""

    game: AnyGame
    options: Any
    snapshot: Any
    """Its phase is None where the request has none."""

    @property
    def turn(self) -> Turn[Any, Any]:
        """The rules of the turn."""
        return self.game.turn

    def position(self) -> Any:
        """The position; a phase that is unset is the first phase of the turn."""
        phases = self.turn.phases_under(self.options)
        snapshot = self.snapshot
        if self.turn.phases and snapshot.phase not in phases:
            snapshot = replace(snapshot, phase=phases[0] if phases else None)
        return self.turn.position(self.options, snapshot, self.game.judge_for(self.options), self.game.cite)

    def check(self, position: Position[Any, Any], revealed: Piles = ()) -> tuple[Violation, ...]:
        """Every violation of the snapshot together with the tiles that a move reveals."""
        return tuple(check_snapshot(self, position, revealed))


def check_snapshot(request: SnapshotRequest, position: Position[Any, Any], revealed: Piles) -> Iterator[Violation]:
    """The tiles fit the box, melds are valid, the hand is not empty, and the game's own checks pass.

    A tile drawn face down counts as a tile of the snapshot: it was in the box.
    """
    snapshot, turn, game = position.snapshot, position.turn, request.game
    shown = list(find_tiles(snapshot))
    yield from check_inventory(game.holds(position.options), game.cite, [*shown, *revealed])
    hidden = turn.count_hidden(snapshot)
    maximum = max(game.size(position.options) - sum(len(pile) for _, pile in shown), 0)
    if hidden > maximum:
        path = "/stock" if snapshot.stock or not hasattr(snapshot, "discard_count") else "/discard_count"
        yield position.violation("stock_exceeded", path, maximum=maximum, actual=hidden)
    yield from check_table(position, game.box.holds, find_melds(snapshot))
    if not snapshot.hand and not turn.allows_empty_hand(snapshot):
        yield position.violation("round_over", "/hand")
    named_phase = getattr(request.snapshot, "phase", None)
    if named_phase is not None and named_phase not in turn.phases_under(position.options):
        yield position.violation("phase_not_in_turn", "/phase", phase=named_phase)
    yield from turn.check_snapshot(position)


def find_revealed(move: Move) -> Iterator[tuple[str, Sequence[Tile]]]:
    """The tiles that a move reveals, each as a pile of one; they are not in a hand yet."""
    paths = [f"/move/{key}" for key in REVEALED]
    return ((path, pile) for path, pile in find_tiles(move, "/move") if path in paths)
