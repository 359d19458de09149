"""Every decision where a rulebook is silent is listed by its game, and every verdict cites rulebook or ruling."""

import pytest

from rummy_referee.games import GAMES

EACH_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)

RULINGS = {
    "rummy": [
        "draw_again_for_the_start",
        "jokers_in_a_meld",
        "joker_gives_way_to_its_tile",
        "opening_turn_is_opening_only",
        "joker_release_on_the_whole_play",
        "highest_total_wins",
        "nothing_to_draw_leaves_the_play",
        "high_ace_counts_one",
    ],
    "gin-rummy": [
        "french_text_decides",
        "lowest_draw_deals",
        "eleventh_tile_counts_as_taken",
        "empty_stock_voids_the_round",
        "little_gin_also_after_a_take",
        "eight_or_nine_before_a_take",
        "ties_of_the_least_deadwood",
        "declarer_keeps_the_bonus",
        "equal_totals_share_the_win",
    ],
    "brettspielnetz-rummy": [
        "hand_of_eighteen",
        "starter_is_agreed",
        "board_has_no_edges",
        "jokers_in_a_meld",
        "jokers_are_free",
    ],
    "rummu": [
        "triangles_play_no_part",
        "pile_becomes_the_stock",
        "yellow_among_five_stands_for_itself",
        "shared_bound_takes_the_higher_demand",
        "take_back_as_few_as_possible",
        "meld_scores_for_who_laid_it",
        "equal_totals_share_the_win",
    ],
    "myrummy-kids": [
        "fourth_colour_is_yellow",
        "one_real_tile_in_a_meld",
        "freed_joker_is_laid_in_the_same_turn",
        "swap_without_an_own_run",
        "draw_is_always_allowed",
        "pass_only_if_nothing_can_be_laid",
    ],
    # Of the rulings on the kids' game it keeps those on box, melds and drawing: it has no swap, and a freed joker stays
    # on the table because every tile does. How jokers come free is ruled as in rummy.
    "myrummy-kids-pro": [
        "fourth_colour_is_yellow",
        "one_real_tile_in_a_meld",
        "joker_release_on_the_whole_play",
        "draw_is_always_allowed",
        "pass_only_if_nothing_can_be_laid",
        "first_play_has_an_own_meld",
        "only_the_final_table_is_judged",
    ],
    "myrummy-111": [
        "direction_does_not_bind",
        "example_discards_83",
        "discards_fill_the_draw_pile",
        "most_valuable_stretch_counts",
        "two_cards_make_a_stretch",
        "equal_last_rounds_share_the_win",
    ],
    "gin-rummy-cards": [
        "starter_is_offered_the_upcard",
        "refused_upcard_is_covered",
        "two_cards_void_the_round",
        "big_gin_needs_no_discard",
        "ties_of_the_least_deadwood",
        "equal_deadwood_is_an_undercut",
        "ace_upcard_means_gin",
        "spade_doubles_the_round",
        "bonuses_do_not_decide_the_game",
        "shutout_doubles_everything",
    ],
    "machiavelli": [
        "hand_of_fifteen",
        "ace_never_in_the_middle",
        "run_of_thirteen_at_most",
        "cards_have_points",
        "draw_is_always_allowed",
        "fewest_cards_win_a_blocked_round",
        "equal_totals_share_the_win",
    ],
    "rummikub": [
        "jokers_in_a_meld",
        "opening_turn_is_opening_only",
        "joker_release_on_the_whole_play",
        "freed_joker_in_any_meld",
        "penalty_is_named_not_dealt",
        "lowest_rack_takes_the_differences",
        "equally_low_racks_score_nothing",
        "equal_totals_share_the_win",
    ],
}


@EACH_GAME
def test_a_game_lists_every_ruling_that_concerns_it(game):
    assert [ruling.id for ruling in game.rulings] == RULINGS[game.id]


@EACH_GAME
def test_every_section_a_game_names_is_a_heading_of_its_book(game):
    named = {ruling.section for ruling in game.rulings} | {citation.section for citation in game.citations.values()}
    assert named <= set(game.rulebook.headings)


@EACH_GAME
def test_a_game_names_a_section_only_for_what_can_break_its_rules_and_is_usually_elsewhere(game):
    assert [code for code, section in game.sections.items() if game.faults[code].section == section] == []


@EACH_GAME
def test_a_code_is_only_backed_by_a_ruling_the_game_has(game):
    assert set(game.ruled) <= set(game.faults)
    assert set(game.ruled.values()) <= set(RULINGS[game.id])


@EACH_GAME
def test_every_code_cites_the_heading_of_its_section_or_a_ruling(game):
    for code, kind in game.faults.items():
        section, citation = game.sections.get(code, kind.section), game.cite(code)
        assert (citation.variant, citation.section) == (game.id, section)
        if code in game.ruled:
            assert citation.source == f"Ruling {game.ruled[code]}"
        else:
            assert citation.source == f"{game.rulebook.title}, {game.rulebook.headings[section]}"


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


@EACH_GAME
def test_the_names_of_the_players_belong_to_the_setup(game):
    assert {game.cite(code).section for code in ("names_differ", "player_repeated", "player_unknown")} == {"setup"}
