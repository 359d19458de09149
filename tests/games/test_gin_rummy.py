"""The turn of Gin-Rummy against brute force: every melding is tried."""

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from rummy_referee.games.gin_rummy import GIN_RUMMY
from rummy_referee.games.gin_rummy.core.combinations import BOX, GinRummyOptions
from rummy_referee.games.gin_rummy.turn.declaring import Declare
from rummy_referee.games.gin_rummy.turn.snapshot import GinSnapshot
from rummy_referee.rules.knock_rummy.taking import TakeTile
from rummy_referee.rules.move_records import Discard
from rummy_referee.rules.moves import check_move, find_best_move, list_moves
from tests.engine.every_melding import MELDS, code, every_melding, pair
from tests.games.gin_rounds import score

STRICT = GinRummyOptions(little_gin_before_take_only=True)
ASKED = {"little_gin_before_take_only": True}
AGREED = [GinRummyOptions(), STRICT]
EACH_AGREED = pytest.mark.parametrize("options", AGREED, ids=["free", "strict"])
PIECES = [piece for piece, copies in BOX.holds.items() for _ in range(copies)]


# --- the rules, word by word ----------------------------------------------------------------------------------------


def is_declared(melded, left, *, phase, has_discard, options):
    """Whether a declaration with these melded tiles and points of deadwood is valid."""
    if phase == "discard" and not has_discard:
        return melded == 11
    if phase == "take" and has_discard:
        return False
    if melded == 10:
        return phase == "take" or not options.little_gin_before_take_only
    return melded in (8, 9) and left < 10


def rest_without(hand, discard):
    rest = list(hand)
    if discard:
        rest.remove(discard)
    return rest


def discards_of(snapshot):
    """The discards that a declaration may have."""
    return [None, *sorted(set(snapshot.hand), key=lambda tile: tile.order)] if snapshot.phase == "discard" else [None]


def meldings_of(tiles):
    """Every melding of these tiles: points and tiles of deadwood, melds."""
    return every_melding([pair(tile.code) for tile in tiles])


def declares_of(snapshot, options):
    """Every declaration that is to be listed, and how it is melded: the minimum deadwood of all valid ones."""
    for discard in discards_of(snapshot):
        rest = rest_without(snapshot.hand, discard)
        agreed: dict[str, Any] = {"phase": snapshot.phase, "has_discard": bool(discard), "options": options}
        valid = [way for way in meldings_of(rest) if is_declared(len(rest) - way[1], way[0], **agreed)]
        if valid:
            yield Declare(discard=discard), min(valid)


def tiles_of(melds):
    return tuple(tuple(BOX.tiles[code(tile)] for tile in meld) for meld in melds)


# --- positions ------------------------------------------------------------------------------------------------------


def random_hand(chance, size):
    """Tiles of the whole box, of a few numbers, or some melds with a few others."""
    kind = chance.choice(["all", "numbers", "melds", "melds"])
    if kind == "all":
        return chance.sample(PIECES, size)
    if kind == "numbers":
        low = chance.randint(1, 9)
        return chance.sample([piece for piece in PIECES if low <= int(piece[1:]) < low + 4], size)
    while True:
        hand = [code(tile) for meld in chance.sample(MELDS, 3) for tile in meld]
        hand = [*hand, *chance.sample(PIECES, size)][:size]
        if all(hand.count(piece) <= 2 for piece in hand):
            return hand


def random_position(chance, phase=None):
    phase = phase or chance.choice(["take", "discard"])
    hand = random_hand(chance, {"take": 10, "discard": 11}[phase])
    others = list((Counter(PIECES) - Counter(hand)).elements())
    top = BOX.tiles[chance.choice(others)] if phase == "take" else None
    return GinSnapshot(tuple(BOX.tiles[piece] for piece in hand), top, 50, chance.choice([2, 3, 4]), phase)


def asked(snapshot, options=None):
    return GIN_RUMMY.position(snapshot, options or GinRummyOptions())


def random_positions(seed, count, phase=None):
    chance = random.Random(f"gin {seed}")
    return [random_position(chance, phase) for _ in range(count)]


# --- what is listed and what is accepted ----------------------------------------------------------------------------


