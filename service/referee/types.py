"""The bodies and answers of the library. Generated from the contract by `make openapi`: do not edit.

One type holds for all games: a member that only some games have is ``NotRequired``.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

Variant = Literal[
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


FaultCode = Literal[
    "choice_unknown",
    "field_required",
    "field_unknown",
    "key_repeated",
    "list_too_long",
    "list_too_short",
    "name_characters",
    "not_a_boolean",
    "not_a_list",
    "not_a_string",
    "not_a_whole_number",
    "not_an_object",
    "null_not_allowed",
    "number_out_of_range",
    "string_too_long",
    "tile_unknown",
    "too_few_names",
    "too_many_names",
    "variant_unknown",
    "variant_without_tiles",
]


class Fault(TypedDict):
    """One error of a request body or a query."""

    path: str
    code: FaultCode
    message: str


ProblemType = Literal[
    "/docs/problems#malformed-json",
    "/docs/problems#json-too-deep",
    "/docs/problems#repeated-keys",
    "/docs/problems#bad-request",
    "/docs/problems#not-http",
    "/docs/problems#key-required",
    "/docs/problems#not-found",
    "/docs/problems#variant-unknown",
    "/docs/problems#photos-off",
    "/docs/problems#method-not-allowed",
    "/docs/problems#request-timeout",
    "/docs/problems#precondition-failed",
    "/docs/problems#body-too-large",
    "/docs/problems#batch-too-costly",
    "/docs/problems#photo-too-large",
    "/docs/problems#target-too-long",
    "/docs/problems#media-type-unsupported",
    "/docs/problems#photo-type-unsupported",
    "/docs/problems#body-invalid",
    "/docs/problems#query-invalid",
    "/docs/problems#photo-unreadable",
    "/docs/problems#operation-unknown",
    "/docs/problems#rate-limited",
    "/docs/problems#headers-too-large",
    "/docs/problems#internal-error",
    "/docs/problems#overloaded",
    "/docs/problems#stopping",
]

ProblemStatus = Literal[400, 401, 404, 405, 408, 412, 413, 414, 415, 422, 429, 431, 500, 503]


class Problem(TypedDict):
    """Why a request failed (RFC 9457)."""

    type: ProblemType
    title: str
    status: ProblemStatus
    detail: str
    instance: NotRequired[str]
    request_id: NotRequired[str]
    errors: list[Fault]


class Players(TypedDict):
    """The number of players."""

    minimum: int
    maximum: int
    teams_at: list[int]


class VariantBrief(TypedDict):
    """A game in brief."""

    id: Variant
    name: str
    summary: str
    turn: str
    rulebook: str
    players: Players
    href: str


class VariantsAnswer(TypedDict):
    """All games."""

    variants: list[VariantBrief]


class Colour(TypedDict):
    """A colour and its letter in tile codes."""

    code: str
    name: str


class BoxAnswer(TypedDict):
    """The content of the box."""

    size: int
    colours: list[Colour]
    lowest: int
    highest: int
    jokers: int
    wild_colour: str | None
    symbols: list[int]
    pattern: str


class TileAnswer(TypedDict):
    """A tile of the box."""

    code: str
    label: str
    points: int | None
    count: int


class DealRow(TypedDict):
    """The deal for one number of players."""

    players: int
    hand: int
    starter_hand: int
    face_up: int
    face_down: int
    joker_each: bool
    stock: int


class DealAnswer(TypedDict):
    """The deal."""

    text: str
    by_players: list[DealRow]


class MeldKindAnswer(TypedDict):
    """A kind of meld."""

    kind: str
    name: str
    minimum: int
    maximum: int
    text: str


OptionAnswerType = Literal["boolean", "integer", "string", "array"]


class OptionAnswer(TypedDict):
    """An option of the table."""

    name: str
    label: str
    type: OptionAnswerType
    nullable: bool
    default: bool | int | str | None
    choices: NotRequired[list[str]]
    choice_labels: NotRequired[list[str]]
    minimum: NotRequired[int]
    maximum: NotRequired[int]
    fewest: NotRequired[int]
    most: NotRequired[int]
    text: str


FieldShape = Literal[
    "flag",
    "count",
    "choice",
    "phase",
    "name",
    "names",
    "some_names",
    "tile",
    "tiles",
    "melds",
    "owned_melds",
    "open_or_hidden",
    "taken_card",
    "partially_known",
    "records",
    "rounds",
    "teams",
    "hands",
    "points",
    "flags",
]


class FormField(TypedDict):
    """A field of a request."""

    name: str
    shape: FieldShape
    label: str
    required: bool
    nullable: bool
    default: NotRequired[bool | int | str]
    minimum: NotRequired[int]
    maximum: NotRequired[int]
    choices: NotRequired[list[str]]
    choice_labels: NotRequired[list[str]]
    fields: NotRequired[list[FormField]]


class MoveAnswer(TypedDict):
    """A type of move."""

    type: str
    label: str
    required: list[str]
    optional: list[str]
    fields: list[FormField]
    text: str


class ScoreRowAnswer(TypedDict):
    """A row of the scoring table."""

    code: str
    points: int | None
    text: str


class RulingAnswer(TypedDict):
    """A decision of this referee where the rulebook is silent, ambiguous or contradicts itself."""

    id: str
    section: str
    text: str
    reason: str
    source: str


class FormsAnswer(TypedDict):
    """The fields of a game's requests, besides `variant` and `options`."""

    snapshot: list[FormField]
    finished_round: list[FormField]
    history: list[FormField]
    seats: list[FormField]


