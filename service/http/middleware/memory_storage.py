"""In-memory request counts of one worker, as a storage of the ``limits`` library."""

import time
from threading import Lock

from limits.storage import Storage

CALLERS_COUNTED = 10_000
"""The number of callers counted at a time; beyond it the count that expires first is evicted."""


class BoundedMemoryStorage(Storage):
    """A fixed-window count for each caller, with a bound on the number of callers.

    The library's own memory storage is unbounded, so that a caller with many addresses could fill it, and scans all
    its entries every 10 ms in a thread.
    """

    STORAGE_SCHEME = None

    def __init__(self, callers: int = CALLERS_COUNTED) -> None:
        super().__init__()
        self._callers = callers
        self._counts: dict[str, tuple[int, float]] = {}
        """Each caller's count and expiry. All windows have the same length, so the first entry expires first."""
        self._lock = Lock()

    @property
    def base_exceptions(self) -> type[Exception]:
        """The storage errors that the library wraps."""
        return ValueError

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Add to a caller's count and return it."""
        now = time.monotonic()
        with self._lock:
            count, end = self._counts.get(key, (0, 0.0))
            if end <= now:
                self._counts.pop(key, None)
                count, end = 0, now + expiry
                self._evict(now)
            self._counts[key] = count + amount, end
        return count + amount

    def _evict(self, now: float) -> None:
        """Remove up to two expired counts, or the first to expire if there are too many."""
        for _ in range(2):
            first = next(iter(self._counts), None)
            if first is not None and (self._counts[first][1] <= now or len(self._counts) >= self._callers):
                del self._counts[first]

    def get(self, key: str) -> int:
        """A caller's count."""
        count, end = self._counts.get(key, (0, 0.0))
        return count if end > time.monotonic() else 0

    def get_expiry(self, key: str) -> float:
        """When a caller's window ends, by the monotonic clock."""
        return self._counts.get(key, (0, time.monotonic()))[1]

    def check(self) -> bool:
        """Memory is always available."""
        return True

    def reset(self) -> int:
        """Remove all counts and return how many there were."""
        with self._lock:
            removed = len(self._counts)
            self._counts.clear()
        return removed

    def clear(self, key: str) -> None:
        """Remove a caller's count."""
        with self._lock:
            self._counts.pop(key, None)
