"""Which draws help: the same as asking for the best move after each tile, in every game."""

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from rummy_referee.games import GAMES
from rummy_referee.rules.draws import measure
from rummy_referee.rules.moves import generate_other_moves
from rummy_referee.rules.records import find_tiles
from rummy_referee.rules.turns import pieces_of
from tests.games.plain_gin_cards import CARDS, minimum_deadwood, points

OBJECTIVES = ("tiles", "points", "out")
FEW = 8
"""The tiles that are asked for again in each position."""


def positions(variant: str, seed: int, moves: int) -> list[Any]:
    """Positions of a round in which players follow the best move."""
    game = GAMES[variant]
    found: list[Any] = []
    round_: Any = game.deal(game.players[0], seed)
    while not round_.over and len(found) < moves:
        found.append(round_.position)
        round_ = round_.play(round_.position.best().move)
    return found


@pytest.mark.parametrize("variant", GAMES)
def test_each_draw_is_the_best_move_after_it(variant: str) -> None:
    rng, asked = random.Random(variant), 0
    for place, position in enumerate(positions(variant, 3, 12)):
        objective: Any = OBJECTIVES[place % 3]
        found = position.draws(objective)
        assert found.now == position.best(objective)
        unseen = Counter(position.game.holds(position.options)) - pieces_of(
            tile for _, pile in find_tiles(position.snapshot) for tile in pile
        )
        assert found.unseen == unseen.total()
        if found.move is None:
            assert not found.tiles
            continue
        assert {draw.tile.piece: draw.copies for draw in found.tiles} == unseen
        assert [draw.gain for draw in found.tiles] == sorted((draw.gain for draw in found.tiles), reverse=True)
        before = measure(position, found.now, objective)
        for draw in rng.sample(found.tiles, min(FEW, len(found.tiles))):
            drawn = replace(found.move, drawn=draw.tile)
            checked = position.check(drawn)
            assert checked.legal
            after = replace(position, given=checked.outcome.next)
            assert draw.best == after.best(objective)
            assert draw.gain == measure(after, draw.best, objective) - before
            asked += 1
    assert asked > FEW


def test_a_tile_that_can_be_laid_gains_what_is_laid() -> None:
    game = GAMES["rummikub"]
    position = game.position(table=["R4 R5 R6"], hand="R8 K1", opened=True, stock=40)
    found = position.draws()
    assert [(draw.tile.code, draw.copies, draw.gain) for draw in found.tiles if draw.gain] == [
        ("R7", 2, 2),
        ("J", 2, 2),
        ("R3", 2, 1),
    ]
    assert {draw.tile.code: draw.gain for draw in position.draws("points").tiles}["R7"] == 15


def test_without_a_stock_nothing_is_drawn() -> None:
    position = GAMES["rummikub"].position(table=["R4 R5 R6"], hand="R8 K1", opened=True, stock=0)
    assert not [move for move in generate_other_moves(position) if move.type == "draw"]
    assert position.draws().move is None


@pytest.mark.parametrize("seed", range(3))
def test_each_discard_keeps_what_every_draw_after_it_would_save(seed: int) -> None:
    hand = random.Random(seed).sample(CARDS, 11)
    unseen = [card for card in CARDS if card not in hand]
    position = GAMES["gin-rummy-cards"].position(hand=hand, discard_top=None, stock=20, phase="discard")

    def after_best_discard(cards: frozenset[str]) -> int:
        return min(minimum_deadwood(cards - {card}) for card in cards)

    least = after_best_discard(frozenset(hand))
    found = position.draws()
    assert {discard.tile.code for discard in found.discards} == set(hand)
    assert [discard.gain for discard in found.discards] == sorted((d.gain for d in found.discards), reverse=True)
    for discard in found.discards[:2]:
        rest = frozenset(hand) - {discard.tile.code}
        gains = [max(least - after_best_discard(rest | {card}), 0) for card in unseen]
        assert discard.left == minimum_deadwood(rest) <= points(rest)
        assert (discard.helping, discard.gain) == (sum(map(bool, gains)), sum(gains))
