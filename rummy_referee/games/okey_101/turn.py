"""A turn of Okey 101: take a tile, open or lay, discard."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from rummy_referee.games.okey_101.faults import (
    discard_returned,
    not_opened,
    nothing_taken,
    opened_before,
    opened_this_turn,
    opening_mixed,
    opening_pairs_missing,
    opening_points_missing,
    opening_wrong,
    pair_not_extended,
    pairs_not_yet,
    pairs_only,
    taken_not_used,
    tile_kept,
)
from rummy_referee.games.okey_101.openings import Open
from rummy_referee.games.okey_101.snapshot import DRAW, PLAY, Okey101Position, Okey101Snapshot
from rummy_referee.games.okey_101.tiles import (
    MELDS,
    OKEY_DISCARDED,
    PAIRS,
    PENALTY,
    PLAYABLE_DISCARDED,
    value_of,
)
from rummy_referee.melds.pairs import is_pair
from rummy_referee.rules.faults import no_joker_for_tile, nothing_laid, tiles_not_in_hand
from rummy_referee.rules.indicator import BOX
from rummy_referee.rules.knock_rummy.taking import PILE, STOCK, TakeTile, check_take
from rummy_referee.rules.move_records import Discard, LayMeld, LayOff, SwapJoker
from rummy_referee.rules.records import replace
from rummy_referee.rules.tables import check_all_melds
from rummy_referee.rules.turns import (
    Meld,
    Move,
    Outcome,
    Table,
    check_meld_exists,
    check_tile_in_hand,
    codes_of,
    each_tile_of_hand,
    in_order,
    pieces_of,
    without,
    without_one,
)
from rummy_referee.rules.violations import Violation
from rummy_referee.rules.wordings import Wording, codes_in
from rummy_referee.tiles.tile import Tile

LAYING = (LayMeld.type, LayOff.type, SwapJoker.type)


def check_available(position: Okey101Position, move: str) -> Iterator[Violation]:
    """A player opens once in a round, and lays more from the next turn on."""
    snapshot = position.snapshot
    if snapshot.phase != PLAY:
        return
    if move == Open.type and snapshot.opened:
        yield position.violation(opened_before(), "/move/type")
    if move in LAYING and not snapshot.opened:
        yield position.violation(not_opened(), "/move/type")
    if move in LAYING and snapshot.opened_now and not position.options.play_on_after_opening:
        yield position.violation(opened_this_turn(), "/move/type")


# --- taking ---------------------------------------------------------------------------------------------------------


def check_take_tile(position: Okey101Position, move: TakeTile) -> Iterator[Violation]:
    """The next tile of the stock, or the last discard, unless it was put back in this turn."""
    yield from check_take(position, move)
    if move.from_ == PILE and position.snapshot.returned:
        yield position.violation(discard_returned(), "/move/from")


def apply_take(position: Okey101Position, move: TakeTile) -> Outcome:
    """The tile is in the hand. One from the discards must be used, or it is put back."""
    snapshot = position.snapshot
    tile = snapshot.discard_top if move.from_ == PILE else move.drawn
    if tile is None:
        return Outcome(None, needs=("drawn",))
    is_free = bool(snapshot.opened) and position.options.take_free_when_opened
    after = replace(
        snapshot,
        hand=(*snapshot.hand, tile),
        phase=PLAY,
        stock=snapshot.stock - (move.from_ == STOCK),
        discard_top=snapshot.discard_top if move.from_ == STOCK else None,
        taken=tile if move.from_ == PILE and not is_free else None,
        returned=False,
    )
    return Outcome(after)


@dataclass(frozen=True, slots=True)
class PutBack(Move):
    """Put the tile back that was taken from the discards."""

    type: ClassVar[Literal["put_back"]] = "put_back"


def check_put_back(position: Okey101Position, _move: PutBack) -> Iterator[Violation]:
    """A tile was taken from the discards and is not used yet."""
    if position.snapshot.taken is None:
        yield position.violation(nothing_taken(), "/move/type")


def apply_put_back(position: Okey101Position, _move: PutBack) -> Outcome:
    """The tile lies on the discards again, and only the stock may be taken now."""
    snapshot = position.snapshot
    tile = snapshot.taken
    hand = snapshot.hand if tile is None else without_one(snapshot.hand, tile.piece)
    after = replace(snapshot, hand=hand, discard_top=tile, phase=DRAW, taken=None, returned=True)
    return Outcome(after, () if tile is None else (tile,))


# --- laying ---------------------------------------------------------------------------------------------------------


def check_tiles(position: Okey101Position, tiles: Meld, path: str) -> Iterator[Violation]:
    """The tiles are in the hand, and one is kept for the discard."""
    missing = pieces_of(tiles) - pieces_of(position.snapshot.hand)
    if missing:
        yield position.violation(tiles_not_in_hand(tiles=codes_of(BOX, missing)), path)
    if not position.keeps_enough(tiles):
        yield position.violation(tile_kept(), path)


def check_open(position: Okey101Position, move: Open) -> Iterator[Violation]:
    """Runs and groups of enough points, or enough pairs, with the tile that was taken. A wrong one has a price."""
    path, laid = "/move/melds", tuple([tile for meld in move.melds for tile in meld])
    yield from check_tiles(position, laid, path)
    if not position.is_used(laid):
        yield position.violation(taken_not_used(tile=(position.snapshot.taken or laid[0]).piece), path)
    wrong = list(find_opening_faults(position, move.melds))
    if wrong:
        yield position.violation(opening_wrong(penalty=PENALTY), path)
        yield from wrong


def find_opening_faults(position: Okey101Position, melds: Table) -> Iterator[Violation]:
    """What is wrong with the melds of an opening."""
    path = "/move/melds"
    paths = ((f"{path}/{place}", meld) for place, meld in enumerate(melds))
    found = list(check_all_melds(position, BOX.holds, paths))
    yield from found
    points, fewest = position.minimum
    pairs = sum(is_pair(position.judge, meld) for meld in melds)
    if pairs and pairs < len(melds):
        yield position.violation(opening_mixed(), path)
    elif pairs and pairs < fewest:
        yield position.violation(opening_pairs_missing(minimum=fewest, actual=pairs), path)
    elif not pairs and not found and value_of(position.judge, melds) < points:
        actual = value_of(position.judge, melds)
        yield position.violation(opening_points_missing(minimum=points, actual=actual), path)


def lay(snapshot: Okey101Snapshot, table: Iterable[Meld], tiles: Meld, **changes: Any) -> Outcome:
    """The tiles leave the hand; the tile taken from the discards is used if it is among them."""
    taken = snapshot.taken
    is_used = taken is not None and taken.piece in [tile.piece for tile in tiles]
    after = replace(
        snapshot,
        table=tuple(table),
        hand=without(snapshot.hand, pieces_of(tiles)),
        taken=None if is_used else taken,
        **changes,
    )
    return Outcome(after, in_order(BOX.tiles[tile.piece] for tile in tiles))


def apply_open(position: Okey101Position, move: Open) -> Outcome:
    """The melds are on the table, and the player has opened."""
    kind = PAIRS if is_pair(position.judge, move.melds[0]) else MELDS
    laid = tuple([tile for meld in move.melds for tile in meld])
    snapshot = position.snapshot
    return lay(snapshot, (*snapshot.table, *move.melds), laid, opened=kind, opened_now=True)


def describe_open(_position: Okey101Position, move: Open) -> Wording:
    """An opening in words."""
    return Wording("open", {"melds": [codes_in(meld) for meld in move.melds]})


def check_meld(position: Okey101Position, move: LayMeld) -> Iterator[Violation]:
    """A new run or group, or a pair as the opening of the player and those of the others allow it."""
    path = "/move/tiles"
    yield from check_tiles(position, move.tiles, path)
    judgement = position.judge(move.tiles)
    for fault in judgement.faults:
        yield position.violation(fault, path)
    has_pair = is_pair(position.judge, move.tiles)
    if judgement.valid and position.snapshot.opened == PAIRS and not has_pair:
        yield position.violation(pairs_only(), path)
    if has_pair and position.snapshot.opened == MELDS and not may_lay_pairs(position):
        yield position.violation(pairs_not_yet(), path)


def may_lay_pairs(position: Okey101Position) -> bool:
    """Whether this player may lay pairs: after opening with them, or once another player has."""
    snapshot = position.snapshot
    return snapshot.opened == PAIRS or any(opening.kind == PAIRS for opening in snapshot.openings)


def apply_meld(position: Okey101Position, move: LayMeld) -> Outcome:
    """The meld is the last on the table."""
    return lay(position.snapshot, (*position.snapshot.table, move.tiles), move.tiles)


def generate_melds(position: Okey101Position) -> Iterator[LayMeld]:
    """Every meld of the hand that keeps a tile."""
    melds = position.tiles.generate_melds() if position.snapshot.opened == MELDS else iter(())
    pairs = position.tiles.generate_pairs() if may_lay_pairs(position) else iter(())
    return (LayMeld(tiles) for tiles in (*melds, *pairs) if position.keeps_enough(tiles))


def check_lay_off(position: Okey101Position, move: LayOff) -> Iterator[Violation]:
    """Tiles are added to any run or group, and it is a meld with them."""
    path, table = "/move/tiles", position.snapshot.table
    yield from check_meld_exists(position, move.meld)
    yield from check_tiles(position, move.tiles, path)
    if not move.tiles:
        yield position.violation(nothing_laid(), path)
    elif move.meld < len(table):
        if is_pair(position.judge, table[move.meld]):
            yield position.violation(pair_not_extended(), "/move/meld")
            return
        for fault in position.judge((*table[move.meld], *move.tiles)).faults:
            yield position.violation(fault, path)


def replace_meld(table: Table, index: int, meld: Meld) -> Table:
    """The table with another meld in this place."""
    return (*table[:index], meld, *table[index + 1 :])


def apply_lay_off(position: Okey101Position, move: LayOff) -> Outcome:
    """The tiles are at the end of the meld."""
    table = position.snapshot.table
    return lay(position.snapshot, replace_meld(table, move.meld, (*table[move.meld], *move.tiles)), move.tiles)


def generate_lay_offs(position: Okey101Position) -> Iterator[LayOff]:
    """For each run and group on the table, every set of tiles that can be added."""
    melds = position.melds.melds
    for index, meld in enumerate(position.snapshot.table):
        if not is_pair(position.judge, meld):
            lying = tuple(map(melds.translate, meld))
            for tiles in position.tiles.generate_additions(lying, melds.melds):
                if position.keeps_enough(tiles):
                    yield LayOff(index, tiles)


def find_okey_for(position: Okey101Position, meld: Meld, tile: Tile) -> int | None:
    """The place in a meld of an okey that stands for a tile in some reading."""
    wild = position.wild
    if tile.piece == wild.piece:
        return None
    face = position.melds.find_face(tile)
    for reading in position.judge(meld).readings:
        for placed in reading.tiles:
            if placed.piece == wild.piece and placed.pinned_to is not None and placed.pinned_to.code == face:
                if placed in meld:
                    return meld.index(placed)
                return next((at for at, one in enumerate(meld) if one.piece == wild.piece and not one.pinned_to), None)
    return None


def check_swap(position: Okey101Position, move: SwapJoker) -> Iterator[Violation]:
    """The tile for which an okey stands takes its place."""
    yield from check_meld_exists(position, move.meld)
    yield from check_tile_in_hand(position, move.tile)
    table = position.snapshot.table
    if move.meld < len(table) and find_okey_for(position, table[move.meld], move.tile) is None:
        yield position.violation(no_joker_for_tile(tile=move.tile.piece), "/move/tile")


def apply_swap(position: Okey101Position, move: SwapJoker) -> Outcome:
    """The okey comes to the hand, unpinned."""
    table = position.snapshot.table
    meld = table[move.meld]
    place = find_okey_for(position, meld, move.tile)
    swapped = tuple([move.tile if at == place else tile for at, tile in enumerate(meld)])
    outcome = lay(position.snapshot, replace_meld(table, move.meld, swapped), (move.tile,))
    after = outcome.next
    return replace(outcome, next=replace(after, hand=(*after.hand, position.wild)))


EACH_TILE = each_tile_of_hand(Discard)


def generate_swaps(position: Okey101Position) -> Iterator[SwapJoker]:
    """For each meld on the table, every tile that can take an okey's place."""
    for index, meld in enumerate(position.snapshot.table):
        if any(tile.piece == position.wild.piece for tile in meld):
            for move in EACH_TILE(position):
                if find_okey_for(position, meld, move.tile) is not None:
                    yield SwapJoker(index, move.tile)


