"""What a game keeps of a whole round, and how a move changes it. A game fills in one ``RoundPlay``."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from rummy_referee.rules import records
from rummy_referee.rules.events import MAX_EVENTS, Event
from rummy_referee.rules.faults import nothing_on_table
from rummy_referee.rules.records import replace
from rummy_referee.rules.seeded_random import Seed, SeededRandom, mix
from rummy_referee.rules.turns import Meld, Table
from rummy_referee.rules.violations import Cite, Violation, make_violation
from rummy_referee.tiles.tile import Tile

LABEL = "rummy-referee shuffle"
MAX_SHUFFLES = 1_000_000
"""The bound on shuffles in requests, far beyond any round. The next one counts from 0 again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRecord:
    """A whole round as the referee sees it. The base of each game's record."""

    seed: Seed = records.seed("The seed of the deal.")
    entropy: tuple[str, ...] = records.entropy("What players have contributed to the deal.")
    shuffles: int = records.count(
        "How often tiles were shuffled or put back into the stock since the deal.", maximum=MAX_SHUFFLES
    )
    players: tuple[str, ...] = records.names("The players' names in seat order.")
    turn: str | None = records.name_or_none("The player on turn; null if the round is over.")
    hands: Mapping[str, Meld] = records.hands("The hand of each player, by name.")
    stock: Meld = records.tiles("The tiles face down, in the order in which they are drawn.")
    last_moves: tuple[Event, ...] = records.events(
        "What the players did since the last turn of the player on turn, and what this player has done in this turn. "
        "It names no hidden tile.",
        Event,
        most=MAX_EVENTS,
    )


AnyRecord = TypeVar("AnyRecord", bound=RoundRecord)


@dataclass(frozen=True, slots=True, kw_only=True)
class Seats:
    """Who sits at the table. The base of the records of games that need more for a deal."""

    names: tuple[str, ...] | None = records.optional_names(
        "The players' names in seat order, as many as `players`. Default: `Player 1`, `Player 2` and so on."
    )
    starter: str | None = records.optional_name("The player who starts. Default: the first of `names`.")


@dataclass(frozen=True, kw_only=True)
class RoundPlay(Generic[AnyRecord]):
    """How a game is played as a whole round. In these functions the player on turn has made a legal move."""

    record: type[AnyRecord]
    """The record of a round."""
    start: Callable[[Any, Any, Any], Mapping[str, Any]]
    """The game's own fields at the start, from the seats, the dealt tiles and the options."""
    view: Callable[[AnyRecord, str], Any]
    """The snapshot of a player. For a player who is not on turn, as at the start of a turn."""
    apply: Callable[[AnyRecord, Any, Any], AnyRecord]
    """The round after a move, from the round before, the complete move and the snapshot after it."""
    finish: Callable[[AnyRecord, Any, AnyRecord], Any]
    """The end of the round as it is scored, from the round before the last move, that move and the round after it."""
    seats: type[Any] = Seats
    """The record of what a deal needs to know of the players."""
    check: Callable[[AnyRecord, Cite], Iterator[Violation]] = lambda *_: iter(())
    """The violations of this game's rounds, besides those that all games share. Paths start at the round."""
    is_out: Callable[[AnyRecord, str], bool] = lambda *_: False
    """Whether a player who is not on turn has left the round, and so the turn order, or has no other turn in it."""
    prepare: Callable[[AnyRecord, Any], AnyRecord] = lambda state, _: state
    """The round after the shuffle that a move requires before a tile is drawn."""
    reveal: Callable[[AnyRecord, Any], Tile | None] = lambda state, _: state.stock[0]
    """The face-down tile that a move needs; None if there is none."""
    discard_top: Callable[[AnyRecord], Tile | None] = lambda state: getattr(state, "discard_top", None)
    """The tile on top of the discard pile, which all players see; None if there is none."""
    open_fields: tuple[str, ...] = ()
    """The fields of the record that all players see, besides those that games share (``rules/views.py``)."""
    faces: Callable[[Any], Mapping[str, Tile]] = lambda _: {}
    """The tiles of the box as the seats describe them, in a game where that is more than their codes."""


