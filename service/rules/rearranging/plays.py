"""From a position to the plays there are: what the search is asked, and the tables that its answers become."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any

from service.melds.joker_melds import JokerMelds
from service.rules.move_records import Play as PlayMove
from service.rules.rearranging.jokers import Roles, find_releases, find_roles
from service.rules.rearranging.turns import FirstPlay, RearrangingPosition
from service.rules.turns import Meld, Pieces, Table, pieces_of, pieces_on
from service.solver.plays.questions import (
    MOST_SCENARIOS,
    Best,
    Face,
    LaidMeld,
    LaidTable,
    OldMeld,
    Opening,
    Play,
    PlayQuestion,
    PlaySearch,
    Scenario,
    tiles_of_each,
)
from service.solver.plays.search import search_plays
from service.tiles.box import JOKER, Box
from service.tiles.tile import Tile

FEW_WAYS = 8
"""So few are searched one after the other. Of more it is first found out what could be played in any."""


@dataclass(frozen=True, slots=True)
class Way:
    """A scenario for the search, and the own meld (real tiles and jokers) laid aside for it, if there is one."""

    scenario: Scenario
    aside: Meld = ()


class PositionPlays:
    """The plays of a position, as the search finds them."""

    type = PlayMove.type

    def __init__(self, position: RearrangingPosition[Any]) -> None:
        self.position = position
        self.box = position.melds.box

    @cached_property
    def _first_ways(self) -> tuple[Way, ...]:
        """The ways in which the rules let a play come about: one more than are looked at, if there are more."""
        return tuple(islice(find_ways(self.position), MOST_SCENARIOS + 1))

    @property
    def ways(self) -> tuple[Way, ...]:
        """Every way in which the rules let a play come about, or as many as the search can look at.

        There are more only where a first play needs an own meld and four jokers on the table can all be read in several
        ways.
        """
        return self._first_ways[:MOST_SCENARIOS]

    @cached_property
    def search(self) -> PlaySearch:
        """The search through this position."""
        turn, options = self.position.turn, self.position.options
        opening = None
        if self.plays_own_melds_only and turn.opening_minimum_for(options):
            opening = Opening(turn.opening_minimum_for(options), turn.opening_counts_jokers)
        question = PlayQuestion(
            self.position.melds,
            tuple(way.scenario for way in self.ways),
            most=turn.most_for(self.position),
            opening=opening,
            is_whole=len(self._first_ways) <= MOST_SCENARIOS,
            outer=loosest_scenario(self.position) if len(self.ways) > FEW_WAYS else None,
        )
        return search_plays(question)

    @property
    def plays_own_melds_only(self) -> bool:
        """Whether the table stays as it is."""
        return is_opening(self.position)

    def is_playable(self) -> bool:
        """Whether anything can be played."""
        return bool(self.ways) and self.search.is_playable()

    def count(self) -> int | None:
        """How many plays there are; None past the bound on work."""
        return self.search.count() if self.ways else 0

    def page(self, after: Play | None, limit: int) -> Sequence[Play]:
        """The next plays in listing order."""
        return self.search.page(after, limit) if self.ways else []

    def best(self, weights: Callable[[Tile], int], joker_weight: int) -> Best:
        """The play with the greatest sum of weights."""
        if not self.ways:
            return Best(None)
        faces = {face_of(tile): weights(tile) for tile in self.position.snapshot.hand if not tile.wild}
        best = self.search.best(faces, joker_weight)
        if best.play is None and not joker_weight:
            # The search looks for a sum above nothing. Where jokers count nothing, a play of jokers alone has none.
            first = self.search.page(None, 1)
            return Best(first[0] if first else None, best.proven)
        return best

    @cached_property
    def _held(self) -> list[tuple[Face, Tile]]:
        """The different real tiles of the hand in canonical order, each with its face."""
        real = {tile for tile in self.position.snapshot.hand if not tile.wild}
        return [(face_of(tile), tile) for tile in sorted(real, key=lambda tile: tile.order)]

    def write(self, plays: Sequence[Play]) -> list[PlayMove]:
        """Plays of the search as moves."""
        from_hand = tiles_of_each(plays, self._held, self.box.tiles[JOKER])
        return list(map(PlayMove, self._lay_out(plays), from_hand))

    def _lay_out(self, plays: Sequence[Play]) -> list[Table]:
        """A table for each play: first the melds that stay, in their old order and as they were written."""
        table = self.position.snapshot.table
        if self.plays_own_melds_only:
            laid = self.search.lay(plays, ())
            written = [self._write(meld, Counter()) for meld in laid.melds]
            return [(*table, *melds) for melds in laid.put_together(written)]
        laid = self.search.lay(plays, [_faces_of(meld) for meld in table])
        pins = _pins_on(table)
        if pins:
            tables = [self._keep_pins(places, laid.melds, pins) for places in laid.tables]
        else:
            melds = (*table, *[self._write(meld, pins) for meld in laid.melds])
            tables = laid.put_together(melds)
        if not any(way.aside for way in self.ways):
            return tables
        asides = [self.ways[play.scenario].aside for play in plays]
        return [(*after, aside) if aside else after for after, aside in zip(tables, asides, strict=True)]

    def _keep_pins(self, places: LaidTable, melds: Sequence[LaidMeld], pins: Roles) -> Table:
        """A table on which each joker that was pinned stays so, if it lies for the same."""
        table = self.position.snapshot.table
        kept = tuple([table[place] for place in places if place < len(table)])
        left = pins - _pins_on(kept)
        return (*kept, *[self._write(melds[place - len(table)], left) for place in places[len(kept) :]])

    def _write(self, meld: LaidMeld, pins: Roles) -> Meld:
        """A meld of the search as tiles. Jokers are left open, but for those that the request had pinned to this."""
        tiles = []
        for face, is_joker in meld:
            tile = self.box.faces[face]
            if is_joker and pins[tile.code]:
                pins[tile.code] -= 1
                tile = self.box.pin(self.box.tiles[JOKER], tile)
            elif is_joker:
                tile = self.box.tiles[JOKER]
            tiles.append(tile)
        return tuple(tiles)


def is_opening(position: RearrangingPosition[Any]) -> bool:
    """Whether the next play is an opening: own melds only."""
    return not position.snapshot.opened and position.turn.first_play is FirstPlay.OWN_MELDS_ONLY


def face_of(tile: Tile) -> Face:
    """A tile that is real or pinned, as the search knows it."""
    return tile.colour, tile.number


# --- what the rules allow -------------------------------------------------------------------------------------------


def find_ways(position: RearrangingPosition[Any]) -> Iterator[Way]:
    """Every way in which a play can come about here."""
    hand = pieces_of(position.snapshot.hand)
    most = position.turn.most_for(position)
    if most is not None and most < 1:
        return
    if is_opening(position):
        yield Way(Scenario(may=_faces(position.melds.box, hand), hand_jokers=hand[JOKER]))
        return
    keep_roles = position.turn.jokers_keep_role(position.options)
    roles = find_roles(position.melds, position.snapshot.table) if keep_roles else [Counter()]
    if position.snapshot.opened:
        yield from _rearrangements(position, roles, hand, Counter(), ())
    else:
        table_jokers = pieces_on(position.snapshot.table)[JOKER]
        for own, jokers in find_own_melds_of(position.melds, hand, hand[JOKER] + table_jokers):
            meld = (*(position.melds.box.tiles[code] for code in own), *[position.melds.box.tiles[JOKER]] * jokers)
            yield from _rearrangements(position, roles, hand, Counter(own), meld)


def loosest_scenario(position: RearrangingPosition[Any]) -> Scenario:
    """All that could be played if jokers were free and nobody had to lay a meld of the own."""
    box, hand, table = position.melds.box, pieces_of(position.snapshot.hand), pieces_on(position.snapshot.table)
    return Scenario(must=_faces(box, table), may=_faces(box, hand), free_jokers=table[JOKER], hand_jokers=hand[JOKER])


def find_own_melds_of(melds: JokerMelds, hand: Pieces, jokers: int) -> Iterator[tuple[tuple[str, ...], int]]:
    """Every meld that tiles of the hand make with up to so many jokers: its real tiles, and how many jokers.

    No longer than five: six tiles and more that are one meld of the own are two melds of the own as well.
    """
    seen = set()
    for faces in melds_without_jokers(melds, longest=2 * melds.minimum - 1):
        held = tuple(code for code in faces if hand[code])
        for real in _subsets(held):
            missing = len(faces) - len(real)
            if missing <= jokers and (real, missing) not in seen:
                seen.add((real, missing))
                yield real, missing


def melds_without_jokers(melds: JokerMelds, longest: int) -> Iterator[tuple[str, ...]]:
    """The pieces of every run and group up to a length. (No mixed runs, no high ace: no game needs them.)"""
    box = melds.box
    for length in range(melds.minimum, longest + 1):
        if melds.runs:
            for colour in box.colours:
                for start in range(box.numbers[0], box.numbers[-1] - length + 2):
                    yield tuple(f"{colour}{number}" for number in range(start, start + length))
        if melds.groups and length <= len(box.colours):
            for number in box.numbers:
                for colours in _subsets(tuple(box.colours)):
                    if len(colours) == length:
                        yield tuple(f"{colour}{number}" for colour in colours)


def _rearrangements(
    position: RearrangingPosition[Any], roles: list[Roles], hand: Pieces, own: Pieces, aside: Meld
) -> Iterator[Way]:
    """Every way to rearrange the table, with an own meld laid aside or without.

    Jokers of an own meld come from the table as far as they can. Were more of them from the hand, as many more would
    have to lie elsewhere on the table: for whoever plays as many jokers in all, that is the same.
    """
    box, table = position.melds.box, position.snapshot.table
    real = Counter(tile.piece for meld in table for tile in meld if not tile.wild)
    table_jokers = pieces_on(table)[JOKER]
    aside_jokers = len(aside) - own.total()
    left = hand - own
    for release in find_releases(roles, real + own, left):
        freed = table_jokers - release.bound.total()
        from_hand = max(0, aside_jokers - freed)
        if from_hand > hand[JOKER]:
            continue
        scenario = Scenario(
            must=_faces(box, real + release.played),
            may=_faces(box, left - release.played),
            bound=_faces(box, release.bound),
            free_jokers=freed - (aside_jokers - from_hand),
            hand_jokers=hand[JOKER] - from_hand,
            played=_faces(box, own + release.played),
            played_jokers=from_hand,
        )
        yield Way(scenario, aside)


def _faces(box: Box, pieces: Pieces) -> Mapping[Face, int]:
    """Real pieces as the search counts them."""
    return {face_of(box.tiles[piece]): count for piece, count in pieces.items() if piece != JOKER}


def _subsets(items: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Every subset that is not empty."""
    for chosen in range(1, 1 << len(items)):
        yield tuple(item for index, item in enumerate(items) if chosen >> index & 1)


# --- tables ---------------------------------------------------------------------------------------------------------


def _faces_of(meld: Meld) -> OldMeld:
    """A meld on the table, as the search knows it."""
    return tuple([(face_of(tile) if tile.colour else None, tile.wild) for tile in meld])


def _pins_on(table: Table) -> Roles:
    return Counter(tile.face.code for meld in table for tile in meld if tile.pinned_to)
