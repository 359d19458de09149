"""What holds of every table that is laid for a play, by the plain rules of melds."""

from collections import Counter
from collections.abc import Sequence
from itertools import product

from service.engine.plays.questions import Face, LaidMeld, OldMeld, Play, PlayQuestion, PlaySearch
from service.melds.joker_melds import JokerMelds
from service.tiles.box import JOKER


def real_tiles(table: Sequence[OldMeld]) -> Counter[Face]:
    return Counter(face for meld in table for face, is_joker in meld if face is not None and not is_joker)


def roles_in(melds: JokerMelds, meld: OldMeld | LaidMeld) -> list[Counter[Face]]:
    """What the jokers of a meld can stand for; nothing if it is no meld at all."""
    codes = [
        JOKER if face is None else JOKER * is_joker + "=" * is_joker + f"{face[0]}{face[1]}" for face, is_joker in meld
    ]
    readings = melds.judge([melds.box.tiles[code] for code in codes]).readings
    return [Counter((tile.colour, tile.number) for tile in reading.tiles if tile.wild) for reading in readings]


def check_table(question: PlayQuestion, play: Play, table: Sequence[OldMeld | LaidMeld]) -> None:
    """Every meld is one, the tiles are just those of the scenario and the play, and jokers are what they must be."""
    scenario = question.scenarios[play.scenario]
    expected = Counter(scenario.must) + Counter(play.tiles)
    expected.subtract(scenario.played)
    assert real_tiles(table) == +expected
    jokers = scenario.free_jokers + play.jokers - scenario.played_jokers + Counter(scenario.bound).total()
    assert sum(is_joker for meld in table for _, is_joker in meld) == jokers
    readings = [sum(roles, Counter()) for roles in product(*(roles_in(question.melds, meld) for meld in table))]
    assert any(is_allowed(question, play, roles) for roles in readings), (question, play, table)


def is_allowed(question: PlayQuestion, play: Play, roles: Counter[Face]) -> bool:
    """Whether jokers that are bound stand for what they must, and an opening is worth what it must be."""
    if not Counter(question.scenarios[play.scenario].bound) <= roles:
        return False
    if question.opening is None:
        return True
    counted = Counter(play.tiles) + (roles if question.opening.jokers_count else Counter())
    return sum(face[1] * count for face, count in counted.items()) >= question.opening.minimum


def lay(search: PlaySearch, plays: Sequence[Play], table: Sequence[OldMeld]) -> list[list[OldMeld | LaidMeld]]:
    """The whole table after each play."""
    laid = search.lay(plays, table)
    melds = [*table, *laid.melds]
    return [[melds[place] for place in places] for places in laid.tables]
