"""A whole round of Gin-Rummy put as clauses: the hands in turn order, and who is left with how much."""

from collections import Counter
from collections.abc import Iterable, Sequence

from service.engine.sat import FALSE, Clauses, Literal, Number, Solution, at_least
from service.engine.work import Steps
from service.rules.scores import FinishedRound
from service.rules.turns import Meld
from service.variants.gin_rummy.declaring import BIG_GIN, FEWEST_MELDED, LITTLE_GIN, MOST_LEFT
from service.variants.gin_rummy.unread.clauses.ends import Ends
from service.variants.gin_rummy.unread.clauses.hands import put_hands
from service.variants.gin_rummy.unread.clauses.lying import MOST_COUNT, LyingHand
from service.variants.gin_rummy.unread.clauses.told import ToldHosts
from service.variants.gin_rummy.unread.exchanges import Exchange, Way
from service.variants.gin_rummy.unread.seats import Seat

MOST_TILES_LEFT = LITTLE_GIN - FEWEST_MELDED
FORBIDDING_STEPS = 250
"""Forbidding an exchange to one player, in one way to colour it, takes as long as so many steps."""


class RoundClauses:
    """All ways in which a round may be, but for those that were found not to be what is really laid."""

    def __init__(self, finished: FinishedRound, seats: Sequence[Seat], steps: Steps) -> None:
        self.clauses = clauses = Clauses(steps)
        self._steps = steps
        self.hands: list[LyingHand] = []
        ends: Ends | None = None
        hosts: dict[str, ToldHosts] = {}
        for seat, hand in zip(seats, put_hands(clauses, seats), strict=True):
            if self.hands:
                ends = Ends(clauses, self.hands[-1].melds, ends)
            lying = LyingHand(clauses, seat, hand, ends, hosts)
            self.hands.append(lying)
            hosts[seat.entry.player] = ToldHosts(clauses, seat, lying.melds)
        self._known: set[tuple[object, ...]] = set()
        """Exchanges that are put already."""
        self.counts = [
            hand.count_left(MOST_LEFT + 1 if hand.seat.is_declarer or len(seats) > 2 else MOST_COUNT)
            for hand in self.hands
        ]
        """What each is left with; where it is just asked who has the least, no more than that it is too much."""
        self._declare(finished)

    def _declare(self, finished: FinishedRound) -> None:
        """The declarer has melded eight or nine tiles, with little left, or all."""
        declarer = self.hands[0]
        self._tiles_left = declarer.count_tiles_left(MOST_TILES_LEFT + 1)
        self.is_big = len(declarer.seat.entry.hand) == BIG_GIN
        self.is_gin = -at_least(self._tiles_left, 1)
        self.clauses.put(-at_least(self._tiles_left, MOST_TILES_LEFT + 1))
        self.clauses.put(-at_least(self.counts[0], MOST_LEFT + 1))
        if self.is_big:
            self.clauses.put(self.is_gin)
        elif finished.end.drew and finished.options.little_gin_before_take_only:
            self.clauses.put(-self.is_gin)

    # --- solutions --------------------------------------------------------------------------------------------------

    def read_hand(self, solution: Solution, place: int) -> Meld:
        """The tiles that a player has."""
        return tuple(tile for tile, held in self.hands[place].hand.items() for _ in range(solution.read(held)))

    def read_way(self, solution: Solution, place: int) -> Way:
        """How a player has laid them."""
        hand = self.hands[place]
        return Way(
            +Counter({meld: solution.read(number) for meld, number in hand.melds.items()}),
            +Counter({end: solution.read(number) for end, number in hand.added.items()}),
        )

    # --- what is not laid -------------------------------------------------------------------------------------------

    def forbid(self, exchange: Exchange, solution: Solution, place: int) -> None:
        """Nobody lays what is worse, in any colours, where there is what is better, as in the solution at a place."""
        loose = exchange.loosen()
        if loose and all(solution.read((self.hands[place].loose[tile],)) for tile in loose.lacking):
            self._forbid_all(loose, is_loose=True)
        else:
            self._forbid_all(exchange, is_loose=False)

    def _forbid_all(self, exchange: Exchange, *, is_loose: bool) -> None:
        for alike in exchange.find_alike():
            key = is_loose, *(frozenset(items.items()) for way in alike for items in way)
            if key in self._known:
                continue
            self._known.add(key)
            for hand in self.hands:
                if hand.seat.optional_melds is None and (hand.seat.may_add or not exchange.needs_others):
                    self._forbid_one(hand, alike, is_loose=is_loose)

    def _forbid_one(self, hand: LyingHand, exchange: Exchange, *, is_loose: bool) -> None:
        """A player who has the worse, and all that the better takes, does not lay it so."""
        self._steps.take(FORBIDDING_STEPS)
        worse, better = exchange
        melds = [-at_least(hand.melds.get(meld, ()), number) for meld, number in worse.melds.items()]
        added = [-at_least(hand.added.get(end, ()), number) for end, number in worse.added.items()]
        lacking = exchange.lacking.items()
        left = [-hand.loose[tile] if is_loose else -at_least(hand.left[tile], number) for tile, number in lacking]
        needed = Counter(better.added)
        needed.subtract(worse.added)
        for end, number in [*needed.items()]:
            if end.next:
                needed[end.next] -= number
        ends = [-hand.ends.are_spare(end, number) for end, number in needed.items() if number > 0] if hand.ends else []
        fewer = [self._stays_enough(worse.melded - better.melded)] if hand.seat.is_declarer else []
        self.clauses.put(*melds, *added, *left, *ends, *fewer)

    def _stays_enough(self, fewer: int) -> Literal:
        """What is true if a declarer with so many tiles fewer in melds cannot declare."""
        if fewer <= 0:
            return FALSE
        return at_least(self._tiles_left, 0 if self.is_big else MOST_TILES_LEFT + 1 - fewer)

    def forbid_together(self, solution: Solution, numbers: Iterable[Number]) -> None:
        """These numbers are not all what they are in a solution."""
        literals: list[Literal] = []
        for number in numbers:
            value = solution.read(number)
            literals += (-at_least(number, value), at_least(number, value + 1))
        self.clauses.put(*literals)
