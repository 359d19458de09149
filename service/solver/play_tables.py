"""Building melds from the way of an arrangement through the cells."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from service.solver.play_automaton import HOW_BITS, groups_fit
from service.solver.play_engine import Stage
from service.solver.play_lanes import BITS, FIELD, PUT_OFF_REALS, PUT_OFF_WILDS
from service.solver.play_problem import SHORTEST, Problem
from service.solver.plays import Face

Laid = tuple[Face, bool]
"""A face, and whether a joker lies for it."""
Meld = tuple[Laid, ...]

_KINDS = 6
_LONG = 2
_BARE = 3


@dataclass(slots=True)
class _Lane:
    """The open runs of a lane, by kind, and the tiles that wait: of this number in a mixed lane, and aces put off."""

    runs: list[list[list[Laid]]] = field(default_factory=lambda: [[] for _ in range(_KINDS)])
    reals: list[Laid] = field(default_factory=list)
    wilds: list[Laid] = field(default_factory=list)
    put_off: tuple[list[Laid], list[Laid]] = ([], [])


class TableBuilder:
    """Follows a way and lays every tile where it says."""

    def __init__(self, problem: Problem, faces: Sequence[Face], bound: Sequence[int]) -> None:
        """``bound`` says how many jokers lie in each cell, also where the problem counts them as real."""
        self._problem = problem
        self._faces = faces
        self._bound = bound
        self._melds: list[Meld] = []

    def build(self, way: Sequence[Stage]) -> list[Meld]:
        """The melds of a way."""
        problem = self._problem
        lanes = [_Lane() for _ in range(problem.lanes)]
        grouped: list[Laid] = []
        case = problem.cases[0]
        for cell, stage in enumerate(way):
            jokers = stage.how >> 2 * HOW_BITS & FIELD
            if cell >= problem.faces:
                at = cell - problem.faces
                lane = lanes[at]
                lane.reals, lane.wilds = lane.put_off
                self._grow(lane, jokers, self._faces[at], stage.profiles[at])
                continue
            at = 0 if problem.mixed else cell % problem.colours
            if case.must[cell] or case.bound[cell]:
                self._share_out(cell, stage, lanes[at], grouped)
            last = cell % problem.colours == problem.colours - 1
            if not problem.mixed:
                self._put_off(cell, lanes[at], stage.profiles[at])
                self._grow(lanes[at], jokers, self._faces[cell], stage.profiles[at])
            elif last:
                self._put_off(cell, lanes[0], stage.profiles[0])
                self._grow(lanes[0], jokers, self._faces[cell], stage.profiles[0])
            if last:
                self._group(grouped, stage.how >> 3 * HOW_BITS & FIELD, self._faces[cell][1])
                grouped = []
        for lane in lanes:
            for run in lane.runs[_LONG]:
                self._end(run)
        used = sum((stage.how >> 2 * HOW_BITS & FIELD) + (stage.how >> 3 * HOW_BITS & FIELD) for stage in way)
        for _ in range(problem.cases[0].free_jokers - used):
            self._take_in_joker()
        return self._melds

    def _take_in_joker(self) -> None:
        """Lay a joker that is left over at the end or the head of a run; one that has every number becomes two."""
        runs = [place for place, meld in enumerate(self._melds) if meld[0][0][1] != meld[1][0][1]]
        place = min(runs, key=lambda place: len(self._melds[place]))
        run = self._melds[place]
        numbers = self._problem.numbers
        (first_colour, first), (last_colour, last) = run[0][0], run[-1][0]
        if len(run) == len(numbers):
            third = (run[1][0][0], run[1][0][1] + 1)
            self._melds[place : place + 1] = [(*run[:2], (third, True)), run[2:]]
        elif numbers[0] != last != numbers[-1]:
            self._melds[place] = (*run, ((last_colour, last + 1), True))
        else:
            self._melds[place] = (((first_colour, first - 1), True), *run)

    def _share_out(self, cell: int, stage: Stage, lane: _Lane, grouped: list[Laid]) -> None:
        """Divide the tiles of a cell between groups and runs."""
        case = self._problem.cases[0]
        in_groups, wild_in_groups = stage.how & FIELD, stage.how >> HOW_BITS & FIELD
        face = self._faces[cell]
        if self._problem.strict:
            reals: list[Laid] = [(face, False)] * case.must[cell]
            wilds: list[Laid] = [(face, True)] * case.bound[cell]
        else:
            bound = self._bound[cell]
            reals = [(face, False)] * (case.must[cell] - bound) + [(face, True)] * bound
            wilds = []
        grouped += reals[:in_groups] + wilds[:wild_in_groups]
        lane.reals += reals[in_groups:]
        lane.wilds += wilds[wild_in_groups:]

    def _put_off(self, cell: int, lane: _Lane, profile: int) -> None:
        if self._problem.ace_high and cell < self._problem.colours:
            reals, wilds = profile >> PUT_OFF_REALS & FIELD, profile >> PUT_OFF_WILDS & FIELD
            lane.put_off = (lane.reals[:reals], lane.wilds[:wilds])
            lane.reals, lane.wilds = lane.reals[reals:], lane.wilds[wilds:]

    def _grow(self, lane: _Lane, jokers: int, face: Face, after: int) -> None:
        """Lay the waiting tiles on runs, so that the profile is the one after."""
        if not jokers and not lane.reals and not lane.wilds and not lane.runs[_LONG]:
            return  # no tile, and no run that could end
        reals, wilds = lane.reals, lane.wilds
        joker = ("" if self._problem.mixed else face[0], face[1])
        (wilds if self._problem.strict else reals).extend([(joker, True)] * jokers)
        ones, twos, longs, bare_ones, bare_twos, bare_longs = lane.runs
        spare = len(reals) + len(wilds) - len(ones) - len(twos) - len(bare_ones) - len(bare_twos) - len(bare_longs)
        new: list[list[Laid]] = [[] for _ in range(spare - len(longs))]
        for run in longs[max(spare, 0) :]:
            self._end(run)
        del longs[max(spare, 0) :]
        to_bare = min(len(reals), len(bare_ones) + len(bare_twos) + len(bare_longs) + len(new))
        on_new = after & FIELD
        on_ones = (after >> BITS & FIELD) - len(ones)
        on_twos = min(to_bare - on_new - on_ones, len(bare_twos))
        real_first = [
            *new[:on_new],
            *bare_ones[:on_ones],
            *bare_twos[:on_twos],
            *bare_longs[: to_bare - on_new - on_ones - on_twos],
        ]
        wild_only = [
            *new[on_new:],
            *bare_ones[on_ones:],
            *bare_twos[on_twos:],
            *bare_longs[to_bare - on_new - on_ones - on_twos :],
        ]
        tiles = [*reals[len(real_first) :], *wilds[len(wild_only) :]]
        for runs, growth in ((real_first, reals), (wild_only, wilds), ([*ones, *twos, *longs], tiles)):
            for run, tile in zip(runs, growth, strict=False):
                run.append(tile)
        lane.reals, lane.wilds = [], []
        lane.runs = [[] for _ in range(_KINDS)]
        for run in (*ones, *twos, *longs, *real_first):
            lane.runs[min(len(run), SHORTEST) - 1].append(run)
        for run in wild_only:
            lane.runs[_BARE + min(len(run), SHORTEST) - 1].append(run)

    def _end(self, run: list[Laid]) -> None:
        """A run is done. With the ace at both ends it is two."""
        if self._problem.mixed:
            run = self._name_jokers(run)
        if len(run) <= len(self._problem.numbers):
            self._melds.append(tuple(run))
            return
        for middle in range(SHORTEST, len(run) - SHORTEST + 1):
            if not all(joker for _, joker in run[:middle]) and not all(joker for _, joker in run[middle:]):
                self._melds += [tuple(run[:middle]), tuple(run[middle:])]
                return

    def _name_jokers(self, run: list[Laid]) -> list[Laid]:
        """Free jokers in a mixed run take the colour of a real tile in it."""
        colour = next(face[0] for face, joker in run if not joker)
        return [((face[0] or colour, face[1]), joker) for face, joker in run]

    def _group(self, tiles: list[Laid], jokers: int, number: int) -> None:
        """Deal tiles of one number round, colour by colour, and fill up with jokers."""
        if not tiles:
            return
        colours = self._problem.colours
        reals = sum(not joker for _, joker in tiles) if self._problem.strict else len(tiles)
        most = max(sum(face == other for other, _ in tiles) for face, _ in tiles)
        count = groups_fit(len(tiles), reals, most, jokers, colours)
        order = [face[0] for face in self._faces[:colours]]
        tiles.sort(key=lambda tile: (order.index(tile[0][0]), tile[1]))
        groups: list[list[Laid]] = [[] for _ in range(count)]
        if not self._deal(tiles, 0, groups, len(tiles) + jokers):
            raise AssertionError("tiles that fit into groups cannot be dealt")
        for _ in range(jokers):
            group = min(groups, key=len)
            taken = {face[0] for face, _ in group}
            group.append(((next(colour for colour in order if colour not in taken), number), True))
        self._melds += [tuple(sorted(group, key=lambda tile: order.index(tile[0][0]))) for group in groups]

    def _deal(self, tiles: Sequence[Laid], done: int, groups: list[list[Laid]], total: int) -> bool:
        """Deal round; go back where a group would be all jokers or have a colour twice."""
        if done == len(tiles):
            missing = sum(max(SHORTEST - len(group), 0) for group in groups)
            return missing <= total - done and not any(all(joker for _, joker in group) for group in groups)
        tile = tiles[done]
        largest = -(-total // len(groups))
        for turn in range(len(groups)):
            group = groups[(done + turn) % len(groups)]
            if len(group) < largest and all(face != tile[0] for face, _ in group):
                group.append(tile)
                if self._deal(tiles, done + 1, groups, total):
                    return True
                group.pop()
        return False
