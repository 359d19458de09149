"""The steps of a turn: lay a run, lay off, swap a joker."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rummy_referee.cached_property import cached_property
from rummy_referee.games.myrummy_kids.faults import freed_joker_stuck, lay_off_before_own_run, not_at_the_ends
from rummy_referee.games.myrummy_kids.freed_jokers import can_lay_freed, is_swap_for
from rummy_referee.games.myrummy_kids.snapshot import BOX, RUNS, KidsOptions, KidsSnapshot
from rummy_referee.melds.lying_runs import Bits, LyingRun, read_run
from rummy_referee.rules.faults import no_joker_for_tile, nothing_laid, tiles_not_in_hand
from rummy_referee.rules.move_records import LayMeld, LayOff, SwapJoker
from rummy_referee.rules.positions import Position
from rummy_referee.rules.records import replace
from rummy_referee.rules.tables import check_all_melds
from rummy_referee.rules.turns import (
    Meld,
    MoveRule,
    Outcome,
    Table,
    add_to_hand,
    check_meld_exists,
    check_tile_in_hand,
    codes_of,
    different_tiles,
    in_order,
    pieces_of,
    remove_from_hand,
    without,
)
from rummy_referee.rules.violations import Violation
from rummy_referee.rules.wordings import Wording
from rummy_referee.tiles.box import JOKER
from rummy_referee.tiles.tile import Tile


@dataclass(frozen=True, eq=False)
class KidsPosition(Position[KidsOptions, KidsSnapshot, Any]):
    """A snapshot with its runs, its hand by colour, and the legal steps."""

    @cached_property
    def runs(self) -> tuple[LyingRun, ...]:
        """The runs on the table."""
        return tuple(map(read_run, self.snapshot.table))

    @cached_property
    def jokers(self) -> int:
        """The number of jokers in the hand."""
        return sum(tile.wild for tile in self.snapshot.hand)

    @cached_property
    def held(self) -> dict[str, Bits]:
        """The numbers of each colour in the hand."""
        held = dict.fromkeys(BOX.colours, 0)
        for tile in self.snapshot.hand:
            if not tile.wild:
                held[tile.colour] |= 1 << tile.number
        return held

    @cached_property
    def melds(self) -> tuple[LayMeld, ...]:
        """The runs that can be laid."""
        return tuple(generate_melds(self))

    @cached_property
    def lay_offs(self) -> tuple[LayOff, ...]:
        """The tiles that can be added to runs."""
        return tuple(generate_lay_offs(self))

    @cached_property
    def swaps(self) -> tuple[SwapJoker, ...]:
        """The jokers that can be swapped out."""
        return tuple(generate_swaps(self))

    def is_playable(self) -> bool:
        """Whether there is a legal step."""
        return bool(self.melds or self.lay_offs or self.swaps)

    def end_turn(self, after: KidsSnapshot, from_hand: Meld = ()) -> Outcome:
        """The turn is over; with an empty hand, so is the round."""
        start = replace(after, phase="play", stepped=False, freed_jokers=0)
        return Outcome(start, from_hand, ends_turn=True, ends_round=not after.hand)


def check_freed_jokers(position: KidsPosition, after: KidsSnapshot) -> Iterator[Violation]:
    """Every freed joker can still be laid in this turn after the step."""
    if not can_lay_freed(after):
        yield position.violation(freed_joker_stuck(), "/move/type")


def lays_freed_jokers(position: KidsPosition, tiles: Meld) -> bool:
    """Whether laying these tiles lays every freed joker again."""
    freed = position.snapshot.freed_jokers
    return not freed or sum(tile.wild for tile in tiles) >= freed


def check_tiles_in_hand(position: KidsPosition, tiles: Meld) -> Iterator[Violation]:
    """The tiles are in the hand."""
    foreign = pieces_of(tiles) - pieces_of(position.snapshot.hand)
    if foreign:
        yield position.violation(tiles_not_in_hand(tiles=codes_of(BOX, foreign)), "/move/tiles")


def lay(snapshot: KidsSnapshot, table: Table, tiles: Meld) -> KidsSnapshot:
    """The snapshot with these tiles of the hand on the table. Every joker among them counts as a freed one."""
    laid = pieces_of(tiles)
    freed = max(snapshot.freed_jokers - laid[JOKER], 0)
    return replace(snapshot, table=table, hand=without(snapshot.hand, laid), stepped=True, freed_jokers=freed)


def outcome_of_laying(position: KidsPosition, after: KidsSnapshot, tiles: Meld) -> Outcome:
    """The turn continues, unless the hand is empty."""
    from_hand = in_order(BOX.tiles[tile.piece] for tile in tiles)
    return Outcome(after, from_hand) if after.hand else position.end_turn(after, from_hand)


def replace_meld(table: Table, index: int, meld: Meld) -> Table:
    """The table with another meld at this index."""
    return (*table[:index], meld, *table[index + 1 :])


# --- a new run ------------------------------------------------------------------------------------------------------


def check_meld(position: KidsPosition, move: LayMeld) -> Iterator[Violation]:
    """A new run comes from the hand."""
    faults = [
        *check_tiles_in_hand(position, move.tiles),
        *check_all_melds(position, BOX.holds, [("/move/tiles", move.tiles)]),
    ]
    yield from faults or check_freed_jokers(position, lay_meld(position.snapshot, move))


def lay_meld(snapshot: KidsSnapshot, move: LayMeld) -> KidsSnapshot:
    """The run is on the table, as the request has it, and the player has opened."""
    return replace(lay(snapshot, (*snapshot.table, move.tiles), move.tiles), opened=True)


def apply_meld(position: KidsPosition, move: LayMeld) -> Outcome:
    """The run is on the table."""
    return outcome_of_laying(position, lay_meld(position.snapshot, move), move.tiles)


def generate_melds(position: KidsPosition) -> Iterator[LayMeld]:
    """Every run that the hand forms, by colour."""
    for colour, held in position.held.items():
        for tiles in RUNS.find_new(colour, held, position.jokers):
            move = LayMeld(tiles)
            if lays_freed_jokers(position, tiles) or can_lay_freed(lay_meld(position.snapshot, move)):
                yield move


# --- laying off -----------------------------------------------------------------------------------------------------


def check_lay_off(position: KidsPosition, move: LayOff) -> Iterator[Violation]:
    """A player who has laid an own run adds tiles to the ends of a run on the table."""
    faults = [*check_opened(position), *check_meld_exists(position, move.meld)]
    faults += check_tiles_in_hand(position, move.tiles)
    if not move.tiles:
        faults.append(position.violation(nothing_laid(), "/move/tiles"))
    elif move.meld < len(position.snapshot.table):
        faults += check_ends(position, move)
    yield from faults or check_freed_jokers(position, add_tiles(position.snapshot, move))


def check_opened(position: KidsPosition) -> Iterator[Violation]:
    """Before laying off, a player has laid an own run."""
    if not position.snapshot.opened:
        yield position.violation(lay_off_before_own_run(), "/move/type")


def check_ends(position: KidsPosition, move: LayOff) -> Iterator[Violation]:
    """The longer run is valid, and every tile of the old run keeps its number."""
    longer = (*position.snapshot.table[move.meld], *move.tiles)
    faults = list(check_all_melds(position, BOX.holds, [("/move/tiles", longer)]))
    if not faults and not RUNS.fits_ends(position.runs[move.meld], move.tiles):
        faults.append(position.violation(not_at_the_ends(tiles=[tile.code for tile in move.tiles]), "/move/tiles"))
    yield from faults


def add_tiles(snapshot: KidsSnapshot, move: LayOff) -> KidsSnapshot:
    """The run is longer, and sorted if every tile has a number."""
    longer = (*snapshot.table[move.meld], *move.tiles)
    if all(tile.number for tile in longer):
        longer = tuple(sorted(longer, key=lambda tile: tile.number))
    return lay(snapshot, replace_meld(snapshot.table, move.meld, longer), move.tiles)


def apply_lay_off(position: KidsPosition, move: LayOff) -> Outcome:
    """The tiles are at the ends of the run."""
    return outcome_of_laying(position, add_tiles(position.snapshot, move), move.tiles)


def generate_lay_offs(position: KidsPosition) -> Iterator[LayOff]:
    """Every set of tiles that can be added to a run, run by run."""
    for index, run in enumerate(position.runs if position.snapshot.opened else ()):
        for tiles in RUNS.find_additions(run, position.held[run.colour], position.jokers):
            move = LayOff(index, tiles)
            if lays_freed_jokers(position, tiles) or can_lay_freed(add_tiles(position.snapshot, move)):
                yield move


# --- swapping a joker -----------------------------------------------------------------------------------------------


def check_swap(position: KidsPosition, move: SwapJoker) -> Iterator[Violation]:
    """The matching tile of the hand takes a joker's place, if the joker can be laid again in this turn."""
    faults = [*check_meld_exists(position, move.meld), *check_tile_in_hand(position, move.tile)]
    if move.meld < len(position.snapshot.table) and not is_swap_for(position.runs[move.meld], move.tile):
        faults.append(position.violation(no_joker_for_tile(tile=move.tile.piece), "/move/tile"))
    yield from faults or check_freed_jokers(position, swap(position.snapshot, move))


