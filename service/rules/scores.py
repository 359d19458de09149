"""Scores of a round: line by line, and where tiles could not be read, the least and the most they can be."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from service.engine.completions import Completions, Range
from service.rules import records
from service.rules.inventories import check_inventory
from service.rules.turns import Meld
from service.rules.verdicts import check_names
from service.rules.violations import Citation, Violation, pointer
from service.tiles.box import JOKER, Box
from service.tiles.tile import Tile

ROUND_FAULTS = ("winner_holds_tiles", "hand_empty_not_out", "unread_unfillable")
"""What every scored game can find wrong with the end of a round, beside its tiles and its players."""

HAND = (
    "What the player still holds. `?` is a tile that could not be read, `?R` one of which only the colour could, `?3` "
    "one of which only the number could."
)


@dataclass(frozen=True, slots=True)
class PlayerHand:
    """A player at the end of a round."""

    player: str = records.name("The player's name.")
    hand: Meld = records.partially_known(HAND)


@dataclass(frozen=True, slots=True)
class RoundEnd:
    """The end of a round."""

    players: tuple[PlayerHand, ...] = records.one_for_each_player("The players and what they hold.", PlayerHand)
    went_out: str | None = records.name_or_none("Who went out; null: nobody could.")


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """A line of a score: a row of the scoring table, what it comes to, and the tiles it is about."""

    code: str
    points: Range
    tiles: Meld = ()


@dataclass(frozen=True, slots=True)
class LaidOff:
    """Tiles added to a meld of another player."""

    player: str
    meld: int
    tiles: Meld


@dataclass(frozen=True, slots=True)
class LaidDown:
    """What a player lays down at the end of a round, and what is left."""

    player: str
    melds: tuple[Meld, ...]
    lay_offs: tuple[LaidOff, ...]
    left: Meld

    @property
    def count(self) -> int:
        """What is left counts its numbers."""
        return sum(tile.number for tile in self.left)


@dataclass(frozen=True, slots=True)
class PlayerScore:
    """A player's score: the lines, and what they come to. Lines that depend on one another may not add up to it."""

    player: str
    lines: tuple[ScoreLine, ...]
    points: Range
    laid: LaidDown | None = None
    """What was laid down at the end, in a game where nothing is laid before, and where that is certain."""
    is_proven: bool = True
    """Whether the ranges are shown to be no wider than they must be. They are never narrower."""


@dataclass(frozen=True, slots=True)
class ScoredRound:
    """The scores of a round, if it can be."""

    scores: tuple[PlayerScore, ...] = ()
    violations: tuple[Violation, ...] = ()
    void: bool = False
    """Whether it counts for nobody."""


@dataclass(frozen=True, eq=False)
class FinishedRound:
    """The end of a round with all that is needed to score it."""

    end: Any
    options: Any
    box: Box
    holds: Mapping[str, int]
    cite: Callable[[str], Citation]

    @property
    def players(self) -> Sequence[Any]:
        """The players with their hands."""
        players: Sequence[Any] = self.end.players
        return players

    def completions(self) -> Completions:
        """The ways to fill the tiles that could not be read, from what is nowhere to be seen."""
        unread: dict[str, list[Tile]] = {entry.player: [] for entry in self.players}
        for entry in self.players:  # two may have one name, by mistake
            unread[entry.player] += [tile for tile in entry.hand if tile.unread]
        if not any(unread.values()):
            return Completions(self.box, {}, {})  # usually there is nothing to fill
        seen = Counter(tile.piece for _, pile in self.piles() for tile in pile if not tile.unread)
        return Completions(self.box, Counter(self.holds) - seen, unread)

    def piles(self) -> Iterator[tuple[str, Sequence[Tile]]]:
        """All tiles that are told, each pile with its path."""
        for index, entry in enumerate(self.players):
            yield pointer("players", index, "hand"), entry.hand
        yield from records.find_tiles(self.end)

    def refuse(self, code: str, path: str, **params: object) -> Violation:
        """A violation, with the rule as this game's book has it."""
        return Violation(code, path, params, self.cite(code))


@dataclass(frozen=True, kw_only=True)
class RoundScoring:
    """How a game scores a round."""

    record: type[Any] = RoundEnd
    """What is told of a round."""
    prepare: Callable[[FinishedRound], Any] = lambda finished: finished
    """Returns what ``check`` and ``score`` receive: the round, or an object that computes once what both need."""
    score: Callable[[Any, Completions], Iterable[PlayerScore]]
    check: Callable[[Any], Iterator[Violation]]
    """What cannot be at the end of this game's rounds, beside what cannot be in any."""
    is_void: Callable[[Any], bool] = lambda _: False


