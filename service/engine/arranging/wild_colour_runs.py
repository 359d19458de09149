"""Runs of a game with a wild colour, and what is still ahead of them in one pile of cards.

A card is known here by its *hue*: its colour, and after it the colour it is pinned to, if it is. ``R`` is a red card,
``Y`` a yellow one, ``YR`` a yellow one that stands for red.
"""

from collections.abc import Sequence
from typing import NamedTuple

SHORTEST = 3
ENDED = -1
"""In place of a kind: a meld that nothing can follow."""


class OpenRun(NamedTuple):
    """All that decides how a run can go on: the colours of its real cards, how many are real and wild, and the pins."""

    colours: frozenset[str] = frozenset()
    reals: int = 0
    wilds: int = 0
    pins: frozenset[str] = frozenset()

    @property
    def may_be_plain(self) -> bool:
        """One colour, which wild cards stand for."""
        return len(self.colours | self.pins) <= 1

    @property
    def may_be_mixed(self) -> bool:
        """All colours different, at most one card wild, and that one for a colour that is not there."""
        return len(self.colours) == self.reals and self.wilds <= 1 and not self.pins & self.colours

    @property
    def is_meld(self) -> bool:
        """The run may end here. In a plain run, real cards outnumber wild ones."""
        if self.reals + self.wilds < SHORTEST:
            return False
        return self.may_be_mixed or (self.may_be_plain and self.reals > self.wilds)


class Kind(NamedTuple):
    """What runs have in common that can go on in just the same ways: may they end, and what can follow them."""

    is_meld: bool
    after: tuple[tuple[str, int], ...]
    """For each hue of the next number that can follow, the kind the run is then; or ``ENDED``."""


class RunKinds:
    """The kinds of runs in a pile of cards, by the number they have come to. Runs without hope are no kind."""

    def __init__(self, hues: Sequence[Sequence[str]], wild_colour: str) -> None:
        self.kinds: list[list[Kind]] = [[] for _ in hues]
        self._hues = [tuple(dict.fromkeys(row)) for row in hues]
        self._wild_colour = wild_colour
        self._known: dict[tuple[int, OpenRun], int | None] = {}
        self._numbered: list[dict[Kind, int]] = [{} for _ in hues]
        self.starts = [self._find_followers(row - 1, OpenRun()) for row in range(len(hues))]
        self.outdoing = self._compare()

    def _find_followers(self, row: int, run: OpenRun) -> dict[str, int]:
        """The cards of the next number that can follow a run, and what it is then."""
        if row + 1 == len(self._hues):
            return {}
        longer = ((hue, self._continued(run, hue)) for hue in self._hues[row + 1])
        kinds = ((hue, self._find_kind(row + 1, run)) for hue, run in longer if run)
        return {hue: kind for hue, kind in kinds if kind is not None}

    def _continued(self, run: OpenRun, hue: str) -> OpenRun | None:
        colours, reals, wilds, pins = run
        if hue[0] == self._wild_colour:
            longer = OpenRun(colours, reals, wilds + 1, pins.union(hue[1:]))
        else:
            longer = OpenRun(colours.union(hue), reals + 1, wilds, pins)
        return longer if longer.may_be_plain or longer.may_be_mixed else None

    def _find_kind(self, row: int, run: OpenRun) -> int | None:
        if (row, run) not in self._known:
            followers = self._find_followers(row, run)
            if followers:
                kind = Kind(run.is_meld, tuple(followers.items()))
                number = self._numbered[row].setdefault(kind, len(self.kinds[row]))
                if number == len(self.kinds[row]):
                    self.kinds[row].append(kind)
                self._known[row, run] = number
            else:
                self._known[row, run] = ENDED if run.is_meld else None
        return self._known[row, run]

    # --- which kind is at least as good as which ----------------------------------------------------------------

    def _compare(self) -> list[list[list[int]]]:
        """For each kind of a number, the other kinds that can do all it can."""
        outdoing: list[list[list[int]]] = [[] for _ in self.kinds]
        for row in reversed(range(len(self.kinds))):
            for lesser in self.kinds[row]:
                better = [
                    number
                    for number, kind in enumerate(self.kinds[row])
                    if kind != lesser and self._can_as_much(kind, lesser, row, outdoing)
                ]
                outdoing[row].append(better)
        return outdoing

    def _can_as_much(self, kind: Kind, lesser: Kind, row: int, outdoing: list[list[list[int]]]) -> bool:
        if lesser.is_meld and not kind.is_meld:
            return False
        after = dict(kind.after)
        for hue, then_lesser in lesser.after:
            then = after.get(hue)
            if then is None:
                return False
            if then_lesser == ENDED:
                if then != ENDED and not self.kinds[row + 1][then].is_meld:
                    return False
            elif then != then_lesser and then not in outdoing[row + 1][then_lesser]:
                return False
        return True