@EACH_AGREED
@pytest.mark.parametrize("seed", range(5))
def test_exactly_the_legal_moves_are_listed(options, seed):
    declared = 0
    for snapshot in random_positions(seed, 120):
        if snapshot.phase == "take":
            expected: list[Any] = [TakeTile("stock"), TakeTile("discard")]
        else:
            expected = [Discard(tile) for tile in discards_of(snapshot)[1:]]
        declares = [declare for declare, _ in declares_of(snapshot, options)]
        declared += len(declares)
        assert list(list_moves(asked(snapshot, options), 100, None).moves) == [*expected, *declares]
        for move in declares:
            assert check_move(asked(snapshot, options), move).legal
    assert declared > 20


@EACH_AGREED
@pytest.mark.parametrize("seed", range(5))
def test_a_declaration_without_melds_is_legal_only_if_they_are_found(options, seed):
    for snapshot in random_positions(seed, 60):
        legal = {declare.discard: way for declare, way in declares_of(snapshot, options)}
        others = [BOX.tiles["R1"], BOX.tiles["Y13"]]
        for discard in {*discards_of(snapshot), *discards_of(replace(snapshot, phase="discard")), *others}:
            checked = check_move(asked(snapshot, options), Declare(discard=discard))
            assert checked.legal == (discard in legal), (snapshot, discard)
            if checked.legal:
                laid = sorted(code(tile) for meld in legal[discard][2] for tile in meld)
                went = [*laid, discard.code] if discard else laid
                assert sorted(tile.code for tile in checked.outcome.from_hand) == sorted(went)
                assert checked.outcome.ends_round


def test_a_declaration_scores_with_the_melds_that_the_move_is_judged_by():
    fewer = 0
    for snapshot in random_positions("score", 400, "discard"):
        for declare, way in declares_of(snapshot, STRICT):
            hand = rest_without(snapshot.hand, declare.discard)
            others = (Counter(PIECES) - Counter(tile.code for tile in snapshot.hand)).elements()
            answer = score(" ".join(tile.code for tile in hand), " ".join([*others][:10]), drew=True, options=ASKED)
            assert [tuple(map(pair, meld)) for meld in answer["scores"][0]["melds"]] == way[2], snapshot
            fewer += len(hand) == 10 and min(meldings_of(hand))[1] == 0
    assert fewer > 5


@EACH_AGREED
@pytest.mark.parametrize("seed", range(5))
def test_given_melds_are_judged_as_they_are(options, seed):
    chance = random.Random(f"melds {seed}")
    verdicts: Counter[bool] = Counter()
    for snapshot in random_positions(seed, 100):
        discard = chance.choice([*discards_of(snapshot), BOX.tiles["R1"]])
        rest = list(snapshot.hand)
        if discard in rest and snapshot.phase == "discard":
            rest.remove(discard)
        ways = sorted(meldings_of(rest), key=lambda way: way[1])[:6]
        for _, _, given in ways:
            melds = [list(meld) for meld in tiles_of(given)]
            if chance.random() < 0.3 and melds:
                chance.choice(melds).append(BOX.tiles[chance.choice(PIECES)])
            elif chance.random() < 0.3 and melds:
                chance.choice(melds).pop()
            for meld in melds:
                chance.shuffle(meld)
            move = Declare(tuple(map(tuple, melds)), discard)
            legal = is_legal_plainly(snapshot, move, options)
            checked = check_move(asked(snapshot, options), move)
            assert checked.legal == legal, (snapshot, move)
            assert len({(fault.code, fault.path) for fault in checked.violations}) == len(checked.violations)
            verdicts[legal] += 1
    assert min(verdicts.values()) > 20


def is_legal_plainly(snapshot, move, options):
    """Melds that are melds, of tiles that are there, and enough of them."""
    hand = Counter(snapshot.hand)
    if move.discard:
        if not hand[move.discard]:
            return False
        hand[move.discard] -= 1
    given = Counter(tile for meld in move.melds for tile in meld)
    if given - hand or any(tuple(sorted(pair(tile.code) for tile in meld)) not in MELDS for meld in move.melds):
        return False
    left = sum(tile.number for tile in (hand - given).elements())
    has_discard = move.discard is not None
    return is_declared(given.total(), left, phase=snapshot.phase, has_discard=has_discard, options=options)


