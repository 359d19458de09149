"""The fixed facts of each game, compared with the rulebooks: deal, options, moves, scoring and rulings."""

import pytest

from rummy_referee.games import GAMES
from rummy_referee.rules.options import describe_options
from tests.facts import FACTS

EACH_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@EACH_GAME
def test_the_deal_for_each_number_of_players(game):
    found = {
        deal.players: [
            deal.hand,
            deal.hand if deal.starter_hand is None else deal.starter_hand,
            deal.face_up,
            deal.face_down,
            deal.stock(game.box),
        ]
        for deal in game.deals
    }
    assert found == FACTS[game.id]["deals"]
    assert list(game.players) == list(found)
    assert list(game.team_players) == FACTS[game.id].get("team_players", [])


@EACH_GAME
def test_the_options_their_defaults_and_their_ranges(game):
    found = {}
    made = game.options()
    for name, option, default in describe_options(game.options):
        assert getattr(made, name) == default
        found[name] = {"default": default}
        if option.choices:
            found[name]["choices"] = list(option.choices)
        if option.type in ("integer", "array"):
            found[name] |= {"from": option.minimum, "to": option.maximum}
        if option.sizes:
            found[name]["sizes"] = [option.sizes[0], option.sizes[-1]]
    assert found == FACTS[game.id]["options"]


@EACH_GAME
def test_the_moves_and_their_fields(game):
    found = {move.type: [list(move.required), list(move.optional)] for move in game.move_types}
    assert found == FACTS[game.id]["moves"]


@EACH_GAME
def test_the_scoring_table_and_the_rulings(game):
    assert {row.code: row.points for row in game.scoring} == FACTS[game.id]["scoring"]
    assert [ruling.id for ruling in game.rulings] == FACTS[game.id]["rulings"]


@EACH_GAME
def test_no_code_is_twice_in_a_table(game):
    for codes in (
        [move.type for move in game.move_types],
        [row.code for row in game.scoring],
        [ruling.id for ruling in game.rulings],
        [kind.kind for kind in game.meld_kinds],
        [kind.code for kind in game.violations],
    ):
        assert len(codes) == len(set(codes))


def test_loose_tiles_are_arranged_where_there_are_melds():
    arranged = {variant: game.arranger_for is not None for variant, game in GAMES.items()}
    assert arranged == {variant: facts.get("arranges_loose_tiles", True) for variant, facts in FACTS.items()}
