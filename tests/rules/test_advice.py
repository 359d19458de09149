"""The least useful tile, compared with the plainest count of melds."""

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations, product

import pytest

from rummy_referee.games import GAMES
from rummy_referee.games.myrummy_kids.snapshot import KidsOptions, KidsSnapshot
from rummy_referee.games.rummu.best import melds_by_card
from rummy_referee.games.rummu.combinations import BOX as RUMMU_BOX
from rummy_referee.games.rummu.combinations import MELDS as RUMMU_MELDS
from rummy_referee.games.rummu.snapshot import RummuSnapshot
from rummy_referee.games.rummy import RummyOptions
from rummy_referee.melds.judgement import Judge
from rummy_referee.rules.advice import LEAST_USEFUL, rank_use
from rummy_referee.rules.moves import find_best_move
from rummy_referee.rules.options import NoOptions
from rummy_referee.rules.table_rummy.turns import TableSnapshot
from rummy_referee.tiles.box import Box
from rummy_referee.tiles.tile import Tile


def find_plainly(box: Box, judge: Judge, size: int) -> set[frozenset[Tile]]:
    """Every meld of a size without jokers: of all tiles with one number, or with as many consecutive ones."""
    tiles = {number: [box.faces[colour, number] for colour in box.colours] for number in box.numbers}
    numbers = [*box.numbers, *box.numbers][: len(box.numbers) + size - 1]
    windows = [numbers[start : start + size] for start in range(len(box.numbers))]
    sets = [chosen for number in tiles for chosen in combinations(tiles[number], size)]
    sets += [chosen for window in windows for chosen in product(*(tiles[number] for number in window))]
    return {frozenset(chosen) for chosen in sets if judge(chosen).valid}


def rank_plainly(melds: set[frozenset[Tile]], hand: tuple[Tile, ...], tile: Tile) -> list[int]:
    """How many melds with a tile the hand has, then how many lack one tile, and so on; none for a second copy."""
    own = [meld for meld in melds if tile in meld and hand.count(tile) == 1]
    missing = Counter(sum(other not in hand for other in meld) for meld in own)
    return [missing[count] for count in range(max(map(len, melds)))]


OPTIONS = [
    RummyOptions(turn="draw-discard"),
    RummyOptions(turn="draw-discard", melds="groups", jokers=False),
    RummyOptions(turn="draw-discard", mixed_runs=True, ace="low-or-high", joker_penalty=3),
]


@pytest.mark.parametrize("options", OPTIONS, ids=["default", "groups", "mixed runs and a high ace"])
def test_the_least_useful_tile_of_rummy_is_part_of_the_fewest_melds(options):
    game, chance = GAMES["rummy"], random.Random(str(options))
    melds = find_plainly(game.box, game.judge_for(options, None), 3)
    box = [game.box.tiles[piece] for piece, count in game.holds(options).items() for _ in range(count)]
    for size in [2, 3, 5, 8, 11, 14, 30] * 5:
        hand = tuple(chance.sample(box, size))
        snapshot = TableSnapshot((), hand, opened=True, stock=20, phase="discard")
        best = find_best_move(game.position(snapshot, options), "tiles")
        real = [tile for tile in hand if not tile.wild]
        least = min(
            real or hand,
            key=lambda tile: (rank_plainly(melds, hand, tile), -tile.points, tile.order),
        )
        assert best.move is not None
        assert (best.move.tile, best.from_hand, best.advice) == (least, (least,), LEAST_USEFUL), hand
        assert best.points == (options.joker_penalty if least.wild else least.number)


def test_the_least_useful_tile_of_a_full_rack_is_part_of_the_fewest_runs():
    game, chance = GAMES["myrummy-kids"], random.Random("rack")
    options = KidsOptions()
    melds = find_plainly(game.box, game.judge_for(options, None), 3)
    box = [game.box.tiles[piece] for piece, count in game.box.holds.items() for _ in range(count)]
    for _ in range(30):
        hand = tuple(chance.sample(box, 16))
        snapshot = KidsSnapshot((), hand, opened=False, stock=9, phase="return")
        best = find_best_move(game.position(snapshot, options), "points")
        real = [tile for tile in hand if not tile.wild]
        least = min(real, key=lambda tile: (rank_plainly(melds, hand, tile), -tile.number, tile.order))
        assert best.move is not None
        assert (best.move.tile, best.points, best.advice) == (least, least.number, LEAST_USEFUL), hand


@pytest.mark.parametrize("size", [3, 4])
def test_the_melds_of_rummu_of_a_size_are_complete(size):
    melds = find_plainly(RUMMU_BOX, RUMMU_MELDS.judge, size)
    by_card = melds_by_card(size)
    assert {card: set(own) for card, own in by_card.items()} == {
        card: {meld for meld in melds if card in meld} for card in by_card
    }
    assert sum(map(len, by_card.values())) == size * len(melds)


@pytest.mark.parametrize(("score", "opened", "size"), [(-5, False, 3), (0, False, 4), (150, True, 3)])
def test_the_least_useful_card_of_rummu_is_part_of_the_fewest_melds_that_can_be_laid(score, opened, size):
    game, chance = GAMES["rummu"], random.Random(score)
    melds = find_plainly(game.box, RUMMU_MELDS.judge, size)
    box = [game.box.tiles[piece] for piece, count in game.box.holds.items() for _ in range(count)]
    for _ in range(15):
        hand = tuple(chance.sample(box, 9))
        snapshot = RummuSnapshot((), hand, "Ada", ("Ada", "Bo", "Cy"), score, opened, 9, None, 0, phase="play")
        position = game.position(snapshot, NoOptions())
        for tile in set(hand):
            _, counts, points = rank_use(position, tile)
            expected = rank_plainly(melds, hand, tile)
            assert counts == expected[: len(counts)]
            assert not any(expected[len(counts) :])
            assert points == (-10 if tile.wild else -5)


def test_jokers_go_last():
    game = GAMES["rummy"]
    tiles = game.box.tiles
    request = game.position(
        TableSnapshot((), (tiles["J"], tiles["R1"], tiles["J"]), opened=True, stock=20, phase="discard"), OPTIONS[0]
    )
    best = find_best_move(request, "tiles")
    assert best.move is not None
    assert best.move.tile is tiles["R1"]
    alone = replace(request, given=replace(request.snapshot, hand=(tiles["J"], tiles["J"])))
    assert find_best_move(alone, "tiles").points == 25
