"""The table after a play: existing melds stay as they are where that is easily possible."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import compress
from typing import Any

from service.engine.plays import (
    FoundPlay,
    PlaySearch,
    ReconstructedMeld,
    ReconstructedTable,
    ReconstructedTables,
    TableMeld,
)
from service.engine.problem import PlayProblem, Scenario
from service.rules.table_rummy.jokers import Roles
from service.rules.table_rummy.turns import RearrangingPosition
from service.rules.table_rummy.ways import face_of, faces_of, is_opening
from service.rules.turns import Meld, Table, pieces_of
from service.tiles.box import JOKER

LARGE_HAND = 20
"""What of a larger hand is melds by itself is not looked for: that may take as long as the plays themselves."""


def lay_out(position: RearrangingPosition[Any], search: PlaySearch, plays: Sequence[FoundPlay]) -> list[Table]:
    """A table for each play: first the melds that stay, in their old order and as they were written.

    A play that is melds by itself leaves the whole table as it is. The search sees to that where there are no jokers.
    """
    laying = Laying(position, search)
    if is_opening(position):
        return laying.lay_own(search, plays)
    are_own = laying.own_search.find_known(plays) if laying.looks_for_own else []
    if not any(are_own):
        return laying.lay_among(plays)
    own = [play._replace(scenario=0) for play in compress(plays, are_own)]
    among = [play for play, is_own in zip(plays, are_own, strict=True) if not is_own]
    unchanged, changed = iter(laying.lay_own(laying.own_search, own)), iter(laying.lay_among(among))
    return [next(unchanged if is_own else changed) for is_own in are_own]


class Laying:
    """Lays plays of one position."""

    def __init__(self, position: RearrangingPosition[Any], search: PlaySearch) -> None:
        self._position = position
        self._search = search
        self._table = position.snapshot.table
        self._box = position.melds.box

    # --- by themselves ----------------------------------------------------------------------------------------

    @property
    def looks_for_own(self) -> bool:
        """Whether plays that are melds by themselves are looked for: beside jokers, which the search shares anew."""
        hand = self._position.snapshot.hand
        has_joker = any(tile.wild for meld in (hand, *self._table) for tile in meld)
        return has_joker and bool(self._table) and len(hand) <= LARGE_HAND

    @cached_property
    def own_search(self) -> PlaySearch:
        """The search through the hand alone."""
        hand = pieces_of(self._position.snapshot.hand)
        alone = Scenario(optional=faces_of(self._box, hand), hand_jokers=hand[JOKER])
        most = self._position.turn.most_for(self._position)
        return PlaySearch(PlayProblem(self._position.melds, (alone,), most))

    def lay_own(self, search: PlaySearch, plays: Sequence[FoundPlay]) -> list[Table]:
        """The table as it is, and new melds."""
        laid = search.reconstruct(plays, ())
        no_pins: Roles = Counter()
        written = [self._write(meld, no_pins) for meld in laid.melds]
        return [(*self._table, *melds) for melds in laid.assemble(written)]

    # --- among all that lies ----------------------------------------------------------------------------------

    def lay_among(self, plays: Sequence[FoundPlay]) -> list[Table]:
        """Melds of all tiles there are then."""
        laid = self._search.reconstruct(plays, [_faces_of(meld) for meld in self._table])
        pins = _pins_on(self._table)
        if pins:
            tables = [self._put_back(places, self._keep_pins(places, laid.melds, pins)) for places in laid.tables]
        else:
            tables = self._put_together(laid)
        if self._position.snapshot.opened:
            return tables
        asides = [self._search.scenario_of(play).aside for play in plays]
        return [(*after, aside) if aside else after for after, aside in zip(tables, asides, strict=True)]

    def _put_together(self, laid: ReconstructedTables) -> list[Table]:
        """The table of each play, where nothing is pinned. Only few of them may have to be looked through."""
        no_pins: Roles = Counter()
        melds = (*self._table, *[self._write(meld, no_pins) for meld in laid.melds])
        tables = laid.assemble(melds)
        first = len(self._table)
        old = {place: self._places_of_tiles.get(_in_any_order(melds[place]), ()) for place in range(first, len(melds))}
        suspects = {place: same for place, same in old.items() if same}
        if suspects:
            for at, places in enumerate(laid.tables):
                new = [place for place in places if place in suspects]
                if any(same not in places for place in new for same in suspects[place]):
                    tables[at] = self._put_back(places, [melds[place] for place in places if place >= first])
        return tables

    def _keep_pins(self, places: ReconstructedTable, melds: Sequence[ReconstructedMeld], pins: Roles) -> list[Meld]:
        """The new melds of a table. Each joker that was pinned stays so, if it lies for the same."""
        table = self._table
        kept = [table[place] for place in places if place < len(table)]
        left = pins - _pins_on(kept)
        return [self._write(melds[place - len(table)], left) for place in places[len(kept) :]]

    @cached_property
    def _places_of_tiles(self) -> dict[tuple[str, ...], list[int]]:
        """Where melds of the same tiles lie on the table."""
        places: dict[tuple[str, ...], list[int]] = {}
        for place, meld in enumerate(self._table):
            places.setdefault(_in_any_order(meld), []).append(place)
        return places

    def _put_back(self, places: ReconstructedTable, new: Sequence[Meld]) -> Table:
        """A table of old melds and new ones: a new one that is an old one in another order is that."""
        kept = {place for place in places if place < len(self._table)}
        really_new = []
        for meld in new:
            same = [place for place in self._places_of_tiles.get(_in_any_order(meld), ()) if place not in kept]
            kept.update(same[:1])
            really_new += [] if same else [meld]
        return (*[self._table[place] for place in sorted(kept)], *really_new)

    def _write(self, meld: ReconstructedMeld, pins: Roles) -> Meld:
        """A meld of the search as tiles. Jokers are left open, but for those that the request had pinned to this."""
        tiles = []
        for face, is_joker in meld:
            tile = self._box.faces[face]
            if is_joker and pins[tile.code]:
                pins[tile.code] -= 1
                tile = self._box.pin(self._box.tiles[JOKER], tile)
            elif is_joker:
                tile = self._box.tiles[JOKER]
            tiles.append(tile)
        return tuple(tiles)


def _faces_of(meld: Meld) -> TableMeld:
    """A meld on the table, as the search knows it."""
    return tuple([(face_of(tile) if tile.colour else None, tile.wild) for tile in meld])


def _in_any_order(meld: Meld) -> tuple[str, ...]:
    """The tiles of a meld in any order."""
    return tuple(sorted(tile.code for tile in meld))


def _pins_on(table: Iterable[Meld]) -> Roles:
    return Counter(tile.face.code for meld in table for tile in meld if tile.pinned_to)
