"""What a run finds out."""

from dataclasses import dataclass, field

from bench.positions import Position


@dataclass(frozen=True, slots=True)
class Effort:
    """How many positions of each kind, and the seconds after which one side is not asked about more of a kind.

    ``hands`` of gin and ``turns`` of games that are played step by step are asked about without a limit.
    """

    positions: int
    own_seconds: float
    peer_seconds: float
    hands: int
    turns: int


@dataclass(frozen=True, slots=True)
class Run:
    """How the measuring was done: positions of each kind, what searched for us, how long it all took."""

    positions: int
    engine: str
    minutes: float


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Two answers to one question. Who has ``more`` and can show it is right."""

    position: Position
    kind: str
    less: str
    less_played: int
    more: str
    more_played: int
    shown: bool


@dataclass(slots=True)
class Measured:
    """One kind of position: the seconds for each, of ours and of the peers, as far as each came."""

    kind: str
    positions: list[Position]
    seconds: dict[str, list[float]] = field(default_factory=dict)
    """A peer that does not know the rules of some of the positions has no times at all."""
    compared: dict[str, int] = field(default_factory=dict)
    disagreements: list[Disagreement] = field(default_factory=list)
    unproven: int = 0
    uncounted: int = 0
    faulty: list[str] = field(default_factory=list)
    """Answers whose melds do not show what they claim."""

    def seconds_with_hands_up_to(self, tiles: int, side: str) -> list[float]:
        """The seconds of one of ours for positions with so many tiles in hand that were also listed."""
        asked = zip(self.positions, self.seconds[side], self.seconds["list"], strict=False)
        return [seconds for position, seconds, _ in asked if len(position.hand) <= tiles]
