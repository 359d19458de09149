"""The turn of Rummü compared with its plainest reading: what is listed, what is accepted, and what it leads to."""

import random
from collections import Counter
from typing import Any

import pytest

from rummy_referee.games import GAMES
from rummy_referee.games.rummu.turn import TURN
from rummy_referee.rules.moves import check_move, list_moves
from service.operations.move_schemas import read_move
from service.operations.records import dump_move_fields, dump_record
from tests.games.plain_rummu import (
    BOX,
    Move,
    Snapshot,
    candidates,
    follow,
    is_legal,
    piece,
    random_snapshot,
    request_of,
)

RUMMU = GAMES["rummu"]


def move_of(given: Move) -> Any:
    """A move as the service reads it."""
    tiles = RUMMU.box.tiles
    loaded = dict(given)
    for key in ("tile", "drawn", "revealed"):
        if isinstance(given.get(key), str):
            loaded[key] = tiles[given[key]]
    if "tiles" in given:
        loaded["tiles"] = [tiles[code] for code in given["tiles"]]
    return read_move(RUMMU, loaded)


def listed_in(snapshot: Snapshot) -> list[Move]:
    listed = list_moves(request_of(snapshot), 1_000_000, None)
    assert not listed.violations, (snapshot, listed.violations)
    assert listed.total == len(listed.moves)
    return dump_move_fields(listed.moves)


def key_of(move: Move) -> str:
    return repr(sorted(move.items()))


@pytest.mark.parametrize("seed", range(2))
def test_listed_accepted_and_legal_are_the_same(seed):
    chance = random.Random(seed)
    counts: Counter[str] = Counter()
    for _ in range(80):
        snapshot = random_snapshot(chance)
        request = request_of(snapshot)
        legal = []
        for move in candidates(snapshot):
            verdict = is_legal(snapshot, move)
            assert check_move(request, move_of(move)).legal == verdict, (snapshot, move)
            if verdict:
                legal.append(move)
        counts.update(move["type"] for move in legal)
        assert sorted(map(key_of, listed_in(snapshot))) == sorted(map(key_of, legal)), snapshot
    assert set(counts) == {rule.type for rule in TURN.rules}


@pytest.mark.parametrize("seed", range(2))
def test_a_legal_move_leads_where_the_rules_say(seed):
    chance = random.Random(f"next {seed}")
    for _ in range(100):
        snapshot = random_snapshot(chance, cards=8)
        shown = [*snapshot["hand"], *(piece(card) for meld in snapshot["table"] for card in meld["cards"])]
        unseen = BOX.copy()
        for card in [*shown, *([snapshot["discard_top"]] if snapshot["discard_top"] else [])]:
            unseen.remove(card)
        for move in listed_in(snapshot):
            if move["type"] == "take" and move["from"] == "stock":
                move["drawn"] = chance.choice(unseen)
            elif move["type"] == "take" and snapshot["discard_count"] > 1:
                move["revealed"] = chance.choice(unseen)
            checked = check_move(request_of(snapshot), move_of(move))
            assert checked.legal, (snapshot, move)
            after = checked.outcome.next
            assert dump_record(after) == follow(snapshot, move), (snapshot, move)
            ends_turn = move["type"] == "discard"
            assert (checked.outcome.ends_turn, checked.outcome.needs) == (ends_turn, ())
            assert checked.outcome.ends_round == (ends_turn and not after.hand)
            if not checked.outcome.ends_round:
                assert not list_moves(request_of(follow(snapshot, move)), 1, None).violations


def mutate(chance: random.Random, snapshot: Snapshot, move: Move) -> Move:
    """A move that is nearly this one, with pins now and then."""
    changed = dict(move)
    match chance.randrange(5):
        case 0 if "tiles" in move:
            changed["tiles"] = move["tiles"][1:]
        case 1 if "tiles" in move:
            changed["tiles"] = [*move["tiles"], chance.choice(BOX)]
        case 2 if "meld" in move:
            changed["meld"] = chance.randrange(len(snapshot["table"]) + 1)
        case 3 if "tile" in move:
            changed["tile"] = chance.choice(BOX)
        case _ if "tiles" in move and move["type"] != "take_back":
            changed["tiles"] = [
                f"{code}={chance.choice('RBKG')}{code[1]}" if code[0] == "Y" else code for code in move["tiles"]
            ]
    return changed