def test_a_move_has_its_phase():
    for snapshot in random_positions("phases", 20):
        wrong = TakeTile("stock") if snapshot.phase == "discard" else Discard(snapshot.hand[0])
        assert [fault.code for fault in check_move(asked(snapshot), wrong).violations] == ["move_not_in_phase"]


# --- what follows ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "stock_after"), [(2, 49), (3, 50), (4, 50)])
def test_a_discard_not_taken_is_out_of_the_game_with_two_players_and_in_the_stock_with_more(players, stock_after):
    snapshot = replace(random_position(random.Random(players), "take"), players=players)
    drawn = next(tile for tile in BOX.tiles.values() if tile not in (*snapshot.hand, snapshot.discard_top))
    unset = check_move(asked(snapshot), TakeTile("stock")).outcome
    assert (unset.next, unset.needs, unset.ends_turn) == (None, ("drawn",), False)
    after = check_move(asked(snapshot), TakeTile("stock", drawn)).outcome.next
    assert (after.hand, after.discard_top, after.stock) == ((*snapshot.hand, drawn), None, stock_after)
    assert after.phase == "discard"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_discard_comes_into_the_hand_and_nothing_else_changes(players):
    snapshot = replace(random_position(random.Random(players), "take"), players=players)
    outcome = check_move(asked(snapshot), TakeTile("discard")).outcome
    assert outcome.next == replace(
        snapshot, hand=(*snapshot.hand, snapshot.discard_top), discard_top=None, phase="discard"
    )
    assert not outcome.ends_turn


@pytest.mark.parametrize(("players", "stock_after"), [(2, 50), (3, 51), (4, 51)])
def test_a_discard_that_nobody_took_is_removed_by_the_next_discard(players, stock_after):
    snapshot = replace(random_position(random.Random(players), "discard"), players=players)
    tile = snapshot.hand[4]
    outcome = check_move(asked(snapshot), Discard(tile)).outcome
    assert (outcome.next.discard_top, outcome.next.stock, outcome.next.phase) == (tile, 50, "take")
    assert (outcome.from_hand, outcome.ends_turn, outcome.ends_round) == ((tile,), True, False)
    before = next(tile for tile in BOX.tiles.values() if tile not in snapshot.hand)
    after = check_move(asked(replace(snapshot, discard_top=before)), Discard(tile)).outcome.next
    assert (after.discard_top, after.stock) == (tile, stock_after)


def test_a_take_from_an_empty_stock_ends_the_round():
    snapshot = replace(random_position(random.Random(1), "take"), stock=0)
    outcome = check_move(asked(snapshot), TakeTile("stock")).outcome
    assert (outcome.next, outcome.needs, outcome.ends_turn, outcome.ends_round) == (snapshot, (), True, True)
    given = check_move(asked(snapshot), TakeTile("stock", snapshot.discard_top))
    assert [(fault.code, fault.path) for fault in given.violations] == [("stock_empty", "/move/drawn")]


# --- what is best ---------------------------------------------------------------------------------------------------


def best_end(snapshot, options):
    """The best declaration: Big Gin, Little Gin, eight or nine; then what leaves the least, also to lay off."""
    ways = []
    for declare, least in declares_of(snapshot, options):
        rest = rest_without(snapshot.hand, declare.discard)
        for way in [least, *(way for way in meldings_of(rest) if way[:2] == least[:2])]:
            melded = sum(map(len, way[2]))
            rank = (-{11: 50, 10: 25}.get(melded, 20), *way[:2], allowed(rest, way[2]))
            ways.append((rank, replace(declare, melds=None if way is least else tiles_of(way[2])), tiles_of(way[2])))
    return min(ways, key=lambda found: found[0], default=None)


def allowed(hand, melds):
    """The points of the tiles of others that fit one of these melds."""
    others = list(PIECES)
    for tile in hand:
        others.remove(tile.code)
    fitting = [pair(piece) for piece in others if any(tuple(sorted([*meld, pair(piece)])) in MELDS for meld in melds)]
    return sum(number for _, number in fitting)


def best_discard(hand):
    """The discard that leaves the least, with the fewest neighbours, then the highest; and how the rest is melded."""
    ways = [(tile, min(meldings_of(rest_without(hand, tile)))) for tile in sorted(set(hand), key=lambda t: t.order)]
    return min(ways, key=lambda way: (*way[1][:2], neighbours(way[0], hand), -way[0].number))


