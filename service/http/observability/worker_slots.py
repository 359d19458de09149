"""Slots for what each worker counts. A new worker continues the counts of one that has exited."""

from typing import Any


class _This:
    """This process: its slot, and how many slots all processes have. The main process serves nothing."""

    slot = 0
    slots = 1


def own_slot() -> int:
    """The slot of this process."""
    return _This.slot


def count_slots() -> int:
    """The number of slots."""
    return _This.slots


def reserve_slots(workers: int) -> None:
    """Reserve slots for so many workers, each of which may live while its replacement starts."""
    _This.slots = 2 * workers


def assign_slot(server: Any, worker: Any) -> None:
    """Gunicorn's ``pre_fork`` hook: choose the lowest slot that no living worker has, which the fork inherits.

    If there are more workers than slots, they share the last one, and a count may get lost.
    """
    taken = {other.slot for other in server.WORKERS.values()}
    free = (slot for slot in range(_This.slots) if slot not in taken)
    worker.slot = _This.slot = next(free, _This.slots - 1)
