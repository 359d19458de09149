"""SAT encoding of lay-offs: the ends that are open at a player's turn, those that are used, and given lay-offs."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rummy_referee.engine.sat import FALSE, TRUE, Formula, Literal, Number, at_least
from rummy_referee.rules.knock_rummy.combinations import MAX_MELDS, Combinations
from rummy_referee.rules.knock_rummy.laying_down import GivenLayOff
from rummy_referee.rules.knock_rummy.unknown_tiles.layouts import End, Ends, ends_of
from rummy_referee.rules.knock_rummy.unknown_tiles.seats import Seat
from rummy_referee.rules.turns import Meld
from rummy_referee.tiles.tile import Tile


class OpenEnds:
    """The ends of all melds at a player's turn: how many there are, and how many are used.

    Open ends are those of melds as they were laid plus those that earlier lay-offs have opened. The uses of an end are
    counted over all players; they never exceed the open ends.
    """

    def __init__(
        self, formula: Formula, combinations: Combinations, melds: Mapping[Meld, Number], before: "OpenEnds | None"
    ) -> None:
        """``melds`` are those of the previous player, ``before`` the ends at that player's turn."""
        self._formula = formula
        self.ends = ends_of(combinations)
        self.most = combinations.box.copies
        """Melds with the same end contain the same tile next to it, so there are no more of them than copies of it."""
        self.initial: dict[End, Number] = {}
        """The ends of melds as they were laid."""
        self.used: dict[End, Number] = {}
        self._open: dict[End, Number] = {}
        self._spare: dict[tuple[End, int], Literal] = {}
        laid: dict[End, list[Number]] = {}
        for meld, number in melds.items():
            for end in self.ends.find(meld):
                laid.setdefault(end, []).append(number)
        for end in self.ends.all:
            earlier = [before.initial[end]] if before else []
            self.initial[end] = formula.totalize([*earlier, *laid.get(end, ())], self.most)
        self._used_before = before.used if before else {}

    def count_open(self, end: End) -> Number:
        """How many such ends there are. The use of the end before this one must be encoded already."""
        before = self.ends.before[end]
        opened = self.used[before] if before else ()
        self._open[end] = self._formula.totalize([self.initial[end], opened], self.most)
        return self._open[end]

    def use(self, end: End, lay_offs: Number) -> None:
        """Encode how many tiles the player lays off at an end."""
        self.used[end] = self._formula.totalize([self._used_before.get(end, ()), lay_offs], self.most, is_limit=True)
        for number, literal in enumerate(self.used[end], 1):
            self._formula.add_clause(-literal, at_least(self._open[end], number))

    def was_used(self, end: End) -> Literal:
        """Whether an earlier player has laid off a tile there."""
        return at_least(self._used_before.get(end, ()), 1)

    def are_spare(self, end: End, number: int) -> Literal:
        """A literal that is implied if at least ``number`` such ends are open and unused, also by this player."""
        key = end, number
        if key not in self._spare:
            is_open, used = self._open[end], self.used[end]
            self._spare[key] = self._formula.new_variable() if len(is_open) >= number else FALSE
            for ends in range(number, len(is_open) + 1):
                self._formula.add_clause(-is_open[ends - 1], at_least(used, ends - number + 1), self._spare[key])
        return self._spare[key]


class MeldPositions:
    """Which melds of a player can be the first, the second and so on of the list."""

    def __init__(self, formula: Formula, seat: Seat, melds: Mapping[Meld, Number]) -> None:
        self._formula = formula
        self._given = seat.given_melds
        self._melds = melds
        self._counts: dict[Meld, tuple[Number, Number]] = {}
        """For each meld, how many precede it in canonical order, without and with the meld itself."""

    def find(self, position: int) -> list[tuple[Meld, Literal]]:
        """The melds that can be at a position, each with a literal that implies that it is."""
        if self._given is not None:
            return [(meld, TRUE) for meld in self._given[position : position + 1]]
        if not self._counts:
            self._encode_counts()
        return [(meld, self._imply_position(meld, position)) for meld in self._melds]

    def _encode_counts(self) -> None:
        before: Number = ()
        for meld in sorted(self._melds, key=lambda meld: [tile.order for tile in meld]):
            through = self._formula.totalize([before, self._melds[meld]], MAX_MELDS)
            self._counts[meld] = before, through
            before = through

    def _imply_position(self, meld: Meld, position: int) -> Literal:
        before, through = self._counts[meld]
        is_there = self._formula.new_variable()
        self._formula.add_clause(-is_there, -at_least(before, position + 1))
        self._formula.add_clause(-is_there, at_least(through, position + 1))
        return is_there


def encode_given_lay_offs(
    formula: Formula, lay_offs: Sequence[GivenLayOff], positions: Mapping[str, MeldPositions], ends: OpenEnds
) -> dict[End, Number]:
    """Given lay-offs: each fits exactly one meld that can be at the given position, with earlier players' lay-offs."""
    used: dict[End, list[Number]] = {}
    own: dict[tuple[str, int], Meld] = {}
    """What the player has laid off on a meld so far."""
    for given in lay_offs:
        so_far = own.get((given.player, given.meld), ())
        choices = []
        for meld, is_there in positions[given.player].find(given.meld) if given.player in positions else ():
            fit = _fit(ends.ends, meld, so_far, given.tiles)
            if fit is None:
                continue
            is_chosen = formula.new_variable()
            formula.add_clause(-is_chosen, is_there)
            for end in fit.needed:
                formula.add_clause(-is_chosen, ends.was_used(end))
            for end in fit.used:
                used.setdefault(end, []).append((is_chosen,))
            choices.append(is_chosen)
        formula.equate(formula.totalize([(choice,) for choice in choices], 1, is_limit=True), (TRUE,))
        own[given.player, given.meld] = (*so_far, *given.tiles)
    return {end: formula.totalize(numbers, ends.most, is_limit=True) for end, numbers in used.items()}


class _Fit(NamedTuple):
    """The ends at which tiles are laid off, and those at which earlier players must have laid off."""

    used: Sequence[End]
    needed: Sequence[End]


def _fit(ends: Ends, meld: Meld, own: Meld, tiles: Meld) -> _Fit | None:
    """How tiles fit a meld on which the player has already laid off others; None if they do not."""
    used, needed = [], []
    for tile in tiles:
        chain = next((chain for end in ends.find(meld) if (chain := _find_chain(ends, end, tile))), ())
        if not chain or (*own, *tiles).count(tile) > 1:
            return None
        used.append(chain[-1])
        needed += [end for end in chain if end.tile not in (*own, *tiles)]
    return _Fit(used, needed)


def _find_chain(ends: Ends, end: End, tile: Tile) -> Sequence[End]:
    """The ends from one up to that of a tile, in the order of their use; nothing if the tile is not beyond it."""
    chain = [end]
    while chain[-1].tile is not tile:
        further = ends.next[chain[-1]]
        if further is None:
            return []
        chain.append(further)
    return chain
