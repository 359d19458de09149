"""Each worker counts into files of its own, and leaves them to the next worker with its slot, so that files stay few.

Prometheus's client names a process's files by the process's number. Workers come and go and their counts must stay, so
such files would become more and more. Here a worker has a slot instead: the lowest that no living worker has.
"""

import atexit
import fcntl
import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""What the client calls the folder of the files, in the environment."""

_PREFIX = "rummy-referee-"
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
        base = Path(_MEMORY if os.access(_MEMORY, os.W_OK) else tempfile.gettempdir())
        remove_orphans(base)
        _This.folder = make_folder(base)
        os.environ[FOLDER] = str(_This.folder)
        atexit.register(_remove, _This.folder, os.getpid())


def make_folder(base: Path) -> Path:
    """A new folder, locked as long as this process or one of its workers lives, and not seen before it is."""
    made = Path(tempfile.mkdtemp(prefix=f".{_PREFIX}", dir=base))
    fcntl.flock(os.open(made, os.O_RDONLY), fcntl.LOCK_EX)
    return made.rename(base / made.name.removeprefix("."))


def remove_orphans(base: Path) -> None:
    """Remove the folders of services that were killed before they could do it: nobody locks them any more."""
    for folder in base.glob(f"{_PREFIX}*"):
        with suppress(OSError):  # another user's, or another service removes it as well
            descriptor = os.open(folder, os.O_RDONLY)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(folder)
            finally:
                os.close(descriptor)


def _remove(folder: Path, owner: int) -> None:
    if os.getpid() == owner:  # and not a worker that ends
        shutil.rmtree(folder, ignore_errors=True)


def give_slot(server: Any, worker: Any) -> None:
    """Before gunicorn forks a worker: choose its slot. The worker has it because it is a copy of this process."""
    taken = {other.slot for other in server.WORKERS.values()}
    worker.slot = _This.slot = next(slot for slot in map(str, range(len(taken) + 1)) if slot not in taken)
