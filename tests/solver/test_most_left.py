"""The most that can be left of a hand with unread tiles, against every way to fill it."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence

from service.solver.counted_steps import Steps
from service.solver.leftovers.filled_melds import find_melds, find_rows
from service.solver.leftovers.laying_off import LayingOff
from service.solver.leftovers.left_beside import LeftBeside
from service.solver.leftovers.left_of_number import IMPOSSIBLE, find_most_left
from service.solver.leftovers.most_left import MostSearch
from service.solver.leftovers.unread_hands import UnreadHand
from service.solver.leftovers.unread_tiles import UnreadTiles, in_order, may_be
from service.tiles.box import Box
from service.tiles.tile import Tile

BOX = Box(colours="RBKY", numbers=range(1, 14), copies=2)
LAYING = LayingOff(BOX, {number: number for number in BOX.numbers})
TILES = [tile for tile in BOX.tiles.values() if tile.number]
MOST_FILLS = 1_500


def read(tiles: str) -> list[Tile]:
    return [BOX.tiles[code] for code in tiles.split()]


def search(known: Sequence[Tile], unread: Sequence[Tile], left: Counter[Tile], lying: Sequence[Sequence[Tile]]):
    """The hand, what is left of it when it is filled, and the search."""
    hand = UnreadHand(LAYING, known, UnreadTiles(unread), left)
    left_of = LeftBeside(LAYING, [tuple(meld) for meld in lying])
    hosted = [shape.tiles[0] for shape in find_rows(LAYING, left_of) if len(shape.tiles) == 1]
    return hand, left_of, MostSearch(hand, left_of, Steps(10**8), hosted)


def every_fill(unread: Sequence[Tile], left: Counter[Tile]) -> Iterator[tuple[Tile, ...]]:
    if not unread:
        yield ()
        return
    for rest in set(every_fill(unread[1:], left)):
        for tile in TILES:
            if may_be(unread[0], tile) and rest.count(tile) < left[tile]:
                yield in_order((*rest, tile))


def random_hand(rng: random.Random) -> tuple[list[Tile], list[Tile], Counter[Tile], list[tuple[Tile, ...]]]:
    """Some tiles, some unread ones, what is left in a box of which much is gone, and what lies."""
    left = Counter(dict.fromkeys(TILES, 2))
    highest = rng.choice((5, 7, 13))
    lying = []
    for shape in rng.sample(find_melds(LAYING), rng.randint(0, 3)):
        if all(left[tile] for tile in shape.tiles):
            lying.append(shape.tiles)
            left.subtract(shape.tiles)
    known = [tile for tile in rng.sample(TILES, rng.randint(0, 12)) if tile.number <= highest and left[tile]]
    left.subtract(known)
    gone = rng.choice((0.2, 0.5, 0.8))
    for tile in TILES:
        left[tile] = sum(rng.random() > gone for _ in range(left[tile]))
    usable = [tile for tile in left.elements() if tile.number <= highest]
    hidden = rng.sample(usable, min(len(usable), rng.randint(1, 5)))
    codes = [rng.choice(("?", f"?{tile.colour}", f"?{tile.number}", f"?{tile.number}")) for tile in hidden]
    return known, [BOX.unread[code] for code in codes], left, lying


def test_no_fill_leaves_more_than_the_most():
    rng = random.Random("most")
    compared = 0
    while compared < 250:
        known, unread, left, lying = random_hand(rng)
        ways = 1
        for tile in unread:
            ways *= sum(may_be(tile, other) and left[other] > 0 for other in TILES)
        if not 0 < ways <= MOST_FILLS:
            continue
        hand, left_of, most = search(known, unread, left, lying)
        wanted = max(left_of(hand.count_with(fill)) for fill in set(every_fill(unread, left)))
        found = most.find()
        assert found is not None
        assert found.points == wanted == left_of(hand.count_with(found.fill)), (known, unread, lying)
        assert most.bound() >= wanted
        more = most.find_more(wanted - 1)
        assert more is not None, (known, unread, lying)
        assert more.points == wanted
        assert most.find_more(wanted) is None
        compared += 1


def test_a_high_tile_that_another_needs_does_not_hide_what_lower_ones_leave():
    left = Counter(dict.fromkeys(read("Y13 B13 R12 R10 B10 K13 K9 Y9"), 1))
    unread = [BOX.unread[code] for code in ("?", "?13", "?B", "?10")]
    lying = [read("K10 K11 K12"), read("R5 B5 Y5"), read("Y6 Y7 Y8")]
    hand, left_of, most = search(read("Y8 B6 K4 Y13 Y2"), unread, left, lying)
    wanted = max(left_of(hand.count_with(fill)) for fill in set(every_fill(unread, left)))
    found = most.find_more(wanted - 1)
    assert found is not None
    assert found.points == wanted


def test_by_the_numbers_alone_what_must_be_a_group_is_not_left():
    blank = (0, 0, 0, 0)
    # Of two copies of each colour four can be two of two colours; of five some are a group.
    assert list(find_most_left(blank, (2, 2, 2, 2), blank)) == [0, 1, 2, 3, 4, 2, 0, 0, 0]
    # Three of B, K, Y, Y are a group, or both yellow ones, one of which is hosted.
    assert find_most_left(blank, (0, 1, 1, 2), (0, 0, 0, 1))[3] == 2
    # With one that is held two more are a group or not; and more than there are cannot be filled.
    assert list(find_most_left((1, 0, 0, 0), (0, 1, 1, 0), blank)) == [1, 2, 0]
    assert IMPOSSIBLE not in find_most_left((2, 0, 0, 0), (0, 2, 2, 2), (1, 0, 0, 1))
