"""The best swap in MyRummy 111: the one that brings the hand closest to order.

A stretch counts as far as the hand can still be completed around it. A stretch that begins with the 111 and falls is of
no use at the second place: no card fits to the left of it.
"""

from collections.abc import Iterator, Sequence

from rummy_referee.engine.steps.card_swaps import Expected, Hand, Rank, RankStretch, Swap, average_swap, find_best_swap
from rummy_referee.games.myrummy_111.cards import BOX
from rummy_referee.games.myrummy_111.snapshot import SLOTS, HandAndMiddle, MyRummy111Position
from rummy_referee.games.myrummy_111.swapping import Insert, MyRummy111Move, Refresh, TakeFromMiddle
from rummy_referee.melds.stretches import count_symbols
from rummy_referee.rules.turns import BestMove, Objective
from rummy_referee.tiles.tile import Tile

LOWEST, HIGHEST = BOX.numbers[0], BOX.numbers[-1]
USABLE = 3
"""One card in so many can be had, the others are held by players: for each place to be filled as many more must fit."""


def find_best(position: MyRummy111Position, objective: Objective) -> BestMove[MyRummy111Move]:
    """The swap with the best stretch; a hand completely in order is announced."""
    snapshot = position.snapshot
    if snapshot.drawn is None:
        return find_best_take(snapshot, objective)
    swap = find_best_swap(snapshot.hand, snapshot.drawn.card, rank_by(objective, len(snapshot.hand)))
    if objective == "out" and not swap.orders_the_hand:
        return BestMove(leaves=snapshot.hand)
    return describe_swap(Insert(*swap.place, announce=swap.orders_the_hand), swap)


def find_best_take(snapshot: HandAndMiddle, objective: Objective) -> BestMove[MyRummy111Move]:
    """The take of the best card: a card face down counts as the average of all that it can be."""
    rank = rank_by(objective, len(snapshot.hand))
    choices: list[tuple[TakeFromMiddle | Refresh, Swap | Expected]] = []
    for move, cards in generate_choices(snapshot):
        if len(cards) == 1:
            choices.append((move, find_best_swap(snapshot.hand, cards[0], rank)))
        else:
            choices.append((move, average_swap(snapshot.hand, cards, rank)))
    if objective == "out":
        choices = [choice for choice in choices if choice[1].orders_the_hand]
    if not choices:
        return BestMove(leaves=snapshot.hand)
    move, swap = max(choices, key=lambda choice: rank_choice(choice[1], objective))
    if isinstance(swap, Swap):
        return describe_swap(move, swap)
    return BestMove(move, leaves=snapshot.hand, goes_out=swap.orders_the_hand)


def generate_choices(snapshot: HandAndMiddle) -> Iterator[tuple[TakeFromMiddle | Refresh, Sequence[Tile]]]:
    """The moves before the swap in listing order, each with its possible cards. All face-down cards are alike."""
    hand, middle = snapshot.hand, snapshot.middle
    face_up = [card for card in middle if card]
    shown = {card.piece for card in (*hand, *face_up)}
    unseen = [BOX.tiles[piece] for piece in BOX.holds if piece not in shown]
    for slot, card in enumerate(middle):
        if card:
            yield TakeFromMiddle(slot), (card,)
        elif None not in middle[:slot]:
            yield TakeFromMiddle(slot), unseen
    if len(face_up) == SLOTS:
        others = unseen if snapshot.stock or snapshot.discard_count else []
        yield Refresh(), others if snapshot.stock >= SLOTS else [*others, *face_up]


def rank_by(objective: Objective, size: int) -> RankStretch:
    """The stretch that keeps the most cards, then the one with the most room, then the most symbols.

    By points, first a hand in order, then the most symbols on the cards that stay.
    """

    def rank(stretch: Hand, start: int) -> Rank:
        kept, room = find_kept(stretch, start, size)
        if objective == "points":
            return len(stretch) == size, count_symbols(kept), room, len(kept)
        return len(kept), room, count_symbols(kept)

    return rank


def find_kept(stretch: Hand, start: int, size: int) -> tuple[Hand, int]:
    """The cards of a stretch that can stay where they are, and how much room they leave.

    The room is the number of cards for each place that is still to be filled, below the lowest or above the highest
    card that stays, whichever is less.
    """
    below, cards = start, stretch
    if stretch[0].number > stretch[-1].number:
        below, cards = size - start - len(stretch), stretch[::-1]
    numbers = [card.number for card in cards]
    places = range(below, below + len(cards))
    lower = [count_room(number - LOWEST, place) for number, place in zip(numbers, places, strict=True)]
    higher = [count_room(HIGHEST - number, size - 1 - place) for number, place in zip(numbers, places, strict=True)]
    least = max(BOX.size // (USABLE * size), 1)
    first = next((at for at, room in enumerate(lower) if room >= least), len(cards))
    last = next((at for at in reversed(range(len(cards))) if higher[at] >= least), -1)
    return (cards[first : last + 1], min(lower[first], higher[last])) if first <= last else ((), 0)


def count_room(cards: int, places: int) -> int:
    """The number of cards for each of these places; more than the box holds if there are none."""
    return cards // places if places else BOX.size


def rank_choice(swap: Swap | Expected, objective: Objective) -> Rank:
    """The rank of a take: by points, a hand that is only possibly in order counts as its stretches do."""
    return (swap.orders_the_hand, *swap.rank[1:]) if objective == "points" else swap.rank


def describe_swap(move: TakeFromMiddle | Refresh | Insert, swap: Swap) -> BestMove[MyRummy111Move]:
    """The best move with the swap that it is part of."""
    return BestMove(
        move,
        (swap.discarded,),
        points=count_symbols(swap.stretch),
        leaves=swap.hand,
        melds=(swap.stretch,),
        goes_out=swap.orders_the_hand,
    )
