"""Instances of the service and nginx in front of them, with the configuration of ``deploy/compose``."""

import json
import os
import re
import signal
import socket
import subprocess
import time
from contextlib import suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from tests.running import SERVE

ROOT = Path(__file__).parent.parent
COMPOSE = ROOT / "deploy" / "compose"


def find_port() -> int:
    """A free port."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def wait_until_ready(port: int, process: "subprocess.Popen[Any]") -> None:
    """Poll until the process responds on the port."""
    while process.poll() is None:
        connection = HTTPConnection("127.0.0.1", port, timeout=5)
        try:
            connection.request("GET", "/readyz")
            connection.getresponse()
        except OSError:
            time.sleep(0.02)
        else:
            return
        finally:
            connection.close()
    raise RuntimeError(f"the process exited with {process.returncode} before it was ready")


class Instance:
    """The service as in a container: gunicorn and its workers are stopped and killed together."""

    def __init__(self, log: Path) -> None:
        self.port = find_port()
        self._log = log

    def start(self) -> None:
        settings = {"HOST": "127.0.0.1", "PORT": str(self.port), "TRUSTED_PROXIES": "1"}
        with self._log.open("a", encoding="utf-8") as log:
            # in its own session, so that all processes can be killed at once, as in a container
            self._process = subprocess.Popen(
                SERVE,
                cwd=ROOT,
                env=os.environ | settings,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        wait_until_ready(self.port, self._process)

    def stop(self) -> int:
        """Send SIGTERM and return the exit code."""
        self._process.send_signal(signal.SIGTERM)
        return self._process.wait(timeout=60)

    def kill(self) -> None:
        """SIGKILL to gunicorn and all its workers."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()


def write_configuration(folder: Path, port: int, upstreams: list[int]) -> Path:
    """Write the configuration of ``deploy/compose`` with other paths and addresses; nothing else changes."""
    text = (COMPOSE / "nginx.conf").read_text(encoding="utf-8")
    for old, new, times in (("/tmp/", f"{folder}/", 6), ("listen 8080;", f"listen 127.0.0.1:{port};", 1)):
        if text.count(old) != times:
            raise ValueError(f"{old!r} was expected {times} times in nginx.conf")
        text = text.replace(old, new)
    text = text.replace("access_log /dev/stdout", f"access_log {folder}/access.log")
    (folder / "nginx.conf").write_text(text, encoding="utf-8")
    servers = re.findall(r"^server \S+(.*)$", (COMPOSE / "upstream.conf").read_text(encoding="utf-8"), re.MULTILINE)
    lines = [f"server 127.0.0.1:{upstream}{rest}" for upstream, rest in zip(upstreams, servers, strict=True)]
    (folder / "upstream.conf").write_text("\n".join(lines), encoding="utf-8")
    return folder / "nginx.conf"


class Front:
    """nginx in front of instances."""

    def __init__(self, folder: Path, upstreams: list[int]) -> None:
        self.port = find_port()
        self._folder = folder
        path = write_configuration(folder, self.port, upstreams)
        self.command = ["nginx", "-p", str(folder), "-e", "stderr", "-c", str(path)]

    def start(self) -> None:
        with (self._folder / "error.log").open("w", encoding="utf-8") as log:
            self._process = subprocess.Popen(self.command, stderr=log)
        wait_until_ready(self.port, self._process)

    def stop(self) -> None:
        """Stop nginx gracefully (SIGQUIT)."""
        self._process.send_signal(signal.SIGQUIT)
        self._process.wait(timeout=60)

    def read_log(self) -> list[dict[str, Any]]:
        """The access log of nginx."""
        return [json.loads(line) for line in (self._folder / "access.log").read_text(encoding="utf-8").splitlines()]

    def read_errors(self) -> str:
        """The error log of nginx."""
        return (self._folder / "error.log").read_text(encoding="utf-8", errors="replace")
