"""Indian rummy against plain versions of its rules, and games that players leave."""

import random
from collections import Counter
from contextlib import suppress
from itertools import combinations_with_replacement

import pytest

from rummy_referee.engine.subset_melds import count_hand
from rummy_referee.games import GAMES
from rummy_referee.games.indian_rummy.cards import DealFacts
from rummy_referee.rules.violations import ImpossibleError
from tests.games.plain_indian_rummy import count_least, is_wild, read

GAME = GAMES["indian-rummy"]
TILES = GAME.box.tiles
REDUCED = {
    "a wild rank in a run": ["5h", "6h", "7h", "8h", "7d", "9h", "J", "6d"],
    "aces": ["As", "2s", "Qs", "Ks", "Ah", "Ad", "7s", "J"],
    "pins": ["5h", "6h", "7h", "7c", "J", "7c=5h", "7h=7h", "J=8h", "7d=7h", "6h=5h"],
    "printed jokers": ["9s", "9h", "9d", "Ts", "7s", "J", "J=9c"],
}


def judge(codes, wild="7c"):
    return GAME.judge_for(GAME.options(), DealFacts(wild=TILES[wild]))([TILES[code] for code in codes])


@pytest.mark.parametrize("codes", REDUCED.values(), ids=REDUCED)
def test_melds_are_read_as_the_rules_say(codes):
    wrong = []
    for size in (3, 4, 5):
        for cards in combinations_with_replacement(codes, size):
            pieces = Counter(card.split("=")[0] for card in cards)
            if any(count > GAME.box.holds[piece] for piece, count in pieces.items()):
                continue
            readings = judge(cards).readings
            found = {(one.kind, tuple(sorted(tile.face.code for tile in one.tiles)), one.pure) for one in readings}
            expected = {(kind, tuple(sorted(faces)), pure) for kind, faces, pure in read(tuple(sorted(cards)), "7")}
            if found != expected or len(found) != len(readings):
                wrong.append((cards, found, expected))
    assert wrong[:3] == []


@pytest.mark.parametrize(("size", "hands", "protects"), [(6, 150, False), (9, 60, False), (9, 30, True), (11, 4, True)])
def test_the_least_count_is_that_of_the_best_of_all_ways_to_meld(size, hands, protects):
    chance = random.Random(size)
    points = {piece: GAME.box.tiles[piece].points for piece in GAME.box.holds}
    pile = [piece for piece, count in GAME.box.holds.items() for _ in range(count)]
    near = [piece for piece in pile if piece == "J" or (piece[1] in "sh" and piece[0] in "A23456QK")]
    for number in range(hands):
        hand = sorted(chance.sample(near if number % 3 else pile, size), key=lambda code: TILES[code].order)
        if sum(is_wild(card, "6") for card in hand) > 4:
            continue  # plain enumeration takes too long
        counted = count_hand([TILES[code] for code in hand], 6, pure_protects=protects).whole()
        key = {tile.piece: place for place, tile in enumerate(tile for tile in TILES.values() if not tile.pinned_to)}
        key["J"] = 99
        found = (
            counted.points,
            len(counted.left),
            sorted(sorted(key[tile.piece] for tile in meld) for meld in counted.melds),
        )
        assert found == count_least(hand, "6", points, protects=protects), hand


def test_a_hand_without_a_card_counts_as_the_smaller_hand():
    chance = random.Random(2)
    pile = [TILES[piece] for piece, count in GAME.box.holds.items() for _ in range(count)]
    for _ in range(20):
        hand = count_hand(chance.sample(pile, 14), 9)
        for place in range(14):
            rest = [*hand.cards[:place], *hand.cards[place + 1 :]]
            assert hand.without(place) == count_hand(rest, 9).whole()


def test_a_hand_has_at_most_fourteen_cards():
    with pytest.raises(ValueError, match="14"):
        count_hand([TILES["J"]] * 15, 2)


