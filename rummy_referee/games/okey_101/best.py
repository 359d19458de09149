"""The best move of Okey 101: the first step of a turn that lays the most, else a discard that costs nothing."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from rummy_referee.games.okey_101.openings import Open
from rummy_referee.games.okey_101.snapshot import DRAW, Okey101Position, Okey101Snapshot
from rummy_referee.games.okey_101.turn import (
    Okey101Move,
    PutBack,
    apply_take,
    check_take_tile,
    find_penalty,
    generate_discards,
    generate_lay_offs,
    generate_melds,
    generate_swaps,
)
from rummy_referee.rules.advice import LEAST_USEFUL, NOTHING_TO_LAY, find_least_useful
from rummy_referee.rules.knock_rummy.taking import PILE, STOCK, TakeTile
from rummy_referee.rules.move_records import Discard, LayMeld, LayOff, SwapJoker
from rummy_referee.rules.turns import BestMove, Meld, Objective, in_order, pieces_of, without
from rummy_referee.tiles.tile import Tile

MOST_POSITIONS = 150
"""The most positions of a turn that are looked at."""


def points_of(position: Okey101Position, tile: Tile) -> int:
    """What a tile counts in a meld or in the hand: its number, a false joker that of the okey, an okey its own."""
    return position.wild.number if not tile.number else tile.number


def find_best(position: Okey101Position, objective: Objective) -> BestMove[Okey101Move]:
    """The first step of the turn that lays the most, or goes out."""
    snapshot = position.snapshot
    if snapshot.phase == DRAW:
        return find_best_take(position, objective)
    best = find_best_laying(position, objective)
    if best is not None and (objective != "out" or best.goes_out):
        return best
    if objective == "out" and len(snapshot.hand) > 1:
        return BestMove(leaves=snapshot.hand)
    if snapshot.taken is not None:
        return BestMove(PutBack(), (snapshot.taken,), leaves=without(snapshot.hand, pieces_of([snapshot.taken])))
    return find_best_discard(position)


def find_best_take(position: Okey101Position, objective: Objective) -> BestMove[Okey101Move]:
    """The discard if it can be used in this turn; else a tile of the stock."""
    pile, snapshot = TakeTile(PILE), position.snapshot
    if snapshot.discard_top is not None and not any(check_take_tile(position, pile)):
        after = replace(position, given=apply_take(position, pile).next)
        found = find_best_laying(after, objective)
        if found is not None and (found.goes_out or objective != "out"):
            return replace(found, move=pile)
    if objective == "out":
        return BestMove(leaves=snapshot.hand)
    return BestMove(TakeTile(STOCK), leaves=snapshot.hand, advice=NOTHING_TO_LAY)


def find_best_discard(position: Okey101Position) -> BestMove[Okey101Move]:
    """The least useful tile of those that cost nothing, if there are any."""
    moves = list(generate_discards(position))
    free = [move.tile for move in moves if find_penalty(position, move.tile) is None]
    usual = [tile for tile in free if tile.piece != position.wild.piece]
    tile = find_least_useful(position, usual or free or [move.tile for move in moves])
    leaves = without(position.snapshot.hand, pieces_of([tile]))
    goes_out = not leaves
    advice = None if goes_out else LEAST_USEFUL
    return BestMove(Discard(tile), (tile,), points_of(position, tile), leaves, goes_out=goes_out, advice=advice)


# --- laying ---------------------------------------------------------------------------------------------------------


def find_best_laying(position: Okey101Position, objective: Objective) -> BestMove[Okey101Move] | None:
    """The best turn that lays something, if there is one."""
    snapshot = position.snapshot
    if not snapshot.opened:
        return find_best_opening(position, objective)
    if snapshot.opened_now and not position.options.play_on_after_opening:
        return None
    return find_best_steps(position, objective)


def find_best_opening(position: Okey101Position, objective: Objective) -> BestMove[Okey101Move] | None:
    """The opening that lays the most tiles or points."""
    opens, by_points = position.opens, objective == "points"
    found = opens.best(int(by_points))
    moves: list[Open] = opens.to_moves([found.play]) if found.play else []
    moves += [Open(table) for table in opens.pairs]
    best = max(moves, key=lambda move: gain_of(position, move.melds, by_points=by_points), default=None)
    if best is None:
        return None
    laid = tuple([tile for meld in best.melds for tile in meld])
    return describe(position, best, laid, without(position.snapshot.hand, pieces_of(laid)), proven=found.proven)


def gain_of(position: Okey101Position, melds: Sequence[Meld], *, by_points: bool) -> int:
    """The tiles or the points that leave the hand."""
    return sum(points_of(position, tile) if by_points else 1 for meld in melds for tile in meld)


def describe(
    position: Okey101Position, move: Okey101Move, laid: Meld, leaves: Meld, *, proven: bool
) -> BestMove[Okey101Move]:
    """A turn that starts with a move."""
    points = sum(points_of(position, tile) for tile in laid)
    return BestMove(move, in_order(laid), points, leaves, goes_out=len(leaves) == 1, proven=proven)


def find_best_steps(position: Okey101Position, objective: Objective) -> BestMove[Okey101Move] | None:
    """Of the turns of further melds, lay-offs and swaps, the one that leaves the least: depth first, up to a bound."""
    by_points = objective == "points"
    start, least = position.snapshot, find_least_left(position, by_points=by_points)
    best: tuple[int, Okey101Move, Okey101Snapshot] | None = None
    seen: set[tuple[Any, ...]] = set()
    pending: list[tuple[Okey101Position, Okey101Move | None]] = [(position, None)]
    while pending and len(seen) < MOST_POSITIONS:
        now, first = pending.pop()
        snapshot = now.snapshot
        # The order in which tiles were laid has no meaning.
        key = (
            in_order(snapshot.hand),
            tuple(sorted(tuple(sorted([tile.code for tile in meld])) for meld in snapshot.table)),
        )
        if key in seen:
            continue
        seen.add(key)
        left = gain_of(position, [snapshot.hand], by_points=by_points)
        if first is not None and snapshot.taken is None and (best is None or left < best[0]):
            best = left, first, snapshot
            if left <= least:
                pending = []
                break
        for move in reversed(list(generate_steps(now))):
            after = now.turn.rules_by_type[move.type].apply(now, move).next
            pending.append((replace(now, given=after), first or move))
    if best is None or best[0] >= gain_of(position, [start.hand], by_points=by_points):
        return None
    _, move, end = best
    laid = without(start.hand, pieces_of(end.hand))
    return describe(position, move, laid, end.hand, proven=not pending)


def find_least_left(position: Okey101Position, *, by_points: bool) -> int:
    """At least so many tiles or points stay in the hand: one tile, and those that fit nowhere.

    Where no okey of the table can come to the hand, what is laid is a meld of the hand, or is added to one that lies.
    """
    hand, table = position.snapshot.hand, position.snapshot.table
    steps: list[LayMeld | LayOff] = [*generate_melds(position), *generate_lay_offs(position)]
    with_okey = {at for at, meld in enumerate(table) for tile in meld if tile.piece == position.wild.piece}
    changed = {step.meld for step in steps if isinstance(step, LayOff)}
    least = min(gain_of(position, [(tile,)], by_points=by_points) for tile in hand)
    if changed & with_okey or any(generate_swaps(position)):
        return least
    fitting = {tile.piece for step in steps for tile in step.tiles}
    rest = tuple([tile for tile in hand if tile.piece not in fitting])
    return max(least, gain_of(position, [rest], by_points=by_points))


def generate_steps(position: Okey101Position) -> Iterator[Okey101Move]:
    """The melds, the lay-offs and the swaps that a position allows, those of the most tiles first."""
    steps: list[LayMeld | LayOff] = [*generate_melds(position), *generate_lay_offs(position)]
    yield from sorted(steps, key=lambda move: -len(move.tiles))
    swaps: Iterator[SwapJoker] = generate_swaps(position)
    yield from swaps
