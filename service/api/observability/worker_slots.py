"""Files for the metrics of each worker, named after a slot that the next worker inherits.

Prometheus's client names a process's files by its pid. Workers are replaced and their counts must stay, so the files
would accumulate. Here a worker has a slot instead: the lowest that no living worker has.
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
"""The environment variable with the folder of the files, as the client names it."""

_PREFIX = "rummy-referee-"
_MEMORY = "/dev/shm"  # noqa: S108 - a folder with a random name is made in it


class _This:
    """This process: its slot, and the folder it made. The main process has no slot, because it serves nothing."""

    slot = "none"
    folder: Path | None = None


def own_slot() -> str:
    """The slot of this process, as part of the names of its files."""
    return _This.slot


def open_folder() -> None:
    """Make a folder for the metrics of all workers, for the lifetime of this process.

    It is in memory where possible, because a disk may be slow or full.
    """
    if _This.folder is None:  # gunicorn reads its configuration again on reload
        base = Path(_MEMORY if os.access(_MEMORY, os.W_OK) else tempfile.gettempdir())
        remove_orphans(base)
        _This.folder = make_folder(base)
        os.environ[FOLDER] = str(_This.folder)
        atexit.register(_remove, _This.folder, os.getpid())


def make_folder(base: Path) -> Path:
    """A new folder, locked while this process or one of its workers lives, and locked before it is visible."""
    made = Path(tempfile.mkdtemp(prefix=f".{_PREFIX}", dir=base))
    fcntl.flock(os.open(made, os.O_RDONLY), fcntl.LOCK_EX)
    return made.rename(base / made.name.removeprefix("."))


def remove_orphans(base: Path) -> None:
    """Remove the folders of services that were killed: no process holds their lock."""
    for folder in base.glob(f"{_PREFIX}*"):
        with suppress(OSError):  # another user's folder, or one that another service removes now
            descriptor = os.open(folder, os.O_RDONLY)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(folder)
            finally:
                os.close(descriptor)


def _remove(folder: Path, owner: int) -> None:
    if os.getpid() == owner:  # a worker that exits must not remove it
        shutil.rmtree(folder, ignore_errors=True)


def assign_slot(server: Any, worker: Any) -> None:
    """Gunicorn's ``pre_fork`` hook: choose the worker's slot, which the fork inherits."""
    taken = {other.slot for other in server.WORKERS.values()}
    worker.slot = _This.slot = next(slot for slot in map(str, range(len(taken) + 1)) if slot not in taken)
