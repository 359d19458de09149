"""What the lanes of a pile need: the fewest jokers without which the runs of a lane cannot all be ended."""

from collections.abc import Sequence

from service.solver.plays.lanes import BITS, FIELD, LONG_SHIFT, MUST_END, grow
from service.solver.plays.problem import SHORTEST, Problem

JOKER_UNITS = 2
"""Jokers are counted in halves."""
_HOPELESS = 99


class Needs:
    """Looks ahead in each lane of a pile by itself, as if every group came about."""

    def __init__(self, problem: Problem, tiles: Sequence[int], jokers: int) -> None:
        """``tiles`` says how many tiles there are of each cell, real or bound."""
        self._problem = problem
        self._jokers = jokers
        self.tiles = tiles
        self.most_groups = [self._count_groups(number) for number in range(len(problem.numbers))]
        self._prices, self._second_prices = [0] * problem.faces, [0] * problem.faces
        """What each tile of a cell costs in a group, in units; and what it costs if there is more than one."""
        for number in range(len(problem.numbers)):
            self._price_groups(number)
        self._needs: dict[tuple[int, int, int], int] = {}

    def need(self, lane: int, layer: int, profile: int) -> int:
        """The fewest jokers (in units) without which a lane cannot be ended, if every group comes about."""
        ones, twos, longs = (
            (profile >> BITS * kind & FIELD) + (profile >> BITS * (kind + SHORTEST) & FIELD) for kind in range(SHORTEST)
        )
        return self._need_for(lane, layer, ones | twos << BITS | longs << LONG_SHIFT)

    def _need_for(self, lane: int, layer: int, profile: int) -> int:
        """The same where it does not matter which tiles are real, and which aces were put off."""
        key = (lane, layer, profile)
        if key not in self._needs:
            self._needs[key] = self._find_need(lane, layer, profile)
        return self._needs[key]

    def _find_need(self, lane: int, layer: int, profile: int) -> int:
        problem, numbers = self._problem, len(self._problem.numbers)
        if layer == numbers + problem.ace_high:
            return _HOPELESS if profile & MUST_END else 0
        cells = self._cells(lane, layer % numbers)
        most = sum([self.tiles[cell] for cell in cells])
        fewest = most - sum(min(self.tiles[cell], self.most_groups[layer % numbers]) for cell in cells)
        if not problem.runs:
            return _HOPELESS if fewest else self._need_for(lane, layer + 1, 0)
        if problem.ace_high and layer in {0, numbers}:
            fewest = 0
        price, second = max(self._prices[cell] for cell in cells), self._second_prices[cells[0]]
        need = _HOPELESS
        for tiles in range(fewest, most + self._jokers + 1):
            cost = (most - tiles) * price + (second if most - tiles > 1 else 0)
            if tiles > most:
                cost = (tiles - most) * JOKER_UNITS
            for grown, _ in grow(profile, tiles, 0):
                need = min(need, cost + self._need_for(lane, layer + 1, self.cap(lane, layer, grown)))
        return need

    def cap(self, lane: int, layer: int, profile: int) -> int:
        """Forget long runs that no tile is left to continue: they have ended."""
        numbers = len(self._problem.numbers)
        most = 0
        if layer + 1 < numbers + self._problem.ace_high:
            most = self._jokers + sum([self.tiles[cell] for cell in self._cells(lane, (layer + 1) % numbers)])
        surplus = (profile >> LONG_SHIFT & FIELD) - most
        return profile - (surplus << LONG_SHIFT) if surplus > 0 else profile

    def _cells(self, lane: int, number: int) -> range:
        first = number * self._problem.colours + lane
        return range(first, first + (self._problem.colours if self._problem.mixed else 1))

    def _price_groups(self, number: int) -> None:
        """What jokers the tiles of a number must cost if they lie in groups, shared out between those that must pay.

        Where there are but two colours, a group has a joker: a tile that fits into no run pays for it. Where two tiles
        of a colour are in groups, there are two groups. A tile that may be put off pays nothing: it need not lie in a
        group even if it lies in no run yet.
        """
        if self._problem.ace_high and number == 0:
            return
        colours, mixed = self._problem.colours, self._problem.mixed
        cells = range(number * colours, (number + 1) * colours)
        present = [cell for cell in cells if self.tiles[cell]]
        if len(present) < SHORTEST:
            payers = [cell for cell in present if not mixed and not self._fits_into_run(cell)] or present
            for cell in payers:
                self._prices[cell] = JOKER_UNITS * (SHORTEST - len(present)) // len(payers)
        elif not mixed:
            payers = [cell for cell in cells if self.tiles[cell] > 1]
            lack = 2 * SHORTEST - sum(min(self.tiles[cell], 2) for cell in cells)
            for cell in payers if lack > 0 else []:
                self._second_prices[cell] = JOKER_UNITS * lack // len(payers)

    def _fits_into_run(self, cell: int) -> bool:
        """Whether there is a run with this tile and no free joker."""
        colours, numbers = self._problem.colours, len(self._problem.numbers)
        number = cell // colours
        starts = range(max(number - SHORTEST + 1, 0), min(number, numbers + self._problem.ace_high - SHORTEST) + 1)
        return any(
            all(self.tiles[(start + step) % numbers * colours + cell % colours] for step in range(SHORTEST))
            for start in starts
        )

    def _count_groups(self, number: int) -> int:
        """The most groups a number can have: each has three tiles, and no colour twice."""
        colours = self._problem.colours
        counts = [self.tiles[cell] for cell in range(number * colours, (number + 1) * colours)]
        groups = 0
        while (
            self._problem.groups
            and groups < sum(counts)
            and sum(min(count, groups + 1) for count in counts) + self._jokers >= SHORTEST * (groups + 1)
        ):
            groups += 1
        return groups
