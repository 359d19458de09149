"""The search for the turn of Rummü that leaves the least.

What a turn can leave without taking cards back is found at once. Only before the first meld, and where everything can
be laid and then some of it has to be taken back, the turn is followed step by step.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from service.engine.steps.wild_colour_deadwood import TurnDeadwood
from service.engine.steps.wild_colour_reach import find_reachable
from service.engine.steps.wild_colour_steps import Cards
from service.engine.work import Steps
from service.rules.turns import Move
from service.variants.rummu.combinations import STEPS
from service.variants.rummu.standings import Standing, follow

STEPS_PER_STANDING = 10
"""To look at a standing takes about as long as so many steps, beside the search for what is left."""


class Start(NamedTuple):
    """A way to begin the turn: from where, with which move, and where it leads to.

    All cards that can be laid are in the hand of the root: a card taken from the pile, too.
    """

    root: Standing
    move: Move
    standing: Standing


class FoundTurn(NamedTuple):
    """How a turn begins and where it ends, before the discard."""

    start: Start
    end: Standing


class Outlook(NamedTuple):
    """What is left at the least by a turn that goes on from a standing, and whether it can lay everything.

    What is left is None where it is no less than what is known, and where it is only by taking back.
    """

    left: Cards | None
    lays_all: bool


@dataclass
class TurnSearch:
    """Looks for the turn that leaves the least. Every standing is looked at once, from whichever start.

    With some modesty a turn will do that lays so much less than one can hope for: it is found far sooner.
    """

    weights: list[int]
    first_meld: int
    gain: int
    """What has to be surpassed: what the hand has less at the end of the best turn so far."""
    goes_out: bool
    """Whether only an end with a last card will do."""
    best: FoundTurn | None = None
    _modesty: int = field(init=False)
    _steps: Steps = field(init=False)
    _seen: set[Standing] = field(init=False)
    _leftovers: dict[Standing, TurnDeadwood] = field(init=False)

    def begin(self, modesty: int, steps: Steps) -> None:
        """Go through all starts with this modesty and these steps. What was found before has to be surpassed."""
        self._modesty, self._steps = modesty, steps
        self._seen, self._leftovers = set(), {}

    @property
    def settled(self) -> bool:
        """Whether nothing better is looked for: one way out is as good as another."""
        return self.goes_out and self.best is not None

    def improve(self, start: Start, ceiling: int) -> None:
        """Look for a turn that begins so and is better than all before; none gains more than the ceiling."""
        root = start.root
        open_ends = [start.standing]
        while open_ends and self.gain < ceiling and not self.settled:
            standing = open_ends.pop()
            self._steps.take(STEPS_PER_STANDING)
            if standing in self._seen or self.find_hope(root, standing) <= self.gain:
                continue
            self._seen.add(standing)
            outlook = self._look(root, standing, ceiling)
            if outlook.left is not None and standing.opened:
                gain = self._weigh(root.hand) - self._weigh(outlook.left)
                self.gain, self.best = gain, FoundTurn(start, standing._replace(hand=outlook.left))
            if outlook.lays_all or (outlook.left is not None and not standing.opened):
                following = sorted(follow(standing, self.first_meld), key=lambda after: -len(after.hand))
                self._steps.take(len(following))
                open_ends += following

    def find_ceiling(self, root: Standing) -> int:
        """What a turn can gain at most. Before the first meld, or if cards must be taken back, it may be less.

        With no own meld to begin with, just cards laid in this turn are taken back: it can end so without that.
        """
        hope = self.find_hope(root, root)
        if hope <= self.gain:
            return self.gain
        if self._modesty:
            return max(hope - self._modesty, self.gain + 1)
        outlook = self._look(root, root, hope)
        if outlook.lays_all and root.own:
            return hope
        return self.gain if outlook.left is None else self._weigh(root.hand) - self._weigh(outlook.left)

    def find_hope(self, root: Standing, standing: Standing) -> int:
        """What a turn can gain at most, seen at a glance: some cards stay, and at least one, to be discarded."""
        reachable = find_reachable(STEPS, standing.hand, standing.own + standing.others)
        stuck = [card for card in standing.hand if card not in reachable]
        if self.goes_out and len(stuck) + standing.unseen > 1:
            return self.gain
        left = self._weigh(stuck) if stuck or standing.unseen else min(self.weights)
        return self._weigh(root.hand) - left

    def _look(self, root: Standing, standing: Standing, ceiling: int) -> Outlook:
        """What is left by a turn that gains more than the best so far, and no more than the ceiling."""
        melds = standing.own + standing.others
        leftover = self._find_leftover(root)
        choices = leftover.choose(melds)
        if choices is None:
            leftover = self._find_leftover(standing)
            choices = leftover.choose(melds) or ()
        least, most = self._weigh(root.hand) - ceiling, self._weigh(root.hand) - self.gain - 1
        if self.goes_out:
            most = min(most, 1 - standing.unseen)
        if standing.unseen:
            return Outlook(leftover.find(choices, least, most), lays_all=False)
        left = leftover.find_some(choices, least, most)
        is_least = left is not None and self._weigh(left) <= least
        return Outlook(left, lays_all=not is_least and leftover.can_lay_all(choices))

    def _find_leftover(self, standing: Standing) -> TurnDeadwood:
        if standing not in self._leftovers:
            melds = standing.own + standing.others
            self._leftovers[standing] = TurnDeadwood(STEPS, standing.hand, melds, self.weights, self._steps)
        return self._leftovers[standing]

    def _weigh(self, cards: Iterable[int]) -> int:
        return sum([self.weights[card] for card in cards])
