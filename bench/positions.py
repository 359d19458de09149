"""Positions of ``rummy`` from a seed: the same seed gives the same positions everywhere.

Each kind of position has a name. Tables are random melds within the box, and hands are drawn from the rest. Positions
of self-play come from games in which everybody plays as many tiles as possible. Hostile positions are constructed to be
slow.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import combinations, islice
from random import Random
from typing import Literal

from rummy_referee.melds.joker_melds import JokerMelds
from rummy_referee.tiles.box import JOKER, Box

BOX = Box(colours="RBKY", numbers=range(1, 14), copies=2, jokers=2)
MELDS = JokerMelds(BOX)
DEAL = 14

Codes = tuple[str, ...]
JokerRelease = Literal["free", "replace"]


@dataclass(frozen=True, slots=True)
class Position:
    """A table and the hand of the player on turn, who has opened. Jokers are free, or bound until they are replaced."""

    table: tuple[Codes, ...]
    hand: Codes
    joker_release: JokerRelease = "free"
    most: int | None = None
    """The most tiles that may leave the hand, as in ``brettspielnetz-rummy``."""

    @property
    def tiles_on_table(self) -> int:
        """The number of tiles on the table."""
        return sum(map(len, self.table))


@dataclass(frozen=True, slots=True)
class PositionClass:
    """Positions of one kind."""

    name: str
    make: Callable[[Random], Iterator[Position]]

    def positions(self, seed: int, count: int) -> list[Position]:
        """The first positions of this kind. A longer list starts with the same positions."""
        return list(islice(self.make(Random(f"{seed} {self.name}")), count))


# --- tables and hands ---------------------------------------------------------------------------------------------


@cache
def all_melds() -> tuple[Codes, ...]:
    """Every group, and every run of up to five tiles: longer runs are combinations of these."""
    low, high = BOX.numbers[0], BOX.numbers[-1]
    runs = [
        tuple(f"{colour}{number}" for number in range(start, start + length))
        for colour in BOX.colours
        for length in (3, 4, 5)
        for start in range(low, high - length + 2)
    ]
    groups = [
        tuple(f"{colour}{number}" for colour in colours)
        for number in BOX.numbers
        for size in (3, 4)
        for colours in combinations(BOX.colours, size)
    ]
    return (*runs, *groups)


def random_table(random: Random, size: int, jokers: int = 0) -> tuple[Codes, ...]:
    """Random melds with this many tiles, some of which are replaced by jokers."""
    table: list[Codes] = []
    left = Counter({code: BOX.copies for code in BOX.holds if code != JOKER})
    missing = size
    while missing:
        fitting = [
            meld
            for meld in all_melds()
            if (len(meld) == missing or len(meld) + 3 <= missing) and all(left[code] for code in meld)
        ]
        if fitting:
            # Choose groups and runs equally often: there are many more runs.
            of_kind = [meld for meld in fitting if (meld[0][0] == meld[1][0]) == (random.random() < 0.5)] or fitting
            meld = random.choice(of_kind)
            table.append(meld)
            left.subtract(meld)
            missing -= len(meld)
        else:  # a dead end: remove some melds
            for _ in range(min(3, len(table))):
                meld = table.pop(random.randrange(len(table)))
                left.update(meld)
                missing += len(meld)
    places = [(row, column) for row, meld in enumerate(table) for column in range(len(meld))]
    for row, column in random.sample(places, jokers):
        meld = table[row]
        table[row] = (*meld[:column], JOKER, *meld[column + 1 :])
    return tuple(table)


def random_hand(random: Random, table: Sequence[Codes], size: int, jokers: int = 0) -> Codes:
    """Tiles that are not on the table, with this many jokers; fewer tiles if the box has no more."""
    left = Counter(BOX.holds)
    for meld in table:
        left.subtract(meld)
    stock = [code for code, count in left.items() if code != JOKER for _ in range(count)]
    return in_order([*random.sample(stock, min(size - jokers, len(stock))), *[JOKER] * jokers])


def in_order(codes: Sequence[str]) -> Codes:
    """Tiles in the order of the box."""
    return tuple(sorted(codes, key=list(BOX.holds).index))


def random_positions(
    size: int,
    *,
    hand: int = DEAL,
    table_jokers: int = 0,
    hand_jokers: int = 0,
    rule: JokerRelease = "free",
    most: int | None = None,
) -> Callable[[Random], Iterator[Position]]:
    """Random tables and hands of given sizes, with jokers as specified."""

    def make(random: Random) -> Iterator[Position]:
        while True:
            table = random_table(random, size, table_jokers)
            yield Position(table, random_hand(random, table, hand, hand_jokers), rule, most)

    return make


# --- self-play ----------------------------------------------------------------------------------------------------

Player = Callable[[Position], Position | None]
"""Plays the most tiles and returns the position after it, or None if there is no play."""


SHARE_OF_TURNS = 1 / 3
"""The share of turns that is used, so that even a few positions come from several games."""


def self_play(random: Random, player: Player, rule: JokerRelease) -> Iterator[Position]:
    """Some of the positions with a play, from games of two to four players who draw if they have no play."""
    while True:
        stock = [code for code, count in BOX.holds.items() for _ in range(count)]
        random.shuffle(stock)
        hands = [in_order([stock.pop() for _ in range(DEAL)]) for _ in range(random.randint(2, 4))]
        table: tuple[Codes, ...] = ()
        blocked = 0
        while all(hands) and blocked < len(hands):
            hand = hands.pop(0)
            position = Position(table, hand, rule)
            after = player(position)
            if after:
                if random.random() < SHARE_OF_TURNS:
                    yield position
                table, hand, blocked = after.table, after.hand, 0
            elif stock:
                hand, blocked = in_order([*hand, stock.pop()]), 0
            else:
                blocked += 1
            hands.append(hand)


# --- the classes --------------------------------------------------------------------------------------------------


def _whole_box(random: Random) -> Iterator[Position]:
    """A hand of at least 100 tiles and almost nothing on the table."""
    while True:
        size = random.choice((0, 0, 3, 4))
        table = random_table(random, size)
        yield Position(table, random_hand(random, table, random.randint(100, 106 - size), 2))


def _near_full(random: Random) -> Iterator[Position]:
    """All tiles are on the table or in the hand, including the jokers."""
    while True:
        table_jokers = random.randint(0, 2)
        size = random.randint(60, 95)
        table = random_table(random, size, table_jokers)
        yield Position(
            table, random_hand(random, table, 106 - size, 2 - table_jokers), random.choice(("free", "replace"))
        )


def _only_jokers(random: Random) -> Iterator[Position]:
    """A large table and a hand of two jokers."""
    while True:
        table = random_table(random, random.randint(60, 100))
        yield Position(table, (JOKER, JOKER))


TABLE_SIZES = (0, 30, 45, 60, 80, 95)


SELF_PLAYED: tuple[tuple[str, JokerRelease], ...] = (("free", "free"), ("bound", "replace"))


def classes(player: Player) -> list[PositionClass]:
    """All kinds of positions; ``player`` makes the moves of self-play."""
    played = [
        PositionClass(f"self-play, jokers {word}", partial(self_play, player=player, rule=rule))
        for word, rule in SELF_PLAYED
    ]
    return [
        *played,
        *(PositionClass(f"table {size}", random_positions(size)) for size in TABLE_SIZES),
        *(
            PositionClass(f"table {size}, jokers in hand", random_positions(size, hand_jokers=2))
            for size in TABLE_SIZES
        ),
        *(
            PositionClass(f"table {size}, free jokers", random_positions(size, table_jokers=2))
            for size in (15, 30, 60, 80)
        ),
        *(
            PositionClass(f"table {size}, bound jokers", random_positions(size, table_jokers=2, rule="replace"))
            for size in (15, 30, 60, 80)
        ),
        PositionClass(
            "hand 5, a joker there and on the table", random_positions(12, hand=5, table_jokers=1, hand_jokers=1)
        ),
        PositionClass("hand 25", random_positions(45, hand=25, hand_jokers=1)),
        PositionClass("hand 40", random_positions(45, hand=40, hand_jokers=1)),
        PositionClass("hand 25, of which 12 may leave", random_positions(45, hand=25, hand_jokers=1, most=12)),
        PositionClass("hostile: hand 100", _whole_box),
        PositionClass("hostile: near-full box", _near_full),
        PositionClass("hostile: only jokers", _only_jokers),
    ]
