"""Snapshots as requests tell them, and what is impossible about them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from service.rules.game import AnyGame
from service.rules.inventories import check_inventory
from service.rules.play_listing import PositionPlays
from service.rules.rearranging import check_table
from service.rules.turns import ChosenMove, Position, Snapshot
from service.rules.violations import Violation


@dataclass(frozen=True, slots=True)
class Asked:
    """A snapshot as a request tells it, with the game it belongs to."""

    game: AnyGame
    options: Any
    snapshot: Snapshot
    """Its phase is None where the request names none."""

    def position(self) -> Position[Any]:
        """The position to be judged, in the phase with which its turn starts if none is named."""
        turn = self.game.turn
        if turn is None:
            raise ValueError(f"{self.game.id} has no turn to judge")
        phases = turn.phases_for(self.options)
        named = self.snapshot.phase
        phase = named if named in phases else phases[0] if phases else None
        given = self.snapshot
        snapshot = Snapshot(given.table, given.hand, given.opened, given.stock, phase)
        return Position(turn, self.options, snapshot, self.game.cite, PositionPlays)

    def check(self, position: Position[Any], move: ChosenMove | None = None) -> tuple[Violation, ...]:
        """Everything that is impossible about the snapshot."""
        return tuple(check_snapshot(self.game, position, self.snapshot.phase, move))


def check_snapshot(
    game: AnyGame, position: Position[Any], named_phase: str | None, move: ChosenMove | None = None
) -> Iterator[Violation]:
    """The tiles fit the box, every meld on the table is one, the hand is not empty, and the turn has this phase.

    ``named_phase`` is the phase as the request names it, if it does. A tile drawn face down is part of the
    snapshot too: it was in the box.
    """
    snapshot = position.snapshot
    piles = [(f"/table/{index}", meld) for index, meld in enumerate(snapshot.table)]
    piles.append(("/hand", snapshot.hand))
    if move is not None and move.drawn is not None:
        piles.append(("/move/drawn", (move.drawn,)))
    for excess in check_inventory(game, position.options, piles):
        in_move = excess.path.startswith("/move/drawn")
        yield position.refuse(excess.code, "/move/drawn", **excess.params) if in_move else excess
    yield from _check_counts(game, position)
    yield from _check_melds(position)
    if not snapshot.hand:
        yield position.refuse("round_over", "/hand")
    if named_phase is not None and named_phase not in position.phases:
        yield position.refuse("phase_not_in_turn", "/phase", phase=named_phase)
    yield from position.turn.check_snapshot(position)


def _check_melds(position: Position[Any]) -> Iterator[Violation]:
    """Every meld on the table is valid; of one that is not, the reasons are told too."""
    accused = ""
    for fault in check_table(position, position.snapshot.table, "/table"):
        if fault.path != accused:
            accused = fault.path
            yield position.refuse("table_invalid", accused)
        yield fault


def _check_counts(game: AnyGame, position: Position[Any]) -> Iterator[Violation]:
    """Tiles shown and tiles in the stock are together no more than the box holds."""
    snapshot = position.snapshot
    size = sum(game.holds(position.options).values())
    shown = len(snapshot.hand) + sum(map(len, snapshot.table))
    if shown + snapshot.stock > size:
        yield position.refuse("stock_exceeded", "/stock", maximum=max(size - shown, 0), actual=snapshot.stock)