def test_most_cards_are_arranged_and_all_melds_are_valid():
    chance = random.Random(5)
    pile = [TILES[piece] for piece, count in GAME.box.holds.items() for _ in range(count)]
    pile.remove(TILES["7c"])
    for _ in range(40):
        tiles = chance.sample(pile, chance.randint(3, 12))
        arranged = GAME.arrange([tile.code for tile in tiles], wild="7c")
        assert all(judge([tile.code for tile in meld]).valid for meld in arranged.melds)
        melded = Counter(tile for meld in arranged.melds for tile in meld)
        assert melded + Counter(arranged.left) == Counter(tiles)
        assert len(arranged.left) <= len(count_hand(tiles, 7).whole().left)


@pytest.mark.parametrize(
    ("codes", "left"), [("7h 7d 7s J", 0), ("7h=5h J=6h 7h 9d=2d", 1), ("7h J", 2), ("9d=2d 9d=3d", 2)]
)
def test_jokers_and_pinned_cards_are_arranged(codes, left):
    assert len(GAME.arrange(codes, wild="7c").left) == left
    assert len(GAME.arrange(codes, wild="7c", every=True).left) in ({0} if left == 0 else {len(codes.split())})


def test_a_whole_pack_is_arranged_although_it_has_more_jokers_than_the_search_counts():
    pile = [TILES[piece] for piece, count in GAME.box.holds.items() for _ in range(count)]
    pile.remove(TILES["7c"])
    arranged = GAME.arrange([tile.code for tile in pile], wild="7c")
    assert (len(arranged.left), arranged.proven) == (0, True)


def test_facts_are_needed_and_others_do_not_exist():
    with pytest.raises(ValueError, match="wild"):
        GAME.check_melds(["5h 6h 7h"])
    with pytest.raises(ValueError, match="does not exist"):
        GAMES["rummy"].check_melds(["R5 R6 R7"], wild="R1")


def test_a_pool_is_played_until_one_player_is_left():
    names, options, chance = ["Ada", "Bo", "Cleo"], GAME.options(play="pool"), random.Random(8)
    playing, rounds = list(names), list[dict[str, int]]()
    rejoins: list[dict[str, object]] = []
    for seed in range(60):
        round_ = GAME.deal(playing, seed, options)
        while not round_.over:
            moves = list(round_.legal_moves())
            drop = next((move for move in moves if move.type == "drop"), None)
            best = round_.position.best().move
            assert best is not None
            round_ = round_.play(drop if drop and chance.random() < 0.1 else best)
        rounds.append({score.player: score.points.low for score in round_.scores()})
        verdict = GAME.verdict(options, players=names, rounds=rounds, rejoins=rejoins)
        if verdict.over:
            break
        gone = [one.player for one in verdict.standings if one.eliminated_after == len(rounds)]
        if gone and not rejoins:
            back = [{"player": gone[0], "after": len(rounds)}]
            with suppress(ImpossibleError):
                verdict = GAME.verdict(options, players=names, rounds=rounds, rejoins=back)
                rejoins = back
        playing = [one.player for one in verdict.standings if one.eliminated_after is None]
    assert verdict.over
    assert verdict.reason == "players_eliminated"
    assert verdict.winners == (verdict.standings[0].player,)


def test_players_who_are_out_are_skipped_and_a_wrong_declaration_lets_the_others_go_on():
    round_ = GAME.deal(["Ada", "Bo", "Cleo"], 3)
    round_ = round_.play(GAME.move("take", from_="stock"))
    card = round_.position.snapshot.hand[0]
    round_ = round_.play(GAME.move("wrong_declare", discard=card))
    assert (round_.turn, dict(round_.record.out)) == ("Bo", {"Ada": "wrong_declaration"})
    assert [event.tile for event in round_.view("Bo").public.last_moves][-1] is card
    for _ in range(2):
        round_ = round_.play(GAME.move("take", from_="stock"))
        round_ = round_.play(GAME.move("discard", tile=round_.position.snapshot.hand[0]))
    assert round_.turn == "Bo"
    assert round_.view("Ada").position.snapshot.out == "wrong_declaration"
    round_ = round_.play(GAME.move("drop"))
    assert [score.points.low for score in round_.scores()] == [-80, -40, 120]
