"""The table after a play. Old melds stay as they are where that is easily possible."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import compress
from typing import Any

from rummy_referee.cached_property import cached_property
from rummy_referee.engine.plays import (
    FoundPlay,
    PlaySearch,
    ReconstructedMeld,
    ReconstructedTable,
    ReconstructedTables,
    TableMeld,
)
from rummy_referee.engine.problem import PlayProblem, Scenario
from rummy_referee.rules.table_rummy.jokers import Roles
from rummy_referee.rules.table_rummy.scenarios import face_of, faces_of
from rummy_referee.rules.table_rummy.turns import TableRummyPosition
from rummy_referee.rules.turns import Meld, Table, pieces_of
from rummy_referee.tiles.box import JOKER

LARGE_HAND = 20
"""For larger hands, plays that are melds by themselves are not searched: it may take as long as the plays."""


def reconstruct_tables(
    position: TableRummyPosition[Any], search: PlaySearch, plays: Sequence[FoundPlay]
) -> list[Table]:
    """The table after each play: first the melds that stay, in their order and notation, then the new melds.

    A play whose tiles form melds by themselves leaves the table unchanged. Without jokers, the search ensures that.
    """
    builder = TableBuilder(position, search)
    if position.is_opening:
        return builder.append_melds(search, plays)
    are_own = builder.own_search.find_known(plays) if builder.needs_own_search else []
    if not any(are_own):
        return builder.rearrange(plays)
    own = [play._replace(scenario=0) for play in compress(plays, are_own)]
    others = [play for play, is_own in zip(plays, are_own, strict=True) if not is_own]
    unchanged, changed = iter(builder.append_melds(builder.own_search, own)), iter(builder.rearrange(others))
    return [next(unchanged if is_own else changed) for is_own in are_own]


class TableBuilder:
    """Builds the tables after plays of one position."""

    def __init__(self, position: TableRummyPosition[Any], search: PlaySearch) -> None:
        self._position = position
        self._search = search
        self._table = position.snapshot.table
        self._box = position.melds.box

    # --- an unchanged table with new melds ----------------------------------------------------------------------

    @property
    def needs_own_search(self) -> bool:
        """Whether to search for plays that are melds by themselves: only jokers make it necessary."""
        hand = self._position.snapshot.hand
        has_joker = any(tile.wild for meld in (hand, *self._table) for tile in meld)
        return has_joker and bool(self._table) and len(hand) <= LARGE_HAND

    @cached_property
    def own_search(self) -> PlaySearch:
        """The search for plays of the hand alone."""
        hand = pieces_of(self._position.snapshot.hand)
        hand_only = Scenario(optional=faces_of(self._box, hand), hand_jokers=hand[JOKER])
        cap = self._position.turn.max_tiles_for(self._position)
        return PlaySearch(PlayProblem(self._position.melds, (hand_only,), cap))

    def append_melds(self, search: PlaySearch, plays: Sequence[FoundPlay]) -> list[Table]:
        """The table as it is, and new melds of each play."""
        reconstructed = search.reconstruct(plays, ())
        no_pins: Roles = Counter()
        written = [self._to_tiles(meld, no_pins) for meld in reconstructed.melds]
        return [(*self._table, *melds) for melds in reconstructed.assemble(written)]

    # --- a rearranged table -------------------------------------------------------------------------------------

    def rearrange(self, plays: Sequence[FoundPlay]) -> list[Table]:
        """Melds of all tiles on the table after each play."""
        reconstructed = self._search.reconstruct(plays, [_old_meld(meld) for meld in self._table])
        pins = _count_pins(self._table)
        if pins:
            tables = [
                self._restore_old_melds(indices, self._to_pinned_tiles(indices, reconstructed.melds, pins))
                for indices in reconstructed.tables
            ]
        else:
            tables = self._join_tables(reconstructed)
        if self._position.snapshot.opened:
            return tables
        asides = [self._search.scenario_of(play).aside for play in plays]
        return [(*after, aside) if aside else after for after, aside in zip(tables, asides, strict=True)]

    def _join_tables(self, reconstructed: ReconstructedTables) -> list[Table]:
        """The table after each play, where no joker is pinned."""
        no_pins: Roles = Counter()
        melds = (*self._table, *[self._to_tiles(meld, no_pins) for meld in reconstructed.melds])
        tables = reconstructed.assemble(melds)
        first = len(self._table)
        old = {index: self._indices_by_codes.get(_sorted_codes(melds[index]), ()) for index in range(first, len(melds))}
        reordered = {index: same for index, same in old.items() if same}
        if reordered:
            for at, indices in enumerate(reconstructed.tables):
                new = [index for index in indices if index in reordered]
                if any(same not in indices for index in new for same in reordered[index]):
                    tables[at] = self._restore_old_melds(indices, [melds[index] for index in indices if index >= first])
        return tables

    def _to_pinned_tiles(
        self, indices: ReconstructedTable, melds: Sequence[ReconstructedMeld], pins: Roles
    ) -> list[Meld]:
        """The new melds of a table. A joker that was pinned stays pinned if it has the same role."""
        table = self._table
        kept = [table[index] for index in indices if index < len(table)]
        left = pins - _count_pins(kept)
        return [self._to_tiles(melds[index - len(table)], left) for index in indices[len(kept) :]]

    @cached_property
    def _indices_by_codes(self) -> dict[tuple[str, ...], list[int]]:
        """The indices of the melds of the table by their sorted codes."""
        indices: dict[tuple[str, ...], list[int]] = {}
        for index, meld in enumerate(self._table):
            indices.setdefault(_sorted_codes(meld), []).append(index)
        return indices

    def _restore_old_melds(self, indices: ReconstructedTable, new: Sequence[Meld]) -> Table:
        """The table of old and new melds; a new meld that is a reordered old one is replaced by it."""
        kept = {index for index in indices if index < len(self._table)}
        added = []
        for meld in new:
            same = [index for index in self._indices_by_codes.get(_sorted_codes(meld), ()) if index not in kept]
            kept.update(same[:1])
            added += [] if same else [meld]
        return (*[self._table[index] for index in sorted(kept)], *added)

    def _to_tiles(self, meld: ReconstructedMeld, pins: Roles) -> Meld:
        """A meld of the search as tiles. A joker is free, unless the request has pinned it to this face."""
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


def _old_meld(meld: Meld) -> TableMeld:
    """A meld on the table, as the search represents it."""
    return tuple([(face_of(tile) if tile.colour else None, tile.wild) for tile in meld])


def _sorted_codes(meld: Meld) -> tuple[str, ...]:
    """The codes of a meld, independent of its order."""
    return tuple(sorted(tile.code for tile in meld))


def _count_pins(table: Iterable[Meld]) -> Roles:
    return Counter(tile.face.code for meld in table for tile in meld if tile.pinned_to)
