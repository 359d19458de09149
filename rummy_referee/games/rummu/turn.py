"""A turn of Rummü: take one card or several, lay any number, discard one."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

from rummy_referee.games.rummu.best import find_best, find_shortest_with, points_of
from rummy_referee.games.rummu.combinations import BOX, MELDS, STEPS
from rummy_referee.games.rummu.faults import (
    first_meld_missing,
    first_meld_too_short,
    last_card_without_meld,
    meld_not_own,
    nothing_taken_back,
    stock_after_pile,
    take_back_breaks_meld,
    take_back_too_many,
    take_back_with_cards,
    tiles_not_in_meld,
    yellow_stands_for_itself,
)
from rummy_referee.games.rummu.snapshot import (
    RummuPosition,
    RummuSnapshot,
    can_lay,
    can_take,
    check_snapshot,
    first_meld_size,
)
from rummy_referee.rules import discard_pile, records
from rummy_referee.rules.discard_pile import (
    PILE,
    STOCK,
    TakeCard,
    count_hidden,
    describe_take,
    take_from_pile,
    take_from_stock,
)
from rummy_referee.rules.faults import (
    move_not_in_phase,
    no_joker_for_tile,
    nothing_laid,
    tiles_not_in_hand,
)
from rummy_referee.rules.move_records import WHICH_MELD, Discard, LayMeld, LayOff, SwapJoker
from rummy_referee.rules.options import NoOptions
from rummy_referee.rules.records import OwnedMeld, replace
from rummy_referee.rules.turns import (
    Meld,
    Move,
    MoveRule,
    Outcome,
    TurnRules,
    add_to_hand,
    check_meld_exists,
    check_tile_in_hand,
    each_tile,
    in_order,
    pieces_of,
    remove_from_hand,
    without,
)
from rummy_referee.rules.violations import Violation
from rummy_referee.rules.wordings import Wording
from rummy_referee.tiles.tile import Tile


@dataclass(frozen=True, slots=True)
class TakeBack(Move):
    """Take cards back from an own meld, to have one to discard."""

    type: ClassVar[Literal["take_back"]] = "take_back"
    meld: int = records.count(WHICH_MELD)
    tiles: Meld = records.tiles("The cards to take back.")


def check_available(position: RummuPosition, move: str) -> Iterator[Violation]:
    """First a card is taken; after one from the discard pile, both taking and laying are available."""
    snapshot = position.snapshot
    in_time = can_take(snapshot) if move == "take" else can_lay(snapshot)
    if not in_time:
        yield position.violation(move_not_in_phase(move=move, phase=snapshot.phase), "/move/type")


# --- taking ---------------------------------------------------------------------------------------------------------


def check_take(position: RummuPosition, move: TakeCard) -> Iterator[Violation]:
    """One card from the stock, or one after another from the pile; the given cards fit the revealed ones."""
    taken = position.snapshot.taken
    if move.from_ == STOCK and taken:
        yield position.violation(stock_after_pile(taken=taken), "/move/from")
    yield from discard_pile.check_take(position, move)


def apply_take(position: RummuPosition, move: TakeCard) -> Outcome:
    """The card is in the hand."""
    snapshot = position.snapshot
    if move.from_ == PILE:
        return take_from_pile(snapshot, move, taken=snapshot.taken + 1)
    return take_from_stock(snapshot, move, phase="play")


def generate_takes(position: RummuPosition) -> Iterator[Move]:
    """From the stock, from the discard pile."""
    takes = (TakeCard(STOCK), TakeCard(PILE))
    return (take for take in takes if not any(check_take(position, take)))


# --- laying ---------------------------------------------------------------------------------------------------------


def check_tiles_in_hand(position: RummuPosition, tiles: Meld) -> Iterator[Violation]:
    """The cards are in the hand."""
    missing = pieces_of(tiles) - pieces_of(position.snapshot.hand)
    if missing:
        yield position.violation(tiles_not_in_hand(tiles=list(missing.elements())), "/move/tiles")


def check_combination(position: RummuPosition, cards: Meld) -> Iterator[Violation]:
    """The cards are a meld."""
    for fault in position.judge(cards).faults:
        yield position.violation(fault, "/move/tiles")


def check_opened(position: RummuPosition) -> Iterator[Violation]:
    """Only a player who has laid a first meld may change the melds on the table."""
    if not position.snapshot.opened:
        yield position.violation(first_meld_missing(), "/move/type")


def outcome_of_laying(snapshot: RummuSnapshot, table: Iterable[OwnedMeld], tiles: Meld) -> Outcome:
    """The cards leave the hand, and no more can be taken."""
    hand = without(snapshot.hand, pieces_of(tiles))
    after = replace(snapshot, table=tuple(table), hand=hand, opened=True, phase="play")
    return Outcome(after, from_hand=in_order(BOX.tiles[tile.piece] for tile in tiles))


def replace_meld(table: tuple[OwnedMeld, ...], index: int, cards: Meld) -> tuple[OwnedMeld, ...]:
    """The table with other cards in one meld; without the meld if there are none."""
    changed = (OwnedMeld(table[index].owner, cards),) if cards else ()
    return (*table[:index], *changed, *table[index + 1 :])


def check_meld(position: RummuPosition, move: LayMeld) -> Iterator[Violation]:
    """A new meld comes from the hand; the first one has the size that the score requires."""
    yield from check_tiles_in_hand(position, move.tiles)
    yield from check_combination(position, move.tiles)
    least = first_meld_size(position.snapshot)
    if not position.snapshot.opened and max(len(move.tiles), MELDS.minimum) < least:
        yield position.violation(first_meld_too_short(minimum=least, actual=len(move.tiles)), "/move/tiles")


def apply_meld(position: RummuPosition, move: LayMeld) -> Outcome:
    """The meld belongs to the player."""
    snapshot = position.snapshot
    return outcome_of_laying(snapshot, (*snapshot.table, OwnedMeld(snapshot.player, move.tiles)), move.tiles)


def generate_melds(position: RummuPosition) -> Iterator[Move]:
    """Every meld of the hand that is long enough."""
    snapshot = position.snapshot
    least = MELDS.minimum if snapshot.opened else first_meld_size(snapshot)
    return (LayMeld(STEPS.name(cards)) for cards in STEPS.find_melds(position.loose, least))


def check_lay_off(position: RummuPosition, move: LayOff) -> Iterator[Violation]:
    """Cards are added to any meld. A player without a meld to take cards back from keeps one to discard."""
    snapshot = position.snapshot
    yield from check_opened(position)
    yield from check_meld_exists(position, move.meld)
    yield from check_tiles_in_hand(position, move.tiles)
    if not move.tiles:
        yield position.violation(nothing_laid(), "/move/tiles")
    elif move.meld < len(snapshot.table):
        yield from check_combination(position, (*snapshot.table[move.meld].cards, *move.tiles))
    if move.tiles and pieces_of(move.tiles) == pieces_of(snapshot.hand) and not position.has_own_meld:
        yield position.violation(last_card_without_meld(), "/move/tiles")


def apply_lay_off(position: RummuPosition, move: LayOff) -> Outcome:
    """The meld has the cards too, and keeps its owner."""
    table = position.snapshot.table
    cards = (*table[move.meld].cards, *move.tiles)
    return outcome_of_laying(position.snapshot, replace_meld(table, move.meld, cards), move.tiles)


def generate_lay_offs(position: RummuPosition) -> Iterator[Move]:
    """For each meld on the table, every set of cards that can be added."""
    snapshot = position.snapshot
    if not snapshot.opened:
        return
    most = len(snapshot.hand) - (not position.has_own_meld)
    for index, meld in enumerate(position.lying):
        for cards in STEPS.find_additions(meld, position.loose):
            if len(cards) <= most:
                yield LayOff(index, STEPS.name(cards))


def find_joker_for(position: RummuPosition, meld: int, tile: Tile) -> Tile | None:
    """The yellow card of a meld that stands for a card, in some reading."""
    cards = position.snapshot.table[meld].cards
    for reading in position.judge(cards).readings:
        for placed in reading.tiles:
            if placed.pinned_to is tile:
                return next(card for card in cards if card.wild and card.number == tile.number)
    return None


def check_swap(position: RummuPosition, move: SwapJoker) -> Iterator[Violation]:
    """The card for which a yellow card stands takes its place."""
    yield from check_opened(position)
    yield from check_meld_exists(position, move.meld)
    yield from check_tile_in_hand(position, move.tile)
    if move.meld < len(position.snapshot.table) and find_joker_for(position, move.meld, move.tile) is None:
        cards = position.snapshot.table[move.meld].cards
        stands_for_itself = len({card.colour for card in cards}) == len(BOX.colours)
        if stands_for_itself and any(card.wild and card.number == move.tile.number for card in cards):
            yield position.violation(yellow_stands_for_itself(), "/move/tile")
        else:
            yield position.violation(no_joker_for_tile(tile=move.tile.piece), "/move/tile")


def apply_swap(position: RummuPosition, move: SwapJoker) -> Outcome:
    """The yellow card comes to the hand, and may stand for anything again."""
    snapshot = position.snapshot
    joker = find_joker_for(position, move.meld, move.tile)
    cards = tuple(move.tile if card is joker else card for card in snapshot.table[move.meld].cards)
    outcome = outcome_of_laying(snapshot, replace_meld(snapshot.table, move.meld, cards), (move.tile,))
    return replace(outcome, next=add_to_hand(outcome.next, BOX.tiles[joker.piece] if joker else None))


def generate_swaps(position: RummuPosition) -> Iterator[Move]:
    """For each meld on the table, every card that can take a yellow card's place."""
    if not position.snapshot.opened:
        return
    for index, meld in enumerate(position.lying):
        for card in STEPS.find_swaps(meld, position.loose):
            yield SwapJoker(index, STEPS.tiles[card])


