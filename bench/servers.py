"""Servers to measure: gunicorn with the service's configuration, with the service or another application."""

import os
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from service.settings import read_settings
from tests.running import SERVE

ROOT = Path(__file__).parent.parent
START_SECONDS = 60
STOP_SECONDS = 30


@dataclass(frozen=True)
class Server:
    """A running server."""

    port: int
    process: int

    def cpu_seconds(self) -> float:
        """The CPU time of its workers so far."""
        return sum(map(_cpu_ticks, _find_workers(self.process))) / os.sysconf("SC_CLK_TCK")


def _find_workers(process: int) -> list[str]:
    return Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii").split()


def _cpu_ticks(process: str) -> int:
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])  # utime and stime, of all threads


@contextmanager
def running(application: str | None = None) -> Iterator[Server]:
    """Run the service, or another application, with the default settings of the service."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [*SERVE, *([application] if application else [])]
    environment = {**os.environ, "HOST": "127.0.0.1", "PORT": str(port)}
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        try:
            _wait_for(port, process)
            yield Server(port, process.pid)
        finally:
            process.terminate()
            process.wait(STOP_SECONDS)


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    """Wait until it listens and all workers run: it listens before it starts them."""
    workers = read_settings(os.environ).workers
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        if process.poll() is not None:
            raise RuntimeError(f"the server stopped: {process.args!r}")
        if len(_find_workers(process.pid)) == workers:
            with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
                return
        time.sleep(0.1)
    raise RuntimeError("the server did not start")
