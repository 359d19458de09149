"""Names for states of a round of Gin-Rummy: after those with the same name the same can come."""

from collections.abc import Hashable, Iterable, Iterator, Sequence

from service.rules.turns import Meld
from service.tiles.tile import Tile
from service.variants.gin_rummy.combinations import BOX
from service.variants.gin_rummy.laying_down import is_told
from service.variants.gin_rummy.unread.alike_colours import AlikeColours
from service.variants.gin_rummy.unread.outcomes import State
from service.variants.gin_rummy.unread.seats import WHOLE_BOX, Seat
from service.variants.gin_rummy.unread.ways import Melds, Standing, find_ends


class StateNames:
    """Names a state by what matters to the players who are still to lay down.

    Of what lies that is where they may add, and of what is left it is what they may hold: three kings beside a run are
    as good as three queens to one who has neither. For the last player, of whom only the count matters, colours change
    places of which nothing was read.
    """

    def __init__(self, seats: Sequence[Seat], alike: AlikeColours) -> None:
        self._seats = seats
        self._alike = alike
        to_come = [seats[place:] for place in range(len(seats))]
        self._fillable = [{tile for tile in WHOLE_BOX if any(_may_fill(seat, tile) for seat in own)} for own in to_come]
        self._addable = [{tile for tile in WHOLE_BOX if any(_may_add(seat, tile) for seat in own)} for own in to_come]
        self._is_told = [any(seat.additions for seat in own) for own in to_come]
        self._may_add: dict[tuple[int, Tile], bool] = {}
        self._ends: dict[tuple[int, Meld], tuple[tuple[int, str], ...]] = {}

    def name(self, state: State) -> Hashable:
        """The name of a state after which there are players to come."""
        place = len(state.counts)
        if self._alike.colours and place == len(self._seats) - 1:
            lying = self.find_open_melds(place, (meld for melds in state.lying.values() for meld in melds))
            return state.counts, state.bonus, self._alike.name(state.left, self._fillable[place], lying)
        left = tuple([state.left[tile] for tile in self._fillable[place]])
        if self._is_told[place]:
            return state.counts, state.bonus, tuple(state.lying.items()), left
        ends = [self._find_open(place, meld) for melds in state.lying.values() for meld in melds]
        return state.counts, state.bonus, tuple([own for own in ends if own]), left

    def name_standing(self, standing: Standing) -> Hashable:
        """The same for a standing: it is just asked what may lie, for which all alike colours may change places."""
        turn = standing.turn
        if turn == len(self._seats):
            return turn
        lying = self.find_open_melds(turn, standing.lying)
        return turn, self._alike.name(standing.left, self._fillable[turn], lying, standing.chosen)

    def find_open_melds(self, place: int, melds: Iterable[Meld]) -> Melds:
        """The melds to which players from one on may add."""
        if place == len(self._seats):
            return ()
        return tuple([meld for meld in melds if self._is_told[place] or self._find_open(place, meld)])

    def may_add(self, place: int, tile: Tile) -> bool:
        """Whether a player may add a tile to a meld of another, or is told to."""
        key = (place, tile)
        if key not in self._may_add:
            seat = self._seats[place]
            told = any(tile in added.tiles for added in seat.additions)
            self._may_add[key] = told or _may_add(seat, tile)
        return self._may_add[key]

    def _find_open(self, place: int, meld: Meld) -> tuple[tuple[int, str], ...]:
        """Where players from one on may add to a meld, if anywhere."""
        if (place, meld) not in self._ends:
            addable = self._addable[place]
            self._ends[place, meld] = tuple((step, tile.code) for step, tile in _find_next(meld) if tile in addable)
        return self._ends[place, meld]


def _find_next(meld: Meld) -> Iterator[tuple[int, Tile]]:
    """The tiles that fit at once at a meld, and where: further ones fit below or above that, and none in a group."""
    for end in find_ends(0, meld):
        yield end.step, BOX.tiles[f"{end.colour}{end.number}"]


def _may_fill(seat: Seat, tile: Tile) -> bool:
    """Whether a tile may be among the unread ones of a player."""
    return seat.open_count > 0 and seat.unread.fits((*seat.told, tile))


def _may_add(seat: Seat, tile: Tile) -> bool:
    """Whether a player may add a tile to a meld of another."""
    return not is_told(seat.entry) and (tile in seat.loose or _may_fill(seat, tile))
