"""Plays of a rearranging game: which sets of hand tiles can leave the hand, and which is best.

The rules of a game turn a position into *scenarios*; a set of hand tiles can be played if some scenario lets it. The
search answers for all scenarios at once: is there a play, how many, which ones in listing order, and the best.
"""

from array import array
from collections.abc import Callable, ItemsView, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, compress, pairwise, repeat
from operator import itemgetter
from typing import NamedTuple, Protocol, TypeVar, overload

from service.melds.joker_melds import JokerMelds
from service.tiles.tile import Tile

Face = tuple[str, int]
"""A colour and a number."""
Counts = Mapping[Face, int]
"""How many tiles there are of each face; a face left out has none."""
T = TypeVar("T")
MOST_SCENARIOS = 1 << 12
"""So many can be looked at together."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """One way in which the rules let a play come about: what must lie in melds after it, and what may.

    A play of this scenario takes from the hand: all of ``played`` and ``played_jokers``, some of ``may`` and up to
    ``hand_jokers`` jokers. What was ``played`` does not lie in the melds of the search unless it is also in ``must``
    (an own meld laid aside is not; a tile that releases a joker is).
    """

    must: Counts = field(default_factory=dict)
    may: Counts = field(default_factory=dict)
    bound: Counts = field(default_factory=dict)
    """Jokers that must lie in melds as just this face. They are no real tiles."""
    free_jokers: int = 0
    """Jokers that must lie in melds, as anything."""
    hand_jokers: int = 0
    """Jokers that may lie in melds, as anything."""
    played: Counts = field(default_factory=dict)
    played_jokers: int = 0
    aside: tuple[Tile, ...] = ()
    """The own meld that is laid aside, if there is one. The search does not look at it."""


@dataclass(frozen=True, slots=True)
class Family:
    """Scenarios that differ in how jokers are bound. They may be hundreds, so they are made only when needed."""

    loosest: Scenario
    """One that lets every play that any of these lets, and may let more."""
    make: Callable[[], Iterable[Scenario]] | None = None
    """Makes them all, if there are others than the loosest."""

    def scenarios(self) -> tuple[Scenario, ...]:
        """All of them, made anew."""
        return tuple(self.make()) if self.make else (self.loosest,)


@dataclass(frozen=True, slots=True)
class Opening:
    """What a first play must be worth; a joker counts what it stands for (in the best arrangement), or nothing."""

    minimum: int
    jokers_count: bool = True


@dataclass(frozen=True, slots=True)
class PlayQuestion:
    """A position as the search sees it: all scenarios, or families of them where they are many."""

    melds: JokerMelds
    scenarios: tuple[Scenario, ...] = ()
    most: int | None = None
    """The most tiles that may leave the hand in one play."""
    opening: Opening | None = None
    outer: Scenario | None = None
    """One that lets every play that any of these lets, and may let more. What it does not let need not be looked for in
    each of them, which is quicker where they are many; it changes no answer. Where there are families, it is needed."""
    families: tuple[Family, ...] = ()


class SpelledTiles(Mapping[Face, int]):
    """Counts of faces as a word: how many of each face in listing order, jokers last. They are read when needed."""

    __slots__ = ("_faces", "letters")

    def __init__(self, letters: bytes, faces: Sequence[Face]) -> None:
        self.letters = letters
        self._faces = faces

    def __getitem__(self, face: Face) -> int:
        """How many there are of a face that is there at all."""
        return dict(self.items())[face]

    def __iter__(self) -> Iterator[Face]:
        """The faces that are there, in listing order."""
        return compress(self._faces, self.letters)

    def __len__(self) -> int:
        """How many different faces there are."""
        return len(list(iter(self)))

    def items(self) -> ItemsView[Face, int]:
        """Each face that is there, and how many."""
        return dict(zip(self, filter(None, self.letters), strict=False)).items()

    def __repr__(self) -> str:
        """The same as of any counts."""
        return repr(dict(self.items()))


class Play(NamedTuple):
    """A set of tiles that can leave the hand, with one scenario that lets it."""

    tiles: Counts
    jokers: int
    scenario: int

    @property
    def size(self) -> int:
        """How many tiles leave the hand."""
        tiles = self.tiles
        return sum(tiles.letters) if isinstance(tiles, SpelledTiles) else sum(tiles.values()) + self.jokers


class FoundPlays(Sequence[Play]):
    """Plays in listing order as words, one after the other. Each is read when somebody asks for it."""

    __slots__ = ("_faces", "_width", "letters", "scenarios", "sizes")

    def __init__(self, faces: Sequence[Face], letters: bytes, sizes: bytes, scenarios: "array[int]") -> None:
        self._faces = faces
        self._width = len(faces) + 1
        self.letters = letters
        self.sizes = sizes
        self.scenarios = scenarios

    def __len__(self) -> int:
        """How many plays there are."""
        return len(self.sizes)

    @overload
    def __getitem__(self, place: int) -> Play: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[Play]: ...

    def __getitem__(self, place: int | slice) -> Play | Sequence[Play]:
        """A play, or some of them."""
        width = self._width
        if isinstance(place, int):
            at = range(len(self))[place] * width
            word = self.letters[at : at + width]
            return Play(SpelledTiles(word, self._faces), word[-1], self.scenarios[place])
        start, stop, step = place.indices(len(self))
        if step != 1:
            return list(self)[place]
        letters = self.letters[start * width : stop * width]
        return FoundPlays(self._faces, letters, self.sizes[start:stop], self.scenarios[start:stop])

    def tiles_of_each(self, tiles: Sequence[tuple[Face, T]], joker: T) -> list[tuple[T, ...]]:
        """The tiles of each play: whatever the caller has for the faces, in the caller's order, then jokers."""
        width = self._width
        place_of = {face: place for place, face in enumerate(self._faces)}
        named, columns = [], []
        for place, tile in [*[(place_of[face], tile) for face, tile in tiles], (width - 1, joker)]:
            counts = self.letters[place::width]  # of all plays at once
            named.append(tile)
            columns.append(counts)
            for copy in range(1, max(counts, default=0)):
                named.append(tile)
                columns.append(bytes([count > copy for count in counts]))
        return [tuple(compress(named, taken)) for taken in zip(*columns, strict=True)]

    def __eq__(self, other: object) -> bool:
        """Whether these are the same plays."""
        return list(self) == list(other) if isinstance(other, Sequence) else NotImplemented

    def __hash__(self) -> int:
        """The same plays have the same letters."""
        return hash(self.letters)

    def __repr__(self) -> str:
        """The same as of any list of plays."""
        return repr(list(self))


