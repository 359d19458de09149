"""How a game is described. A game is one frozen table of these, in its own file under ``variants/``."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, Protocol, TypeVar

from service.melds.judgement import Judge
from service.rules.records import members_of
from service.rules.scores import RoundScoring
from service.rules.turns import MoveRule, Turn
from service.rules.verdicts import GameEnd
from service.rules.violations import Citation
from service.tiles.box import Box
from service.tiles.tile import Tile

Options = TypeVar("Options")


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The printed rules: the title, and the heading under which each section of ours is found."""

    title: str
    headings: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class MeldKind:
    """A kind of meld the game has: its name, how many tiles, and the catalogue's text for it."""

    kind: str
    minimum: int
    maximum: int
    text: str


@dataclass(frozen=True, slots=True)
class Deal:
    """What is dealt to so many players.

    ``starter_hand`` is the first player's hand where it differs. What lies ``face_up`` starts the discard pile, what
    lies ``face_down`` is in the middle of the table.
    """

    players: int
    hand: int
    starter_hand: int | None = None
    face_up: int = 0
    face_down: int = 0
    joker_each: bool = False
    """Whether every hand has one joker, always."""

    def stock(self, box: Box) -> int:
        """How many tiles are left to draw from."""
        first = self.hand if self.starter_hand is None else self.starter_hand
        return box.size - first - self.hand * (self.players - 1) - self.face_up - self.face_down


@dataclass(frozen=True, slots=True)
class Move:
    """A type of move: the fields it must have, and those it may have."""

    type: str
    required: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """A row of the scoring table. ``points`` is None where they depend on the tiles or on what was agreed."""

    code: str
    points: int | None = None
    section: str = "scoring"
    """Which section of the rules it is from."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """A decision where the rulebook is silent; ``section`` says where the book would have had to speak."""

    id: str
    section: str


class Arrangement(Protocol):
    """Tiles split into melds, and the tiles left."""

    @property
    def melds(self) -> tuple[tuple[Tile, ...], ...]:
        """The melds."""

    @property
    def left(self) -> tuple[Tile, ...]:
        """The tiles in no meld."""

    @property
    def proven(self) -> bool:
        """False where the bound on work ended the search."""


Arranger = Callable[[Sequence[Tile], bool], Arrangement]
"""Splits all tiles into melds, or (second argument false) as many as possible."""


@dataclass(frozen=True, eq=False)
class Game(Generic[Options]):
    """A game as its rulebook tells it: what is in the box, what is dealt, what melds, what scores."""

    id: str
    name: str
    rulebook: Rulebook
    players: range
    box: Box
    deals: tuple[Deal, ...]
    meld_kinds: tuple[MeldKind, ...]
    options: type[Options]
    judge_for: Callable[[Options], Judge]
    turn: Turn[Any, Options]
    """The rules of a turn."""
    scoring: tuple[ScoreRow, ...]
    round_scoring: RoundScoring
    """How a round is scored."""
    end: GameEnd
    """When the game is over, and who has won."""
    rulings: tuple[Ruling, ...]
    sections: Mapping[str, str]
    """Which section of the rules each violation code belongs to."""
    ruled: Mapping[str, str] = field(default_factory=dict)
    """Which ruling stands behind a violation code, where it is not the book."""
    team_players: tuple[int, ...] = ()
    arranger_for: Callable[[Options], Arranger] | None = None
    holds_for: Callable[[Options], Mapping[str, int]] | None = None
    """What the box holds where options take tiles out of it."""
    hand_sizes_for: Callable[[Options, int], tuple[int, ...] | None] = lambda *_: None
    """The hands that so many players have agreed on, if they have."""

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """The types of move."""
        return tuple(describe_move(rule) for rule in self.turn.rules)

    def holds(self, options: Options) -> Mapping[str, int]:
        """How many of each piece are in the box under these options."""
        return self.holds_for(options) if self.holds_for else self.box.holds

    def size(self, options: Options) -> int:
        """How many tiles are in the box under these options."""
        return sum(self.holds_for(options).values()) if self.holds_for else self.box.size

    def hand_sizes(self, deal: Deal, options: Options) -> tuple[int, ...]:
        """How many tiles each player is dealt, the first of them being the one who starts."""
        agreed = self.hand_sizes_for(options, deal.players)
        first = deal.hand if deal.starter_hand is None else deal.starter_hand
        return (first, *[deal.hand] * (deal.players - 1)) if agreed is None else agreed

    def cite_score(self, code: str) -> Citation:
        """The rule behind a line of a score."""
        return self._score_citations[code]

    @cached_property
    def _score_citations(self) -> Mapping[str, Citation]:
        return {row.code: self._cite_book(row.section) for row in self.scoring}

    def cite(self, code: str) -> Citation:
        """The rule behind a violation code, as this game's book has it."""
        return self._citations[code]

    @cached_property
    def _citations(self) -> Mapping[str, Citation]:
        return {code: self._cite(code, section) for code, section in self.sections.items()}

    def _cite(self, code: str, section: str) -> Citation:
        if code in self.ruled:
            return Citation(self.id, section, f"Ruling {self.ruled[code]}")
        return self._cite_book(section)

    def _cite_book(self, section: str) -> Citation:
        return Citation(self.id, section, f"{self.rulebook.title}, {self.rulebook.headings[section]}")


def describe_move(rule: MoveRule) -> Move:
    """A type of move, by the record it is told with."""
    members = members_of(rule.record)
    required = tuple(member.key for member in members if member.required)
    return Move(rule.type, required, tuple(member.key for member in members if not member.required))


def sections_of(**codes: tuple[str, ...]) -> dict[str, str]:
    """Each violation code with the section of the rules that it breaks, told section by section."""
    return {code: section for section, own in codes.items() for code in own}


AnyGame = Game[Any]
