"""Tiles, colours and ranks have names in every language."""

import pytest

from rummy_referee.games import GAMES
from rummy_referee.texts.catalogue import LANGUAGES
from rummy_referee.texts.names import tile_name, with_names
from rummy_referee.tiles.box import Box

CARDS = Box(colours="shdc", numbers=range(1, 14), ranks="A23456789TJQK")


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("Qh", ["queen of hearts", "Herz-Dame", "dame de cœur", "donna di cuori"]),
        ("As", ["ace of spades", "Pik-Ass", "as de pique", "asso di picche"]),
        ("Td", ["10 of diamonds", "Karo-10", "10 de carreau", "10 di quadri"]),
        ("2c", ["2 of clubs", "Kreuz-2", "2 de trèfle", "2 di fiori"]),
        ("R7", ["red 7", "rote 7", "7 rouge", "7 rosso"]),
        ("J", ["joker", "Joker", "joker", "jolly"]),
        (
            "J=Kc",
            ["joker as king of clubs", "Joker als Kreuz-König", "joker pour roi de trèfle", "jolly per re di fiori"],
        ),
        ("85*3", ["85"] * 4),
    ],
)
def test_a_tile_has_a_name_in_every_language(code, names):
    assert [tile_name(code, language) for language in ("en", "de", "fr", "it")] == names


def test_no_two_pieces_of_a_game_have_the_same_name():
    names = {
        (game.id, language): [tile_name(piece, language) for piece in game.box.holds]
        for game in GAMES.values()
        for language in LANGUAGES
    }
    assert [place for place, found in names.items() if len(set(found)) < len(found)] == []


def test_ranks_of_cards_are_named_and_numbers_of_tiles_are_not():
    params = {"numbers": [1, 10, 12], "missing": [11], "highest": 13, "actual": 13}
    assert with_names(params, "de", CARDS.symbol_of) == {
        "numbers": ["Ass", "10", "Dame"],
        "missing": ["Bube"],
        "highest": "König",
        "actual": 13,
    }
    assert with_names(params, "de")["numbers"] == ["1", "10", "12"]
