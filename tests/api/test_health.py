"""Alive is said at once; ready only after every operation has answered its own examples."""

from contextlib import suppress
from dataclasses import replace

import pytest

from service.api.contract import POST_OPERATIONS
from service.api.health import Readiness
from service.engine.library import engine_build
from service.messages.catalogue import LANGUAGES
from tests.running import running


def test_both_answer(client):
    assert client.get("/healthz").json == {"status": "ok"}
    assert client.get("/readyz").json == {"status": "ok", "engine": engine_build()}


def test_readiness_is_proven_by_every_example_in_every_language_and_then_remembered():
    asked = []

    def answer(_body: object, language: str) -> dict[str, object]:
        asked.append(language)
        return {}

    operation = replace(POST_OPERATIONS[0], handle=answer)
    readiness = Readiness([operation])
    for _ in range(3):
        readiness.check()
    assert sorted(asked) == sorted([*LANGUAGES] * len(operation.examples))


def test_what_could_not_be_proven_is_tried_again():
    asked = []

    def answer(_body: object, language: str) -> dict[str, object]:
        asked.append(language)
        raise RuntimeError("no")

    readiness = Readiness([replace(POST_OPERATIONS[0], handle=answer)])
    for _ in range(2):
        with pytest.raises(RuntimeError):
            readiness.check()
    assert asked == [LANGUAGES[0]] * 2


def test_a_service_that_is_told_to_stop_is_not_ready_but_alive():
    """The first half of each request comes before the signal, the other when nobody new is let in any more."""
    with running() as server, server.connect() as ready, server.connect() as alive:
        for connection, path in ((ready, b"/readyz"), (alive, b"/healthz")):
            connection.sendall(b"GET " + path + b" HTTP/1.1\r\nHost: x\r\n")
        server.process.terminate()
        with suppress(ConnectionRefusedError):
            while True:
                with suppress(ConnectionResetError):  # let in just when the door was shut
                    server.connect().close()
        for connection in (ready, alive):
            connection.sendall(b"\r\n")
        assert ready.recv(100).startswith(b"HTTP/1.1 503 ")
        assert alive.recv(100).startswith(b"HTTP/1.1 200 ")
