"""Snapshots as requests tell them, and what is impossible about them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from service.rules.game import AnyGame
from service.rules.inventories import Piles, check_inventory
from service.rules.records import find_melds, find_tiles
from service.rules.tables import check_lying
from service.rules.turns import Move, Position, Turn
from service.rules.violations import Violation
from service.tiles.tile import Tile

UNCOVERED = ("drawn", "revealed")
"""The fields of a move that tell what was face down."""


@dataclass(frozen=True, slots=True)
class SnapshotRequest:
    """A snapshot as a request tells it, with the game it belongs to."""

    game: AnyGame
    options: Any
    snapshot: Any
    """Its phase, if its game has phases, is None where the request names none."""

    @property
    def turn(self) -> Turn[Any, Any]:
        """The rules of the turn."""
        return self.game.turn

    def position(self) -> Any:
        """The position to be judged, in the phase with which its turn starts if none is named."""
        phases = self.turn.phases_under(self.options)
        snapshot = self.snapshot
        if self.turn.phases and snapshot.phase not in phases:
            snapshot = replace(snapshot, phase=phases[0] if phases else None)
        return self.turn.position(self.options, snapshot, self.game.judge_for(self.options), self.game.cite)

    def check(self, position: Position[Any, Any], uncovered: Piles = ()) -> tuple[Violation, ...]:
        """Everything that is impossible about the snapshot, with tiles that a move uncovers."""
        return tuple(check_snapshot(self, position, uncovered))


def check_snapshot(request: SnapshotRequest, position: Position[Any, Any], uncovered: Piles) -> Iterator[Violation]:
    """The tiles fit the box, melds are melds, the hand is not empty, and whatever else the game asks for.

    A tile drawn face down is part of the snapshot too: it was in the box.
    """
    snapshot, turn, game = position.snapshot, position.turn, request.game
    shown = list(find_tiles(snapshot))
    yield from check_inventory(game.holds(position.options), game.cite, [*shown, *uncovered])
    hidden = turn.count_hidden(snapshot)
    room = max(game.size(position.options) - sum(len(pile) for _, pile in shown), 0)
    if hidden > room:
        path = "/stock" if snapshot.stock or not hasattr(snapshot, "discard_count") else "/discard_count"
        yield position.refuse("stock_exceeded", path, maximum=room, actual=hidden)
    yield from check_lying(position, game.box.holds, find_melds(snapshot))
    if not snapshot.hand and not turn.allows_empty_hand(snapshot):
        yield position.refuse("round_over", "/hand")
    named_phase = getattr(request.snapshot, "phase", None)
    if named_phase is not None and named_phase not in turn.phases_under(position.options):
        yield position.refuse("phase_not_in_turn", "/phase", phase=named_phase)
    yield from turn.check_snapshot(position)


def find_revealed(move: Move) -> Iterator[tuple[str, Sequence[Tile]]]:
    """The tiles that a move uncovers: they lie alone, and are in no hand yet."""
    paths = [f"/move/{key}" for key in UNCOVERED]
    return ((path, pile) for path, pile in find_tiles(move, "/move") if path in paths)
