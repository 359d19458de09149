"""Okey against plain versions of its rules: melds with the high 1, finished hands, and how near a hand is."""

import random
from collections import Counter
from itertools import combinations, combinations_with_replacement, product

import pytest

from rummy_referee.games import GAMES
from rummy_referee.games.okey.hand import find_finished, find_nearness
from rummy_referee.games.okey.turn import Declare
from rummy_referee.rules.indicator import IndicatorFacts
from rummy_referee.rules.move_records import Discard

GAME = GAMES["okey"]
BOX = GAME.box
TILES = BOX.tiles
INDICATOR, OKEY = "R6", "R7"
WILD = TILES[OKEY]
FACES = [f"{colour}{number}" for colour in "RBKY" for number in range(1, 14)]
JUDGE = GAME.judge_for(GAME.options(), IndicatorFacts(TILES[INDICATOR]))
SAMPLES = {
    "around the okey": ["R5", "R6", "F", "R8", "R7", "B7", "K7"],
    "ends": ["K1", "K2", "K12", "K13", "R7", "B1", "Y1"],
    "pins": ["K12", "K13", "R7", "R7=K1", "R7=R7", "F", "R7=K2", "K1=K3"],
}
RUNS = [
    {f"{colour}{number if number < 14 else 1}" for number in range(start, start + size)}
    for colour in "RBKY"
    for size in range(3, 14)
    for start in range(1, 16 - size)
]
GROUPS = [
    {f"{colour}{number}" for colour in chosen}
    for number in range(1, 14)
    for size in (3, 4)
    for chosen in combinations("RBKY", size)
]
MELDS = [frozenset(meld) for meld in [*RUNS, *GROUPS]]
"""Every run and group, written out."""


def roles(code):
    """The faces for which a tile may stand."""
    piece, _, pin = code.partition("=")
    if piece == OKEY:
        return [pin] if pin else FACES
    return [] if pin else [OKEY] if piece == "F" else [piece]


def read_plainly(codes):
    """Every set of faces that some tiles can be, as a meld."""
    found = set()
    for faces in product(*map(roles, codes)):
        if len(set(faces)) == len(faces) and set(faces) in MELDS:
            found.add(tuple(sorted(faces)))
    return found


@pytest.mark.parametrize("codes", SAMPLES.values(), ids=SAMPLES)
def test_melds_are_read_as_the_rules_say(codes):
    wrong = []
    for chosen in combinations_with_replacement(codes, 3):
        pieces = Counter(code.split("=")[0] for code in chosen)
        if any(count > BOX.holds[piece] for piece, count in pieces.items()):
            continue
        found = {
            tuple(sorted(tile.face.code if tile.piece != "F" else OKEY for tile in one.tiles))
            for one in JUDGE([TILES[code] for code in chosen]).readings
        }
        if found != read_plainly(chosen):
            wrong.append((chosen, found))
    assert wrong == []


def count_missing(faces, okeys, left, known):
    """How many tiles melds of this many tiles lack: of each meld all tiles that the hand and its okeys do not have."""
    if left == 0:
        return 0
    key = tuple(sorted(faces.elements())), okeys, left
    if key not in known:
        best = left
        first = next(iter(sorted(faces)), None)
        if first is not None:
            best = count_missing(without(faces, first), okeys, left, known)
        for meld in MELDS if first is not None else ():
            if first not in meld or len(meld) > min(left, 5) or left - len(meld) in (1, 2):
                continue
            rest, needed = faces, 0
            for face in meld:
                if rest[face]:
                    rest = without(rest, face)
                else:
                    needed += 1
            for used in range(min(okeys, needed) + 1):
                if needed - used < best:
                    best = min(best, needed - used + count_missing(rest, okeys - used, left - len(meld), known))
        if okeys < left < best or first is None:
            best = min(best, left - min(okeys, left))
        known[key] = best
    return known[key]


def without(faces, face):
    return faces - Counter([face])


def faces_of(hand):
    return Counter(OKEY if code == "F" else code for code in hand if code != OKEY)


def find_missing(hand, known):
    """How many tiles of 14 a hand lacks at least, in runs and groups or in seven pairs."""
    faces, okeys = faces_of(hand), hand.count(OKEY)
    pairs = sum(count > 1 for count in faces.values())
    return min(count_missing(faces, okeys, 14, known), max(7 - pairs - okeys, 0))


def deal_near(chance, size, share=0.8):
    """A hand of a few melds and pairs, and other tiles."""
    pile = Counter(BOX.holds) - Counter([INDICATOR])
    hand: list[str] = []
    style = chance.random()
    while len(hand) < size:
        if style < 0.3:
            wanted = [chance.choice(FACES)] * 2
        elif chance.random() < share:
            wanted = sorted(chance.choice([meld for meld in MELDS if len(meld) < 6]))
        else:
            wanted = [chance.choice([*FACES, "F", OKEY])]
        if not Counter(wanted) - pile and len(hand) + len(wanted) <= size:
            hand += wanted
            pile -= Counter(wanted)
        elif size - len(hand) < 3:
            tile = chance.choice(list(pile.elements()))
            hand.append(tile)
            pile -= Counter([tile])
    return hand


def to_tiles(codes):
    return tuple(TILES[code] for code in codes)


def test_a_hand_is_finished_as_the_rules_say():
    chance, finished = random.Random(5), 0
    for _ in range(25):
        hand = deal_near(chance, 14)
        melds = find_finished(to_tiles(hand), WILD)
        assert (melds is not None) == (find_missing(hand, {}) == 0), hand
        if melds is not None:
            finished += 1
            assert Counter(tile.piece for meld in melds for tile in meld) == Counter(hand)
            assert all(JUDGE(meld).valid for meld in melds)
            assert {len(meld) == 2 for meld in melds} in ({True}, {False})
    assert 5 < finished < 20


def test_the_best_discard_leaves_the_hand_as_near_as_any():
    chance, far = random.Random(8), Counter[int]()
    for number in range(0, 12, 2):
        hand = deal_near(chance, 15, 0.3 + 0.05 * number)
        known: dict[object, int] = {}
        missing = {hand[at]: find_missing([*hand[:at], *hand[at + 1 :]], known) for at in range(15)}
        least = min(missing.values())
        assert find_nearness(to_tiles(hand), WILD).missing == least, hand
        position = GAME.position(indicator=INDICATOR, hand=hand, discard_top=None, stock=40, phase="discard")
        move = position.best().move
        assert isinstance(move, Discard if least else Declare)
        assert missing[(move.discard if isinstance(move, Declare) else move.tile).code] == least, (hand, move)
        far[least] += 1
    assert len(far) > 2
