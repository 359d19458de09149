"""Whether anything new can still come of a round of Gin-Rummy while its unread tiles are being filled."""

from service.solver.fillings import Range
from service.variants.gin_rummy.counting import LOWEST, Award
from service.variants.gin_rummy.outcomes import Outcomes
from service.variants.gin_rummy.prospects import Prospects
from service.variants.gin_rummy.ways import Standing


class Hopes:
    """Compares what is still wanted with what players may be left with."""

    def __init__(self, outcomes: Outcomes, prospects: Prospects) -> None:
        self._outcomes = outcomes
        self._prospects = prospects

    def are_vain(self, bonuses: tuple[Award, ...], ranges: tuple[Range, ...], standing: Standing, first: int) -> bool:
        """Whether nothing new can come, as players from one on can be left neither with so little nor with so much."""
        if len(ranges) == 2 and first == 1:
            least = self._outcomes.find_least_new(bonuses, ranges)
            if least > ranges[1].low and not self._prospects.may_leave_more(1, least - 1, standing):
                ranges = (ranges[0], Range(ranges[1].low, least - 1))
        if len(ranges) > 2:
            ranges = self._bound_next(ranges, standing)
        for place in range(max(first, 1), len(ranges)):
            wanted = self._find_wanted(bonuses, ranges, place)
            if wanted and not self._prospects.may_leave(place, *wanted, standing):
                ranges = (*ranges[:place], Range(wanted[0] + 1, ranges[place].high), *ranges[place + 1 :])
        return any(low > high for low, high in ranges) or self._outcomes.have_all(bonuses, ranges)

    def _bound_next(self, ranges: tuple[Range, ...], standing: Standing) -> tuple[Range, ...]:
        """The same, but for the one who lays down next and cannot be left with enough for another to have the lowest.

        Nobody comes between who could add to what lies: the declarer has nothing to add to.
        """
        place = standing.turn or 1
        if place == len(ranges) or (standing.turn and standing.chosen):
            return ranges
        others = [other for other in range(len(ranges)) if other != place]
        wanted = [
            ranges[other].low + (place < other) for other in others if not self._outcomes.ranges[other, LOWEST].high
        ]
        low, high = ranges[place]
        if not wanted or not low < min(wanted) <= high:
            return ranges
        if self._prospects.may_leave_more(place, min(wanted) - 1, standing):
            return ranges
        return (*ranges[:place], Range(low, min(wanted) - 1), *ranges[place + 1 :])

    def _find_wanted(self, bonuses: tuple[Award, ...], ranges: tuple[Range, ...], place: int) -> tuple[int, int] | None:
        """What a player must be left with at most for anything new, and how much less than the declarer."""
        low, high = ranges[place]
        if len(ranges) == 2:
            most = self._outcomes.find_most_new(bonuses, ranges)
            return None if most == high else (most, ranges[0].high - most)
        most = min(own.high - (other < place) for other, own in enumerate(ranges) if other != place)
        if self._outcomes.ranges[place, LOWEST].high or not low <= most < high:
            return None
        return most, 1