class VariantAnswer(TypedDict):
    """A game in full."""

    id: Variant
    name: str
    summary: str
    turn: str
    rulebook: str
    players: Players
    href: str
    box: BoxAnswer
    tiles: list[TileAnswer]
    deal: DealAnswer
    melds: list[MeldKindAnswer]
    options: list[OptionAnswer]
    moves: list[MoveAnswer]
    scoring: list[ScoreRowAnswer]
    rulings: list[RulingAnswer]
    photos: bool
    forms: FormsAnswer


OptionsTurn = Literal["exchange", "draw-discard", "draw-keep"]

OptionsMelds = Literal["all", "runs", "groups"]

OptionsAce = Literal["low", "low-or-high"]

OptionsJokerRelease = Literal["replace", "free"]


class Options(TypedDict):
    turn: NotRequired[OptionsTurn]
    jokers: NotRequired[bool]
    opening_minimum: NotRequired[int]
    melds: NotRequired[OptionsMelds]
    ace: NotRequired[OptionsAce]
    mixed_runs: NotRequired[bool]
    joker_release: NotRequired[OptionsJokerRelease]
    rounds: NotRequired[int | None]
    joker_penalty: NotRequired[int]
    little_gin_before_take_only: NotRequired[bool]
    target: NotRequired[int | None]
    hand_size: NotRequired[int]
    must_play: NotRequired[bool]
    chips: NotRequired[int]
    hand_sizes: NotRequired[list[int] | None]
    play_on_after_opening: NotRequired[bool]
    knock_limit: NotRequired[int]
    oklahoma: NotRequired[bool]
    oklahoma_spades_double: NotRequired[bool]
    big_gin: NotRequired[bool]
    gin_bonus: NotRequired[int]
    big_gin_bonus: NotRequired[int]
    undercut_bonus: NotRequired[int]
    box_bonuses: NotRequired[bool]
    box_bonus: NotRequired[int]


class CheckMelds(TypedDict):
    variant: Variant
    options: NotRequired[Options]
    melds: list[list[str]]


class ViolationParams(TypedDict):
    """The numbers, tiles and names in the message of a violation. Its code determines which there are."""

    actual: NotRequired[int | list[str]]
    cards: NotRequired[int]
    colours: NotRequired[list[str]]
    count: NotRequired[int]
    expected: NotRequired[int]
    hidden: NotRequired[int]
    highest: NotRequired[int]
    jokers: NotRequired[int]
    last: NotRequired[int]
    left: NotRequired[str]
    maximum: NotRequired[int]
    meld: NotRequired[int]
    minimum: NotRequired[int]
    missing: NotRequired[list[int]]
    move: NotRequired[str]
    numbers: NotRequired[list[int]]
    penalty: NotRequired[int]
    phase: NotRequired[str]
    player: NotRequired[str]
    players: NotRequired[int | list[str]]
    position: NotRequired[int]
    real: NotRequired[int]
    right: NotRequired[str]
    round: NotRequired[int]
    side: NotRequired[str]
    sizes: NotRequired[list[int]]
    taken: NotRequired[int]
    teams: NotRequired[list[str]]
    tile: NotRequired[str]
    tiles: NotRequired[list[str]]
    turn: NotRequired[str]
    wild: NotRequired[int]


