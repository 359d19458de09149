"""Brute force over every subset of tiles, literally by the rules and independent of the service."""

from collections.abc import Callable, Sequence
from functools import cache

IsMeld = Callable[[Sequence[str]], bool]
Face = tuple[str, int]
"""Colour and number."""


def most_tiles_in_melds(codes: Sequence[str], is_meld: IsMeld) -> int:
    """The most tiles that can be in melds at once: every subset is tried as the meld of the first tile."""
    everything = (1 << len(codes)) - 1
    melds_by_first: dict[int, list[int]] = {}
    for subset in range(1, everything + 1):
        if subset.bit_count() >= 3 and is_meld([code for place, code in enumerate(codes) if subset >> place & 1]):
            melds_by_first.setdefault(subset & -subset, []).append(subset)

    @cache
    def most(rest: int) -> int:
        if not rest:
            return 0
        first = rest & -rest
        with_first = (
            meld.bit_count() + most(rest & ~meld) for meld in melds_by_first.get(first, []) if meld & ~rest == 0
        )
        return max(most(rest & ~first), max(with_first, default=0))

    return most(everything)


def joker_meld_test(
    colours: str,
    numbers: range,
    *,
    runs: bool = True,
    groups: bool = True,
    mixed_runs: bool = False,
    ace_high: bool = False,
) -> IsMeld:
    """The meld test of a game with jokers: do all tiles fit into consecutive numbers, or into one number?"""
    stretches = [
        list(numbers[start:end]) for start in range(len(numbers)) for end in range(start + 3, len(numbers) + 1)
    ]
    if ace_high:
        stretches += [[*numbers[start:], numbers[0]] for start in range(1, len(numbers) - 1)]

    def is_meld(codes: Sequence[str]) -> bool:
        if len(codes) < 3 or all(code.startswith("J") for code in codes):
            return False
        placed = [face_of(code.removeprefix("J=")) for code in codes if code != "J"]
        return (runs and is_run(placed, len(codes))) or (groups and is_group(placed, len(codes)))

    def is_run(placed: list[Face], size: int) -> bool:
        if not mixed_runs and len({colour for colour, _ in placed}) > 1:
            return False
        found = [number for _, number in placed]
        return any(
            len(stretch) == size and all(found.count(number) <= stretch.count(number) for number in found)
            for stretch in stretches
        )

    def is_group(placed: list[Face], size: int) -> bool:
        one_number = len({number for _, number in placed}) == 1
        return one_number and len({colour for colour, _ in placed}) == len(placed) and size <= len(colours)

    return is_meld


def is_rummu_meld(codes: Sequence[str]) -> bool:
    """The meld test of the game whose yellow cards are wild."""
    cards = [face_of(code.split("=")[0]) for code in codes]
    pins = {code.split("=")[1][0] for code in codes if "=" in code}
    colours = [colour for colour, _ in cards]
    real = [colour for colour in colours if colour != "Y"]
    numbers = sorted(number for _, number in cards)
    if len(codes) < 3 or not real:
        return False
    in_a_row = numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    if in_a_row and len(set(real)) == 1 and len(real) > len(colours) - len(real):
        return pins <= set(real)
    # A group, or a mixed run: no colour twice; a yellow card stands for a missing one.
    if (in_a_row or len(set(numbers)) == 1) and len(set(colours)) == len(colours):
        return not pins & set(real)
    return False


def face_of(code: str) -> Face:
    """``K13`` is black, 13."""
    return code[0], int(code[1:])
