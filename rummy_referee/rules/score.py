"""Scores of a round, line by line; with unknown tiles, the minimum and the maximum of each line."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal

from rummy_referee.engine.completions import Completions, Range
from rummy_referee.faults import Fault
from rummy_referee.rules import records
from rummy_referee.rules.faults import hand_empty_not_out, player_unknown, unread_unfillable, winner_holds_tiles
from rummy_referee.rules.inventories import check_inventory
from rummy_referee.rules.turns import Meld
from rummy_referee.rules.verdicts import check_names
from rummy_referee.rules.violations import Cite, Violation, make_violation, pointer
from rummy_referee.tiles.box import JOKER, Box
from rummy_referee.tiles.tile import Tile

HAND = (
    "The tiles that the player still holds. `?` is an unknown tile; `?` with a colour or a number is one of which only "
    "that is known."
)


COUNTED = "The points of further tiles in the hand, which the players have counted and do not show."
MOST_COUNTED = 5000

Ender = Literal["this_player", "another_player", "nobody"]
"""Who ended the round, seen from a player."""


@dataclass(frozen=True, slots=True)
class Needed:
    """When the rules need a field of a round's end: by default whoever ended it, whichever options are set."""

    ended_by: tuple[Ender, ...] | None = None
    option: str | None = None
    """The option that must be on."""


OF_THE_WINNER = Needed(ended_by=("this_player",))
OF_THE_OTHERS = Needed(ended_by=("another_player", "nobody"))
IF_NOBODY_WENT_OUT = Needed(ended_by=("nobody",))
IF_SOMEBODY_WENT_OUT = Needed(ended_by=("this_player", "another_player"))
NEVER = Needed(ended_by=())


@dataclass(frozen=True, slots=True)
class PlayerHand:
    """A player at the end of a round."""

    player: str = records.name("The player's name.")
    hand: Meld = records.partially_known(HAND)


@dataclass(frozen=True, slots=True)
class CountedHand(PlayerHand):
    """A hand, some or all of whose tiles the players have counted themselves."""

    counted: int = records.count(COUNTED, maximum=MOST_COUNTED, default=0)


@dataclass(frozen=True, slots=True)
class RoundEnd:
    """The end of a round."""

    players: tuple[PlayerHand, ...] = records.one_for_each_player("The players and their hands.", PlayerHand)
    went_out: str | None = records.name_or_none("The player who went out; null if nobody did.")


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """A line of a score: a row of the scoring table, its points, and the tiles it counts."""

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
    """What a player lays down at the end of a round, and the deadwood."""

    player: str
    melds: tuple[Meld, ...]
    lay_offs: tuple[LaidOff, ...]
    left: Meld
    counted: int | None = None
    """What the hand counts, where that is not the sum of the deadwood."""
    minimum: int | None = None
    """The least that the hand can count, in a game where players may show other melds."""

    @property
    def count(self) -> int:
        """The points of the deadwood."""
        return sum(tile.points for tile in self.left) if self.counted is None else self.counted


@dataclass(frozen=True, slots=True)
class Score:
    """A player's score: the lines and their sum. Ranges of dependent lines need not add up to that of the sum."""

    player: str
    lines: tuple[ScoreLine, ...]
    points: Range
    laid: LaidDown | None = None
    """What was laid down, in a game where all is laid down at the end, and where that is certain."""
    proven: bool = True
    """Whether the ranges are proven to be tight. They always contain every possible score."""


@dataclass(frozen=True, slots=True)
class ScoredRound:
    """The scores of a round, or why it is impossible."""

    scores: tuple[Score, ...] = ()
    violations: tuple[Violation, ...] = ()
    void: bool = False
    """Whether the round counts for nobody."""


@dataclass(frozen=True, eq=False)
class FinishedRound:
    """The end of a round with everything that its score depends on."""

    end: Any
    options: Any
    box: Box
    holds: Mapping[str, int]
    cite: Cite

    @property
    def players(self) -> Sequence[Any]:
        """The players with their hands."""
        players: Sequence[Any] = self.end.players
        return players

    def completions(self) -> Completions:
        """The completions of the unknown tiles from the tiles that are not shown."""
        unknown: dict[str, list[Tile]] = {entry.player: [] for entry in self.players}
        for entry in self.players:  # an invalid round may have two players of one name
            unknown[entry.player] += [tile for tile in entry.hand if tile.is_unknown]
        if not any(unknown.values()):
            return Completions(self.box, {}, {})  # the usual case, without counting tiles
        seen = Counter(tile.piece for _, pile in self.piles() for tile in pile if not tile.is_unknown)
        return Completions(self.box, Counter(self.holds) - seen, unknown)

    def piles(self) -> Iterator[tuple[str, Sequence[Tile]]]:
        """All tiles shown, each pile with its path."""
        for index, entry in enumerate(self.players):
            yield pointer("players", index, "hand"), entry.hand
        yield from records.find_tiles(self.end)

    def violation(self, fault: Fault, path: str) -> Violation:
        """A fault with its path and the rule of this game behind it."""
        return make_violation(self.cite, fault, path)


