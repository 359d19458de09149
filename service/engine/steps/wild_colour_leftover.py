"""What a turn leaves at the least where one colour is wild, whatever its steps are, as long as no card is taken back.

At its end each card of the hand, and each wild card of the table that the hand can swap, is in one form of a meld or
left over. So the search is for forms side by side, and not for steps one after the other.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from service.engine.steps.packing import Counted, Packing, count_cards, list_kinds
from service.engine.steps.wild_colour_forms import find_forms, find_new_forms
from service.engine.steps.wild_colour_steps import Cards, LyingMeld, WildColourSteps
from service.engine.work import Steps

NEVER_LEFT = 1 << 20
"""The weight of the place of a meld with wild cards that can be swapped: it has to take one of its forms."""
FORMS_PER_STEP = 2
"""So many forms are made in the time of a step."""

Choices = Sequence[Counted]
"""What is still to be packed, for each form that a changed meld can take: loose cards, and places of the others."""


class Leftover:
    """What can be left of a hand beside melds to which anything may be added."""

    def __init__(
        self, steps: WildColourSteps, hand: Cards, melds: Sequence[LyingMeld], weights: Sequence[int], work: Steps
    ) -> None:
        self._steps, self._weights = steps, weights
        self._melds = Counter(melds)
        in_hand = steps.spread(hand)
        freed = [[steps.wild_like(card) for card in steps.find_swaps(meld, in_hand)] for meld in melds]
        self._loose = steps.spread((*hand, *[card for cards in freed for card in cards]))
        self._fixed = {meld: frozenset(meld.cards).difference(wild) for meld, wild in zip(melds, freed, strict=True)}
        self._places: dict[LyingMeld, Counted] = {}
        """Each meld that can change has a place, which is packed like a card: so the meld takes one form at most."""
        place_weights: list[int] = []
        pieces = [count_cards(cards) for cards in find_new_forms(steps, self._loose)]
        self._cards = count_cards(hand)
        for meld, wild in zip(melds, freed, strict=True):
            forms = list(self._find_forms(meld, self._fixed[meld]))
            if len(forms) > 1:
                place = 1 << 2 * (len(weights) + len(place_weights))
                self._places[meld] = place
                pieces += [place | form for form in forms if form]
                place_weights.append(NEVER_LEFT if wild else 0)
                self._cards += place + count_cards(set(wild))
        work.take(len(pieces) // FORMS_PER_STEP)
        self._packing = Packing(pieces, [*weights, *place_weights], work)
        self._all_cards = (1 << 2 * len(weights)) - 1

    def _find_forms(self, meld: LyingMeld, fixed: frozenset[int] = frozenset()) -> Iterator[Counted]:
        """The loose cards in each form of a meld."""
        for cards in find_forms(self._steps, meld, self._loose):
            yield count_cards([card for card in cards if card not in fixed])

    # --- where a turn stands ------------------------------------------------------------------------------------

    def choose(self, melds: Sequence[LyingMeld]) -> Choices | None:
        """What is to be packed after steps that have changed one meld or none; None if they have changed more."""
        after = list((Counter(melds) - self._melds).elements())
        before = list((self._melds - Counter(melds)).elements())
        if not after and not before:
            return [self._cards]
        if len(after) != 1 or len(before) > 1:
            return None
        if not before:
            return [self._cards - form for form in self._find_forms(after[0])]
        fixed, place = self._fixed[before[0]], self._places.get(before[0])
        if place is None or not fixed.issubset(after[0].cards):
            return None
        return [self._cards - place - form for form in self._find_forms(after[0], fixed)]

    # --- what is left -------------------------------------------------------------------------------------------

    def find(self, choices: Choices, least: int, most: int) -> Cards | None:
        """What is left where it weighs the least, unless that is more than ``most``; ``least`` is little enough."""
        left = self._packing.find_left(choices, least, most)
        return None if left is None else tuple(list_kinds(left & self._all_cards))

    def find_some(self, choices: Choices, least: int, most: int) -> Cards | None:
        """The same if a card must be left."""
        found = self.find(choices, least, most)
        if found is None or found:
            return found
        found = None
        for card in sorted(self._loose.held, key=lambda card: self._weights[card]):
            one, weight = 1 << 2 * card, self._weights[card]
            fewer = [cards - one for cards in choices if cards & 3 * one]
            left = self.find(fewer, least - weight, most - weight)
            if left is not None:
                found = tuple(sorted((card, *left)))
                most = sum([self._weights[card] for card in found]) - 1
            if most < least:
                break
        return found

    def can_be_nothing(self, choices: Choices) -> bool:
        """Whether everything can be laid."""
        return self.find(choices, 0, 0) is not None
