"""The contents of each game's box, as the rulebooks list them."""

import subprocess
import sys
from collections import Counter

import pytest

from rummy_referee.games import GAMES
from rummy_referee.tiles.box import Box

# As in each rulebook: colours, numbers, copies of each, jokers, and the number of pieces.
CONTENTS = {
    "rummy": ("RBKY", range(1, 14), 2, 2, 106),
    "gin-rummy": ("RBKY", range(1, 14), 2, 0, 104),
    "brettspielnetz-rummy": ("BRGY", range(1, 14), 2, 2, 106),
    "myrummy-kids": ("BRGY", range(1, 7), 2, 4, 52),
    "myrummy-kids-pro": ("BRGY", range(1, 7), 2, 4, 52),
    "rummikub": ("KBRO", range(1, 14), 2, 2, 106),
}
PACKS = {"gin-rummy-cards": 1, "machiavelli": 2}
"""The games with packs of 52 cards, and how many packs there are."""


def test_the_contents_of_every_box_are_tested():
    assert set(GAMES) == {*CONTENTS, *PACKS, "rummu", "myrummy-111"}


@pytest.mark.parametrize("variant", CONTENTS)
def test_box_holds_each_number_of_each_colour_and_the_jokers(variant):
    colours, numbers, copies, jokers, size = CONTENTS[variant]
    pieces = {f"{colour}{number}": copies for colour in colours for number in numbers}
    if jokers:
        pieces["J"] = jokers
    box = GAMES[variant].box
    assert dict(box.holds) == pieces
    assert box.size == size


@pytest.mark.parametrize(("variant", "packs"), PACKS.items())
def test_a_pack_has_thirteen_cards_of_each_suit(variant, packs):
    box = GAMES[variant].box
    assert dict(box.holds) == {f"{rank}{suit}": packs for suit in "shdc" for rank in "A23456789TJQK"}
    assert box.size == 52 * packs
    counted = {rank: box.tiles[f"{rank}s"].points for rank in "A23456789TJQK"}
    assert counted == {"A": 1, **{str(n): n for n in range(2, 10)}, "T": 10, "J": 10, "Q": 10, "K": 10}


def test_rummu_box_holds_60_cards_with_a_second_1_and_a_second_7_in_each_colour():
    box = GAMES["rummu"].box
    assert dict(box.holds) == {
        f"{colour}{number}": 2 if number in (1, 7) else 1 for colour in "RBKGY" for number in range(10)
    }
    assert box.size == 60


def test_111_box_holds_one_card_of_each_number_from_2_to_111():
    box = GAMES["myrummy-111"].box
    assert dict(box.holds) == {str(number): 1 for number in range(2, 112)}
    assert box.size == 110


def test_rummy_played_without_jokers_has_104_tiles():
    game = GAMES["rummy"]
    holds = game.holds(game.options(jokers=False))
    assert holds["J"] == 0
    assert sum(holds.values()) == 104
    assert sum(game.holds(game.options()).values()) == 106


@pytest.mark.parametrize("variant", GAMES)
def test_every_piece_in_the_box_has_a_code_and_every_code_names_a_piece_in_the_box(variant):
    box = GAMES[variant].box
    assert set(box.holds) <= set(box.tiles)
    assert {tile.piece for tile in box.tiles.values()} == set(box.holds)


def test_canonical_order_goes_by_colour_then_by_number_with_jokers_last():
    assert list(Box(colours="BR", numbers=range(9, 11), jokers=1).holds) == ["B9", "B10", "R9", "R10", "J"]


@pytest.mark.parametrize("variant", GAMES)
def test_tiles_are_in_the_order_of_their_pieces_in_the_box(variant):
    box = GAMES[variant].box
    by_order = sorted(box.holds, key=lambda piece: box.tiles[piece].order)
    assert by_order == list(box.holds)
    assert max(Counter(box.tiles[piece].order for piece in box.holds).values()) == 1
    assert all(tile.order == box.tiles[tile.piece].order for tile in box.tiles.values())


@pytest.mark.parametrize(
    ("variant", "wild"),
    [
        ("rummy", {"J"}),
        ("gin-rummy", set()),
        ("brettspielnetz-rummy", {"J"}),
        ("myrummy-kids", {"J"}),
        ("myrummy-kids-pro", {"J"}),
        ("rummu", {f"Y{number}" for number in range(10)}),
        ("myrummy-111", set()),
        ("rummikub", {"J"}),
        ("gin-rummy-cards", set()),
        ("machiavelli", set()),
    ],
)
def test_only_jokers_and_in_rummu_the_yellow_cards_are_wild(variant, wild):
    box = GAMES[variant].box
    assert {piece for piece in box.holds if box.tiles[piece].wild} == wild


def test_pinning_a_joker_gives_the_tile_of_that_code():
    box = GAMES["rummy"].box
    pinned = box.pin(box.tiles["J"], box.tiles["R8"])
    assert pinned is box.tiles["J=R8"]
    assert (pinned.piece, pinned.face, pinned.wild) == ("J", box.tiles["R8"], True)


def test_pinning_a_yellow_card_gives_the_tile_of_that_code():
    box = GAMES["rummu"].box
    pinned = box.pin(box.tiles["Y6"], box.tiles["R6"])
    assert pinned is box.tiles["Y6=R6"]
    assert (pinned.piece, pinned.face, pinned.colour, pinned.number) == ("Y6", box.tiles["R6"], "Y", 6)


def test_a_set_of_tiles_has_the_same_order_in_every_process():
    """So a search that iterates over a set takes the same steps everywhere: results at the bound depend on it."""
    code = "from rummy_referee.games import GAMES; print([set(game.box.tiles.values()) for game in GAMES.values()])"
    printed = {subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout for _ in range(3)}
    assert len(printed) == 1


def test_a_tile_counts_its_number_unless_the_box_has_other_values():
    numbered = Box(colours="RB", numbers=range(1, 4), jokers=1)
    court = Box(colours="RB", numbers=range(9, 12), jokers=1, values=(9, 10, 10))
    assert [numbered.tiles[code].points for code in ("R1", "B2", "J=R3", "J")] == [1, 2, 3, 0]
    assert [court.tiles[code].points for code in ("R9", "B10", "R11", "J=B11")] == [9, 10, 10, 10]
