"""Whole rounds of any game: deal one, show it to a player, play a move in it."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from rummy_referee.rules.deals import DealtRound, deal_round
from rummy_referee.rules.faults import (
    drawn_by_referee,
    hand_missing,
    names_differ,
    player_repeated,
    player_unknown,
    round_ended,
    tiles_missing,
)
from rummy_referee.rules.game import AnyGame
from rummy_referee.rules.inventories import INVENTORY_FAULTS, check_inventory
from rummy_referee.rules.moves import ListedMoves, check_move, list_moves
from rummy_referee.rules.positions import AnyPosition
from rummy_referee.rules.records import UNSET, find_tiles
from rummy_referee.rules.scores import FinishedRound, ScoredRound, score_round
from rummy_referee.rules.snapshots import REVEALED
from rummy_referee.rules.turns import Meld, Move, Outcome, codes_of, pieces_of
from rummy_referee.rules.verdicts import check_names
from rummy_referee.rules.violations import Violation, make_violation, pointer
from rummy_referee.tiles.tile import Tile


@dataclass(frozen=True, slots=True)
class Round:
    """A whole round as the referee sees it, its game and its options."""

    game: AnyGame
    options: Any
    record: Any

    def view(self, player: str) -> AnyPosition:
        """What a player sees."""
        position: AnyPosition = self.game.position(self.game.round_play.view(self.record, player), self.options)
        return position


@dataclass(frozen=True, slots=True)
class StartedRound:
    """A deal and the round that starts with it, or the reasons why there is none."""

    dealt: DealtRound
    round: Round | None = None


@dataclass(frozen=True, slots=True)
class RoundView:
    """What a player sees, and the legal moves if the player is on turn."""

    impossible: tuple[Violation, ...]
    position: AnyPosition | None = None
    on_turn: bool = False
    listed: ListedMoves = ListedMoves(())  # noqa: RUF009 - it is frozen


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move in a whole round: the violations, or the round after it."""

    impossible: tuple[Violation, ...]
    violations: tuple[Violation, ...] = ()
    player: str = ""
    from_hand: Meld = ()
    drawn: Tile | None = None
    """The face-down tile that the player drew."""
    round: Round | None = None
    """The round after the move, if it is legal."""
    scored: ScoredRound | None = None
    """The scores, if the round is over."""

    @property
    def legal(self) -> bool:
        """Whether the round is possible and the move breaks no rule."""
        return not self.impossible and not self.violations


# --- the deal -------------------------------------------------------------------------------------------------------


def start_round(game: AnyGame, options: Any, players: int, seed: int, seats: Any) -> StartedRound:
    """Deal a round. The player who starts has the first hand; the others follow in seat order."""
    names = seats.names or tuple(f"Player {seat + 1}" for seat in range(players))
    violations = (
        *_check_seats(game, players, names, seats.starter),
        *check_inventory(game.holds(options), game.cite, find_tiles(seats)),
    )
    if violations:
        return StartedRound(DealtRound(violations=violations))
    first = names.index(seats.starter) if seats.starter is not None else 0
    dealt = deal_round(game, options, players, seed, first)
    if dealt.violations:
        return StartedRound(dealt)
    play = game.round_play
    faces = play.faces(seats)
    dealt = _show_faces(dealt, faces)
    hands = {names[(first + place) % players]: hand for place, hand in enumerate(dealt.hands)}
    tiles = game.box.tiles
    record = play.record(
        seed=seed,
        shuffles=0,
        players=names,
        turn=names[first],
        hands={name: tuple(tiles[code] for code in hands[name]) for name in names},
        stock=tuple(tiles[code] for code in dealt.stock),
        **play.start(seats, dealt, options),
    )
    impossible = tuple(play.check(record, game.cite))
    if impossible:
        return StartedRound(DealtRound(violations=impossible))
    return StartedRound(dealt, Round(game, options, record))


def _check_seats(game: AnyGame, players: int, names: tuple[str, ...], starter: str | None) -> Iterator[Violation]:
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


def check_round(round_: Round) -> Iterator[Violation]:
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
        for fault in round_.view(player).violations:
            found = replace(fault, path=_path_in_round(fault.path, player))
            if (found.code, found.path) not in seen and found.code not in INVENTORY_FAULTS:
                seen.add((found.code, found.path))
                yield found


