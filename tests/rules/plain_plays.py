"""Legal plays literally by the rules, without optimisation; and random small positions.

Every joker of the old table is either released by a real tile of its own, or a joker of the new table has its role.
"""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Any

from rummy_referee.games import GAMES
from rummy_referee.rules.game import AnyGame
from rummy_referee.rules.table_rummy.turns import SnapshotWithoutOpening, TableRummyPosition, TableSnapshot
from rummy_referee.rules.turns import Meld, Table, pieces_of, pieces_on
from rummy_referee.tiles.box import JOKER
from rummy_referee.tiles.tile import Tile

Roles = list[str]


# --- what is legal ---------------------------------------------------------------------------------------------------


def is_legal(position: TableRummyPosition[Any], table: Table) -> bool:
    """Whether a play to this table is legal, apart from the phase."""
    snapshot, game, options = position.snapshot, position.game, position.options
    judge = game.judge_for(options, None)
    before, after = pieces_on(snapshot.table), pieces_on(table)
    played = after - before
    if before - after or not played or played - pieces_of(snapshot.hand):
        return False
    if any(not judge(meld).valid for meld in table):
        return False
    if played.total() > most_of(position):
        return False
    if game.id == "myrummy-kids-pro":
        return roles_fit(position, table, first=not snapshot.opened)
    if not snapshot.opened:
        return any(opens(position, own) for own in own_melds(position, table))
    return roles_fit(position, table, first=False)


def most_of(position: TableRummyPosition[Any]) -> int:
    if position.game.id == "brettspielnetz-rummy":
        return 12
    style = getattr(position.options, "turn", "exchange")
    return len(position.snapshot.hand) - (style == "draw-discard")


def readings_of(position: TableRummyPosition[Any], meld: Meld) -> list[tuple[Tile, ...]]:
    return [reading.tiles for reading in position.game.judge_for(position.options, None)(meld).readings]


def own_melds(position: TableRummyPosition[Any], table: Table) -> Iterator[Table]:
    """The melds besides the old ones, in every matching; nothing if an old meld is missing."""
    for chosen in combinations(range(len(table)), len(position.snapshot.table)):
        if lie_as_before(position, [table[index] for index in chosen]):
            yield tuple(meld for index, meld in enumerate(table) if index not in chosen)


def lie_as_before(position: TableRummyPosition[Any], melds: Sequence[Meld]) -> bool:
    def match(old: Sequence[Meld], new: list[Meld]) -> bool:
        if not old:
            return True
        alike = [index for index, meld in enumerate(new) if read_alike(position, old[0], meld)]
        return any(match(old[1:], [*new[:index], *new[index + 1 :]]) for index in alike)

    return match(position.snapshot.table, list(melds))


def read_alike(position: TableRummyPosition[Any], one: Meld, other: Meld) -> bool:
    if pieces_of(one) != pieces_of(other):
        return False
    readings = [set(reading) for reading in readings_of(position, one)]
    return any(set(reading) in readings for reading in readings_of(position, other))


def opens(position: TableRummyPosition[Any], own: Table) -> bool:
    if position.game.id == "brettspielnetz-rummy":
        return sum(tile.number for meld in own for tile in meld if not tile.wild) >= 30
    values = (position.game.judge_for(position.options, None)(meld).value or 0 for meld in own)
    return sum(values) >= position.options.opening_minimum


def roles_fit(position: TableRummyPosition[Any], table: Table, *, first: bool) -> bool:
    """Some reading of the old table and some reading of the new one agree on the jokers."""
    free = getattr(position.options, "joker_release", "free") == "free"
    played = pieces_on(table) - pieces_on(position.snapshot.table)
    real = [tile.piece for meld in table for tile in meld if not tile.wild]
    for old in product(*(readings_of(position, meld) for meld in position.snapshot.table)):
        before = [tile.face.code for reading in old for tile in reading if tile.wild]
        for new in product(*(readings_of(position, meld) for meld in table)):
            if not first:
                if free or can_follow(before, real, jokers_in(new)):
                    return True
                continue
            for index, own in enumerate(new):
                if Counter(tile.piece for tile in own if not tile.wild) <= played:
                    others = jokers_in([*new[:index], *new[index + 1 :]])
                    if free or can_follow(before, real, others):
                        return True
    return False


def jokers_in(readings: Sequence[Sequence[Tile]]) -> Roles:
    return [tile.face.code for reading in readings for tile in reading if tile.wild]


