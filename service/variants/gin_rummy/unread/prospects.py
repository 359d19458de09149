"""Whether a player of a round of Gin-Rummy may still be left with little, or much, while unread tiles are filled.

All others are taken to lay whatever helps the player the most, so that a no is certain and a yes is not.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from random import Random

from service.rules.turns import Meld
from service.solver.counted_steps import Steps
from service.solver.fillings import Range
from service.solver.leftovers.unread_tiles import Fill
from service.variants.gin_rummy.combinations import BOX
from service.variants.gin_rummy.laying_down import LAYING
from service.variants.gin_rummy.unread.covering.cover import Covering
from service.variants.gin_rummy.unread.covering.holdings import Holdings
from service.variants.gin_rummy.unread.covering.wandering import GivenUpError, Wandering
from service.variants.gin_rummy.unread.seats import LAYING_STEPS, Seat, find_more
from service.variants.gin_rummy.unread.state_names import StateNames
from service.variants.gin_rummy.unread.ways import Standing, Way, find_ends

LAST_WAYS = 10
"""So many of the ways that were found before are tried again."""
MOST_IN_VAIN = 10
"""After so many ways beside melds that are refused it is asked for one just once in so many times."""


class Prospects:
    """Remembers what was asked, and what was found."""

    def __init__(self, seats: Sequence[Seat], steps: Steps) -> None:
        self.seats = seats
        self.holdings = Holdings(seats, steps)
        self.names = StateNames(seats, self.holdings.alike)
        self._answers: dict[object, bool] = {}
        self._found: dict[object, Way | None] = {}
        """The ways that were found, or that there is none, where no meld is refused."""
        self._in_vain = 0
        """How often there was a way beside melds that are refused, since there was none."""
        self._ways: dict[object, dict[Way, None]] = {}
        """What was found when it was asked with other melds chosen."""
        self._fills: dict[int, list[Fill]] = {}
        """Fills that leave much of a hand."""

    def may_leave(self, place: int, most: int, lead: int, standing: Standing) -> bool:
        """Whether so little may be left of a hand, and so much less than the declarer is left with.

        If that is less at all, and there are more than two players, it must be less than those have who come between.
        """
        # Melds to which nobody can add help nobody, so without them the answer is no less certain.
        chosen = self.names.find_open_melds(standing.turn + 1, standing.chosen)
        refused, standing = standing.refused, standing._replace(chosen=chosen, refused=frozenset())
        way = self._find_any_way(place, (most, lead), standing)
        if way is None or not self.holdings.is_refused(standing.turn, way, chosen, refused):
            return way is not None
        return self._may_leave_without(place, (most, lead), standing._replace(refused=refused))

    def _find_any_way(self, place: int, wanted: tuple[int, int], standing: Standing) -> Way | None:
        """A way, if there is any; it may be one of the same kind in other colours, if these are alike."""
        if not standing.lying and not standing.turn:
            standing = standing._replace(chosen=self.holdings.alike.find_first(standing.chosen))
        key = (place, wanted, standing.missing, self.names.name_standing(standing))
        if key not in self._found:
            ways = self._find_before(place, wanted, standing)
            found = self._found[key] = self._find_way(place, wanted, standing, islice(reversed(ways), LAST_WAYS))
            if found:
                ways[found] = None
        return self._found[key]

    def _find_before(self, place: int, wanted: tuple[int, int], standing: Standing) -> dict[Way, None]:
        """The ways that were found before, with other melds chosen."""
        before = (place, wanted, standing.lying, tuple(standing.left.items()), standing.turn)
        return self._ways.setdefault(before, {})

    def _may_leave_without(self, place: int, wanted: tuple[int, int], standing: Standing) -> bool:
        """The same, where some melds are refused."""
        lying, left, turn, chosen, missing, refused = standing
        key = (place, wanted, lying, tuple(left.items()), turn, chosen, missing, refused)
        if key in self._answers:
            return self._answers[key]
        self._in_vain += 1
        if self._in_vain > MOST_IN_VAIN and self._in_vain % MOST_IN_VAIN:
            return True
        ways = self._find_before(place, wanted, standing)
        last = islice(reversed(ways), LAST_WAYS)
        without = [way for way in last if not self.holdings.is_refused(turn, way, chosen, refused)]
        found = self._find_way(place, wanted, standing, without)
        self._answers[key] = found is not None
        if found:
            ways[found] = None
        else:
            self._in_vain = 0
        return found is not None

    def _find_way(self, place: int, wanted: tuple[int, int], standing: Standing, before: Iterable[Way]) -> Way | None:
        """A way, if there is any; those found before are tried first.

        If there is none, that is mostly found sooner where it is not looked so closely.
        """
        covering = Covering(self.holdings, place, wanted, standing, is_strict=False)
        if any(map(covering.can_be, before)):
            return covering.found
        # Before the second player there is just the declarer, who adds nothing: there is nothing to look at closely.
        if covering.is_there() and place > 1:
            covering = Covering(self.holdings, place, wanted, standing)
            covering.is_there()
        return covering.found

    def bound(self, ahead: Sequence[Range], standing: Standing) -> list[Range]:
        """What all can count, where the first players have laid down, if they can count so much: but for some."""
        bounded = list(ahead)
        if not standing.turn:
            most = self.holdings.find_declared((), (), standing.left)
            bounded[0] = Range(ahead[0].low, min(ahead[0].high, most))
        for place in range(max(standing.turn, 1), len(self.seats)):
            if self.seats[place].entry.melds is None:
                least = Covering(self.holdings, place, (0, 0), standing).find_least()
                bounded[place] = Range(max(ahead[place].low, least), ahead[place].high)
        return bounded

    def find_ways(
        self, place: int, wanted: tuple[int, int], standing: Standing, random: Random, *, are_all: bool
    ) -> Iterator[Way]:
        """Ways that may leave so little, and so much less than the declarer's: any of them, until there are none.

        ``are_all`` is whether all melds are chosen that lie before those to which others are told to add.
        """
        while True:
            wandering = Wandering(random, self.holdings.steps)
            # Many ways that are not looked at closely lead to more fillings than a few that are.
            covering = Covering(
                self.holdings, place, wanted, standing, wandering, are_all_wanted=are_all, is_strict=False
            )
            with suppress(GivenUpError):
                if not covering.is_there() or covering.found is None:
                    return
                yield covering.found

    def find_first_way(self, place: int, wanted: tuple[int, int], standing: Standing) -> Iterator[Way]:
        """The first of these ways in order, if there is any."""
        covering = Covering(self.holdings, place, wanted, standing)
        if covering.is_there() and covering.found is not None:
            yield covering.found

    def may_leave_more(self, place: int, points: int, standing: Standing) -> bool:
        """Whether more than so much may be left of a hand, beside what lies and is chosen.

        That is, beside the melds to which nobody adds who lays down before.
        """
        if not standing.lying and not standing.turn:
            standing = standing._replace(chosen=self.holdings.alike.find_first(standing.chosen))
        key = ("more", place, points, self.names.name_standing(standing))
        if key not in self._answers:
            self._answers[key] = self._find_more(place, points, standing)
        return self._answers[key]

    def _find_more(self, place: int, points: int, standing: Standing) -> bool:
        """Whether more than so much can be left; what could before is tried first."""
        seat = self.seats[place]
        turn = standing.turn
        lying = [meld for meld in standing.lying if self._is_untouched(meld, max(turn, 1), place)]
        chosen = [meld for meld in standing.chosen if self._is_untouched(meld, turn + 1, place)]
        left_of = seat.left_beside({"": (*lying, *chosen)})
        if not seat.open_count:
            self.holdings.steps.take(LAYING_STEPS)
            return left_of(LAYING.counted.count(seat.loose)) > points
        self.holdings.steps.take(2 * LAYING_STEPS)
        lacking = self.holdings.find_lacking(turn, standing.chosen) if turn < place else ()
        left = Counter(standing.left)
        left.subtract(lacking or ())
        hand = seat.unread_hand(left, (*self.seats[turn + 1 : place], *self.seats[place + 1 :]))
        fills = self._fills.setdefault(place, [])
        for fill in reversed(fills):
            self.holdings.look()
            if hand.can_be(fill) and left_of(hand.count_with(fill)) > points:
                return True
        found = find_more(hand, left_of, self.holdings.steps, points)
        if found:
            fills.append(found.fill)
        return found is not None

    def _is_untouched(self, meld: Meld, first: int, place: int) -> bool:
        """Whether nobody from a player on can add to a meld before another does."""
        return not any(
            self.names.may_add(between, BOX.tiles[f"{end.colour}{end.number}"])
            for between in range(first, place)
            for end in find_ends(0, meld)
        )