class Rule(TypedDict):
    """The rule behind a verdict."""

    variant: Variant
    section: str
    source: str


ViolationCode = Literal[
    "big_gin_not_played",
    "both_hands_empty",
    "box_exceeded",
    "card_already_taken",
    "card_not_taken",
    "card_uncovered",
    "chips_in_a_round",
    "cursor_unknown",
    "deal_too_large",
    "discard_before_play",
    "discard_before_take",
    "discard_just_taken",
    "discard_missing",
    "drawn_by_referee",
    "drawn_not_hidden",
    "exchange_after_opening",
    "fact_not_of_phase",
    "first_meld_missing",
    "first_meld_too_short",
    "freed_joker_left",
    "freed_joker_stuck",
    "freed_jokers_exceeded",
    "freed_without_step",
    "from_hand_differs",
    "group_colour_repeated",
    "group_numbers_differ",
    "group_too_large",
    "groups_not_allowed",
    "hand_emptied",
    "hand_empty_not_out",
    "hand_missing",
    "hand_not_of_ten",
    "hand_size_not_dealt",
    "hand_size_not_of_phase",
    "hand_sizes_differ",
    "hand_too_small",
    "joker_left_table",
    "joker_moved",
    "last_card_without_meld",
    "lay_off_after_gin",
    "lay_off_before_own_run",
    "lay_off_not_laid_before",
    "little_gin_after_take",
    "meld_not_own",
    "meld_too_short",
    "meld_unknown",
    "meld_without_real_tile",
    "middle_not_open",
    "mixed_run_colour_repeated",
    "more_than_one_wild",
    "move_not_in_phase",
    "move_not_in_turn",
    "must_play",
    "names_differ",
    "no_joker_for_tile",
    "no_neighbour",
    "no_step_yet",
    "no_teams_for_players",
    "not_at_the_ends",
    "nothing_laid",
    "nothing_played",
    "nothing_taken_back",
    "nothing_to_take_back",
    "nothing_uncovered",
    "one_in_the_middle",
    "one_not_high",
    "opened_already",
    "opening_too_low",
    "opening_touches_table",
    "opposite_not_at_edge",
    "order_not_from_declarer",
    "order_not_of_players",
    "own_meld_missing",
    "owner_unknown",
    "pass_after_draw",
    "pass_while_playable",
    "pass_with_stock",
    "phase_not_in_turn",
    "pile_empty",
    "pile_without_count",
    "pile_without_top",
    "pin_unfit",
    "play_on_before_opening",
    "played_without_jokers",
    "player_repeated",
    "player_unknown",
    "points_impossible",
    "points_missing",
    "position_outside_hand",
    "rack_exceeded",
    "rest_too_high",
    "return_after_step",
    "return_not_due",
    "round_after_end",
    "round_ended",
    "round_over",
    "run_colours_differ",
    "run_gap_too_wide",
    "run_not_consecutive",
    "run_number_repeated",
    "run_too_long",
    "runs_not_allowed",
    "slot_not_empty",
    "stock_after_pile",
    "stock_during_offer",
    "stock_empty",
    "stock_exceeded",
    "stock_exhausted",
    "stretch_not_ascending",
    "stretch_not_descending",
    "table_invalid",
    "table_tiles_missing",
    "take_back_breaks_meld",
    "take_back_too_many",
    "take_back_with_cards",
    "taken_exceeded",
    "teams_not_opposite",
    "tile_not_in_hand",
    "tiles_missing",
    "tiles_not_in_hand",
    "tiles_not_in_meld",
    "too_few_melded",
    "too_many_played",
    "turn_begun",
    "two_score_in_a_round",
    "unread_unfillable",
    "upcard_differs",
    "upcard_missing",
    "wild_not_outnumbered",
    "winner_holds_tiles",
    "yellow_stands_for_itself",
    "zero_not_high",
]


