"""What a player or a spectator sees of a round: what the rules let everybody see, and a player's position."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, NamedTuple

from rummy_referee.rules.events import Event, events_since
from rummy_referee.rules.positions import Position
from rummy_referee.rules.records import OwnedMeld
from rummy_referee.rules.round_play import RoundRecord
from rummy_referee.rules.turns import AnyMove, Meld, Options, Snapshot
from rummy_referee.rules.verdicts import Teams
from rummy_referee.tiles.tile import Tile

if TYPE_CHECKING:
    from rummy_referee.rules.game import AnyGame


class PlayerView(NamedTuple):
    """What everybody sees of a player."""

    player: str
    hand_size: int
    opened: bool | None
    """Whether the player has opened; None in a game without an opening."""
    score: int | None
    """The score before the round; None in a game whose rounds do not depend on it."""


class LaidMeld(NamedTuple):
    """A meld on the table."""

    tiles: Meld
    owner: str | None
    """The player who laid it; None where melds belong to all."""


class Slot(NamedTuple):
    """A place in the middle of the table."""

    tile: Tile | None
    """The tile, if it is face up."""
    face_down: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    """What everybody sees of a round."""

    players: tuple[PlayerView, ...]
    """In seat order."""
    turn: str | None
    phase: str | None
    table: tuple[LaidMeld, ...]
    stock: int
    discard_top: Tile | None
    discard_count: int
    """The number of tiles that were discarded and not taken, with the one on top."""
    middle: tuple[Slot, ...]
    teams: Teams | None
    last_moves: tuple[Event, ...]
    """What players did since the last turn of the player who looks."""
    others: Mapping[str, Any]
    """What else everybody sees in this game, by the name of the field of its round."""

    @property
    def hand_sizes(self) -> Mapping[str, int]:
        """The number of tiles in each hand."""
        return {seat.player: seat.hand_size for seat in self.players}


@dataclass(frozen=True, slots=True)
class View(Generic[Options, Snapshot, AnyMove]):
    """What a player sees of a round."""

    player: str
    position: Position[Options, Snapshot, AnyMove]
    """For a player who is not on turn as at the start of a turn."""
    on_turn: bool
    public: TableView
    """What everybody sees."""

    @property
    def hands(self) -> Mapping[str, int]:
        """The number of tiles in each hand."""
        return self.public.hand_sizes


def view_table(game: "AnyGame", record: RoundRecord, player: str | None) -> TableView:
    """What everybody sees, with what happened since the last turn of a player; a spectator sees a whole cycle."""
    state: Any = record  # a game has these fields or not
    opened, scores = getattr(state, "opened", None), getattr(state, "scores", None)
    top = game.round_play.discard_top(record)
    middle = zip(getattr(state, "middle", ()), getattr(state, "face_up", ()), strict=True)
    return TableView(
        players=tuple(
            [
                PlayerView(
                    name,
                    len(record.hands[name]),
                    None if opened is None else name in opened,
                    None if scores is None else scores.get(name, 0),
                )
                for name in record.players
            ]
        ),
        turn=record.turn,
        phase=getattr(state, "phase", None),
        table=tuple([_laid(meld) for meld in getattr(state, "table", ())]),
        stock=len(record.stock),
        discard_top=top,
        discard_count=len(getattr(state, "discards", ())) + (getattr(state, "discard_top", None) is not None),
        middle=tuple([Slot(tile if up else None, tile is not None and not up) for tile, up in middle]),
        teams=getattr(state, "teams", None),
        others={name: getattr(state, name) for name in game.round_play.open_fields},
        last_moves=record.last_moves if player == record.turn else events_since(record.last_moves, player),
    )


def _laid(meld: Any) -> LaidMeld:
    return LaidMeld(meld.cards, meld.owner) if isinstance(meld, OwnedMeld) else LaidMeld(meld, None)
