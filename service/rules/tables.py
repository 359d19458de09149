"""Melds on a table: each must be one."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from service.rules.inventories import find_excess
from service.rules.turns import Meld, Position
from service.rules.violations import Violation

FEW_WILD = 3
Lying = Iterable[tuple[str, Meld]]
"""Melds, each with its path in the request."""


def check_melds(position: Position[Any, Any], holds: Mapping[str, int], melds: Lying) -> Iterator[Violation]:
    """Every meld is valid."""
    for path, meld in melds:
        if is_readable(holds, meld):
            for fault in position.judge(meld).faults:
                yield position.refuse(fault.code, path, **fault.params)


def is_readable(holds: Mapping[str, int], meld: Meld) -> bool:
    """Whether a meld is read: not with more wild tiles than the box holds, for ten could be read in a million ways.

    A few are soon read, whether there are as many or not.
    """
    wild = [tile for tile in meld if tile.wild]
    return len(wild) <= FEW_WILD or not find_excess(holds, [("", wild)])


def check_lying(position: Position[Any, Any], holds: Mapping[str, int], melds: Lying) -> Iterator[Violation]:
    """A table with an invalid meld cannot be; of one that is not valid, the reasons are told too."""
    accused = ""
    for fault in check_melds(position, holds, melds):
        if fault.path != accused:
            accused = fault.path
            yield position.refuse("table_invalid", accused)
        yield fault
