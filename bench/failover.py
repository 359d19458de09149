"""Failover test: no request is lost while instances behind nginx are killed and replaced under load.

Every response is compared with that of a single instance without load. Run with ``make failover``.
"""

import itertools
import json
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

from bench.page import describe_machine, write_part
from tests.front import Front, Instance

CLIENTS = 8
QUIET = 4.0
"""Seconds of load before and after each event."""

PILE = [f"{colour}{number}" for number in range(1, 11) for colour in "RBYK"] + ["J"]
QUESTIONS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("/v1/melds/check", {"variant": "rummy", "melds": [["R7", "J", "R9"], ["R5", "B5"]]}),
    ("/v1/melds/arrange", {"variant": "rummy", "tiles": PILE}),
    ("/v1/deals", {"variant": "rummu", "players": 3, "seed": 7}),
)


@dataclass
class Phase:
    """The results of the requests sent during one event."""

    name: str
    answers: Counter[str] = field(default_factory=Counter)
    slowest: float = 0.0


class Load:
    """Clients that send requests over keep-alive connections and compare every response with the expected one."""

    def __init__(self, port: int, right: list[bytes]) -> None:
        self._port = port
        self._right = right
        self._lock = threading.Lock()
        self._over = threading.Event()
        self.phases: list[Phase] = []

    @contextmanager
    def running(self) -> Iterator[None]:
        threads = [threading.Thread(target=self._ask_on, args=(client,)) for client in range(CLIENTS)]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            self._over.set()
            for thread in threads:
                thread.join()

    def _ask_on(self, client: int) -> None:
        connection = HTTPConnection("127.0.0.1", self._port, timeout=60)
        for number in itertools.count(client):
            if self._over.is_set():
                break
            phase = self.phases[-1]
            start = time.monotonic()
            outcome = self._ask(connection, number % len(QUESTIONS))
            taken = time.monotonic() - start
            with self._lock:
                phase.answers[outcome] += 1
                phase.slowest = max(phase.slowest, taken)
        connection.close()

    def _ask(self, connection: HTTPConnection, question: int) -> str:
        path, body = QUESTIONS[question]
        try:
            status, answer = ask(connection, path, body)
        except (OSError, HTTPException) as error:
            connection.close()
            return f"no answer: {type(error).__name__}"
        if status != 200:
            return f"status {status}"
        return "right" if answer == self._right[question] else "wrong"


def ask(connection: HTTPConnection, path: str, body: dict[str, Any]) -> tuple[int, bytes]:
    connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
    answer = connection.getresponse()
    return answer.status, answer.read()


def learn_answers(port: int) -> list[bytes]:
    """The expected responses, requested without load."""
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    answers = [ask(connection, *question) for question in QUESTIONS]
    connection.close()
    if any(status != 200 for status, _ in answers):
        raise ValueError(f"a question has no answer: {answers}")
    return [answer for _, answer in answers]


def play_out(load: Load, first: Instance, second: Instance) -> None:
    """Run all events, with ``QUIET`` seconds of load after each."""

    def end_in_order(instance: Instance) -> None:
        code = instance.stop()
        if code:
            raise RuntimeError(f"an instance that was stopped exited with {code}")

    events: list[tuple[str, Callable[[], None]]] = [
        ("none", lambda: None),
        ("the first is killed (SIGKILL to all its processes)", first.kill),
        ("the first is started again", first.start),
        ("the second is stopped (SIGTERM)", lambda: end_in_order(second)),
        ("the second is started again", second.start),
        ("the first is stopped", lambda: end_in_order(first)),
        ("the first is started again", first.start),
        ("the second is killed", second.kill),
        ("the second is started again", second.start),
    ]
    load.phases.append(Phase(events[0][0]))
    with load.running():
        for name, happens in events:
            if name != load.phases[-1].name:
                load.phases.append(Phase(name))
            happens()
            time.sleep(QUIET)


def count_retries(front: Front) -> Counter[str]:
    """How often nginx retried with the second instance, by the statuses in its log."""
    return Counter(line["statuses"] for line in front.read_log() if "," in line["statuses"])


def report(phases: list[Phase], retries: Counter[str], seconds: float) -> str:
    """This part of the results page."""
    answers = sum((phase.answers for phase in phases), Counter[str]())
    total = answers.total()
    rows = [
        f"| {phase.name} | {phase.answers.total()} | {phase.answers['right']} | "
        f"{phase.answers.total() - phase.answers['right']} | {phase.slowest * 1000:.0f} |"
        for phase in phases
    ]
    failed = ", ".join(f"{count} × {outcome}" for outcome, count in answers.items() if outcome != "right") or "none"
    tried = ", ".join(f"{count} × `{statuses}`" for statuses, count in retries.most_common()) or "none"
    return "\n".join(
        [
            "## Failover",
            "",
            "Written by `make failover`: nginx with the configuration of `deploy/compose` in front of two instances",
            f"with two workers each, {CLIENTS} clients that send requests without a pause. Every response is compared",
            f"with the expected one, byte by byte. {describe_machine()}.",
            "",
            "| event | requests | correct | failed | slowest, ms |",
            "| --- | ---: | ---: | ---: | ---: |",
            *rows,
            f"| **total** | **{total}** | **{answers['right']}** | **{total - answers['right']}** | |",
            "",
            f"Failed: {failed}. Retried with the other instance: {retries.total()} of {total} requests; their statuses",
            f"in the log of nginx: {tried}. {total / seconds:.0f} requests per second.",
        ]
    )


def main() -> int:
    with tempfile.TemporaryDirectory() as name, ExitStack() as ending:
        folder = Path(name)
        instances = [Instance(folder / "first.log"), Instance(folder / "second.log")]
        for instance in instances:
            instance.start()
            ending.callback(instance.kill)
        front = Front(folder, [instance.port for instance in instances])
        front.start()
        ending.callback(front.stop)
        load = Load(front.port, learn_answers(instances[0].port))
        start = time.monotonic()
        play_out(load, *instances)
        seconds = time.monotonic() - start
        retries = count_retries(front)
    text = report(load.phases, retries, seconds)
    write_part("failover", text)
    print(text)
    failed = sum(phase.answers.total() - phase.answers["right"] for phase in load.phases)
    if not retries:
        print("nothing was retried: no kill hit a request")
    return 1 if failed or not retries else 0


if __name__ == "__main__":
    sys.exit(main())
