"""Checks of the melds on a table."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from rummy_referee.rules.faults import table_invalid
from rummy_referee.rules.inventories import find_excess
from rummy_referee.rules.turns import Meld
from rummy_referee.rules.violations import Violation

if TYPE_CHECKING:
    from rummy_referee.rules.positions import AnyPosition

FEW_WILD = 3
MeldPaths = Iterable[tuple[str, Meld]]
"""Melds, each with its path in the request."""


def check_all_melds(position: "AnyPosition", holds: Mapping[str, int], melds: MeldPaths) -> Iterator[Violation]:
    """Every meld is valid."""
    for path, meld in melds:
        if is_readable(holds, meld):
            for fault in position.judge(meld).faults:
                yield position.violation(fault, path)


def is_readable(holds: Mapping[str, int], meld: Meld) -> bool:
    """Whether a meld is judged. With more wild tiles than the box holds it is not: ten have a million readings.

    A few wild tiles are always judged, even if the box has fewer.
    """
    wild = [tile for tile in meld if tile.wild]
    return len(wild) <= FEW_WILD or not find_excess(holds, [("", wild)])


def check_table(position: "AnyPosition", holds: Mapping[str, int], melds: MeldPaths) -> Iterator[Violation]:
    """Every meld on the table is valid: for an invalid one, the violation of the table and the reasons."""
    invalid_path = ""
    for fault in check_all_melds(position, holds, melds):
        if fault.path != invalid_path:
            invalid_path = fault.path
            yield position.violation(table_invalid(), invalid_path)
        yield fault
