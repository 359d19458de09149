"""From the states of a way back to what happened between them. The search itself keeps no record: states are many."""

from collections.abc import Sequence
from typing import NamedTuple

from service.engine.arranging.cells import Offer
from service.engine.arranging.joker_automaton import Growing, JokerAutomaton, Part, State
from service.engine.arranging.layered_search import Way


class LaneStep(NamedTuple):
    """What one lane does at a number."""

    offer: Offer
    jokers: int
    growing: Growing


class NumberStep(NamedTuple):
    """What happens at a number, lane by lane, and how many jokers go into its groups."""

    lanes: Sequence[LaneStep]
    group_jokers: int


def trace(automaton: JokerAutomaton, way: Way[State]) -> list[NumberStep]:
    """What happens at each number on this way."""
    return [
        _trace_number(automaton, layer, before, after, way.left)
        for layer, (before, after) in enumerate(zip(way.states, way.states[1:], strict=False))
    ]


def _trace_number(
    automaton: JokerAutomaton, layer: int, before: tuple[State, int], after: tuple[State, int], bound: int
) -> NumberStep:
    """Go through the number again, then walk back from its end, lane by lane."""
    state, left = before
    between: list[dict[Part, int]] = [{(state.lanes, state.jokers, 0): left}]
    for lane in range(automaton.lanes):
        between.append(automaton.read_lane(layer, lane, between[lane], bound))
    target, left = after
    part = next(
        part
        for part, cost in between[-1].items()
        if cost == left and automaton.close_groups({part: cost}).get(target) == left
    )
    group_jokers = part[1] - target.jokers
    steps = []
    for lane in reversed(range(automaton.lanes)):
        # The first part that leads here, with what the lane did then.
        part, left, step = next(
            (earlier, cost, LaneStep(offer, earlier[1] - part[1], growing))
            for earlier, cost in between[lane].items()
            if automaton.read_lane(layer, lane, {earlier: cost}, bound).get(part) == left
            for offer, growing in automaton.explain(layer, lane, earlier, part)
            if cost + offer.left == left
        )
        steps.append(step)
    return NumberStep(steps[::-1], group_jokers)