def neighbours(tile, hand):
    """How many other tiles can be in a meld of three with a tile."""
    own, others = pair(tile.code), {pair(other.code) for other in hand}
    return sum(any({own, other} < set(meld) and len(meld) == 3 for meld in MELDS) for other in others)


@EACH_AGREED
@pytest.mark.parametrize("objective", ["tiles", "points", "out"])
def test_the_best_move_after_the_take_declares_or_leaves_the_least(options, objective):
    for snapshot in random_positions(objective, 60, "discard"):
        best = find_best_move(asked(snapshot, options), objective)
        end = best_end(snapshot, options)
        assert best.goes_out == (end is not None)
        if end:
            (_, points, _, least), declare, melds = end
            assert best.move is not None
            rest = rest_without(snapshot.hand, best.move.discard)
            assert allowed(rest, [[pair(tile.code) for tile in meld] for meld in best.melds]) == least
            assert replace(best.move, melds=None) == replace(declare, melds=None)
            assert (best.move.melds is None, sum(map(len, best.melds))) == (declare.melds is None, sum(map(len, melds)))
            assert sum(tile.number for tile in best.leaves) == points
            assert set(best.from_hand) == set(check_move(asked(snapshot, options), best.move).outcome.from_hand)
        elif objective == "out":
            assert (best.move, best.leaves) == (None, snapshot.hand)
        else:
            tile, way = best_discard(snapshot.hand)
            assert best.move == Discard(tile)
            assert best.melds == tiles_of(way[2])
            assert (sum(tile.number for tile in best.leaves), len(best.leaves)) == way[:2]


@pytest.mark.parametrize("seed", range(3))
def test_the_best_move_before_the_take_declares_or_leaves_the_least_on_average(seed):
    options = GinRummyOptions()
    for snapshot in random_positions(f"take {seed}", 4, "take"):
        best = find_best_move(asked(snapshot, options), "tiles")
        out = find_best_move(asked(snapshot, options), "out")
        end = best_end(snapshot, options)
        taken = replace(snapshot, hand=(*snapshot.hand, snapshot.discard_top), discard_top=None, phase="discard")
        if end:
            assert best.move is not None
            assert best.move == out.move
            assert replace(best.move, melds=None) == replace(end[1], melds=None)
        elif best_end(taken, options):
            assert best.move == out.move == TakeTile("discard")
            assert best.goes_out
        else:
            assert out.move is None
            seen = Counter([*snapshot.hand, snapshot.discard_top])
            unseen = [BOX.tiles[piece] for piece in PIECES]
            for tile in seen.elements():
                unseen.remove(tile)
            left = {tile: best_discard([*snapshot.hand, tile])[1][:2] for tile in set(unseen)}
            average = tuple(Fraction(sum(left[tile][part] for tile in unseen), len(unseen)) for part in (0, 1))
            known = best_discard(taken.hand)[1][:2]
            assert best.move == TakeTile("discard" if known < average else "stock")


# --- violations -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "phase", "codes"),
    [
        (10, "take", []),
        (11, "discard", []),
        (11, "take", ["hand_size_not_of_phase"]),
        (10, "discard", ["hand_size_not_of_phase"]),
        (9, "take", ["hand_size_not_of_phase"]),
        (104, "discard", ["hand_size_not_of_phase"]),
        (0, "take", ["round_over"]),
        (0, "discard", ["round_over"]),
    ],
)
def test_a_hand_has_ten_tiles_before_the_take_and_eleven_after_it(size, phase, codes):
    hand = tuple(BOX.tiles[piece] for piece in PIECES[:size])
    question = asked(GinSnapshot(hand, None, 0, 2, phase))
    assert [fault.code for fault in question.violations] == codes


def test_a_declaration_with_tiles_not_in_the_hand_has_its_other_violations_too(client):
    hand = ["R1", "R2", "R3", "B7", "K7", "Y7", "K10", "K11", "K12", "Y1", "Y3"]
    move = {"type": "declare", "melds": [["R1", "R2", "R3"], ["R1", "R2", "R3"]]}
    body = {"variant": "gin-rummy", "hand": hand, "discard_top": None, "stock": 50, "players": 2, "phase": "discard"}
    violations = client.post("/v1/moves/check", json={**body, "move": move}).json["violations"]
    assert [violation["code"] for violation in violations] == ["tiles_not_in_hand", "discard_missing"]