def can_follow(before: Roles, real: Roles, after: Roles) -> bool:
    """Every old joker is released by a real tile of its own, or is one of these jokers."""
    if not before:
        return True
    role, rest = before[0], before[1:]
    if role in real and can_follow(rest, without_one(real, role), after):
        return True
    return role in after and can_follow(rest, real, without_one(after, role))


def without_one(roles: Roles, role: str) -> Roles:
    left = list(roles)
    left.remove(role)
    return left


# --- every table there could be --------------------------------------------------------------------------------------


def split(position: TableRummyPosition[Any], tiles: tuple[Tile, ...]) -> Iterator[Table]:
    """Every way to split tiles into melds."""
    if not tiles:
        yield ()
        return
    seen = set()
    judge = position.game.judge_for(position.options, None)
    for size in range(2, len(tiles)):
        for others in combinations(range(1, len(tiles)), size):
            meld = (tiles[0], *(tiles[index] for index in others))
            if meld not in seen and judge(meld).valid:
                seen.add(meld)
                rest = tuple(tile for index, tile in enumerate(tiles) if index and index not in others)
                yield from ((meld, *table) for table in split(position, rest))


def playable_sets(position: TableRummyPosition[Any]) -> set[tuple[str, ...]]:
    """Every set of hand tiles for which some table is legal."""
    hand = position.snapshot.hand
    box = position.game.box
    found = set()
    for size in range(1, len(hand) + 1):
        for chosen in {tuple(sorted(tile.piece for tile in some)) for some in combinations(hand, size)}:
            played = [box.tiles[piece] for piece in chosen]
            lying = [box.tiles[tile.piece] for meld in position.snapshot.table for tile in meld]
            if not position.snapshot.opened and position.game.id != "myrummy-kids-pro":
                tables: Iterator[Table] = ((*position.snapshot.table, *new) for new in split(position, ordered(played)))
            else:
                tables = split(position, ordered([*lying, *played]))
            if any(is_legal(position, table) for table in tables):
                found.add(chosen)
    return found


def ordered(tiles: list[Tile]) -> tuple[Tile, ...]:
    """Real tiles first: every meld has one, so splitting starts from a real one."""
    return tuple(sorted(tiles, key=lambda tile: tile.order))


# --- positions -------------------------------------------------------------------------------------------------------


def random_position(chance: random.Random, variant: str, options: Any, *, tiles: int = 9) -> TableRummyPosition[Any]:
    """A small position in which melds are likely: few numbers, few colours, jokers on the table and in the hand."""
    game: AnyGame = GAMES[variant]
    holds = game.holds(options)
    lowest = chance.choice([1, 3, game.box.numbers[-1] - 3])
    numbers = [*range(lowest, lowest + 4), *([1] if lowest > 8 else [])]
    colours = chance.sample(game.box.colours, 3)
    pool = [game.box.faces[colour, number].piece for colour in colours for number in numbers for _ in range(2)]
    pool += [JOKER] * min(holds.get(JOKER, 0), chance.choice([0, 1, 2, 3]))
    chance.shuffle(pool)
    table: list[Meld] = []
    for _ in range(60):
        chosen = chance.sample(pool, min(len(pool), chance.choice([3, 3, 4])))
        meld = tuple(game.box.tiles[piece] for piece in chosen)
        judgement = game.judge_for(options, None)(meld)
        if judgement.valid and sum(map(len, table)) + len(meld) <= tiles - 3:
            for piece in chosen:
                pool.remove(piece)
            pinned = chance.choice(judgement.readings).tiles
            table.append(pinned if chance.random() < 0.3 else meld)
    chance.shuffle(pool)
    hand = tuple(game.box.tiles[piece] for piece in pool[: max(3, tiles - sum(map(len, table)))])
    if chance.random() < 0.3 and JOKER in pool and game.box.tiles[JOKER] not in hand:
        hand = (*hand[1:], game.box.tiles[JOKER])
    opened = chance.random() < 0.7
    phase = "play" if getattr(options, "turn", "exchange") != "exchange" else None
    if game.turn.snapshot is SnapshotWithoutOpening:
        position = game.position(SnapshotWithoutOpening(tuple(table), hand, stock=20), options)
    else:
        position = game.position(TableSnapshot(tuple(table), hand, opened, stock=20, phase=phase), options)
    assert isinstance(position, TableRummyPosition)
    return position
