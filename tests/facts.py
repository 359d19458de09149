"""What the rules of each game say, from ``facts.yaml`` in its folder.

pieces                what is in the box, and how often: ``RBKY 1-13`` stands for R1 to R13, B1 to B13 and so on
size                  the number of tiles, as the rulebook gives it
codes                 every code of a tile
deals, team_players   by number of players, as the comments in the file say
options               the default of each option, and its choices or its range
moves, scoring        as in the description of the game
rulings               the ids of all rulings
arranges_loose_tiles  false if there is nothing to arrange
invalid_melds         at least one for everything that can be wrong with a meld
styles, whole_games   how rounds and games are played: players, options, and teams, scores or the only players who lay
seats                 what every deal needs besides
slow                  how many times as long a round takes
facts                 what is turned up for the round in which melds are judged
finished_round        for the journeys in a browser: who ends it, what the players hold, what is turned up, and options
"""

import re
from collections.abc import Mapping
from functools import cache
from itertools import product
from typing import Any

from rummy_referee.games import GAMES, folder_of
from rummy_referee.rules.game import AnyGame
from rummy_referee.rules.reading import read_record
from tests.examples import read_yaml


@cache
def facts_of(variant: str) -> Mapping[str, Any]:
    """The facts of a game."""
    return read_yaml(folder_of(variant) / "facts.yaml")


FACTS = {variant: facts_of(variant) for variant in GAMES}


def expand(pattern: str) -> list[str]:
    """The codes that a pattern stands for: letters or ranges of numbers, each with each: ``RB 1-2`` is R1 R2 B1 B2."""
    return ["".join(parts) for parts in product(*map(_expand_part, re.findall(r"[=*]|[^=* ]+", pattern)))]


def _expand_part(part: str) -> list[str]:
    if not re.fullmatch(r"[\d,-]+", part):
        return list(part)
    bounds = [span.split("-") for span in part.split(",")]
    return [str(number) for first, *last in bounds for number in range(int(first), int((last or [first])[0]) + 1)]


PIECES = {
    variant: {piece: count for pattern, count in facts["pieces"].items() for piece in expand(pattern)}
    for variant, facts in FACTS.items()
}
"""What the box of each game holds."""

CODES = {variant: {code for pattern in facts["codes"] for code in expand(pattern)} for variant, facts in FACTS.items()}
"""The codes of each game."""


def round_facts(game: AnyGame) -> Any:
    """What is turned up for the round in which the tests judge melds; None in a game without that."""
    return read_record(game, game.facts, FACTS[game.id]["facts"]) if game.facts else None
