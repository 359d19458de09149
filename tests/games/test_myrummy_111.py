"""The turn of MyRummy 111 compared with the plainest reading of its rules: lists of numbers, and every choice tried."""

import random
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from rummy_referee.engine.steps.card_swaps import Side
from rummy_referee.games.myrummy_111 import MYRUMMY_111
from rummy_referee.games.myrummy_111.cards import BOX, MyRummy111Options
from rummy_referee.games.myrummy_111.snapshot import HandAndMiddle
from rummy_referee.games.myrummy_111.swapping import Insert, Refresh, TakeFromMiddle
from rummy_referee.rules.moves import check_move, find_best_move, list_moves
from rummy_referee.rules.records import TakenCard

SIDES: tuple[Side, ...] = ("left", "right", "opposite")
EACH_SEED = pytest.mark.parametrize("seed", range(10))
POSITIONS = 60
"""For each seed."""


# --- the rules, word by word ----------------------------------------------------------------------------------------


def insert_plainly(hand, card, position, side):
    """The hand after it and the card that goes; None where that is impossible."""
    cards = list(hand)
    if position > len(cards):
        return None
    cards.insert(position, card)
    goes = {"left": position - 1, "right": position + 1}.get(side)
    if side == "opposite" and position == 0:
        goes = len(hand)
    elif side == "opposite" and position == len(hand):
        goes = 0
    if goes is None or not 0 <= goes < len(cards):
        return None
    discarded = cards[goes]
    del cards[goes]
    return cards, discarded


def is_ordered(cards):
    numbers = [card.number for card in cards]
    return numbers in (sorted(numbers), sorted(numbers, reverse=True))


def symbols(cards):
    return sum(1 if card.symbols is None else card.symbols for card in cards)


def stretches_of(cards):
    """Where every row of neighbours that rises or falls starts and ends; none is part of a longer one."""
    rows: list[tuple[int, int]] = []
    for start in range(len(cards) - 1):
        end = max(end for end in range(start + 2, len(cards) + 1) if is_ordered(cards[start:end]))
        if not rows or end > rows[-1][1]:
            rows.append((start, end))
    return rows


def inserts_of(hand, card):
    """Every legal insert, in the order in which they are documented to be listed, with the hand after it."""
    ways = []
    for position in range(len(hand) + 1):
        for side in SIDES:
            done = insert_plainly(hand, card, position, side)
            if done:
                ways.append((Insert(position, side), *done))
    return ways


