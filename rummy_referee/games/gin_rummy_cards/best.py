"""The best move of Gin Rummy: a knock if there is one, else the move with the least deadwood."""

from collections.abc import Sequence
from dataclasses import replace

from rummy_referee.engine.deadwood.minimum import Melding
from rummy_referee.games.gin_rummy_cards.cards import BOX, COMBINATIONS, DEADWOOD, LAST_CARDS
from rummy_referee.games.gin_rummy_cards.snapshot import DISCARD, OFFER, GinCardsPosition
from rummy_referee.games.gin_rummy_cards.turn import GinCardsMove, Knock, apply_take, find_knocks
from rummy_referee.rules.knock_rummy.declaring import go_out
from rummy_referee.rules.knock_rummy.safest_melds import go_out_safely
from rummy_referee.rules.knock_rummy.taking import PILE, STOCK, TakeTile, leaves_less
from rummy_referee.rules.move_records import Discard, Pass
from rummy_referee.rules.turns import BestMove, Objective


def find_best(position: GinCardsPosition, objective: Objective) -> BestMove[GinCardsMove]:
    """The best knock; or the take, the pass or the discard with the least deadwood."""
    if position.snapshot.phase != DISCARD:
        return find_best_take(position, objective)
    knocks = list(find_knocks(position))
    if knocks:
        return find_best_knock(knocks)
    if objective == "out":
        return BestMove(leaves=position.snapshot.hand)
    card, melding = DEADWOOD.discard(position.snapshot.hand, kept=position.snapshot.taken)
    return BestMove(Discard(card), (card,), card.points, melding.left, melding.melds)


def find_best_knock(knocks: Sequence[tuple[Knock, Melding]]) -> BestMove[GinCardsMove]:
    """The knock with the least deadwood; of equals the one on which the other player can lay off the least."""
    move, melding = min(knocks, key=rank_knock)
    if not melding.left:  # nothing is laid off on a gin
        return go_out(move, melding)
    return go_out_safely(BOX, knocks, lambda melding: (melding.points, len(melding.left)))


def rank_knock(found: tuple[Knock, Melding]) -> tuple[int, int, bool]:
    """The sort key of a knock, the lower the better: by points, then by cards of deadwood; a big gin before a gin."""
    knock, melding = found
    return melding.points, len(melding.left), knock.discard is not None


def find_best_take(position: GinCardsPosition, objective: Objective) -> BestMove[GinCardsMove]:
    """The open card if it allows a knock or leaves less deadwood than a card of the stock; else the stock or a pass."""
    snapshot = position.snapshot
    if snapshot.discard_top is not None:
        after = apply_take(position, TakeTile(PILE)).next
        known = find_best(replace(position, given=after), objective)
        is_less = objective != "out" and leaves_less(COMBINATIONS, known, snapshot.hand, snapshot.discard_top)
        if known.goes_out or is_less:
            return replace(known, move=TakeTile(PILE))
    if objective == "out" or (snapshot.stock <= LAST_CARDS and snapshot.phase != OFFER):
        return BestMove(leaves=snapshot.hand)
    melding = DEADWOOD.meld(snapshot.hand)
    move = Pass() if snapshot.phase == OFFER else TakeTile(STOCK)
    return BestMove(move, leaves=melding.left, melds=melding.melds)
