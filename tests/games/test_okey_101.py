"""Okey 101 against plain versions of its rules: every role of an okey, every subset of a hand."""

import random
from collections import Counter
from itertools import combinations, combinations_with_replacement, product

import pytest

from rummy_referee.games import GAMES
from rummy_referee.rules.indicator import IndicatorFacts

GAME = GAMES["okey-101"]
BOX = GAME.box
TILES = BOX.tiles
INDICATOR, OKEY = "R6", "R7"
FACES = [f"{colour}{number}" for colour in "RBKY" for number in range(1, 14)]
JUDGE = GAME.judge_for(GAME.options(), IndicatorFacts(TILES[INDICATOR]))
PILES = 134
"""The piles for each round that is asked for: 20,000 in `make rounds`."""
REDUCED = {
    "around the okey": ["R5", "R6", "F", "R8", "R7", "B7", "K7"],
    "ends": ["K1", "K2", "K12", "K13", "R7", "B1", "Y1"],
    "pins": ["B5", "B6", "R7", "R7=B7", "R7=R7", "F", "R7=K6", "B6=B7"],
}


def roles(code):
    """The faces for which a tile may stand."""
    piece, _, pin = code.partition("=")
    if piece == OKEY:
        return [pin] if pin else FACES
    return [] if pin else [OKEY] if piece == "F" else [piece]


def read_plainly(codes):
    """Every kind and set of faces that some tiles can be."""
    found = set()
    for faces in product(*map(roles, codes)):
        colours, numbers = [face[0] for face in faces], sorted(int(face[1:]) for face in faces)
        if len(codes) == 2 and len(set(faces)) == 1:
            found.add(("pair", tuple(faces)))
        if len(codes) < 3 or len(set(faces)) < len(faces):
            continue
        if len(set(colours)) == 1 and numbers == list(range(numbers[0], numbers[0] + len(numbers))):
            found.add(("run", tuple(sorted(faces))))
        if len(set(numbers)) == 1:
            found.add(("group", tuple(sorted(faces))))
    return found


def value_plainly(codes):
    values = [sum(int(face[1:]) for face in faces) for kind, faces in read_plainly(codes) if kind != "pair"]
    return max(values, default=0)


def is_meld(codes):
    return len(codes) > 2 and JUDGE([TILES[code] for code in codes]).valid


@pytest.mark.parametrize("codes", REDUCED.values(), ids=REDUCED)
def test_melds_are_read_as_the_rules_say(codes):
    wrong = []
    for size in (2, 3, 4):
        for chosen in combinations_with_replacement(codes, size):
            pieces = Counter(code.split("=")[0] for code in chosen)
            if any(count > BOX.holds[piece] for piece, count in pieces.items()):
                continue
            readings = JUDGE([TILES[code] for code in chosen]).readings
            found = {
                (one.kind, tuple(sorted(tile.face.code if tile.piece != "F" else OKEY for tile in one.tiles)))
                for one in readings
            }
            expected = {(kind, tuple(sorted(faces))) for kind, faces in read_plainly(chosen)}
            if size == 2 and expected:  # two okeys are a pair of any tile: one reading
                expected, found = {("pair", ())}, {(kind, ()) for kind, _ in found}
            value = max((one.value or 0 for one in readings), default=0)
            if found != expected or value != value_plainly(chosen):
                wrong.append((chosen, found, expected, value))
    assert wrong[:3] == []


def deal_some(chance, *sizes, highest=7):
    """Random piles near each other, so that there is something to lay."""
    pile = [piece for piece, count in BOX.holds.items() for _ in range(count)]
    pile.remove(INDICATOR)
    pile = [piece for piece in pile if piece in (OKEY, "F") or int(piece[1:]) <= highest]
    chance.shuffle(pile)
    piles = []
    for size in sizes:
        piles.append(pile[:size])
        pile = pile[size:]
    return piles


def subsets(hand):
    """Every different set of tiles of a hand."""
    found = {tuple(sorted(chosen)) for size in range(1, len(hand) + 1) for chosen in combinations(hand, size)}
    return sorted(found)


