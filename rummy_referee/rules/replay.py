"""The record of a round: how it was dealt, and every move. It is complete: whoever has it can play the round again."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Generic

from rummy_referee.cached_property import cached_property
from rummy_referee.rules import records
from rummy_referee.rules.options import describe_options
from rummy_referee.rules.reading import InputError, Reader, read_fields, read_options
from rummy_referee.rules.record_notation import REDUNDANT, format_record, parse_record
from rummy_referee.rules.records import members_of
from rummy_referee.rules.rounds import (
    AnyRound,
    PlayedMove,
    Round,
    StartedRound,
    play_move,
    start_round,
)
from rummy_referee.rules.rounds import (
    Record as State,
)
from rummy_referee.rules.seeded_random import Seed, commit
from rummy_referee.rules.turns import AnyMove, Options, Snapshot
from rummy_referee.rules.verdicts import MAX_POINTS
from rummy_referee.rules.violations import IllegalMoveError, ImpossibleError, Violation, pointer

if TYPE_CHECKING:
    from rummy_referee.rules.game import Game


@dataclass(frozen=True)
class Record(Generic[Options, Snapshot, AnyMove, State]):
    """A finished or unfinished round. It does not change; moves are judged when they are asked for."""

    game: "Game[Options, Snapshot, AnyMove, State]"
    options: Options
    seed: Seed | None
    """None while it is secret: then the record cannot be played again."""
    seats: Any
    """The record of what the deal needs to know of the players, with their names."""
    entropy: tuple[str, ...] = ()
    moves: tuple[AnyMove, ...] = ()
    result: Mapping[str, int] | None = None
    """The points of the players, if the round is over and they are exact."""
    commitment: str | None = None
    """The commitment to the seed, if there is one."""

    @cached_property
    def started(self) -> StartedRound:
        """The deal."""
        if self.seed is None:
            raise InputError({"/seed": "is not known"})
        return start_round(self.game, self.options, len(self.seats.names), self.seed, self.seats, entropy=self.entropy)

    @cached_property
    def played(self) -> tuple[PlayedMove, ...]:
        """The moves, up to the first illegal one."""
        return tuple(self._replay())

    def _replay(self) -> Iterator[PlayedMove]:
        round_: AnyRound | None = self.started.round
        for move in self.moves:
            if round_ is None:
                return
            played = play_move(round_, move)
            round_ = played.round
            yield played

    @cached_property
    def violations(self) -> tuple[Violation, ...]:
        """Why the deal is impossible, or the first illegal move is illegal."""
        at = pointer("moves", len(self.played) - 1)
        moved = [(at + fault.path.removeprefix("/move"), fault) for fault in self._last_violations]
        return (*self.deal_violations, *[replace(fault, path=f"/record{path}") for path, fault in moved])

    @property
    def deal_violations(self) -> tuple[Violation, ...]:
        """Why the deal is impossible."""
        found = self.started.dealt.violations
        return tuple([replace(fault, path=f"/record{fault.path.replace('/names', '/players', 1)}") for fault in found])

    @property
    def own_commitment(self) -> str:
        """The commitment to the seed, as it should have been told at the deal."""
        return commit(self.game.id, self.seed or "")

    @property
    def _last_violations(self) -> Iterator[Violation]:
        """The violations of the last move. Its place is the whole move, where they are about the round."""
        for fault in self.played[-1].violations if self.played else ():
            yield fault if fault.path.startswith("/move") else replace(fault, path="")

    @cached_property
    def rounds(self) -> tuple[Round[Options, Snapshot, AnyMove, State], ...]:
        """The round at the start and after each legal move."""
        rounds = (self.started.round, *[played.round for played in self.played])
        return tuple([round_ for round_ in rounds if round_ is not None])

    @property
    def round(self) -> Round[Options, Snapshot, AnyMove, State]:
        """The round after all moves."""
        if self.violations:
            raise (IllegalMoveError if self.started.round else ImpossibleError)(self.violations)
        return self.rounds[-1]

    def play(self, move: AnyMove) -> "Record[Options, Snapshot, AnyMove, State]":
        """The record with a legal move of the player on turn."""
        played = play_move(self.round, move)
        if played.round is None:
            raise (IllegalMoveError if played.possible else ImpossibleError)(played.violations)
        added = self.with_move(move, played.round)
        vars(added).update(started=self.started, played=(*self.played, played))
        return added

    def with_move(self, move: AnyMove, after: AnyRound) -> "Record[Options, Snapshot, AnyMove, State]":
        """The record with a move that led to a round, unchecked."""
        return replace(self, moves=(*self.moves, _without_redundant(move)), result=points_of(after))

    def to_plain(self) -> dict[str, Any]:
        """The record as JSON has it. ``Game.read_record`` takes it back."""
        seats = {key: value for key, value in records.to_plain(self.seats).items() if value is not None}
        seats.pop("names", None)
        return {
            "variant": self.game.id,
            "options": {
                name: records.to_plain(value) for name, value in changed_options(self.game, self.options).items()
            },
            "players": list(self.seats.names or ()),
            **seats,
            "seed": self.seed,
            "entropy": list(self.entropy),
            "commitment": self.commitment,
            "result": None if self.result is None else dict(self.result),
            "moves": [_plain_move(move) for move in self.moves],
        }

    def to_text(self) -> str:
        """The record in notation. ``Game.read_record`` takes it back."""
        return format_record(self.game.turn.rules_by_type, self.to_plain())


AnyPlayedRecord = Record[Any, Any, Any, Any]


def points_of(round_: AnyRound) -> Mapping[str, int] | None:
    """The points of a round that is over, if they are exact."""
    scores = round_.scores() if round_.over else ()
    if not scores or any(score.points.low != score.points.high for score in scores):
        return None
    return {score.player: score.points.low for score in scores}


def changed_options(game: Any, options: Any) -> dict[str, Any]:
    """The options that differ from their defaults."""
    defaults = game.options()
    agreed = {name: getattr(options, name) for name, _, _ in describe_options(game.options)}
    return {name: value for name, value in agreed.items() if value != getattr(defaults, name)}


def _without_redundant(move: AnyMove) -> AnyMove:
    """The move without what follows from the rest."""
    unset = {member.name: None for member in members_of(type(move)) if member.key in REDUNDANT}
    return records.replace(move, **unset) if unset else move  # type: ignore[type-var] # a record, as every move


def _plain_move(move: Any) -> dict[str, Any]:
    """The type of a move and the fields that are not at their defaults."""
    plain: dict[str, Any] = {"type": move.type}
    for member in members_of(type(move)):
        value = getattr(move, member.name)
        if member.required or value != member.default:
            plain[member.key] = records.to_plain(value)
    return plain


_FIELDS = ("variant", "options", "players", "seed", "entropy", "commitment", "result", "moves")
"""The members of a record besides those of its seats."""


def read_record(
    game: "Game[Options, Snapshot, AnyMove, State]", stored: str | Mapping[str, Any]
) -> Record[Options, Snapshot, AnyMove, State]:
    """A record from its notation or its JSON form."""
    plain = parse_record(game.turn.rules_by_type, stored) if isinstance(stored, str) else stored
    reader = Reader(game)
    if plain.get("variant") != game.id:
        reader.fail("/variant", f"is not {game.id}: {plain.get('variant')!r}")
    options = plain.get("options") or {}
    for name in options.keys() - {name for name, _, _ in describe_options(game.options)}:
        reader.fail(pointer("options", name), "does not exist")
    players = reader.read_names(plain.get("players", ()), "/players", game.players)
    seed = reader.read_seed(plain.get("seed"), "/seed")
    result = plain.get("result")
    if result is not None:
        result = reader.read_mapping(result, "/result", lambda points, path: reader.read_count(points, path, *_POINTS))
    if reader.faults:
        raise InputError(reader.faults)
    agreed = game.options(
        **{name: tuple(value) if isinstance(value, list) else value for name, value in options.items()}
    )
    seats = {key: value for key, value in plain.items() if key not in _FIELDS}
    return Record(
        game,
        read_options(game, agreed),
        seed,
        read_fields(game, game.round_play.seats, {**seats, "names": players}),
        reader.read_names(plain.get("entropy", ()), "/entropy", range(game.players[-1] + 1)),
        tuple([_read_move(game, move) for move in plain["moves"]]),
        result,
        plain.get("commitment"),
    )


_POINTS = (-MAX_POINTS, MAX_POINTS)


def _read_move(game: "Game[Options, Snapshot, AnyMove, State]", move: Mapping[str, Any]) -> AnyMove:
    fields = dict(move)
    return game.move(fields.pop("type", ""), **fields)
