"""Where the tiles of each meld come from, checked against the definition of each status."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rummy_referee.games.rummy import BOX
from rummy_referee.rules.table_changes import EXTENDED, KEPT, NEW, REARRANGED, TableChanges


def table(*melds):
    return tuple(tuple(BOX.tiles[code] for code in meld.split()) for meld in melds)


def find(before, after, hand):
    return dump(TableChanges(before, hand).find(after, hand))


def dump(changes):
    return [(change.status, change.sources, change.from_hand) for change in changes]


@pytest.mark.parametrize(
    ("before", "after", "hand", "expected"),
    [
        (["R1 R2 R3"], ["R1 R2 R3 R4"], "R4", [(EXTENDED, (0,), ("R4",))]),
        (["R1 R2 R3"], ["B5 B6 B7", "R3 R2 R1"], "B5 B6 B7", [(NEW, (), ("B5", "B6", "B7")), (KEPT, (0,), ())]),
        (
            ["R3 R4 R5 R6", "B6 K6 Y6"],
            ["R3 R4 R5", "B6 K6 Y6 R6", "B1 K1 Y1"],
            "B1 K1 Y1",
            [(REARRANGED, (0,), ()), (REARRANGED, (0, 1), ()), (NEW, (), ("B1", "K1", "Y1"))],
        ),
        (["R1 R2 R3"], ["R1 R2 R3", "R1 R2 R3"], "R1 R2 R3", [(KEPT, (0,), ()), (NEW, (), ("R1", "R2", "R3"))]),
        (["R1 J R3"], ["R1 J=R2 R3 J"], "J", [(EXTENDED, (0,), ("J",))]),
        (
            ["R1 J R3"],
            ["R1 R2 R3", "B1 J B3"],
            "R2 B1 B3",
            [(REARRANGED, (0,), ("R2",)), (REARRANGED, (0,), ("B1", "B3"))],
        ),
        # The first meld gets the red 4 of the hand, the second that of the group.
        (
            ["R1 R2 R3", "R4 B4 K4 Y4"],
            ["R4 R5 R6", "R1 R2 R3 R4", "B4 K4 Y4"],
            "R4 R5 R6",
            [(NEW, (), ("R4", "R5", "R6")), (REARRANGED, (0, 1), ()), (REARRANGED, (1,), ())],
        ),
        # A meld that has two old ones extends the larger.
        (
            ["R1 R2 R3", "R4 R5 R6 R7"],
            ["R1 R2 R3 R4 R5 R6 R7", "R1 R2 R3"],
            "R1 R2 R3",
            [(EXTENDED, (1,), ("R1", "R2", "R3")), (KEPT, (0,), ())],
        ),
    ],
)
def test_changes_of_a_play(before, after, hand, expected):
    assert find(table(*before), table(*after), *table(hand)) == expected


def test_melds_of_one_table_are_compared_once_for_all_plays():
    before, (hand,) = table("R1 R2 R3"), table("R4 B7 K7 Y7")
    longer, group = table("R1 R2 R3 R4", "B7 K7 Y7")
    changes = TableChanges(before, hand)
    both = changes.find((longer, group), hand)
    assert changes.find((longer,), hand[:1]) == both[:1]
    assert changes.find((*before, group), hand[1:])[1] is both[1]
    assert changes.find((*before, group), hand[1:])[0].status == KEPT


# --- any tables -----------------------------------------------------------------------------------------------------

PIECES = [tile for piece, count in BOX.holds.items() for tile in [BOX.tiles[piece]] * count]


@st.composite
def plays(draw):
    """Any piles before and after, with the tiles that came from the hand: nothing here depends on valid melds."""
    tiles = draw(st.lists(st.sampled_from(range(len(PIECES))), unique=True, min_size=6, max_size=40))
    pile = [PIECES[index] for index in tiles]
    split = draw(st.integers(1, len(pile) - 1))
    before, hand = cut(draw, pile[:split]), tuple(pile[split:])
    kept = draw(st.lists(st.sampled_from(range(len(before))), unique=True, max_size=len(before) - 1))
    moved = [tile for index, meld in enumerate(before) if index not in kept for tile in meld]
    others = cut(draw, draw(st.permutations([*moved, *hand])))
    return before, (*[before[index] for index in kept], *others), hand


def cut(draw, tiles):
    """Tiles in piles of one to five."""
    piles = []
    while tiles:
        size = draw(st.integers(1, 5))
        piles.append(tuple(tiles[:size]))
        tiles = tiles[size:]
    return tuple(piles)


def pieces(tiles):
    return Counter(tile.piece for tile in tiles)


@given(plays())
def test_every_tile_has_one_source_and_every_status_its_meaning(play):
    before, after, hand = play
    changes = TableChanges(before, hand).find(after, hand)
    left = [pieces(meld) for meld in before]
    wanted: dict[str, list[tuple[int, ...]]] = {}
    for meld, change in zip(after, changes, strict=True):
        old = pieces(meld) - Counter(change.from_hand)
        assert old.total() + len(change.from_hand) == len(meld)
        assert old <= sum((left[source] for source in change.sources), Counter())
        assert change.sources == tuple(sorted(set(change.sources)))
        for piece in old.elements():
            wanted.setdefault(piece, []).append(change.sources)
        assert (change.status == NEW) == (not change.sources)
        whole = len(change.sources) == 1 and old == pieces(before[change.sources[0]])
        assert (change.status == KEPT) == (whole and not change.from_hand)
        assert (change.status == EXTENDED) == (whole and bool(change.from_hand))
    assert sum((Counter(change.from_hand) for change in changes), Counter()) == pieces(hand)
    for piece, sources in wanted.items():
        assert can_serve(sources, [index for index, meld in enumerate(left) for _ in range(meld[piece])])


def can_serve(wanted, stock):
    """Whether each of these melds can get a tile of its own from one of its sources, and none is left over."""
    if not wanted:
        return not stock
    first, *others = wanted
    return any(can_serve(others, [*stock[:at], *stock[at + 1 :]]) for at, source in enumerate(stock) if source in first)


@given(plays())
def test_equal_tables_have_equal_changes_whatever_was_compared_before(play):
    before, after, hand = play
    listed = TableChanges(before, hand)
    changes = listed.find(after, hand)
    sent = tuple((*meld,) for meld in after)
    assert dump(listed.find(sent, hand)) == dump(TableChanges(before, hand).find(sent, hand)) == dump(changes)
