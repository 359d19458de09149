"""What players of a round of Gin-Rummy may hold while unread tiles are filled: melds, and what these lack."""

from collections import Counter
from collections.abc import Collection, Sequence

from service.rules.turns import Meld
from service.solver.arranging.open_runs import SHORTEST
from service.solver.leftovers.counted_steps import Steps
from service.solver.leftovers.unread_hands import UnreadHand
from service.solver.leftovers.unread_tiles import Fill
from service.tiles.tile import Tile
from service.variants.gin_rummy.unread.alike_colours import AlikeColours
from service.variants.gin_rummy.unread.covering.declarations import Declaration
from service.variants.gin_rummy.unread.hosts import find_wanted
from service.variants.gin_rummy.unread.outcomes import Left
from service.variants.gin_rummy.unread.seats import Seat
from service.variants.gin_rummy.unread.ways import Melds, can_reach, find_hosted

SOME_LOOKS = 2
"""So many looks at a tile take as long as a step."""


class Holdings:
    """Remembers which melds of a player can take a tile, what melds of a player lack, and what a declarer can have."""

    def __init__(self, seats: Sequence[Seat], steps: Steps) -> None:
        self.seats = seats
        self.steps = steps
        self.wanted = [find_wanted(seats[place:]) for place in range(len(seats))]
        """By player, the melds to which others are told to add."""
        self.alike = AlikeColours(seats)
        self._hosts: dict[tuple[int, Tile], Sequence[Meld]] = {}
        self._lacking: dict[tuple[int, Melds], Fill | None] = {}
        self._hosted: dict[tuple[int, int], set[int]] = {}
        self._surplus: dict[tuple[int, Melds], Sequence[int]] = {}
        self._declarer: UnreadHand | None = None
        self._declared: dict[Melds, int] = {}
        self.ways: dict[tuple[int, int], dict[Tile | int, int]] = {}
        """How many ways there were to cover tiles of a player, when it was first asked on the turn of one.

        For unread tiles, by number.
        """
        self._looks = 0

    def look(self) -> None:
        """Count the work."""
        self._looks += 1
        if not self._looks % SOME_LOOKS:
            self.steps.take()

    def find_hosts(self, owner: int, tile: Tile) -> Sequence[Meld]:
        """The melds of a player that tiles can be added to up to this one, those first that lack the least."""
        if (owner, tile) not in self._hosts:
            seat = self.seats[owner]
            known: Counter[Tile] = Counter(seat.known)
            melds = [meld for meld in seat.possible_melds if len(meld) == SHORTEST and can_reach(meld, tile)]
            self._hosts[owner, tile] = sorted(melds, key=lambda meld: sum(not known[other] for other in meld))
        return self._hosts[owner, tile]

    def find_hosted(self, turn: int, place: int, known: Collection[int]) -> set[int]:
        """The numbers of tiles that may lie at melds of players from one on to another, who have ``known`` numbers."""
        if (turn, place) not in self._hosted:
            melds = (meld for seat in self.seats[turn:place] for meld in seat.possible_melds)
            self._hosted[turn, place] = find_hosted(melds, known)
        return self._hosted[turn, place]

    def find_declared(self, melds: Melds, left: Left) -> int:
        """What the declarer can be left with at most who has some melds. Nothing is filled, so ``left`` is the same."""
        if self._declarer is None:
            self._declarer = self.seats[0].unread_hand(left, self.seats[1:])
        melds = self.alike.find_first(melds)
        if melds not in self._declared:
            self._declared[melds] = Declaration(self.seats[0], self._declarer, melds, self.look).find_most()
        return self._declared[melds]

    def find_lacking(self, place: int, melds: Melds) -> Fill | None:
        """The tiles that a player lacks for melds; None if the hand cannot hold them."""
        key = (place, melds)
        if key not in self._lacking:
            seat = self.seats[place]
            wanted: Counter[Tile] = Counter(tile for meld in melds for tile in meld)
            lacking: Fill = tuple((wanted - Counter(seat.known)).elements())
            self._lacking[key] = lacking if seat.unread.fits((*seat.told, *lacking)) else None
        return self._lacking[key]

    def find_surplus(self, place: int, melds: Melds) -> Sequence[int]:
        """The numbers that a player lacks for melds more often than such tiles are among the unread."""
        key = (place, melds)
        if key not in self._surplus:
            numbers = Counter(tile.number for tile in self.find_lacking(place, melds) or ())
            self._surplus[key] = tuple((numbers - self.seats[place].demand).elements())
        return self._surplus[key]
