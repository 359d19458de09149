"""Counts of requests in a worker's own memory, for the ``limits`` library."""

import time
from threading import Lock

from limits.storage import Storage

CALLERS_COUNTED = 10_000
"""So many callers are counted at once. Beyond that the one whose count ends first is forgotten."""


class WorkerCounts(Storage):
    """A count for each caller, which starts anew when its window ends.

    The library's own store in memory looks through all its callers every hundredth of a second in a thread of its own,
    and has no bound on them: whoever has many addresses could fill it.
    """

    STORAGE_SCHEME = None

    def __init__(self, callers: int = CALLERS_COUNTED) -> None:
        super().__init__()
        self._callers = callers
        self._counts: dict[str, tuple[int, float]] = {}
        """Of each caller the count and when it ends. All windows are equally long, so the first to end comes first."""
        self._lock = Lock()

    @property
    def base_exceptions(self) -> type[Exception]:
        """What can go wrong with a dictionary."""
        return ValueError

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Add to a caller's count, and give it."""
        now = time.time()
        with self._lock:
            count, end = self._counts.get(key, (0, 0.0))
            if end <= now:
                self._counts.pop(key, None)
                count, end = 0, now + expiry
                self._make_room(now)
            self._counts[key] = count + amount, end
        return count + amount

    def _make_room(self, now: float) -> None:
        """Forget counts that have ended, a few at a time, and the first to end where there are too many."""
        for _ in range(2):
            first = next(iter(self._counts), None)
            if first is not None and (self._counts[first][1] <= now or len(self._counts) >= self._callers):
                del self._counts[first]

    def get(self, key: str) -> int:
        """A caller's count."""
        count, end = self._counts.get(key, (0, 0.0))
        return count if end > time.time() else 0

    def get_expiry(self, key: str) -> float:
        """When a caller's count starts anew."""
        return self._counts.get(key, (0, time.time()))[1]

    def check(self) -> bool:
        """Memory is always there."""
        return True

    def reset(self) -> int:
        """Forget all counts, and say how many there were."""
        with self._lock:
            forgotten = len(self._counts)
            self._counts.clear()
        return forgotten

    def clear(self, key: str) -> None:
        """Forget a caller's count."""
        with self._lock:
            self._counts.pop(key, None)
