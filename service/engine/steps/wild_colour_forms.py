"""What melds can have become by the end of a turn where one colour is wild, told by the loose cards in them.

The order of steps plays no part in that: only real cards of the hand take the places of wild ones, and they can do so
before anything else. A run that is two can be left out, for the part that is new can as well lie beside the other.
"""

from collections.abc import Iterator

from service.engine.steps.wild_colour_steps import Cards, Loose, LyingMeld, WildColourSteps


def find_new_forms(steps: WildColourSteps, loose: Loose) -> Iterator[Cards]:
    """Every new meld that is not two."""
    return (cards for cards in steps.find_melds(loose) if not _is_two(steps, cards))


def find_forms(steps: WildColourSteps, meld: LyingMeld, loose: Loose) -> Iterator[Cards]:
    """The loose cards in each form that a lying meld can take; its own wild cards are loose where one can swap them."""
    for swapped in _find_swapped(steps, meld, loose):
        yield swapped.cards
        for added in steps.find_additions(swapped, loose):
            cards = steps.add(swapped, added).cards
            if not _is_two(steps, cards, swapped.cards):
                yield cards


def _find_swapped(steps: WildColourSteps, meld: LyingMeld, loose: Loose) -> list[LyingMeld]:
    """A meld with any of its wild cards swapped, or none."""
    found = [meld]
    for swapped in found:
        others = (steps.swap(swapped, card)[0] for card in steps.find_swaps(swapped, loose))
        found += [other for other in others if other not in found]
    return found


def _is_two(steps: WildColourSteps, cards: Cards, lying: Cards = ()) -> bool:
    """Whether a meld is one that lies and a new one, or two new ones. Only plain runs are long enough for that."""
    for place in range(steps.minimum, len(cards) - steps.minimum + 1):
        low, high = cards[:place], cards[place:]
        is_apart = not lying or lying[-1] <= low[-1] or lying[0] >= high[0]
        if is_apart and steps.balance(low) > 0 and steps.balance(high) > 0:
            return True
    return False
