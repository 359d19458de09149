"""Notation: the pattern of a box matches exactly its codes."""

import re
from itertools import product

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rummy_referee.games import GAMES
from rummy_referee.tiles.box import Box
from rummy_referee.tiles.notation import partially_known_pattern, tile_pattern

# No deadline: the machine may be busy.
UNHURRIED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def matches(box, text):
    """Match as JSON Schema does. There ``$`` is the end; Python's also matches before a final line break."""
    return re.fullmatch(tile_pattern(box), text) is not None


# Written out from the rules, not read from the box.
def joker_codes(colours, numbers):
    real = {f"{colour}{number}" for colour in colours for number in numbers}
    return real | {"J"} | {f"J={code}" for code in real}


CODES = {
    "rummy": joker_codes("RBKY", range(1, 14)),
    "gin-rummy": {f"{colour}{number}" for colour in "RBKY" for number in range(1, 14)},
    "brettspielnetz-rummy": joker_codes("BRGY", range(1, 14)),
    "myrummy-kids": joker_codes("BRGY", range(1, 7)),
    "myrummy-kids-pro": joker_codes("BRGY", range(1, 7)),
    "rummu": {f"{colour}{number}" for colour in "RBKGY" for number in range(10)}
    | {f"Y{number}={colour}{number}" for colour in "RBKG" for number in range(10)},
    "rummikub": joker_codes("KBRO", range(1, 14)),
    "gin-rummy-cards": {f"{rank}{suit}" for rank in "A23456789TJQK" for suit in "shdc"},
    "machiavelli": {f"{rank}{suit}" for rank in "A23456789TJQK" for suit in "shdc"},
    "myrummy-111": {str(number) for number in range(2, 112)}
    | {f"{number}*{symbols}" for number in range(2, 112) for symbols in range(1, 5)},
}


@pytest.mark.parametrize("variant", GAMES)
def test_a_game_has_exactly_the_codes_its_notation_gives(variant):
    assert set(GAMES[variant].box.tiles) == CODES[variant]


@pytest.mark.parametrize("variant", GAMES)
def test_every_code_names_its_tile(variant):
    assert all(tile.code == code for code, tile in GAMES[variant].box.tiles.items())


@pytest.mark.parametrize("variant", GAMES)
def test_a_code_gives_piece_face_and_symbols(variant):
    for code, tile in GAMES[variant].box.tiles.items():
        pieces, _, symbols = code.partition("*")
        piece, _, pin = pieces.partition("=")
        assert tile.piece == piece
        assert tile.face.code == (pin or code)
        assert tile.symbols == (int(symbols) if symbols else None)
        if tile.face.code != "J" and not GAMES[variant].box.ranks:
            assert f"{tile.face.colour}{tile.face.number}" == (pin or piece)


@pytest.mark.parametrize("variant", GAMES)
def test_pattern_matches_every_code_of_the_game(variant):
    box = GAMES[variant].box
    assert [code for code in CODES[variant] if not matches(box, code)] == []


@pytest.mark.parametrize("variant", GAMES)
def test_pattern_matches_no_other_short_text(variant):
    box = GAMES[variant].box
    alphabet = "RBKYGJATQshdc=*0123456789"
    texts = {"".join(letters) for length in range(4) for letters in product(alphabet, repeat=length)}
    assert {text for text in texts if matches(box, text)} == CODES[variant] & texts


@pytest.mark.parametrize("variant", GAMES)
def test_pattern_matches_no_code_of_another_game_that_this_one_lacks(variant):
    box = GAMES[variant].box
    others = set().union(*CODES.values()) - CODES[variant]
    assert [code for code in others if matches(box, code)] == []


@pytest.mark.parametrize("variant", GAMES)
@pytest.mark.parametrize("stain", ["\n", "\r\n", " ", "\t", "\0", "\u200b", "\ufeff", "\u0661", "\uff11", "x"])
def test_pattern_rejects_codes_with_a_prefix_or_a_suffix(variant, stain):
    box = GAMES[variant].box
    stained = [text for code in CODES[variant] for text in (code + stain, stain + code)]
    assert [text for text in stained if matches(box, text)] == []


@pytest.mark.parametrize("variant", GAMES)
@pytest.mark.parametrize("zero", [0x0660, 0xFF10, 0x1D7CE], ids=["arabic-indic", "full-width", "mathematical"])
def test_pattern_rejects_digits_of_other_scripts(variant, zero):
    box = GAMES[variant].box
    other_digits = {ord("0") + digit: chr(zero + digit) for digit in range(10)}
    translated = {code.translate(other_digits) for code in CODES[variant]} - CODES[variant]
    assert translated
    assert [text for text in translated if matches(box, text)] == []


@pytest.mark.parametrize("variant", GAMES)
def test_pattern_uses_only_what_every_dialect_of_regular_expressions_has(variant):
    pattern = tile_pattern(GAMES[variant].box)
    assert pattern.startswith("^(?:")
    assert pattern.endswith(")$")
    assert re.fullmatch(r"[\w^$()?:|=*\\\[\]-]+", pattern, re.ASCII)
    assert set(re.findall(r"\\.", pattern)) <= {r"\*"}


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


@pytest.mark.parametrize("variant", GAMES)
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
