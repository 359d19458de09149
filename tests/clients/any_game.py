"""A program that plays any game with a generated client: no cast, and no branch for a game."""

import os
from collections.abc import Sequence

from made import Client, models
from made.api.deals import deal_round
from made.api.rounds import play_move, view_round

REFEREE = Client(base_url=os.environ["REFEREE"])
MOVES = 12
"""The moves that are played at most."""

Deal = (
    models.DealRoundRummy
    | models.DealRoundGinRummy
    | models.DealRoundBrettspielnetzRummy
    | models.DealRoundRummu
    | models.DealRoundMyrummyKids
    | models.DealRoundMyrummyKidsPro
    | models.DealRoundMyrummy111
    | models.DealRoundRummikub
    | models.DealRoundGinRummyCards
    | models.DealRoundMachiavelli
    | models.DealRoundIndianRummy
    | models.DealRoundOkey101
    | models.DealRoundOkey
)
DEALS: tuple[Deal, ...] = (
    models.DealRoundRummy("rummy", 2, seed=7),
    models.DealRoundGinRummy("gin-rummy", 2, seed=7),
    models.DealRoundBrettspielnetzRummy("brettspielnetz-rummy", 2, seed=7),
    models.DealRoundRummu("rummu", 3, seed=7),
    models.DealRoundMyrummyKids("myrummy-kids", 2, seed=7),
    models.DealRoundMyrummyKidsPro("myrummy-kids-pro", 2, seed=7),
    models.DealRoundMyrummy111("myrummy-111", 2, seed=7),
    models.DealRoundRummikub("rummikub", 2, seed=7),
    models.DealRoundGinRummyCards("gin-rummy-cards", 2, seed=7),
    models.DealRoundMachiavelli("machiavelli", 2, seed=7),
    models.DealRoundIndianRummy("indian-rummy", 2, seed=7),
    models.DealRoundOkey101("okey-101", 2, seed=7),
    models.DealRoundOkey("okey", 2, seed=7),
)


def play(deal: Deal) -> Sequence[str]:
    """The names of the players who have moved, or of all who scored."""
    dealt = deal_round.sync(client=REFEREE, body=deal)
    if dealt is None or isinstance(dealt, models.Problem) or not dealt.possible or dealt.sealed:
        raise RuntimeError(dealt)
    round_ = dealt.round_
    moved: list[str] = []
    while len(moved) < MOVES:
        view = view_round.sync(client=REFEREE, body=models.ViewRound(round_, round_.turn))
        if view is None or isinstance(view, models.Problem) or not view.possible:
            raise RuntimeError(view)
        moved.append(round_.turn)
        played = play_move.sync(client=REFEREE, body=models.PlayMove(round_, view.moves[0]))
        if played is None or isinstance(played, models.Problem) or not played.legal or played.sealed:
            raise RuntimeError(played)
        if played.over:
            return [score.player for score in played.scores]
        round_ = played.round_
    return moved


for each in DEALS:
    print(f"{each.variant}: {', '.join(play(each))}")