@dataclass(frozen=True, kw_only=True)
class RoundScoring:
    """How a game scores a round."""

    record: type[Any] = RoundEnd
    """The record of a round's end."""
    prepare: Callable[[FinishedRound], Any] = lambda finished: finished
    """Returns what the following functions receive: the round, or an object that computes once what they share."""
    score: Callable[[Any, Completions], Iterable[Score]]
    check: Callable[[Any], Iterator[Violation]]
    """The violations of this game, besides those that all games share."""
    is_void: Callable[[Any], bool] = lambda _: False
    are_penalties: Callable[[Any], bool] = lambda _: False
    """Whether points are penalties under these options, so that the fewest are the best."""
    lays_down: bool = False
    """Whether players lay down their hands, so that a score has melds, lay-offs and deadwood."""
    needed: Mapping[str, Needed] = field(default_factory=dict)
    """When the rules need a field of the record; one that is not here is always needed."""


def score_round(scoring: RoundScoring, finished: FinishedRound) -> ScoredRound:
    """The scores of a round, or every violation."""
    completions = finished.completions()
    prepared = scoring.prepare(finished)
    violations = (*check_round(finished, completions), *scoring.check(prepared))
    if violations:
        return ScoredRound(violations=violations)
    return ScoredRound(tuple(scoring.score(prepared, completions)), void=scoring.is_void(prepared))


def check_round(finished: FinishedRound, completions: Completions) -> Iterator[Violation]:
    """The tiles fit the box, and the players have different names."""
    names = [entry.player for entry in finished.players]
    for violation in check_names(names, finished.cite):
        yield Violation(violation.code, f"{violation.path}/player", violation.params, violation.rule)
    unknown = dict.fromkeys(finished.box.unknown_tiles, finished.box.size)
    yield from check_inventory({**finished.holds, **unknown}, finished.cite, finished.piles())
    if not completions.are_possible():
        yield finished.violation(unread_unfillable(count=completions.count), "/players")


def check_winner(finished: FinishedRound) -> Iterator[Violation]:
    """The player who went out holds nothing, and everybody else holds something."""
    winner = finished.end.went_out
    if winner is not None and winner not in [entry.player for entry in finished.players]:
        yield finished.violation(player_unknown(player=winner), "/went_out")
    for index, entry in enumerate(finished.players):
        path = pointer("players", index, "hand")
        if entry.player == winner and (entry.hand or points_counted(entry)):
            yield finished.violation(winner_holds_tiles(player=winner, actual=len(entry.hand) or 1), path)
        elif entry.player != winner and not entry.hand and not points_counted(entry):
            yield finished.violation(hand_empty_not_out(player=entry.player), path)


# --- lines that count tiles -------------------------------------------------------------------------------------------


def points_counted(entry: Any) -> int:
    """The points of the tiles that the players have counted, in a game where they can."""
    return entry.counted if isinstance(entry, CountedHand) else 0


def sum_hands(
    completions: Completions, hands: Sequence[Any], worth: Callable[[str], int], box: Box
) -> tuple[Range, Meld]:
    """The points of some hands, with those that the players have counted, and the tiles that have points."""
    (low, high), tiles = sum_weights(completions, hands, worth, box)
    counted = sum(map(points_counted, hands))
    return Range(low + counted, high + counted), tiles


def sum_weights(
    completions: Completions, hands: Sequence[Any], weight: Callable[[str], int], box: Box
) -> tuple[Range, Meld]:
    """The total weight of the tiles of some hands, and the tiles that have or can have a weight."""
    certain = 0
    weighing, unknown = [], []
    for entry in hands:
        for tile in entry.hand:
            if tile.is_unknown:
                unknown.append(tile)
            elif own := weight(tile.piece):
                certain += own
                weighing.append(tile)
    if not unknown:
        return Range(certain, certain), tuple(weighing)
    low, high = completions.range_of(weight, [entry.player for entry in hands])
    if low or high:  # otherwise no tile with a weight is left for them
        weighing += [tile for tile in unknown if can_weigh(box, tile, weight)]
    return Range(certain + low, certain + high), tuple(weighing)


def can_weigh(box: Box, unknown: Tile, weight: Callable[[str], int]) -> bool:
    """Whether an unknown tile can be one with a weight."""
    return any(weight(piece) and box.can_be(unknown, piece) for piece in box.holds)


def scale(factor: int, points: Range) -> Range:
    """A range multiplied by a factor."""
    return Range(*sorted((factor * points.low, factor * points.high)))


def score_hand(finished: FinishedRound, completions: Completions, entry: Any, joker_points: int) -> Iterator[ScoreLine]:
    """A hand counts its points against its player, and each joker ``joker_points``."""
    points, tiles = sum_hands(completions, [entry], points_of_piece(finished.box, 0), finished.box)
    if points.high:
        yield ScoreLine("hand_counts_against", scale(-1, points), tiles)
    points, jokers = sum_weights(
        completions, [entry], lambda piece: joker_points if piece == JOKER else 0, finished.box
    )
    if jokers:
        yield ScoreLine("joker_in_hand", scale(-1, points), jokers)


@lru_cache(maxsize=256)
def points_of_piece(box: Box, joker_points: int) -> Callable[[str], int]:
    """The points of a piece in a hand: those printed on it, or ``joker_points``."""
    return {piece: joker_points if piece == JOKER else box.tiles[piece].points for piece in box.holds}.__getitem__
