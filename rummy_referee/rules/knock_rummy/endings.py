"""What a game says of the end of its rounds: who declares, what a declaration needs, and what it scores."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from rummy_referee.engine.deadwood.minimum import Melding
from rummy_referee.faults import Fault, FaultKind
from rummy_referee.rules.knock_rummy.combinations import Combinations
from rummy_referee.rules.score import FinishedRound, LaidDown
from rummy_referee.rules.turns import Meld
from rummy_referee.rules.violations import Violation
from rummy_referee.tiles.tile import Tile


class Award(NamedTuple):
    """Points for a player, given by the seat in turn order; the declarer has seat 0."""

    seat: int
    code: str
    points: int


class Case(NamedTuple):
    """A declaration: its kind without deadwood and with deadwood, None where that is impossible."""

    gin: str | None
    knock: str | None
    others_lay_off: bool = True
    """Whether the others may lay off."""


class Ending(ABC):
    """The end of one round. The base of each game's ending; all that the games share depends on nothing else of them.

    A declarer is the player who ends the round, in some games by knocking.
    """

    combinations: ClassVar[Combinations]
    codes: ClassVar[tuple[str, ...]]
    """The codes of all awards, in the order of the scoring table."""
    no_lay_off: ClassVar[FaultKind[[]] | None] = None
    """What is wrong if somebody lays off on the melds of a declarer where nobody may."""

    def __init__(self, finished: FinishedRound) -> None:
        self.finished = finished

    @property
    @abstractmethod
    def declarer(self) -> str | None:
        """The player who declared; None if the round is void."""

    @property
    @abstractmethod
    def max_deadwood(self) -> int:
        """The most points of deadwood with which a player may declare."""

    def in_turn_order(self) -> list[tuple[int, Any]]:
        """The players in turn order, each with the index in the request. The declarer must be a player."""
        entries = list(enumerate(self.finished.players))
        first = next(index for index, entry in entries if entry.player == self.declarer)
        return entries[first:] + entries[:first]

    @abstractmethod
    def check_order(self) -> Iterator[Violation]:
        """The declarer is a player, and so on."""

    @abstractmethod
    def has_valid_size(self, entry: Any) -> bool:
        """Whether a hand has ten tiles, or eleven where that is allowed."""

    @abstractmethod
    def find_declared(self, hand: Collection[Tile]) -> Melding:
        """The melds of a declarer who gives none."""

    @abstractmethod
    def find_faults(self, melded: int, points: int, size: int) -> Iterator[Fault]:
        """What is invalid in a declaration with this many melded tiles, points of deadwood and tiles in the hand."""

    @abstractmethod
    def find_cases(self, size: int) -> Sequence[Case]:
        """What a declarer with this many tiles can declare."""

    def find_case(self, declared: LaidDown) -> Case:
        """The case of a declaration."""
        cases = self.find_cases(sum(map(len, declared.melds)) + len(declared.left))
        return next((case for case in cases if (case.knock if declared.left else case.gin)), cases[0])

    @abstractmethod
    def award(self, kind: str, counts: Sequence[int]) -> Iterator[Award]:
        """What a kind of declaration and the deadwood points give; these are in turn order, the declarer's first."""

    @abstractmethod
    def find_award_tiles(self, code: str, seat: int, laid: Mapping[int, LaidDown]) -> Meld:
        """The tiles that an award is about, as far as what is laid down is known."""


def name_kind(ending: Ending, declared: LaidDown) -> str:
    """The kind of a legal declaration."""
    case = ending.find_case(declared)
    kind = case.knock if declared.left else case.gin
    if kind is None:
        raise ValueError("no such declaration is legal")
    return kind