def describe_swap(_position: RummuPosition, move: SwapJoker) -> Wording:
    """A swap in words: the yellow card has the same number."""
    joker = f"{BOX.wild_colour}{move.tile.number}"
    return Wording(move.type, {"tile": move.tile.code, "joker": joker, "meld": move.meld + 1})


# --- the end of the turn --------------------------------------------------------------------------------------------


def find_take_backs(position: RummuPosition) -> list[TakeBack]:
    """The fewest cards that can be taken back: one, if an own meld is valid without it."""
    own = position.own_melds
    removals = STEPS.find_smallest_removals([position.lying[index] for index in own])
    return [TakeBack(own[index], STEPS.name(cards)) for index, cards in removals]


def check_take_back(position: RummuPosition, move: TakeBack) -> Iterator[Violation]:
    """A player who has laid everything takes back as few cards as possible; the rest is a meld or nothing."""
    snapshot = position.snapshot
    if snapshot.hand:
        yield position.violation(take_back_with_cards(cards=len(snapshot.hand)), "/move/type")
    yield from check_meld_exists(position, move.meld)
    if not move.tiles:
        yield position.violation(nothing_taken_back(), "/move/tiles")
    if move.meld >= len(snapshot.table):
        return
    meld = snapshot.table[move.meld]
    if meld.owner != snapshot.player:
        yield position.violation(meld_not_own(player=meld.owner), "/move/meld")
        return
    missing = pieces_of(move.tiles) - pieces_of(meld.cards)
    if missing:
        yield position.violation(tiles_not_in_meld(tiles=list(missing.elements())), "/move/tiles")
        return
    yield from check_rest(position, without(meld.cards, pieces_of(move.tiles)))
    fewest = len(find_take_backs(position)[0].tiles)
    if len(move.tiles) > fewest:
        yield position.violation(take_back_too_many(maximum=fewest, actual=len(move.tiles)), "/move/tiles")


