"""A whole round of any game: deal one, show it to a player, play a move in it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from rummy_referee.cached_property import cached_property
from rummy_referee.rules import records
from rummy_referee.rules.deals import DealtRound, deal_round
from rummy_referee.rules.described_moves import DescribedMove
from rummy_referee.rules.events import MAX_EVENTS, Event, events_since, make_event
from rummy_referee.rules.faults import (
    drawn_by_referee,
    hand_missing,
    names_differ,
    player_repeated,
    player_unknown,
    round_ended,
    tiles_missing,
)
from rummy_referee.rules.inventories import INVENTORY_FAULTS, check_inventory
from rummy_referee.rules.moves import check_move
from rummy_referee.rules.positions import Position
from rummy_referee.rules.records import UNSET, ByPlayer, find_tiles
from rummy_referee.rules.round_play import RoundRecord
from rummy_referee.rules.score import Score, ScoredRound
from rummy_referee.rules.seeded_random import Seed, mix
from rummy_referee.rules.snapshots import find_revealed
from rummy_referee.rules.turns import AnyMove, Meld, Move, Options, Outcome, Snapshot, codes_of, pieces_of
from rummy_referee.rules.verdicts import check_names
from rummy_referee.rules.views import TableView, View, view_table
from rummy_referee.rules.violations import (
    Cite,
    IllegalMoveError,
    ImpossibleError,
    Violation,
    make_violation,
    pointer,
)
from rummy_referee.tiles.tile import Tile

if TYPE_CHECKING:
    from rummy_referee.rules.game import AnyGame, Game

Record = TypeVar("Record", bound=RoundRecord)


@dataclass(frozen=True)
class Round(Generic[Options, Snapshot, AnyMove, Record]):
    """A whole round as the referee sees it, under the options of a table. It does not change."""

    game: "Game[Options, Snapshot, AnyMove, Record]"
    options: Options
    record: Record
    end: Any = field(default=None, repr=False, compare=False)
    """The end of the round as it is scored; None before it."""

    @cached_property
    def violations(self) -> tuple[Violation, ...]:
        """Why the round is impossible or cannot go on; empty if a player is on turn."""
        return tuple(check_round(self))

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players in seat order."""
        return self.record.players

    @property
    def turn(self) -> str | None:
        """The player on turn; None if the round is over."""
        return self.record.turn

    @property
    def over(self) -> bool:
        """Whether the round is over."""
        return self.record.turn is None

    @cached_property
    def position(self) -> Position[Options, Snapshot, AnyMove]:
        """What the player on turn sees."""
        self.require_possible()
        return self.look(self.record.turn or "")

    def view(self, player: str) -> View[Options, Snapshot, AnyMove]:
        """What a player sees."""
        self._require_view(player)
        on_turn = player == self.record.turn
        position = self.position if on_turn else self.look(player)
        return View(player, position, on_turn, view_table(self.game, self.record, player))

    def view_table(self) -> TableView:
        """What everybody sees, players and spectators."""
        self._require_view(None)
        return view_table(self.game, self.record, None)

    def _require_view(self, player: str | None) -> None:
        violations = self.check_view(player)
        if violations:
            raise ImpossibleError(violations)

    def check_view(self, player: str | None) -> tuple[Violation, ...]:
        """Why there is no view: the round is impossible, or nobody has this name. None is a spectator."""
        if player is None or player in self.record.players:
            return self.violations
        return (*self.violations, make_violation(self.game.cite, player_unknown(player=player), "/player"))

    def look(self, player: str) -> Position[Options, Snapshot, AnyMove]:
        """The position of a player, unchecked if the round is known to be possible."""
        position = self.game.make_position(self.options, self.game.round_play.view(self.record, player))
        return know_possible(position) if vars(self).get("violations") == () else position

    def legal_moves(self) -> Sequence[AnyMove]:
        """Every legal move of the player on turn, in listing order."""
        return self.position.legal_moves()

    def play(self, move: AnyMove) -> "Round[Options, Snapshot, AnyMove, Record]":
        """The round after a move of the player on turn. The referee draws what is face down."""
        played = play_move(self, move)
        if played.round is None:
            raise (IllegalMoveError if played.possible else ImpossibleError)(played.violations)
        return played.round

    def scores(self) -> tuple[Score, ...]:
        """The score of each player, line by line; empty while the round is not over."""
        return self.scored.scores

    @cached_property
    def scored(self) -> ScoredRound:
        """The scores, and whether they count."""
        if self.end is None and not self.over:
            return ScoredRound()
        self.require_end()
        return self.game.score_end(self.end, self.options)

    def to_plain(self) -> dict[str, Any]:
        """The fields of the record as JSON has them. ``Game.round`` takes them back."""
        plain: dict[str, Any] = records.to_plain(self.record)
        return plain

    def with_record(self, record: Record) -> "Round[Options, Snapshot, AnyMove, Record]":
        """The round after a change."""
        return Round(self.game, self.options, record)

    def require_possible(self) -> None:
        """Raise the violations of an impossible round, or of one that is over."""
        if self.violations:
            raise ImpossibleError(self.violations)

    def require_end(self) -> None:
        """Raise if the round was over before its first move: then how it ended is unknown."""
        if self.end is None:
            raise ImpossibleError(self.violations)


