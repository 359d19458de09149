"""Changes of one hand in a filling of a round of Gin-Rummy, when it is looked for fillings that reach an aim."""

from collections import Counter
from collections.abc import Sequence
from itertools import chain
from random import Random

from service.rules.scores import FinishedRound
from service.rules.turns import Meld
from service.solver.leftovers.hosting import Hosting
from service.solver.leftovers.unread_hands import UnreadHand
from service.solver.leftovers.unread_tiles import Fill
from service.variants.gin_rummy.declaring import LITTLE_GIN, MOST_LEFT
from service.variants.gin_rummy.laying_down import LAYING
from service.variants.gin_rummy.unread.additions import can_be_added, find_told_to
from service.variants.gin_rummy.unread.covering.declarations import part
from service.variants.gin_rummy.unread.prospects import Prospects
from service.variants.gin_rummy.unread.seats import find_sizes

MOST_TRIED = 20
"""So many changes are thought of until one can be."""
EXCHANGED = 0.8, 0.5
"""How often melds are exchanged and not tiles, by the declarer and by others."""
DROPPED = 0, 1, 1, 1, 2
"""So many melds are given up for others."""
ONE_MORE = 0.3
"""How often there is one meld more than there must be."""


class Changes:
    """Finds other fills of a hand with which another may be left with less."""

    def __init__(self, finished: FinishedRound, prospects: Prospects, random: Random) -> None:
        self._seats = seats = prospects.seats
        self._holdings = prospects.holdings
        self._random = random
        self._declared = find_sizes(finished, seats[0])
        self._wanted = [
            [meld for wanted in all_wanted for meld in wanted.melds] for all_wanted in prospects.holdings.wanted
        ]
        self._told_to = [find_told_to(seats[place + 1 :], seat) for place, seat in enumerate(seats)]
        self._likely: dict[tuple[int, int], Sequence[Meld]] = {}

    def find(self, place: int, hand: UnreadHand, fill: Fill, melds: Sequence[Meld], lowest: int) -> Fill | None:
        """Another fill of the hand of a player, who has laid some melds; None if none is found soon."""
        are_melds = self._seats[place].entry.melds is None and self._random.random() < EXCHANGED[place > 0]
        for _ in range(MOST_TRIED):
            self._holdings.steps.take()
            changed = (
                self._exchange_melds(place, hand, melds, lowest)
                if are_melds
                else self._exchange_tiles(place, hand, fill, lowest)
            )
            if changed is not None:
                return changed
        return None

    def _exchange_melds(self, place: int, hand: UnreadHand, melds: Sequence[Meld], lowest: int) -> Fill | None:
        """Have other melds in place of some, and high tiles beside; None if that cannot be."""
        seat, rng = self._seats[place], self._random
        chosen = rng.sample(melds, max(0, len(melds) - rng.choice(DROPPED)))
        choices = [*filter(None, (self._find_likely(place, lowest), seat.possible_melds, self._wanted[place]))]
        fewest = 1 if place else self._declared[-1]
        while sum(map(len, chosen)) < fewest or rng.random() < ONE_MORE:
            if not choices or sum(map(len, chosen)) > LITTLE_GIN:
                return None
            chosen.append(rng.choice(rng.choice(choices)))
        told = self._told_to[place]
        if told and not can_be_added(told, chosen, 0, self._seats[place + 1 :]):
            return None
        rest, lacking = part(seat.loose, tuple(chain.from_iterable(chosen)))
        if not hand.can_be(lacking):
            return None
        if place:
            return hand.complete(lacking, hand.rising if place == lowest else hand.falling)
        if sum(map(len, chosen)) not in self._declared:
            return None
        return self._leave_much(hand, lacking, MOST_LEFT - sum(tile.number for tile in rest))

    def _leave_much(self, hand: UnreadHand, fill: Fill, points: int) -> Fill | None:
        """Let the declarer be left with as much as can be declared, beside what lies in melds; None if nothing can."""
        for others in range(hand.count - len(fill) - 1, -1, -1):
            if points <= others:
                return None
            highest = self._random.randint(1, points - others) if others else points
            low = (tile for tile in hand.falling if tile.number <= highest and hand.can_be((*fill, tile)))
            tile = next(low, None)
            if tile is None:
                return None
            fill = (*fill, tile)
            points -= tile.number
        return fill

    def _exchange_tiles(self, place: int, hand: UnreadHand, fill: Fill, lowest: int) -> Fill | None:
        """Fill what a meld lacks, or just other tiles, in place of some tiles of a fill; None if that cannot be."""
        seat, rng = self._seats[place], self._random
        lacking: Fill = ()
        melds = self._find_likely(place, lowest)
        if self._wanted[place] and rng.random() < 0.3:
            melds = self._wanted[place]
        if melds and rng.random() < 0.6:
            lacking = tuple((Counter(rng.choice(melds)) - Counter(seat.loose)).elements())
        keep = hand.count - len(lacking) - (rng.random() < 0.4 or not lacking)
        if keep < 0:
            return None
        partial = (*lacking, *rng.sample(fill, keep))
        if not hand.can_be(partial):
            return None
        order = list(hand.rising if place == lowest else hand.falling)
        if not place:
            order = [tile for tile in order if tile.number <= MOST_LEFT]
        if rng.random() < 0.4:
            rng.shuffle(order)
        return hand.complete(partial, order)

    def _find_likely(self, place: int, lowest: int) -> Sequence[Meld]:
        """Melds of one that help another to a low count: own ones with tiles that were read, or such as take some."""
        if (place, lowest) not in self._likely:
            seat, known = self._seats[place], self._seats[lowest].loose
            melds: Sequence[Meld] = ()
            if seat.entry.melds is None and place == lowest:
                melds = [meld for meld in seat.possible_melds if not set(known).isdisjoint(meld)]
            elif seat.entry.melds is None and place < lowest:
                hosting = Hosting(LAYING, known, (), 0)
                melds = [meld for meld in seat.possible_melds if hosting.find_taken(meld)]
            self._likely[place, lowest] = melds or (seat.possible_melds if seat.entry.melds is None else ())
        return self._likely[place, lowest]