def test_melds_and_lay_offs_are_listed_exactly():
    chance = random.Random(4)
    for _ in range(25):
        hand, loose = deal_some(chance, 9, 14)
        first = next((list(one) for one in combinations(loose, 3) if is_meld(one)), [])
        rest = [code for code in loose if code not in first]
        melds = [one for one in (first, next((list(one) for one in combinations(rest, 3) if is_meld(one)), [])) if one]
        if not melds:
            continue
        position = GAME.position(
            indicator=INDICATOR, table=melds, hand=hand, opened="melds", discard_top=None, stock=9, phase="play"
        )
        listed: Counter[tuple[str, int | None, tuple[str, ...]]] = Counter()
        for move in position.legal_moves():
            if move.type in ("meld", "lay_off"):
                codes = tuple(sorted(tile.code for tile in move.tiles))
                listed[move.type, getattr(move, "meld", None), codes] += 1
        expected: set[tuple[str, int | None, tuple[str, ...]]]
        expected = {("meld", None, chosen) for chosen in subsets(hand) if len(chosen) < len(hand) and is_meld(chosen)}
        for index, meld in enumerate(melds):
            expected |= {
                ("lay_off", index, chosen)
                for chosen in subsets(hand)
                if len(chosen) < len(hand) and is_meld([*meld, *chosen])
            }
        assert set(listed) == expected, (hand, melds)
        assert set(listed.values()) <= {1}


def count_least_left(position, seen):
    """The fewest tiles that any order of melds, lay-offs and swaps leaves in the hand."""
    key = (
        tuple(sorted(tile.code for tile in position.snapshot.hand)),
        frozenset(Counter(tuple(sorted(tile.code for tile in meld)) for meld in position.snapshot.table).items()),
    )
    if key in seen:
        return len(position.snapshot.hand)
    seen.add(key)
    after = [position.play(move) for move in position.legal_moves() if move.type in ("meld", "lay_off", "swap_joker")]
    return min([len(position.snapshot.hand), *(count_least_left(one, seen) for one in after)])


def test_the_best_turn_after_the_opening_leaves_the_fewest_tiles():
    chance, swapped, left = random.Random(6), 0, Counter[int]()
    for number in range(24):
        hand, loose = deal_some(chance, 6, 16)
        with_okey = [OKEY] if number % 2 and hand.count(OKEY) < 2 else []
        pile = [code for code in loose if code != OKEY]
        first = next((list(one) for one in combinations([*with_okey, *pile], 3) if is_meld(one)), [])
        rest = [code for code in pile if code not in first]
        second = next((list(one) for one in combinations(rest, 3) if is_meld(one)), [])
        table = [meld for meld in (first, second) if meld]
        if not table:
            continue
        position = GAME.position(
            indicator=INDICATOR, table=table, hand=hand, opened="melds", discard_top=None, stock=9, phase="play"
        )
        best = position.best()
        least = count_least_left(position, set())
        assert len(best.leaves) == (least if least < len(hand) else least - 1), (table, hand, best)
        assert best.proven
        swapped += any(move.type == "swap_joker" for move in position.legal_moves())
        left[least] += 1
    assert swapped > 1
    assert len(left) > 3


def find_most(codes, known):
    """The most that tiles are worth if all of them lie in runs and groups; None if they cannot."""
    if not codes:
        return 0
    if codes not in known:
        first, rest = codes[0], codes[1:]
        known[codes] = None
        for size in range(2, len(rest) + 1):
            for others in set(combinations(rest, size)):
                if is_meld([first, *others]):
                    left = Counter(rest) - Counter(others)
                    more = find_most(tuple(sorted(left.elements())), known)
                    if more is not None:
                        value = value_plainly((first, *others)) + more
                        known[codes] = max(known[codes] or 0, value)
    return known[codes]


