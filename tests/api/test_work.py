"""The steps of the searches: the same for the same request, and every search counts them."""

import json
import subprocess
import sys

import pytest

from rummy_referee.engine.work import counted_work
from service.operations.post_operations import POST_OPERATIONS
from tests.conftest import ROOT

OPERATIONS = {operation.id: operation for operation in POST_OPERATIONS}
ORDER = "RBKY"

QUESTIONS = [(operation.id, body) for operation in POST_OPERATIONS for body in operation.examples.values()]

COUNT = """
import json, sys
from service.operations.post_operations import POST_OPERATIONS
from rummy_referee.engine.work import counted_work
operations = {operation.id: operation for operation in POST_OPERATIONS}
counts = []
for name, body in json.load(sys.stdin):
    with counted_work() as work:
        operations[name].run(body, "en")
    counts.append(work.steps)
print(json.dumps(counts))
"""


def count_work(name, body):
    with counted_work() as work:
        OPERATIONS[name].run(body, "en")
    return work.steps


def test_the_same_request_counts_the_same_steps_whatever_came_before():
    """Compares a process with full caches to a new one that gets the requests in reverse order."""
    for name, body in QUESTIONS:
        count_work(name, body)
    run = subprocess.run(
        [sys.executable, "-c", COUNT],
        input=json.dumps(QUESTIONS[::-1]),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert [count_work(name, body) for name, body in QUESTIONS] == json.loads(run.stdout)[::-1]


GIN_HAND = [f"{colour}{number}" for number in (5, 6) for colour in ORDER] + ["R7", "B7"]
TABLE = {"table": [], "hand": ["R1", "R2", "R3", "B4", "J"], "opened": True, "stock": 9}
RUMMU = {
    "table": [],
    "hand": ["R1", "R2", "R3", "B4", "Y4", "G4"],
    "player": "A",
    "players": ["A", "B", "C"],
    "score": 0,
    "opened": True,
    "stock": 9,
    "discard_top": None,
    "discard_count": 0,
    "phase": "play",
}
CARDS = [str(number) for number in (3, 9, 7, 60, 61, 20, 30, 31, 40, 99, 98, 97)]
ROUND_IN_ORDER = [
    {"player": "A", "hand": CARDS},
    {"player": "B", "hand": [str(card) if card % 2 else "?" for card in range(70, 82)]},
]
ROUND = [{"player": "A", "hand": []}, {"player": "B", "hand": ["?", "?7", "R1"]}]
GIN_ROUND = [
    {"player": "A", "hand": GIN_HAND},
    {"player": "B", "hand": [f"{c}{n}" for n in (1, 2, 9) for c in ORDER][:10]},
]


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("arrangeTiles", {"variant": "rummy", "tiles": ["R1", "R2", "R3", "B3", "K3"], "all": False}),
        ("arrangeTiles", {"variant": "rummu", "tiles": ["R1", "R2", "R3", "B3", "Y3"], "all": False}),
        ("findBestMove", {"variant": "rummy", **TABLE}),
        ("findBestMove", {"variant": "brettspielnetz-rummy", **TABLE}),
        ("findBestMove", {"variant": "myrummy-kids", **TABLE}),
        ("findBestMove", {"variant": "myrummy-kids-pro", **TABLE}),
        ("findBestMove", {"variant": "rummu", **RUMMU}),
        ("findBestMove", {"variant": "gin-rummy", "hand": GIN_HAND, "discard_top": "K7", "stock": 9, "players": 2}),
        ("findBestMove", {"variant": "myrummy-111", "hand": CARDS, "middle": ["8", "2", None], "stock": 9}),
        ("listLegalMoves", {"variant": "rummy", **TABLE}),
        ("listLegalMoves", {"variant": "myrummy-kids-pro", **TABLE}),
        ("scoreRound", {"variant": "rummy", "players": ROUND, "went_out": "A"}),
        ("scoreRound", {"variant": "myrummy-111", "players": ROUND_IN_ORDER, "announcer": "A"}),
        ("scoreRound", {"variant": "gin-rummy", "players": GIN_ROUND, "declarer": "A"}),
    ],
    ids=lambda value: value if isinstance(value, str) else value["variant"],
)
def test_every_search_counts_its_steps(name, body):
    assert OPERATIONS[name].run(body, "en")["violations"] == []
    assert count_work(name, body) > 0