def _check_players(round_: Round) -> Iterator[Violation]:
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
    opened = getattr(record, "opened", ())
    for index, player in enumerate(opened):
        path = pointer("round", "opened", index)
        if player not in record.players:
            yield make_violation(cite, player_unknown(player=player), path)
        if player in opened[:index]:
            yield make_violation(cite, player_repeated(player=player), path)


def _check_tiles(round_: Round) -> Iterator[Violation]:
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


# --- a player's view ------------------------------------------------------------------------------------------------


def view_round(round_: Round, player: str, limit: int) -> RoundView:
    """What a player sees. For the player on turn, with the first page of the legal moves."""
    impossible = tuple(check_round(round_))
    if player not in round_.record.players:
        unknown = make_violation(round_.game.cite, player_unknown(player=player), "/player")
        impossible = (*impossible, unknown)
    if impossible:
        return RoundView(impossible)
    position = round_.view(player)
    if player != round_.record.turn:
        return RoundView((), position)
    return RoundView((), position, True, list_moves(position, limit, None))


# --- playing a move -------------------------------------------------------------------------------------------------


def play_move(round_: Round, move: Move) -> PlayedMove:
    """The round after a move of the player on turn, or every violation. The referee draws what is face down."""
    impossible = tuple(check_round(round_))
    if impossible:
        return PlayedMove(impossible)
    record, play = round_.record, round_.game.round_play
    given = tuple(_check_not_revealed(round_, move))
    checked = check_move(round_.view(record.turn), _without_revealed(move))
    if given or not checked.legal:
        return PlayedMove((), (*given, *checked.violations))
    before = replace(round_, record=play.prepare(record, move))
    drawn = None
    if checked.outcome.needs:
        (needed,) = checked.outcome.needs
        revealed = play.reveal(before.record, move)
        drawn = revealed if needed == "drawn" else None
        move = replace(move, **{needed: revealed})
        checked = check_move(before.view(record.turn), move)
    after = replace(before, record=play.apply(before.record, move, checked.outcome.next))
    after, scored = _pass_turn(round_, after, move, checked.outcome)
    return PlayedMove((), (), record.turn, checked.outcome.from_hand, drawn, after, scored)


def _check_not_revealed(round_: Round, move: Move) -> Iterator[Violation]:
    """A move does not name a face-down tile."""
    for name in REVEALED:
        if getattr(move, name, None) not in (None, UNSET):
            yield make_violation(round_.game.cite, drawn_by_referee(), f"/move/{name}")


def _without_revealed(move: Move) -> Move:
    """The move without the tiles that it reveals."""
    unset = {"drawn": None, "revealed": UNSET}
    return replace(move, **{name: value for name, value in unset.items() if hasattr(move, name)})


def _pass_turn(before: Round, after: Round, move: Move, outcome: Outcome) -> tuple[Round, ScoredRound | None]:
    """The round with the turn passed on, or over and with its scores."""
    if not outcome.ends_turn:
        return after, None
    players = after.record.players
    following = players[(players.index(after.record.turn) + 1) % len(players)]
    passed = replace(after, record=replace(after.record, turn=following))
    if not outcome.ends_round and not _is_blocked(passed, move):
        return passed, None
    after = replace(after, record=replace(after.record, turn=None))
    return after, _score(before, move, after.record)


def _is_blocked(round_: Round, move: Move) -> bool:
    """Whether nobody can play: the stock is empty, and every player may only pass."""
    if move.type != "pass" or round_.record.stock:
        return False
    rule = round_.game.turn.rules_by_type[move.type]
    for player in round_.record.players:
        position = round_.view(player)
        if not position.is_available(move.type) or any(rule.check(position, rule.record())):
            return False
    return True


def _score(before: Round, move: Move, after: Any) -> ScoredRound:
    """The score of a round that is over."""
    game, options = before.game, before.options
    end = game.round_play.finish(before.record, move, after)
    return score_round(game.round_scoring, FinishedRound(end, options, game.box, game.holds(options), game.cite))
