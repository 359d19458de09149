"""The score of a round with unknown tiles: the range of every line, within a bound on work."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import NamedTuple

from rummy_referee.engine.completions import Range
from rummy_referee.engine.deadwood.minimum import count_points
from rummy_referee.engine.work import OutOfStepsError, Steps
from rummy_referee.rules.knock_rummy.endings import Ending, name_kind
from rummy_referee.rules.knock_rummy.laying_down import LaidMelds, apply_lay_down, is_given, lay_down_hand
from rummy_referee.rules.knock_rummy.unknown_tiles.diagnosis import check_certain, complete_as_given
from rummy_referee.rules.knock_rummy.unknown_tiles.hands import Seat, assign, complete, count_free, find_seats
from rummy_referee.rules.knock_rummy.unknown_tiles.layouts import (
    ENGINE_STEPS,
    LayoutSearch,
    Part,
    find_fitting,
    find_lay_offs,
    find_thinkable_lay_offs,
    find_thinkable_melds,
)
from rummy_referee.rules.score import LaidDown, Score, ScoreLine
from rummy_referee.rules.turns import Meld, in_order, pieces_of, without
from rummy_referee.tiles.tile import Tile

MAX_STEPS = 1_500_000
"""A step is a part of a layout that is tried, about a microsecond."""
STEPS_PER_HAND, STEPS_PER_COMPLETION = 40, 8
"""The work of laying down a hand, and of a completion that was laid down with other tiles that fit nowhere."""
STEPS_PER_MELD = 40
"""The work of finding what can be laid off on a meld."""
KEPT = 12
"""How many completions with the same outcome are kept, to find some that the box has together with those of others."""

Line = tuple[int, str | None]
"""A line of a player's score: the seat in turn order, and the code; None for the sum of all lines."""
Goal = tuple[str, int]
"""What is searched for the last player: the least deadwood, at most so many points; the most; or so many points."""
LEAST, MOST, EXACTLY = "least", "most", "exactly"
Free = Mapping[Tile, int]
"""The tiles that unknown ones can be."""


class Ranges(NamedTuple):
    """The range of every line of a round; no lines if no completion gives a possible round."""

    lines: Mapping[Line, Range]
    proven: bool = True
    """Whether every range is tight. No range is ever too narrow."""


class Counts(NamedTuple):
    """What a round is scored by: the kind of declaration, and the deadwood points in turn order."""

    kind: str
    points: tuple[int, ...]


class Outcome(NamedTuple):
    """What a player lays down, and unknown tiles with which this is so."""

    laid: LaidDown
    extras: list[Meld]


class LineRanges:
    """The range of every line over the rounds found so far."""

    def __init__(self, ending: Ending) -> None:
        self._ending = ending
        self.ranges: dict[Line, Range] = {}

    def add(self, counts: Counts) -> None:
        """Extend the ranges by the lines of a round."""
        self.ranges = self._extend(counts)

    def contain(self, counts: Counts) -> bool:
        """Whether the lines of a round are within the ranges."""
        return self._extend(counts) == self.ranges

    def _extend(self, counts: Counts) -> dict[Line, Range]:
        lines: dict[Line, int] = {(seat, code): 0 for seat in range(len(counts.points)) for code in self._codes}
        for seat, code, points in self._ending.award(*counts):
            lines[seat, code] += points
            lines[seat, None] += points
        before = [(points, self.ranges.get(line, (points, points))) for line, points in lines.items()]
        return {
            line: Range(min(low, points), max(high, points))
            for line, (points, (low, high)) in zip(lines, before, strict=True)
        }

    @property
    def _codes(self) -> Sequence[str | None]:
        return (*self._ending.codes, None)


def find_ranges(ending: Ending) -> Ranges:
    """The ranges of a round. At the bound on work every score that is not excluded counts as possible."""
    if any(check_certain(ending, is_order_known=True)):
        return Ranges({})
    search = _RoundSearch(ending)
    try:
        search.run()
    except OutOfStepsError:
        search.missed += search.list_thinkable()
    found = search.found
    widened = [counts for counts in search.missed if not found.contain(counts)]
    for counts in widened:
        found.add(counts)
    return Ranges(found.ranges, proven=not widened)


