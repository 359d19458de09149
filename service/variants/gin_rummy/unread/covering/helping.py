"""What others hold and lay, so that tiles of a hand of Gin-Rummy come to lie: melds, and tiles that they add."""

from collections.abc import Iterator
from typing import NamedTuple

from service.rules.turns import Meld
from service.solver.leftovers.unread_tiles import Fill
from service.tiles.tile import Tile
from service.variants.gin_rummy.combinations import BOX
from service.variants.gin_rummy.laying_down import is_told
from service.variants.gin_rummy.unread.covering.holdings import Holdings
from service.variants.gin_rummy.unread.covering.supply import Supply
from service.variants.gin_rummy.unread.ways import End, Melds, Standing, find_ends, sorted_melds, without_end


class Help(NamedTuple):
    """What others must hold, by player from the one on whose turn it is; where tiles can be added then."""

    held: tuple[Melds, ...]
    table: tuple[End, ...]
    own: Fill = ()
    """The tiles that the player adds whose hand is to lie."""

    def move(self, end: End, tile: Tile, helper: int) -> "Help":
        """The same after a tile was added to an end by a helper, with all between."""
        table = tuple(sorted((*without_end(self.table, end), *move(end, tile, helper))))
        return Help(self.held, table, self.own)


class Helping:
    """Says what others may hold beside what they hold already, if the box has enough for that."""

    def __init__(self, holdings: Holdings, place: int, standing: Standing, box: Supply) -> None:
        """``place`` is the player whose hand is to lie. Those before are asked who have not laid down yet."""
        self.holdings = holdings
        self.place = place
        self.standing = standing
        self.seats = holdings.seats[standing.turn : place]
        self._box = box

    def is_told(self, player: int) -> bool:
        """Whether it is said how a player lays down, in any part."""
        return is_told(self.holdings.seats[player].entry)

    def host(self, given: Help, index: int, meld: Meld) -> Iterator[Help]:
        """Another lays a meld, if that can be and is not refused, however long it is."""
        self.holdings.look()
        standing, melds = self.standing, given.held[index]
        if not index and standing.refused and self.holdings.find_longer(standing.turn, meld) <= standing.refused:
            return
        room = len(self.seats[index].entry.hand)
        if not index:
            room = standing.missing + sum(map(len, standing.chosen))
        # Single tiles make runs of the declarer longer. Others add them, and may have been chosen to do so.
        if len(meld) + sum([len(own) for own in melds if len(own) > 1 or not standing.turn + index]) <= room:
            # The player's own tiles may make it longer.
            ends = find_ends(standing.turn + index, meld)
            for more in self.hold(given, index, meld):
                yield Help(more.held, tuple(sorted((*given.table, *ends))), more.own)

    def hold(self, given: Help, index: int, tiles: Meld) -> Iterator[Help]:
        """Another has these tiles beside what is held already, if that can be."""
        held = sorted_melds((*given.held[index], tiles))
        if self.holdings.find_lacking(self.standing.turn + index, held) is not None:
            all_held = (*given.held[:index], held, *given.held[index + 1 :])
            if self._box.is_enough_for(all_held):
                yield Help(all_held, given.table, given.own)

    def add_between(self, given: Help, tile: Tile, helpers: range) -> Iterator[tuple[Help, int]]:
        """A tile is added by one of these helpers: who it is.

        The first of them may be the one whose meld it is, and have a longer one, also if it is told what that player
        adds to others'.
        """
        for owner in range(helpers.start, min(helpers.stop, self.place)):
            index = owner - self.standing.turn
            entry = self.seats[index].entry
            if not is_told(entry) or (owner == helpers.start and entry.melds is None):
                yield from ((more, owner) for more in self.hold(given, index, (tile,)))
            elif any(tile in told.tiles for told in entry.lay_offs or ()):
                yield given, owner


def move(end: End, tile: Tile, helper: int) -> tuple[End, ...]:
    """Where tiles can be added from a helper on, after this one was: nowhere in a group, nor beyond the last number."""
    number = tile.number + end.step
    return (End(helper, end.colour, number, end.step),) if end.step and number in BOX.numbers else ()