AnyRound = Round[Any, Any, Any, Any]
Known = TypeVar("Known", Position[Any, Any, Any], AnyRound)


def know_possible(known: Known) -> Known:
    """The same position or round, whose violations need not be looked for: the referee itself made it."""
    vars(known)["violations"] = ()
    return known


@dataclass(frozen=True, slots=True)
class StartedRound:
    """A deal and the round that starts with it, or the reasons why there is none."""

    dealt: DealtRound
    round: AnyRound | None = None


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move in a whole round: the violations, or the round after it."""

    violations: tuple[Violation, ...]
    possible: bool = True
    """Whether the round is possible, and not over."""
    player: str = ""
    from_hand: Meld = ()
    drawn: Tile | None = None
    """The face-down tile that the player drew."""
    described: DescribedMove | None = None
    """The move in words, if it is legal."""
    round: AnyRound | None = None
    """The round after the move, if it is legal."""

    @property
    def legal(self) -> bool:
        """Whether the round is possible and the move breaks no rule."""
        return not self.violations


# --- the deal -------------------------------------------------------------------------------------------------------


def start_round(
    game: "AnyGame", options: Any, players: int, seed: Seed, seats: Any, *, entropy: tuple[str, ...] = ()
) -> StartedRound:
    """Deal a round. The player who starts has the first hand; the others follow in seat order."""
    names = seats.names or tuple(f"Player {seat + 1}" for seat in range(players))
    violations = (
        *_check_seats(game, players, names, seats.starter),
        *check_inventory(game.holds(options), game.cite, find_tiles(seats)),
    )
    if violations:
        return StartedRound(DealtRound(violations=violations))
    first = names.index(seats.starter) if seats.starter is not None else 0
    dealt = deal_round(game, options, players, mix(seed, entropy), first)
    if dealt.violations:
        return StartedRound(dealt)
    play = game.round_play
    faces = play.faces(seats)
    dealt = _show_faces(dealt, faces)
    hands = {names[(first + place) % players]: hand for place, hand in enumerate(dealt.hands)}
    tiles = game.box.tiles
    record = play.record(
        seed=seed,
        entropy=entropy,
        shuffles=0,
        players=names,
        turn=names[first],
        hands=ByPlayer({name: tuple([tiles[code] for code in hands[name]]) for name in names}),
        stock=tuple(tiles[code] for code in dealt.stock),
        **play.start(seats, dealt, options),
    )
    impossible = tuple(play.check(record, game.cite))
    if impossible:
        return StartedRound(DealtRound(violations=impossible))
    return StartedRound(dealt, know_possible(Round(game, options, record)))


def _check_seats(game: "AnyGame", players: int, names: tuple[str, ...], starter: str | None) -> Iterator[Violation]:
    """There is a different name for each player, and a player starts."""
    if len(names) != players:
        yield make_violation(game.cite, names_differ(players=players, actual=len(names)), "/names")
    for fault in check_names(names, game.cite):
        yield replace(fault, path=fault.path.replace("/players", "/names", 1))
    if starter is not None and starter not in names:
        yield make_violation(game.cite, player_unknown(player=starter), "/starter")


def _show_faces(dealt: DealtRound, faces: Any) -> DealtRound:
    """The deal with the codes of the faces, in a game where they differ from the pieces."""
    if not faces:
        return dealt

    def show(codes: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(faces[code].code if code in faces else code for code in codes)

    return replace(dealt, hands=tuple(map(show, dealt.hands)), stock=show(dealt.stock), middle=show(dealt.middle))


# --- checks ---------------------------------------------------------------------------------------------------------


def check_round(round_: AnyRound) -> Iterator[Violation]:
    """Players, hands and tiles are complete, and every player's snapshot is possible."""
    faults = list(_check_players(round_))
    yield from faults
    yield from _check_tiles(round_)
    if faults:
        return
    for fault in round_.game.round_play.check(round_.record, round_.game.cite):
        yield replace(fault, path=f"/round{fault.path}")
    seen = set()
    for player in round_.record.players:
        if player != round_.record.turn and round_.game.round_play.is_out(round_.record, player):
            continue
        for fault in round_.look(player).violations:
            found = replace(fault, path=_path_in_round(fault.path, player))
            if (found.code, found.path) not in seen and found.code not in INVENTORY_FAULTS:
                seen.add((found.code, found.path))
                yield found


