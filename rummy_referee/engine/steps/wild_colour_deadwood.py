"""The minimum deadwood of a turn with a wild colour, if no card is taken back.

The order of steps does not matter: only cards of the hand replace wild cards, and they can do so first. So at the end
of the turn each loose card lies in one *final form* of a meld, of a new meld or of one on the table, or is deadwood.
Loose are the cards of the hand and the wild cards that the hand can replace. This is a set packing of final forms.

Example: with R1 Y2 R3 on the table (Y wild) and R2 Y5 in the hand, Y2 is loose too. The forms of the meld are R1 Y2 R3,
which uses Y2, and R1 R2 R3, which uses R2 and leaves Y2 for another meld.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from rummy_referee.engine.steps.packing import PackedCards, Packing, pack_cards, unpack_cards
from rummy_referee.engine.steps.wild_colour_steps import Cards, LyingMeld, WildColourSteps
from rummy_referee.engine.work import Steps

MANDATORY = 1 << 20
"""The weight of the slot of a meld with replaceable wild cards: the meld must take one of its forms."""
FORMS_PER_STEP = 2
"""How many forms are generated in one step of work."""

Choices = Sequence[PackedCards]
"""What is still to be packed, for each form of a changed meld: loose cards, and slots of the other melds."""


class TurnDeadwood:
    """The deadwood of a hand next to melds that accept additions."""

    def __init__(
        self, steps: WildColourSteps, hand: Cards, melds: Sequence[LyingMeld], weights: Sequence[int], work: Steps
    ) -> None:
        self._steps, self._weights = steps, weights
        self._melds = Counter(melds)
        in_hand = steps.spread(hand)
        freed = [[steps.wild_like(card) for card in steps.find_swaps(meld, in_hand)] for meld in melds]
        self._loose = steps.spread((*hand, *[card for cards in freed for card in cards]))
        self._fixed = {meld: frozenset(meld.cards).difference(wild) for meld, wild in zip(melds, freed, strict=True)}
        self._slots: dict[LyingMeld, PackedCards] = {}
        """Each meld that can change has a slot, which is packed like a card: so the meld takes at most one form."""
        slot_weights: list[int] = []
        sets = [pack_cards(cards) for cards in steps.find_melds(self._loose) if not self._is_two_melds(cards)]
        self._cards = pack_cards(hand)
        for meld, wild in zip(melds, freed, strict=True):
            forms = list(self._find_forms(meld, self._fixed[meld]))
            if len(forms) > 1:
                slot = 1 << 2 * (len(weights) + len(slot_weights))
                self._slots[meld] = slot
                sets += [slot | form for form in forms if form]
                slot_weights.append(MANDATORY if wild else 0)
                self._cards += slot + pack_cards(set(wild))
        work.take(len(sets) // FORMS_PER_STEP)
        self._packing = Packing(sets, [*weights, *slot_weights], work)
        self._all_cards = (1 << 2 * len(weights)) - 1

    # --- final forms ------------------------------------------------------------------------------------------------

    def _find_forms(self, meld: LyingMeld, fixed: frozenset[int] = frozenset()) -> Iterator[PackedCards]:
        """The loose cards in each final form of a meld; its cards in ``fixed`` are not loose."""
        for swapped in self._find_swapped(meld):
            forms = [swapped.cards]
            for added in self._steps.find_additions(swapped, self._loose):
                cards = self._steps.add(swapped, added).cards
                if not self._is_two_melds(cards, swapped.cards):
                    forms.append(cards)
            yield from (pack_cards([card for card in form if card not in fixed]) for form in forms)

    def _find_swapped(self, meld: LyingMeld) -> list[LyingMeld]:
        """A meld with each subset of its wild cards replaced that is possible."""
        found = [meld]
        for swapped in found:
            others = (self._steps.swap(swapped, card)[0] for card in self._steps.find_swaps(swapped, self._loose))
            found += [other for other in others if other not in found]
        return found

    def _is_two_melds(self, cards: Cards, old: Cards = ()) -> bool:
        """Whether a form is the meld on the table and a new one, or two new ones, and can be left out.

        Only plain runs are long enough for that.
        """
        steps = self._steps
        for place in range(steps.minimum, len(cards) - steps.minimum + 1):
            low, high = cards[:place], cards[place:]
            is_apart = not old or old[-1] <= low[-1] or old[0] >= high[0]
            if is_apart and steps.balance(low) > 0 and steps.balance(high) > 0:
                return True
        return False

    # --- queries ----------------------------------------------------------------------------------------------------

    def choose(self, melds: Sequence[LyingMeld]) -> Choices | None:
        """What is to be packed after steps that have changed at most one meld; None if they have changed more."""
        after = list((Counter(melds) - self._melds).elements())
        before = list((self._melds - Counter(melds)).elements())
        if not after and not before:
            return [self._cards]
        if len(after) != 1 or len(before) > 1:
            return None
        if not before:
            return [self._cards - form for form in self._find_forms(after[0])]
        fixed, slot = self._fixed[before[0]], self._slots.get(before[0])
        if slot is None or not fixed.issubset(after[0].cards):
            return None
        return [self._cards - slot - form for form in self._find_forms(after[0], fixed)]

    def find(self, choices: Choices, least: int, most: int) -> Cards | None:
        """The minimum deadwood; None if it weighs more than ``most``. A weight of ``least`` is accepted at once."""
        left = self._packing.find_left(choices, least, most)
        return None if left is None else tuple(unpack_cards(left & self._all_cards))

    def find_some(self, choices: Choices, least: int, most: int) -> Cards | None:
        """The same if at least one card must be left."""
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

    def can_lay_all(self, choices: Choices) -> bool:
        """Whether no card needs to be left."""
        return self.find(choices, 0, 0) is not None
