"""How many melds of the table stay as they are in the best plays, against the optimum of an integer programme.

``python -m bench.kept_melds``. The tiles that are played are those of our best play; HiGHS looks for the table with the
same tiles in which the most old melds are unchanged: the second model of den Hertog and Hulshof.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from time import process_time

import highspy
import numpy as np

from bench.figures import format_number, format_table, median
from bench.page import describe_machine, write_part
from bench.peers import PIECES, PLACE, melds_with_jokers
from bench.positions import BOX, Codes
from rummy_referee import games
from rummy_referee.rules.turns import Table
from rummy_referee.tiles.box import JOKER

POSITIONS = 300
PLAYERS = (2, 3, 4)
LEAST_MELDS = 3
"""Smaller tables are left out: nearly everything stays."""

PART = """\
## Melds that stay as they are

Written by `python -m bench.kept_melds`. The best play in {plays} positions of rounds of `rummikub` in which everybody
follows the best move, with at least {least} melds on the table, {melds} in all. **kept** is the share of these melds
that are there after the play as well, tile by tile. **HiGHS** finds the table in which the most are kept, with the same
jokers. With the same tiles, ours keeps the most in {equal} of {plays} plays. Milliseconds of CPU time, medians: of ours
for the whole best move. {machine}.

{table}
"""

MELDS = melds_with_jokers()
USES = np.array([[Counter(meld)[code] for code in PIECES] for meld in MELDS], dtype=np.float64)


@dataclass(frozen=True, slots=True)
class Play:
    """A table before and after the best play, and the milliseconds of the search."""

    before: tuple[Codes, ...]
    hand: Codes
    after: tuple[Codes, ...]
    milliseconds: float

    @property
    def kept(self) -> int:
        """How many old melds are unchanged."""
        return (count_melds(self.before) & count_melds(self.after)).total()


def count_melds(table: Sequence[Codes]) -> Counter[Codes]:
    """The melds, whatever the order of their tiles."""
    return Counter(tuple(sorted(meld)) for meld in table)


def name_codes(table: Table) -> tuple[Codes, ...]:
    """The melds in the colours of the benchmark, which has no orange."""
    return tuple(tuple(tile.piece.replace("O", "Y") for tile in meld) for meld in table)


def generate_plays() -> Iterator[Play]:
    """Plays of rounds in which everybody follows the best move."""
    game = games["rummikub"]
    for seed in range(10_000):
        round_ = game.deal(PLAYERS[seed % len(PLAYERS)], seed)
        while not round_.over:
            position = round_.position
            start = process_time()
            best = position.best()
            milliseconds = 1000 * (process_time() - start)
            before = name_codes(position.snapshot.table)
            if position.snapshot.opened and best.move and best.move.type == "play" and len(before) >= LEAST_MELDS:
                (hand,) = name_codes((position.snapshot.hand,))
                yield Play(before, hand, name_codes(best.move.table), milliseconds)
            if best.move is None:
                break
            round_ = round_.play(best.move)


def find_most(play: Play, *, any_tiles: bool) -> tuple[int, float]:
    """The most old melds that can stay, and the milliseconds of HiGHS.

    The tiles are those of the play, or any as many with as many jokers.
    """
    after = count_pieces(chain.from_iterable(play.after))
    lowest, highest = after.copy(), after.copy()
    if any_tiles:
        lowest = count_pieces(chain.from_iterable(play.before))
        highest = lowest + count_pieces(play.hand)
        lowest[PLACE[JOKER]] = highest[PLACE[JOKER]] = after[PLACE[JOKER]]
    old = np.array([count_pieces(meld) for meld in play.before])
    uses = np.vstack([old, USES[(highest >= USES).all(axis=1)]])
    uses = np.hstack([uses, uses.sum(axis=1, keepdims=True)])
    columns, rows = uses.shape
    highs, model = highspy.Highs(), highspy.HighsLp()
    highs.setOptionValue("output_flag", False)
    highs.setOptionValue("presolve", "off")
    model.num_col_, model.num_row_, model.sense_ = columns, rows, highspy.ObjSense.kMaximize
    model.col_cost_ = (np.arange(columns) < len(old)).astype(float)
    model.col_lower_, model.col_upper_ = np.zeros(columns), np.where(np.arange(columns) < len(old), 1.0, BOX.copies)
    model.row_lower_, model.row_upper_ = np.append(lowest, after.sum()), np.append(highest, after.sum())
    at, piece = uses.nonzero()
    model.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    model.a_matrix_.start_ = np.append(0, np.cumsum(np.count_nonzero(uses, axis=1)))
    model.a_matrix_.index_, model.a_matrix_.value_ = piece, uses[at, piece]
    model.integrality_ = [highspy.HighsVarType.kInteger] * columns
    highs.passModel(model)
    start = process_time()
    highs.run()
    if highs.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        raise TimeoutError(highs.modelStatusToString(highs.getModelStatus()))
    return round(highs.getObjectiveValue()), 1000 * (process_time() - start)


def count_pieces(codes: Iterable[str]) -> "np.ndarray":
    """How many of each piece there are."""
    counts = np.zeros(len(PIECES))
    for code in codes:
        counts[PLACE[code]] += 1
    return counts


def main() -> None:
    """Measure and write the part."""
    plays = list(islice(generate_plays(), POSITIONS))
    same = [find_most(play, any_tiles=False) for play in plays]
    other = [find_most(play, any_tiles=True) for play in plays]
    melds, kept = sum(len(play.before) for play in plays), [play.kept for play in plays]

    def row(name: str, found: Sequence[int], times: Sequence[float]) -> list[str]:
        return [name, f"{100 * sum(found) / melds:.1f}%", format_number(median(times))]

    table = format_table(
        ["", "kept", "ms"],
        [
            row("ours", kept, [play.milliseconds for play in plays]),
            row("HiGHS, the same tiles", *zip(*same, strict=True)),
            row("HiGHS, any tiles, as many", *zip(*other, strict=True)),
        ],
    )
    equal = sum(own == most for own, (most, _) in zip(kept, same, strict=True))
    write_part(
        "kept-melds",
        PART.format(
            plays=len(plays), melds=melds, least=LEAST_MELDS, equal=equal, machine=describe_machine(), table=table
        ),
    )


if __name__ == "__main__":
    main()