def score_round(scoring: RoundScoring, finished: FinishedRound) -> ScoredRound:
    """The scores of a round, or every reason why it cannot be."""
    completions = finished.completions()
    prepared = scoring.prepare(finished)
    violations = (*check_round(finished, completions), *scoring.check(prepared))
    if violations:
        return ScoredRound(violations=violations)
    return ScoredRound(tuple(scoring.score(prepared, completions)), void=scoring.is_void(finished.end))


def check_round(finished: FinishedRound, completions: Completions) -> Iterator[Violation]:
    """The tiles fit the box, and everyone has a name."""
    names = [entry.player for entry in finished.players]
    for violation in check_names(names, finished.cite):
        yield Violation(violation.code, f"{violation.path}/player", violation.params, violation.rule)
    unread = dict.fromkeys(finished.box.unread, finished.box.size)
    yield from check_inventory({**finished.holds, **unread}, finished.cite, finished.piles())
    if not completions.are_possible():
        yield finished.refuse("unread_unfillable", "/players", count=completions.count)


def check_winner(finished: FinishedRound) -> Iterator[Violation]:
    """Whoever went out holds nothing, and everybody else something."""
    winner = finished.end.went_out
    if winner is not None and winner not in [entry.player for entry in finished.players]:
        yield finished.refuse("player_unknown", "/went_out", player=winner)
    for index, entry in enumerate(finished.players):
        path = pointer("players", index, "hand")
        if entry.player == winner and entry.hand:
            yield finished.refuse("winner_holds_tiles", path, player=winner, actual=len(entry.hand))
        elif entry.player != winner and not entry.hand:
            yield finished.refuse("hand_empty_not_out", path, player=entry.player)


def check_racks(finished: FinishedRound, most: int) -> Iterator[Violation]:
    """Nobody holds more than a rack does."""
    for index, entry in enumerate(finished.players):
        if len(entry.hand) > most:
            path = pointer("players", index, "hand")
            yield finished.refuse("rack_exceeded", path, maximum=most, actual=len(entry.hand))


# --- lines that count tiles -------------------------------------------------------------------------------------------


def count_tiles(
    completions: Completions, hands: Sequence[Any], weight: Callable[[str], int], box: Box
) -> tuple[Range, Meld]:
    """What the tiles of some hands weigh together, and those that weigh anything. Unread ones may."""
    certain = 0
    weighing, unread = [], []
    for entry in hands:
        for tile in entry.hand:
            if tile.unread:
                unread.append(tile)
            elif own := weight(tile.piece):
                certain += own
                weighing.append(tile)
    if not unread:
        return Range(certain, certain), tuple(weighing)
    low, high = completions.range_of(weight, [entry.player for entry in hands])
    if low or high:  # else nothing that weighs is left for them
        weighing += [tile for tile in unread if may_weigh(box, tile, weight)]
    return Range(certain + low, certain + high), tuple(weighing)


def may_weigh(box: Box, unread: Tile, weight: Callable[[str], int]) -> bool:
    """Whether an unread tile may be one that weighs anything."""
    return any(weight(piece) and box.may_be(unread, piece) for piece in box.holds)


def times(factor: int, points: Range) -> Range:
    """A range, so many times; a negative factor turns it round."""
    return Range(*sorted((factor * points.low, factor * points.high)))


def score_hand(finished: FinishedRound, completions: Completions, entry: Any, joker_points: int) -> Iterator[ScoreLine]:
    """A hand counts its numbers against its player, and each joker what a joker counts."""
    for code, weight in (
        ("hand_counts_against", worth_of(finished.box, 0)),
        ("joker_in_hand", lambda piece: joker_points if piece == JOKER else 0),
    ):
        points, tiles = count_tiles(completions, [entry], weight, finished.box)
        if tiles:
            yield ScoreLine(code, times(-1, points), tiles)


@lru_cache(maxsize=256)
def worth_of(box: Box, joker_points: int) -> Callable[[str], int]:
    """What a piece in a hand counts: its number, or what a joker counts."""
    return {piece: joker_points if piece == JOKER else box.tiles[piece].number for piece in box.holds}.__getitem__
