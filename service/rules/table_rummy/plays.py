"""From a position to the plays there are: how many, which, and the best."""

from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import islice
from typing import Any

from service.engine.plays.questions import (
    Best,
    Face,
    Opening,
    Play,
    PlayQuestion,
    PlaySearch,
    Scenario,
    tiles_of_each,
)
from service.engine.plays.search import search_plays
from service.rules.move_records import Play as PlayMove
from service.rules.table_rummy.laying_out import lay_out
from service.rules.table_rummy.turns import RearrangingPosition
from service.rules.table_rummy.ways import face_of, find_families, find_scenarios, is_opening, loosest_scenario
from service.rules.turns import pieces_of
from service.tiles.box import JOKER
from service.tiles.tile import Tile

FEW_WAYS = 8
"""So few are searched one after the other. Of more it is first found out what could be played in any."""
MANY_WAYS = 256
"""More are searched family by family. There are more only where jokers can be bound in many ways."""


class PositionPlays:
    """The plays of a position, as the search finds them."""

    type = PlayMove.type

    def __init__(self, position: RearrangingPosition[Any]) -> None:
        self.position = position
        self.box = position.melds.box

    @cached_property
    def _scenarios(self) -> tuple[Scenario, ...]:
        """The ways in which the rules let a play come about, or one more than many of them."""
        return tuple(islice(find_scenarios(self.position), MANY_WAYS + 1))

    @cached_property
    def search(self) -> PlaySearch:
        """The search through this position."""
        turn, options = self.position.turn, self.position.options
        opening = None
        if is_opening(self.position) and turn.opening_minimum_for(options):
            opening = Opening(turn.opening_minimum_for(options), turn.opening_counts_jokers)
        ways = len(self._scenarios)
        question = PlayQuestion(
            self.position.melds,
            () if ways > MANY_WAYS else self._scenarios,
            families=find_families(self.position) if ways > MANY_WAYS else (),
            most=turn.most_for(self.position),
            opening=opening,
            outer=loosest_scenario(self.position) if ways > FEW_WAYS else None,
        )
        return search_plays(question)

    def is_playable(self) -> bool:
        """Whether anything can be played."""
        return bool(self._scenarios) and self.search.is_playable()

    def count(self) -> int | None:
        """How many plays there are; None past the bound on work."""
        return self.search.count() if self._scenarios else 0

    def page(self, after: Play | None, limit: int) -> Sequence[Play]:
        """The next plays in listing order."""
        return self.search.page(after, limit) if self._scenarios else []

    def best(self, weights: Callable[[Tile], int], joker_weight: int) -> Best:
        """The play with the greatest sum of weights."""
        if not self._scenarios:
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

    def to_moves(self, plays: Sequence[Play]) -> list[PlayMove]:
        """Plays of the search as moves."""
        from_hand = tiles_of_each(plays, self._held, self.box.tiles[JOKER])
        return list(map(PlayMove, lay_out(self.position, self.search, plays), from_hand))

    def format_key(self, play: Play) -> str:
        """One digit for each different piece of the hand, in canonical order: how many of it the play takes."""
        used = {self.box.faces[face].piece: count for face, count in play.tiles.items()} | {JOKER: play.jokers}
        return "".join(str(used.get(piece, 0)) for piece in self._pieces)

    def parse_key(self, key: str) -> Play | None:
        """The play with this key; None if the hand does not have its tiles."""
        used = dict(zip(self._pieces, map(int, key), strict=False))
        if len(key) != len(self._pieces) or any(count > self._pieces[piece] for piece, count in used.items()):
            return None
        jokers = used.pop(JOKER, 0)
        return Play({face_of(self.box.tiles[piece]): count for piece, count in used.items() if count}, jokers, 0)

    @cached_property
    def _pieces(self) -> dict[str, int]:
        """The different pieces of the hand in canonical order, and how many there are of each."""
        held = pieces_of(self.position.snapshot.hand)
        return {piece: held[piece] for piece in self.box.holds if held[piece]}