def _check_players(round_: AnyRound) -> Iterator[Violation]:
    """Names are different, everybody named is a player, and every player has a hand."""
    record, cite = round_.record, round_.game.cite
    for fault in check_names(record.players, cite):
        yield replace(fault, path=f"/round{fault.path}")
    if record.turn is None:
        yield make_violation(cite, round_ended(), "/round/turn")
    elif record.turn not in record.players:
        yield make_violation(cite, player_unknown(player=record.turn), "/round/turn")
    for player in record.hands:
        if player not in record.players:
            yield make_violation(cite, player_unknown(player=player), pointer("round", "hands", player))
    for player in dict.fromkeys(record.players):
        if player not in record.hands:
            yield make_violation(cite, hand_missing(player=player), "/round/hands")
    for index, player in enumerate([event.player for event in record.last_moves]):
        if player not in record.players:
            yield make_violation(cite, player_unknown(player=player), pointer("round", "last_moves", index, "player"))
    yield from _check_opened(record, cite)


def _check_opened(record: RoundRecord, cite: Cite) -> Iterator[Violation]:
    """Those who have opened are players, each once."""
    opened = getattr(record, "opened", ())
    for index, player in enumerate(opened):
        path = pointer("round", "opened", index)
        if player not in record.players:
            yield make_violation(cite, player_unknown(player=player), path)
        if player in opened[:index]:
            yield make_violation(cite, player_repeated(player=player), path)


def _check_tiles(round_: AnyRound) -> Iterator[Violation]:
    """The tiles of the round are exactly those of the box."""
    game, holds = round_.game, round_.game.holds(round_.options)
    piles = list(find_tiles(round_.record, "/round"))
    yield from check_inventory(holds, game.cite, piles)
    missing = Counter(holds) - pieces_of(tile for _, pile in piles for tile in pile)
    if missing:
        yield make_violation(game.cite, tiles_missing(tiles=codes_of(game.box, missing)), "/round")


