"""A position: what one player knows at a moment, and what can be asked about it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Generic

from rummy_referee.cached_property import cached_property
from rummy_referee.faults import Fault
from rummy_referee.rules.described_moves import DescribedMove, describe_moves
from rummy_referee.rules.draws import Draws, find_draws
from rummy_referee.rules.moves import (
    CheckedMove,
    ListedMoves,
    check_move,
    find_best_move,
    find_legal_moves,
    list_moves,
)
from rummy_referee.rules.reading import InputError, read_fields
from rummy_referee.rules.records import HIGHEST_SEED
from rummy_referee.rules.snapshots import check_snapshot
from rummy_referee.rules.strong_play import STRENGTHS, USUAL_STRENGTH, StrongMove, check_seen, find_strong_move
from rummy_referee.rules.turns import AnyMove, BestMove, Objective, Options, PagedMoves, Snapshot
from rummy_referee.rules.violations import Cite, IllegalMoveError, ImpossibleError, Violation, make_violation
from rummy_referee.tiles.tile import Tile

if TYPE_CHECKING:
    from rummy_referee.melds.judgement import Judge
    from rummy_referee.rules.game import Game
    from rummy_referee.rules.turns import TurnRules


@dataclass(frozen=True)
class Position(Generic[Options, Snapshot, AnyMove]):
    """A snapshot of a game under the options of a table. It does not change; searches in it are made once."""

    game: "Game[Options, Snapshot, AnyMove, Any]"
    turn: "TurnRules[Options, Snapshot, AnyMove]" = field(repr=False)
    """The rules of the turn."""
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
    def violations(self) -> tuple[Violation, ...]:
        """Why the position is impossible; empty if it is possible."""
        return tuple(check_snapshot(self))

    # --- questions --------------------------------------------------------------------------------------------------

    def check(self, move: AnyMove) -> CheckedMove:
        """Whether a move is legal: every violation, or the outcome."""
        return check_move(self, move)

    def play(self, move: AnyMove) -> "Position[Options, Snapshot, AnyMove]":
        """The position of the same player after a move, which names the tile that it draws."""
        checked = check_move(self, move)
        if checked.violations:
            raise IllegalMoveError(checked.violations)
        if checked.outcome.needs:
            raise InputError({f"/move/{name}": "is not known" for name in checked.outcome.needs})
        return replace(self, given=checked.outcome.next)

    def legal_moves(self) -> Sequence[AnyMove]:
        """Every legal move, in listing order. Of plays there may be millions: they are searched while they are read."""
        self.require_possible()
        return find_legal_moves(self)

    def best(self, objective: Objective = "tiles") -> BestMove[AnyMove]:
        """The best move: that of the turn that takes the most tiles or points out of the hand, or that goes out."""
        self.require_possible()
        best: BestMove[AnyMove] = find_best_move(self, objective)
        return best

    def draws(self, objective: Objective = "tiles") -> Draws:
        """What each tile would do that may be drawn face down; with deadwood, what is kept by each discard."""
        self.require_possible()
        return find_draws(self, objective)

    def strong(
        self, strength: int = USUAL_STRENGTH, seed: int = 0, seen: Mapping[str, Any] | None = None
    ) -> StrongMove[AnyMove]:
        """The move that wins the most games against an opponent, of a player of a strength from 1 to 5.

        ``seen`` is what the player knows besides the position, by the names of the game's record.
        """
        strong = self.turn.strong
        if strong is None:
            raise ValueError(f"{self.game.id} has no strong player")
        if strength not in STRENGTHS:
            raise InputError({"/strength": f"is not from {STRENGTHS[0]} to {STRENGTHS[-1]}: {strength!r}"})
        if seed not in range(HIGHEST_SEED + 1):
            raise InputError({"/seed": f"is not from 0 to {HIGHEST_SEED}: {seed!r}"})
        read = read_fields(self.game, strong.seen, seen or {}, "/seen")
        violations = (*self.violations, *(() if self.violations else check_seen(self, strong, read)))
        if violations:
            raise ImpossibleError(violations)
        return find_strong_move(self, strong, read, strength, seed)

    def page(self, limit: int, cursor: str | None = None) -> ListedMoves[AnyMove]:
        """A page of the legal moves, with their number."""
        listed: ListedMoves[AnyMove] = list_moves(self, limit, cursor)
        return listed

    def describe(self, move: AnyMove) -> DescribedMove:
        """A legal move in words, and what it changes on the table."""
        return next(describe_moves(self, [move]))

    def require_possible(self) -> None:
        """Raise the violations of an impossible position."""
        if self.violations:
            raise ImpossibleError(self.violations)

    # --- for the rules of a game ------------------------------------------------------------------------------------

    @cached_property
    def pieces(self) -> frozenset[str]:
        """The pieces in the hand."""
        hand: tuple[Tile, ...] = self.snapshot.hand  # type: ignore[attr-defined] # as every snapshot has
        return frozenset([tile.piece for tile in hand])

    @cached_property
    def judge(self) -> "Judge":
        """Judges a meld."""
        return self.game.judge_for(self.options, self.game.facts_in(self.snapshot))

    @property
    def cite(self) -> Cite:
        """Finds the rule behind a violation code."""
        return self.game.cite

    @property
    def paged(self) -> PagedMoves[Any] | None:
        """The paged moves, if the game has any."""
        return None

    def violation(self, fault: Fault, path: str) -> Violation:
        """A fault with its path and the rule of this game behind it."""
        return make_violation(self.game.cite, fault, path)

    def is_available(self, move: str) -> bool:
        """Whether a type of move is available now."""
        turn = self.turn
        is_of_phase = not turn.moves_of_phase or move in turn.moves_of_phase[self.snapshot.phase]  # type: ignore[attr-defined] # a game with phases
        return is_of_phase and (turn.check_available is None or not any(turn.check_available(self, move)))


AnyPosition = Position[Any, Any, Any]
