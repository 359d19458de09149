"""The write buffers of a worker are bounded."""

import pytest

from service.gunicorn_worker.connection import count_excess
from service.operations.limits import UNSENT_BYTES


@pytest.mark.parametrize(
    ("sizes", "excess"),
    [
        ([], 0),
        ([UNSENT_BYTES], 0),
        ([UNSENT_BYTES + 1], 0),
        ([1, UNSENT_BYTES - 1], 0),
        ([1, UNSENT_BYTES], 1),
        ([1, 1, 1, UNSENT_BYTES - 1], 2),
        ([UNSENT_BYTES, 1, 1], 1),
        ([1, UNSENT_BYTES + 1], 1),
    ],
)
def test_the_slowest_readers_are_closed_until_the_others_are_within_the_limit(sizes, excess):
    assert count_excess(sizes, UNSENT_BYTES) == excess
