"""MyRummy 111 by Steffen Benndorf: bring a hand into order by swapping one card a turn."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from operator import gt, lt
from typing import ClassVar

from service.melds.judgement import ASCENDING, DESCENDING, Judge
from service.melds.stretches import Stretches, count_symbols
from service.rules import records
from service.rules.game import Deal, Game, MeldKind, Rulebook, Ruling, ScoreRow, sections_of
from service.rules.options import whole_number, whole_numbers
from service.rules.records import TakenCard
from service.rules.turns import BestMove, Meld, MoveRule, Objective, Outcome, Position, Turn, needs
from service.rules.verdicts import EndByRounds, RoundsHistory
from service.rules.violations import Violation
from service.solver.card_swaps import (
    Expected,
    Place,
    RankStretch,
    Side,
    Swap,
    average_swap,
    find_best_swap,
    places_in,
    swap_card,
)
from service.tiles.box import Box
from service.tiles.tile import Tile

BOX = Box(colours="", numbers=range(2, 112), copies=1, symbols=range(1, 5))
MELDS = Stretches()


@dataclass(frozen=True, slots=True)
class MyRummy111Options:
    """What a table may agree on: larger hands (95: all there is beside a hand of 12 and the middle), and the end."""

    hand_sizes: tuple[int, ...] | None = whole_numbers(sizes=range(2, 6), minimum=12, maximum=95)
    target: int = whole_number(60, minimum=1, maximum=100_000)
    rounds: int | None = whole_number(None, minimum=1, maximum=1000)


def judge_for(_options: MyRummy111Options) -> Judge:
    """A stretch is one whatever was agreed."""
    return MELDS.judge


# --- the turn -------------------------------------------------------------------------------------------------------

DEALT = 12
PLACES = 3

Middle = tuple[Tile | None, ...]


@dataclass(frozen=True, slots=True)
class HandAndMiddle:
    """A position as the player on turn sees it."""

    hand: Meld = records.tiles("The hand of the player on turn from left to right. Its order is never changed.")
    middle: Middle = records.open_or_hidden(
        "The three places in the middle: a card that lies face up, or null for one that lies face down.", PLACES
    )
    stock: int = records.count("How many cards the draw pile has.")
    discard_count: int = records.count("How many cards the discard pile has.", default=0)
    drawn: TakenCard | None = records.taken_card(
        "The card just taken and the place it came from, which is null in `middle` then; null before the take.", PLACES
    )


@dataclass(frozen=True, slots=True)
class Take:
    """Take a card from the middle."""

    type: ClassVar[str] = "take"
    slot: int = records.count("Which of the three places, counted from 0.", maximum=PLACES - 1)
    drawn: Tile | None = records.told_tile(
        "Which card it is, if it lay face down and is known: without it there is no `next`."
    )


@dataclass(frozen=True, slots=True)
class Refresh:
    """Lay three new cards face down."""

    type: ClassVar[str] = "refresh"


@dataclass(frozen=True, slots=True)
class Insert:
    """Put the card taken into the hand, and discard another one."""

    type: ClassVar[str] = "insert"
    position: int = records.count("Where the card is put: how many cards of the hand are left of it.")
    discard: Side = records.word(
        "Which card goes: the one directly left or right of the new one; or, if that is put at the edge, the outermost "
        "card of the other side.",
        "left",
        "right",
        "opposite",
    )
    announce: bool = records.flag(
        "Whether the player announces that the hand is in order. That ends the round, also if it is wrong.", False
    )


MyRummy111Position = Position[HandAndMiddle, MyRummy111Options]


def check_snapshot(position: MyRummy111Position) -> Iterator[Violation]:
    """Hands keep the size that was dealt, all hands fit the box, and the place of a card just taken is empty."""
    snapshot, sizes, size = position.snapshot, position.options.hand_sizes, len(position.snapshot.hand)
    if sizes is None and 0 < size < DEALT:
        yield position.refuse("hand_too_small", "/hand", minimum=DEALT, actual=size)
    if sizes is not None:
        if size and size not in sizes:
            yield position.refuse("hand_size_not_dealt", "/hand", sizes=sorted(set(sizes)), actual=size)
        left = max(BOX.size - PLACES - snapshot.stock - snapshot.discard_count, 0)
        if sum(sizes) > left:
            yield position.refuse("deal_too_large", "/options/hand_sizes", maximum=left, actual=sum(sizes))
    if snapshot.drawn and (lying := snapshot.middle[snapshot.drawn.slot]):
        yield position.refuse("slot_not_empty", "/drawn/slot", tile=lying.code)


def count_hidden(seen: HandAndMiddle) -> int:
    """The draw pile, the discard pile and what lies face down in the middle."""
    empty = seen.drawn.slot if seen.drawn else None
    face_down = [slot for slot, card in enumerate(seen.middle) if card is None and slot != empty]
    return seen.stock + seen.discard_count + len(face_down)


def check_time(position: MyRummy111Position, move: str) -> Iterator[Violation]:
    """First a card is taken, then it is put into the hand."""
    taken = position.snapshot.drawn
    if taken and move != "insert":
        yield position.refuse("card_already_taken", "/move/type", tile=taken.card.code)
    if not taken and move == "insert":
        yield position.refuse("card_not_taken", "/move/type")


def check_take(position: MyRummy111Position, move: Take) -> Iterator[Violation]:
    """Any of the three cards may be taken; what lies face up needs no telling."""
    lying = position.snapshot.middle[move.slot]
    if lying and move.drawn:
        yield position.refuse("drawn_not_hidden", "/move/drawn", tile=lying.code)


def follow_take(position: MyRummy111Position, move: Take) -> Outcome:
    """The player sees the card; its place stays empty until one is discarded."""
    snapshot = position.snapshot
    card = snapshot.middle[move.slot] or move.drawn
    if card is None:
        return needs(Outcome(None), "drawn")
    middle = put_in(snapshot.middle, move.slot, None)
    return Outcome(replace(snapshot, middle=middle, drawn=TakenCard(card, move.slot)))


TAKES = tuple(Take(slot) for slot in range(PLACES))


def check_refresh(position: MyRummy111Position, _move: Refresh) -> Iterator[Violation]:
    """New cards are laid only where all three lie face up."""
    hidden = position.snapshot.middle.count(None)
    if hidden and not position.snapshot.drawn:
        yield position.refuse("middle_not_open", "/move/type", hidden=hidden)


def follow_refresh(position: MyRummy111Position, _move: Refresh) -> Outcome:
    """The three go to the discard pile, which is shuffled into the draw pile first if that has not three others."""
    snapshot = position.snapshot
    stock, discarded = snapshot.stock, snapshot.discard_count + PLACES
    if stock < PLACES:
        stock, discarded = stock + discarded, 0
    middle = (None,) * PLACES
    return Outcome(replace(snapshot, middle=middle, stock=stock - PLACES, discard_count=discarded))


def check_insert(position: MyRummy111Position, move: Insert) -> Iterator[Violation]:
    """A card goes anywhere into the hand; a neighbour goes for it, or from the edge the outermost of the other side."""
    edge = len(position.snapshot.hand)
    if move.position > edge:
        yield position.refuse("position_outside_hand", "/move/position", maximum=edge, actual=move.position)
    elif move.discard == "opposite" and 0 < move.position < edge:
        yield position.refuse("opposite_not_at_edge", "/move/discard", maximum=edge, actual=move.position)
    elif (move.discard, move.position) in (("left", 0), ("right", edge)):
        yield position.refuse("no_neighbour", "/move/discard", side=move.discard, position=move.position)


def follow_insert(position: MyRummy111Position, move: Insert) -> Outcome:
    """The discarded card lies face up where the new one lay. An announcement, right or wrong, ends the round."""
    snapshot, taken = position.snapshot, taken_in(position)
    hand, discarded = swap_card(snapshot.hand, taken.card, Place(move.position, move.discard))
    after = replace(snapshot, hand=hand, middle=put_in(snapshot.middle, taken.slot, discarded), drawn=None)
    return Outcome(after, (discarded,), ends_turn=True, ends_round=move.announce)


def find_inserts(position: MyRummy111Position) -> Iterator[Insert]:
    """By position, at each left, right, opposite; and each announced after it, where that is right."""
    hand, card = position.snapshot.hand, taken_in(position).card
    is_nearly_there = is_one_card_short_of_order(hand)
    for place in places_in(len(hand)):
        yield Insert(*place)
        if is_nearly_there and is_in_order(swap_card(hand, card, place)[0]):
            yield Insert(*place, announce=True)


def is_one_card_short_of_order(hand: Meld) -> bool:
    """Whether taking away one card may bring the hand into order: it falls at most once, or rises at most once.

    Most hands do neither, and then no swap needs to be looked at.
    """
    numbers = [card.number for card in hand]
    falls = sum(one > other for one, other in pairwise(numbers))
    return falls <= 1 or falls >= len(hand) - 2


def is_in_order(hand: Meld) -> bool:
    """Whether the whole hand rises or falls."""
    numbers = [card.number for card in hand]
    compare = lt if numbers[0] < numbers[-1] else gt
    return all(map(compare, numbers, numbers[1:]))


def taken_in(position: MyRummy111Position) -> TakenCard:
    """The card that was taken in this turn, once it is the time to put it into the hand."""
    if position.snapshot.drawn is None:
        raise ValueError("no card was taken")
    return position.snapshot.drawn


def put_in(middle: Middle, slot: int, card: Tile | None) -> Middle:
    """The middle with something else in one place."""
    return (*middle[:slot], card, *middle[slot + 1 :])


# --- the best swap --------------------------------------------------------------------------------------------------


def find_best(position: MyRummy111Position, objective: Objective) -> BestMove:
    """The swap that makes the longest stretch, then the most valuable; a hand wholly in order is announced."""
    snapshot = position.snapshot
    if snapshot.drawn is None:
        return find_best_take(snapshot, objective)
    swap = find_best_swap(snapshot.hand, snapshot.drawn.card, rank_by(objective, len(snapshot.hand)))
    if objective == "out" and not swap.orders_the_hand:
        return BestMove(leaves=snapshot.hand)
    return tell_swap(Insert(*swap.place, announce=swap.orders_the_hand), swap)


def find_best_take(snapshot: HandAndMiddle, objective: Objective) -> BestMove:
    """The take of the best card: one that lies face down counts as the average of all that it may be."""
    rank = rank_by(objective, len(snapshot.hand))
    ways: list[tuple[Take | Refresh, Swap | Expected]] = []
    for move, cards in find_choices(snapshot):
        if len(cards) == 1:
            ways.append((move, find_best_swap(snapshot.hand, cards[0], rank)))
        else:
            ways.append((move, average_swap(snapshot.hand, cards, rank)))
    if objective == "out":
        ways = [way for way in ways if way[1].orders_the_hand]
    if not ways:
        return BestMove(leaves=snapshot.hand)
    move, swap = max(ways, key=lambda way: way[1].rank)
    if isinstance(swap, Swap):
        return tell_swap(move, swap)
    return BestMove(move, leaves=snapshot.hand, goes_out=swap.orders_the_hand)


def find_choices(snapshot: HandAndMiddle) -> Iterator[tuple[Take | Refresh, Sequence[Tile]]]:
    """What can be done before the take, in listing order, with the cards that may come. Face down all are alike."""
    hand, middle = snapshot.hand, snapshot.middle
    lying = [card for card in middle if card]
    shown = {card.piece for card in (*hand, *lying)}
    unseen = [BOX.tiles[piece] for piece in BOX.holds if piece not in shown]
    for slot, card in enumerate(middle):
        if card:
            yield Take(slot), (card,)
        elif None not in middle[:slot]:
            yield Take(slot), unseen
    if len(lying) == PLACES:
        others = unseen if snapshot.stock or snapshot.discard_count else []
        yield Refresh(), others if snapshot.stock >= PLACES else [*others, *lying]


def rank_by(objective: Objective, size: int) -> RankStretch:
    """The longest stretch, then the most valuable; by points first a whole hand, then the most valuable."""
    if objective == "points":
        return lambda stretch: (len(stretch) == size, count_symbols(stretch), len(stretch))
    return lambda stretch: (len(stretch), count_symbols(stretch))


def tell_swap(move: Take | Refresh | Insert, swap: Swap) -> BestMove:
    """A move with the swap that it is part of."""
    return BestMove(
        move,
        (swap.discarded,),
        points=count_symbols(swap.stretch),
        leaves=swap.hand,
        melds=(swap.stretch,),
        goes_out=swap.orders_the_hand,
    )


TURN = Turn[HandAndMiddle, MyRummy111Options](
    snapshot=HandAndMiddle,
    rules=(
        MoveRule(Take, check_take, follow_take, lambda _: TAKES),
        MoveRule(Refresh, check_refresh, follow_refresh),
        MoveRule(Insert, check_insert, follow_insert, find_inserts),
    ),
    find_best=find_best,
    check_time=check_time,
    check_snapshot=check_snapshot,
    count_hidden=count_hidden,
)


MYRUMMY_111 = Game(
    id="myrummy-111",
    name="MyRummy 111",
    rulebook=Rulebook(
        title="MyRummy 111",
        headings={
            "box": "„Spielmaterial“ / “Contents” / « Matériel » / «Materiale di gioco»",
            "setup": "„Spielvorbereitung“ / “Game setup” / « Préparatifs » / «Preparazione del gioco»",
            "turn": "„Spielablauf“ / “How to play” / « Déroulement de la partie » / «Svolgimento del gioco»",
            "scoring": "„Auswertung einer Spielrunde“ / “Scoring a round” / "
            "« Comptage des points d’une manche » / «Valutazione di una manche»",
            "end": "„Spielende“ / “End of game” / « Fin de la partie » / «Fine del gioco»",
            "variations": "„Spielvarianten“ / “Game variation” / « Variantes » / «Varianti di gioco»",
        },
    ),
    players=range(2, 6),
    box=BOX,
    deals=tuple(Deal(players, hand=12, face_down=3) for players in range(2, 6)),
    hand_sizes_for=lambda options, _: options.hand_sizes,
    meld_kinds=(
        MeldKind(ASCENDING, 2, 110, "ascending_stretch"),
        MeldKind(DESCENDING, 2, 110, "descending_stretch"),
    ),
    options=MyRummy111Options,
    judge_for=judge_for,
    turn=TURN,
    scoring=(
        ScoreRow("symbols_of_the_whole_hand"),
        ScoreRow("right_announcement", 5),
        ScoreRow("wrong_announcement", 0),
        ScoreRow("symbols_of_the_best_stretch"),
    ),
    end=EndByRounds(
        history=RoundsHistory,
        target_for=lambda options, _: options.target,
        rounds_for=lambda options: options.rounds,
        last_round_decides=True,
    ),
    rulings=(
        Ruling("discards_fill_the_draw_pile", "turn"),
        Ruling("most_valuable_stretch_counts", "scoring"),
        Ruling("two_cards_make_a_stretch", "scoring"),
        Ruling("equal_last_rounds_share_the_win", "end"),
    ),
    sections=sections_of(
        box=("box_exceeded", "stock_exceeded"),
        setup=("hand_sizes_differ", "deal_too_large", "round_over", "hand_too_small"),
        turn=(
            "cursor_unknown",
            "slot_not_empty",
            "card_already_taken",
            "card_not_taken",
            "drawn_not_hidden",
            "middle_not_open",
            "position_outside_hand",
            "opposite_not_at_edge",
            "no_neighbour",
        ),
        end=("player_repeated", "player_unknown", "points_missing", "round_after_end"),
        scoring=("meld_too_short", "stretch_not_ascending", "stretch_not_descending"),
        variations=("hand_size_not_dealt",),
    ),
    ruled={"meld_too_short": "two_cards_make_a_stretch"},
)
