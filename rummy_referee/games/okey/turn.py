"""A turn of Okey: take a tile, then discard one or declare."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

from rummy_referee.faults import Fault
from rummy_referee.games.okey.faults import pairs_mixed
from rummy_referee.games.okey.hand import arranger_in, find_finished, has_finished
from rummy_referee.games.okey.snapshot import DISCARD, TAKE, OkeyPosition, OkeySnapshot
from rummy_referee.melds.judgement import Judge
from rummy_referee.melds.pairs import is_pair
from rummy_referee.rules import records
from rummy_referee.rules.faults import cards_not_melded
from rummy_referee.rules.indicator import BOX
from rummy_referee.rules.knock_rummy.declaring import check_shown, find_wrong_declaration
from rummy_referee.rules.knock_rummy.taking import PILE, STOCK, TakeTile
from rummy_referee.rules.move_records import Discard
from rummy_referee.rules.records import replace
from rummy_referee.rules.turns import (
    Meld,
    Move,
    Outcome,
    Table,
    check_tile_in_hand,
    codes_of,
    different_tiles,
    in_order,
    pieces_of,
    pieces_on,
    without_one,
)
from rummy_referee.rules.violations import Violation
from rummy_referee.rules.wordings import Wording, codes_in
from rummy_referee.tiles.tile import Tile

WRONG_DECLARATION = 4
"""What a wrong declaration costs at a table."""


@dataclass(frozen=True, slots=True)
class Declare(Move):
    """Discard a tile and show the other 14."""

    type: ClassVar[Literal["declare"]] = "declare"
    discard: Tile = records.tile("The tile that is discarded.")
    melds: Table | None = records.optional_melds(
        "The melds of the other tiles: runs and groups, or seven pairs. If left out, the service finds them."
    )


OkeyMove = TakeTile | Discard | Declare

MOVES = {TAKE: (TakeTile.type,), DISCARD: (Discard.type, Declare.type)}
"""The types of move in each phase."""


def apply_take(position: OkeyPosition, move: TakeTile) -> Outcome:
    """The tile is in the hand, and the player discards one."""
    snapshot = position.snapshot
    tile = snapshot.discard_top if move.from_ == PILE else move.drawn
    if tile is None:
        return Outcome(None, needs=("drawn",))
    after = replace(
        snapshot,
        hand=(*snapshot.hand, tile),
        discard_top=None if move.from_ == PILE else snapshot.discard_top,
        stock=snapshot.stock - (move.from_ == STOCK),
        phase=DISCARD,
    )
    return Outcome(after)


def check_discard(position: OkeyPosition, move: Discard) -> Iterator[Violation]:
    """Any tile of the hand, also the one just taken."""
    yield from check_tile_in_hand(position, move.tile)


def put_down(position: OkeyPosition, tile: Tile) -> OkeySnapshot:
    """The position with a tile of the hand discarded."""
    snapshot = position.snapshot
    return replace(snapshot, hand=without_one(snapshot.hand, tile.piece), discard_top=tile, phase=TAKE)


def apply_discard(position: OkeyPosition, move: Discard) -> Outcome:
    """The turn ends, and with an empty stock the round."""
    after = put_down(position, move.tile)
    return Outcome(after, (move.tile,), ends_turn=True, ends_round=not after.stock)


# --- declaring --------------------------------------------------------------------------------------------------------


def find_declaration_faults(judge: Judge, hand: Meld, melds: Table) -> Iterator[Fault]:
    """Every tile lies in a meld, and pairs are not mixed with runs and groups."""
    left = pieces_of(hand) - pieces_on(melds)
    if left:
        yield cards_not_melded(tiles=codes_of(BOX, left))
    if 0 < sum(is_pair(judge, meld) for meld in melds) < len(melds):
        yield pairs_mixed()


def find_wrong(position: OkeyPosition, move: Declare) -> list[Violation]:
    """Why a declaration is wrong; nothing if it is right."""
    hand = without_one(position.snapshot.hand, move.discard.piece)

    def find_melds() -> Table:
        finished = find_finished(hand, position.wild)
        return arranger_in(position.wild).arrange(hand, False).melds if finished is None else finished

    return find_wrong_declaration(position, hand, move.melds, find_melds, find_declaration_faults, WRONG_DECLARATION)


def check_declare(position: OkeyPosition, move: Declare) -> Iterator[Violation]:
    """The other tiles are a finished hand; a wrong declaration is refused, and its price at a table named."""
    impossible = list(check_shown(position, move))
    yield from impossible or find_wrong(position, move)


def apply_declare(position: OkeyPosition, move: Declare) -> Outcome:
    """The melds are shown, and the round is over."""
    after = replace(put_down(position, move.discard), hand=())
    return Outcome(after, in_order(position.snapshot.hand), ends_turn=True, ends_round=True)


def generate_declares(position: OkeyPosition) -> Iterator[Declare]:
    """With each tile without which the others are a finished hand."""
    hand, wild = position.snapshot.hand, position.wild
    if not has_finished(hand, wild):
        return
    for tile in different_tiles(hand):
        if find_finished(without_one(hand, tile.piece), wild):
            yield Declare(tile)


def laid_melds(position: OkeyPosition, move: Declare) -> Table:
    """The melds of a legal declaration: those of the move, or those that are found."""
    if move.melds is not None:
        return move.melds
    return find_finished(without_one(position.snapshot.hand, move.discard.piece), position.wild) or ()


def describe_declare(position: OkeyPosition, move: Declare) -> Wording:
    """A declaration in words, with its melds."""
    melds = [codes_in(meld) for meld in laid_melds(position, move)]
    return Wording("declare", {"melds": melds, "tile": move.discard.code})
