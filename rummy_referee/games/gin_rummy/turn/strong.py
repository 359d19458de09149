"""The strong player of Gin-Rummy for two."""

from collections.abc import Sequence

from rummy_referee.engine.gin_playouts import Knocking
from rummy_referee.games.gin_rummy.core.awards import (
    BIG,
    DECLARATIONS,
    EIGHT_OR_NINE,
    LITTLE,
    LOWER_COUNT,
    SECOND_PLAYER,
)
from rummy_referee.games.gin_rummy.core.combinations import BOX, COMBINATIONS
from rummy_referee.games.gin_rummy.core.declarations import BIG_GIN, FEWEST_MELDED, LITTLE_GIN, MAX_DEADWOOD
from rummy_referee.games.gin_rummy.turn.best import find_best
from rummy_referee.games.gin_rummy.turn.snapshot import GinPosition
from rummy_referee.games.gin_rummy.turn.taking import generate_takes
from rummy_referee.rules.knock_rummy.strong_play import Facts, GinPlayer
from rummy_referee.rules.move_records import Discard
from rummy_referee.rules.turns import each_tile_of_hand

FULL_STOCK = BOX.size - BIG_GIN - LITTLE_GIN
"""The stock of two players after the deal."""
USUAL_TARGET = 500
"""Without a target, players are taken to play up to this many points."""
TURNS_PER_DRAW = 2
"""The other player's hand is the best of random ones, one more after each two turns."""
EACH_DISCARD = each_tile_of_hand(Discard)


def find_facts(position: GinPosition) -> Facts:
    """The rules of declarations. Ten melded tiles that are no Little Gin count as eight or nine."""
    options, snapshot = position.options, position.snapshot
    little_gin = EIGHT_OR_NINE if options.little_gin_before_take_only else LITTLE
    return Facts(
        knocking=Knocking(
            counts_numbers=True,
            big_gin=True,
            most_left=LITTLE_GIN - FEWEST_MELDED,
            last_cards=-1,
            knocks_first=True,
            gin_is_safe=False,
            knock_bonus=DECLARATIONS[EIGHT_OR_NINE],
            gin_bonus=DECLARATIONS[little_gin],
            big_gin_bonus=DECLARATIONS[BIG],
            lower_bonus=LOWER_COUNT,
            undercut_bonus=LOWER_COUNT + SECOND_PLAYER,
            equal_bonus=SECOND_PLAYER,
            factor=1,
        ),
        limit=MAX_DEADWOOD,
        draws=max(FULL_STOCK - snapshot.stock, 0) // TURNS_PER_DRAW + 1,
        target=options.target or USUAL_TARGET,
    )


def list_discards(position: GinPosition) -> Sequence[Discard]:
    """Each different tile of the hand."""
    return list(EACH_DISCARD(position))


STRONG = GinPlayer(
    combinations=COMBINATIONS,
    find_best=find_best,
    find_facts=find_facts,
    generate_takes=lambda position: list(generate_takes(position)),
    generate_discards=list_discards,
    is_final=lambda best: best.goes_out and not best.leaves and getattr(best.move, "discard", None) is None,
    most_players=2,
    worlds={2: 32, 3: 128, 4: 512, 5: 2048},
    own_limit=MAX_DEADWOOD,
).strong