def swap(snapshot: KidsSnapshot, move: SwapJoker) -> KidsSnapshot:
    """The tile is in the joker's place, and the joker is in the hand, to be laid again."""
    meld = snapshot.table[move.meld]
    place = find_joker(meld, move.tile)
    swapped = (*meld[:place], move.tile, *meld[place + 1 :])
    after = add_to_hand(remove_from_hand(snapshot, move.tile), BOX.tiles[JOKER])
    table = replace_meld(snapshot.table, move.meld, swapped)
    return replace(after, table=table, stepped=True, freed_jokers=snapshot.freed_jokers + 1)


def find_joker(meld: Meld, tile: Tile) -> int:
    """The index of the joker for a tile: the one pinned to it, or a free one, at its place if the run is sorted."""
    pinned = [place for place, other in enumerate(meld) if other.pinned_to is tile]
    free = [place for place, other in enumerate(meld) if not other.number]
    known = [other.number - place for place, other in enumerate(meld) if other.number]
    in_place = [place for place in free if all(start == tile.number - place for start in known)]
    return (pinned or in_place or free)[0]


def apply_swap(position: KidsPosition, move: SwapJoker) -> Outcome:
    """The turn continues: the joker must be laid."""
    return Outcome(swap(position.snapshot, move), (move.tile,))


def generate_swaps(position: KidsPosition) -> Iterator[SwapJoker]:
    """Every swap after which the joker can be laid again, run by run."""
    with_jokers = [(index, run) for index, run in enumerate(position.runs) if run.jokers]
    tiles = different_tiles(position.snapshot.hand) if with_jokers else ()
    for index, run in with_jokers:
        for tile in tiles:
            if is_swap_for(run, tile) and can_lay_freed(swap(position.snapshot, move := SwapJoker(index, tile))):
                yield move


def describe_swap(_position: KidsPosition, move: SwapJoker) -> Wording:
    """A swap in words."""
    return Wording(move.type, {"tile": move.tile.code, "joker": JOKER, "meld": move.meld + 1})


STEPS = (
    MoveRule(LayMeld, check_meld, apply_meld, lambda position: position.melds),
    MoveRule(LayOff, check_lay_off, apply_lay_off, lambda position: position.lay_offs),
    MoveRule(SwapJoker, check_swap, apply_swap, lambda position: position.swaps, describe_swap),
)
