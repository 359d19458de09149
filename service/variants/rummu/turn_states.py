"""Where a turn of Rummü stands, and where each step leads to."""

from collections.abc import Iterator
from typing import NamedTuple

from service.engine.steps.wild_colour_steps import Cards, Loose, LyingMeld
from service.rules.turns import Meld
from service.variants.rummu.combinations import STEPS
from service.variants.rummu.snapshot import RummuSnapshot

Melds = tuple[LyingMeld, ...]


class Standing(NamedTuple):
    """Where a turn stands: the hand as far as it is known, how many cards it has beside, and the melds on the table."""

    hand: Cards
    unseen: int
    own: Melds
    others: Melds
    opened: bool

    @property
    def has_one_card(self) -> bool:
        """Whether one card is left, to be discarded."""
        return len(self.hand) + self.unseen == 1


def stand(snapshot: RummuSnapshot, hand: Meld, unseen: int = 0) -> Standing:
    """A snapshot as the search sees it, with this hand."""
    own = sorted(STEPS.lie(meld.cards) for meld in snapshot.table if meld.owner == snapshot.player)
    others = sorted(STEPS.lie(meld.cards) for meld in snapshot.table if meld.owner != snapshot.player)
    return Standing(STEPS.cards(hand), unseen, tuple(own), tuple(others), snapshot.opened)


# --- the steps of a turn --------------------------------------------------------------------------------------------


def follow(standing: Standing, first_meld: int) -> Iterator[Standing]:
    """Where each step leads to."""
    if not standing.hand:
        if not standing.unseen:
            yield from _take_back(standing)
        return
    loose = STEPS.spread(standing.hand)
    for cards in STEPS.find_melds(loose, 0 if standing.opened else first_meld):
        own = tuple(sorted((*standing.own, LyingMeld(cards))))
        yield standing._replace(hand=_less(standing.hand, cards), own=own, opened=True)
    if standing.opened:
        for index in range(len(standing.own)):
            for hand, own in _change(standing, loose, standing.own, index):
                yield standing._replace(hand=hand, own=own)
        for index in range(len(standing.others)):
            for hand, others in _change(standing, loose, standing.others, index):
                yield standing._replace(hand=hand, others=others)


def _change(standing: Standing, loose: Loose, melds: Melds, index: int) -> Iterator[tuple[Cards, Melds]]:
    """Every lay-off on a meld and every swap in it: the hand and the melds after it."""
    meld, rest = melds[index], (*melds[:index], *melds[index + 1 :])
    most = len(standing.hand) if standing.own or standing.unseen else len(standing.hand) - 1
    for cards in STEPS.find_additions(meld, loose):
        if len(cards) <= most:
            yield _less(standing.hand, cards), tuple(sorted((*rest, STEPS.add(meld, cards))))
    for card in STEPS.find_swaps(meld, loose):
        changed, wild = STEPS.swap(meld, card)
        hand = tuple(sorted((*_less(standing.hand, (card,)), wild)))
        yield hand, tuple(sorted((*rest, changed)))


def _take_back(standing: Standing) -> Iterator[Standing]:
    for index, meld in enumerate(standing.own):
        rest = (*standing.own[:index], *standing.own[index + 1 :])
        for cards in STEPS.find_removals(meld):
            left = STEPS.remove(meld, cards)
            own = tuple(sorted((*rest, left))) if left.cards else rest
            yield standing._replace(hand=cards, own=own)


def _less(hand: Cards, cards: Cards) -> Cards:
    left = list(hand)
    for card in cards:
        left.remove(card)
    return tuple(left)