def describe_swap(position: Okey101Position, move: SwapJoker) -> Wording:
    """A swap in words."""
    return Wording(move.type, {"tile": move.tile.code, "joker": position.wild.code, "meld": move.meld + 1})


# --- the end of the turn --------------------------------------------------------------------------------------------


def check_discard(position: Okey101Position, move: Discard) -> Iterator[Violation]:
    """A tile of the hand; not while a tile taken from the discards is unused."""
    yield from check_tile_in_hand(position, move.tile)
    if position.snapshot.taken is not None:
        yield position.violation(taken_not_used(tile=position.snapshot.taken.piece), "/move/type")


def generate_discards(position: Okey101Position) -> Iterator[Discard]:
    """With each tile of the hand."""
    return (move for move in EACH_TILE(position) if position.snapshot.taken is None)


def find_penalty(position: Okey101Position, tile: Tile) -> str | None:
    """What a discard costs: the okey, or a tile that could be laid off; nothing if it empties the hand."""
    snapshot, options = position.snapshot, position.options
    if len(snapshot.hand) == 1:
        return None
    if tile.piece == position.wild.piece:
        return OKEY_DISCARDED if options.okey_discard_penalty else None
    is_playable = any(
        not is_pair(position.judge, meld) and position.judge((*meld, tile)).valid for meld in snapshot.table
    )
    return PLAYABLE_DISCARDED if is_playable and options.playable_discard_penalty else None


def apply_discard(position: Okey101Position, move: Discard) -> Outcome:
    """The turn ends. The round ends with an empty hand or an empty stock."""
    snapshot = position.snapshot
    penalty = find_penalty(position, move.tile)
    after = replace(
        snapshot,
        hand=without_one(snapshot.hand, move.tile.piece),
        discard_top=move.tile,
        phase=DRAW,
        returned=False,
        opened_now=False,
        penalties=(*snapshot.penalties, penalty) if penalty else snapshot.penalties,
    )
    is_over = not after.hand or not after.stock
    return Outcome(after, (move.tile,), ends_turn=True, ends_round=is_over)


Okey101Move = TakeTile | PutBack | Open | LayMeld | LayOff | SwapJoker | Discard

MOVES = {
    DRAW: (TakeTile.type,),
    PLAY: (PutBack.type, Open.type, *LAYING, Discard.type),
}
"""The types of move in each phase."""
