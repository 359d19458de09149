"""A turn of Gin-Rummy: take a tile and discard one, or declare."""

from rummy_referee.games.gin_rummy.core.combinations import DEADWOOD, GinRummyOptions
from rummy_referee.games.gin_rummy.turn.best import find_best
from rummy_referee.games.gin_rummy.turn.declaring import (
    Declare,
    GinMove,
    apply_declare,
    check_declare,
    describe_declare,
    generate_declares,
)
from rummy_referee.games.gin_rummy.turn.snapshot import DISCARD, TAKE, GinSnapshot, check_snapshot
from rummy_referee.games.gin_rummy.turn.strong import STRONG
from rummy_referee.games.gin_rummy.turn.taking import apply_discard, apply_take, check_discard, generate_takes
from rummy_referee.rules.knock_rummy.taking import TakeTile, check_take, describe_take
from rummy_referee.rules.move_records import Discard
from rummy_referee.rules.turns import MoveRule, TurnRules, each_tile_of_hand

MOVES = {TAKE: (TakeTile.type, Declare.type), DISCARD: (Discard.type, Declare.type)}
"""The types of move in each phase: a player takes a tile, then discards one; a declaration is allowed in both."""

TURN = TurnRules[GinRummyOptions, GinSnapshot, GinMove](
    snapshot=GinSnapshot,
    phases=(TAKE, DISCARD),
    rules=(
        MoveRule(TakeTile, check_take, apply_take, generate_takes, describe_take),
        MoveRule(Discard, check_discard, apply_discard, each_tile_of_hand(Discard)),
        MoveRule(Declare, check_declare, apply_declare, generate_declares, describe_declare),
    ),
    find_best=find_best,
    deadwood=DEADWOOD,
    moves_of_phase=MOVES,
    check_snapshot=check_snapshot,
    strong=STRONG,
)