def check_rest(position: RummuPosition, rest: Meld) -> Iterator[Violation]:
    """What stays of a meld is a meld or nothing."""
    faults = list(check_combination(position, rest)) if rest else []
    if faults:
        yield position.violation(take_back_breaks_meld(tiles=[card.piece for card in rest]), "/move/tiles")
    yield from faults


def apply_take_back(position: RummuPosition, move: TakeBack) -> Outcome:
    """The cards are in the hand again."""
    snapshot = position.snapshot
    left = without(snapshot.table[move.meld].cards, pieces_of(move.tiles))
    return Outcome(replace(snapshot, table=replace_meld(snapshot.table, move.meld, left), hand=move.tiles))


def generate_take_backs(position: RummuPosition) -> Iterator[Move]:
    """For each own meld, every set of the fewest cards that can be taken back."""
    return iter(() if position.snapshot.hand else find_take_backs(position))


def check_discard(position: RummuPosition, move: Discard) -> Iterator[Violation]:
    """The card is in the hand; it may be one just taken."""
    yield from check_tile_in_hand(position, move.tile)


def apply_discard(position: RummuPosition, move: Discard) -> Outcome:
    """The card is on top of the pile. Discarding the last card ends the round."""
    after = remove_from_hand(position.snapshot, move.tile)
    count = after.discard_count + 1
    after = replace(after, discard_top=move.tile, discard_count=count, phase="draw", taken=0)
    return Outcome(after, (move.tile,), ends_turn=True, ends_round=not after.hand)


RummuMove = TakeCard | LayMeld | LayOff | SwapJoker | TakeBack | Discard

TURN = TurnRules[NoOptions, RummuSnapshot, RummuMove](
    snapshot=RummuSnapshot,
    position_type=RummuPosition,
    phases=("draw", "play"),
    check_snapshot=check_snapshot,
    check_available=check_available,
    count_hidden=count_hidden,
    allows_empty_hand=lambda snapshot: snapshot.phase == "play",
    rules=(
        MoveRule(TakeCard, check_take, apply_take, generate_takes, describe_take),
        MoveRule(LayMeld, check_meld, apply_meld, generate_melds),
        MoveRule(LayOff, check_lay_off, apply_lay_off, generate_lay_offs),
        MoveRule(SwapJoker, check_swap, apply_swap, generate_swaps, describe_swap),
        MoveRule(TakeBack, check_take_back, apply_take_back, generate_take_backs),
        MoveRule(Discard, check_discard, apply_discard, each_tile(Discard, check_discard)),
    ),
    find_best=find_best,
    melds_with=find_shortest_with,
    points_in_hand=lambda _, tile: points_of(tile),
)
