"""The best turn of Rummikub with playing on after the opening, against every opening and every play after it."""

import random
from dataclasses import replace
from typing import Any

import pytest

from rummy_referee.games.rummikub import RummikubOptions
from rummy_referee.rules.moves import check_move, find_best_move
from rummy_referee.rules.table_rummy.turns import TableRummyPosition
from rummy_referee.rules.turns import Meld, pieces_of, pieces_on, without
from tests.rules.plain_plays import is_legal, ordered, playable_sets, random_position, split

Sets = set[tuple[str, ...]]


def turns(position: TableRummyPosition[Any]) -> Sets:
    """Every set of tiles that an opening, or an opening and another play, can take from the hand."""
    snapshot, box = position.snapshot, position.game.box
    found: Sets = set()
    for opening in playable_sets(position):
        found.add(opening)
        melds = split(position, ordered([box.tiles[piece] for piece in opening]))
        for table in {(*snapshot.table, *new) for new in melds if is_legal(position, (*snapshot.table, *new))}:
            hand = without(snapshot.hand, pieces_on(table) - pieces_on(snapshot.table))
            after = replace(position, given=replace(snapshot, table=table, hand=hand, opened=True))
            found |= {tuple(sorted((*opening, *more))) for more in playable_sets(after)}
    return found


def tally(tiles: Meld) -> tuple[str, ...]:
    return tuple(sorted(pieces_of(tiles).elements()))


@pytest.mark.parametrize("joker_release", ["replace", "free"])
@pytest.mark.parametrize("minimum", [0, 12, 30])
def test_the_best_turn_is_the_best_of_all_turns(joker_release, minimum):
    chance = random.Random(f"play on {joker_release} {minimum}")
    options = RummikubOptions(minimum, play_on_after_opening=True, joker_release=joker_release)
    longer = unproven = 0
    for _ in range(250):
        position = random_position(chance, "rummikub", options, tiles=chance.choice([8, 9, 10]))
        position = replace(position, given=replace(position.snapshot, opened=False))
        worth = position.turn.points_in_hand
        points = {
            found: sum(worth(position, position.game.box.tiles[piece]) for piece in found) for found in turns(position)
        }
        by_tiles, by_points, out = (find_best_move(position, goal) for goal in ("tiles", "points", "out"))
        if not points:
            assert not by_tiles.from_hand
            continue
        assert tally(by_tiles.from_hand) in points
        assert tally(by_points.from_hand) in points
        most, dearest = max(map(len, points)), max(points.values())
        if by_tiles.proven:
            assert len(by_tiles.from_hand) == most
        if by_points.proven:
            assert by_points.points == dearest
        if out.proven:
            assert out.goes_out == (most == len(position.snapshot.hand))
        longer += len(by_tiles.from_hand) > len(getattr(by_tiles.move, "from_hand", ()))
        unproven += not by_tiles.proven
    assert longer >= 3
    assert unproven <= 8


def test_following_the_best_turn_lays_what_it_says():
    chance = random.Random("follow")
    options = RummikubOptions(12, play_on_after_opening=True)
    followed = 0
    for _ in range(200):
        position = random_position(chance, "rummikub", options, tiles=12)
        position = replace(position, given=replace(position.snapshot, opened=False))
        best = find_best_move(position, "tiles")
        if best.from_hand == getattr(best.move, "from_hand", ()):
            continue
        assert best.move is not None
        after = check_move(position, best.move).outcome.next
        rest = find_best_move(replace(position, given=after), "tiles")
        assert len(getattr(best.move, "from_hand", ())) + len(rest.from_hand) == len(best.from_hand)
        assert rest.goes_out == best.goes_out
        followed += 1
    assert followed > 10
