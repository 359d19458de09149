"""How the hand of a player of Gin-Rummy comes to lie: in own melds, at others', or left; put as clauses."""

from collections.abc import Mapping, Sequence

from service.engine.sat import FALSE, TRUE, Clauses, Literal, Number, at_least
from service.melds.judgement import SHORTEST_MELD
from service.rules.turns import Meld
from service.tiles.tile import Tile
from service.variants.gin_rummy.combinations import BOX
from service.variants.gin_rummy.declaring import BIG_GIN
from service.variants.gin_rummy.laying_down import LAYING
from service.variants.gin_rummy.unread.clauses.ends import BESIDE, DOWN, ENDS, UP, End, Ends, find_ends
from service.variants.gin_rummy.unread.clauses.hands import Hand
from service.variants.gin_rummy.unread.clauses.told import ToldHosts, put_told
from service.variants.gin_rummy.unread.seats import WHOLE_BOX, Seat

MELDS = tuple(LAYING.counted.melds.values())
"""The melds that are laid where none are told: a row of six or more is two of them."""
MOST_COUNT = BIG_GIN * BOX.numbers[-1]
"""More than any hand is left with."""


class LyingHand:
    """A player's hand, with how many of each meld are laid, how many tiles are added at each end, and what is left."""

    def __init__(
        self, clauses: Clauses, seat: Seat, hand: Hand, ends: Ends | None, hosts: Mapping[str, ToldHosts]
    ) -> None:
        """``ends`` are those of the melds that lie already; ``hosts`` are the players who have laid them."""
        self._clauses = clauses
        self.seat = seat
        self.hand = hand
        self.ends = ends
        self.melds = self._put_melds()
        self.added = self._put_added(ends, hosts) if ends else {}
        self.left = self._put_left()
        self.loose = {tile: self._be_loose(tile) for tile in WHOLE_BOX}
        """Must be true where a tile is left, or added and could be taken back."""
        if seat.optional_melds is None:
            self._keep_no_meld()
        if seat.may_add and ends:
            self._keep_no_fitting(ends)

    def _put_melds(self) -> dict[Meld, Number]:
        """The melds that are told, or all that the player may have."""
        told = self.seat.optional_melds
        if told is not None:
            return {meld: (TRUE,) * told.count(meld) for meld in told}
        found: dict[Meld, Number] = {}
        unread = self.seat.unread.total()
        for meld in MELDS:
            most = min(len(self.hand[tile]) for tile in meld)
            if most and sum(at_least(self.hand[tile], 1) != TRUE for tile in meld) <= unread:
                found[meld] = self._clauses.make_number(most)
        return found

    def _put_added(self, ends: Ends, hosts: Mapping[str, ToldHosts]) -> dict[End, Number]:
        """What is added as told, or all that the player may add."""
        added = {} if self.seat.may_add else put_told(self._clauses, self.seat.entry.lay_offs or (), hosts, ends)
        for end in ENDS:
            is_open = ends.find_open(end)
            if self.seat.may_add and is_open:
                added[end] = self._clauses.make_number(min(len(is_open), len(self.hand[end.tile])))
            ends.use(end, added.get(end, ()))
        return {end: number for end, number in added.items() if number}

    def _put_left(self) -> dict[Tile, Number]:
        """Each tile of the hand is laid in a meld, added to one or left, and no other is."""
        laid: dict[Tile, list[Number]] = {tile: [] for tile in WHOLE_BOX}
        for meld, number in self.melds.items():
            for tile in meld:
                laid[tile].append(number)
        for end, number in self.added.items():
            laid[end.tile].append(number)
        left = {tile: self._clauses.make_number(len(self.hand[tile])) for tile in WHOLE_BOX}
        for tile, held in ((tile, held) for tile, held in self.hand.items() if held or laid[tile]):
            self._clauses.equate(self._clauses.add_up([*laid[tile], left[tile]], len(held), is_limit=True), held)
        return left

    # --- what nobody leaves, or adds to others' melds, because there is a better way ---------------------------------

    def _keep_no_meld(self) -> None:
        """No meld could be made of loose tiles, and no own one longer."""
        for meld in MELDS:
            if len(meld) == SHORTEST_MELD and all(self.hand[tile] for tile in meld):
                self._clauses.put(*(-self.loose[tile] for tile in meld))
                if meld[0].number < meld[-1].number:
                    self._keep_no_row(meld)
        for meld, number in self.melds.items():
            for end in find_ends(meld):
                self._clauses.put(-at_least(number, 1), -self.loose[end.tile])

    def _keep_no_row(self, row: Meld) -> None:
        """The same for a row of which two or three tiles are added one after the other."""
        for way in (UP, DOWN):
            ends = [End(tile, way) for tile in row[::way]]
            for added, others in ((ends, []), (ends[:-1], ends[-1:]), (ends[1:], ends[:1])):
                conditions = [*self._take_back(added), *(self.loose[other.tile] for other in others)]
                self._clauses.put(*(-condition for condition in conditions))

    def _be_loose(self, tile: Tile) -> Literal:
        added = [self._take_back([End(tile, way)]) for way in (UP, BESIDE, DOWN) if self.hand[tile]]
        ways = [[at_least(self.left[tile], 1)], *(conditions for conditions in added if FALSE not in conditions)]
        if len(ways) == 1:
            return ways[0][0]
        is_loose = self._clauses.make_variable()
        for conditions in ways:
            self._clauses.put(*(-condition for condition in conditions), is_loose)
        return is_loose

    def _take_back(self, ends: Sequence[End]) -> list[Literal]:
        """What is true if the player adds tiles at these ends, one after the other, and nothing beyond needs them."""
        if self.ends is None or not self.seat.may_add or not self.added.keys() >= set(ends):
            return [FALSE]  # what is told to be added stays there
        added = [self.added[end][0] for end in ends]
        beyond = ends[-1].next
        return [*added, self.ends.are_spare(beyond, 1)] if beyond else added

    def _keep_no_fitting(self, ends: Ends) -> None:
        """No tile is left that can be added to a meld."""
        for end in ENDS:
            if self.left[end.tile]:
                self._clauses.put(-at_least(self.left[end.tile], 1), -ends.are_spare(end, 1))

    def count_left(self, most: int) -> Number:
        """The points of what is left; beyond ``most`` it is not told how many.

        They are how many tiles are left of 13, and of 12 and more, and so on down to 1: so the most that can be left is
        seen by how many can be left of each number, where weighing one number after the other would not show it. Of so
        many tiles of a number and more that they alone are ``most`` there need not be told more.
        """
        of_number = BOX.copies * (len(BOX.colours) if self.seat.optional_melds is not None else SHORTEST_MELD - 1)
        tiles: Number = ()
        so_many: list[Number] = []
        for number in reversed(BOX.numbers):
            enough = -(-most // number)
            left = [self.left[BOX.faces[colour, number]] for colour in BOX.colours]
            of_this = self._clauses.add_up(left, min(enough, of_number), is_limit=of_number <= enough)
            in_all = max(0, self.seat.count_left(number))
            tiles = self._clauses.add_up([tiles, of_this], min(enough, in_all), is_limit=in_all <= enough)
            if number <= most:
                so_many.append(tiles)
        return self._clauses.add_up(so_many, most)

    def count_tiles_left(self, most: int) -> Number:
        """How many tiles are left; beyond ``most`` it is not told how many."""
        return self._clauses.add_up(self.left.values(), most)
