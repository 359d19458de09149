"""The operations with a body: what the referee can be asked, over HTTP or without."""

from . import deals, draws, melds, moves, replays, reviews, rounds, score, verdicts, verified_deals, views
from .batch import batch_of
from .operation import PostOperation

POST_OPERATIONS: tuple[PostOperation, ...] = (
    *melds.OPERATIONS,
    *moves.OPERATIONS,
    *draws.OPERATIONS,
    *score.OPERATIONS,
    *views.OPERATIONS,
    *rounds.OPERATIONS,
    *replays.OPERATIONS,
    *reviews.OPERATIONS,
    *verdicts.OPERATIONS,
    *deals.OPERATIONS,
    *verified_deals.OPERATIONS,
)
"""Every operation that a batch may contain."""

BATCH = batch_of(POST_OPERATIONS)
