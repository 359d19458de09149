"""The plays of a position: how many, which, and the best."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from rummy_referee.cached_property import cached_property
from rummy_referee.engine.plays import BestPlay, FoundPlay, PlaySearch, tiles_of_each
from rummy_referee.engine.problem import MAX_SCENARIOS, Face, Opening, PlayProblem, Scenario, from_word, to_word
from rummy_referee.rules.move_records import Play
from rummy_referee.rules.table_rummy.reconstruct import reconstruct_tables
from rummy_referee.rules.table_rummy.scenarios import face_of, find_scenarios, relaxed_scenario
from rummy_referee.rules.table_rummy.turns import TableRummyPosition
from rummy_referee.rules.turns import pieces_of
from rummy_referee.tiles.box import JOKER
from rummy_referee.tiles.tile import Tile

FEW_SCENARIOS = 8
"""Up to this many scenarios are searched directly; more are first bounded by their relaxation."""


class PositionPlays:
    """The plays of a position, found by the engine."""

    type = Play.type

    def __init__(self, position: TableRummyPosition[Any]) -> None:
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
        if self.position.is_opening and turn.opening_minimum_for(options):
            opening = Opening(turn.opening_minimum_for(options), turn.opening_counts_jokers)
        relaxed = relaxed_scenario(self.position) if len(self._scenarios) > FEW_SCENARIOS else None
        return PlayProblem(self.position.melds, self._scenarios, turn.max_tiles_for(self.position), opening, relaxed)

    @cached_property
    def search(self) -> PlaySearch:
        """The search of this position."""
        return PlaySearch(self._problem)

    def is_playable(self) -> bool:
        """Whether there is a play. Exact also where there are more scenarios than the engine searches at once."""
        if not self._scenarios:
            return False
        if len(self._scenarios) <= MAX_SCENARIOS or self.search.is_playable():
            return self.search.is_playable()
        rest = islice(find_scenarios(self.position), MAX_SCENARIOS, None)
        batches = iter(lambda: tuple(islice(rest, MAX_SCENARIOS)), ())
        return any(PlaySearch(replace(self._problem, scenarios=batch)).is_playable() for batch in batches)

    def count(self) -> int | None:
        """The number of plays; None past the bound on work."""
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
        if best.play is None and not (joker_weight and best.proven):
            # The search requires a sum above 0. Where jokers weigh 0, a play of jokers alone has the sum 0. Where the
            # search gave up, there may be a play, and it may be the only legal move.
            first = self.search.page(None, 1)
            return BestPlay(first[0] if first else None, best.proven)
        return best

    @cached_property
    def _held(self) -> list[tuple[Face, Tile]]:
        """The different real tiles of the hand in canonical order, each with its face."""
        real = {tile for tile in self.position.snapshot.hand if not tile.wild}
        return [(face_of(tile), tile) for tile in sorted(real, key=lambda tile: tile.order)]

    def to_moves(self, plays: Sequence[FoundPlay]) -> list[Play]:
        """The moves of these plays."""
        from_hand = tiles_of_each(self.box, plays, self._held, self.box.tiles.get(JOKER))
        return list(map(Play, reconstruct_tables(self.position, self.search, plays), from_hand))

    def format_key(self, play: FoundPlay) -> str:
        """One digit for each different piece of the hand, in canonical order: the number in the play."""
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
        """The number of each different piece of the hand, in canonical order."""
        held = pieces_of(self.position.snapshot.hand)
        return {piece: held[piece] for piece in self.box.holds if held[piece]}
