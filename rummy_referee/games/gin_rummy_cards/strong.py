"""The strong player of Gin Rummy."""

from rummy_referee.engine.gin_playouts import Knocking
from rummy_referee.games.gin_rummy_cards.best import find_best
from rummy_referee.games.gin_rummy_cards.cards import BIG_GIN, COMBINATIONS, LAST_CARDS, is_doubled
from rummy_referee.games.gin_rummy_cards.snapshot import FULL_STOCK, OFFER, GinCardsPosition, find_upcard
from rummy_referee.games.gin_rummy_cards.turn import GinCardsMove, generate_discards, limit_of
from rummy_referee.rules.knock_rummy.strong_play import Facts, GinPlayer
from rummy_referee.rules.knock_rummy.taking import PILE, STOCK, TakeTile
from rummy_referee.rules.move_records import Pass

DRAWS_PER_TURN = 2
"""The other player's hand is the best of this many random ones for each turn so far."""


def find_facts(position: GinCardsPosition) -> Facts:
    """The rules of knocks, the limit and what else is known of the round."""
    options, snapshot = position.options, position.snapshot
    return Facts(
        knocking=Knocking(
            counts_numbers=False,
            big_gin=options.big_gin,
            most_left=BIG_GIN,
            last_cards=LAST_CARDS,
            knocks_first=False,
            gin_is_safe=True,
            knock_bonus=0,
            gin_bonus=options.gin_bonus,
            big_gin_bonus=options.big_gin_bonus,
            lower_bonus=0,
            undercut_bonus=options.undercut_bonus,
            equal_bonus=options.undercut_bonus,
            factor=1 + is_doubled(options, find_upcard(snapshot)),
        ),
        limit=limit_of(position),
        draws=DRAWS_PER_TURN * (FULL_STOCK - snapshot.stock + 1),
        target=options.target,
        taken=snapshot.taken,
        passed=snapshot.passed,
    )


def list_takes(position: GinCardsPosition) -> list[GinCardsMove]:
    """A pass or a card of the stock, then the open card."""
    first: list[GinCardsMove] = [Pass() if position.snapshot.phase == OFFER else TakeTile(STOCK)]
    return first + ([TakeTile(PILE)] if position.snapshot.discard_top else [])


STRONG = GinPlayer(
    combinations=COMBINATIONS,
    find_best=find_best,
    find_facts=find_facts,
    generate_takes=list_takes,
    generate_discards=lambda position: list(generate_discards(position)),
    is_final=lambda best: best.goes_out and not best.leaves,
    worlds={2: 8, 3: 32, 4: 128, 5: 512},
    own_limit=0,
).strong
