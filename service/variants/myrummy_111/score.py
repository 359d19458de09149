"""The score of a round of MyRummy 111: the announcer's whole hand, or the best stretch of everybody else's."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from service.melds.stretches import find_stretches
from service.rules import records
from service.rules.scores import FinishedRound, PlayerScore, RoundScoring, ScoreLine
from service.rules.turns import Meld
from service.rules.violations import Violation, pointer
from service.solver.fillings import Fillings, Range
from service.tiles.tile import Tile
from service.variants.myrummy_111.cards import BOX
from service.variants.myrummy_111.snapshot import DEALT
from service.variants.myrummy_111.swapping import is_in_order

RIGHT_ANNOUNCEMENT = 5


@dataclass(frozen=True, slots=True)
class HandInOrder:
    """A player at the end of a round."""

    player: str = records.name("The player's name.")
    hand: Meld = records.photographed(
        "The hand from left to right, each card with its symbols: `85*3`. Where they could not be read, `85*?` or just "
        "`85`, there are one to four of them."
    )


@dataclass(frozen=True, slots=True)
class AnnouncedRound:
    """The end of a round."""

    players: tuple[HandInOrder, ...] = records.one_for_each_player("The players and their hands.", HandInOrder)
    announcer: str = records.name("Who announced a hand in order, rightly or wrongly.")


def check_hands(finished: FinishedRound) -> Iterator[Violation]:
    """The announcer is a player, and hands have the size that was dealt."""
    sizes = finished.options.hand_sizes
    if finished.end.announcer not in [entry.player for entry in finished.players]:
        yield finished.refuse("player_unknown", "/announcer", player=finished.end.announcer)
    if sizes is not None and len(sizes) != len(finished.players):
        params = {"players": len(finished.players), "actual": len(sizes)}
        yield finished.refuse("hand_sizes_differ", "/options/hand_sizes", **params)
        return
    for index, entry in enumerate(finished.players):
        path, size = pointer("players", index, "hand"), len(entry.hand)
        if sizes is None and size < DEALT:
            yield finished.refuse("hand_too_small", path, minimum=DEALT, actual=size)
        elif sizes is not None and size != sizes[index]:
            yield finished.refuse("hand_size_not_dealt", path, sizes=[sizes[index]], actual=size)


def score_stretches(finished: FinishedRound, _fillings: Fillings) -> Iterator[PlayerScore]:
    """A right announcement counts the whole hand and five more, a wrong one nothing; the others their best stretch."""
    for entry in finished.players:
        if entry.player != finished.end.announcer:
            lines = [score_best_stretch(entry.hand)]
        elif is_in_order(entry.hand):
            whole = ScoreLine("symbols_of_the_whole_hand", count_range(entry.hand), entry.hand)
            lines = [whole, ScoreLine("right_announcement", Range(RIGHT_ANNOUNCEMENT, RIGHT_ANNOUNCEMENT))]
        else:
            lines = [ScoreLine("wrong_announcement", Range(0, 0))]
        total = Range(sum(line.points.low for line in lines), sum(line.points.high for line in lines))
        yield PlayerScore(entry.player, tuple(lines), total)


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
