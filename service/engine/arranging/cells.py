"""The tiles of one number that can go into the same runs, and every way to share them out."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple


class Stack(NamedTuple):
    """Tiles that are all alike: so many must lie in melds, so many more may."""

    colour: str
    wild: bool
    must: int
    may: int


Cell = tuple[Stack, ...]
"""The stacks of one number in one lane, those of a colour side by side."""


class Split(NamedTuple):
    """How many tiles of a stack go into runs and how many into groups. The rest is left."""

    run: int
    group: int


class Offer(NamedTuple):
    """One way to share out a cell, counted by real and wild tiles.

    ``most`` is how many of one colour go into groups: there must be at least as many groups. ``splits`` says which
    tiles.
    """

    run_reals: int = 0
    run_wilds: int = 0
    group_reals: int = 0
    group_wilds: int = 0
    left: int = 0
    most: int = 0
    splits: tuple[Split, ...] = ()


def size_of(cell: Cell) -> int:
    """How many tiles there are."""
    return sum(stack.must + stack.may for stack in cell)


@lru_cache(maxsize=1 << 12)
def find_offers(cell: Cell, runs: bool, groups: bool) -> tuple[Offer, ...]:
    """Every way to share out a cell. Of ways that differ in colours only, one that needs the fewest groups."""
    offers = [Offer()]
    for _, stacks in groupby(cell, key=lambda stack: stack.colour):
        own = _share_out_colour(list(stacks), runs, groups)
        offers = _distinct(_joined(offer, another) for offer in offers for another in own)
    return tuple(offers)


def _share_out_colour(stacks: list[Stack], runs: bool, groups: bool) -> list[Offer]:
    offers = [Offer()]
    for stack in stacks:
        offers = [_joined(offer, another) for offer in offers for another in _share_out(stack, runs, groups)]
    return [offer._replace(most=offer.group_reals + offer.group_wilds) for offer in offers]


def _share_out(stack: Stack, runs: bool, groups: bool) -> Iterator[Offer]:
    size = stack.must + stack.may
    for left in range(stack.may + 1):
        for group in range(size - left + 1 if groups else 1):
            run = size - left - group
            if run and not runs:
                continue
            splits = (Split(run, group),)
            if stack.wild:
                yield Offer(run_wilds=run, group_wilds=group, left=left, splits=splits)
            else:
                yield Offer(run_reals=run, group_reals=group, left=left, splits=splits)


def _joined(one: Offer, other: Offer) -> Offer:
    return Offer(
        one.run_reals + other.run_reals,
        one.run_wilds + other.run_wilds,
        one.group_reals + other.group_reals,
        one.group_wilds + other.group_wilds,
        one.left + other.left,
        max(one.most, other.most),
        one.splits + other.splits,
    )


def _distinct(offers: Iterable[Offer]) -> list[Offer]:
    found: dict[Offer, Offer] = {}
    for offer in offers:
        amounts = offer._replace(most=0, splits=())
        if amounts not in found or offer.most < found[amounts].most:
            found[amounts] = offer
    return list(found.values())
