"""The fixed facts of each game, compared with the rulebooks: box, deal, options, moves and scoring."""

import pytest

from rummy_referee.games import GAMES
from rummy_referee.rules.options import describe_options

EACH_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def test_the_games_are_in_a_fixed_order():
    assert list(GAMES) == [
        "rummy",
        "gin-rummy",
        "brettspielnetz-rummy",
        "rummu",
        "myrummy-kids",
        "myrummy-kids-pro",
        "myrummy-111",
        "rummikub",
        "gin-rummy-cards",
        "machiavelli",
    ]


@pytest.mark.parametrize(
    ("variant", "size"),
    [
        ("rummy", 106),
        ("gin-rummy", 104),
        ("brettspielnetz-rummy", 106),
        ("rummu", 60),
        ("myrummy-kids", 52),
        ("myrummy-kids-pro", 52),
        ("myrummy-111", 110),
    ],
)
def test_the_box_holds_as_many_tiles_as_the_book_says(variant, size):
    assert GAMES[variant].box.size == size


@pytest.mark.parametrize(
    ("variant", "counts"),
    [
        ("rummy", {"R1": 2, "K13": 2, "Y7": 2, "J": 2, "G1": 0, "R14": 0}),
        ("gin-rummy", {"B1": 2, "Y13": 2, "J": 0}),
        ("brettspielnetz-rummy", {"G13": 2, "K1": 0, "J": 2}),
        ("rummu", {"R0": 1, "Y9": 1, "K1": 2, "Y7": 2, "G2": 1, "J": 0}),
        ("myrummy-kids", {"Y6": 2, "G1": 2, "B7": 0, "K1": 0, "J": 4}),
        ("myrummy-kids-pro", {"Y6": 2, "G1": 2, "B7": 0, "K1": 0, "J": 4}),
        ("myrummy-111", {"1": 0, "2": 1, "111": 1, "112": 0}),
    ],
)
def test_the_box_holds_this_number_of_each_piece(variant, counts):
    holds = GAMES[variant].box.holds
    assert {piece: holds.get(piece, 0) for piece in counts} == counts


@pytest.mark.parametrize(
    ("variant", "dealt"),
    [
        # players: (each hand, the starter's hand, face up, face down besides the stock, stock)
        ("rummy", {2: (14, 14, 0, 0, 78), 3: (14, 14, 0, 0, 64), 4: (14, 14, 0, 0, 50)}),
        ("gin-rummy", {2: (10, 11, 0, 0, 83), 3: (10, 11, 0, 0, 73), 4: (10, 11, 0, 0, 63)}),
        ("brettspielnetz-rummy", {2: (18, 18, 0, 0, 70)}),
        (
            "rummu",
            {3: (9, 9, 1, 0, 32), 4: (8, 8, 1, 0, 27), 5: (8, 8, 1, 0, 19), 6: (7, 7, 1, 0, 17)},
        ),
        ("myrummy-kids", {2: (8, 8, 0, 0, 36), 3: (8, 8, 0, 0, 28), 4: (8, 8, 0, 0, 20)}),
        ("myrummy-kids-pro", {2: (8, 8, 0, 0, 36), 3: (8, 8, 0, 0, 28), 4: (8, 8, 0, 0, 20)}),
        (
            "myrummy-111",
            {2: (12, 12, 0, 3, 83), 3: (12, 12, 0, 3, 71), 4: (12, 12, 0, 3, 59), 5: (12, 12, 0, 3, 47)},
        ),
    ],
)
def test_the_deal_for_each_number_of_players(variant, dealt):
    game = GAMES[variant]
    found = {
        deal.players: (
            deal.hand,
            deal.hand if deal.starter_hand is None else deal.starter_hand,
            deal.face_up,
            deal.face_down,
            deal.stock(game.box),
        )
        for deal in game.deals
    }
    assert found == dealt
    assert list(game.players) == list(dealt)


