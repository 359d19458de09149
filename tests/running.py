"""A real server for tests: gunicorn with the configuration that ``make run`` serves with."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
SERVE = (sys.executable, "-m", "gunicorn", "--config", "python:service.gunicorn_conf")


@dataclass(frozen=True)
class Running:
    """A running server: its process and its port on this machine."""

    process: subprocess.Popen[bytes]
    port: int

    @property
    def address(self) -> str:
        """Host and port."""
        return f"127.0.0.1:{self.port}"

    def workers(self) -> list[int]:
        """The ids of the worker processes."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text(encoding="ascii")
        return [int(child) for child in children.split()]

    def connect(self) -> socket.socket:
        """A bare connection."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=20)


@contextmanager
def running(
    *arguments: str,
    stdout: Any = None,
    stderr: Any = None,
    root: Path = ROOT,
    prefix: Sequence[str] = (),
    **settings: str,
) -> Iterator[Running]:
    """Start a server with some settings, wait until all its workers are ready, and stop it at the end.

    It serves the checkout in ``root``; ``prefix`` is a command that executes the server's, such as ``nice``.
    """
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = {**os.environ, "HOST": "127.0.0.1", "PORT": str(port), "WORKERS": "1", **settings}
    command = [*prefix, *SERVE, *arguments]
    process = subprocess.Popen(command, cwd=root, env=environment, stdout=stdout, stderr=stderr)
    try:
        server = Running(process, port)
        _wait_until_ready(server, int(environment["WORKERS"]))
        yield server
    finally:
        process.terminate()
        process.wait(timeout=60)


def _wait_until_ready(server: Running, workers: int) -> None:
    """Wait for a response, and for all workers: the first may respond before the last has started."""
    for _ in range(300):
        assert server.process.poll() is None, "the server stopped"
        with closing(HTTPConnection("127.0.0.1", server.port, timeout=5)) as connection, suppress(OSError):
            connection.request("GET", "/readyz")
            if connection.getresponse().status == 200 and len(server.workers()) >= workers:
                return
        time.sleep(0.1)
    raise AssertionError("the server did not become ready")
