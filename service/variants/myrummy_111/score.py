"""The score of a round of MyRummy 111: the announcer's whole hand, or the best stretch of everybody else's."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from service.engine.completions import Completions, Range
from service.engine.unknown_order.hands import PartialHand, can_be_in_order, can_be_out_of_order, find_highest
from service.engine.unknown_order.lowest import find_lowest
from service.melds.stretches import find_stretches
from service.rules import records
from service.rules.scores import FinishedRound, PlayerScore, RoundScoring, ScoreLine
from service.rules.turns import Meld
from service.rules.violations import Violation, pointer
from service.tiles.tile import Tile
from service.variants.myrummy_111.cards import BOX
from service.variants.myrummy_111.snapshot import DEALT, PLACES
from service.variants.myrummy_111.swapping import is_in_order

RIGHT_ANNOUNCEMENT = 5


@dataclass(frozen=True, slots=True)
class HandInOrder:
    """A player at the end of a round."""

    player: str = records.name("The player's name.")
    hand: Meld = records.partially_known(
        "The hand from left to right, each card with its symbols: `85*3`. Where they could not be read, `85*?` or just "
        "`85`, there are one to four of them. `?` is a card of which nothing could be read."
    )


@dataclass(frozen=True, slots=True)
class AnnouncedRound:
    """The end of a round."""

    players: tuple[HandInOrder, ...] = records.one_for_each_player("The players and their hands.", HandInOrder)
    announcer: str = records.name("Who announced a hand in order, rightly or wrongly.")


def check_hands(finished: FinishedRound) -> Iterator[Violation]:
    """The announcer is a player, hands have the size that was dealt, and so many could be."""
    sizes = finished.options.hand_sizes
    if finished.end.announcer not in [entry.player for entry in finished.players]:
        yield finished.refuse("player_unknown", "/announcer", player=finished.end.announcer)
    if sizes is not None and len(sizes) != len(finished.players):
        params = {"players": len(finished.players), "actual": len(sizes)}
        yield finished.refuse("hand_sizes_differ", "/options/hand_sizes", **params)
        sizes = None
    elif sizes is not None and sum(sizes) > BOX.size - PLACES:
        params = {"maximum": BOX.size - PLACES, "actual": sum(sizes)}
        yield finished.refuse("deal_too_large", "/options/hand_sizes", **params)
    for index, entry in enumerate(finished.players):
        path, size = pointer("players", index, "hand"), len(entry.hand)
        if sizes is None and size < DEALT:
            yield finished.refuse("hand_too_small", path, minimum=DEALT, actual=size)
        elif sizes is not None and size != sizes[index]:
            yield finished.refuse("hand_size_not_dealt", path, sizes=[sizes[index]], actual=size)


def score_stretches(finished: FinishedRound, completions: Completions) -> Iterator[PlayerScore]:
    """A right announcement counts the whole hand and five more, a wrong one nothing; the others their best stretch."""
    free = find_free_numbers(finished) if completions.count else ()
    for entry in finished.players:
        is_proven = True
        if entry.player == finished.end.announcer:
            lines = score_announcement(entry.hand, free)
        elif any(card.unread for card in entry.hand):
            line, is_proven = score_unread_stretch(entry.hand, free)
            lines = [line]
        else:
            lines = [score_best_stretch(entry.hand)]
        total = Range(sum(line.points.low for line in lines), sum(line.points.high for line in lines))
        yield PlayerScore(entry.player, tuple(lines), total, is_proven=is_proven)


def find_free_numbers(finished: FinishedRound) -> tuple[int, ...]:
    """The numbers of the cards that are nowhere to be seen, ascending. Each is on one card only."""
    seen = {card.number for entry in finished.players for card in entry.hand}
    return tuple(number for number in BOX.numbers if number not in seen)


def score_announcement(hand: Meld, free: tuple[int, ...]) -> list[ScoreLine]:
    """The whole hand and five more, if it is in order. Where that cannot be read, both lines may come to nothing."""
    if any(card.unread for card in hand):
        cards = read_hand(hand, free)
        possible, sure = can_be_in_order(cards), not can_be_out_of_order(cards)
    else:
        possible = sure = is_in_order(hand)
    if not possible:
        return [ScoreLine("wrong_announcement", Range(0, 0))]
    fewest, most = count_range(hand)
    return [
        ScoreLine("symbols_of_the_whole_hand", Range(fewest if sure else 0, most), hand),
        ScoreLine("right_announcement", Range(RIGHT_ANNOUNCEMENT if sure else 0, RIGHT_ANNOUNCEMENT)),
    ]


def score_unread_stretch(hand: Meld, free: tuple[int, ...]) -> tuple[ScoreLine, bool]:
    """The most valuable stretch of a hand with unread numbers, and whether the least that it may be worth is proven.

    The stretch shown is the one that may be worth most.
    """
    cards = read_hand(hand, free)
    lowest, highest = find_lowest(cards), find_highest(cards)
    points = Range(lowest.points, highest.points)
    line = ScoreLine("symbols_of_the_best_stretch", points, hand[highest.start : highest.end])
    return line, lowest.proven


def read_hand(hand: Meld, free: tuple[int, ...]) -> PartialHand:
    """What could be read of a hand, and the numbers that are nowhere to be seen, for what could not."""
    numbers = tuple(None if card.unread else card.number for card in hand)
    return PartialHand(numbers, tuple(count_range([card]) for card in hand), free)


def score_best_stretch(hand: Meld) -> ScoreLine:
    """The most valuable stretch. More symbols on a card never make one worse, so the extremes are those of all cards.

    Where symbols could not be read, the stretch shown is the best for sure: the one with the most at least.
    """
    stretches = [(count_range(stretch), stretch) for stretch in find_stretches(hand)]
    points = Range(max(low for (low, _), _ in stretches), max(high for (_, high), _ in stretches))
    _, shown = max(stretches, key=lambda counted: counted[0])
    return ScoreLine("symbols_of_the_best_stretch", points, shown)


def count_range(cards: Sequence[Tile]) -> Range:
    """The fewest and the most symbols that these cards may have."""
    fewest, most = BOX.symbols[0], BOX.symbols[-1]
    return Range(
        sum(fewest if card.symbols is None else card.symbols for card in cards),
        sum(most if card.symbols is None else card.symbols for card in cards),
    )


SCORING = RoundScoring(record=AnnouncedRound, score=score_stretches, check=check_hands)
