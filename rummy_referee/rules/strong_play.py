"""The move that wins the most games: candidate moves compared in sampled worlds, with what a player has seen."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic

from rummy_referee.rules.faults import stock_exceeded
from rummy_referee.rules.inventories import check_inventory
from rummy_referee.rules.records import find_tiles
from rummy_referee.rules.turns import AnyMove_co, BestMove
from rummy_referee.rules.violations import Violation

if TYPE_CHECKING:
    from rummy_referee.rules.positions import AnyPosition

STRENGTHS = range(1, 6)
USUAL_STRENGTH = 3
"""The weakest player gives the same advice as for the objective ``tiles``, without playing anything out."""


@dataclass(frozen=True, slots=True)
class Candidate(Generic[AnyMove_co]):
    """A move that was considered, and its expected result."""

    move: AnyMove_co
    chance: float
    """The chance to win the game."""
    less: float
    """By how much that is below the chance of the chosen move, in the worlds in which both were played."""
    uncertainty: float | None
    """Half of the 95% interval of ``less``; None for the chosen move."""
    points: float
    """The mean points of the round; negative if the others score."""
    worlds: int
    """The number of worlds in which it was played."""


@dataclass(frozen=True, slots=True)
class StrongMove(Generic[AnyMove_co]):
    """The move of a strong player, the candidates with the best first, and why."""

    best: BestMove[AnyMove_co]
    candidates: Sequence[Candidate[AnyMove_co]] = ()
    params: Mapping[str, object] = field(default_factory=dict)
    """The parameters of the reason ``best.advice``."""


@dataclass(frozen=True, kw_only=True)
class StrongPlayer:
    """How a game finds the move that wins the most games."""

    seen: type[Any]
    """The record of what the player has seen besides the snapshot."""
    find: Callable[[Any, Any, int, int], StrongMove[Any]]
    """The move in a possible position, from what was seen, the strength (above the weakest) and a seed."""
    reasons: tuple[str, ...]
    """The codes of the reasons that it gives."""
    compare: Callable[[Any, Any, Any, int], Sequence[Candidate[Any]]] | None = None
    """A move and all others that are worth a look, by position, what was seen, the move and a seed; the move first.
    None if it compares nothing."""
    watch: Callable[[Sequence[Any], Sequence[Any], str], Any] = lambda *_: None
    """What a player has seen, from the rounds so far, the moves between them and the player."""
    check: Callable[[Any, Any], Iterator[Violation]] = lambda *_: iter(())
    """The violations of what was seen, besides those that all games share."""
    most_players: int | None = None
    """With more players the simple advice is all there is; None if it plays with any number."""

    def plays(self, position: "AnyPosition") -> bool:
        """Whether it plays a position."""
        return self.most_players is None or position.snapshot.players <= self.most_players

    def list_players(self, players: range) -> list[int]:
        """The numbers of players with which it plays, of those that a game allows."""
        return [number for number in players if self.most_players is None or number <= self.most_players]


def check_seen(position: "AnyPosition", strong: StrongPlayer, seen: Any) -> Iterator[Violation]:
    """The tiles of the position and those that were seen are in the box at most once each."""
    game = position.game
    piles = [*find_tiles(position.snapshot), *find_tiles(seen, "/seen")]
    yield from check_inventory(game.holds(position.options), game.cite, piles)
    maximum = max(game.size(position.options) - sum(len(pile) for _, pile in piles), 0)
    hidden = position.turn.count_hidden(position.snapshot)
    if hidden > maximum:
        yield position.violation(stock_exceeded(maximum=maximum, actual=hidden), "/stock")
    if strong.plays(position):
        yield from strong.check(position, seen)


def find_strong_move(
    position: "AnyPosition", strong: StrongPlayer, seen: Any, strength: int, seed: int
) -> StrongMove[Any]:
    """The move of a player of this strength in a possible position."""
    if strength == STRENGTHS[0] or not strong.plays(position):
        return StrongMove(position.best())
    return strong.find(position, seen, strength, seed)