def room_around(cards, start, end, *, rises):
    """The cards for each empty place if only these neighbours stay, below and above them; 110 without empty places."""
    numbers = [card.number for card in cards[start:end]]
    lower, higher = min(numbers) - 2, 111 - max(numbers)
    left, right = start, len(cards) - end
    places = (left, right) if rises else (right, left)
    fitting = zip((lower, higher), places, strict=True)
    return min(count // empty if empty else 110 for count, empty in fitting)


def worth_of(objective, cards, start, end):
    """How good the neighbours from start to end are: of all that can stay together, the best."""
    rises = cards[start].number < cards[end - 1].number
    worths = [(False, 0, 0, 0) if objective == "points" else (0, 0, 0)]
    for first in range(start, end):
        for last in range(first + 1, end + 1):
            room = room_around(cards, first, last, rises=rises)
            if room < max(110 // (3 * len(cards)), 1):
                continue
            size, count = last - first, symbols(cards[first:last])
            in_order = size == len(cards)
            worths.append((in_order, count, room, size) if objective == "points" else (size, room, count))
    return max(worths)


def best_of(hand, card, objective):
    """The best insert, first in listing order: what its stretch is worth, the move, and the hand after it."""
    best = None
    for move, after, _ in inserts_of(hand, card):
        worth = max(worth_of(objective, after, start, end) for start, end in stretches_of(after))
        if best is None or worth > best[0]:
            best = worth, move, after
    return best


# --- positions ------------------------------------------------------------------------------------------------------


def random_position(chance, *, drawn=True, size=None):
    """A hand that is more or less in order, with some of its symbols known."""
    cards = [BOX.tiles[chance.choice([piece, f"{piece}*{chance.randint(1, 4)}"])] for piece in BOX.holds]
    chance.shuffle(cards)
    hand = cards[: size or chance.choice([12, 12, 12, 13, 14, 20])]
    if chance.random() < 0.6:
        hand.sort(key=lambda card: card.number, reverse=chance.random() < 0.5)
    for _ in range(chance.choice([0, 1, 1, 2, 4])):
        moved = hand.pop(chance.randrange(len(hand)))
        hand.insert(chance.randrange(len(hand) + 1), moved)
    others = cards[len(hand) :]
    middle = [others.pop() if chance.random() < 0.6 else None for _ in range(3)]
    taken = TakenCard(others.pop(), chance.randrange(3)) if drawn else None
    if taken:
        middle[taken.slot] = None
    stock = chance.choice([0, 1, 2, 3, 40])
    return HandAndMiddle(tuple(hand), tuple(middle), stock, chance.choice([0, 3, 9]), taken)


def request(snapshot, options=None):
    return MYRUMMY_111.position(snapshot, options or MyRummy111Options())


def random_positions(seed, count=POSITIONS, **choices):
    chance = random.Random(f"111 {seed} {choices}")
    return [random_position(chance, **choices) for _ in range(count)]


# --- what is listed and what is accepted ----------------------------------------------------------------------------


@EACH_SEED
def test_every_insert_is_listed_and_announced_where_that_is_right(seed):
    announced = 0
    for snapshot in random_positions(seed):
        expected = []
        for move, after, _ in inserts_of(snapshot.hand, snapshot.drawn.card):
            expected.append(move)
            if is_ordered(after):
                expected.append(replace(move, announce=True))
                announced += 1
        listed = list_moves(request(snapshot), 1000, None)
        assert list(listed.moves) == expected
        assert listed.total == len(expected)
    assert announced


@EACH_SEED
def test_an_insert_is_accepted_exactly_where_the_rules_allow_it(seed):
    for snapshot in random_positions(seed):
        for position in range(len(snapshot.hand) + 3):
            for side in SIDES:
                done = insert_plainly(snapshot.hand, snapshot.drawn.card, position, side)
                for announce in (False, True):
                    checked = check_move(request(snapshot), Insert(position, side, announce))
                    assert checked.possible
                    assert checked.legal == (done is not None)
                    if done:
                        check_outcome(snapshot, checked.outcome, done, announce=announce)


def check_outcome(snapshot, outcome, done, *, announce):
    after, discarded = done
    slot = snapshot.drawn.slot
    assert outcome.next.hand == tuple(after)
    assert outcome.next.middle[slot] is discarded
    assert outcome.next.middle[:slot] == snapshot.middle[:slot]
    assert outcome.next.middle[slot + 1 :] == snapshot.middle[slot + 1 :]
    assert outcome.next.drawn is None
    assert (outcome.next.stock, outcome.next.discard_count) == (snapshot.stock, snapshot.discard_count)
    assert outcome.from_hand == (discarded,)
    assert outcome.ends_turn
    assert outcome.ends_round == announce
    assert not request(outcome.next).violations


@EACH_SEED
def test_before_the_take_every_place_can_be_taken_and_three_open_cards_replaced(seed):
    for snapshot in random_positions(seed, drawn=False):
        refresh = [] if None in snapshot.middle else [Refresh()]
        assert list(list_moves(request(snapshot), 100, None).moves) == [
            TakeFromMiddle(0),
            TakeFromMiddle(1),
            TakeFromMiddle(2),
            *refresh,
        ]
        checked = check_move(request(snapshot), Refresh())
        assert checked.legal == bool(refresh)
        codes = {violation.code for violation in check_move(request(snapshot), Insert(0, "right")).violations}
        assert codes == {"card_not_taken"}
        for slot, lying in enumerate(snapshot.middle):
            outcome = check_move(request(snapshot), TakeFromMiddle(slot)).outcome
            if lying is None:
                assert (outcome.next, outcome.needs) == (None, ("drawn",))
                shown = {card.piece for card in (*snapshot.hand, *snapshot.middle) if card}
                drawn = next(tile for tile in BOX.tiles.values() if tile.piece not in shown)
                outcome = check_move(request(snapshot), TakeFromMiddle(slot, drawn)).outcome
                lying = drawn  # noqa: PLW2901 - that is what lay there
            assert outcome.next.drawn == TakenCard(lying, slot)
            assert outcome.next.middle[slot] is None
            assert not outcome.ends_turn
            assert not request(outcome.next).violations


@EACH_SEED
def test_after_the_take_nothing_else_is_taken_or_replaced(seed):
    for snapshot in random_positions(seed):
        for move in (TakeFromMiddle(0), TakeFromMiddle(1), TakeFromMiddle(2), Refresh()):
            codes = [violation.code for violation in check_move(request(snapshot), move).violations]
            assert codes == ["card_already_taken"]


@pytest.mark.parametrize(
    ("stock", "discards", "stock_after", "discards_after"),
    [(40, 0, 37, 3), (3, 6, 0, 9), (2, 6, 8, 0), (0, 0, 0, 0), (1, 0, 1, 0), (0, 9, 9, 0)],
)
def test_three_new_cards_come_from_the_draw_pile_or_all_discards_are_shuffled_in(
    stock, discards, stock_after, discards_after
):
    lying = tuple(BOX.tiles[piece] for piece in ("109", "110", "111"))
    before = HandAndMiddle(hand_of(12), lying, stock, discards)
    after = check_move(request(before), Refresh()).outcome.next
    assert after.middle == (None, None, None)
    assert (after.stock, after.discard_count) == (stock_after, discards_after)
    assert after.hand == before.hand


# --- what is best ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("objective", ["tiles", "points", "out"])
def test_the_best_insert_makes_the_best_stretch(seed, objective):
    for snapshot in random_positions(seed, 30):
        worth, move, after = best_of(snapshot.hand, snapshot.drawn.card, objective)
        best = find_best_move(request(snapshot), objective)
        if objective == "out" and not is_ordered(after):
            assert best.move is None
            assert best.leaves == snapshot.hand
            continue
        assert best.move == replace(move, announce=is_ordered(after))
        assert best.leaves == tuple(after)
        (stretch,) = best.melds
        start = after.index(stretch[0])
        assert (start, start + len(stretch)) in stretches_of(after)
        assert worth_of(objective, after, start, start + len(stretch)) == worth
        assert best.points == symbols(stretch)
        assert best.goes_out == is_ordered(after)
        assert best.proven


def middle_of(hand, cards, card):
    """The card that is tried for a possible one: the middle of those between the same cards of the hand."""

    def kind(card):
        return [card.number > held.number for held in hand], card.symbols

    same = sorted((other for other in cards if kind(other) == kind(card)), key=lambda other: other.number)
    return same[len(same) // 2]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("objective", ["tiles", "points", "out"])
def test_the_best_take_makes_the_best_stretch_on_average(seed, objective):
    for snapshot in random_positions(seed, 2, drawn=False, size=12):
        best = find_best_move(request(snapshot), objective)
        shown = {card.piece for card in (*snapshot.hand, *snapshot.middle) if card}
        unseen = [BOX.tiles[piece] for piece in BOX.holds if piece not in shown]
        ways: list[Any] = [
            (TakeFromMiddle(slot), [card] if card else unseen) for slot, card in enumerate(snapshot.middle)
        ]
        if None not in snapshot.middle:
            piles = unseen if snapshot.stock or snapshot.discard_count else []
            ways.append((Refresh(), piles if snapshot.stock >= 3 else [*piles, *snapshot.middle]))
        found = None
        for move, cards in ways:
            tried = [middle_of(snapshot.hand, cards, card) for card in cards]
            best_with = {card: best_of(snapshot.hand, card, objective) for card in set(tried)}
            swaps = [best_with[card] for card in tried]
            if objective == "out" and not all(is_ordered(after) for _, _, after in swaps):
                continue
            worths = zip(*(worth for worth, _, _ in swaps), strict=True)
            average = [Fraction(sum(parts), len(swaps)) for parts in worths]
            if objective == "points":  # a chance to order the hand counts as the stretches that it makes
                average[0] = Fraction(average[0] == 1)
            if found is None or average > found[0]:
                found = average, move, swaps
        assert best.move == (found[1] if found else None)
        if found and len(found[2]) == 1:
            assert best.leaves == tuple(found[2][0][2])
        else:
            assert (best.leaves, best.from_hand, best.melds) == (snapshot.hand, (), ())


def test_a_small_chance_to_order_the_hand_is_not_worth_more_than_certain_points():
    hand = ["106*4", "105*4", "101*1", "83*3", "82*3", "62*2", "57*1", "54*2", "30*4", "26*1", "11*4", "84*2", "9*4"]
    snapshot = HandAndMiddle(
        tuple(BOX.tiles[code] for code in hand), (BOX.tiles["48*4"], BOX.tiles["41*2"], None), stock=50
    )
    assert find_best_move(request(snapshot), "points").move == TakeFromMiddle(0)


# --- impossible snapshots -----------------------------------------------------------------------------------------


def codes_of(snapshot, **options):
    question = request(snapshot, MyRummy111Options(**options))
    return [(violation.code, violation.path) for violation in question.violations]


def hand_of(size):
    return tuple(BOX.tiles[piece] for piece in list(BOX.holds)[:size])


HIDDEN = (None, None, None)


@pytest.mark.parametrize(
    ("size", "sizes", "codes"),
    [
        (12, None, []),
        (14, None, []),
        (11, None, [("hand_too_small", "/hand")]),
        (12, (12, 13), []),
        (13, (12, 13), []),
        (14, (12, 13), [("hand_size_not_dealt", "/hand")]),
        (13, (12, 14), [("hand_size_not_dealt", "/hand")]),
        (0, None, [("round_over", "/hand")]),
        (0, (12, 13), [("round_over", "/hand")]),
    ],
)
def test_a_hand_keeps_the_size_that_was_dealt(size, sizes, codes):
    assert codes_of(HandAndMiddle(hand_of(size), HIDDEN, 40), hand_sizes=sizes) == codes


@pytest.mark.parametrize(("stock", "discards", "fits"), [(83, 0, True), (84, 0, False), (80, 3, True), (80, 4, False)])
def test_all_hands_agreed_on_fit_the_box(stock, discards, fits):
    codes = codes_of(HandAndMiddle(hand_of(12), HIDDEN, stock, discards), hand_sizes=(12, 12))
    assert codes == ([] if fits else [("deal_too_large", "/options/hand_sizes")])


@pytest.mark.parametrize(("stock", "discards", "fits"), [(95, 0, True), (96, 0, False), (90, 5, True), (90, 6, False)])
def test_face_down_cards_count(stock, discards, fits):
    codes = codes_of(HandAndMiddle(hand_of(12), HIDDEN, stock, discards))
    assert codes == ([] if fits else [("stock_exceeded", "/stock")])


def test_the_place_of_a_card_just_taken_is_empty():
    taken = TakenCard(BOX.tiles["111"], 1)
    assert codes_of(HandAndMiddle(hand_of(12), HIDDEN, 95, 0, taken)) == []
    assert codes_of(HandAndMiddle(hand_of(12), HIDDEN, 96, 0, taken)) == [("stock_exceeded", "/stock")]
    lying = (None, BOX.tiles["110"], None)
    assert codes_of(HandAndMiddle(hand_of(12), lying, 40, 0, taken)) == [("slot_not_empty", "/drawn/slot")]
