"""The peers: two other solvers for the most tiles that can be played from the hand.

Both are integer programmes after D. den Hertog and P. B. Hulshof, "Solving Rummikub Problems by Integer Linear
Programming", The Computer Journal 49 (2006): how often is each possible meld used, so that all tiles of the table and
the most tiles of the hand are in melds? ``RummikubSolver`` is the package of that name from PyPI, unchanged;
``DirectHighs`` passes the same programme to the same solver without the layers in between.

A peer returns melds, so the larger of two results proves itself: see ``proves``.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import chain, combinations
from typing import NamedTuple, Protocol

import highspy
import numpy as np
import rummikub_solver

from bench.positions import BOX, MELDS, Codes, Position, all_melds
from bench.questions import scenarios, tiles
from rummy_referee.engine.problem import Scenario
from rummy_referee.rules.table_rummy.jokers import TableAfter, find_lost_roles
from rummy_referee.tiles.box import JOKER

PIECES = tuple(BOX.holds)
PLACE = {code: place for place, code in enumerate(PIECES)}
JOKER_PLACE = PLACE[JOKER]


class Answer(NamedTuple):
    """The most tiles that can leave the hand, and the whole table after that."""

    played: int
    table: tuple[Codes, ...]


class Peer(Protocol):
    """Another solver."""

    name: str

    def answers(self, position: Position) -> bool:
        """Whether this peer supports the rules of this position."""

    def most_tiles(self, position: Position) -> Answer:
        """The most tiles that can leave the hand in one play; 0 if there is no play."""


def proves(position: Position, answer: Answer) -> bool:
    """Whether the answer's table is valid by the referee's rules and contains this many tiles of the hand."""
    if not answer.played:
        return True
    before = Counter(chain.from_iterable(position.table))
    after = Counter(chain.from_iterable(answer.table))
    from_hand = after - before
    return (
        before <= after
        and from_hand <= Counter(position.hand)
        and from_hand.total() == answer.played
        and all(MELDS.judge(tiles(meld)).valid for meld in answer.table)
        and (
            position.joker_release == "free"
            or not find_lost_roles(
                MELDS, tuple(map(tiles, position.table)), TableAfter(tuple(map(tiles, answer.table)))
            )
        )
    )


class RummikubSolver:
    """The package ``rummikub-solver``. It supports neither bound nor surplus jokers, and no limit on a play."""

    name = "rummikub-solver"

    def __init__(self) -> None:
        self.rules = rummikub_solver.RuleSet()
        self.codes = {int(piece): code for piece, code in zip(self.rules.tiles, PIECES, strict=True)}

    def answers(self, position: Position) -> bool:
        """Only if no joker is bound and a play has no limit."""
        is_free = position.joker_release == "free" or not any(JOKER in meld for meld in position.table)
        return is_free and position.most is None

    def most_tiles(self, position: Position) -> Answer:
        """The result of the package."""
        state = self.rules.new_game()
        state.initial = False
        state.add_table(*(self.rules.tiles[PLACE[code]] for meld in position.table for code in meld))
        state.add_rack(*(self.rules.tiles[PLACE[code]] for code in position.hand))
        solution = self.rules.solve(state)
        if solution is None:
            return Answer(0, ())
        return Answer(len(solution.tiles), tuple(tuple(self.codes[int(t)] for t in meld) for meld in solution.sets))


class DirectHighs:
    """The integer programme as one sparse matrix for HiGHS. Melds are enumerated once and filtered for each position.

    This is the fastest formulation that was measured: one variable for each hand tile besides those for the melds, and
    no presolve. With jokers, presolve takes most of the time and saves almost nothing. It is also incorrect: HiGHS
    1.15.1 with presolve, as in ``rummikub-solver``, reports some positions without jokers as infeasible, although
    leaving the table unchanged is a solution.
    """

    name = "HiGHS"

    def __init__(self, melds: Sequence[Codes] | None = None, time_limit: float = 60) -> None:
        self.melds = list(melds or melds_with_jokers())
        self.uses: np.ndarray = np.zeros((len(self.melds), len(PIECES)), dtype=np.int64)
        for row, meld in enumerate(self.melds):
            for code in meld:
                self.uses[row, PLACE[code]] += 1
        self.highs = highspy.Highs()
        for option, value in (("output_flag", False), ("threads", 1), ("presolve", "off"), ("time_limit", time_limit)):
            self.highs.setOptionValue(option, value)

    def answers(self, position: Position) -> bool:  # noqa: ARG002
        """Always: a bound joker is a required tile of its face."""
        return True

    def most_tiles(self, position: Position) -> Answer:
        """The most tiles over all scenarios."""
        answers = [self._solve(scenario, position.most) for scenario in scenarios(position)]
        return max(answers, key=lambda answer: answer.played)

    def _solve(self, scenario: Scenario, most: int | None) -> Answer:
        on_table: np.ndarray = np.zeros(len(PIECES), dtype=np.int64)
        in_hand: np.ndarray = np.zeros(len(PIECES), dtype=np.int64)
        for counts, of in ((scenario.required, on_table), (scenario.bound, on_table), (scenario.optional, in_hand)):
            for (colour, number), count in counts.items():
                of[PLACE[f"{colour}{number}"]] += count
        on_table[JOKER_PLACE] = scenario.free_jokers
        in_hand[JOKER_PLACE] = scenario.hand_jokers
        in_reach = np.flatnonzero((self.uses <= on_table + in_hand).all(axis=1))
        times = self._maximise(self.uses[in_reach], on_table, in_hand, most) if len(in_reach) else None
        if times is None:
            return Answer(0, ())
        laid = [(self.melds[row], count) for row, count in zip(in_reach, times, strict=True)]
        table = tuple(meld for meld, count in laid for _ in range(count))
        played = sum(map(len, table)) - int(on_table.sum()) + sum(scenario.played.values())
        return Answer(played, _with_jokers(table, scenario))

    def _maximise(
        self, uses: np.ndarray, on_table: np.ndarray, in_hand: np.ndarray, most: int | None
    ) -> list[int] | None:
        """How often each meld is used, or None if the tiles of the table do not fit into melds.

        For each piece: its uses in melds minus those played from the hand equal its count on the table. A limit on a
        play is a limit on the uses of all pieces together.
        """
        on_table = on_table.astype(float)
        lowest, highest = on_table, on_table
        if most is not None:
            uses = np.hstack([uses, uses.sum(axis=1, keepdims=True)])
            lowest, highest = np.append(on_table, 0), np.append(on_table, on_table.sum() + most)
        melds, rows = uses.shape
        playable = in_hand.nonzero()[0]
        columns = melds + len(playable)
        model = highspy.HighsLp()
        model.num_col_, model.num_row_ = columns, rows
        model.sense_ = highspy.ObjSense.kMaximize
        model.col_cost_ = np.concatenate([np.zeros(melds), np.ones(len(playable))])
        model.col_lower_ = np.zeros(columns)
        model.col_upper_ = np.concatenate([np.full(melds, float(BOX.copies)), in_hand[playable].astype(float)])
        model.row_lower_, model.row_upper_ = lowest, highest
        meld_index, row_index = uses.nonzero()
        starts = np.searchsorted(meld_index, np.arange(melds))
        matrix = model.a_matrix_
        matrix.format_ = highspy.MatrixFormat.kColwise
        matrix.start_ = np.concatenate([starts, len(meld_index) + np.arange(len(playable) + 1)])
        matrix.index_ = np.concatenate([row_index, playable])
        matrix.value_ = np.concatenate([uses[meld_index, row_index].astype(float), -np.ones(len(playable))])
        model.integrality_ = [highspy.HighsVarType.kInteger] * columns
        self.highs.passModel(model)
        self.highs.run()
        status = self.highs.getModelStatus()
        if status == highspy.HighsModelStatus.kInfeasible:
            return None
        if status != highspy.HighsModelStatus.kOptimal:
            raise TimeoutError(f"HiGHS stopped: {self.highs.modelStatusToString(status)}")
        return [round(value) for value in self.highs.getSolution().col_value[:melds]]


def _with_jokers(table: tuple[Codes, ...], scenario: Scenario) -> tuple[Codes, ...]:
    """Replace the tiles that stand for bound jokers by jokers again."""
    bound = Counter({f"{colour}{number}": count for (colour, number), count in scenario.bound.items()})
    melds = []
    for meld in table:
        codes = [JOKER if bound[code] else code for code in meld]
        bound.subtract(code for code in meld if bound[code])
        melds.append(tuple(codes))
    return tuple(melds)


def melds_with_jokers() -> list[Codes]:
    """Every meld, and every meld in which jokers replace one or two tiles."""
    melds = {
        (*(code for place, code in enumerate(meld) if place not in replaced), *[JOKER] * len(replaced)): None
        for meld in all_melds()
        for jokers in range(BOX.jokers + 1)
        for replaced in combinations(range(len(meld)), jokers)
    }
    return list(melds)
