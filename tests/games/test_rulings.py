"""Every decision where a rulebook is silent is listed by its game, and every verdict cites rulebook or ruling."""

import pytest

from rummy_referee.games import GAMES

EACH_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@EACH_GAME
def test_every_code_cites_the_heading_of_its_section_or_a_ruling(game):
    for code, kind in game.faults.items():
        section, citation = game.sections.get(code, kind.section), game.cite(code)
        heading = game.rulebook.headings[section]
        source = f"Ruling {game.ruled[code]}" if code in game.ruled else f"{game.rulebook.title}, {heading}"
        assert (citation.variant, citation.section, citation.source) == (game.id, section, source)
    assert {game.cite(code).section for code in ("names_differ", "player_repeated", "player_unknown")} == {"setup"}


@EACH_GAME
def test_a_game_names_only_sections_and_rulings_that_it_has_and_only_for_what_can_break_its_rules(game):
    assert {ruling.section for ruling in game.rulings} <= set(game.rulebook.headings)
    assert [code for code, section in game.sections.items() if game.faults[code].section == section] == []
    assert set(game.ruled) <= set(game.faults)
    assert set(game.ruled.values()) <= {ruling.id for ruling in game.rulings}


@pytest.mark.parametrize(
    ("variant", "ruling"),
    [
        ("rummy", "jokers_in_a_meld"),
        ("brettspielnetz-rummy", "jokers_in_a_meld"),
        ("myrummy-kids", "one_real_tile_in_a_meld"),
        ("myrummy-kids-pro", "one_real_tile_in_a_meld"),
        ("rummikub", "jokers_in_a_meld"),
    ],
)
def test_that_jokers_alone_are_no_meld_is_a_ruling(variant, ruling):
    assert GAMES[variant].cite("meld_without_real_tile").source == f"Ruling {ruling}"


def test_that_yellow_cards_alone_are_no_meld_is_printed_in_rummu():
    assert GAMES["rummu"].cite("meld_without_real_tile").source == "Rummü (Doris & Frank), « Jokers jaunes »"


def test_that_a_single_card_is_no_stretch_is_a_ruling():
    assert GAMES["myrummy-111"].cite("meld_too_short").source == "Ruling two_cards_make_a_stretch"
