"""The best move of Indian rummy: a declaration if there is one, else what leaves the least count."""

from collections import Counter
from dataclasses import replace

from rummy_referee.engine.subset_melds import CountedHand
from rummy_referee.games.indian_rummy.cards import BOX, count
from rummy_referee.games.indian_rummy.snapshot import DISCARD, IndianRummyPosition
from rummy_referee.games.indian_rummy.turn import (
    Declare,
    IndianRummyMove,
    check_take,
    count_after,
    generate_declares,
    generate_takes,
    in_reading_order,
    laid_melds,
)
from rummy_referee.rules.discard_pile import PILE, STOCK, TakeCard
from rummy_referee.rules.move_records import Discard
from rummy_referee.rules.turns import BestMove, Meld, Objective, in_order, pieces_of


def find_best(position: IndianRummyPosition, objective: Objective) -> BestMove[IndianRummyMove]:
    """A declaration; else the discard or the take that leaves the least count. Nobody is advised to drop."""
    if position.snapshot.phase != DISCARD:
        return find_best_take(position, objective)
    declare = next(iter(generate_declares(position)), None)
    if declare is not None:
        return show(position, declare)
    if objective == "out":
        return BestMove(leaves=position.snapshot.hand)
    counted = count(position.snapshot.hand, position.snapshot.wild, position.options)
    card = counted.cards[find_least(counted)]
    after = count_after(position, card)
    melds = tuple(in_reading_order(position.judge, meld) for meld in after.melds)
    return BestMove(Discard(card), (card,), card.points, after.left, melds)


def show(position: IndianRummyPosition, declare: Declare) -> BestMove[IndianRummyMove]:
    """A declaration as the best move."""
    hand = in_order(position.snapshot.hand)
    points = sum(card.points for card in hand)
    return BestMove(declare, hand, points, (), laid_melds(position, declare), goes_out=True)


def find_least(counted: CountedHand) -> int:
    """The place of the card without which the hand counts least, then has the fewest cards left, then is first."""
    return min(range(len(counted.cards)), key=lambda place: (*counted.count_without(place)[:2], place))


def find_best_take(position: IndianRummyPosition, objective: Objective) -> BestMove[IndianRummyMove]:
    """The open card if it allows a declaration or leaves less than a card of the stock; else a card of the stock."""
    snapshot = position.snapshot
    can_take = [move.from_ for move in generate_takes(position)]
    if snapshot.discard_top is not None and not any(check_take(position, TakeCard(PILE))):
        hand = (*snapshot.hand, snapshot.discard_top)
        after = replace(position, given=replace(snapshot, hand=hand, phase=DISCARD, first_turn=False))
        known = find_best(after, objective)
        if known.goes_out or (objective != "out" and (STOCK not in can_take or leaves_less(position, hand))):
            return replace(known, move=TakeCard(PILE))
    if objective == "out" or STOCK not in can_take:
        return BestMove(leaves=snapshot.hand)
    held = count(snapshot.hand, snapshot.wild, position.options).whole()
    melds = tuple(in_reading_order(position.judge, meld) for meld in held.melds)
    return BestMove(TakeCard(STOCK), leaves=held.left, melds=melds)


def leaves_less(position: IndianRummyPosition, taken: Meld) -> bool:
    """Whether the open card leaves less than a card of the stock does on average, over all cards that are not seen."""
    wild = position.snapshot.wild
    unseen = Counter(BOX.holds) - pieces_of((*taken, wild))
    points = cards = 0
    for piece, copies in unseen.items():
        own_points, own_cards = least_of(position, (*position.snapshot.hand, BOX.tiles[piece]))
        points, cards = points + copies * own_points, cards + copies * own_cards
    return least_of(position, taken) < (points / unseen.total(), cards / unseen.total())


def least_of(position: IndianRummyPosition, hand: Meld) -> tuple[int, int]:
    """The least count of a hand after the best discard, and the cards then left."""
    counted = count(hand, position.snapshot.wild, position.options)
    return counted.count_without(find_least(counted))[:2]
