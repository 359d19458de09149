"""The best turn of Rummikub where a player may play on after the opening.

Such a turn is an opening and one more play, which may use everything on the table. So it takes from the hand the best
set of tiles that contains an opening and lies in melds together with the table: one search finds it.

Only jokers can prevent that turn: a joker that opens keeps its role, and which one depends on how the opening lies.
Then what the search finds is an upper bound, and the openings are tried one by one.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from rummy_referee.engine.plays import DEFAULT_STEPS, BestPlay, FoundPlay, PlaySearch
from rummy_referee.engine.problem import MAX_SCENARIOS, PlayProblem, Scenario, from_word
from rummy_referee.engine.work import counted_work
from rummy_referee.rules.table_rummy.best import find_best_play
from rummy_referee.rules.table_rummy.scenarios import face_of, faces_of, relaxed_scenario
from rummy_referee.rules.table_rummy.turns import TableRummyPosition
from rummy_referee.rules.turns import BestMove, Meld, Objective, in_order, pieces_of, pieces_on
from rummy_referee.tiles.box import JOKER

AnyPosition = TableRummyPosition[Any]

MAX_OPENINGS = 4 * MAX_SCENARIOS
"""The most openings that are compared. With more of them, the best turn is not proven."""
_AS_BITS = bytes([(1 << count) - 1 for count in range(9)]).ljust(256)
"""From a count to as many bits: a play contains another one if it has all of its bits."""


def find_best_turn(position: AnyPosition, objective: Objective) -> BestMove[Any]:
    """The first move of the turn that takes the most tiles or points out of the hand, or that goes out."""
    best = find_best_play(position, objective)
    if best.goes_out or not (position.is_opening and position.options.play_on_after_opening):
        return best
    if objective != "out":
        return play_on(position, objective, best)
    turn = play_on(position, "tiles", find_best_play(position, "tiles"))
    return turn if turn.goes_out else BestMove(leaves=position.snapshot.hand, proven=turn.proven)


def play_on(position: AnyPosition, objective: Objective, best: BestMove[Any]) -> BestMove[Any]:
    """The best turn of an opening and another play; at least the best opening, which is given."""
    if best.move is None or not best.proven:
        return best
    listed = position.plays.page(None, MAX_OPENINGS + 1)
    openings = find_smallest(listed[:MAX_OPENINGS])
    bound = find_bound(position, openings[:MAX_SCENARIOS], objective)
    if bound.play is None:
        return replace(best, proven=False)
    highest = sum_weights(position, objective, tiles_of(position, bound.play))
    first = openings[bound.play.scenario]
    with counted_work() as work:
        for opening in (first, *sorted(listed, key=lambda play: play.jokers)):
            if sum_weights(position, objective, best.from_hand) == highest or work.steps > DEFAULT_STEPS:
                break
            turn = follow(position, opening, objective)
            best = max(best, turn, key=lambda turn: sum_weights(position, objective, turn.from_hand))
    is_complete = len(listed) <= MAX_OPENINGS and len(openings) <= MAX_SCENARIOS
    is_highest = sum_weights(position, objective, best.from_hand) == highest
    return replace(best, proven=best.goes_out or (bound.proven and is_complete and is_highest))


def find_smallest(plays: Sequence[FoundPlay]) -> list[FoundPlay]:
    """The plays that contain no other one."""
    smallest: list[FoundPlay] = []
    found: list[int] = []
    for play in sorted(plays, key=lambda play: play.size):
        tiles = int.from_bytes(play.word.translate(_AS_BITS))
        if not any(tiles & other == other for other in found):
            found.append(tiles)
            smallest.append(play)
    return smallest


def find_bound(position: AnyPosition, openings: Sequence[FoundPlay], objective: Objective) -> BestPlay:
    """The best set of tiles that contains one of these openings, if jokers on the table could take any role."""
    scenarios = tuple(_find_scenarios(position, openings))
    search = PlaySearch(PlayProblem(position.melds, scenarios, relaxed=relaxed_scenario(position)))
    weights = {
        face_of(tile): sum_weights(position, objective, (tile,)) for tile in position.snapshot.hand if not tile.wild
    }
    return search.best(weights, sum_weights(position, objective, (position.melds.box.tiles[JOKER],)))


def _find_scenarios(position: AnyPosition, openings: Sequence[FoundPlay]) -> Iterator[Scenario]:
    """For each opening: it lies on the table, and the rest of the hand may be played."""
    box, hand, table = position.melds.box, pieces_of(position.snapshot.hand), pieces_on(position.snapshot.table)
    for opening in openings:
        played = pieces_of(tiles_of(position, opening))
        yield Scenario(
            required=faces_of(box, table + played),
            optional=faces_of(box, hand - played),
            free_jokers=table[JOKER] + opening.jokers,
            hand_jokers=hand[JOKER] - opening.jokers,
            played=faces_of(box, played),
            played_jokers=opening.jokers,
        )


def follow(position: AnyPosition, opening: FoundPlay, objective: Objective) -> BestMove[Any]:
    """The turn of an opening and the best play after it."""
    (move,) = position.plays.to_moves([opening])
    outcome = position.turn.rules_by_type[move.type].apply(position, move)
    after = find_best_play(replace(position, given=outcome.next), objective)
    return replace(
        after,
        move=move,
        from_hand=in_order((*outcome.from_hand, *after.from_hand)),
        points=sum_weights(position, "points", (*outcome.from_hand, *after.from_hand)),
    )


def tiles_of(position: AnyPosition, play: FoundPlay) -> Meld:
    """The tiles of a play."""
    box = position.melds.box
    real = [box.faces[face] for face, count in from_word(box, play.word).items() for _ in range(count)]
    return (*real, *[box.tiles[JOKER]] * play.jokers)


def sum_weights(position: AnyPosition, objective: Objective, tiles: Meld) -> int:
    """How much an objective values that these tiles leave the hand."""
    if objective == "tiles":
        return len(tiles)
    return sum(position.turn.points_in_hand(position, tile) for tile in tiles)