_PLACES = {"hand": "hands", "score": "scores", "player": "turn"}
"""Where a field of a snapshot comes from, if its name differs in the round."""


def _path_in_round(path: str, player: str) -> str:
    """The path in the round of a path in a player's snapshot."""
    field, *rest = path.removeprefix("/").split("/")
    own = [pointer(player).removeprefix("/")] if field in ("hand", "score") else []
    return "/".join(["", "round", _PLACES.get(field, field), *own, *rest])


# --- playing a move -------------------------------------------------------------------------------------------------


def play_move(round_: AnyRound, move: Move) -> PlayedMove:
    """The round after a move of the player on turn, or every violation. The referee draws what is face down."""
    if round_.violations:
        return PlayedMove(round_.violations, possible=False)
    record, play, game = round_.record, round_.game.round_play, round_.game
    given = [make_violation(game.cite, drawn_by_referee(), path) for path, _ in find_revealed(move)]
    checked = check_move(round_.position, _without_revealed(move) if given else move)
    if given or not checked.legal:
        return PlayedMove((*given, *checked.violations))
    outcome, drawn = checked.outcome, None
    described = round_.position.describe(move)
    event = make_event(record.turn or "", described.wording, game.id, game.box)
    prepared = play.prepare(record, move)
    before = round_ if prepared is record else round_.with_record(prepared)
    if outcome.needs:
        (needed,) = outcome.needs
        revealed = play.reveal(before.record, move)
        drawn = revealed if needed == "drawn" else None
        move = replace(move, **{needed: revealed})  # type: ignore[type-var] # a record, as every move
        position = round_.position if before is round_ else before.look(record.turn)
        outcome = game.turn.rules_by_type[move.type].apply(position, move)
    played = play.apply(before.record, move, outcome.next)
    after = _pass_turn(round_, played, move, outcome, (*record.last_moves, event)[-MAX_EVENTS:])
    return PlayedMove(
        (), player=event.player, from_hand=outcome.from_hand, drawn=drawn, described=described, round=after
    )


def _without_revealed(move: Move) -> Move:
    """The move without the tiles that it reveals."""
    unset = {"drawn": None, "revealed": UNSET}
    fields = {name: value for name, value in unset.items() if hasattr(move, name)}
    return replace(move, **fields)  # type: ignore[type-var] # a record, as every move


def _pass_turn(before: AnyRound, played: Any, move: Move, outcome: Outcome, events: tuple[Event, ...]) -> AnyRound:
    """The round with these last moves and the turn passed on, or over and with its end."""
    if not outcome.ends_turn:
        return know_possible(before.with_record(records.replace(played, last_moves=events)))
    following = next(_players_after(before.game, played, played.turn))
    passed = records.replace(played, turn=following, last_moves=events_since(events, following))
    after = know_possible(before.with_record(passed))
    if not outcome.ends_round and not _is_blocked(after, move):
        return after
    over = records.replace(played, turn=None, last_moves=events)
    return replace(before, record=over, end=before.game.round_play.finish(before.record, move, over))


def players_after(round_: AnyRound, player: str) -> Iterator[str]:
    """The players still in the round in turn order, from the one after a player to this player."""
    return _players_after(round_.game, round_.record, player)


def _players_after(game: "AnyGame", record: RoundRecord, player: str) -> Iterator[str]:
    players = record.players
    seat = players.index(player) + 1
    is_out = game.round_play.is_out
    return (name for name in (*players[seat:], *players[:seat]) if not is_out(record, name))


def _is_blocked(round_: AnyRound, move: Move) -> bool:
    """Whether nobody can play: the stock is empty, and every player may only pass."""
    if move.type != "pass" or round_.record.stock:
        return False
    rule = round_.game.turn.rules_by_type[move.type]
    for player in players_after(round_, round_.record.players[-1]):
        position = round_.look(player)
        if not position.is_available(move.type) or any(rule.check(position, rule.record())):
            return False
    return True
