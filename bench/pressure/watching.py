"""The memory and the CPU time of the processes of a server."""

import asyncio
import os
import re
import time
from dataclasses import dataclass, field
from pathlib import Path

from tests.running import Running

MEBI = 1024 * 1024


@dataclass(slots=True)
class Watch:
    """The memory of each worker over time, in MiB."""

    server: Running
    started: float = field(default_factory=time.monotonic)
    memory: dict[int, list[tuple[float, float]]] = field(default_factory=dict)

    async def look(self, every: float = 1.0) -> None:
        """Sample until cancelled."""
        while True:
            for worker in self.server.workers():
                if (used := read_memory(worker)) is not None:
                    self.memory.setdefault(worker, []).append((time.monotonic() - self.started, used))
            await asyncio.sleep(every)

    @property
    def most(self) -> float:
        """The maximum over all workers."""
        return max(used for seen in self.memory.values() for _, used in seen)


def read_memory(process: int) -> float | None:
    """Resident memory in MiB, shared pages included; None if the process is gone."""
    try:
        status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    except OSError:
        return None
    found = re.search(r"^VmRSS:\s+(\d+) kB", status, re.MULTILINE)
    return int(found[1]) * 1024 / MEBI if found else None


def read_work(server: Running) -> float:
    """The CPU time of all workers so far, in seconds."""
    return sum(map(read_cpu_seconds, server.workers()))


def read_cpu_seconds(process: int) -> float:
    """The CPU time of a process so far."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")  # utime and stime
