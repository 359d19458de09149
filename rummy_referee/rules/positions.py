"""A position: what one player knows at a moment, with the rules that judge it."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from rummy_referee.cached_property import cached_property
from rummy_referee.faults import Fault
from rummy_referee.rules.snapshots import check_snapshot
from rummy_referee.rules.violations import Citation, Violation, make_violation

if TYPE_CHECKING:
    from rummy_referee.melds.judgement import Judge
    from rummy_referee.rules.game import Game
    from rummy_referee.rules.turns import PagedMoves, Turn

Snapshot = TypeVar("Snapshot")
Options = TypeVar("Options")


@dataclass(frozen=True, eq=False)
class Position(Generic[Snapshot, Options]):
    """A snapshot of a game, under the options of a table."""

    game: "Game[Options]"
    turn: "Turn[Snapshot, Options]"
    options: Options
    given: Snapshot
    """The snapshot as it was given. Its phase may be unset, or one that the options exclude."""

    @cached_property
    def snapshot(self) -> Snapshot:
        """The snapshot; a phase that is unset is the first phase of the turn."""
        phases = self.turn.phases_under(self.options)
        given: Any = self.given
        if self.turn.phases and given.phase not in phases:
            given = replace(given, phase=phases[0] if phases else None)
        snapshot: Snapshot = given
        return snapshot

    @cached_property
    def judge(self) -> "Judge":
        """Judges a meld."""
        return self.game.judge_for(self.options)

    @property
    def cite(self) -> Callable[[str], Citation]:
        """Finds the rule behind a violation code."""
        return self.game.cite

    @cached_property
    def violations(self) -> tuple[Violation, ...]:
        """Why the position is impossible; empty if it is possible."""
        return tuple(check_snapshot(self))

    @property
    def paged(self) -> "PagedMoves[Any] | None":
        """The paged moves, if the game has any."""
        return None

    def violation(self, fault: Fault, path: str) -> Violation:
        """A fault with its path and the rule of this game behind it."""
        return make_violation(self.game.cite, fault, path)

    def is_available(self, move: str) -> bool:
        """Whether a type of move is available now."""
        return not any(self.turn.check_available(self, move))


AnyPosition = Position[Any, Any]
