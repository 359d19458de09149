"""The same seed makes the same fuzzed bodies, however many were made before."""

from random import Random

from bench.pressure.fuzz import fuzz

BODY = {"variant": "rummy", "melds": [["R7", "J", "R9"]], "options": {}}


def test_what_was_fuzzed_before_changes_nothing():
    def make() -> list[bytes]:
        random = Random(1)
        return [fuzz(random, BODY, ["R7", "J"]) for _ in range(300)]

    assert make() == make()