class Violation(TypedDict):
    """One violation of the rules by a snapshot, a meld or a move."""

    code: ViolationCode
    path: str
    message: str
    params: ViolationParams
    rule: Rule


ReadingAnswerKind = Literal["run", "group", "mixed_run", "ascending", "descending"]


class ReadingAnswer(TypedDict):
    """One reading of a meld."""

    kind: Literal["run"] | ReadingAnswerKind
    tiles: list[str]
    value: int | None
    pure: NotRequired[bool]


class MeldAnswer(TypedDict):
    """The verdict on one meld."""

    tiles: list[str]
    valid: bool
    value: int | None
    readings: list[ReadingAnswer]
    violations: list[Violation]


class CheckMeldsAnswer(TypedDict):
    """The verdict on some melds."""

    variant: Variant
    possible: bool
    violations: list[Violation]
    valid: bool
    melds: list[MeldAnswer]


class ArrangeTiles(TypedDict):
    variant: Literal[
        "rummy",
        "gin-rummy",
        "brettspielnetz-rummy",
        "rummu",
        "myrummy-kids",
        "myrummy-kids-pro",
        "rummikub",
        "gin-rummy-cards",
        "machiavelli",
    ]
    options: NotRequired[Options]
    tiles: list[str]
    all: NotRequired[bool]


class ArrangeTilesAnswer(TypedDict):
    """Tiles split into melds."""

    variant: Literal[
        "rummy",
        "gin-rummy",
        "brettspielnetz-rummy",
        "rummu",
        "myrummy-kids",
        "myrummy-kids-pro",
        "rummikub",
        "gin-rummy-cards",
        "machiavelli",
    ]
    possible: bool
    violations: list[Violation]
    complete: bool
    melds: list[list[str]]
    left: list[str]
    optimal: bool


class OwnedMeld(TypedDict):
    owner: str
    cards: list[str]


Phase = Literal["draw", "play", "discard", "take", "return", "play_on", "offer"]


class TakenCard(TypedDict):
    card: str
    slot: int


class ListLegalMoves(TypedDict):
    variant: Variant
    options: NotRequired[Options]
    table: NotRequired[list[list[str]] | list[OwnedMeld]]
    hand: list[str]
    opened: NotRequired[bool]
    stock: int
    phase: NotRequired[Phase]
    limit: NotRequired[int]
    cursor: NotRequired[str | None]
    discard_top: NotRequired[str | None]
    players: NotRequired[int | list[str]]
    player: NotRequired[str]
    score: NotRequired[int]
    discard_count: NotRequired[int]
    teams: NotRequired[bool]
    taken: NotRequired[int | str | None]
    stepped: NotRequired[bool]
    freed_jokers: NotRequired[int]
    middle: NotRequired[list[str | None]]
    drawn: NotRequired[TakenCard | None]
    upcard: NotRequired[str | None]
    passed: NotRequired[bool]


NeededField = Literal["drawn", "revealed"]

MeldStatus = Literal["kept", "extended", "rearranged", "new"]

MeldChange = TypedDict(
    "MeldChange",
    {
        "meld": int,
        "status": MeldStatus,
        "from": list[int],
        "from_hand": list[str],
    },
)


class Play(TypedDict):
    type: Literal["play"]
    table: list[list[str]]
    from_hand: NotRequired[list[str]]
    text: NotRequired[str]
    needs: NotRequired[list[NeededField]]
    changes: NotRequired[list[MeldChange]]


class Exchange(TypedDict):
    type: Literal["exchange"]
    tile: str
    drawn: NotRequired[str]
    text: NotRequired[str]
    needs: NotRequired[list[NeededField]]


class Draw(TypedDict):
    type: Literal["draw"]
    drawn: NotRequired[str]
    text: NotRequired[str]
    needs: NotRequired[list[NeededField]]


class Discard(TypedDict):
    type: Literal["discard"]
    tile: str
    text: NotRequired[str]
    needs: NotRequired[list[NeededField]]


