"""The openings of a hand: every set of tiles that runs and groups of enough points, or enough pairs, take from it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar, Literal

from rummy_referee.cached_property import cached_property
from rummy_referee.engine.plays import BestPlay, FoundPlay, PlaySearch
from rummy_referee.engine.problem import Opening, PlayProblem, Scenario, from_word, to_word
from rummy_referee.games.okey_101.combinations import HandTiles
from rummy_referee.melds.pairs import MeldsOrPairs
from rummy_referee.rules import records
from rummy_referee.rules.indicator import WITH_JOKERS, Face
from rummy_referee.rules.turns import Meld, Move, Table
from rummy_referee.tiles.tile import Tile

PAIRS_KEY = "9"
"""The first digit of the key of an opening with pairs; in the others it is a number of tiles."""


@dataclass(frozen=True, slots=True)
class Open(Move):
    """Lay the first melds, all at once."""

    type: ClassVar[Literal["open"]] = "open"
    melds: Table = records.melds("The melds, all from the hand: runs and groups, or pairs.")


Item = FoundPlay | Table


class OpeningMoves:
    """The openings of a hand in pages: first those with runs and groups, then those with pairs. One tile is kept."""

    type = Open.type

    def __init__(self, tiles: HandTiles, melds: MeldsOrPairs, minimum: tuple[int, int], taken: Tile | None) -> None:
        self._tiles, self._melds, self._taken = tiles, melds, taken
        self._points, self._fewest = minimum

    @cached_property
    def _search(self) -> PlaySearch:
        """The plays of runs and groups with enough points that use the taken tile and keep one."""
        tiles, taken = self._tiles, self._taken
        optional = Counter(tiles.faces)
        required: Counter[Face] = Counter()
        is_okey = taken is not None and taken.piece == tiles.wild.piece
        if taken is not None and not is_okey:
            required[tiles.face_of(taken)] = 1
        scenario = Scenario(
            required=required,
            optional=optional - required,
            played=required,
            free_jokers=int(is_okey),
            hand_jokers=tiles.okeys - is_okey,
            played_jokers=int(is_okey),
        )
        most = max(len(tiles.hand) - 1, 1)
        problem = PlayProblem(self._melds.melds.melds, (scenario,), most, Opening(self._points))
        return PlaySearch(problem)

    @property
    def is_possible(self) -> bool:
        """Whether enough tiles are there for any opening that keeps one."""
        return len(self._tiles.hand) > 1

    def best(self, weight: int) -> BestPlay:
        """The opening with runs and groups that lays the most tiles, or the most points."""
        if not self.is_possible:
            return BestPlay(None)
        faces = {face: face[1] if weight else 1 for face in self._tiles.faces}
        return self._search.best(faces, self._tiles.wild.number if weight else 1)

    # --- pairs ------------------------------------------------------------------------------------------------------

    @cached_property
    def pairs(self) -> Sequence[Table]:
        """The openings with pairs, those with the most pairs first."""
        found: dict[tuple[tuple[str, int], ...], Table] = {}
        for table in self._generate_pairs():
            pieces = Counter(tile.piece for pair in table for tile in pair)
            if self._taken is not None and not pieces[self._taken.piece]:
                continue
            key = tuple(sorted(pieces.items()))
            if len(table) >= self._fewest and pieces.total() < len(self._tiles.hand) and key not in found:
                found[key] = table
        places = {table: [tile.order for pair in table for tile in pair] for table in found.values()}
        return sorted(found.values(), key=lambda table: (-len(table), places[table]))

    def _generate_pairs(self) -> Iterator[Table]:
        tiles = self._tiles
        order = sorted(tiles.faces, key=lambda face: tiles.tile_of(face).order)
        doubles = [face for face in order if tiles.faces[face] > 1]
        for size in range(max(self._fewest - tiles.okeys, 0), len(doubles) + 1):
            for chosen in combinations(doubles, size):
                pairs = tuple(tiles.name([face, face], 0) for face in chosen)
                singles = [face for face in order if face not in chosen]
                yield pairs
                if tiles.okeys > 1:
                    yield (*pairs, tiles.name([], 2))
                for count in range(1, tiles.okeys + 1):
                    for with_okey in combinations(singles, count):
                        yield (*pairs, *(tiles.name([face], 1) for face in with_okey))

    # --- pages ------------------------------------------------------------------------------------------------------

    def count(self) -> int | None:
        """The number of openings; None past the bound on work."""
        if not self.is_possible:
            return 0
        plays = self._search.count()
        return None if plays is None else plays + len(self.pairs)

    def page(self, after: Item | None, limit: int) -> Sequence[Item]:
        """The next openings in listing order."""
        if not self.is_possible:
            return []
        plays: list[Item] = []
        if not isinstance(after, tuple) or isinstance(after, FoundPlay):
            plays = list(self._search.page(after, limit))
        start = 0 if after is None or isinstance(after, FoundPlay) else self.pairs.index(after) + 1
        return [*plays, *self.pairs[start : start + limit - len(plays)]]

    def to_moves(self, items: Sequence[Item]) -> list[Open]:
        """The moves of these openings."""
        plays = [item for item in items if isinstance(item, FoundPlay)]
        laid = iter(self._lay(plays) if plays else ())
        return [Open(next(laid) if isinstance(item, FoundPlay) else item) for item in items]

    def _lay(self, plays: Sequence[FoundPlay]) -> list[Table]:
        """The melds of each play, with the tiles of the hand."""
        reconstructed = self._search.reconstruct(plays, ())
        wild = self._tiles.wild
        melds: list[Meld] = [
            tuple([wild if is_joker else self._tiles.tile_of(face) for face, is_joker in meld])
            for meld in reconstructed.melds
        ]
        return reconstructed.assemble(melds)

    def format_key(self, item: Item) -> str:
        """Digits: the number of each face and of the okeys; or the place of an opening with pairs."""
        if not isinstance(item, FoundPlay):
            return f"{PAIRS_KEY}{self.pairs.index(item)}"
        used = from_word(WITH_JOKERS, item.word)
        return "".join(str(used.get(face, 0)) for face in self._faces) + str(item.jokers)

    def parse_key(self, key: str) -> Item | None:
        """The opening with this key, or None if the hand does not allow it."""
        if key.startswith(PAIRS_KEY):
            place = int(key[1:] or 0)
            return self.pairs[place] if place < len(self.pairs) else None
        counts = [int(digit) for digit in key]
        held = [*(self._tiles.faces[face] for face in self._faces), self._tiles.okeys]
        if len(counts) != len(held) or any(count > most for count, most in zip(counts, held, strict=True)):
            return None
        return FoundPlay(to_word(WITH_JOKERS, dict(zip(self._faces, counts, strict=False)), counts[-1]), 0)

    @cached_property
    def _faces(self) -> list[Face]:
        return sorted(self._tiles.faces, key=lambda face: self._tiles.tile_of(face).order)
