"""The results of a run."""

from dataclasses import dataclass, field

from bench.positions import Position


@dataclass(frozen=True, slots=True)
class Effort:
    """The number of positions of each kind, and the seconds after which a side skips the rest of a kind.

    ``hands`` of gin and ``turns`` of the games with single steps have no time limit.
    """

    positions: int
    own_seconds: float
    peer_seconds: float
    hands: int
    turns: int


@dataclass(frozen=True, slots=True)
class Run:
    """The parameters of a run: positions of each kind, the engine's build, and the duration."""

    positions: int
    engine: str
    minutes: float


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Two different results for one position. If the table of ``more`` is valid (``shown``), ``less`` is wrong."""

    position: Position
    kind: str
    less: str
    less_played: int
    more: str
    more_played: int
    shown: bool


@dataclass(slots=True)
class Measured:
    """One kind of position: the seconds of each side for the positions it solved."""

    kind: str
    positions: list[Position]
    seconds: dict[str, list[float]] = field(default_factory=dict)
    """A peer that does not support the rules of some positions has no times."""
    compared: dict[str, int] = field(default_factory=dict)
    disagreements: list[Disagreement] = field(default_factory=list)
    unproven: int = 0
    uncounted: int = 0
    faulty: list[str] = field(default_factory=list)
    """Answers whose tables are invalid."""

    def seconds_with_hands_up_to(self, tiles: int, side: str) -> list[float]:
        """The seconds of one of our sides for listed positions with at most this many tiles in the hand."""
        asked = zip(self.positions, self.seconds[side], self.seconds["list"], strict=False)
        return [seconds for position, seconds, _ in asked if len(position.hand) <= tiles]