class Pass(TypedDict):
    type: Literal["pass"]
    text: NotRequired[str]
    needs: NotRequired[list[NeededField]]
    drawn: NotRequired[str]


TakeFrom = Literal["stock", "discard"]

Take = TypedDict(
    "Take",
    {
        "type": Literal["take"],
        "from": NotRequired[TakeFrom],
        "drawn": NotRequired[str],
        "text": NotRequired[str],
        "needs": NotRequired[list[NeededField]],
        "revealed": NotRequired[str | None],
        "slot": NotRequired[int],
    },
)


class Declare(TypedDict):
    type: Literal["declare"]
    melds: NotRequired[list[list[str]]]
    discard: NotRequired[str]
    text: NotRequired[str]
    needs: NotRequired[list[NeededField]]


class Meld(TypedDict):
    type: Literal["meld"]
    tiles: list[str]
    text: NotRequired[str]
    needs: NotRequired[list[NeededField]]


class LayOff(TypedDict):
    type: Literal["lay_off"]
    meld: int
    tiles: list[str]
    text: NotRequired[str]
    needs: NotRequired[list[NeededField]]


class SwapJoker(TypedDict):
    type: Literal["swap_joker"]
    meld: int
    tile: str
    text: NotRequired[str]
    needs: NotRequired[list[NeededField]]


class TakeBack(TypedDict):
    type: Literal["take_back"]
    meld: int
    tiles: list[str]
    text: NotRequired[str]
    needs: NotRequired[list[NeededField]]


class EndTurn(TypedDict):
    type: Literal["end_turn"]
    text: NotRequired[str]
    needs: NotRequired[list[NeededField]]


class Return(TypedDict):
    type: Literal["return"]
    tile: str
    text: NotRequired[str]
    needs: NotRequired[list[NeededField]]


class Refresh(TypedDict):
    type: Literal["refresh"]
    text: NotRequired[str]
    needs: NotRequired[list[NeededField]]


InsertDiscard = Literal["left", "right", "opposite"]


class Insert(TypedDict):
    type: Literal["insert"]
    position: int
    discard: InsertDiscard
    announce: NotRequired[bool]
    text: NotRequired[str]
    needs: NotRequired[list[NeededField]]


class Knock(TypedDict):
    type: Literal["knock"]
    discard: NotRequired[str]
    melds: NotRequired[list[list[str]]]
    text: NotRequired[str]
    needs: NotRequired[list[NeededField]]


Move = (
    Play
    | Exchange
    | Draw
    | Discard
    | Pass
    | Take
    | Declare
    | Meld
    | LayOff
    | SwapJoker
    | TakeBack
    | EndTurn
    | Return
    | Refresh
    | Insert
    | Knock
)


class ListLegalMovesAnswer(TypedDict):
    """A page of the legal moves."""

    variant: Variant
    possible: bool
    violations: list[Violation]
    total: int | None
    moves: list[Move]
    next_cursor: str | None


class CheckMove(TypedDict):
    variant: Variant
    options: NotRequired[Options]
    table: NotRequired[list[list[str]] | list[OwnedMeld]]
    hand: list[str]
    opened: NotRequired[bool]
    stock: int
    phase: NotRequired[Phase]
    move: Move
    discard_top: NotRequired[str | None]
    players: NotRequired[int | list[str]]
    player: NotRequired[str]
    score: NotRequired[int]
    discard_count: NotRequired[int]
    teams: NotRequired[bool]
    taken: NotRequired[int | str | None]
    stepped: NotRequired[bool]
    freed_jokers: NotRequired[int]
    middle: NotRequired[list[str | None]]
    drawn: NotRequired[TakenCard | None]
    upcard: NotRequired[str | None]
    passed: NotRequired[bool]


