"""The description of a game: one frozen table in its own module under ``games/``."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic

from rummy_referee.cached_property import cached_property
from rummy_referee.faults import FaultKind
from rummy_referee.rules import replay
from rummy_referee.rules.faults import EVERY_GAME
from rummy_referee.rules.meld_checks import ArrangedTiles, CheckedMelds, arrange_tiles, check_melds
from rummy_referee.rules.positions import Position
from rummy_referee.rules.reading import InputError, Reader, read_fields, read_options
from rummy_referee.rules.records import members_of
from rummy_referee.rules.round_play import RoundPlay
from rummy_referee.rules.rounds import Record, Round, start_round
from rummy_referee.rules.score import FinishedRound, RoundScoring, ScoredRound, score_round
from rummy_referee.rules.seeded_random import Seed, draw_seed
from rummy_referee.rules.turns import AnyMove, AnyRule, Meld, Options, Snapshot, TurnRules
from rummy_referee.rules.verdicts import GameEnd, Verdict
from rummy_referee.rules.violations import Citation, Cite, ImpossibleError, Violation, pointer
from rummy_referee.texts.sentences import text
from rummy_referee.tiles.box import Box

if TYPE_CHECKING:
    from rummy_referee.engine.arrange import Arranger
    from rummy_referee.melds.judgement import Judge


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The printed rules: the title, and the printed heading of each section."""

    title: str
    headings: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class MeldKind:
    """A kind of meld: its name, its size, and the key of its text in the messages."""

    kind: str
    minimum: int
    maximum: int
    text: str


@dataclass(frozen=True, slots=True)
class Deal:
    """What is dealt to this number of players.

    ``starter_hand`` is the first player's hand where it differs. A tile ``turned_up`` after the hands decides what is
    wild, and nobody gets it. A tile dealt ``face_up`` starts the discard pile; tiles dealt ``face_down`` are in the
    middle of the table.
    """

    players: int
    hand: int
    starter_hand: int | None = None
    face_up: int = 0
    face_down: int = 0
    turned_up: int = 0
    joker_each: bool = False
    """Whether every hand has exactly one joker."""

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """The number of tiles dealt to each player, the player who starts first."""
        first = self.hand if self.starter_hand is None else self.starter_hand
        return (first, *[self.hand] * (self.players - 1))

    def stock(self, box: Box) -> int:
        """The number of tiles left to draw."""
        return box.size - sum(self.hand_sizes) - self.turned_up - self.face_up - self.face_down


