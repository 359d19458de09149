"""The operations with a body: what the referee can be asked, over HTTP or without."""

from . import deals, melds, moves, round_play, rounds, verdicts
from .batch import batch_of
from .operation import PostOperation

POST_OPERATIONS: tuple[PostOperation, ...] = (
    *melds.OPERATIONS,
    *moves.OPERATIONS,
    *rounds.OPERATIONS,
    *round_play.OPERATIONS,
    *verdicts.OPERATIONS,
    *deals.OPERATIONS,
)
"""Every operation that a batch may contain."""

BATCH = batch_of(POST_OPERATIONS)
