"""The plays of large hands are counted one at a time in a worker, those of others at once."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Lock

import pytest

from service.api import moves
from service.app import create_app
from service.rules.moves import list_moves

TILES = [f"{colour}{number}" for colour in "RBKY" for number in range(1, 14)]


@pytest.fixture
def ask():
    app = create_app()

    def ask_about(size: int) -> int:
        body = {"variant": "rummy", "table": [], "hand": TILES[:size], "opened": True, "stock": 20}
        return app.test_client().post("/v1/moves/legal", json=body).status_code

    return ask_about


def ask_at_once(ask, size: int, times: int) -> list[int]:
    with ThreadPoolExecutor(times) as pool:
        return list(pool.map(ask, [size] * times))


def test_large_hands_wait_for_one_another(ask, monkeypatch):
    inside = Lock()

    def list_alone(*asked):
        assert inside.acquire(blocking=False), "two at a time"
        try:
            return list_moves(*asked)
        finally:
            inside.release()

    monkeypatch.setattr(moves, "list_moves", list_alone)
    assert ask_at_once(ask, moves.LARGE_HAND + 1, 4) == [200] * 4


def test_other_hands_do_not_wait(ask, monkeypatch):
    both = Barrier(2, timeout=60)

    def list_together(*asked):
        both.wait()
        return list_moves(*asked)

    monkeypatch.setattr(moves, "list_moves", list_together)
    assert ask_at_once(ask, moves.LARGE_HAND, 2) == [200] * 2
