"""Checks a move, lists the legal moves and finds the best one, for any game."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Generic, overload

from rummy_referee.cached_property import cached_property
from rummy_referee.rules.advice import DRAW_FIRST, NO_WAY_OUT, advise
from rummy_referee.rules.cursors import OTHER, PAGED, Cursor, format_cursor, parse_cursor
from rummy_referee.rules.faults import cursor_unknown
from rummy_referee.rules.snapshots import check_snapshot, find_revealed
from rummy_referee.rules.turns import (
    AnyMove_co,
    BestMove,
    Move,
    Objective,
    Outcome,
    PagedMoves,
    check_type,
    generate_moves,
)
from rummy_referee.rules.violations import Violation

if TYPE_CHECKING:
    from rummy_referee.rules.positions import AnyPosition

PAGE = 500
"""The number of plays that are searched at once."""


@dataclass(frozen=True, slots=True)
class CheckedMove:
    """The verdict on a move."""

    violations: tuple[Violation, ...]
    """Why it is illegal; empty if it is legal."""
    possible: bool = True
    """Whether the position is possible, with the tiles that the move reveals."""
    outcome: Outcome = Outcome(None)  # noqa: RUF009 - it is frozen

    @property
    def legal(self) -> bool:
        """Whether the position is possible and the move breaks no rule."""
        return not self.violations


@dataclass(frozen=True, slots=True)
class ListedMoves(Generic[AnyMove_co]):
    """A page of the legal moves."""

    violations: tuple[Violation, ...]
    """Why the position is impossible or has no such page."""
    moves: tuple[AnyMove_co, ...] = ()
    total: int | None = 0
    """The number of moves on all pages; None if the count reached its limit of work."""
    next_cursor: str | None = None


def check_move(position: "AnyPosition", move: Move) -> CheckedMove:
    """Whether a move is legal: every violation, or the outcome.

    In an impossible position the move is not judged, unless only the tiles that the move reveals make it impossible.
    Tiles in fields that the rules reject are not counted.
    """
    if position.violations:
        return CheckedMove(tuple(check_snapshot(position, find_revealed(move))), possible=False)
    rule = position.turn.rules_by_type[move.type]
    violations = (*check_type(position, move.type), *rule.check(position, move))
    rejected = [violation.path for violation in violations]
    revealed = [pile for pile in find_revealed(move) if pile[0] not in rejected]
    impossible = tuple(check_snapshot(position, revealed)) if revealed else ()
    if impossible or violations:
        return CheckedMove((*impossible, *violations), possible=not impossible)
    return CheckedMove((), outcome=rule.apply(position, move))


def list_moves(position: "AnyPosition", limit: int, cursor: str | None) -> ListedMoves[Any]:
    """A page of the legal moves: first the paged moves, then the others in the game's order."""
    impossible = position.violations
    start = parse_cursor(position, cursor) if cursor is not None else None
    after = position.paged.parse_key(start.key) if position.paged and start and start.kind == PAGED else None
    if cursor is not None and after is None and (start is None or start.kind == PAGED):
        impossible = (*impossible, position.violation(cursor_unknown(), "/cursor"))
    if impossible:
        return ListedMoves(impossible)
    paged = _available_paged(position)
    skipped = int(start.key) if start and start.kind == OTHER else 0
    items: Sequence[Any] = paged.page(after, limit + 1) if paged and not (start and start.kind == OTHER) else ()
    count = paged.count() if paged else 0
    # Some of the others are legal only where there is no play: after the count, that is known.
    others = generate_other_moves(position)
    shown = others[skipped : skipped + limit - len(items)] if len(items) <= limit else []
    following = None
    if paged and len(items) > limit:
        items = items[:limit]
        following = Cursor(PAGED, paged.format_key(items[-1]))
    elif skipped + len(shown) < len(others):
        following = Cursor(OTHER, str(skipped + len(shown)))
    return ListedMoves(
        (),
        (*(paged.to_moves(items) if paged else ()), *shown),
        None if count is None else count + len(others),
        format_cursor(position, following) if following else None,
    )


def find_legal_moves(position: "AnyPosition") -> Sequence[Any]:
    """The legal moves in listing order."""
    paged = _available_paged(position)
    return LegalMoves(position, paged) if paged else generate_other_moves(position)


class LegalMoves(Sequence[AnyMove_co]):
    """The legal moves in listing order. Plays are searched, and their tables made, as far as they are asked for."""

    def __init__(self, position: "AnyPosition", paged: PagedMoves[Any]) -> None:
        self._position = position
        self._paged = paged
        self._found: tuple[Any, ...] = ()
        """The first paged moves, as far as they were searched."""
        self._is_complete = False

    @cached_property
    def _others(self) -> list[Any]:
        return generate_other_moves(self._position)

    def _find(self, index: int) -> tuple[Any, ...]:
        """The first paged moves, at least as far as an index, if there are so many."""
        found = self._found
        while not self._is_complete and len(found) <= index:
            page = self._paged.page(found[-1] if found else None, PAGE)
            found = (*found, *page)
            self._found, self._is_complete = found, len(page) < PAGE
        return found

    def __len__(self) -> int:
        found = self._find(0)
        count = len(found) if self._is_complete else self._paged.count()
        if count is None:
            raise OverflowError("there are more moves than the bound on work allows to count")
        return count + len(self._others)

    @overload
    def __getitem__(self, index: int) -> AnyMove_co: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[AnyMove_co]: ...

    def __getitem__(self, index: int | slice) -> Any:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        at = index + len(self) if index < 0 else index
        found = self._find(at)
        if at < len(found):
            return self._paged.to_moves([found[at]])[0]
        return self._others[at - len(found)]

    def __iter__(self) -> Iterator[AnyMove_co]:
        at = 0
        while page := self._find(at)[at : at + PAGE]:
            yield from self._paged.to_moves(page)
            at += len(page)
        yield from self._others

    def __repr__(self) -> str:
        return f"<legal moves in {self._position}>"


def _available_paged(position: "AnyPosition") -> PagedMoves[Any] | None:
    """The paged moves, if the game has any and they are available now."""
    return position.paged if position.paged and position.is_available(position.paged.type) else None


def generate_other_moves(position: "AnyPosition") -> list[Any]:
    """Every legal move that is not paged."""
    paged = position.paged.type if position.paged else None
    turn = position.turn
    types = turn.moves_of_phase[position.snapshot.phase] if turn.moves_of_phase else turn.rules_by_type
    rules = [rule for type_, rule in turn.rules_by_type.items() if type_ != paged and type_ in types]
    return [move for rule in rules for move in generate_moves(position, rule)]


def find_best_move(position: "AnyPosition", objective: Objective) -> BestMove[Any]:
    """The best move by an objective. Where nothing can be laid, the best other move, unless the player is to go out."""
    best = position.turn.find_best(position, objective)
    if best.move is not None:
        return best
    advised = advise(position, best)
    if objective == "out" and advised.advice != DRAW_FIRST:
        return replace(best, advice=NO_WAY_OUT)
    return advised
