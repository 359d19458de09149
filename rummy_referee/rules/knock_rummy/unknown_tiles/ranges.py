"""The score of a round with unknown tiles: the range of every line, within a bound on work."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from rummy_referee.engine.completions import Range
from rummy_referee.engine.sat import ENGINE_STEPS
from rummy_referee.engine.work import OutOfStepsError, Steps
from rummy_referee.rules.knock_rummy.endings import Ending
from rummy_referee.rules.knock_rummy.laying_down import LaidMelds, apply_lay_down, lay_down_hand
from rummy_referee.rules.knock_rummy.unknown_tiles.diagnosis import complete_as_given
from rummy_referee.rules.knock_rummy.unknown_tiles.queries import DifferenceQuery, Line, LineRanges, LowestQuery
from rummy_referee.rules.knock_rummy.unknown_tiles.refinement import Refinement
from rummy_referee.rules.knock_rummy.unknown_tiles.round_encoding import RoundEncoding
from rummy_referee.rules.knock_rummy.unknown_tiles.seats import Seat, are_given_melds_valid, find_seats
from rummy_referee.rules.scores import LaidDown, Score, ScoreLine

MAX_STEPS = 100_000_000
"""A step is a propagation of the solver, which takes 0.1 to 0.2 microseconds."""


class Ranges(NamedTuple):
    """The range of every line of a round; no lines if no completion gives a possible round."""

    lines: Mapping[Line, Range]
    proven: bool = True
    """Whether every range is tight. No range is ever too narrow."""


def find_ranges(ending: Ending) -> Ranges:
    """The ranges of a round. At the bound on work every score that is not excluded counts as possible."""
    found = LineRanges(ending)
    seats = find_seats(ending)
    if not are_given_melds_valid(ending, seats):
        return Ranges(found.ranges)
    steps = Steps(MAX_STEPS, ENGINE_STEPS)
    widened = []
    for case in ending.find_cases(len(seats[0].entry.hand)):
        encoding = RoundEncoding(ending, case, seats, steps)
        query_type = LowestQuery if len(seats) > 2 else DifferenceQuery
        query = query_type(encoding, Refinement(ending, encoding, steps), found)
        try:
            query.run()
        except OutOfStepsError:
            widened += [found.add(possible) for possible in query.list_open()]
    return Ranges(found.ranges, proven=not any(widened))


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
        hand = complete_as_given(ending.combinations, seat)
        if len(hand) < len(seat.entry.hand):
            return
        down, _ = lay_down_hand(ending, seat.index, seat.with_hand(hand), table)
        yield down
        table = apply_lay_down(ending, table, down)