@pytest.mark.parametrize("taken", [False, True])
def test_openings_are_listed_and_counted_exactly(taken):
    chance, some = random.Random(7), 0
    for number in range(30):
        (hand,) = deal_some(chance, 8, highest=4)
        tile = hand[0] if taken else None
        options = GAME.options(opening_minimum=[6, 12, 18][number % 3])
        position = GAME.position(
            options=options,
            indicator=INDICATOR,
            table=[],
            hand=hand,
            opened=None,
            discard_top=None,
            stock=9,
            phase="play",
            taken=tile,
        )
        listed = [move for move in position.legal_moves() if move.type == "open"]
        found = [tuple(sorted(tile.code for meld in move.melds for tile in meld)) for move in listed]
        known: dict[tuple[str, ...], int | None] = {}
        expected = [
            chosen
            for chosen in subsets(hand)
            if len(chosen) < len(hand)
            and (not taken or tile in chosen)
            and (find_most(chosen, known) or 0) >= options.opening_minimum
        ]
        assert sorted(found) == sorted(expected), hand
        assert all(position.check(move).legal for move in listed)
        assert position.page(1).total == len(position.legal_moves())
        some += len(expected)
        pages: list[object] = []
        cursor = None
        while True:
            page = position.page(2, cursor)
            pages += page.moves
            cursor = page.next_cursor
            if cursor is None:
                break
        assert pages == list(position.legal_moves())
        best = position.best("tiles")
        if listed:
            assert len(best.from_hand) == max(map(len, found))
    assert some > 20


def can_be_pairs(codes):
    """Whether all of these tiles are pairs."""
    okeys = codes.count(OKEY)
    odd = sum(count % 2 for piece, count in Counter(codes).items() if piece != OKEY)
    return len(codes) % 2 == 0 and odd <= okeys and (okeys - odd) % 2 == 0


def test_openings_with_pairs_are_listed_exactly():
    chance, some = random.Random(3), 0
    for _ in range(25):
        chosen = chance.sample([piece for piece in BOX.holds if piece not in (INDICATOR, OKEY)], 5)
        hand = [*chosen, *chosen[:4], OKEY, *chance.choice([[], [OKEY], ["F"]])]
        if max(Counter(hand).values()) > 2:
            continue
        position = GAME.position(
            options=GAME.options(opening_minimum=500),
            indicator=INDICATOR,
            table=[],
            hand=hand,
            opened=None,
            discard_top=None,
            stock=9,
            phase="play",
        )
        found = [
            tuple(sorted(tile.code for meld in move.melds for tile in meld))
            for move in position.legal_moves()
            if move.type == "open"
        ]
        expected = [one for one in subsets(hand) if 10 <= len(one) < len(hand) and can_be_pairs(one)]
        assert sorted(found) == sorted(expected), hand
        some += len(found)
    assert some > 10


def test_the_ranges_of_a_score_are_those_of_all_fillings():
    chance = random.Random(2)
    for _ in range(12):
        hand = chance.sample([*FACES, "F"], 3)
        opened, last = chance.choice(["melds", "pairs"]), chance.choice([None, OKEY])
        unknown = chance.choice(["?", "?7", "?B"])

        def score(tile, hand=hand, opened=opened, last=last):
            end = {"last_discard": last} if last else {}
            players = [
                {"player": "A", "hand": [], "opened": "melds"},
                {"player": "B", "hand": [*hand, tile], "opened": opened},
            ]
            return GAME.score(indicator=INDICATOR, went_out="A", players=players, **end).scores[1].points

        held = Counter([*hand, INDICATOR, *([last] if last else [])])
        fitting = [
            piece
            for piece, count in BOX.holds.items()
            if count > held[piece]
            and (unknown == "?" or (piece != "F" and (piece[1:] == "7" if unknown == "?7" else piece[0] == "B")))
        ]
        points = [score(piece).low for piece in fitting]
        assert score(unknown) == (min(points), max(points))


def test_translated_piles_are_those_of_tiles_with_jokers(rounds):
    rummy = GAMES["rummy"]
    judge = rummy.judge_for(rummy.options(), None)
    chance = random.Random(11)
    pile = [piece for piece, count in BOX.holds.items() for _ in range(count)]
    for _ in range(PILES * rounds):
        size = chance.randint(3, 4)
        start = chance.choice(pile)
        near = [piece for piece in pile if piece in (OKEY, "F") or piece[0] == start[0] or piece[1:] == start[1:]]
        codes = chance.sample(near, size)
        own = JUDGE([TILES[code] for code in codes])
        other = judge([rummy.box.tiles["J" if code == OKEY else OKEY if code == "F" else code] for code in codes])
        assert (own.valid, own.value) == (other.valid, other.value), codes
