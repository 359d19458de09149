"""An upper bound for a turn with a wild colour: a superset of the cards that any sequence of steps can lay.

Each kind of meld is relaxed by itself: cards count as available to every meld at once, and wild cards on the table
count as loose, since they may be swapped and laid again. A card that is not found here can never be laid.
"""

from collections.abc import Iterable, Sequence

from rummy_referee.engine.steps.wild_colour_steps import Cards, Loose, LyingMeld, WildColourSteps


def find_reachable(steps: WildColourSteps, hand: Cards, melds: Sequence[LyingMeld]) -> set[int]:
    """The cards that may be laid, of the hand and of the wild cards on the table."""
    wild_cards = [card for meld in melds for card in meld.cards if card % steps.width == steps.wild]
    loose = steps.spread((*hand, *wild_cards))
    reachable = _in_groups(steps, loose) | _in_mixed_runs(steps, loose)
    for colour in range(steps.width):
        if colour != steps.wild:
            reachable |= _in_plain_runs(steps, loose, colour)
    for meld in melds:
        reachable |= _on_meld(steps, loose, meld)
    return reachable


def _in_groups(steps: WildColourSteps, loose: Loose) -> set[int]:
    return {card for cards in loose.by_number if len(cards) >= steps.minimum for card in cards}


def _in_mixed_runs(steps: WildColourSteps, loose: Loose) -> set[int]:
    """Cards in three consecutive numbers of three different colours."""
    found = set()
    colours = [{card % steps.width for card in cards} for cards in loose.by_number]
    for first in range(len(colours) - 2):
        if not (colours[first] and colours[first + 1] and colours[first + 2]):
            continue
        for rank, one, other in (
            (first, first + 1, first + 2),
            (first + 1, first, first + 2),
            (first + 2, first, first + 1),
        ):
            for card in loose.by_number[rank]:
                here, there = colours[one] - {card % steps.width}, colours[other] - {card % steps.width}
                if here and there and len(here | there) > 1:
                    found.add(card)
    return found


def _in_plain_runs(steps: WildColourSteps, loose: Loose, colour: int) -> set[int]:
    """Cards of one colour and wild ones in at least three consecutive numbers."""
    found: set[int] = set()
    stretch: list[int] = []
    length = 0
    for rank in range(len(loose.by_number) + 1):
        here = _fitting(steps, loose, rank, colour) if rank < len(loose.by_number) else []
        if here:
            stretch, length = stretch + here, length + 1
        else:
            if length >= steps.minimum:
                found.update(stretch)
            stretch, length = [], 0
    return found


def _on_meld(steps: WildColourSteps, loose: Loose, meld: LyingMeld) -> set[int]:
    """Cards that a meld may take, whichever of its wild cards are swapped."""
    cards, width = meld.cards, steps.width
    numbers = [card // width for card in cards]
    lower, higher = range(numbers[0] - 1, -1, -1), range(numbers[-1] + 1, len(loose.by_number))
    if not steps.is_group(cards) and steps.is_plain_run(cards):
        (colour,) = {card % width for card in cards} - {steps.wild}
        swapped = {card - steps.wild + colour for card in cards if card % width == steps.wild}
        return (
            swapped
            | _take_while_fitting([_fitting(steps, loose, rank, colour) for rank in lower])
            | _take_while_fitting([_fitting(steps, loose, rank, colour) for rank in higher])
        )
    space = width - len(cards)
    if not space:
        return set()
    real = {card % width for card in cards} - {steps.wild}
    fitting = [[card for card in of_number if card % width not in real] for of_number in loose.by_number]
    there = {card for rank in numbers for card in fitting[rank]}
    if steps.is_group(cards):
        return there
    below, above = [fitting[rank] for rank in lower[:space]], [fitting[rank] for rank in higher[:space]]
    return there | _take_while_fitting(below) | _take_while_fitting(above)


def _fitting(steps: WildColourSteps, loose: Loose, rank: int, colour: int) -> list[int]:
    start = rank * steps.width
    return [card for card in (start + colour, start + steps.wild) if card in loose.held]


def _take_while_fitting(fitting: Iterable[Sequence[int]]) -> set[int]:
    """The fitting cards of each number, up to the first number without any."""
    found: set[int] = set()
    for cards in fitting:
        if not cards:
            break
        found.update(cards)
    return found
