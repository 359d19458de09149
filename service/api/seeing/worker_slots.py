"""Each worker counts into files of its own, and leaves them to the next worker with its slot, so that files stay few.

Prometheus's client names a process's files by the process's number. Workers come and go and their counts must stay, so
such files would become more and more. Here a worker has a slot instead: the lowest that no living worker has.
"""

import atexit
import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""What the client calls the folder of the files, in the environment."""

_MEMORY = "/dev/shm"  # noqa: S108 - a folder with a random name is made in it


class _This:
    """This process: its slot, and the folder it has made. The first process has no slot, for it answers nothing."""

    slot = "none"
    folder: Path | None = None


def own_slot() -> str:
    """The slot of this process, as part of the names of its files."""
    return _This.slot


def open_folder() -> None:
    """Have a new folder for the counts of all workers to come, for as long as this process lives.

    It is in memory where it can be: a disk may be slow or full.
    """
    if _This.folder is None:  # else gunicorn reads its configuration once more
        memory = _MEMORY if os.access(_MEMORY, os.W_OK) else None
        _This.folder = Path(tempfile.mkdtemp(prefix="rummy-referee-", dir=memory))
        os.environ[FOLDER] = str(_This.folder)
        atexit.register(_remove, _This.folder, os.getpid())


def _remove(folder: Path, owner: int) -> None:
    if os.getpid() == owner:  # and not a worker that ends
        shutil.rmtree(folder, ignore_errors=True)


def give_slot(server: Any, worker: Any) -> None:
    """Before gunicorn forks a worker: choose its slot. The worker has it because it is a copy of this process."""
    taken = {other.slot for other in server.WORKERS.values()}
    worker.slot = _This.slot = next(slot for slot in map(str, range(len(taken) + 1)) if slot not in taken)
