"""Deals: the generator as documented, the same deal in every version, and no card that favours a position."""

import hashlib
from collections import Counter
from itertools import islice
from typing import Any

import pytest

from rummy_referee.games import GAMES
from rummy_referee.games.brettspielnetz_rummy import BrettspielnetzOptions
from rummy_referee.games.myrummy_111.cards import MyRummy111Options
from rummy_referee.games.rummy import RummyOptions
from rummy_referee.rules.deals import deal_round
from rummy_referee.rules.seeded_random import SeededRandom

EVERY_DEAL = [(game, deal.players) for game in GAMES.values() for deal in game.deals]


def numbers_as_documented(game, seed):
    block = 0
    while True:
        digest = hashlib.sha256(f"rummy-referee deal {game} {seed} {block}".encode()).digest()
        yield from (int.from_bytes(digest[place : place + 8], "big") for place in (0, 8, 16, 24))
        block += 1


def dealt_as_documented(game, sizes, seed, *, joker_each=False, face_up=0, face_down=0):
    """A deal, step by step as the contract describes it."""
    numbers = numbers_as_documented(game.id, seed)

    def below(bound):
        while True:
            number = next(numbers)
            if number < 2**64 // bound * bound:
                return number % bound

    tiles = [piece for piece, count in game.box.holds.items() for _ in range(count)]
    if joker_each:
        tiles = [tile for tile in tiles if tile != "J"]
    for place in range(len(tiles) - 1, 0, -1):
        other = below(place + 1)
        tiles[place], tiles[other] = tiles[other], tiles[place]
    hands = [[tiles.pop(0) for _ in range(size - joker_each)] for size in sizes]
    for hand in hands if joker_each else ():
        hand.insert(below(len(hand) + 1), "J")
    top = [tiles.pop(0) for _ in range(face_up)]
    middle = [tiles.pop(0) for _ in range(face_down)]
    return hands, top, middle, tiles


@pytest.mark.parametrize("seed", [0, 1, 42, 2**53 - 1])
def test_a_deal_is_as_the_contract_describes_it(seed):
    dealt_games: list[tuple[str, int, list[int], dict[str, Any]]] = [
        ("rummy", 3, [14, 14, 14], {}),
        ("gin-rummy", 2, [11, 10], {}),
        ("brettspielnetz-rummy", 2, [18, 18], {"joker_each": True}),
        ("rummu", 6, [7] * 6, {"face_up": 1}),
        ("myrummy-111", 5, [12] * 5, {"face_down": 3}),
        ("rummikub", 4, [14] * 4, {}),
        ("gin-rummy-cards", 2, [10] * 2, {"face_up": 1}),
        ("machiavelli", 6, [15] * 6, {}),
    ]
    for variant, players, sizes, others in dealt_games:
        game = GAMES[variant]
        dealt = deal_round(game, game.options(), players, seed)
        hands, top, middle, stock = dealt_as_documented(game, sizes, seed, **others)
        assert [list(hand) for hand in dealt.hands] == hands
        assert dealt.discard_top == (top[0] if top else None)
        assert list(dealt.middle) == middle
        assert list(dealt.stock) == stock


@pytest.mark.parametrize(("game", "players"), EVERY_DEAL)
def test_every_tile_of_the_box_is_dealt_once(game, players):
    dealt = deal_round(game, game.options(), players, 5)
    tiles = [tile for hand in dealt.hands for tile in hand] + [*dealt.stock, *dealt.middle]
    tiles += [tile for tile in (dealt.discard_top, dealt.turned_up) if tile]
    assert Counter(tiles) == Counter(game.box.holds)
    deal = next(deal for deal in game.deals if deal.players == players)
    assert len(dealt.stock) == deal.stock(game.box) or game.id == "brettspielnetz-rummy"


def test_everybody_has_one_joker_where_that_is_the_rule():
    game = GAMES["brettspielnetz-rummy"]
    for seed in range(200):
        for size in (18, 14, 1):
            dealt = deal_round(game, BrettspielnetzOptions(hand_size=size), 2, seed)
            assert [hand.count("J") for hand in dealt.hands] == [1, 1]
            assert [len(hand) for hand in dealt.hands] == [size, size]


def test_a_joker_is_dealt_to_any_position_of_its_hand():
    game = GAMES["brettspielnetz-rummy"]
    places = Counter(deal_round(game, game.options(), 2, seed).hands[1].index("J") for seed in range(1000))
    assert len(places) == 18


def test_without_jokers_none_is_dealt():
    dealt = deal_round(GAMES["rummy"], RummyOptions(jokers=False), 4, 1)
    assert "J" not in {*dealt.stock, *(tile for hand in dealt.hands for tile in hand)}


def test_hands_agreed_on_are_dealt():
    dealt = deal_round(GAMES["myrummy-111"], MyRummy111Options(hand_sizes=(12, 20, 15)), 3, 1)
    assert [len(hand) for hand in dealt.hands] == [12, 20, 15]


@pytest.mark.parametrize(
    ("sizes", "players", "codes"),
    [
        ((12, 14), 3, ["hand_sizes_differ"]),
        ((95, 13), 2, ["deal_too_large"]),
        ((95, 12), 2, []),
        ((60, 60), 3, ["hand_sizes_differ", "deal_too_large"]),
    ],
)
def test_hand_sizes_that_do_not_fit_the_box_or_the_players_are_impossible(sizes, players, codes):
    dealt = deal_round(GAMES["myrummy-111"], MyRummy111Options(hand_sizes=sizes), players, 1)
    assert [violation.code for violation in dealt.violations] == codes
    assert bool(dealt.hands) == (not codes)


def test_numbers_of_an_incomplete_multiple_are_rejected():
    chance, bound = SeededRandom("rummy-referee deal rummy 3"), 2**63 + 1
    usable = [number for number in islice(numbers_as_documented("rummy", 3), 100) if number < bound]
    assert [chance.below(bound) for _ in range(20)] == usable[:20]


@pytest.mark.parametrize(("variant", "players"), [("rummu", 3), ("myrummy-kids", 4), ("gin-rummy", 3)])
def test_no_card_favours_a_place(variant, players):
    """The chi-square of all cards and positions is within the bounds of chance."""
    game = GAMES[variant]
    pieces = list(game.box.holds)
    deals = 4000
    places: Counter[tuple[str, int]] = Counter()
    for seed in range(deals):
        dealt = deal_round(game, game.options(), players, seed)
        order = [tile for hand in dealt.hands for tile in hand]
        order += [dealt.discard_top] if dealt.discard_top else []
        places.update((tile, place) for place, tile in enumerate([*order, *dealt.stock]))
    size = game.box.size
    chi_square = 0.0
    for piece in pieces:
        wanted = deals * game.box.holds[piece] / size
        chi_square += sum((places[piece, place] - wanted) ** 2 / wanted for place in range(size))
    freedom = (len(pieces) - 1) * (size - 1)
    # The normal distribution is a close approximation here; four deviations are one in 30,000.
    assert abs(chi_square - freedom) < 4 * (2 * freedom) ** 0.5, (chi_square, freedom)
