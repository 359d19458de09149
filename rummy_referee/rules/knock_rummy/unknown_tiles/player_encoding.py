"""SAT encoding of how one player lays down: own melds, lay-offs and deadwood.

The clauses exclude layouts that are easily seen not to be the best, such as deadwood that could be melded or laid off.
They do not encode the minimum itself: what they miss is excluded by ``refinement``.
"""

from collections.abc import Mapping, Sequence

from rummy_referee.engine.sat import FALSE, TRUE, Formula, Literal, Number, at_least
from rummy_referee.melds.judgement import SHORTEST_MELD
from rummy_referee.rules.knock_rummy.combinations import Combinations
from rummy_referee.rules.knock_rummy.unknown_tiles.hand_encoding import Hand
from rummy_referee.rules.knock_rummy.unknown_tiles.lay_off_encoding import (
    MeldPositions,
    OpenEnds,
    encode_given_lay_offs,
)
from rummy_referee.rules.knock_rummy.unknown_tiles.layouts import DOWN, GROUP, UP, End, ends_of
from rummy_referee.rules.knock_rummy.unknown_tiles.seats import Seat
from rummy_referee.rules.turns import Meld
from rummy_referee.tiles.tile import Tile


class PlayerEncoding:
    """The numbers of a player: each tile held, each meld, each end of a lay-off, each tile of deadwood."""

    def __init__(
        self,
        formula: Formula,
        combinations: Combinations,
        seat: Seat,
        held: Hand,
        *,
        ends: OpenEnds | None = None,
        positions: Mapping[str, MeldPositions] | None = None,
    ) -> None:
        """``ends`` and ``positions`` describe the melds of earlier players; the first player has none."""
        self._formula = formula
        self._combinations = combinations
        self._all_ends = ends_of(combinations)
        self.seat = seat
        self.held = held
        self.ends = ends
        self.melds = self._encode_melds()
        self.lay_offs = self._encode_lay_offs(ends, positions or {}) if ends else {}
        self.deadwood = self._encode_deadwood()
        self.loose = {tile: self._imply_loose(tile) for tile in combinations.tiles}
        """Implied for a tile that is deadwood, or laid off and could be taken back."""
        if seat.given_melds is None:
            self._exclude_loose_melds()
        if seat.lays_off_freely and ends:
            self._exclude_possible_lay_offs(ends)

    def _encode_melds(self) -> dict[Meld, Number]:
        """The given melds, or all that the hand can contain."""
        given = self.seat.given_melds
        if given is not None:
            return {meld: (TRUE,) * given.count(meld) for meld in given}
        found: dict[Meld, Number] = {}
        unknown = self.seat.unknown.total()
        for meld in self._combinations.free_melds:
            most = min(len(self.held[tile]) for tile in meld)
            if most and sum(at_least(self.held[tile], 1) != TRUE for tile in meld) <= unknown:
                found[meld] = self._formula.new_number(most)
        return found

    def _encode_lay_offs(self, ends: OpenEnds, positions: Mapping[str, MeldPositions]) -> dict[End, Number]:
        """The given lay-offs, or all that are possible."""
        is_free = self.seat.lays_off_freely
        given = self.seat.entry.lay_offs or ()
        lay_offs = {} if is_free else encode_given_lay_offs(self._formula, given, positions, ends)
        for end in self._all_ends.all:
            is_open = ends.count_open(end)
            if is_free and is_open:
                lay_offs[end] = self._formula.new_number(min(len(is_open), len(self.held[end.tile])))
            ends.use(end, lay_offs.get(end, ()))
        return {end: number for end, number in lay_offs.items() if number}

    def _encode_deadwood(self) -> dict[Tile, Number]:
        """Each tile held is melded, laid off or deadwood, and no other tile is."""
        laid: dict[Tile, list[Number]] = {tile: [] for tile in self._combinations.tiles}
        for meld, number in self.melds.items():
            for tile in meld:
                laid[tile].append(number)
        for end, number in self.lay_offs.items():
            laid[end.tile].append(number)
        deadwood = {tile: self._formula.new_number(len(self.held[tile])) for tile in self._combinations.tiles}
        for tile, held in ((tile, held) for tile, held in self.held.items() if held or laid[tile]):
            total = self._formula.totalize([*laid[tile], deadwood[tile]], len(held), is_limit=True)
            self._formula.equate(total, held)
        return deadwood

    # --- layouts that are not the best ------------------------------------------------------------------------------

    def _exclude_loose_melds(self) -> None:
        """No loose tiles form a meld or extend an own one, unless the player must keep one tile as deadwood."""
        has_more = at_least(self.count_tiles(2), 2) if self.seat.keeps_deadwood else TRUE
        for meld in self._combinations.free_melds:
            if len(meld) == SHORTEST_MELD and all(self.held[tile] for tile in meld):
                self._formula.add_clause(*(-self.loose[tile] for tile in meld))
                if meld[0].number < meld[-1].number:
                    self._exclude_run_of_lay_offs(meld)
        for meld, number in self.melds.items():
            for end in self._all_ends.find(meld):
                self._formula.add_clause(-has_more, -at_least(number, 1), -self.loose[end.tile])

    def _exclude_run_of_lay_offs(self, run: Meld) -> None:
        """The same for a run of which two or three tiles are laid off one after the other."""
        for direction in (UP, DOWN):
            ends = [End(tile, direction) for tile in run[::direction]]
            for laid_off, others in ((ends, []), (ends[:-1], ends[-1:]), (ends[1:], ends[:1])):
                conditions = [*self._can_take_back(laid_off), *(self.loose[other.tile] for other in others)]
                self._formula.add_clause(*(-condition for condition in conditions))

    def _imply_loose(self, tile: Tile) -> Literal:
        laid_off = [self._can_take_back([End(tile, side)]) for side in (UP, GROUP, DOWN) if self.held[tile]]
        cases = [
            [at_least(self.deadwood[tile], 1)],
            *(conditions for conditions in laid_off if FALSE not in conditions),
        ]
        if len(cases) == 1:
            return cases[0][0]
        is_loose = self._formula.new_variable()
        for conditions in cases:
            self._formula.add_clause(*(-condition for condition in conditions), is_loose)
        return is_loose

    def _can_take_back(self, ends: Sequence[End]) -> list[Literal]:
        """Literals that are all true if the player lays off at these consecutive ends and no tile beyond needs them."""
        if self.ends is None or not self.seat.lays_off_freely or not self.lay_offs.keys() >= set(ends):
            return [FALSE]  # given lay-offs stay
        laid_off = [self.lay_offs[end][0] for end in ends]
        beyond = self._all_ends.next[ends[-1]]
        return [*laid_off, self.ends.are_spare(beyond, 1)] if beyond else laid_off

    def _exclude_possible_lay_offs(self, ends: OpenEnds) -> None:
        """No deadwood can be laid off."""
        for end in self._all_ends.all:
            if self.deadwood[end.tile]:
                self._formula.add_clause(-at_least(self.deadwood[end.tile], 1), -ends.are_spare(end, 1))

    # --- counts -----------------------------------------------------------------------------------------------------

    def count_points(self, most: int) -> Number:
        """The points of the deadwood, capped at ``most``.

        They are the sum over n = 1, 2, ... of the tiles of deadwood with n points or more: R2 and B3 count 2 + 2 + 1.
        The number of tiles in each term is bounded, so unit propagation bounds the points, which a weighted sum does
        not.
        """
        box = self._combinations.box
        of_number = box.copies * (len(box.colours) if self.seat.given_melds is not None else SHORTEST_MELD - 1)
        tiles: Number = ()
        terms: list[Number] = []
        for points in range(max(box.points.values()), 0, -1):
            enough = -(-most // points)  # this number of tiles reaches the cap
            bound = max(0, self.seat.bound_deadwood(points))
            for number in (number for number in reversed(box.numbers) if box.points[number] == points):
                deadwood = [self.deadwood[box.faces[colour, number]] for colour in box.colours]
                here = self._formula.totalize(deadwood, min(enough, of_number), is_limit=of_number <= enough)
                tiles = self._formula.totalize([tiles, here], min(enough, bound), is_limit=bound <= enough)
            if points <= most:
                terms.append(tiles)
        return self._formula.totalize(terms, most)

    def count_tiles(self, most: int) -> Number:
        """The number of tiles of deadwood, capped at ``most``."""
        return self._formula.totalize(self.deadwood.values(), most)