class Snapshot(TypedDict):
    variant: Variant
    options: NotRequired[Options]
    table: NotRequired[list[list[str]] | list[OwnedMeld]]
    hand: list[str]
    opened: NotRequired[bool]
    stock: int
    phase: NotRequired[Phase]
    discard_top: NotRequired[str | None]
    players: NotRequired[int | list[str]]
    player: NotRequired[str]
    score: NotRequired[int]
    discard_count: NotRequired[int]
    teams: NotRequired[bool]
    taken: NotRequired[int | str | None]
    stepped: NotRequired[bool]
    freed_jokers: NotRequired[int]
    middle: NotRequired[list[str | None]]
    drawn: NotRequired[TakenCard | None]
    upcard: NotRequired[str | None]
    passed: NotRequired[bool]


class CheckMoveAnswer(TypedDict):
    """The verdict on a move."""

    variant: Variant
    possible: bool
    violations: list[Violation]
    legal: bool
    text: str | None
    changes: list[MeldChange] | None
    from_hand: list[str]
    next: Snapshot | None
    needs: list[NeededField]
    ends_turn: bool
    ends_round: bool


Objective = Literal["tiles", "points", "out"]


class FindBestMove(TypedDict):
    variant: Variant
    options: NotRequired[Options]
    table: NotRequired[list[list[str]] | list[OwnedMeld]]
    hand: list[str]
    opened: NotRequired[bool]
    stock: int
    phase: NotRequired[Phase]
    objective: NotRequired[Objective]
    discard_top: NotRequired[str | None]
    players: NotRequired[int | list[str]]
    player: NotRequired[str]
    score: NotRequired[int]
    discard_count: NotRequired[int]
    teams: NotRequired[bool]
    taken: NotRequired[int | str | None]
    stepped: NotRequired[bool]
    freed_jokers: NotRequired[int]
    middle: NotRequired[list[str | None]]
    drawn: NotRequired[TakenCard | None]
    upcard: NotRequired[str | None]
    passed: NotRequired[bool]


AdviceCode = Literal[
    "closer_to_a_meld", "draw_first", "least_useful", "no_way_out", "nothing_more_to_lay", "nothing_to_lay"
]


class Advice(TypedDict):
    """The reason for a move that lays nothing."""

    code: AdviceCode
    message: str


class FindBestMoveAnswer(TypedDict):
    """The best move."""

    variant: Variant
    possible: bool
    violations: list[Violation]
    move: Move | None
    advice: Advice | None
    from_hand: list[str]
    tiles: int
    points: int
    leaves: list[str]
    melds: list[list[str]]
    goes_out: bool
    optimal: bool


class GivenLayOff(TypedDict):
    player: str
    meld: int
    tiles: list[str]


class Hand(TypedDict):
    player: str
    hand: list[str]
    opened_before: NotRequired[bool]
    melds: NotRequired[list[list[str]]]
    lay_offs: NotRequired[list[GivenLayOff]]


class ScoreRound(TypedDict):
    variant: Variant
    options: NotRequired[Options]
    players: list[Hand]
    went_out: NotRequired[str | None]
    declarer: NotRequired[str | None]
    order: NotRequired[list[str]]
    drew: NotRequired[bool]
    melds: NotRequired[list[OwnedMeld]]
    teams: NotRequired[list[list[str]] | None]
    announcer: NotRequired[str]
    knocker: NotRequired[str | None]
    upcard: NotRequired[str | None]


ScoreLineAnswerCode = Literal[
    "winner_takes_hands",
    "hand_counts_against",
    "joker_in_hand",
    "all_at_once_doubles",
    "big_gin",
    "little_gin",
    "eight_or_nine_melded",
    "lower_count_takes_difference",
    "lower_count_bonus",
    "second_player_has_lower_count",
    "second_player_has_equal_count",
    "lowest_count_of_three_or_four",
    "group_of_3_pure",
    "group_of_4_pure",
    "group_of_3_mixed",
    "group_of_4_mixed",
    "group_of_5_mixed",
    "half_group_of_3_pure",
    "half_group_of_4_pure",
    "half_group_of_3_mixed",
    "half_group_of_4_mixed",
    "half_group_of_5_mixed",
    "run_of_3_pure",
    "run_of_4_pure",
    "run_of_5_pure",
    "run_of_3_mixed",
    "run_of_4_mixed",
    "run_of_5_mixed",
    "further_run_card",
    "going_out",
    "yellow_card_in_hand",
    "other_card_in_hand",
    "partner_of_winner_pays_nothing",
    "symbols_of_the_whole_hand",
    "right_announcement",
    "wrong_announcement",
    "symbols_of_the_best_stretch",
    "lowest_rack_takes_differences",
    "difference_to_lowest_rack",
    "difference_of_deadwood",
    "gin_bonus",
    "big_gin_bonus",
    "undercut_bonus",
    "spade_doubles",
    "game_bonus",
    "box_bonus",
    "shutout",
    "point_for_going_out",
    "point_for_fewest_cards",
]


