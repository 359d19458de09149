"""Runs that are still open after a number, and how the tiles of the next number continue them.

The open runs of a lane are its *profile*: how many there are of each kind, packed into one integer. A kind is a length
(1, 2, or 3 and more) and whether the run has a real tile yet. Where a pile has too few wild tiles for a meld of nothing
else, every tile counts as real, and half of the kinds never occur.

Where the ace may be high, a profile also has its aces' *slots*. The ace is then read last, after the highest number: a
run that began with the second number is a slot that can still take an ace below, and some of the slots are *promised*
one: those runs were counted one longer from the start.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

SHORTEST = 3
"""A meld has three tiles, so a run needs no longer length to be remembered than that."""

BITS = 4
FIELD = (1 << BITS) - 1
REAL_KINDS = range(SHORTEST)
BARE_KINDS = range(SHORTEST, 2 * SHORTEST)
"""The kinds without a real tile, in order of length like the others."""
LONG = SHORTEST - 1
"""The kind of a run that may end: three or more tiles, one of them real."""
NEW = -1
"""In place of a kind: no run yet."""

RUNS = (1 << BITS * 2 * SHORTEST) - 1
_SLOTS = BITS * 2 * SHORTEST
_PROMISED = _SLOTS + BITS
PROFILE_BITS = _PROMISED + BITS

NO_RUNS = 0


class Growth(NamedTuple):
    """So many real and so many wild tiles continue runs of one kind, one each; or start new ones."""

    kind: int
    reals: int
    wilds: int


def count_of(profile: int, kind: int) -> int:
    """How many open runs of a kind there are."""
    return profile >> BITS * kind & FIELD


def count_open(profile: int) -> int:
    """How many open runs there are."""
    return sum(profile >> BITS * kind & FIELD for kind in range(2 * SHORTEST))


def continued(kind: int, wild: bool) -> int:
    """The kind of a run of this kind with one tile more."""
    if kind == NEW:
        return BARE_KINDS[0] if wild else REAL_KINDS[0]
    longer = min(kind % SHORTEST + 1, LONG)
    return BARE_KINDS[longer] if kind in BARE_KINDS and wild else longer


def cap_long(profile: int, most: int) -> int:
    """Forget long runs that no tile is left to continue: they have ended."""
    surplus = count_of(profile, LONG) - most
    return profile - (surplus << BITS * LONG) if surplus > 0 else profile


def has_bare(profile: int) -> bool:
    """An open run has no real tile yet."""
    return profile & RUNS >= 1 << BITS * SHORTEST


def can_end(profile: int) -> bool:
    """Every open run is a meld already."""
    return count_open(profile) == count_of(profile, LONG)


def jokers_needed(profile: int, tiles: int = 0, tiles_after: int = 0) -> int:
    """At least so many jokers are needed to make melds of all open runs, with so many tiles of the next two numbers."""
    must_grow = count_open(profile) - count_of(profile, LONG)
    must_grow_twice = count_of(profile, REAL_KINDS[0]) + count_of(profile, BARE_KINDS[0])
    return max(must_grow - tiles, 0) + max(must_grow_twice - tiles_after, 0)


# --- aces ---------------------------------------------------------------------------------------------------------


def start_above_ace(plain: int, promised: int, aces: int) -> int:
    """The profile after the second number: some runs begin plainly, others are promised one of so many aces."""
    slots = min(plain + promised, aces)
    return plain | promised << BITS | slots << _SLOTS | promised << _PROMISED


def ace_slots(profile: int) -> int:
    """How many aces can be laid below runs."""
    return profile >> _SLOTS & FIELD


def promised_aces(profile: int) -> int:
    """How many aces must be laid below runs."""
    return profile >> _PROMISED & FIELD


# --- growing ------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 15)
def grow(profile: int, reals: int, wilds: int) -> dict[int, tuple[Growth, ...]]:
    """Every profile worth having that these tiles can make of a profile, with how; none if a run would die.

    Which runs grow is forced: first those that must, then long ones, then new ones. A long run is as good as a new one,
    and better: it may end at any time. Real tiles first go where there is none yet, and only there is a choice.
    """
    spare = reals + wilds - count_open(profile) + count_of(profile, LONG)
    if spare < 0:
        return {}
    places = {kind: count_of(profile, kind) for kind in range(2 * SHORTEST)}
    places[LONG] = min(places[LONG], spare)
    places[NEW] = spare - places[LONG]
    bare = (*BARE_KINDS, NEW)
    to_bare = min(reals, sum(places[kind] for kind in bare))
    to_real = reals - to_bare
    real_growths = []
    for kind in REAL_KINDS:
        part = min(to_real, places[kind])
        to_real -= part
        real_growths.append(Growth(kind, part, places[kind] - part))
    found = {}
    for parts in _divide(to_bare, [places[kind] for kind in bare]):
        bare_growths = [Growth(kind, part, places[kind] - part) for kind, part in zip(bare, parts, strict=True)]
        growths = tuple(growth for growth in (*real_growths, *bare_growths) if growth.reals + growth.wilds)
        found[_after(growths) | profile & ~RUNS] = growths
    return found


def _divide(amount: int, places: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every way to divide an amount among places that hold so many each."""
    if not places:
        if not amount:
            yield ()
        return
    for part in range(min(amount, places[0]) + 1):
        for parts in _divide(amount - part, places[1:]):
            yield (part, *parts)


def _after(growths: Sequence[Growth]) -> int:
    return sum(
        (reals << BITS * continued(kind, wild=False)) + (wilds << BITS * continued(kind, wild=True))
        for kind, reals, wilds in growths
    )


# --- which profile is at least as good as which -------------------------------------------------------------------

RANK_BITS = BITS + 2
_TOP = (1 << RANK_BITS - 1) - 1


@lru_cache(maxsize=1 << 15)
def ranks(profile: int) -> tuple[int, ...]:
    """Numbers below 32, all at least as high in every profile that can do as much as this one.

    A longer run can do all that a shorter one can, and a long run may also end. So each run of the lesser profile
    needs a partner of its own in the better one, as long or longer; and short runs there, which must grow, must all be
    partners. Runs without a real tile must simply be as many. Slots for aces are good, but not if promised.
    """
    ones, twos, longs = (count_of(profile, kind) for kind in REAL_KINDS)
    bare = [count_of(profile, kind) for kind in BARE_KINDS]
    return (
        longs,
        twos + longs,
        ones + twos + longs,
        _TOP - ones,
        _TOP - ones - twos,
        *bare,
        *(_TOP - count for count in bare),
        ace_slots(profile),
        _TOP - promised_aces(profile),
    )
