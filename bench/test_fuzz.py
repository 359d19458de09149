"""The same seed gives the same fuzzed bodies, however many were generated before."""

from random import Random

from bench.pressure.fuzz import fuzz

BODY = {"variant": "rummy", "melds": [["R7", "J", "R9"]], "options": {}}


def test_fuzzed_bodies_do_not_depend_on_earlier_ones() -> None:
    def make() -> list[bytes]:
        random = Random(1)
        return [fuzz(random, BODY, ["R7", "J"]) for _ in range(300)]

    assert make() == make()
