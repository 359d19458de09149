"""A turn of myRummy Kids as plainly as possible, for comparison: every step is tried.

It is not optimised and uses nothing of the code under test: codes in, moves out.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

COLOURS = "BRGY"
NUMBERS = range(1, 7)
WINDOWS = [
    tuple(f"{colour}{number}" for number in range(start, start + length))
    for colour in COLOURS
    for length in range(3, 7)
    for start in range(1, 8 - length)
]
NEVER = 1000
Meld = tuple[str, ...]


class State(NamedTuple):
    """A position in a turn. Melds and the hand are sorted: their order never matters."""

    table: tuple[Meld, ...]
    hand: Meld
    opened: bool
    freed: int = 0


class Step(NamedTuple):
    """A step: which meld (-1 for a new run), and the tiles."""

    type: str
    meld: int
    tiles: Meld


def lies_on(tiles: Meld, faces: Meld) -> bool:
    """Whether the tiles can be put on these faces, one on each: those that name a face on it, the others anywhere."""
    named = [tile.removeprefix("J=") for tile in tiles if tile != "J"]
    return len(tiles) == len(faces) and len(set(named)) == len(named) and set(named) <= set(faces)


@cache
def readings(meld: Meld) -> list[Meld]:
    """Every row of faces that a run can be read as."""
    if all(tile.startswith("J") for tile in meld):
        return []
    return [window for window in WINDOWS if lies_on(meld, window)]


@cache
def fits_ends(meld: Meld, tiles: Meld) -> bool:
    """In some reading the tiles go before the run and behind it, next to it and to each other."""
    for before in readings(meld):
        for after in WINDOWS:
            if set(before) < set(after):
                added = tuple(face for face in after if face not in before)
                if lies_on(tiles, added):
                    return True
    return False


@cache
def swapped(meld: Meld, tile: str) -> Meld | None:
    """The run with the tile in the place of a joker that stands for it; None where there is no such joker."""
    for joker in (f"J={tile}", "J"):
        if joker in meld:
            others = list(meld)
            others.remove(joker)
            for faces in readings(meld):
                if tile in faces and lies_on(tuple(others), tuple(face for face in faces if face != tile)):
                    return tuple(sorted([*others, tile]))
    return None


def piece(tile: str) -> str:
    return tile.partition("=")[0]


def take(hand: Meld, tiles: Meld) -> Meld | None:
    """The hand less these tiles; None if it does not have them."""
    left = Counter(hand)
    left.subtract(map(piece, tiles))
    return None if min(left.values(), default=0) < 0 else tuple(sorted(left.elements()))


def follow(state: State, step: Step) -> State | None:
    """The position after a step, if it is legal, apart from the duty to lay freed jokers."""
    hand = take(state.hand, step.tiles)
    if hand is None:
        return None
    table = list(state.table)
    jokers = sum(piece(tile) == "J" for tile in step.tiles)
    freed = max(state.freed - jokers, 0)
    if step.type == "meld":
        if not readings(step.tiles):
            return None
        return State((*state.table, tuple(sorted(step.tiles))), hand, True, freed)
    if step.meld >= len(table):
        return None
    meld = table[step.meld]
    if step.type == "lay_off":
        if not state.opened or not step.tiles or not fits_ends(meld, step.tiles):
            return None
        table[step.meld] = tuple(sorted([*meld, *step.tiles]))
        return State(tuple(table), hand, state.opened, freed)
    (tile,) = step.tiles
    new = None if tile == "J" else swapped(meld, tile)
    if new is None:
        return None
    table[step.meld] = new
    return State(tuple(table), tuple(sorted([*hand, "J"])), state.opened, state.freed + 1)


def completions(faces: Meld, hand: Meld, *, pinned: bool) -> Iterator[Meld]:
    """Every choice of real tiles and jokers for some faces. ``pinned``: only with jokers that say their role."""
    roles = (lambda face: [f"J={face}"]) if pinned else (lambda face: [f"J={face}", "J"])
    kinds = [[*([face] if face in hand else []), *(roles(face) if "J" in hand else [])] for face in faces]
    for tiles in product(*kinds):
        if take(hand, tiles) is not None:
            yield tiles


def try_steps(state: State, *, pinned: bool) -> Iterator[tuple[Step, State]]:
    """Every step, whatever becomes of freed jokers, with the position after it."""
    seen = set()
    for step in propose(state, pinned=pinned):
        after = follow(state, step)
        if step not in seen and after is not None:
            seen.add(step)
            yield step, after


def propose(state: State, *, pinned: bool) -> Iterator[Step]:
    for faces in WINDOWS:
        for tiles in completions(faces, state.hand, pinned=pinned):
            yield Step("meld", -1, tuple(sorted(tiles)))
    for index, meld in enumerate(state.table):
        colour = next(tile[-2] for tile in meld if tile != "J")
        row = [f"{colour}{number}" for number in NUMBERS]
        for size in range(1, 7 - len(meld)):
            for faces in combinations(row, size):
                for tiles in completions(faces, state.hand, pinned=pinned):
                    yield Step("lay_off", index, tuple(sorted(tiles)))
        for tile in sorted(set(state.hand)):
            yield Step("swap_joker", index, (tile,))


def can_fulfil(state: State) -> bool:
    """Whether some steps lay all freed jokers again."""
    return _can_fulfil(state._replace(table=tuple(sorted(state.table))))


@cache
def _can_fulfil(state: State) -> bool:
    return not state.freed or any(can_fulfil(after) for _, after in try_steps(state, pinned=False))


def legal_steps(state: State, *, pinned: bool = True) -> dict[Step, State]:
    """Every step after which freed jokers can still be laid."""
    return {step: after for step, after in try_steps(state, pinned=pinned) if can_fulfil(after)}


def is_legal(state: State, step: Step) -> bool:
    after = follow(state, step)
    return after is not None and can_fulfil(after)


def worth(hand: Meld, objective: str) -> int:
    if objective == "points":
        return sum(int(tile[1:]) for tile in hand if tile != "J")
    return len(hand)


def least_left(state: State, objective: str) -> int:
    """What is left in the hand after the best turn; more than any hand if no turn can end."""
    return _least_left(state._replace(table=tuple(sorted(state.table))), objective)


@cache
def _least_left(state: State, objective: str) -> int:
    stay = NEVER if state.freed else worth(state.hand, objective)
    return min([stay, *(least_left(after, objective) for _, after in try_steps(state, pinned=False))])
