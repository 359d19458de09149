"""The melds that lie on the table before a play: what each joker in them stands for, and where every tile lies."""

from collections.abc import Iterator, Sequence

from service.engine.plays.engine import AS_JOKER, OPEN_JOKER
from service.engine.plays.piles import OldMeld, OldTile, Shares
from service.engine.plays.problem import Problem


def is_group(problem: Problem, meld: Sequence[tuple[int, bool] | OldTile]) -> bool:
    """Whether a meld is a group: all of one number."""
    return meld[0][0] // problem.colours == meld[1][0] // problem.colours


def layers_of(problem: Problem, run: Sequence[tuple[int, bool] | OldTile]) -> range:
    """The layers of a run's tiles: an ace after the highest number has one of its own."""
    first = run[0][0] // problem.colours
    return range(first, first + len(run))


def see_shares(problem: Problem, old: Sequence[OldMeld]) -> Shares:
    """How the tiles of the table are shared out now."""
    shares = Shares.none_of(problem)
    for meld in old:
        if is_group(problem, meld):
            for tile in meld:
                if tile.is_bound:
                    shares.group_bound[tile.cell] += 1
                elif tile.is_joker:
                    shares.group_jokers[tile.cell // problem.colours] += 1
                else:
                    shares.group_reals[tile.cell] += 1
            continue
        lane = lane_of(problem, meld[0].cell)
        for tile, layer in zip(meld, layers_of(problem, meld), strict=True):
            if tile.is_joker and not tile.is_bound:
                shares.run_jokers[lane][layer] += 1
            elif layer == len(problem.numbers) and not tile.is_joker:
                shares.aces_put_off[lane] += 1
    return shares


def lane_of(problem: Problem, cell: int) -> int:
    """The lane in which the runs of a cell lie."""
    return 0 if problem.mixed else cell % problem.colours


# --- reading the melds ----------------------------------------------------------------------------------------------


def read_old_melds(problem: Problem, roles: Sequence[int], table: Sequence[bytes]) -> list[OldMeld]:
    """Each meld with what its jokers stand for: if possible, for what jokers are bound to."""
    roles_left = list(roles)
    return [_read(problem, roles_left, meld) for meld in table]


def _read(problem: Problem, roles_left: list[int], meld: bytes) -> OldMeld:
    """Of all readings, the first of those with the most jokers that are bound to what they stand for."""
    fixed = [byte for byte in meld if byte != OPEN_JOKER]
    readings = [*_read_runs(problem, roles_left, fixed, len(meld)), *_read_group(problem, roles_left, fixed, len(meld))]
    best = max(
        readings, key=lambda reading: sum(roles_left[byte & ~AS_JOKER] > 0 for byte in reading if byte & AS_JOKER)
    )
    tiles = []
    for byte in best:
        cell, is_joker = byte & ~AS_JOKER, bool(byte & AS_JOKER)
        is_bound = is_joker and roles_left[cell] > 0
        roles_left[cell] -= is_bound
        tiles.append(OldTile(cell, is_joker, is_bound))
    return tuple(tiles)


def _read_runs(problem: Problem, roles_left: Sequence[int], fixed: Sequence[int], size: int) -> Iterator[list[int]]:
    """Every run that these tiles can be, the highest first."""
    colours, numbers = problem.colours, len(problem.numbers)
    placed = {(byte & ~AS_JOKER) // colours: byte for byte in fixed}
    lanes = {lane_of(problem, byte & ~AS_JOKER) for byte in fixed}
    if not problem.runs or len(placed) < len(fixed) or len(lanes) > 1 or size > numbers:
        return
    for start in range(numbers + problem.ace_high - size, -1, -1):
        layers = [layer % numbers for layer in range(start, start + size)]
        if set(placed) <= set(layers):
            yield [placed[at] if at in placed else AS_JOKER | _fill(problem, roles_left, at, fixed[0]) for at in layers]


def _fill(problem: Problem, roles_left: Sequence[int], number: int, beside: int) -> int:
    """The cell that a joker in a run lies for: in a mixed run, if possible one that a joker is bound to."""
    first = number * problem.colours
    bound = [cell for cell in range(first, first + problem.colours) if problem.mixed and roles_left[cell]]
    return bound[0] if bound else first + (beside & ~AS_JOKER) % problem.colours


def _read_group(problem: Problem, roles_left: Sequence[int], fixed: Sequence[int], size: int) -> Iterator[list[int]]:
    """The group that these tiles can be, if they can: with what jokers are bound to, and then in order of the box."""
    first = (fixed[0] & ~AS_JOKER) // problem.colours * problem.colours
    taken = {byte & ~AS_JOKER for byte in fixed}
    cells = range(first, first + problem.colours)
    if problem.groups and taken <= set(cells) and len(taken) == len(fixed) and size <= problem.colours:
        others = sorted((cell for cell in cells if cell not in taken), key=lambda cell: not roles_left[cell])
        yield [*fixed, *[AS_JOKER | cell for cell in others[: size - len(fixed)]]]
