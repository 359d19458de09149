"""Notation: the pattern of a box matches exactly its codes."""

import re
from itertools import product

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rummy_referee.games import GAMES
from rummy_referee.tiles.box import Box
from rummy_referee.tiles.notation import partially_known_pattern, tile_pattern
from tests.facts import CODES

EACH_GAME = pytest.mark.parametrize("variant", GAMES)

# No deadline: the machine may be busy.
UNHURRIED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def matches(box, text):
    """Match as JSON Schema does. There ``$`` is the end; Python's also matches before a final line break."""
    return re.fullmatch(tile_pattern(box), text) is not None


STAINS = ("\n", "\r\n", " ", "\t", "\0", "\u200b", "\ufeff", "\u0661", "\uff11", "x")
ZEROS = (0x0660, 0xFF10, 0x1D7CE)
"""The digit 0 in Arabic-Indic, full-width and mathematical digits."""


@EACH_GAME
def test_a_game_has_exactly_the_codes_its_notation_gives_and_each_names_its_tile(variant):
    box = GAMES[variant].box
    assert set(box.tiles) == CODES[variant]
    for code, tile in box.tiles.items():
        pieces, _, symbols = code.partition("*")
        piece, _, pin = pieces.partition("=")
        assert (tile.code, tile.piece, tile.face.code) == (code, piece, pin or code)
        assert tile.symbols == (int(symbols) if symbols else None)
        if tile.face.code not in ("J", "F") and not box.ranks:
            assert f"{tile.face.colour}{tile.face.number}" == (pin or piece)


@EACH_GAME
def test_pattern_matches_every_code_of_the_game_and_no_other_text(variant):
    box, codes = GAMES[variant].box, CODES[variant]
    assert [code for code in codes if not matches(box, code)] == []
    alphabet = "RBKYGJFATQshdc=*0123456789"
    short = {"".join(letters) for length in range(4) for letters in product(alphabet, repeat=length)}
    stained = {text for code in codes for stain in STAINS for text in (code + stain, stain + code)}
    digits = {
        code.translate({ord("0") + digit: chr(zero + digit) for digit in range(10)}) for code in codes for zero in ZEROS
    }
    others = (short | stained | digits | set().union(*CODES.values())) - codes
    assert {text for text in others if matches(box, text)} == set()


def test_patterns_use_only_what_every_dialect_of_regular_expressions_has():
    patterns = {variant: tile_pattern(game.box) for variant, game in GAMES.items()}
    plain = re.compile(r"\^\(\?:(?:[\w^$()?:|=\[\]-]|\\\*)+\)\$", re.ASCII)
    assert [variant for variant, pattern in patterns.items() if not plain.fullmatch(pattern)] == []


@st.composite
def damaged_codes(draw, codes):
    """A code with one or two letters inserted, removed or replaced."""
    letters = list(draw(st.sampled_from(codes)))
    alphabet = st.one_of(st.sampled_from("RBKYGJrjQAThs=*0123456789+- \n٧７"), st.characters())
    for _ in range(draw(st.integers(1, 2))):
        place = draw(st.integers(0, len(letters)))
        change = draw(st.sampled_from(["put in", "leave out", "replace"]))
        letters[place : place + (change != "put in")] = [] if change == "leave out" else [draw(alphabet)]
    return "".join(letters)


@EACH_GAME
def test_pattern_and_box_agree_on_every_damaged_code(variant):
    box = GAMES[variant].box

    @UNHURRIED
    @given(damaged_codes(sorted(CODES[variant])))
    def check(text):
        assert matches(box, text) == (text in box.tiles)

    check()


@UNHURRIED
@given(first=st.integers(0, 120), count=st.integers(1, 120))
def test_pattern_of_any_range_of_numbers_matches_those_numbers_only(first, count):
    numbers = range(first, first + count)
    box = Box(colours="", numbers=numbers)
    assert {number for number in range(300) if matches(box, str(number))} == set(numbers)
    assert not any(matches(box, f"0{number}") for number in numbers)


CARDS = Box(colours="shdc", numbers=range(1, 14), copies=1, jokers=1, ranks="A23456789TJQK")


def test_a_card_is_its_rank_and_its_suit():
    codes = [f"{rank}{suit}" for suit in "shdc" for rank in "A23456789TJQK"]
    assert list(CARDS.holds) == [*codes, "J"]
    assert set(CARDS.tiles) == {*codes, "J", *(f"J={code}" for code in codes)}
    assert all(matches(CARDS, code) for code in CARDS.tiles)
    queen = CARDS.tiles["J=Qh"]
    assert (queen.piece, queen.colour, queen.number, queen.face.code) == ("J", "h", 12, "Qh")


@pytest.mark.parametrize("text", ["hQ", "10h", "1h", "Qx", "qh", "QH", "Q", "h", "J=", "Jh=Qh", "J=J", "J=hQ"])
def test_a_text_that_is_not_rank_and_suit_is_no_card(text):
    assert text not in CARDS.tiles
    assert not matches(CARDS, text)


def test_an_unknown_card_may_have_a_suit_or_a_rank():
    assert list(CARDS.unknown_tiles) == ["?", *(f"?{suit}" for suit in "shdc"), *(f"?{rank}" for rank in CARDS.ranks)]
    pattern = partially_known_pattern(CARDS)
    assert all(re.fullmatch(pattern, code) for code in [*CARDS.unknown_tiles, *CARDS.tiles])
    assert not any(re.fullmatch(pattern, text) for text in ("??", "?Qh", "?10", "?1", "?R", "Q?", "?J=Qh"))
    assert [CARDS.can_be(CARDS.unknown_tiles[code], "Qh") for code in ("?", "?h", "?s", "?Q", "?J")] == [
        *(True, True, False, True, False)
    ]
