"""A program for one game, with a client of the contract of this game."""

import os

from rummikub_client import Client, models
from rummikub_client.api.deals import deal_round
from rummikub_client.api.rounds import play_move, view_round

REFEREE = Client(base_url=os.environ["REFEREE"])

dealt = deal_round.sync(client=REFEREE, body=models.DealRoundRummikub("rummikub", 2, seed=7))
if not isinstance(dealt, models.DealRoundAnswerRummikubPossible):
    raise TypeError(dealt)
round_ = dealt.round_
moves = 0
while moves < 12:
    view = view_round.sync(client=REFEREE, body=models.ViewRound(round_, round_.turn))
    if view is None or isinstance(view, models.Problem):
        raise TypeError(view)
    played = play_move.sync(client=REFEREE, body=models.PlayMove(round_, view.moves[0]))
    moves += 1
    if not isinstance(played, models.PlayMoveAnswerRummikubGoesOn):
        break
    round_ = played.round_
print(f"{moves} moves")
