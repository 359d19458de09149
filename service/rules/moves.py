"""What can be asked about a turn: which moves are legal, whether one is, and which is best."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from service.rules.cursors import MOVES, Cursor, read_cursor, write_cursor
from service.rules.snapshots import Asked
from service.rules.turns import ChosenMove, Meld, Outcome, Position, lay_down, pieces_of, without
from service.rules.violations import Violation
from service.solver.plays import Play

Objective = Literal["tiles", "points", "out"]
PLAY = "play"


@dataclass(frozen=True, slots=True)
class CheckedMove:
    """The verdict on a move."""

    impossible: tuple[Violation, ...]
    violations: tuple[Violation, ...] = ()
    from_hand: Meld = ()
    outcome: Outcome = Outcome(None)  # noqa: RUF009 - it is frozen

    @property
    def legal(self) -> bool:
        """A move is legal in a possible snapshot if nothing speaks against it."""
        return not self.impossible and not self.violations


@dataclass(frozen=True, slots=True)
class ListedMoves:
    """A page of the legal moves."""

    impossible: tuple[Violation, ...]
    moves: tuple[ChosenMove, ...] = ()
    total: int | None = 0
    next_cursor: str | None = None


@dataclass(frozen=True, slots=True)
class BestMove:
    """The best move, if there is one."""

    impossible: tuple[Violation, ...]
    move: ChosenMove | None = None
    from_hand: Meld = ()
    points: int = 0
    leaves: Meld = ()
    goes_out: bool = False
    proven: bool = True


# --- checkMove ------------------------------------------------------------------------------------------------------


def check_move(asked: Asked, move: ChosenMove) -> CheckedMove:
    """Whether a move is legal; every reason if it is not, and what it leads to if it is."""
    position = asked.position()
    impossible = asked.check(position, move)
    if impossible:
        return CheckedMove(impossible)
    rule = position.turn.moves[move.type]
    violations = (*position.turn.check_time(position, move.type), *rule.check(position, move))
    if violations:
        return CheckedMove((), violations)
    return CheckedMove((), (), _leaves_the_hand(position, move), rule.follow(position, move))


def _leaves_the_hand(position: Position[Any], move: ChosenMove) -> Meld:
    """The tiles that a legal move takes from the hand, in canonical order."""
    if move.tile is not None:
        return (move.tile,)
    if move.type != PLAY:
        return ()
    hand = position.snapshot.hand
    played = without(hand, pieces_of(lay_down(position.snapshot, move.table).hand))
    return tuple(sorted(played, key=lambda tile: tile.order))


# --- listLegalMoves -------------------------------------------------------------------------------------------------


def list_moves(asked: Asked, limit: int, cursor: str | None) -> ListedMoves:
    """A page of the legal moves: the plays in the order of the search, then the others in the order of the game."""
    position = asked.position()
    impossible = asked.check(position)
    start = None
    if cursor is not None and not impossible:
        start = read_cursor(asked, cursor)
        if start is None:
            impossible = (position.refuse("cursor_unknown", "/cursor"),)
    if impossible:
        return ListedMoves(impossible)
    others = find_other_moves(position)
    can_play = is_play_allowed(position)
    plays: list[Play] = []
    if can_play and (start is None or start.kind != MOVES):
        plays = position.plays.page(start.play if start else None, limit + 1)
    first = start.index if start and start.kind == MOVES else 0
    shown = others[first : first + limit - len(plays)] if len(plays) <= limit else []
    count = position.plays.count() if can_play else 0
    following = None
    if len(plays) > limit:
        plays = plays[:limit]
        following = write_cursor(asked, Cursor(play=plays[-1]))
    elif first + len(shown) < len(others):
        following = write_cursor(asked, Cursor(index=first + len(shown)))
    moves = (*(write_play(position, play) for play in plays), *shown)
    return ListedMoves((), moves, None if count is None else count + len(others), following)


def is_play_allowed(position: Position[Any]) -> bool:
    """Whether this is the time to play."""
    return not any(position.turn.check_time(position, PLAY))


def find_other_moves(position: Position[Any]) -> list[ChosenMove]:
    """Every legal move that is not a play."""
    moves = []
    for type_, rule in position.turn.moves.items():
        if type_ != PLAY and not any(position.turn.check_time(position, type_)):
            candidates = _name_tiles(position, type_) if rule.names_tile else iter([ChosenMove(type_)])
            moves += [move for move in candidates if not any(rule.check(position, move))]
    return moves


def _name_tiles(position: Position[Any], type_: str) -> Iterator[ChosenMove]:
    """A move for each different tile of the hand, in canonical order."""
    different = {tile.piece: tile for tile in position.snapshot.hand}
    for tile in sorted(different.values(), key=lambda tile: tile.order):
        yield ChosenMove(type_, tile=tile)


def write_play(position: Position[Any], play: Play) -> ChosenMove:
    """A play of the search as a move."""
    return ChosenMove(PLAY, position.plays.lay_out(play), position.plays.from_hand(play))


# --- findBestMove ---------------------------------------------------------------------------------------------------


def find_best_move(asked: Asked, objective: Objective) -> BestMove:
    """The play that takes the most tiles or points out of the hand, or the one that goes out."""
    position = asked.position()
    impossible = asked.check(position)
    if impossible:
        return BestMove(impossible)
    hand = position.snapshot.hand
    if objective == "out" and len(hand) == 1:
        for move in find_other_moves(position):
            if position.turn.moves[move.type].follow(position, move).ends_round and move.tile is not None:
                return _describe_best(position, move, hand, proven=True)
    if not is_play_allowed(position):
        return BestMove((), leaves=hand)
    if objective == "points":
        best = position.plays.best(lambda tile: tile.number, position.turn.joker_points_for(position.options))
    else:
        best = position.plays.best(lambda _: 1, 1)
    play = best.play
    if play is None or (objective == "out" and len(hand) - play.size > position.turn.goes_out_with(position)):
        return BestMove((), leaves=hand, proven=best.proven)
    move = write_play(position, play)
    return _describe_best(position, move, move.from_hand or (), best.proven)


def _describe_best(position: Position[Any], move: ChosenMove, from_hand: Meld, proven: bool) -> BestMove:
    hand = position.snapshot.hand
    joker_points = position.turn.joker_points_for(position.options)
    points = sum(joker_points if tile.wild else tile.number for tile in from_hand)
    leaves = without(hand, pieces_of(from_hand))
    goes_out = len(leaves) <= position.turn.goes_out_with(position)
    return BestMove((), move, from_hand, points, leaves, goes_out, proven)
