"""Blocked rounds of Rummikub: the score of racks, and with unknown tiles its range over every completion."""

import random
from collections import Counter
from itertools import product

import pytest

from rummy_referee.engine.completions import Completions, Range
from rummy_referee.games import GAMES
from rummy_referee.games.rummikub import blocked
from rummy_referee.games.rummikub.blocked import BlockedRacks, share_differences

BOX = GAMES["rummikub"].box
CODES = ["?", "?", "?", "?K", "?R", "?1", "?7", "?13"]


def worth(piece: str) -> int:
    return 30 if piece == "J" else int(piece[1:])


def may_be(code: str, piece: str) -> bool:
    return code == "?" or (piece != "J" and code[1:] in (piece[0], piece[1:]))


@pytest.mark.parametrize(
    ("racks", "scores"),
    [
        ([4, 18, 35], [45, -14, -31]),
        ([18, 4], [-14, 14]),
        ([5, 5, 40], [0, 0, 0]),
        ([40, 5, 40], [-35, 70, -35]),
        ([7, 7, 7, 7], [0, 0, 0, 0]),
    ],
)
def test_the_lowest_rack_takes_the_differences(racks, scores):
    assert share_differences(racks) == scores


def random_racks(chance: random.Random) -> tuple[Counter[str], dict[str, list[str]], dict[str, int]]:
    """What is left in the box, the unknown tiles and the known points of each player."""
    left = Counter({piece: chance.choice([1, 1, 2]) for piece in chance.sample(list(BOX.holds), chance.randint(3, 6))})
    names = "ABCD"[: chance.randint(2, 4)]
    unknown = {name: chance.choices(CODES, k=chance.choice([0, 0, 1, 1, 2])) for name in names}
    return left, unknown, {name: chance.choice([0, 3, chance.randint(1, 40)]) for name in names}


def score_every_completion(left, unknown, known) -> list[list[int]]:
    """The scores of every completion, literally."""
    holders = [name for name, codes in unknown.items() for _ in codes]
    codes = [code for codes in unknown.values() for code in codes]
    scores = []
    for chosen in product(*([piece for piece in left if may_be(code, piece)] for code in codes)):
        if not Counter(chosen) - left:
            racks = dict(known)
            for holder, piece in zip(holders, chosen, strict=True):
                racks[holder] += worth(piece)
            scores.append(share_differences(list(racks.values())))
    return scores


def make_racks(left, unknown, known) -> BlockedRacks:
    tiles = {name: [BOX.unknown_tiles[code] for code in codes] for name, codes in unknown.items()}
    return BlockedRacks(Completions(BOX, left, tiles), worth, known)


def test_ranges_are_those_of_every_completion():
    chance = random.Random("blocked")
    compared = 0
    while compared < 1500:
        racks = random_racks(chance)
        scores = score_every_completion(*racks)
        if scores:
            compared += 1
            expected = [Range(min(points), max(points)) for points in zip(*scores, strict=True)]
            assert make_racks(*racks).find_ranges() == (expected, True), racks


def test_beyond_the_limit_of_steps_no_range_is_too_narrow(monkeypatch):
    monkeypatch.setattr(blocked, "MAX_STEPS", 0)
    chance = random.Random("no steps")
    proven = unproven = 0
    while unproven < 20 or proven < 300:
        racks = random_racks(chance)
        scores = score_every_completion(*racks)
        if not scores:
            continue
        exact = [Range(min(points), max(points)) for points in zip(*scores, strict=True)]
        found, is_proven = make_racks(*racks).find_ranges()
        proven += is_proven
        unproven += not is_proven
        assert all(
            wide.low <= range_.low and wide.high >= range_.high for wide, range_ in zip(found, exact, strict=True)
        )
        assert not is_proven or found == exact


def test_whole_racks_of_unknown_tiles_have_proven_ranges():
    unknown = {name: ["?"] * 14 for name in "ABCD"}
    ranges, is_proven = make_racks(Counter(BOX.holds), unknown, dict.fromkeys("ABCD", 0)).find_ranges()
    lowest, highest = 8 * 1 + 6 * 2, 2 * 30 + 8 * 13 + 4 * 12
    assert is_proven
    assert {points.low for points in ranges} == {lowest - highest}
