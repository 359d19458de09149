"""What can be asked about a turn: which moves are legal, whether one is, and which is best."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from service.engine.plays.questions import Play
from service.rules.cursors import MOVES, Cursor, read_cursor, write_cursor
from service.rules.snapshots import Asked, find_revealed
from service.rules.turns import BestMove, Move, Objective, Outcome, Position
from service.rules.violations import Violation


@dataclass(frozen=True, slots=True)
class CheckedMove:
    """The verdict on a move."""

    impossible: tuple[Violation, ...]
    violations: tuple[Violation, ...] = ()
    outcome: Outcome = Outcome(None)  # noqa: RUF009 - it is frozen

    @property
    def legal(self) -> bool:
        """A move is legal in a possible snapshot if nothing speaks against it."""
        return not self.impossible and not self.violations


@dataclass(frozen=True, slots=True)
class ListedMoves:
    """A page of the legal moves."""

    impossible: tuple[Violation, ...]
    moves: tuple[Move, ...] = ()
    total: int | None = 0
    next_cursor: str | None = None


@dataclass(frozen=True, slots=True)
class FoundMove:
    """The best move of a snapshot that can be."""

    impossible: tuple[Violation, ...]
    best: BestMove = BestMove()  # noqa: RUF009 - it is frozen


def check_move(asked: Asked, move: Move) -> CheckedMove:
    """Whether a move is legal; every reason if it is not, and what it leads to if it is.

    In a snapshot that cannot be no move is judged. Where only what the move uncovers cannot be, it is. What it cannot
    uncover at all is in no question.
    """
    position = asked.position()
    if asked.check(position):
        return CheckedMove(asked.check(position, find_revealed(move)))
    rule = asked.turn.moves[move.type]
    violations = (*asked.turn.check_time(position, move.type), *rule.check(position, move))
    refused = [violation.path for violation in violations]
    uncovered = [(path, pile) for path, pile in find_revealed(move) if path not in refused]
    impossible = asked.check(position, uncovered) if uncovered else ()
    if impossible or violations:
        return CheckedMove(impossible, violations)
    return CheckedMove((), (), rule.follow(position, move))


def list_moves(asked: Asked, limit: int, cursor: str | None) -> ListedMoves:
    """A page of the legal moves: first those that are listed page by page, then the others in the game's order."""
    position = asked.position()
    impossible = asked.check(position)
    start = None
    if cursor is not None:
        start = read_cursor(asked, cursor)
        if start is None:
            impossible = (*impossible, position.refuse("cursor_unknown", "/cursor"))
    if impossible:
        return ListedMoves(impossible)
    pages = position.paged if position.paged and position.is_time_for(position.paged.type) else None
    plays: Sequence[Play] = ()
    if pages and (start is None or start.kind != MOVES):
        plays = pages.page(start.play if start else None, limit + 1)
    count = pages.count() if pages else 0
    others = find_other_moves(position)  # some are legal only where there is no play: that is known by now
    first = start.index if start and start.kind == MOVES else 0
    shown = others[first : first + limit - len(plays)] if len(plays) <= limit else []
    following = None
    if len(plays) > limit:
        plays = plays[:limit]
        following = write_cursor(asked, Cursor(play=plays[-1]))
    elif first + len(shown) < len(others):
        following = write_cursor(asked, Cursor(index=first + len(shown)))
    moves = (*(pages.write(plays) if pages else ()), *shown)
    return ListedMoves((), moves, None if count is None else count + len(others), following)


def find_other_moves(position: Position[Any, Any]) -> list[Move]:
    """Every legal move that is not listed page by page."""
    moves: list[Move] = []
    for rule in position.turn.rules:
        if (position.paged and rule.type == position.paged.type) or not position.is_time_for(rule.type):
            continue
        if rule.find is not None:
            moves += rule.find(position)
        elif not any(rule.check(position, rule.record())):
            moves.append(rule.record())
    return moves


def find_best_move(asked: Asked, objective: Objective) -> FoundMove:
    """The best move by an objective."""
    position = asked.position()
    impossible = asked.check(position)
    return FoundMove(impossible) if impossible else FoundMove((), asked.turn.find_best(position, objective))
