"""A cached property is computed once, and no object waits for another."""

import subprocess
import sys
from threading import Barrier, Thread

from rummy_referee.cached_property import cached_property
from tests.running import ROOT


class Meeting:
    """A property that two threads compute at the same time, or not at all."""

    def __init__(self, both: Barrier) -> None:
        self._both = both

    @cached_property
    def value(self) -> object:
        """A new object."""
        self._both.wait(timeout=60)
        return object()


def read_at_once(*meetings: Meeting) -> list[object]:
    values: list[object] = []
    threads = [Thread(target=lambda meeting=meeting: values.append(meeting.value)) for meeting in meetings]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return values


def test_an_object_does_not_wait_for_another():
    both = Barrier(2)
    assert len(read_at_once(Meeting(both), Meeting(both))) == 2


def test_threads_that_read_a_property_at_once_get_the_same_value():
    meeting = Meeting(Barrier(2))
    first, second = read_at_once(meeting, meeting)
    assert first is second is meeting.value


FORK_AMONG_THREADS = """
import os, signal, sys, threading
from rummy_referee.tiles.box import Box
from service.operations.post_operations import POST_OPERATIONS
operations = [operation for operation in POST_OPERATIONS if operation.id != "batch"]
def work():
    assert Box("RBKO", range(1, 14), jokers=2).jokers_as
    for operation in operations:
        for body in operation.examples.values():
            assert operation.run_to_json(body, "de")
def work_on():
    while True:
        work()
for _ in range(3):
    threading.Thread(target=work_on, daemon=True).start()
sys.setswitchinterval(1e-5)
for _ in range(10):
    child = os.fork()
    if not child:
        signal.alarm(300)  # ends it if it waits for ever
        work()
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
os._exit(0)
"""


def test_a_process_forked_among_busy_threads_computes():
    command = [sys.executable, "-W", "ignore::DeprecationWarning", "-c", FORK_AMONG_THREADS]  # from Python 3.12 on
    assert subprocess.run(command, cwd=ROOT, check=False).returncode == 0