def _repeat(tiles: Iterable[T], counts: Iterable[int]) -> Iterator[T]:
    """Each tile as often as it is counted."""
    return chain.from_iterable(map(repeat, tiles, counts))


def sizes_of(plays: Sequence[Play]) -> Sequence[int]:
    """How many tiles leave the hand with each play."""
    return plays.sizes if isinstance(plays, FoundPlays) else [play.size for play in plays]


def tiles_of_each(plays: Sequence[Play], tiles: Sequence[tuple[Face, T]], joker: T) -> list[tuple[T, ...]]:
    """The tiles of each play: whatever the caller has for the faces, in the caller's order, then jokers."""
    if isinstance(plays, FoundPlays):
        return plays.tiles_of_each(tiles, joker)
    named = [*[tile for _, tile in tiles], joker]
    return [tuple(_repeat(named, [*[play.tiles.get(face, 0) for face, _ in tiles], play.jokers])) for play in plays]


class Best(NamedTuple):
    """The best play, if there is any. Not ``proven`` where the bound on work ended the search first."""

    play: Play | None
    proven: bool = True


LaidMeld = tuple[tuple[Face, bool], ...]
"""A new meld: the face of each tile, and whether a joker lies for it."""
OldMeld = tuple[tuple[Face | None, bool], ...]
"""A meld that lies on the table, in any order: the same, but of a joker that is left open there is no face."""


LaidTable = tuple[int, ...]
"""The table after a play: the places of the old melds that stay, then those of new ones, counted on from the old."""


class LaidPlays(NamedTuple):
    """Some plays, laid: every different new meld once, and a table for each play."""

    melds: list[LaidMeld]
    places: tuple[int, ...]
    """The melds of all tables, one table after the other."""
    ends: tuple[int, ...]
    """Where each table ends in that."""

    @property
    def tables(self) -> list[LaidTable]:
        """The table of each play."""
        return cut(self.places, self.ends)

    def put_together(self, melds: Sequence[T]) -> list[tuple[T, ...]]:
        """The table of each play, of whatever the caller has for the old melds, and after these for the new ones."""
        return cut(pick(melds, self.places), self.ends)


def pick(items: Mapping[int, T] | Sequence[T], places: Sequence[int]) -> tuple[T, ...]:
    """The items at some places."""
    if len(places) > 1:
        picked: tuple[T, ...] = itemgetter(*places)(items)
        return picked
    return tuple([items[place] for place in places])


def cut(items: tuple[T, ...], ends: Iterable[int]) -> list[tuple[T, ...]]:
    """Items in a row, cut to pieces at these places."""
    return [items[start:end] for start, end in pairwise((0, *ends))]


class PlaySearch(Protocol):
    """What can be asked about a position. Every answer is deterministic; work is bounded by counted steps.

    Listing order: compare two plays face by face, by number first and then by colour in the order of the box, jokers
    last; at the first difference the play that uses more of that face comes first.
    """

    def is_playable(self) -> bool:
        """Whether there is a play of at least one tile."""

    def count(self) -> int | None:
        """How many different sets of hand tiles (of at least one tile) can be played; None past the bound on work."""

    def page(self, after: Play | None, limit: int) -> Sequence[Play]:
        """The next plays in listing order."""

    def find_known(self, plays: Sequence[Play]) -> list[bool]:
        """Which of some plays of another search, in listing order, are plays of this one too."""

    def scenario_of(self, play: Play) -> Scenario:
        """The scenario that lets a play."""

    def best(self, weights: Mapping[Face, int], joker_weight: int) -> Best:
        """The play with the greatest sum of weights (all positive); among equals the first in listing order."""

    def lay(self, plays: Sequence[Play], table: Sequence[OldMeld]) -> LaidPlays:
        """Melds for each play: its scenario's tiles and those it takes from ``may``.

        ``table`` are the melds that lie there now: as many as is easily possible stay as they are.
        """
