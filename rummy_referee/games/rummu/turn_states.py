"""The states of a turn of Rummü, and the states that each step leads to."""

from collections.abc import Iterator
from typing import NamedTuple

from rummy_referee.engine.steps.wild_colour_steps import Cards, Loose, LyingMeld
from rummy_referee.games.rummu.combinations import STEPS
from rummy_referee.games.rummu.snapshot import RummuSnapshot
from rummy_referee.rules.turns import Meld

Melds = tuple[LyingMeld, ...]


class TurnState(NamedTuple):
    """A state of a turn: the known cards of the hand, the number of unknown ones, and the melds on the table."""

    hand: Cards
    unknown: int
    own: Melds
    others: Melds
    opened: bool

    @property
    def has_one_card(self) -> bool:
        """Whether one card is left, to be discarded."""
        return len(self.hand) + self.unknown == 1


def state_of(snapshot: RummuSnapshot, hand: Meld, unknown: int = 0) -> TurnState:
    """The state of a snapshot with this hand."""
    own = sorted(STEPS.read_meld(meld.cards) for meld in snapshot.table if meld.owner == snapshot.player)
    others = sorted(STEPS.read_meld(meld.cards) for meld in snapshot.table if meld.owner != snapshot.player)
    return TurnState(STEPS.cards(hand), unknown, tuple(own), tuple(others), snapshot.opened)


# --- the steps of a turn --------------------------------------------------------------------------------------------


def generate_next_states(state: TurnState, first_meld: int) -> Iterator[TurnState]:
    """The states that one step leads to."""
    if not state.hand:
        if not state.unknown:
            yield from _take_back(state)
        return
    loose = STEPS.spread(state.hand)
    for cards in STEPS.find_melds(loose, 0 if state.opened else first_meld):
        own = tuple(sorted((*state.own, LyingMeld(cards))))
        yield state._replace(hand=_remove(state.hand, cards), own=own, opened=True)
    if state.opened:
        for index in range(len(state.own)):
            for hand, own in _change(state, loose, state.own, index):
                yield state._replace(hand=hand, own=own)
        for index in range(len(state.others)):
            for hand, others in _change(state, loose, state.others, index):
                yield state._replace(hand=hand, others=others)


def _change(state: TurnState, loose: Loose, melds: Melds, index: int) -> Iterator[tuple[Cards, Melds]]:
    """Every lay-off on a meld and every swap in it: the hand and the melds after it."""
    meld, rest = melds[index], (*melds[:index], *melds[index + 1 :])
    most = len(state.hand) if state.own or state.unknown else len(state.hand) - 1
    for cards in STEPS.find_additions(meld, loose):
        if len(cards) <= most:
            yield _remove(state.hand, cards), tuple(sorted((*rest, STEPS.add(meld, cards))))
    for card in STEPS.find_swaps(meld, loose):
        changed, wild = STEPS.swap(meld, card)
        hand = tuple(sorted((*_remove(state.hand, (card,)), wild)))
        yield hand, tuple(sorted((*rest, changed)))


def _take_back(state: TurnState) -> Iterator[TurnState]:
    for index, cards in STEPS.find_smallest_removals(state.own):
        rest = (*state.own[:index], *state.own[index + 1 :])
        left = STEPS.remove(state.own[index], cards)
        own = tuple(sorted((*rest, left))) if left.cards else rest
        yield state._replace(hand=cards, own=own)


def _remove(hand: Cards, cards: Cards) -> Cards:
    left = list(hand)
    for card in cards:
        left.remove(card)
    return tuple(left)
