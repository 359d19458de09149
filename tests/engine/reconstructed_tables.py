"""Checks of a reconstructed table by the rules of melds."""

from collections import Counter
from collections.abc import Sequence
from itertools import product

from rummy_referee.engine.plays import FoundPlay, PlaySearch, ReconstructedMeld, TableMeld
from rummy_referee.engine.problem import Face, PlayProblem, from_word
from rummy_referee.melds.joker_melds import JokerMelds
from rummy_referee.tiles.box import JOKER


def real_tiles(table: Sequence[TableMeld]) -> Counter[Face]:
    return Counter(face for meld in table for face, is_joker in meld if face is not None and not is_joker)


def roles_in(melds: JokerMelds, meld: TableMeld | ReconstructedMeld) -> list[Counter[Face]]:
    """What the jokers of a meld can stand for; empty for an invalid meld."""
    codes = [
        JOKER if face is None else JOKER * is_joker + "=" * is_joker + f"{face[0]}{face[1]}" for face, is_joker in meld
    ]
    readings = melds.judge([melds.box.tiles[code] for code in codes]).readings
    return [Counter((tile.colour, tile.number) for tile in reading.tiles if tile.wild) for reading in readings]


def check_table(problem: PlayProblem, play: FoundPlay, table: Sequence[TableMeld | ReconstructedMeld]) -> None:
    """All melds are valid, the tiles are those of the scenario and the play, and bound jokers keep their face."""
    scenario = problem.scenarios[play.scenario]
    expected = Counter(scenario.required) + Counter(from_word(problem.melds.box, play.word))
    expected.subtract(scenario.played)
    assert real_tiles(table) == +expected
    jokers = scenario.free_jokers + play.jokers - scenario.played_jokers + Counter(scenario.bound).total()
    assert sum(is_joker for meld in table for _, is_joker in meld) == jokers
    readings = [sum(roles, Counter()) for roles in product(*(roles_in(problem.melds, meld) for meld in table))]
    assert any(is_allowed(problem, play, roles) for roles in readings), (problem, play, table)


def is_allowed(problem: PlayProblem, play: FoundPlay, roles: Counter[Face]) -> bool:
    """Whether bound jokers stand for their face, and an opening has the minimum value."""
    if not Counter(problem.scenarios[play.scenario].bound) <= roles:
        return False
    if problem.opening is None:
        return True
    counted = Counter(from_word(problem.melds.box, play.word)) + (
        roles if problem.opening.jokers_have_value else Counter()
    )
    points = problem.melds.box.points
    return sum(points[number] * count for (_, number), count in counted.items()) >= problem.opening.minimum


def reconstruct(
    search: PlaySearch, plays: Sequence[FoundPlay], table: Sequence[TableMeld]
) -> list[list[TableMeld | ReconstructedMeld]]:
    """The whole table after each play."""
    after = search.reconstruct(plays, table)
    return [list(melds) for melds in after.assemble([*table, *after.melds])]