def test_only_rummu_has_teams_with_four_or_six_players():
    assert {variant: game.team_players for variant, game in GAMES.items() if game.team_players} == {"rummu": (4, 6)}


@pytest.mark.parametrize(
    ("variant", "defaults"),
    [
        (
            "rummy",
            {
                "turn": "exchange",
                "jokers": True,
                "opening_minimum": 30,
                "melds": "all",
                "ace": "low",
                "mixed_runs": False,
                "joker_release": "replace",
                "rounds": None,
                "joker_penalty": 25,
            },
        ),
        ("gin-rummy", {"little_gin_before_take_only": False, "target": None, "rounds": None}),
        ("brettspielnetz-rummy", {"hand_size": 18}),
        ("rummu", {}),
        ("myrummy-kids", {"must_play": False, "chips": 3}),
        ("myrummy-kids-pro", {"must_play": False, "chips": 3, "joker_release": "replace"}),
        ("myrummy-111", {"hand_sizes": None, "target": 60, "rounds": None}),
    ],
)
def test_the_options_and_their_defaults(variant, defaults):
    options = GAMES[variant].options
    assert {name: default for name, _, default in describe_options(options)} == defaults
    made = options()
    assert {name: getattr(made, name) for name in defaults} == defaults


@pytest.mark.parametrize(
    ("variant", "ranges"),
    [
        ("rummy", {"opening_minimum": (0, 1000), "rounds": (1, 1000), "joker_penalty": (0, 1000)}),
        ("gin-rummy", {"target": (1, 100_000), "rounds": (1, 1000)}),
        ("brettspielnetz-rummy", {"hand_size": (1, 52)}),
        ("rummu", {}),
        ("myrummy-kids", {"chips": (1, 100)}),
        ("myrummy-kids-pro", {"chips": (1, 100)}),
        ("myrummy-111", {"hand_sizes": (12, 95), "target": (1, 100_000), "rounds": (1, 1000)}),
        ("rummikub", {"opening_minimum": (0, 1000), "target": (1, 100_000), "rounds": (1, 1000)}),
    ],
)
def test_the_range_of_every_number_that_may_be_agreed(variant, ranges):
    described = describe_options(GAMES[variant].options)
    found = {
        name: (option.minimum, option.maximum) for name, option, _ in described if option.type in {"integer", "array"}
    }
    assert found == ranges


@pytest.mark.parametrize(
    ("variant", "choices"),
    [
        (
            "rummy",
            {
                "turn": ("exchange", "draw-discard", "draw-keep"),
                "melds": ("all", "runs", "groups"),
                "ace": ("low", "low-or-high"),
                "joker_release": ("replace", "free"),
            },
        ),
        ("myrummy-kids-pro", {"joker_release": ("replace", "free")}),
        ("rummikub", {"joker_release": ("replace", "free")}),
    ],
)
def test_the_choices_of_every_option_that_has_choices(variant, choices):
    described = describe_options(GAMES[variant].options)
    assert {name: option.choices for name, option, _ in described if option.choices} == choices


def test_the_hands_of_111_are_given_for_two_to_five_players():
    sizes = {name: option.sizes for name, option, _ in describe_options(GAMES["myrummy-111"].options)}
    assert sizes["hand_sizes"] == range(2, 6)


