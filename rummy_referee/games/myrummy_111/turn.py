"""A turn of MyRummy 111: take a card from the middle, and swap it for one of the hand."""

from rummy_referee.games.myrummy_111.best import find_best
from rummy_referee.games.myrummy_111.cards import MyRummy111Options
from rummy_referee.games.myrummy_111.snapshot import HandAndMiddle, check_snapshot, count_hidden
from rummy_referee.games.myrummy_111.swapping import (
    TAKES,
    Insert,
    MyRummy111Move,
    Refresh,
    TakeFromMiddle,
    apply_insert,
    apply_refresh,
    apply_take,
    check_available,
    check_insert,
    check_refresh,
    check_take,
    describe_insert,
    describe_take,
    generate_inserts,
)
from rummy_referee.rules.turns import MoveRule, TurnRules

TURN = TurnRules[MyRummy111Options, HandAndMiddle, MyRummy111Move](
    snapshot=HandAndMiddle,
    rules=(
        MoveRule(TakeFromMiddle, check_take, apply_take, lambda _: TAKES, describe_take),
        MoveRule(Refresh, check_refresh, apply_refresh),
        MoveRule(Insert, check_insert, apply_insert, generate_inserts, describe_insert),
    ),
    find_best=find_best,
    check_available=check_available,
    check_snapshot=check_snapshot,
    count_hidden=count_hidden,
)