class ScoreLineAnswer(TypedDict):
    """A line of a score."""

    code: Literal["chip_for_going_out"] | ScoreLineAnswerCode
    points: int | None
    low: int
    high: int
    tiles: list[str]
    message: str
    rule: Rule


class LayOffAnswer(TypedDict):
    """Tiles added to a meld of another player."""

    player: str
    meld: int
    tiles: list[str]


class PlayerScoreAnswer(TypedDict):
    """The score of a player."""

    player: str
    points: int | None
    low: int
    high: int
    lines: list[ScoreLineAnswer]
    melds: NotRequired[list[list[str]]]
    lay_offs: NotRequired[list[LayOffAnswer]]
    left: NotRequired[list[str]]
    count: NotRequired[int]


class ScoreRoundAnswer(TypedDict):
    """The scores of a round."""

    variant: Variant
    possible: bool
    violations: list[Violation]
    exact: bool
    proven: bool
    void: bool
    scores: list[PlayerScoreAnswer]


class Round(TypedDict):
    variant: Variant
    options: NotRequired[Options]
    seed: int
    shuffles: int
    players: list[str]
    turn: str | None
    hands: dict[str, list[str]]
    stock: list[str]
    table: NotRequired[list[list[str]] | list[OwnedMeld]]
    opened: NotRequired[list[str]]
    phase: NotRequired[Phase]
    discards: NotRequired[list[str]]
    opened_this_turn: NotRequired[bool]
    discard_top: NotRequired[str | None]
    scores: NotRequired[dict[str, int]]
    teams: NotRequired[list[list[str]] | None]
    taken: NotRequired[int | str | None]
    stepped: NotRequired[bool]
    freed_jokers: NotRequired[int]
    middle: NotRequired[list[str | None]]
    face_up: NotRequired[list[bool]]
    drawn: NotRequired[TakenCard | None]
    upcard: NotRequired[str | None]
    passed: NotRequired[bool]


class ViewRound(TypedDict):
    round: Round
    player: str
    limit: NotRequired[int]


class ViewRoundAnswer(TypedDict):
    """What a player sees."""

    variant: Variant
    possible: bool
    violations: list[Violation]
    snapshot: Snapshot | None
    on_turn: bool
    total: int | None
    moves: list[Move]
    next_cursor: str | None


class PlayMove(TypedDict):
    round: Round
    move: Move


class PlayMoveAnswer(TypedDict):
    """A move in a round."""

    variant: Variant
    possible: bool
    violations: list[Violation]
    legal: bool
    text: str | None
    changes: list[MeldChange] | None
    from_hand: list[str]
    drawn: str | None
    round: Round | None
    over: bool
    scores: list[PlayerScoreAnswer] | None
    points: dict[str, int] | None


class JudgeGame(TypedDict):
    variant: Variant
    options: NotRequired[Options]
    players: NotRequired[list[str]]
    rounds: NotRequired[list[dict[str, int]]]
    hands: NotRequired[dict[str, list[str]]]
    stock: NotRequired[int]
    teams: NotRequired[list[list[str]] | None]


BonusAnswerCode = Literal[
    "difference_of_deadwood",
    "gin_bonus",
    "big_gin_bonus",
    "undercut_bonus",
    "spade_doubles",
    "game_bonus",
    "box_bonus",
    "shutout",
]


class BonusAnswer(TypedDict):
    """A bonus at the end of the game."""

    code: BonusAnswerCode
    points: int
    message: str
    rule: Rule


class StandingAnswer(TypedDict):
    """The standing of a player."""

    player: str
    total: int
    rank: int
    team: NotRequired[list[str]]
    bonuses: NotRequired[list[BonusAnswer]]
    final: NotRequired[int]


