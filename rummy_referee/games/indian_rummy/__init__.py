"""Indian rummy with 13 cards: sequences and sets, a wild rank in every deal, and a declaration that ends it.

``cards`` has the packs, the options and the melds of a deal; ``turn``, ``best``, ``ending`` and ``rounds`` build on
it, and ``game_end`` has the three kinds of play.
"""

from rummy_referee.faults import declared_in
from rummy_referee.games.indian_rummy import faults
from rummy_referee.games.indian_rummy.best import find_best
from rummy_referee.games.indian_rummy.cards import (
    BOX,
    HAND,
    DealFacts,
    IndianRummyOptions,
    arranger_of,
    count_piece,
    find_wild_rank,
    melds_of,
)
from rummy_referee.games.indian_rummy.ending import SCORING
from rummy_referee.games.indian_rummy.faults import drop_between_two
from rummy_referee.games.indian_rummy.game_end import IndianRummyEnd
from rummy_referee.games.indian_rummy.rounds import ROUND_PLAY, IndianRummyRoundState
from rummy_referee.games.indian_rummy.snapshot import (
    DISCARD,
    MOST_PLAYERS,
    TAKE,
    IndianRummySnapshot,
    check_snapshot,
)
from rummy_referee.games.indian_rummy.turn import (
    MOVES,
    Declare,
    Drop,
    IndianRummyMove,
    WrongDeclare,
    apply_declare,
    apply_discard,
    apply_drop,
    apply_take,
    apply_wrong,
    check_declare,
    check_discard,
    check_drop,
    check_take,
    check_wrong,
    describe_declare,
    generate_declares,
    generate_takes,
)
from rummy_referee.melds.faults import (
    GROUP_FAULTS,
    JOKER_FAULTS,
    RUN_FAULTS,
    one_in_the_middle,
    run_gap_too_wide,
    run_too_long,
)
from rummy_referee.melds.judgement import GROUP, RUN
from rummy_referee.rules.discard_pile import TakeCard, count_hidden, describe_take
from rummy_referee.rules.faults import (
    DECLARATION_FAULTS,
    HISTORY_FAULTS,
    LEAVING_FAULTS,
    PILE_FAULTS,
    fact_not_of_phase,
    hand_size_not_of_phase,
    move_not_in_phase,
    player_out,
    tile_not_in_hand,
)
from rummy_referee.rules.game import Deal, Game, MeldKind, Rulebook, Ruling, ScoreRow
from rummy_referee.rules.move_records import Discard
from rummy_referee.rules.turns import MoveRule, TurnRules, each_tile

TURN = TurnRules[IndianRummyOptions, IndianRummySnapshot, IndianRummyMove](
    snapshot=IndianRummySnapshot,
    phases=(TAKE, DISCARD),
    rules=(
        MoveRule(TakeCard, check_take, apply_take, generate_takes, describe_take),
        MoveRule(Drop, check_drop, apply_drop),
        MoveRule(Discard, check_discard, apply_discard, each_tile(Discard, check_discard)),
        MoveRule(Declare, check_declare, apply_declare, generate_declares, describe_declare),
        MoveRule(WrongDeclare, check_wrong, apply_wrong, lambda _: ()),
    ),
    find_best=find_best,
    moves_of_phase=MOVES,
    check_snapshot=check_snapshot,
    count_hidden=count_hidden,
)

IndianRummy = Game[IndianRummyOptions, IndianRummySnapshot, IndianRummyMove, IndianRummyRoundState]

INDIAN_RUMMY = IndianRummy(
    id="indian-rummy",
    name="Indian Rummy",
    rulebook=Rulebook(
        title="13-card Indian rummy, rules as commonly published",
        headings={
            "box": "“Cards”",
            "setup": "“Deal”",
            "combinations": "“Sequences and sets”",
            "jokers": "“Jokers”",
            "ace": "“Sequences and sets”, rank of cards",
            "turn": "“Play”",
            "drawing": "“Drawing and discarding”",
            "dropping": "“First drop and middle drop”",
            "declaring": "“Declaring”",
            "scoring": "“Points”",
            "end": "“Points, pool and deals rummy”",
        },
    ),
    players=range(2, MOST_PLAYERS + 1),
    box=BOX,
    deals=tuple(Deal(players, hand=HAND, face_up=1, turned_up=1) for players in range(2, MOST_PLAYERS + 1)),
    meld_kinds=(
        MeldKind(RUN, 3, 13, "sequence_of_one_suit"),
        MeldKind(GROUP, 3, 4, "set_of_one_rank"),
    ),
    options=IndianRummyOptions,
    facts=DealFacts,
    judge_for=lambda _, facts: melds_of(find_wild_rank(facts.wild)).judge,
    arranger_for=lambda _, facts: arranger_of(find_wild_rank(facts.wild)).arrange,
    hand_points=count_piece,
    turn=TURN,
    round_play=ROUND_PLAY,
    scoring=(
        ScoreRow("first_drop", section="dropping"),
        ScoreRow("middle_drop", section="dropping"),
        ScoreRow("wrong_declaration", section="declaring"),
        ScoreRow("hand_counts_against"),
        ScoreRow("winner_takes_points"),
    ),
    round_scoring=SCORING,
    end=IndianRummyEnd(),
    rulings=(
        Ruling("wild_card_stays_under_the_stock", "setup"),
        Ruling("ace_rank_is_wild_after_a_printed_joker", "jokers"),
        Ruling("wild_rank_may_be_itself", "jokers"),
        Ruling("sets_have_at_most_four_cards", "combinations"),
        Ruling("groups_are_judged_as_given", "combinations"),
        Ruling("joker_on_the_pile_is_not_taken", "drawing"),
        Ruling("card_just_taken_may_be_discarded", "drawing"),
        Ruling("drop_before_taking", "dropping"),
        Ruling("no_drop_between_two_in_deals_play", "dropping"),
        Ruling("missed_turns_are_the_callers", "turn"),
        Ruling("wrong_declaration_is_named_or_played", "declaring"),
        Ruling("both_sequences_or_every_card_counts", "scoring"),
        Ruling("jokers_left_over_count_nothing", "scoring"),
        Ruling("full_count_is_eighty", "scoring"),
        Ruling("no_half_points", "scoring"),
        Ruling("rejoin_directly_after_elimination", "end"),
        Ruling("tie_break_deals", "end"),
    ),
    violations=(
        *declared_in(faults),
        *RUN_FAULTS,
        *GROUP_FAULTS,
        *JOKER_FAULTS,
        *PILE_FAULTS,
        *HISTORY_FAULTS,
        *LEAVING_FAULTS,
        one_in_the_middle,
        run_gap_too_wide,
        run_too_long,
        fact_not_of_phase,
        hand_size_not_of_phase,
        move_not_in_phase,
        player_out,
        tile_not_in_hand,
        *DECLARATION_FAULTS,
    ),
    ruled={
        drop_between_two.code: "no_drop_between_two_in_deals_play",
        "joker_not_taken": "joker_on_the_pile_is_not_taken",
        "rejoin_not_allowed": "rejoin_directly_after_elimination",
        "not_in_tie_break": "tie_break_deals",
        "declaration_wrong": "wrong_declaration_is_named_or_played",
        "declaration_right": "wrong_declaration_is_named_or_played",
    },
)
