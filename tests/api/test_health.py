"""Alive is said at once; ready only after every operation has answered its own examples."""

from dataclasses import replace

import pytest

from service.api.contract import ASKED
from service.api.health import Rehearsal
from service.messages.catalogue import LANGUAGES


def test_both_answer(client):
    assert client.get("/healthz").json == client.get("/readyz").json == {"status": "ok"}


def test_a_rehearsal_asks_every_example_in_every_language_and_is_then_remembered():
    asked = []

    def answer(_body: object, language: str) -> dict[str, object]:
        asked.append(language)
        return {}

    operation = replace(ASKED[0], answer=answer)
    rehearsal = Rehearsal([operation])
    for _ in range(3):
        rehearsal.hold()
    assert sorted(asked) == sorted([*LANGUAGES] * len(operation.examples))


def test_a_rehearsal_that_failed_is_held_again():
    asked = []

    def answer(_body: object, language: str) -> dict[str, object]:
        asked.append(language)
        raise RuntimeError("no")

    rehearsal = Rehearsal([replace(ASKED[0], answer=answer)])
    for _ in range(2):
        with pytest.raises(RuntimeError):
            rehearsal.hold()
    assert asked == [LANGUAGES[0]] * 2
