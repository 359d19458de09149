"""A container of the unpacked image, run by runc and as restricted as in Kubernetes."""

import json
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Config = dict[str, Any]

MEMORY = 2**30
"""The memory limit in deploy/kubernetes."""


def read_config(folder: Path) -> Config:
    """The configuration of the image: user, command, environment, health check."""
    config: Config = json.loads((folder / "image.json").read_text())["Docker"]["config"]
    return config


def _mount(place: str, kind: str, *options: str) -> dict[str, Any]:
    return {"destination": place, "type": kind, "source": kind, "options": ["nosuid", *options]}


def _describe_process(config: Config, environment: dict[str, str], args: list[str]) -> dict[str, Any]:
    uid, gid = map(int, config["User"].split(":"))
    return {
        "terminal": False,
        "user": {"uid": uid, "gid": gid},
        "args": args,
        "env": [*config["Env"], *(f"{name}={value}" for name, value in environment.items())],
        "cwd": config["WorkingDir"],
        "capabilities": {"bounding": [], "effective": [], "inheritable": [], "permitted": [], "ambient": []},
        "noNewPrivileges": True,
    }


def _describe(config: Config, environment: dict[str, str]) -> dict[str, Any]:
    """The configuration of the bundle, with the fewest privileges possible. The network is that of the host."""
    return {
        "ociVersion": "1.0.2",
        "process": _describe_process(config, environment, [*(config["Entrypoint"] or []), *config["Cmd"]]),
        "root": {"path": "root", "readonly": True},
        "mounts": [
            _mount("/proc", "proc"),
            _mount("/dev", "tmpfs", "mode=755", "size=64k"),
            _mount("/dev/shm", "tmpfs", "noexec", "nodev", "mode=1777", "size=64m"),
            _mount("/tmp", "tmpfs", "noexec", "nodev", "mode=1777", "size=64m"),
        ],
        "linux": {
            "namespaces": [{"type": name} for name in ("pid", "ipc", "uts", "mount")],
            "resources": {"memory": {"limit": MEMORY}, "devices": [{"allow": False, "access": "rwm"}]},
            "maskedPaths": ["/proc/kcore", "/proc/keys"],
            "readonlyPaths": ["/proc/sys", "/proc/sysrq-trigger"],
        },
    }


@dataclass
class Container:
    """A running container. Its folder has the files of the image in ``root``, and gets the bundle's configuration."""

    folder: Path
    config: Config
    environment: dict[str, str]
    name: str = f"rummy-referee-{os.getpid()}"

    def start(self) -> None:
        (self.folder / "config.json").write_text(json.dumps(_describe(self.config, self.environment), indent=1))
        self._running = subprocess.Popen([*self._runc, "run", "--bundle", self.folder, self.name])

    @property
    def _runc(self) -> list[str]:
        return ["runc", "--root", str(self.folder / "runc")]

    def is_running(self) -> bool:
        return self._running.poll() is None

    def execute(self, *args: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """Run a command in the container, as its user."""
        described = self.folder / "process.json"
        described.write_text(json.dumps(_describe_process(self.config, self.environment | environment, list(args))))
        command = [*self._runc, "exec", "--process", str(described), self.name]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def find_processes(self) -> list[int]:
        """The ids of the container's processes on the host."""
        given = subprocess.run(
            [*self._runc, "ps", "--format", "json", self.name], capture_output=True, text=True, check=True
        )
        return sorted(json.loads(given.stdout))

    def stop(self, signal: str) -> int:
        """Send a signal to process 1, wait for its end, and return its exit code."""
        subprocess.run([*self._runc, "kill", self.name, signal], check=True)
        return self._running.wait(timeout=60)

    def remove(self) -> None:
        subprocess.run([*self._runc, "delete", "--force", self.name], check=False, capture_output=True)
