"""The contents of each game's box, as the rulebooks list them."""

import subprocess
import sys
from collections import Counter

import pytest

from rummy_referee.games import GAMES
from rummy_referee.tiles.box import Box
from rummy_referee.tiles.playing_cards import pack_of_cards
from tests.facts import CODES, FACTS, PIECES

EACH_GAME = pytest.mark.parametrize("variant", GAMES)


def test_a_box_holds_what_the_rulebook_lists():
    held = {variant: (dict(game.box.holds), game.box.size) for variant, game in GAMES.items()}
    assert held == {variant: (PIECES[variant], facts["size"]) for variant, facts in FACTS.items()}


def test_a_pack_has_thirteen_cards_of_each_suit():
    for packs in (1, 2):
        box = pack_of_cards(copies=packs)
        assert dict(box.holds) == {f"{rank}{suit}": packs for suit in "shdc" for rank in "A23456789TJQK"}
        counted = {rank: box.tiles[f"{rank}s"].points for rank in "A23456789TJQK"}
        assert counted == {"A": 1, **{str(n): n for n in range(2, 10)}, "T": 10, "J": 10, "Q": 10, "K": 10}


def test_rummy_played_without_jokers_has_104_tiles():
    game = GAMES["rummy"]
    holds = game.holds(game.options(jokers=False))
    assert holds["J"] == 0
    assert sum(holds.values()) == 104
    assert sum(game.holds(game.options()).values()) == 106


@EACH_GAME
def test_every_piece_has_a_code_and_tiles_are_in_the_order_of_their_pieces(variant):
    box = GAMES[variant].box
    assert set(box.holds) <= set(box.tiles)
    assert {tile.piece for tile in box.tiles.values()} == set(box.holds)
    assert sorted(box.holds, key=lambda piece: box.tiles[piece].order) == list(box.holds)
    assert max(Counter(box.tiles[piece].order for piece in box.holds).values()) == 1
    assert all(tile.order == box.tiles[tile.piece].order for tile in box.tiles.values())


@EACH_GAME
def test_only_what_can_be_pinned_is_wild(variant):
    box = GAMES[variant].box
    pinned = {code.partition("=")[0] for code in CODES[variant] if "=" in code}
    can_be_wild = {tile.piece for tile in box.tiles.values() if tile.wild or (box.wild_by_round and tile.number)}
    assert can_be_wild == pinned


def test_canonical_order_goes_by_colour_then_by_number_with_jokers_last():
    assert list(Box(colours="BR", numbers=range(9, 11), jokers=1).holds) == ["B9", "B10", "R9", "R10", "J"]


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
