"""From a position to the plays there are: how many, which, and the best."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice
from typing import Any

from service.engine.plays import BestPlay, FoundPlay, PlaySearch, tiles_of_each
from service.engine.problem import MAX_SCENARIOS, Face, Opening, PlayProblem, Scenario, from_word, to_word
from service.rules.move_records import Play
from service.rules.table_rummy.laying_out import lay_out
from service.rules.table_rummy.turns import RearrangingPosition
from service.rules.table_rummy.ways import face_of, find_scenarios, is_opening, relaxed_scenario
from service.rules.turns import pieces_of
from service.tiles.box import JOKER
from service.tiles.tile import Tile

FEW_WAYS = 8
"""So few are searched one after the other. Of more it is first found out what could be played in any."""


class PositionPlays:
    """The plays of a position, as the search finds them."""

    type = Play.type

    def __init__(self, position: RearrangingPosition[Any]) -> None:
        self.position = position
        self.box = position.melds.box

    @cached_property
    def _scenarios(self) -> tuple[Scenario, ...]:
        """The scenarios of the position, or one more than the engine searches at once."""
        return tuple(islice(find_scenarios(self.position), MAX_SCENARIOS + 1))

    @cached_property
    def _problem(self) -> PlayProblem:
        """The problem for the engine."""
        turn, options = self.position.turn, self.position.options
        opening = None
        if is_opening(self.position) and turn.opening_minimum_for(options):
            opening = Opening(turn.opening_minimum_for(options), turn.opening_counts_jokers)
        relaxed = relaxed_scenario(self.position) if len(self._scenarios) > FEW_WAYS else None
        return PlayProblem(self.position.melds, self._scenarios, turn.most_for(self.position), opening, relaxed)

    @cached_property
    def search(self) -> PlaySearch:
        """The search through this position."""
        return PlaySearch(self._problem)

    def is_playable(self) -> bool:
        """Whether anything can be played."""
        if not self._scenarios:
            return False
        if len(self._scenarios) <= MAX_SCENARIOS or self.search.is_playable():
            return self.search.is_playable()
        rest = islice(find_scenarios(self.position), MAX_SCENARIOS, None)
        batches = iter(lambda: tuple(islice(rest, MAX_SCENARIOS)), ())
        return any(PlaySearch(replace(self._problem, scenarios=batch)).is_playable() for batch in batches)

    def count(self) -> int | None:
        """How many plays there are; None past the bound on work."""
        return self.search.count() if self._scenarios else 0

    def page(self, after: FoundPlay | None, limit: int) -> Sequence[FoundPlay]:
        """The next plays in listing order."""
        return self.search.page(after, limit) if self._scenarios else []

    def best(self, weights: Callable[[Tile], int], joker_weight: int) -> BestPlay:
        """The play with the greatest sum of weights."""
        if not self._scenarios:
            return BestPlay(None)
        faces = {face_of(tile): weights(tile) for tile in self.position.snapshot.hand if not tile.wild}
        best = self.search.best(faces, joker_weight)
        if best.play is None and not joker_weight:
            # The search looks for a sum above nothing. Where jokers count nothing, a play of jokers alone has none.
            first = self.search.page(None, 1)
            return BestPlay(first[0] if first else None, best.proven)
        return best

    @cached_property
    def _held(self) -> list[tuple[Face, Tile]]:
        """The different real tiles of the hand in canonical order, each with its face."""
        real = {tile for tile in self.position.snapshot.hand if not tile.wild}
        return [(face_of(tile), tile) for tile in sorted(real, key=lambda tile: tile.order)]

    def to_moves(self, plays: Sequence[FoundPlay]) -> list[Play]:
        """Plays of the search as moves."""
        from_hand = tiles_of_each(self.box, plays, self._held, self.box.tiles[JOKER])
        return list(map(Play, lay_out(self.position, self.search, plays), from_hand))

    def format_key(self, play: FoundPlay) -> str:
        """One digit for each different piece of the hand, in canonical order: how many of it the play takes."""
        tiles = from_word(self.box, play.word)
        used = {self.box.faces[face].piece: count for face, count in tiles.items()} | {JOKER: play.jokers}
        return "".join(str(used.get(piece, 0)) for piece in self._pieces)

    def parse_key(self, key: str) -> FoundPlay | None:
        """The play with this key; None if the hand does not have its tiles."""
        used = dict(zip(self._pieces, map(int, key), strict=False))
        if len(key) != len(self._pieces) or any(count > self._pieces[piece] for piece, count in used.items()):
            return None
        jokers = used.pop(JOKER, 0)
        tiles = {face_of(self.box.tiles[piece]): count for piece, count in used.items()}
        return FoundPlay(to_word(self.box, tiles, jokers), 0)

    @cached_property
    def _pieces(self) -> dict[str, int]:
        """The different pieces of the hand in canonical order, and how many there are of each."""
        held = pieces_of(self.position.snapshot.hand)
        return {piece: held[piece] for piece in self.box.holds if held[piece]}
