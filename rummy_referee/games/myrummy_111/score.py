"""The score of a round of MyRummy 111: the announcer's whole hand, or the best stretch of everybody else's."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rummy_referee.engine.completions import Completions, Range
from rummy_referee.engine.unknown_order.hands import PartialHand, can_be_in_order, can_be_out_of_order, find_highest
from rummy_referee.engine.unknown_order.lowest import find_lowest
from rummy_referee.games.myrummy_111.cards import BOX
from rummy_referee.games.myrummy_111.faults import hand_size_not_dealt, hand_too_small
from rummy_referee.games.myrummy_111.snapshot import MIN_HAND, SLOTS
from rummy_referee.games.myrummy_111.swapping import is_in_order
from rummy_referee.melds.stretches import find_stretches
from rummy_referee.rules import records
from rummy_referee.rules.faults import deal_too_large, hand_sizes_differ, player_unknown
from rummy_referee.rules.score import FinishedRound, RoundScoring, Score, ScoreLine
from rummy_referee.rules.turns import Meld
from rummy_referee.rules.violations import Violation, pointer
from rummy_referee.tiles.tile import Tile

RIGHT_ANNOUNCEMENT = 5
MIN_STRETCH = 2
"""Any two neighbouring cards rise or fall."""


@dataclass(frozen=True, slots=True)
class HandInOrder:
    """A player at the end of a round."""

    player: str = records.name("The player's name.")
    hand: Meld = records.partially_known(
        "The hand from left to right, each card with its symbols: `85*3`. Where they are unknown, `85*?` or just `85`, "
        "there are one to four of them. `?` is an unknown card."
    )


@dataclass(frozen=True, slots=True)
class AnnouncedRoundEnd:
    """The end of a round."""

    players: tuple[HandInOrder, ...] = records.one_for_each_player("The players and their hands.", HandInOrder)
    announcer: str = records.name("The player who announced a hand in order, rightly or wrongly.")


def check_round_end(finished: FinishedRound) -> Iterator[Violation]:
    """The announcer is a player, and hands have the sizes that were dealt."""
    sizes = finished.options.hand_sizes
    if finished.end.announcer not in [entry.player for entry in finished.players]:
        yield finished.violation(player_unknown(player=finished.end.announcer), "/announcer")
    if sizes is not None and len(sizes) != len(finished.players):
        params = {"players": len(finished.players), "actual": len(sizes)}
        yield finished.violation(hand_sizes_differ(**params), "/options/hand_sizes")
        sizes = None
    elif sizes is not None and sum(sizes) > BOX.size - SLOTS:
        params = {"maximum": BOX.size - SLOTS, "actual": sum(sizes)}
        yield finished.violation(deal_too_large(**params), "/options/hand_sizes")
    for index, entry in enumerate(finished.players):
        path, size = pointer("players", index, "hand"), len(entry.hand)
        if sizes is None and size < MIN_HAND:
            yield finished.violation(hand_too_small(minimum=MIN_HAND, actual=size), path)
        elif sizes is not None and size != sizes[index]:
            yield finished.violation(hand_size_not_dealt(sizes=[sizes[index]], actual=size), path)


def score_stretches(finished: FinishedRound, completions: Completions) -> Iterator[Score]:
    """A right announcement counts the hand and 5 more, a wrong one nothing; the others their best stretch."""
    unseen = find_unseen_numbers(finished) if completions.count else ()
    for entry in finished.players:
        proven = True
        if entry.player == finished.end.announcer:
            lines = score_announcement(entry.hand, unseen)
        elif any(card.is_unknown for card in entry.hand):
            line, proven = score_unknown_stretch(entry.hand, unseen)
            lines = [line]
        else:
            lines = [score_best_stretch(entry.hand)]
        total = Range(sum(line.points.low for line in lines), sum(line.points.high for line in lines))
        yield Score(entry.player, tuple(lines), total, proven=proven)


def find_unseen_numbers(finished: FinishedRound) -> tuple[int, ...]:
    """The numbers of the cards that are not shown, ascending. Each is on one card only."""
    seen = {card.number for entry in finished.players for card in entry.hand}
    return tuple(number for number in BOX.numbers if number not in seen)


def score_announcement(hand: Meld, unseen: tuple[int, ...]) -> list[ScoreLine]:
    """The whole hand and five more, if it is in order. Where that is uncertain, both lines may be 0."""
    if any(card.is_unknown for card in hand):
        cards = to_partial_hand(hand, unseen)
        possible, certain = can_be_in_order(cards), not can_be_out_of_order(cards)
    else:
        possible = certain = is_in_order(hand)
    if not possible:
        return [ScoreLine("wrong_announcement", Range(0, 0))]
    fewest, most = symbol_range(hand)
    return [
        ScoreLine("symbols_of_the_whole_hand", Range(fewest if certain else 0, most), hand),
        ScoreLine("right_announcement", Range(RIGHT_ANNOUNCEMENT if certain else 0, RIGHT_ANNOUNCEMENT)),
    ]


def score_unknown_stretch(hand: Meld, unseen: tuple[int, ...]) -> tuple[ScoreLine, bool]:
    """The best stretch of a hand with unknown numbers, and whether its minimum is proven.

    The line shows the stretch with the highest possible value.
    """
    cards = to_partial_hand(hand, unseen)
    lowest, highest = find_lowest(cards), find_highest(cards)
    points = Range(lowest.points, highest.points)
    line = ScoreLine("symbols_of_the_best_stretch", points, hand[highest.start : highest.end])
    return line, lowest.proven


def to_partial_hand(hand: Meld, unseen: tuple[int, ...]) -> PartialHand:
    """The known part of a hand, and the numbers that the unknown cards can have."""
    numbers = tuple(None if card.is_unknown else card.number for card in hand)
    return PartialHand(numbers, tuple(symbol_range([card]) for card in hand), unseen)


def score_best_stretch(hand: Meld) -> ScoreLine:
    """The most valuable stretch. More symbols never make one worse: the extremes are those of the cards.

    Where symbols are unknown, the line shows the stretch with the highest minimum.
    """
    stretches = [(symbol_range(stretch), stretch) for stretch in find_stretches(hand)]
    points = Range(max(low for (low, _), _ in stretches), max(high for (_, high), _ in stretches))
    _, shown = max(stretches, key=lambda counted: counted[0])
    return ScoreLine("symbols_of_the_best_stretch", points, shown)


def symbol_range(cards: Sequence[Tile]) -> Range:
    """The minimum and the maximum number of symbols on these cards."""
    fewest, most = BOX.symbols[0], BOX.symbols[-1]
    return Range(
        sum(fewest if card.symbols is None else card.symbols for card in cards),
        sum(most if card.symbols is None else card.symbols for card in cards),
    )


def is_round_possible(points: Sequence[int], _options: object) -> bool:
    """One player announces: 0 if wrong, otherwise every card and five more. The others have two cards in order."""
    lowest, *others = sorted(points)
    if lowest == 0:
        return min(others) >= MIN_STRETCH
    return lowest >= MIN_STRETCH and max(others) >= MIN_HAND + RIGHT_ANNOUNCEMENT


SCORING = RoundScoring(record=AnnouncedRoundEnd, score=score_stretches, check=check_round_end)