@pytest.mark.parametrize(
    ("variant", "moves"),
    [
        (
            "rummy",
            {
                "play": (("table",), ("from_hand",)),
                "exchange": (("tile",), ("drawn",)),
                "draw": ((), ("drawn",)),
                "discard": (("tile",), ()),
                "pass": ((), ()),
            },
        ),
        (
            "gin-rummy",
            {
                "take": (("from",), ("drawn",)),
                "discard": (("tile",), ()),
                "declare": ((), ("melds", "discard")),
            },
        ),
        (
            "gin-rummy-cards",
            {
                "take": (("from",), ("drawn",)),
                "pass": ((), ()),
                "discard": (("tile",), ()),
                "knock": ((), ("discard", "melds")),
            },
        ),
        ("brettspielnetz-rummy", {"play": (("table",), ("from_hand",)), "pass": ((), ("drawn",))}),
        ("rummikub", {"play": (("table",), ("from_hand",)), "draw": ((), ("drawn",)), "pass": ((), ())}),
        ("machiavelli", {"play": (("table",), ("from_hand",)), "draw": ((), ("drawn",)), "pass": ((), ())}),
        (
            "rummu",
            {
                "take": (("from",), ("drawn", "revealed")),
                "meld": (("tiles",), ()),
                "lay_off": (("meld", "tiles"), ()),
                "swap_joker": (("meld", "tile"), ()),
                "take_back": (("meld", "tiles"), ()),
                "discard": (("tile",), ()),
            },
        ),
        (
            "myrummy-kids",
            {
                "meld": (("tiles",), ()),
                "lay_off": (("meld", "tiles"), ()),
                "swap_joker": (("meld", "tile"), ()),
                "end_turn": ((), ()),
                "draw": ((), ("drawn",)),
                "return": (("tile",), ()),
                "pass": ((), ()),
            },
        ),
        (
            "myrummy-kids-pro",
            {
                "play": (("table",), ("from_hand",)),
                "draw": ((), ("drawn",)),
                "return": (("tile",), ()),
                "pass": ((), ()),
            },
        ),
        (
            "myrummy-111",
            {
                "refresh": ((), ()),
                "take": (("slot",), ("drawn",)),
                "insert": (("position", "discard"), ("announce",)),
            },
        ),
    ],
)
def test_the_moves_and_their_fields(variant, moves):
    assert {move.type: (move.required, move.optional) for move in GAMES[variant].move_types} == moves


@pytest.mark.parametrize(
    ("variant", "rows"),
    [
        (
            "rummy",
            {
                "winner_takes_hands": None,
                "hand_counts_against": None,
                "joker_in_hand": -25,
                "all_at_once_doubles": None,
            },
        ),
        (
            "gin-rummy",
            {
                "big_gin": 50,
                "little_gin": 25,
                "eight_or_nine_melded": 20,
                "lower_count_takes_difference": None,
                "lower_count_bonus": 20,
                "second_player_has_lower_count": 10,
                "second_player_has_equal_count": 10,
                "lowest_count_of_three_or_four": 50,
            },
        ),
        (
            "gin-rummy-cards",
            {
                "difference_of_deadwood": None,
                "gin_bonus": None,
                "big_gin_bonus": None,
                "undercut_bonus": None,
                "spade_doubles": None,
                "game_bonus": 100,
                "box_bonus": None,
                "shutout": None,
            },
        ),
        ("brettspielnetz-rummy", {"hand_counts_against": None, "joker_in_hand": -25}),
        ("myrummy-kids", {"chip_for_going_out": 1}),
        ("myrummy-kids-pro", {"chip_for_going_out": 1}),
        (
            "myrummy-111",
            {
                "symbols_of_the_whole_hand": None,
                "right_announcement": 5,
                "wrong_announcement": 0,
                "symbols_of_the_best_stretch": None,
            },
        ),
    ],
)
def test_the_scoring_table(variant, rows):
    assert {row.code: row.points for row in GAMES[variant].scoring} == rows


@EACH_GAME
def test_no_code_is_twice_in_a_table(game):
    for codes in (
        [move.type for move in game.move_types],
        [row.code for row in game.scoring],
        [ruling.id for ruling in game.rulings],
        [kind.kind for kind in game.meld_kinds],
    ):
        assert len(codes) == len(set(codes))


def test_every_game_but_111_can_arrange_loose_tiles():
    assert [variant for variant, game in GAMES.items() if game.arranger_for is None] == ["myrummy-111"]