class _RoundSearch:
    """Finds the rounds whose scores are the ends of the ranges."""

    def __init__(self, ending: Ending) -> None:
        self._ending = ending
        self._steps = Steps(MAX_STEPS, ENGINE_STEPS)
        self._seats = find_seats(ending)
        self._free = count_free(ending.combinations, self._seats)
        self._outcomes: dict[object, list[Outcome]] = {}
        self._extremes: dict[object, Meld | None] = {}
        self._less: dict[object, bool] = {}
        self._on_others: dict[int, set[Part]] = {}
        self._most = list(map(self._bound_deadwood, self._seats))
        self.found = LineRanges(ending)
        self.missed: list[Counts] = []
        """Rounds that may be possible, though none was found."""

    def run(self) -> None:
        """Find all rounds. Raises at the bound on work."""
        self._go_on([], {})

    def _go_on(self, before: list[Outcome], table: LaidMelds) -> None:
        """The next player lays down, unless all scores that are thinkable from here on were found."""
        if before and all(map(self.found.contain, self._think(before, table))):
            return
        if len(before) == len(self._seats) - 1:
            self._finish(before, table)
            return
        for outcome in self._find_outcomes(len(before), table):
            self._go_on([*before, outcome], apply_lay_down(self._ending, table, outcome.laid))

    def _think(self, before: Sequence[Outcome], table: LaidMelds) -> Iterator[Counts]:
        """Rounds whose scores are the ends of ranges that contain every one after these players have laid down."""
        kind, points = name_kind(self._ending, before[0].laid), [outcome.laid.count for outcome in before]
        extremes = [
            {self._most[place], points[0], 0 if self._can_have_less(place, before[0].laid, table) else points[0]}
            for place in range(len(before), len(self._seats))
        ]
        yield from (Counts(kind, (*points, *counts)) for counts in product(*extremes))

    def _can_have_less(self, place: int, declared: LaidDown, table: LaidMelds) -> bool:
        """Whether a player of three or four can have less deadwood than the declarer, with all thinkable lay-offs."""
        if len(self._seats) == 2:
            return True
        key = place, declared.melds, declared.count
        if key not in self._less:
            try:
                self._less[key] = self._find_less(place, declared, table)
            except OutOfStepsError:
                self._less[key] = True
        return self._less[key]

    def _find_less(self, place: int, declared: LaidDown, table: LaidMelds) -> bool:
        seat, combinations = self._seats[place], self._ending.combinations
        if is_given(seat.entry):
            return True
        melds = () if table.get(declared.player) == () else declared.melds
        lay_offs = find_thinkable_lay_offs(combinations, melds, self._seats[1:place], seat)
        lay_offs |= self._find_lay_offs_on_others(place)
        search = LayoutSearch(combinations, seat, self._free, self._steps, lay_offs)
        search.most = declared.count - 1
        return any(True for _ in search.find_hands())

    def _find_lay_offs_on_others(self, place: int) -> set[Part]:
        """The thinkable lay-offs of a player on melds of all before this one but the declarer."""
        if place not in self._on_others:
            before, combinations = self._seats[1:place], self._ending.combinations
            melds = set(find_thinkable_melds(combinations, before))
            self._steps.take(len(combinations.free_melds) * len(before) + STEPS_PER_MELD * len(melds))
            self._on_others[place] = find_thinkable_lay_offs(combinations, melds, before, self._seats[place])
        return self._on_others[place]

    def list_thinkable(self) -> Iterator[Counts]:
        """The same for all declarations; if not all of them were found, for those that the rules allow."""
        declared = self._outcomes.get((0, ()))
        if declared is not None:
            yield from (counts for outcome in declared for counts in self._think([outcome], {}))
            return
        for case in self._ending.find_cases(len(self._seats[0].entry.hand)):
            for kind, counts in ((case.gin, (0,)), (case.knock, (1, self._ending.max_deadwood))):
                for points in counts if kind else ():
                    highest = [(0, points, most) for most in self._most[1:]]
                    yield from (Counts(kind or "", (points, *others)) for others in product(*highest))

    def _bound_deadwood(self, seat: Seat) -> int:
        """An upper bound on the deadwood of a player."""
        box = self._ending.combinations.box
        deadwood = self._ending.combinations.deadwood
        known = sum(tile.points for tile in seat.known) if is_given(seat.entry) else deadwood.find_points(seat.known)
        return known + sum(
            max(tile.points for tile in self._free if box.can_be(box.unknown_tiles[code], tile.piece))
            for code in seat.unknown
        )

    # --- one player ---------------------------------------------------------------------------------------------------

    def _lay(self, seat: Seat, extra: Meld, table: LaidMelds) -> LaidDown | None:
        """What a player lays down with these unknown tiles; None if the round is impossible."""
        self._steps.take(STEPS_PER_HAND)
        laid, faults = lay_down_hand(self._ending, seat.index, seat.completed(extra), table)
        return None if faults else laid

    def _find_outcomes(self, place: int, table: LaidMelds) -> list[Outcome]:
        """What a player can lay down, with all unknown tiles that the box has for this player alone."""
        key = place, tuple(table.items())
        if key not in self._outcomes:
            seat = self._seats[place]
            found = self._lay_all(seat, table) if place else self._declare(seat)
            self._outcomes[key] = list(found.values())
        return self._outcomes[key]

    def _declare(self, seat: Seat) -> dict[object, Outcome]:
        """The declarations. Deadwood with the same points gives the same one, unless it can be laid down better."""
        search = LayoutSearch(self._ending.combinations, seat, self._free, self._steps)
        search.most = self._ending.max_deadwood
        outcomes: dict[object, Outcome] = {}
        tried = set()
        for layout, extra in search.find_hands():
            same = outcomes.get((layout.melds, layout.points))
            if in_order(extra) in tried or (same and len(same.extras) == KEPT):
                continue
            tried.add(in_order(extra))
            laid = self._lay(seat, extra, {})
            if laid:
                outcomes.setdefault((laid.melds, laid.count), Outcome(laid, [])).extras.append(extra)
        return outcomes

    def _lay_all(self, seat: Seat, table: LaidMelds) -> dict[object, Outcome]:
        """What a player in between lays down. Tiles that fit nowhere are deadwood, whatever the others are."""
        outcomes: dict[object, Outcome] = {}
        laid_with: dict[Meld, LaidDown | None] = {}
        combinations, given = self._ending.combinations, seat.given_unknown
        fits = find_fitting(combinations, table)
        for codes in assign(combinations.box, seat.unknown, given, self._free):
            for rest in complete(combinations.box, codes, self._free - Counter(given)):
                self._steps.take(STEPS_PER_COMPLETION)
                held = {*seat.known, *given, *rest}
                fitting = (*given, *(tile for tile in rest if fits(tile, held)))
                if fitting not in laid_with:
                    laid_with[fitting] = self._lay(seat, fitting, table)
                laid = laid_with[fitting]
                if laid is None:
                    continue
                extra = (*given, *rest)
                key = laid.melds, laid.lay_offs, laid.count + count_points(extra) - count_points(fitting)
                if key not in outcomes:
                    left = in_order((*laid.left, *without(extra, pieces_of(fitting))))
                    outcomes[key] = Outcome(replace(laid, left=left), [])
                if len(outcomes[key].extras) < KEPT:
                    outcomes[key].extras.append(extra)
        return outcomes

    # --- the last player ----------------------------------------------------------------------------------------------

    def _finish(self, before: list[Outcome], table: LaidMelds) -> None:
        """The last player lays down: with the least and the most deadwood, and of two with as much as the other.

        Of three or four it matters only whether the least is less than that of the others.
        """
        points = [outcome.laid.count for outcome in before]
        if len(points) > 1:
            goals = [(LEAST, min(points) - 1), (MOST, 0)]
        else:
            goals = [(LEAST, self._ending.combinations.max_points), (MOST, 0), (EXACTLY, points[0])]
        for goal in goals:
            extra = self._find_extreme(goal, table, self._free)
            if extra is None:
                continue
            counts = self._count(before, extra, table)
            if counts is None or self.found.contain(counts):
                continue
            if self._are_free(before, Counter(extra)):
                self.found.add(counts)
                continue
            for extras in product(*(outcome.extras for outcome in before)):
                free = Counter(self._free)
                free.subtract(Counter(tile for meld in extras for tile in meld))
                if min(free.values()) >= 0:
                    other = self._find_extreme(goal, table, free)
                    real = None if other is None else self._count(before, other, table)
                    if real and not self.found.contain(real):
                        self.found.add(real)
            self.missed.append(counts)

    def _count(self, before: list[Outcome], extra: Meld, table: LaidMelds) -> Counts | None:
        """What a round is scored by in which the last player has these unknown tiles."""
        laid = self._lay(self._seats[-1], extra, table)
        points = [outcome.laid.count for outcome in before]
        return Counts(name_kind(self._ending, before[0].laid), (*points, laid.count)) if laid else None

    def _are_free(self, before: Sequence[Outcome], taken: Counter[Tile]) -> bool:
        """Whether the box has the unknown tiles of all players, some of each for one of the kept completions."""
        if any(number > self._free[tile] for tile, number in taken.items()):
            return False
        return not before or any(self._are_free(before[1:], taken + Counter(extra)) for extra in before[0].extras)

    def _find_extreme(self, goal: Goal, table: LaidMelds, free: Free) -> Meld | None:
        """Unknown tiles with which the last player reaches the goal."""
        key = goal, tuple(table.items()), frozenset(free.items())
        if key not in self._extremes:
            seat = self._seats[-1]
            if not seat.unknown:
                self._extremes[key] = () if goal[0] == MOST else None
            elif goal[0] == MOST:
                self._extremes[key] = self._find_highest(seat, table, free)
            else:
                self._extremes[key] = self._find_lowest(seat, table, free, goal)
        return self._extremes[key]

    def _find_lowest(self, seat: Seat, table: LaidMelds, free: Free, goal: Goal) -> Meld | None:
        """Unknown tiles with the least deadwood, or exactly so many points of it."""
        kind, points = goal
        combinations = self._ending.combinations
        lay_offs = find_lay_offs(combinations, (meld for melds in table.values() for meld in melds))
        search = LayoutSearch(combinations, seat, free, self._steps, lay_offs)
        search.most = points
        best = None
        tried = set()
        for layout, extra in search.find_hands():
            if kind == LEAST:
                search.most, best = layout.points - 1, extra
            elif layout.points == points and in_order(extra) not in tried:
                tried.add(in_order(extra))
                laid = self._lay(seat, extra, table)
                if laid and laid.count == points:
                    return extra
        return best

    def _find_highest(self, seat: Seat, table: LaidMelds, free: Free) -> Meld | None:
        """Unknown tiles with the most deadwood: a tile more adds no more than its points."""
        box, given = self._ending.combinations.box, seat.given_unknown
        tiles = sorted((tile for tile in free if free[tile] > 0), key=lambda tile: (-tile.points, tile.order))
        best, best_count = None, -1

        def add(extra: Meld, codes: tuple[str, ...], start: int) -> None:
            nonlocal best, best_count
            laid = self._lay(seat, extra, table)
            if laid is None:
                return
            if not codes:
                if laid.count > best_count:
                    best, best_count = extra, laid.count
                return
            for place in range(start, len(tiles)):
                tile = tiles[place]
                if laid.count + sum(most[code] for code in codes[1:]) + tile.points <= best_count:
                    return
                if box.can_be(box.unknown_tiles[codes[0]], tile.piece) and extra.count(tile) < free[tile]:
                    add((*extra, tile), codes[1:], place if codes[1:2] == codes[:1] else 0)

        most = {
            code: max((tile.points for tile in tiles if box.can_be(box.unknown_tiles[code], tile.piece)), default=0)
            for code in seat.unknown
        }
        for codes in assign(box, seat.unknown, given, free):
            add(given, codes, 0)
        return best


def score_ranges(ending: Ending, ranges: Ranges) -> Iterator[Score]:
    """The range of every line that can be other than 0, and what players lay down where that is certain."""
    seats = find_seats(ending)
    certain = dict(enumerate(_find_certain(ending, seats)))
    for entry in ending.finished.players:
        place = next(place for place, seat in enumerate(seats) if seat.entry is entry)
        lines = tuple(
            ScoreLine(code, ranges.lines[place, code], ending.find_award_tiles(code, place, certain))
            for code in ending.codes
            if ranges.lines[place, code].high
        )
        yield Score(entry.player, lines, ranges.lines[place, None], certain.get(place), ranges.proven)


def _find_certain(ending: Ending, seats: Sequence[Seat]) -> Iterator[LaidDown]:
    """What the players before the first one with unknown tiles lay down; given melds make unknown tiles known."""
    table: LaidMelds = {}
    for seat in seats:
        completed = complete_as_given(ending.combinations, seat)
        if completed.unknown:
            return
        down, _ = lay_down_hand(ending, seat.index, completed.completed(), table)
        yield down
        table = apply_lay_down(ending, table, down)
