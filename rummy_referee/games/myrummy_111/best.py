"""The best swap in MyRummy 111."""

from collections.abc import Iterator, Sequence

from rummy_referee.engine.steps.card_swaps import Expected, Rank, RankStretch, Swap, average_swap, find_best_swap
from rummy_referee.games.myrummy_111.cards import BOX
from rummy_referee.games.myrummy_111.snapshot import SLOTS, HandAndMiddle, MyRummy111Position
from rummy_referee.games.myrummy_111.swapping import Insert, MyRummy111Move, Refresh, TakeFromMiddle
from rummy_referee.melds.stretches import count_symbols
from rummy_referee.rules.turns import BestMove, Objective
from rummy_referee.tiles.tile import Tile


def find_best(position: MyRummy111Position, objective: Objective) -> BestMove[MyRummy111Move]:
    """The swap with the longest stretch, then the most valuable; a hand completely in order is announced."""
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
    """The longest stretch, then the most valuable; by points, first a whole hand, then the most valuable."""
    if objective == "points":
        return lambda stretch: (len(stretch) == size, count_symbols(stretch), len(stretch))
    return lambda stretch: (len(stretch), count_symbols(stretch))


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
