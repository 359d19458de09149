"""The faults of melds that several shapes share. Each check yields every fault."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from rummy_referee.faults import Fault, fault
from rummy_referee.tiles.tile import Tile

T = TypeVar("T", int, str)


@fault("combinations")
def meld_too_short(*, minimum: int, actual: int) -> None: ...
@fault("combinations")
def run_too_long(*, maximum: int, actual: int) -> None: ...
@fault("combinations")
def run_colours_differ(*, colours: Sequence[str]) -> None: ...
@fault("combinations")
def run_number_repeated(*, numbers: Sequence[int]) -> None: ...
@fault("combinations")
def run_not_consecutive(*, missing: Sequence[int]) -> None: ...
@fault("combinations")
def group_too_large(*, maximum: int, actual: int) -> None: ...
@fault("combinations")
def group_numbers_differ(*, numbers: Sequence[int]) -> None: ...
@fault("combinations")
def group_colour_repeated(*, colours: Sequence[str]) -> None: ...
@fault("combinations")
def one_not_high(*, highest: int) -> None: ...
@fault("combinations")
def groups_not_allowed() -> None: ...
@fault("combinations")
def zero_not_high(*, highest: int) -> None: ...
@fault("combinations")
def mixed_run_colour_repeated(*, colours: Sequence[str]) -> None: ...
@fault("ace")
def one_in_the_middle(*, highest: int) -> None: ...
@fault("jokers")
def meld_without_real_tile() -> None: ...
@fault("jokers")
def pin_unfit(*, tiles: Sequence[str]) -> None: ...
@fault("jokers")
def run_gap_too_wide(*, missing: Sequence[int], jokers: int) -> None: ...
@fault("jokers")
def wild_not_outnumbered(*, real: int, wild: int) -> None: ...
@fault("jokers")
def more_than_one_wild(*, wild: int) -> None: ...
@fault("variations")
def runs_not_allowed() -> None: ...
@fault("scoring")
def stretch_not_ascending(*, left: str, right: str) -> None: ...
@fault("scoring")
def stretch_not_descending(*, left: str, right: str) -> None: ...


@fault("combinations")
def pair_differs(*, tiles: Sequence[str]) -> None: ...


RUN_FAULTS = (run_colours_differ, run_number_repeated, run_not_consecutive)
GROUP_FAULTS = (group_too_large, group_numbers_differ, group_colour_repeated)
JOKER_FAULTS = (meld_without_real_tile, pin_unfit)
"""The faults of any run, any group and any wild tile, for games to cite."""


def check_meld_size(tiles: Sequence[Tile], minimum: int) -> Iterator[Fault]:
    """A meld has at least the minimum number of tiles."""
    if len(tiles) < minimum:
        yield meld_too_short(minimum=minimum, actual=len(tiles))


def check_real_tile(tiles: Sequence[Tile]) -> Iterator[Fault]:
    """A meld needs at least one tile that is not wild."""
    if tiles and all(tile.wild for tile in tiles):
        yield meld_without_real_tile()


def check_one_colour(colours: Iterable[str]) -> Iterator[Fault]:
    """A run has one colour."""
    found = list(dict.fromkeys(colours))
    if len(found) > 1:
        yield run_colours_differ(colours=found)


def check_no_repetition(numbers: Sequence[int]) -> Iterator[Fault]:
    """A run has every number once."""
    repeated = find_repeated(numbers)
    if repeated:
        yield run_number_repeated(numbers=repeated)


def check_gaps(numbers: Sequence[int], jokers: int) -> Iterator[Fault]:
    """A run has enough jokers for the missing numbers."""
    missing = find_missing(numbers)
    if len(missing) > jokers:
        if jokers:
            yield run_gap_too_wide(missing=missing, jokers=jokers)
        else:
            yield run_not_consecutive(missing=missing)


def check_one_number(numbers: Iterable[int]) -> Iterator[Fault]:
    """A group has one number."""
    found = sorted(set(numbers))
    if len(found) > 1:
        yield group_numbers_differ(numbers=found)


def check_group_colours(colours: Sequence[str]) -> Iterator[Fault]:
    """The colours of a group are different."""
    repeated = find_repeated(colours)
    if repeated:
        yield group_colour_repeated(colours=repeated)


def check_group_size(size: int, maximum: int) -> Iterator[Fault]:
    """A group has at most one tile of each colour."""
    if size > maximum:
        yield group_too_large(maximum=maximum, actual=size)


def find_repeated(items: Sequence[T]) -> list[T]:
    """The items that occur more than once, each once."""
    return [item for item, count in Counter(items).items() if count > 1]


def find_missing(numbers: Iterable[int]) -> list[int]:
    """The numbers missing between the lowest and the highest."""
    present = set(numbers)
    return [number for number in range(min(present), max(present)) if number not in present] if present else []


def wraps_around(numbers: Sequence[int], of_box: Sequence[int], jokers: int = 0) -> bool:
    """Whether numbers are consecutive only if the lowest of the box follows its highest: 12, 13, 1."""
    if of_box[0] not in numbers or of_box[-1] not in numbers or len(find_missing(numbers)) <= jokers:
        return False
    absent = [number for number in of_box if number not in numbers]
    widest_gap = max(len(gap) for gap in _stretches(absent))
    return len(absent) - widest_gap <= jokers


def _stretches(numbers: Sequence[int]) -> list[list[int]]:
    """Consecutive numbers together: 3, 4, 8 gives 3, 4 and 8."""
    stretches: list[list[int]] = []
    for number in numbers:
        if stretches and stretches[-1][-1] == number - 1:
            stretches[-1].append(number)
        else:
            stretches.append([number])
    return stretches
