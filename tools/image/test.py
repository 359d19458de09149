"""Tests the image: python -m tools.image.test FOLDER, the folder that tools/image/build made.

Each check yields faults. The container has a read-only root, no capabilities, and the memory limit of Kubernetes.
"""

import http.client
import json
import os
import socket
import stat
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from rummy_referee import __version__
from tools.image.container import Config, Container, read_config

USER = 10001
WORKERS_WITHIN = 10
"""The seconds after which all workers must have started."""
MELDS = {"variant": "rummy", "melds": [["R7", "J", "R9"], ["R5", "B5"]]}
NEVER = {
    "sh",
    "bash",
    "dash",
    "busybox",
    "apt",
    "apt-get",
    "dpkg",
    "perl",
    "pip",
    "pip3",
    "cc",
    "gcc",
    "curl",
    "su",
    "mount",
}
PARTS = {"the service and its packages": "opt", "certificates": "etc/ssl"}

TRY_TO_WRITE = """
import errno, os
for folder, _, _ in os.walk('/'):
    if folder.startswith(('/proc', '/sys', '/dev')):
        continue
    try:
        with open(os.path.join(folder, 'written'), 'w'):
            print(folder)
    except OSError as error:
        if error.errno != errno.EROFS:
            print(folder, error)
"""


def check_config(config: Config) -> Iterator[str]:
    """No command needs a shell, and the user is numeric."""
    if config["User"] != f"{USER}:{USER}":
        yield f"the user is {config['User']!r}"
    if config["Labels"]["org.opencontainers.image.version"] != __version__:
        yield f"the version is {config['Labels']}"
    if config["Healthcheck"]["Test"][0] != "CMD":
        yield "HEALTHCHECK needs a shell"
    if config["Cmd"][0] != "gunicorn":
        yield f"CMD is {config['Cmd']}: gunicorn itself must be process 1, so that signals reach it"


def check_files(root: Path) -> Iterator[str]:
    """There is no shell, no package manager, no setuid file, and nothing that the service can write."""
    for path in root.rglob("*"):
        status = path.lstat()
        place = f"/{path.relative_to(root)}"
        if path.name in NEVER and os.access(path, os.X_OK) and not path.is_dir():
            yield f"{place} is there"
        if stat.S_ISLNK(status.st_mode):
            continue
        if status.st_mode & (stat.S_ISUID | stat.S_ISGID):
            yield f"{place} gives rights away"
        if (status.st_mode & stat.S_IWOTH and place != "/tmp") or status.st_uid or status.st_gid:
            yield f"{place} can be changed by others than root"


def check_processes(container: Container) -> Iterator[str]:
    """Every process runs as the user, without capabilities and without a way to get more."""
    patience = time.monotonic() + WORKERS_WITHIN
    while len(processes := container.find_processes()) < 3 and time.monotonic() < patience:
        time.sleep(0.05)  # the first worker responds before the second has started
    if len(processes) < 3:
        yield f"only {len(processes)} processes: a master and two workers were expected"
    wanted = {
        "Uid": [str(USER)] * 4,
        "Gid": [str(USER)] * 4,
        "CapEff": ["0" * 16],
        "CapBnd": ["0" * 16],
        "NoNewPrivs": ["1"],
    }
    for process in processes:
        lines = Path(f"/proc/{process}/status").read_text().splitlines()
        given = {name: values.split() for name, _, values in (line.partition(":") for line in lines)}
        yield from (
            f"process {process} has {name} {given[name]}" for name, value in wanted.items() if given[name] != value
        )


def check_writing(container: Container) -> Iterator[str]:
    """Only temporary files can be written."""
    tried = container.execute("python", "-c", TRY_TO_WRITE)
    if tried.returncode or tried.stdout.split() != ["/tmp"]:
        yield f"can be written: {tried.stdout.split()} {tried.stderr}"


def check_health(container: Container) -> Iterator[str]:
    """HEALTHCHECK succeeds for the service, and fails where nothing listens."""
    command = container.config["Healthcheck"]["Test"][1:]
    healthy = container.execute(*command)
    if healthy.returncode:
        yield f"HEALTHCHECK says {healthy.returncode}: {healthy.stderr}"
    if not container.execute(*command, PORT=str(find_port())).returncode:
        yield "HEALTHCHECK says yes to nothing"


def check_answers(port: int) -> Iterator[str]:
    """The service responds, with its messages, its contract and its page."""
    status, body = ask(port, "POST", "/v1/melds/check", json.dumps(MELDS))
    if status != 200 or [meld["valid"] for meld in json.loads(body)["melds"]] != [True, False]:
        yield f"/v1/melds/check answers {status} {body[:500]!r}"
    for path in ("/readyz", "/v1/variants", "/openapi.yaml", "/docs", "/docs/operating"):
        status, body = ask(port, "GET", path)
        if status != 200:
            yield f"{path} answers {status} {body[:500]!r}"


def check_end(container: Container) -> Iterator[str]:
    """The stop signal ends it gracefully."""
    code = container.stop(container.config["StopSignal"])
    if code:
        yield f"it ended with {code}"


def find_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def ask(port: int, method: str, path: str, body: str | None = None) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        connection.request(method, path, body, {"Content-Type": "application/json"})
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


def wait_until_ready(container: Container, port: int) -> float:
    """The seconds until the service responds."""
    start = time.monotonic()
    while container.is_running():
        try:
            ask(port, "GET", "/readyz")
        except OSError:
            time.sleep(0.05)
        else:
            return time.monotonic() - start
    raise SystemExit("the container ended before it answered")


def measure(root: Path) -> dict[str, int]:
    """The bytes of each part of the image, the largest first."""
    sizes = {name: _size(root / folder) for name, folder in PARTS.items()}
    sizes["shared libraries"] = sum(_size(path) for path in root.rglob("*-linux-gnu*") if path.is_dir())
    everything = _size(root)
    sizes["Python and its library"] = everything - sum(sizes.values())
    return {"all": everything} | dict(sorted(sizes.items(), key=lambda part: -part[1]))


def _size(folder: Path) -> int:
    return sum(path.lstat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink())


def measure_memory(container: Container) -> int:
    """The memory of all processes of the container, shared pages counted once."""
    texts = (Path(f"/proc/{process}/smaps_rollup").read_text() for process in container.find_processes())
    return 1024 * sum(int(line.split()[1]) for text in texts for line in text.splitlines() if line.startswith("Pss:"))


def find_faults(container: Container, port: int) -> Iterator[str]:
    yield from check_config(container.config)
    yield from check_files(container.folder / "root")
    container.start()
    print(f"ready after {wait_until_ready(container, port):.1f} s")
    yield from check_answers(port)
    yield from check_processes(container)
    yield from check_writing(container)
    yield from check_health(container)
    print(f"memory of all processes: {measure_memory(container) / 1e6:.0f} MB")
    yield from check_end(container)


def main(folder: Path) -> int:
    for name, size in measure(folder / "root").items():
        print(f"{size / 1e6:6.1f} MB  {name}")
    port = find_port()
    container = Container(folder, read_config(folder), {"PORT": str(port), "HOST": "127.0.0.1"})
    try:
        faults = list(find_faults(container, port))
    finally:
        container.remove()
    for fault in faults:
        print(f"FAULT: {fault}")
    print(f"{len(faults)} faults in the image")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve()))
