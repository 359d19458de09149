"""Legal moves with a description: the move in words, and what it changes on the table; and what a move needs."""

from collections.abc import Iterable, Iterator
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from rummy_referee.rules.move_records import Play
from rummy_referee.rules.snapshots import REVEALED
from rummy_referee.rules.table_changes import REARRANGED, MeldChange, TableChanges
from rummy_referee.rules.turns import Move
from rummy_referee.rules.wordings import Wording
from rummy_referee.texts.moves import event, instruction

if TYPE_CHECKING:
    from rummy_referee.rules.positions import AnyPosition


class DescribedMove(NamedTuple):
    """A legal move and what people and programs want to know of it."""

    game: str
    move: Move
    wording: Wording
    changes: list[MeldChange] | None = None
    """The change of each meld, if the move is a play."""

    def text(self, language: str = "en") -> str:
        """What to do in the move."""
        return instruction(self.wording.code, self.wording.params, language, self.game)

    def text_of_event(self, player: str, language: str = "en") -> str:
        """What a player did in the move; it names no tile that the others do not see."""
        code = self.wording.event or self.wording.code
        return event(code, self.wording.params, language, self.game, player)


def describe_moves(position: "AnyPosition", moves: Iterable[Move]) -> Iterator[DescribedMove]:
    """Legal moves, each with its description."""
    table_changes: TableChanges | None = None
    for move in moves:
        if isinstance(move, Play):
            table_changes = table_changes or TableChanges(position.snapshot.table, position.snapshot.hand)
            yield _describe_play(position, move, table_changes)
        else:
            rule = position.turn.rules_by_type[move.type]
            yield DescribedMove(position.game.id, move, rule.describe(position, move))


def _describe_play(position: "AnyPosition", move: Play, table_changes: TableChanges) -> DescribedMove:
    from_hand = move.from_hand or position.turn.rules_by_type[move.type].apply(position, move).from_hand
    changes = table_changes.find(move.table, from_hand)
    rearranges = REARRANGED in map(attrgetter("status"), changes)
    wording = Wording(
        "rearrange_and_play" if rearranges else move.type,
        {"melds": [change.from_hand for change in changes if change.from_hand]},
    )
    return DescribedMove(position.game.id, move, wording, changes)


def find_needs(position: "AnyPosition", move: Move) -> tuple[str, ...]:
    """The fields of a legal move that must be known for its outcome and are missing."""
    if not any(hasattr(move, name) for name in REVEALED):
        return ()
    return position.turn.rules_by_type[move.type].apply(position, move).needs