EndReason = Literal["target_reached", "rounds_played", "chips_won", "hand_empty", "stock_empty"]

DecidedBy = Literal["total", "last_round", "chips", "hand_empty", "hand_count", "shared"]


class JudgeGameAnswer(TypedDict):
    """The verdict on a game."""

    variant: Variant
    possible: bool
    violations: list[Violation]
    over: bool | None
    reason: EndReason | None
    winners: list[str]
    decided_by: DecidedBy | None
    text: str | None
    standings: list[StandingAnswer]


class DealRound(TypedDict):
    variant: Variant
    options: NotRequired[Options]
    players: int
    seed: int
    names: NotRequired[list[str]]
    starter: NotRequired[str]
    scores: NotRequired[dict[str, int]]
    teams: NotRequired[list[list[str]] | None]
    symbols: NotRequired[list[str]]


class DealRoundAnswer(TypedDict):
    """A deal."""

    variant: Variant
    possible: bool
    violations: list[Violation]
    players: int
    seed: int
    hands: list[list[str]]
    stock: list[str]
    discard_top: str | None
    middle: list[str]
    round: Round | None
    snapshots: dict[str, Snapshot]


class BatchItemCheckMelds(TypedDict):
    """A request of `checkMelds`."""

    operation: Literal["checkMelds"]
    body: CheckMelds


class BatchItemArrangeTiles(TypedDict):
    """A request of `arrangeTiles`."""

    operation: Literal["arrangeTiles"]
    body: ArrangeTiles


class BatchItemListLegalMoves(TypedDict):
    """A request of `listLegalMoves`."""

    operation: Literal["listLegalMoves"]
    body: ListLegalMoves


class BatchItemCheckMove(TypedDict):
    """A request of `checkMove`."""

    operation: Literal["checkMove"]
    body: CheckMove


class BatchItemFindBestMove(TypedDict):
    """A request of `findBestMove`."""

    operation: Literal["findBestMove"]
    body: FindBestMove


class BatchItemScoreRound(TypedDict):
    """A request of `scoreRound`."""

    operation: Literal["scoreRound"]
    body: ScoreRound


class BatchItemViewRound(TypedDict):
    """A request of `viewRound`."""

    operation: Literal["viewRound"]
    body: ViewRound


class BatchItemPlayMove(TypedDict):
    """A request of `playMove`."""

    operation: Literal["playMove"]
    body: PlayMove


class BatchItemJudgeGame(TypedDict):
    """A request of `judgeGame`."""

    operation: Literal["judgeGame"]
    body: JudgeGame


class BatchItemDealRound(TypedDict):
    """A request of `dealRound`."""

    operation: Literal["dealRound"]
    body: DealRound


class BatchItem(TypedDict):
    operation: str
    body: Any


class Batch(TypedDict):
    requests: list[
        BatchItemCheckMelds
        | BatchItemArrangeTiles
        | BatchItemListLegalMoves
        | BatchItemCheckMove
        | BatchItemFindBestMove
        | BatchItemScoreRound
        | BatchItemViewRound
        | BatchItemPlayMove
        | BatchItemJudgeGame
        | BatchItemDealRound
        | BatchItem
    ]


class BatchItemSuccess(TypedDict):
    """The response to a request of a batch that succeeded."""

    status: Literal[200]
    body: (
        FindBestMoveAnswer
        | PlayMoveAnswer
        | CheckMoveAnswer
        | DealRoundAnswer
        | JudgeGameAnswer
        | ViewRoundAnswer
        | ArrangeTilesAnswer
        | ScoreRoundAnswer
        | ListLegalMovesAnswer
        | CheckMeldsAnswer
    )


BatchItemProblemStatus = Literal[413, 422, 500]


class BatchItemProblem(TypedDict):
    """The response to a request of a batch that failed."""

    status: BatchItemProblemStatus
    body: Problem


BatchItemAnswer = BatchItemSuccess | BatchItemProblem


class BatchAnswer(TypedDict):
    """The responses of a batch."""

    responses: list[BatchItemAnswer]
