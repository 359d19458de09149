"""A program that plays a sealed round to its end with a generated client, without a cast."""

import hashlib
import os
import secrets

from made import Client, models
from made.api.deals import deal_round
from made.api.rounds import play_move, view_round

REFEREE = Client(base_url=os.environ["REFEREE"])
SECRETS = {"Ada": secrets.token_hex(16), "Bo": secrets.token_hex(16)}


def play() -> tuple[int, list[str]]:
    """The number of moves, and the names of those who scored."""
    locks = models.Locks.from_dict(
        {name: hashlib.sha256(secret.encode()).hexdigest() for name, secret in SECRETS.items()}
    )
    deal = models.DealRoundRummikub("rummikub", 2, names=list(SECRETS), locks=locks, seal=True)
    dealt = deal_round.sync(client=REFEREE, body=deal)
    if dealt is None or isinstance(dealt, models.Problem) or not dealt.possible or not dealt.sealed:
        raise RuntimeError(dealt)
    token, sequence = dealt.token, dealt.sequence
    while True:
        seen = view_round.sync(client=REFEREE, body=models.ViewRoundByToken(token, None, sequence))
        if seen is None or isinstance(seen, models.Problem) or not seen.possible:
            raise RuntimeError(seen)
        player, secret = seen.turn, SECRETS[seen.turn]
        view = view_round.sync(client=REFEREE, body=models.ViewRoundByToken(token, player, sequence, secret))
        if view is None or isinstance(view, models.Problem) or not view.possible:
            raise RuntimeError(view)
        body = models.PlayMoveByToken(token, view.moves[0], sequence, secret)
        played = play_move.sync(client=REFEREE, body=body)
        if played is None or isinstance(played, models.Problem) or not played.legal:
            raise RuntimeError(played)
        if not played.sealed:
            if not played.over:
                raise RuntimeError(played)
            return sequence + 1, [score.player for score in played.scores]
        token, sequence = played.token, played.sequence


print(play())
