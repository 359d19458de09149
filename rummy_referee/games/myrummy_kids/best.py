"""The best turn of myRummy Kids."""

from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from typing import Any

from rummy_referee.engine.steps.run_steps import ColourState, Laid, Weights, find_most, pack, unpack
from rummy_referee.games.myrummy_kids.snapshot import BOX, RUNS, KidsSnapshot
from rummy_referee.games.myrummy_kids.steps import STEPS, KidsPosition
from rummy_referee.melds.lying_runs import LyingRun, read_run
from rummy_referee.rules.turns import BestMove, Meld, Move, Objective, Outcome, in_order, pieces_of, without
from rummy_referee.tiles.box import JOKER

APPLY: Mapping[str, Callable[[KidsPosition, Any], Outcome]] = {rule.type: rule.apply for rule in STEPS}


def find_best(position: KidsPosition, objective: Objective) -> BestMove[Any]:
    """The first step of the turn that lays the most tiles or points, or that goes out."""
    hand = position.snapshot.hand
    nothing: BestMove[Any] = BestMove(leaves=hand)
    if position.snapshot.phase == "return":
        return nothing
    weights = Weights(points=True, joker=0) if objective == "points" else Weights(points=False, joker=1)
    most = measure(position.snapshot, weights)
    if most is None or (objective == "out" and most.worth < len(hand)):
        return nothing
    steps: Iterator[Move] = chain(position.melds, position.lay_offs, position.swaps)
    for move in steps:
        after = APPLY[move.type](position, move).next
        rest = measure(after, weights)
        if rest and weigh(hand, weights) - weigh(after.hand, weights) + rest.worth == most.worth:
            return describe(hand, move, after, rest)
    return nothing


def measure(snapshot: KidsSnapshot, weights: Weights) -> Laid | None:
    """The most that can still be laid in this turn, with all freed jokers laid again."""
    numbers: dict[str, list[int]] = {colour: [] for colour in BOX.colours}
    runs: dict[str, list[LyingRun]] = {colour: [] for colour in BOX.colours}
    jokers = 0
    for tile in snapshot.hand:
        if tile.wild:
            jokers += 1
        else:
            numbers[tile.colour].append(tile.number)
    for run in map(read_run, snapshot.table):
        runs[run.colour].append(run._replace(colour=""))
    states = [ColourState(pack(numbers[colour]), tuple(sorted(runs[colour]))) for colour in BOX.colours]
    return find_most(RUNS, states, range(snapshot.freed_jokers, jokers + 1), weights, opened=snapshot.opened)


def weigh(tiles: Meld, weights: Weights) -> int:
    """The weight of tiles."""
    return sum(weights.joker if tile.wild else tile.points if weights.points else 1 for tile in tiles)


def describe(hand: Meld, move: Move, after: KidsSnapshot, rest: Laid) -> BestMove[Any]:
    """The turn that starts with a move and then lays the rest."""
    left = [
        BOX.faces[colour, number]
        for colour, held in zip(BOX.colours, rest.left, strict=True)
        for number in unpack(held)
    ]
    jokers = sum(tile.wild for tile in after.hand) - rest.jokers
    left += [BOX.tiles[JOKER]] * jokers
    from_hand = in_order(without(hand, pieces_of(left)))
    leaves = without(hand, pieces_of(from_hand))
    points = sum(tile.points for tile in from_hand)
    return BestMove(move, from_hand, points, leaves, goes_out=not leaves)