@dataclass(frozen=True, slots=True)
class MoveType:
    """A type of move: the fields that are required, and those that are optional."""

    type: str
    required: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """A row of the scoring table. ``points`` is None where they depend on the tiles or on an option."""

    code: str
    points: int | None = None
    section: str = "scoring"
    """The section of the rules."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """A decision where the rulebook is silent; ``section`` is where the rulebook should have said it."""

    id: str
    section: str


@dataclass(frozen=True, eq=False, repr=False)
class Game(Generic[Options, Snapshot, AnyMove, Record]):
    """A game: its box, deals, melds, moves, scores and end, and the questions that it answers."""

    id: str
    name: str
    rulebook: Rulebook
    players: range
    box: Box
    deals: tuple[Deal, ...]
    meld_kinds: tuple[MeldKind, ...]
    options: type[Options]
    judge_for: "Callable[[Options, Any], Judge]"
    """Judges melds under options, with the facts of the round; None in a game without them."""
    turn: TurnRules[Options, Snapshot, AnyMove]
    """The rules of a turn."""
    round_play: RoundPlay[Record]
    """How a whole round is kept and played."""
    scoring: tuple[ScoreRow, ...]
    round_scoring: RoundScoring
    """How a round is scored."""
    end: GameEnd
    """When the game is over, and who has won."""
    rulings: tuple[Ruling, ...]
    violations: tuple[FaultKind[Any], ...]
    """What can break its rules, besides what can break those of every game."""
    sections: Mapping[str, str] = field(default_factory=dict)
    """The section of each code that its rulebook has in another than the usual one."""
    ruled: Mapping[str, str] = field(default_factory=dict)
    """The ruling behind a violation code, where the rulebook does not decide it."""
    check_facts: "Callable[[Any, Cite], Iterator[Violation]]" = lambda *_: iter(())
    """What is wrong with the facts of a round, besides the number of their tiles."""
    may_turn_up: Callable[[str], bool] = lambda _: True
    """Whether a piece can be turned up; of the tiles after the hands, the first that can is."""
    team_players: tuple[int, ...] = ()
    arranger_for: "Callable[[Options, Any], Arranger] | None" = None
    facts: type[Any] | None = None
    """The record of what is turned up for a round and decides which tiles are wild in it. Every record in which tiles
    are judged has its fields, too."""
    holds_for: Callable[[Options], Mapping[str, int]] | None = None
    """The contents of the box, where options remove tiles."""
    hand_points: Callable[[str], int] | None = None
    """What each piece counts against its holder at the end, under default options; None if hands are not counted."""
    hand_sizes_for: Callable[[Options, int], tuple[int, ...] | None] = lambda *_: None
    """The hand sizes that an option sets for this number of players, if any."""

    @cached_property
    def move_types(self) -> tuple[MoveType, ...]:
        """The types of move."""
        return tuple(describe_move_type(rule) for rule in self.turn.rules)

    def holds(self, options: Options) -> Mapping[str, int]:
        """The number of each piece in the box under these options."""
        return self.holds_for(options) if self.holds_for else self.box.holds

    def facts_in(self, record: Any) -> Any:
        """The facts of the round in a snapshot or another record; None in a game without them."""
        if self.facts is None:
            return None
        return self.facts(**{member.name: getattr(record, member.name) for member in members_of(self.facts)})

    def size(self, options: Options) -> int:
        """The number of tiles in the box under these options."""
        return sum(self.holds_for(options).values()) if self.holds_for else self.box.size

    def hand_sizes(self, deal: Deal, options: Options, starter: int = 0) -> tuple[int, ...]:
        """The number of tiles dealt to each player under these options, the player who starts first.

        Sizes that an option sets are in seat order; ``starter`` is the seat of the player who starts.
        """
        agreed = self.hand_sizes_for(options, deal.players)
        return deal.hand_sizes if agreed is None else (*agreed[starter:], *agreed[:starter])

    def cite_score(self, code: str) -> Citation:
        """The rule behind a line of a score."""
        return self._score_citations[code]

    @cached_property
    def _score_citations(self) -> Mapping[str, Citation]:
        return {row.code: self._cite_book(row.section) for row in self.scoring}

    def cite(self, code: str) -> Citation:
        """The rule behind a violation code."""
        return self.citations[code]

    @cached_property
    def faults(self) -> Mapping[str, FaultKind[Any]]:
        """Everything that can break its rules, by code."""
        return {kind.code: kind for kind in (*EVERY_GAME, *self.violations)}

    @cached_property
    def citations(self) -> Mapping[str, Citation]:
        """The rule behind each violation code of this game."""
        return {code: self._cite(code, self.sections.get(code, kind.section)) for code, kind in self.faults.items()}

    def _cite(self, code: str, section: str) -> Citation:
        if code in self.ruled:
            return Citation(self.id, section, f"Ruling {self.ruled[code]}", self.box.symbol_of)
        return self._cite_book(section)

    def _cite_book(self, section: str) -> Citation:
        source = f"{self.rulebook.title}, {self.rulebook.headings[section]}"
        return Citation(self.id, section, source, self.box.symbol_of)

    # --- questions --------------------------------------------------------------------------------------------------

    def __repr__(self) -> str:
        return f"<{self.id}>"

    def text(self, key: str, language: str = "en") -> str:
        """A sentence as this game says it, such as ``score.joker_in_hand`` for a line of a score."""
        return text(key, language, game=self.id)

    def position(
        self, snapshot: Snapshot | None = None, options: Options | None = None, **fields: Any
    ) -> Position[Options, Snapshot, AnyMove]:
        """What a player knows at a moment: a record, or its fields. Tiles are codes, and melds strings of them."""
        if snapshot is None:
            snapshot = read_fields(self, self.turn.snapshot, fields)
        return self.make_position(read_options(self, options), snapshot)

    def make_position(self, options: Options, snapshot: Snapshot) -> Position[Options, Snapshot, AnyMove]:
        """The position of a snapshot, under options that are in their ranges."""
        return (self.turn.position_type or Position)(self, self.turn, options, snapshot)

    def move(self, type_: str, /, **fields: Any) -> AnyMove:
        """A move of a type, from the values of its fields."""
        rule = self.turn.rules_by_type.get(type_)
        if rule is None:
            raise InputError({"/type": f"is not one of {', '.join(self.turn.rules_by_type)}: {type_!r}"})
        move: AnyMove = read_fields(self, rule.record, fields)
        return move

    def tiles(self, codes: str | Iterable[str]) -> Meld:
        """Tiles from their codes, with the pins of jokers."""
        reader = Reader(self)
        tiles = reader.read_tiles(codes, "", pins=True)
        if reader.faults:
            raise InputError(reader.faults)
        return tiles

    def check_melds(self, melds: Iterable[Any], options: Options | None = None, **facts: Any) -> CheckedMelds:
        """Whether melds are valid: their readings and values, or every violation. ``facts`` are those of the round."""
        reader = Reader(self)
        read = reader.read_melds(melds, "")
        if reader.faults:
            raise InputError(reader.faults)
        return check_melds(self, read_options(self, options), read, self._read_facts(facts))

    def arrange(
        self, tiles: str | Iterable[Any], options: Options | None = None, *, every: bool = False, **facts: Any
    ) -> ArrangedTiles:
        """Tiles in melds: as many as possible, or every one of them or none. ``facts`` are those of the round."""
        return arrange_tiles(self, read_options(self, options), self.tiles(tiles), self._read_facts(facts), every=every)

    def _read_facts(self, facts: Mapping[str, Any]) -> Any:
        if self.facts is not None:
            return read_fields(self, self.facts, facts)
        if facts:
            raise InputError({pointer(name): "does not exist" for name in facts})
        return None

    def deal(
        self,
        players: Iterable[str] | int,
        seed: Seed | None = None,
        options: Options | None = None,
        *,
        entropy: Iterable[str] = (),
        **seats: Any,
    ) -> Round[Options, Snapshot, AnyMove, Record]:
        """A round from a seed, for players with these names or for a number of them.

        Without a seed it is one of 128 bits from the operating system, which nobody can guess. ``entropy`` is what
        players contribute: strings that are mixed in.
        """
        names = None if isinstance(players, int) else tuple(players)
        count = players if isinstance(players, int) else len(names or ())
        reader = Reader(self)
        reader.read_count(count, "/players", self.players[0], self.players[-1])
        mixed = reader.read_names(entropy, "/entropy", range(self.players[-1] + 1))
        seed = draw_seed() if seed is None else reader.read_seed(seed, "/seed")
        if reader.faults:
            raise InputError(reader.faults)
        seats = {"names": names, **seats} if names is not None else seats
        read = read_fields(self, self.round_play.seats, seats)
        started = start_round(self, read_options(self, options), count, seed, read, entropy=mixed)
        if started.round is None:
            raise ImpossibleError(started.dealt.violations)
        return started.round

    def round(self, options: Options | None = None, **fields: Any) -> Round[Options, Snapshot, AnyMove, Record]:
        """A round from the fields of its record, such as one that was stored."""
        record = read_fields(self, self.round_play.record, fields)
        return Round(self, read_options(self, options), record)

    def record(
        self,
        players: Iterable[str] | int,
        seed: Seed | None = None,
        options: Options | None = None,
        *,
        entropy: Iterable[str] = (),
        **seats: Any,
    ) -> replay.Record[Options, Snapshot, AnyMove, Record]:
        """The record of a round that starts with a deal, as ``deal`` makes it."""
        started = self.deal(players, seed, options, entropy=entropy, **seats)
        read = read_fields(self, self.round_play.seats, {**seats, "names": started.players})
        return replay.Record(self, started.options, started.record.seed, read, started.record.entropy)

    def read_record(self, stored: str | Mapping[str, Any]) -> replay.Record[Options, Snapshot, AnyMove, Record]:
        """A record from its notation or its JSON form. Its moves are judged when they are asked for."""
        return replay.read_record(self, stored)

    def score(self, options: Options | None = None, **end: Any) -> ScoredRound:
        """The scores of a finished round from its hands; tiles may be unknown."""
        read = read_fields(self, self.round_scoring.record, end)
        scored = self.score_end(read, read_options(self, options))
        if scored.violations:
            raise ImpossibleError(scored.violations)
        return scored

    def score_end(self, end: Any, options: Options) -> ScoredRound:
        """The scores of the end of a round, or every violation."""
        finished = FinishedRound(end, options, self.box, self.holds(options), self.cite)
        unfit = tuple(self.check_facts(self.facts_in(end), self.cite))
        return ScoredRound(violations=unfit) if unfit else score_round(self.round_scoring, finished)

    def verdict(self, options: Options | None = None, **history: Any) -> Verdict:
        """Whether the game is over after these rounds, and who has won."""
        read = read_fields(self, self.end.history, history)
        verdict = self.end.judge(read, read_options(self, options), self.cite)
        if verdict.violations:
            raise ImpossibleError(verdict.violations)
        return verdict


def describe_move_type(rule: AnyRule) -> MoveType:
    """The type of a move, from its record."""
    members = members_of(rule.record)
    required = tuple(member.key for member in members if member.required)
    return MoveType(rule.type, required, tuple(member.key for member in members if not member.required))


def sections_of(**kinds: tuple[FaultKind[Any], ...]) -> dict[str, str]:
    """The section of each code, from the kinds of fault of each section."""
    return {kind.code: section for section, own in kinds.items() for kind in own}


AnyGame = Game[Any, Any, Any, Any]
