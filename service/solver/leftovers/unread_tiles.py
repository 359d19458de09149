"""Unread tiles of a hand, and which tiles they may be."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping

from service.solver.leftovers.least_leftover import ORDER
from service.tiles.tile import Tile

Fill = tuple[Tile, ...]
"""What unread tiles are."""


class UnreadTiles:
    """Unread tiles of a hand: of some only the colour or the number is known, of others nothing."""

    def __init__(self, tiles: Collection[Tile]) -> None:
        self.count = len(tiles)
        self._tiles = tiles
        self._fitting: dict[Fill, bool] = {}
        """Remembered: see ``fits``."""
        self._half_read_among: dict[Fill, int] = {}
        """Remembered: see ``count_half_read``."""
        self._half_read = [tile for tile in tiles if tile.colour or tile.number]
        self._room = dict(Counter(tile.number or tile.colour for tile in self._half_read))
        self._can_move = len({bool(tile.number) for tile in self._half_read}) > 1
        self.are_blank = not self._half_read
        """Whether nothing is known of any."""

    def fits(self, fill: Fill) -> bool:
        """Whether some of them may be these tiles, each one of them."""
        if len(fill) > self.count:
            return False
        if self.are_blank:
            return True
        key = in_order(fill)
        fits = self._fitting.get(key)
        if fits is None:
            fits = self._fitting[key] = all(map(self.match(()).add, fill))
        return fits

    def count_half_read(self, tiles: Fill) -> int:
        """How many of these tiles half-read ones may be at once."""
        if self.are_blank:
            return 0
        count = self._half_read_among.get(tiles)
        if count is None:
            matching = Matching(self._room, 0, can_move=self._can_move)
            count = self._half_read_among[tiles] = sum(map(matching.add, tiles))
        return count

    def count_numbers(self) -> Counter[int]:
        """How many tiles there are of which only the number is known, by number."""
        return Counter(tile.number for tile in self._half_read if tile.number)

    def count_colours(self) -> Counter[str]:
        """How many tiles there are of which only the colour is known, by colour."""
        return Counter(tile.colour for tile in self._half_read if tile.colour)

    def match(self, fill: Fill) -> "Matching":
        """A matching of some that fit."""
        matching = Matching(self._room, self.count - len(self._half_read), can_move=self._can_move)
        for tile in fill:
            matching.add(tile)
        return matching

    def find_others(self, fill: Fill) -> set[tuple[Tile, ...]]:
        """What is left of the unread tiles, if some of them are these tiles: every way, each in order."""
        ways = {tuple(sorted(self._tiles, key=lambda tile: tile.order))}
        for tile in fill:
            ways = {
                (*way[:place], *way[place + 1 :])
                for way in ways
                for place, unread in enumerate(way)
                if may_be(unread, tile)
            }
        return ways


class Matching:
    """Which half-read tile is which tile; others are some of those of which nothing is known.

    A half-read tile is known by its number or by its colour. A tile for which there is no half-read one is never given
    one later: that is so in a matroid.
    """

    def __init__(self, room: Mapping[int | str, int], blank: int, *, can_move: bool) -> None:
        """``room`` is how many half-read tiles there are of each number and of each colour, and ``blank`` how many of
        which nothing is known. ``can_move`` is whether a tile may be one by its number and another by its colour."""
        self._blank = blank
        self._room = dict(room)
        """How many are not taken."""
        self._taken: dict[int | str, list[Tile]] = {kind: [] for kind in room}
        self._can_move = can_move

    def add(self, tile: Tile) -> bool:
        """Whether one more tile fits; it is added if so."""
        for kind in (tile.number, tile.colour):
            if self._room.get(kind):
                self._room[kind] -= 1
                self._taken[kind].append(tile)
                return True
        if self._can_move and self._match(tile, set()):
            return True
        if self._blank:
            self._blank -= 1
            return True
        return False

    def _match(self, tile: Tile, tried: set[int | str]) -> bool:
        """Find a half-read tile for a tile, where others may have to move (Kuhn)."""
        kinds = [kind for kind in (tile.number, tile.colour) if kind in self._taken and kind not in tried]
        for kind in kinds:
            if self._room[kind]:
                self._room[kind] -= 1
                self._taken[kind].append(tile)
                return True
        for kind in kinds:
            tried.add(kind)
            for place, other in enumerate(self._taken[kind]):
                if self._match(other, tried):
                    self._taken[kind][place] = tile
                    return True
        return False


def in_order(fill: Iterable[Tile]) -> Fill:
    """The same tiles in canonical order."""
    return tuple(sorted(fill, key=ORDER))


def may_be(unread: Tile, tile: Tile) -> bool:
    """Whether an unread tile may be this one."""
    return unread.colour in ("", tile.colour) and unread.number in (0, tile.number)
