"""What players of a round of Gin-Rummy may hold while unread tiles are filled: melds, and what these lack."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence, Set

from service.rules.turns import Meld
from service.solver.arranging.open_runs import SHORTEST
from service.solver.counted_steps import Steps
from service.solver.leftovers.unread_hands import UnreadHand
from service.solver.leftovers.unread_tiles import Fill, in_order
from service.tiles.tile import Tile
from service.variants.gin_rummy.combinations import BOX
from service.variants.gin_rummy.unread.alike_colours import AlikeColours
from service.variants.gin_rummy.unread.covering.declarations import Declaration
from service.variants.gin_rummy.unread.covering.rests import Rest
from service.variants.gin_rummy.unread.hosts import find_wanted
from service.variants.gin_rummy.unread.outcomes import Left
from service.variants.gin_rummy.unread.seats import WHOLE_BOX, Seat
from service.variants.gin_rummy.unread.ways import Melds, Way, can_reach, find_ends, find_hosted, sorted_melds

FEW_LOOKS = 60
"""So many looks are spent on what a declarer can be left with who has just one meld to which a tile may be added."""
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
        self._declared_hosts: dict[tuple[Tile, int], Sequence[Meld]] = {}
        self._lacking: dict[tuple[int, Melds], Fill | None] = {}
        self._hosted: dict[tuple[int, int], set[int]] = {}
        self._further: dict[tuple[int, Melds, Tile], Sequence[Meld]] = {}
        self._rest: dict[tuple[int, Melds], int] = {}
        self._left = Counter(WHOLE_BOX)
        """What is left in the box before anything is filled."""
        for seat in seats:
            self._left.subtract(seat.known)
        self._surplus: dict[tuple[int, Melds], Sequence[int]] = {}
        self._declarer: UnreadHand | None = None
        self._declared: dict[Melds, int] = {}
        self._soon_declared: dict[Melds, int] = {}
        self.ways: dict[tuple[int, int], dict[Tile | int, int]] = {}
        """How many ways there were to cover tiles of a player, when it was first asked on the turn of one.

        For unread tiles, by number.
        """
        self._longer: dict[tuple[int, Meld], Set[Meld]] = {}
        self._looks = 0

    def is_refused(self, turn: int, way: Way, chosen: Melds, refused: Set[Meld]) -> bool:
        """Whether a player lays a meld on a way, beside those chosen, that is refused, however long it is."""
        if not refused or not way.held:
            return False
        return any(meld not in chosen and self.find_longer(turn, meld) <= refused for meld in way.held[0])

    def find_longer(self, place: int, meld: Meld) -> Set[Meld]:
        """The melds of a player that a meld may be a part of."""
        key = (place, meld)
        if key not in self._longer:
            own = frozenset(meld)
            longer = frozenset(other for other in self.seats[place].possible_melds if own.issubset(other))
            # A tile is no meld: none can be refused that it is.
            self._longer[key] = longer if longer and len(meld) >= SHORTEST else {()}
        return self._longer[key]

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
            # Others are as good as their parts, but for those that are told.
            possible = [meld for meld in seat.possible_melds if len(meld) == SHORTEST or seat.entry.melds is not None]
            melds = [meld for meld in possible if can_reach(meld, tile)]
            self._hosts[owner, tile] = sorted(melds, key=lambda meld: sum(not known[other] for other in meld))
        return self._hosts[owner, tile]

    def find_declared_hosts(self, tile: Tile, least: int, left: Left) -> Sequence[Meld]:
        """The same of the declarer, but for those with which so much cannot be left, if that is soon said.

        Nothing is filled, so ``left`` is the same each time.
        """
        if (tile, least) not in self._declared_hosts:
            melds = self.find_hosts(0, tile)
            self._declared_hosts[tile, least] = [
                meld for meld in melds if self._find_soon_declared(meld, left) >= max(least, 0)
            ]
        return self._declared_hosts[tile, least]

    def _find_soon_declared(self, meld: Meld, left: Left) -> int:
        """No less than the declarer can be left with at most who has a meld, or a longer one; -1 if nothing."""
        key = self.alike.find_first((meld,))
        if key not in self._soon_declared:
            longer = {BOX.tiles[f"{end.colour}{end.number}"] for end in find_ends(0, meld) if end.step}
            hand = self._read_declarer(left)
            declaration = Declaration(self.seats[0], hand, (meld,), longer, self.look, most_tried=FEW_LOOKS)
            self._soon_declared[key] = declaration.find_most()
        return self._soon_declared[key]

    def _read_declarer(self, left: Left) -> UnreadHand:
        """The hand of the declarer, before anything is filled."""
        if self._declarer is None:
            self._declarer = self.seats[0].unread_hand(left, self.seats[1:])
        return self._declarer

    def find_hosted(self, turn: int, place: int, known: Collection[int]) -> set[int]:
        """The numbers of tiles that may lie at melds of players from one on to another, who have ``known`` numbers."""
        if (turn, place) not in self._hosted:
            melds = (meld for seat in self.seats[turn:place] for meld in seat.possible_melds)
            self._hosted[turn, place] = find_hosted(melds, known)
        return self._hosted[turn, place]

    def find_declared(self, melds: Melds, ends: Iterable[Tile], left: Left) -> int:
        """What the declarer can be left with at most who has some melds. Nothing is filled, so ``left`` is the same.

        At the ``ends`` these may be longer.
        """
        # As no meld has a tile twice, the ends can be told from the melds.
        key = self.alike.find_first(sorted_melds((*melds, *((tile, tile) for tile in ends))))
        if key not in self._declared:
            own = [meld for meld in key if meld[0] != meld[-1] or len(meld) == 1]
            longer = {meld[0] for meld in key if meld not in own}
            hand = self._read_declarer(left)
            self._declared[key] = Declaration(self.seats[0], hand, own, longer, self.look).find_most()
        return self._declared[key]

    def find_lacking(self, place: int, melds: Melds) -> Fill | None:
        """The tiles that a player lacks for melds; None if the hand cannot hold them."""
        key = (place, melds)
        if key not in self._lacking:
            seat = self.seats[place]
            wanted: Counter[Tile] = Counter(tile for meld in melds for tile in meld)
            lacking: Fill = tuple((wanted - Counter(seat.known)).elements())
            self._lacking[key] = lacking if seat.unread.fits((*seat.told, *lacking)) else None
        return self._lacking[key]

    def count_own(self, place: int, meld: Meld) -> int:
        """How many tiles of a meld a player has who has it: read or half-read."""
        seat = self.seats[place]
        lacking = self.find_lacking(place, (meld,)) or ()
        return len(meld) - len(lacking) + seat.unread.count_half_read(in_order(lacking))

    def find_rest(self, place: int, melds: Melds) -> int:
        """No less than what is left of the hand of a player who lays these melds and tiles."""
        key = (place, melds)
        if key not in self._rest:
            lacking = self.find_lacking(place, melds) or ()
            self._rest[key] = Rest(self.seats[place], melds, lacking, self._left, self.steps).bound()
        return self._rest[key]

    def find_further(self, place: int, melds: Melds, tile: Tile) -> Sequence[Meld]:
        """The melds with a tile that a player with these melds may have beside them; longer ones as their parts."""
        key = (place, melds, tile)
        if key not in self._further:
            own = [meld for meld in self.seats[place].melds_with[tile] if len(meld) == SHORTEST]
            self._further[key] = [meld for meld in own if self._can_hold(place, (*melds, meld))]
        return self._further[key]

    def _can_hold(self, place: int, melds: Melds) -> bool:
        """Whether a player may have such melds, and the box had what that takes."""
        lacking = self.find_lacking(place, sorted_melds(melds))
        return lacking is not None and all(lacking.count(tile) <= self._left[tile] for tile in lacking)

    def find_surplus(self, place: int, melds: Melds) -> Sequence[int]:
        """The numbers that a player lacks for melds more often than such tiles are among the unread."""
        key = (place, melds)
        if key not in self._surplus:
            numbers = Counter(tile.number for tile in self.find_lacking(place, melds) or ())
            self._surplus[key] = tuple((numbers - self.seats[place].demand).elements())
        return self._surplus[key]
