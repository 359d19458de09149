"""Rounds of gin that are played out: scores and discards as plain rules have them, the same for the same seed."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pytest

from rummy_referee.engine.gin_playouts import (
    MOST_POINTS,
    NONE,
    Action,
    Candidate,
    Knocking,
    KnownRound,
    Phase,
    PlayedOut,
    play_out,
)
from rummy_referee.engine.work import CancelledError, counted_work
from tests.engine.every_melding import Pair, code, every_melding
from tests.games.gin_rounds import melded_hand
from tests.games.plain_gin import PAIRS, score_plainly
from tests.games.plain_gin_cards import CARDS, lay_off, meldings, minimum_deadwood, points

RULES = Knocking(
    counts_numbers=False,
    big_gin=True,
    most_left=11,
    last_cards=2,
    knocks_first=False,
    gin_is_safe=True,
    knock_bonus=0,
    gin_bonus=25,
    big_gin_bonus=31,
    lower_bonus=0,
    undercut_bonus=20,
    equal_bonus=20,
    factor=1,
)
VALUES = [range(-MOST_POINTS, MOST_POINTS + 1)]
"""Points are worth themselves."""
LIMIT = 10


def pack(cards: Sequence[str]) -> tuple[int, int]:
    return sum(1 << CARDS.index(card) for card in cards), 0


def known_round(
    hand: Sequence[str], other: Sequence[str], unseen: Sequence[str], stock: int, **fields: object
) -> KnownRound:
    made = KnownRound(
        hand=pack(hand),
        known=pack(other),
        unseen=pack(unseen),
        hidden=10 - len(other),
        stock=stock,
        phase=Phase.DISCARD,
        top=NONE,
        taken=NONE,
        passed=False,
        draws=3,
        own_limit=LIMIT,
        other_limit=LIMIT,
    )
    return replace(made, **fields)  # type: ignore[arg-type]


def play(
    known: KnownRound, *candidates: Candidate, seed: int = 1, worlds: int = 1, rules: Knocking = RULES
) -> PlayedOut:
    return play_out(known, rules, candidates, VALUES, seed=seed, worlds=worlds)


def deal(rng: random.Random) -> list[str]:
    """A shuffled pack; in some, few ranks are together, so that much can be melded."""
    cards = rng.sample(CARDS, 52)
    if rng.random() < 0.7:
        low = rng.randrange(8)
        cards.sort(key=lambda card: not low <= CARDS.index(card) % 13 < low + 6)
        few = cards[:24]
        rng.shuffle(few)
        cards[:24] = few
    return cards


def score(hand: Sequence[str], other: Sequence[str]) -> set[int]:
    """What a knock scores: the melds of a hand may be any of those with the minimum deadwood."""
    least = minimum_deadwood(frozenset(hand))
    if not least:
        return {RULES.gin_bonus + minimum_deadwood(frozenset(other))}
    tables = [melds for left, melds in meldings(frozenset(hand)) if points(left) == least]
    scores = set()
    for table in tables:
        others = min(lay_off(left, table) for left, _ in meldings(frozenset(other)))
        scores.add(others - least if others > least else others - least - RULES.undercut_bonus)
    return scores


@pytest.mark.parametrize("part", range(4))
def test_a_knock_scores_what_the_rules_say(part: int) -> None:
    rng, knocks = random.Random(part), 0
    while knocks < 40:
        cards = deal(rng)
        hand, other = cards[:11], cards[11:21]
        discard = min(hand, key=lambda card: minimum_deadwood(frozenset(hand) - {card}))
        rest = [card for card in hand if card != discard]
        if minimum_deadwood(frozenset(rest)) > LIMIT:
            continue
        knocks += 1
        found = play(known_round(hand, other, cards[21:], 20), Candidate(Action.KNOCK, CARDS.index(discard)))
        assert found.points(0) in score(rest, other), (hand, other, discard)


def greedy_end(hand: Sequence[str], other: Sequence[str], drawn: str) -> set[int]:
    """The scores of a player who draws the last card that may be drawn, and discards what leaves the least."""
    cards = frozenset([*hand, drawn])
    left = {card: minimum_deadwood(cards - {card}) for card in cards}
    if not minimum_deadwood(cards):
        return {RULES.big_gin_bonus + minimum_deadwood(frozenset(other))}
    if min(left.values()) > LIMIT:
        return {0}
    worth = {card: points([card]) for card in cards if left[card] == min(left.values())}
    best = [card for card in worth if worth[card] == max(worth.values())]
    return {own for card in best for own in score(sorted(cards - {card}), other)}


def test_the_last_card_decides_a_round() -> None:
    rng, ends = random.Random(7), set()
    for _ in range(60):
        cards = deal(rng)
        hand, other, stock = cards[:10], cards[10:20], cards[20:23]
        known = known_round(hand, other, stock, 3, phase=Phase.TAKE)
        found = {play(known, Candidate(Action.TAKE_STOCK), seed=seed).points(0) for seed in range(12)}
        expected = [greedy_end(hand, other, drawn) for drawn in stock]
        assert found <= set().union(*expected)
        assert all(found & one for one in expected)
        ends |= {min(1, max(-1, points_)) for points_ in found}
    assert ends == {-1, 0, 1}


def test_a_discard_with_two_cards_in_the_stock_voids_the_round() -> None:
    cards = random.Random(3).sample(CARDS, 52)
    found = play(known_round(cards[:11], cards[11:21], cards[21:], 2), Candidate(Action.DISCARD, CARDS.index(cards[0])))
    assert found.points(0) == 0


def test_after_two_passes_the_first_player_draws() -> None:
    cards = random.Random(4).sample(CARDS, 52)
    known = known_round(
        cards[:10], cards[10:20], cards[21:], 31, phase=Phase.OFFER, top=CARDS.index(cards[20]), passed=True
    )
    found = play(known, Candidate(Action.PASS), Candidate(Action.TAKE_PILE), worlds=40)
    assert found.worlds(0) == 40
    assert abs(found.points(0)) < 60


def test_every_candidate_is_played_in_the_same_worlds() -> None:
    cards = random.Random(5).sample(CARDS, 52)
    card = Candidate(Action.DISCARD, CARDS.index(cards[0]))
    known = known_round(cards[:11], (), cards[11:], 20)
    found = play(known, card, card, worlds=200)
    assert found.value(0) == found.value(1)
    assert found.compare(0, 1) == (0, 0)
    assert not found.find_best()


def test_a_candidate_that_does_clearly_worse_gets_no_more_worlds() -> None:
    gin = ["As", "2s", "3s", "4s", "7h", "7d", "7c", "9d", "Td", "Jd", "Ks"]
    others = [card for card in CARDS if card not in gin]
    best, worst = Candidate(Action.KNOCK, CARDS.index("Ks")), Candidate(Action.DISCARD, CARDS.index("9d"))
    found = play(known_round(gin, (), others, 20), best, worst, worlds=500)
    assert found.worlds(0) == found.worlds(1) < 500
    assert found.find_best() == 0
    assert found.compare(0, 1).mean == -found.compare(1, 0).mean > 0
    assert play(known_round(gin, (), others, 20), worst, best, worlds=500).find_best() == 1


def test_the_same_seed_gives_the_same_results() -> None:
    cards = random.Random(6).sample(CARDS, 52)
    known = known_round(cards[:11], cards[11:13], cards[13:], 20)
    candidates = [Candidate(Action.DISCARD, CARDS.index(card)) for card in cards[:3]]
    assert play(known, *candidates, seed=9, worlds=64) == play(known, *candidates, seed=9, worlds=64)
    assert play(known, *candidates, seed=9, worlds=64) != play(known, *candidates, seed=10, worlds=64)


def test_oklahoma_doubles_every_score() -> None:
    gin = ["As", "2s", "3s", "4s", "7h", "7d", "7c", "9d", "Td", "Jd", "Ks"]
    others = [card for card in CARDS if card not in gin]
    knock = Candidate(Action.KNOCK, CARDS.index("Ks"))
    once, twice = (
        play(known_round(gin, (), others, 20), knock, rules=replace(RULES, factor=factor)).points(0)
        for factor in (1, 2)
    )
    assert twice == 2 * once > 50


def test_a_guard_can_stop_the_playouts() -> None:
    def stop(_steps: int, _is_large: bool) -> None:
        raise CancelledError

    cards = random.Random(8).sample(CARDS, 52)
    known = known_round(cards[:11], (), cards[11:], 30)
    candidates = [Candidate(Action.DISCARD, CARDS.index(card)) for card in cards[:5]]
    with pytest.raises(CancelledError), counted_work(stop):
        play(known, *candidates, worlds=100_000)


# --- two copies of each tile ----------------------------------------------------------------------------------------

TILE_RULES = replace(
    RULES,
    counts_numbers=True,
    most_left=2,
    last_cards=-1,
    knocks_first=True,
    gin_is_safe=False,
    knock_bonus=20,
    big_gin_bonus=50,
    lower_bonus=20,
    undercut_bonus=30,
    equal_bonus=10,
)
NUMBERS = [range(-MOST_POINTS, MOST_POINTS + 1) for _ in TILE_RULES.bonuses]
NO_OPTION = {"little_gin_before_take_only": False}


def place(tile: Pair) -> int:
    return 13 * tile[0] + tile[1] - 1


def pack_tiles(tiles: Sequence[Pair]) -> tuple[int, int]:
    copies = Counter(place(tile) for tile in tiles)
    return sum(1 << at for at in copies), sum(1 << at for at, count in copies.items() if count == 2)


def tile_round(hand: Sequence[Pair], other: Sequence[Pair], unseen: Sequence[Pair], stock: int) -> KnownRound:
    empty = known_round((), (), (), stock, hidden=10 - len(other), draws=1, own_limit=9, other_limit=9)
    return replace(empty, hand=pack_tiles(hand), known=pack_tiles(other), unseen=pack_tiles(unseen))


def score_tiles(hand: Sequence[Pair], other: Sequence[Pair]) -> set[int]:
    """What a declaration scores more than the other player: the melds may be any with the least deadwood."""
    sizes = (11,) if len(hand) == 11 else (8, 9, 10)
    ways = [way for way in every_melding(hand) if len(hand) - way[1] in sizes]
    least = min(left for left, _, _ in ways)
    differences = set()
    for melds in (melds for left, _, melds in ways if left == least):
        body = {
            "players": [
                {"player": "A", "melds": [[code(tile) for tile in meld] for meld in melds]},
                {"player": "B"},
            ],
            "declarer": "A",
            "drew": True,
            "options": NO_OPTION,
        }
        lines = score_plainly(body, [hand, other])
        assert lines
        differences.add(lines["A", ""] - lines["B", ""])
    return differences


@pytest.mark.parametrize("size", [10, 11])
def test_a_declaration_scores_what_the_rules_say(size: int) -> None:
    rng, undercuts = random.Random(size), 0
    for number in range(60):
        box = PAIRS * 2
        hand = melded_hand(rng, box, size, 11 if size == 11 else rng.choice((8, 9, 10)))
        other = melded_hand(rng, box, 10, rng.choice((0, 3, 6, 9)))
        if not can_declare(hand):
            continue
        discard = box.pop(rng.randrange(len(box)))
        declaration = Candidate(Action.BIG_GIN) if size == 11 else Candidate(Action.KNOCK, place(discard))
        held = hand if size == 11 else [*hand, discard]
        found = play_out(tile_round(held, other, box, 20), TILE_RULES, [declaration], NUMBERS, seed=number, worlds=1)
        assert found.points(0) in score_tiles(hand, other), (hand, other)
        undercuts += found.points(0) < 0
    assert size == 11 or undercuts


def can_declare(hand: Sequence[Pair]) -> bool:
    """Eleven tiles are melded, or of ten eight or more, and the rest counts less than ten."""
    most = 0 if len(hand) == 11 else 2
    return any(left <= 9 and tiles <= most for left, tiles, _ in every_melding(hand))


def test_a_player_who_draws_the_right_tile_declares() -> None:
    rng, declared = random.Random(5), 0
    while declared < 30:
        box = PAIRS * 2
        hand = melded_hand(rng, box, 10, rng.choice((6, 7, 8)))
        other = rng.sample(box, 10)
        drawn = rng.choice(list((Counter(box) - Counter(other)).elements()))
        held = sorted([*hand, drawn])
        rests = [[*held[:at], *held[at + 1 :]] for at in range(11)]
        ranks = [(min(every_melding(rest))[0], -held[at][1]) for at, rest in enumerate(rests)]
        best = ranks.index(min(ranks))
        after = held if can_declare(held) else rests[best]
        is_unique = len({held[at] for at in range(11) if ranks[at] == ranks[best]}) == 1
        if can_declare(hand) or not can_declare(after) or not is_unique:
            continue
        declared += 1
        known = replace(tile_round(hand, other, [drawn], 1), phase=Phase.TAKE)
        found = play_out(known, TILE_RULES, [Candidate(Action.TAKE_STOCK)], NUMBERS, seed=1, worlds=1)
        assert found.points(0) in score_tiles(after, other)


def test_a_player_who_can_declare_does_so_before_taking_a_tile() -> None:
    hand = [(0, 1), (0, 2), (0, 3), (1, 7), (2, 7), (3, 7), (2, 9), (2, 10), (2, 11), (3, 2)]
    other = [(colour, number) for colour in (0, 1) for number in (5, 8, 10, 12, 13)]
    unseen = list((Counter(PAIRS * 2) - Counter(hand) - Counter(other)).elements())
    known = replace(tile_round(other, hand, unseen, 40), phase=Phase.TAKE, top=place((3, 13)))
    found = play_out(known, TILE_RULES, [Candidate(Action.TAKE_STOCK)], NUMBERS, seed=1, worlds=20)
    assert found.points(0) < -60  # the other player declares with a deadwood of 2


def test_taking_from_an_empty_stock_voids_the_round() -> None:
    rng = random.Random(2)
    tiles = rng.sample(PAIRS * 2, 104)
    known = replace(tile_round(tiles[:10], tiles[10:20], tiles[20:], 0), phase=Phase.TAKE)
    assert play_out(known, TILE_RULES, [Candidate(Action.TAKE_STOCK)], NUMBERS, seed=1, worlds=1).points(0) == 0