# --- what games share -----------------------------------------------------------------------------------------------


def own_turn(state: RoundRecord, player: str, *fields: str) -> dict[str, Any]:
    """The state of the turn, for the player on turn; for the others nothing, so that defaults apply."""
    return {name: getattr(state, name) for name in fields} if player == state.turn else {}


def with_hand(state: RoundRecord, hand: Meld) -> Mapping[str, Meld]:
    """The hands with another one of the player on turn."""
    if state.turn is None:
        raise ValueError("the round is over")
    return records.ByPlayer({**state.hands, state.turn: hand})


def set_hand(state: AnyRecord, hand: Meld) -> AnyRecord:
    """The round with another hand of the player on turn."""
    return replace(state, hands=with_hand(state, hand))


def put_back(state: AnyRecord, tile: Tile) -> AnyRecord:
    """The round with a tile put into the stock at a random index."""
    index = _chance(state).below(len(state.stock) + 1)
    return _with_stock(state, (*state.stock[:index], tile, *state.stock[index:]))


def shuffle(state: AnyRecord, tiles: Sequence[Tile]) -> AnyRecord:
    """The round with these tiles, shuffled, as its stock."""
    shuffled = list(tiles)
    _chance(state).shuffle(shuffled)
    return _with_stock(state, tuple(shuffled))


def _with_stock(state: AnyRecord, stock: Meld) -> AnyRecord:
    """The round with a stock that chance has changed."""
    return replace(state, stock=stock, shuffles=(state.shuffles + 1) % (MAX_SHUFFLES + 1))


def _chance(state: RoundRecord) -> SeededRandom:
    return SeededRandom(f"{LABEL} {mix(state.seed, state.entropy)} {state.shuffles}")


def in_turn_order(state: RoundRecord, first: str) -> tuple[str, ...]:
    """The players in turn order, starting with one of them."""
    seat = state.players.index(first)
    return (*state.players[seat:], *state.players[:seat])


def add_opened(opened: tuple[str, ...], player: str | None, *, has_opened: bool) -> tuple[str, ...]:
    """The players who have opened, after a move of a player."""
    return (*opened, player) if has_opened and player is not None and player not in opened else opened


def top_of_discards(state: Any) -> Tile | None:
    """The last tile of the discard pile, in a game that keeps the open one with the others."""
    return state.discards[-1] if state.discards else None


# --- games with melds that belong to all ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedTable(RoundRecord):
    """A whole round of a game with a shared table."""

    table: Table = records.melds("The melds on the table.")


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRound(SharedTable):
    """A whole round of a game with a shared table and an opening."""

    opened: tuple[str, ...] = records.some_names("The players who have opened in this round.")
    phase: str | None = records.phase()


def start_table(_seats: Any, _dealt: Any, _options: Any) -> Mapping[str, Any]:
    """The table is empty, and nobody has opened."""
    return {"table": (), "opened": ()}


def check_laid(state: TableRound, cite: Cite) -> Iterator[Violation]:
    """What is laid stays on the table: while it is empty, nobody has opened and nothing was laid in this turn."""
    for laid in ("opened", "stepped"):
        if getattr(state, laid, False) and not state.table:
            yield make_violation(cite, nothing_on_table(), f"/{laid}")


def apply_on_table(state: Any, move: Any, after: Any) -> Any:
    """Tiles are on the table, were drawn from the stock, or go back into it."""
    stock = state.stock[1:] if getattr(move, "drawn", None) else state.stock
    state = replace(set_hand(state, after.hand), table=after.table, stock=stock)
    if isinstance(state, TableRound):
        opened = add_opened(state.opened, state.turn, has_opened=after.opened)
        state = replace(state, opened=opened, phase=after.phase)
    return put_back(state, move.tile) if move.type in ("exchange", "return") else state


def find_winner(state: RoundRecord) -> str | None:
    """The player whose hand is empty, if there is one."""
    return next((player for player, hand in state.hands.items() if not hand), None)
