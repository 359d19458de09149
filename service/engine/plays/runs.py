"""The runs of one lane when it is known which tiles lie in runs: whether they can, and which run has which."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from service.engine.plays.lanes import BITS, FIELD, MUST_END, grow
from service.engine.plays.problem import SHORTEST

Laid = tuple[int, bool]
"""A face by its cell, and whether a joker lies for it."""

_KINDS = 6
_BARE = 3


@dataclass(slots=True)
class Lane:
    """What lies in the runs of a lane, layer by layer. With a high ace the last layer has jokers only."""

    reals: list[list[int]]
    """The cells of the real tiles."""
    bound: list[list[int]]
    """The cells of the jokers bound to a face."""
    jokers: list[int]
    strict: bool
    ace_high: bool

    def follow(self) -> list[int] | None:
        """The profile after each layer, if all the runs can be ended; first of all, the aces put off, packed too."""
        reals, wilds = len(self.reals[0]), len(self.bound[0])
        for off_reals in range(reals + 1 if self.ace_high else 1):
            for off_wilds in range(wilds + 1 if self.ace_high else 1):
                way = self._follow(0, 0, off_reals, off_wilds)
                if way is not None:
                    return [off_reals | off_wilds << BITS, *way[::-1]]
        return None

    def _follow(self, layer: int, profile: int, off_reals: int, off_wilds: int) -> list[int] | None:
        """The profiles from a layer on, the last one first."""
        if layer == len(self.jokers):
            return None if profile & MUST_END else []
        reals, wilds = len(self.reals[layer]), len(self.bound[layer])
        if self.ace_high and layer == 0:
            reals, wilds = reals - off_reals, wilds - off_wilds
        elif self.ace_high and layer == len(self.jokers) - 1:
            reals, wilds = off_reals, off_wilds
        wilds += self.jokers[layer]
        if not self.strict:
            reals, wilds = reals + wilds, 0
        for grown, _ in grow(profile, reals, wilds):
            way = self._follow(layer + 1, grown, off_reals, off_wilds)
            if way is not None:
                return [*way, grown]
        return None

    def build(self, way: Sequence[int], faces: Sequence[int], longest: int) -> Iterator[list[Laid]]:
        """The runs of a way, those that end first first. ``faces`` says which cell a free joker lies for, by layer."""
        runs: list[list[list[Laid]]] = [[] for _ in range(_KINDS)]
        off_reals, off_wilds = way[0] & FIELD, way[0] >> BITS
        for layer, after in enumerate(way[1:]):
            reals = [(cell, False) for cell in self.reals[layer]]
            wilds = [(cell, True) for cell in self.bound[layer]]
            if self.ace_high and layer == 0:
                put_off = reals[:off_reals], wilds[:off_wilds]
                reals, wilds = reals[off_reals:], wilds[off_wilds:]
            elif self.ace_high and layer == len(self.jokers) - 1:
                reals, wilds = put_off
            wilds += [(faces[layer], True)] * self.jokers[layer]
            if not self.strict:
                reals, wilds = reals + wilds, []
            ended, runs = extend_runs(runs, reals, wilds, after)
            for run in ended:
                yield from split_run(run, longest)
        for run in runs[SHORTEST - 1]:
            yield from split_run(run, longest)


def extend_runs(
    runs: list[list[list[Laid]]], reals: list[Laid], wilds: list[Laid], after: int
) -> tuple[list[list[Laid]], list[list[list[Laid]]]]:
    """Lay the tiles of a number on runs, so that their profile is the one after: the runs that end, and the others."""
    ones, twos, longs, bare_ones, bare_twos, bare_longs = runs
    spare = len(reals) + len(wilds) - len(ones) - len(twos) - len(bare_ones) - len(bare_twos) - len(bare_longs)
    new: list[list[Laid]] = [[] for _ in range(spare - len(longs))]
    longs, ended = longs[:spare], longs[spare:]
    to_bare = min(len(reals), len(bare_ones) + len(bare_twos) + len(bare_longs) + len(new))
    on_new = after & FIELD
    on_ones = (after >> BITS & FIELD) - len(ones)
    on_twos = min(to_bare - on_new - on_ones, len(bare_twos))
    on_longs = to_bare - on_new - on_ones - on_twos
    with_real = [*new[:on_new], *bare_ones[:on_ones], *bare_twos[:on_twos], *bare_longs[:on_longs]]
    still_bare = [*new[on_new:], *bare_ones[on_ones:], *bare_twos[on_twos:], *bare_longs[on_longs:]]
    others = [*ones, *twos, *longs]
    tiles = [*reals[: len(with_real)], *reals[len(with_real) :], *wilds[len(still_bare) :], *wilds[: len(still_bare)]]
    after_runs: list[list[list[Laid]]] = [[] for _ in range(_KINDS)]
    for run, tile in zip([*with_real, *others, *still_bare], tiles, strict=True):
        run.append(tile)
    for run in (*others, *with_real):
        after_runs[min(len(run), SHORTEST) - 1].append(run)
    for run in still_bare:
        after_runs[_BARE + min(len(run), SHORTEST) - 1].append(run)
    return ended, after_runs


def split_run(run: list[Laid], longest: int) -> Iterator[list[Laid]]:
    """A run is one meld; with the ace at both ends it is two, each with a real tile."""
    if len(run) <= longest:
        yield run
        return
    for middle in range(SHORTEST, len(run) - SHORTEST + 1):
        if not all(joker for _, joker in run[:middle]) and not all(joker for _, joker in run[middle:]):
            yield run[:middle]
            yield run[middle:]
            return