@pytest.mark.parametrize("seed", range(2))
def test_changed_moves_are_judged_as_the_rules_say(seed):
    chance = random.Random(f"changed {seed}")
    judged = {True: 0, False: 0}
    for _ in range(300):
        snapshot = random_snapshot(chance, cards=8)
        request = request_of(snapshot)
        moves = listed_in(snapshot)
        for move in chance.sample(moves, min(8, len(moves))):
            changed = mutate(chance, snapshot, move)
            checked = check_move(request, move_of(changed))
            assert checked.legal == is_legal(snapshot, changed), (snapshot, changed, checked)
            assert checked.legal or checked.violations
            assert len({(fault.code, fault.path) for fault in checked.violations}) == len(checked.violations)
            judged[checked.legal] += 1
            if checked.legal and not checked.outcome.needs:
                assert dump_record(checked.outcome.next) == follow(snapshot, changed)
    assert min(judged.values()) > 100


@pytest.mark.parametrize(
    "given", [{}, {"drawn": "R0"}, {"revealed": None}, {"revealed": "R0"}, {"drawn": "R0", "revealed": None}]
)
@pytest.mark.parametrize("from_", ["stock", "discard"])
def test_what_a_take_names_fits_what_it_reveals(from_, given):
    chance = random.Random(f"{from_} {given}")
    for _ in range(200):
        snapshot = random_snapshot(chance)
        if any("R0" in map(piece, cards) for cards in pile_by_pile(snapshot)):
            continue
        move = {"type": "take", "from": from_, **given}
        checked = check_move(request_of(snapshot), move_of(move))
        assert checked.legal == is_legal(snapshot, move), (snapshot, move, checked)
        if checked.legal:
            knows = "drawn" in given if from_ == "stock" else "revealed" in given or snapshot["discard_count"] == 1
            assert (checked.outcome.next is not None) == knows
            assert checked.outcome.needs == (() if knows else ("drawn" if from_ == "stock" else "revealed",))


def pile_by_pile(snapshot: Snapshot) -> list[list[str]]:
    return [snapshot["hand"], [snapshot["discard_top"] or ""], *(meld["cards"] for meld in snapshot["table"])]


def test_the_whole_box_in_a_hand_is_listed():
    snapshot = {**random_snapshot(random.Random(0)), "table": [], "hand": BOX, "opened": True, "phase": "play"}
    snapshot |= {"stock": 0, "discard_top": None, "discard_count": 0, "taken": 0}
    # Runs of one colour: for each length the places, and the sets of yellow cards fewer than half.
    plain = 4 * (8 * 4 + 7 * 5 + 6 * 16 + 5 * 22 + 4 * 64 + 3 * 93 + 2 * 256 + 386)
    mixed = 8 * 60 + 7 * 120 + 6 * 120
    groups = 10 * (10 + 5 + 1)
    assert len(listed_in(snapshot)) == plain + mixed + groups + 50


def test_groups_are_listed_card_by_card_where_no_run_can_be_laid_too():
    snapshot = {**random_snapshot(random.Random(0)), "table": [], "hand": ["B0", "K0", "G0", "Y0", "R9"], "score": -5}
    snapshot |= {"opened": False, "phase": "play", "stock": 5, "discard_top": "B8", "discard_count": 3, "taken": 0}
    melds = ["B0 K0 G0", "B0 K0 G0 Y0", "B0 K0 Y0", "B0 G0 Y0", "K0 G0 Y0"]
    assert [" ".join(move["tiles"]) for move in listed_in(snapshot) if move["type"] == "meld"] == melds
