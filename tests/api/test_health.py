"""Liveness, and readiness after every operation has served its own examples."""

from contextlib import suppress
from dataclasses import replace

import pytest

from rummy_referee.engine.library import engine_build
from rummy_referee.texts.catalogue import LANGUAGES
from service.http.health import Readiness
from service.operations.post_operations import POST_OPERATIONS
from tests.running import running


def test_liveness_and_readiness(client):
    assert client.get("/healthz").json == {"status": "ok"}
    assert client.get("/readyz").json == {"status": "ok", "engine": engine_build()}


def test_readiness_runs_every_example_in_every_language_once():
    asked = []

    def response(_body: object, language: str) -> dict[str, object]:
        asked.append(language)
        return {}

    operation = replace(POST_OPERATIONS[0], handle=response)
    readiness = Readiness([operation])
    for _ in range(3):
        readiness.check()
    assert sorted(asked) == sorted([*LANGUAGES] * len(operation.examples))


def test_a_failed_verification_is_repeated():
    asked = []

    def response(_body: object, language: str) -> dict[str, object]:
        asked.append(language)
        raise RuntimeError("no")

    readiness = Readiness([replace(POST_OPERATIONS[0], handle=response)])
    for _ in range(2):
        with pytest.raises(RuntimeError):
            readiness.check()
    assert asked == [LANGUAGES[0]] * 2


def test_during_a_shutdown_the_service_is_alive_but_not_ready():
    """The first half of each request is sent before the signal, the other after the listener is closed."""
    with running() as server, server.connect() as ready, server.connect() as alive:
        for connection, path in ((ready, b"/readyz"), (alive, b"/healthz")):
            connection.sendall(b"GET " + path + b" HTTP/1.1\r\nHost: x\r\n")
        server.process.terminate()
        with suppress(ConnectionRefusedError):
            while True:
                with suppress(ConnectionResetError):  # accepted just before the listener was closed
                    server.connect().close()
        for connection in (ready, alive):
            connection.sendall(b"\r\n")
        assert ready.recv(100).startswith(b"HTTP/1.1 503 ")
        assert alive.recv(100).startswith(b"HTTP/1.1 200 ")
