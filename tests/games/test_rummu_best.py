"""The best turn of Rummü compared with an exhaustive search of all turns."""

import random
from collections import Counter
from dataclasses import replace
from typing import Any, NamedTuple

import pytest

from rummy_referee.engine.steps.wild_colour_reach import find_reachable
from rummy_referee.games.rummu import best as best_of_rummu
from rummy_referee.games.rummu.combinations import ARRANGER, STEPS
from rummy_referee.games.rummu.turn_states import state_of
from rummy_referee.rules.move_records import Discard
from rummy_referee.rules.moves import check_move, find_best_move, list_moves
from rummy_referee.rules.turns import Objective
from service.operations.records import dump_move_fields
from tests.games.plain_rummu import (
    BOX,
    UNSEEN,
    Move,
    Snapshot,
    candidates,
    follow,
    is_legal,
    random_meld,
    random_snapshot,
    request_of,
)

OBJECTIVES: tuple[Objective, ...] = ("tiles", "points", "out")


def key_of(snapshot: Snapshot) -> Any:
    table = sorted((meld["owner"], sorted(meld["cards"])) for meld in snapshot["table"])
    return repr((sorted(snapshot["hand"]), table, snapshot["opened"]))


class End(NamedTuple):
    """The end of a turn: the hand before the discard, and how often cards were taken back at least."""

    hand: list[str]
    taken_back: int


def find_ends(start: Snapshot, taken_back: int = 0) -> list[End]:
    """Every end of a turn that goes on from here: there is a card to discard."""
    seen: set[Any] = set()
    waiting, later, ends = [start], list[Snapshot](), list[End]()
    while waiting:
        snapshot = waiting.pop()
        if key_of(snapshot) not in seen:
            seen.add(key_of(snapshot))
            if snapshot["hand"]:
                ends.append(End(snapshot["hand"], taken_back))
            for move in candidates(snapshot):
                if move["type"] not in ("take", "discard") and is_legal(snapshot, move):
                    (later if move["type"] == "take_back" else waiting).append(follow(snapshot, move))
        if not waiting:
            waiting, later, taken_back = later, [], taken_back + 1
    return ends


def worth(cards, objective: Objective) -> int:
    known = [card for card in cards if card != UNSEEN]
    return sum(10 if card[0] == "Y" else 5 for card in known) if objective == "points" else len(known)


def starts_of(snapshot: Snapshot, listed: list[Move]) -> list[tuple[Move, Snapshot, list[str]]]:
    """First the steps as they are listed, then taking: the first move, where it leads to, the known cards."""
    steps = [move for move in listed if move["type"] not in ("take", "discard")]
    starts = [(move, follow(snapshot, move), snapshot["hand"]) for move in steps]
    for move in listed:
        if move["type"] == "take" and move["from"] == "stock":
            after = follow(snapshot, {**move, "drawn": UNSEEN})
            starts.append((move, after, snapshot["hand"]))
        elif move["type"] == "take":
            after = {**follow(snapshot, move), "phase": "play"}
            starts.append((move, after, after["hand"]))
    return starts


def find_plainly(snapshot: Snapshot, listed: list[Move], objective: Objective) -> tuple[Move, int] | None:
    """The first move of the best turn and what it gains. Of equals the one that takes cards back least often."""
    discards = [move for move in listed if move["type"] == "discard"]
    if objective == "out" and len(snapshot["hand"]) == 1 and discards:
        return discards[0], 1
    chosen, most = None, (0 if snapshot["hand"] and objective != "out" else -1000, 0)
    for move, after, known in starts_of(snapshot, listed):
        for end in find_ends(after, int(move["type"] == "take_back")):
            gain = worth(known, objective) - worth(end.hand, objective) if objective != "out" else 0
            if (objective != "out" or len(end.hand) == 1) and (gain, -end.taken_back) > most:
                chosen, most = move, (gain, -end.taken_back)
    return (chosen, most[0]) if chosen else None


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("seed", range(3))
def test_the_best_turn_is_that_of_all_turns(seed, objective):
    chance = random.Random(f"{seed} {objective}")
    found = 0
    for _ in range(60):
        snapshot = random_snapshot(chance, cards=6, melds=3)
        request = request_of(snapshot)
        listed = dump_move_fields(list_moves(request, 100_000, None).moves)
        plain = find_plainly(snapshot, listed, objective)
        best = find_best_move(request, objective)
        assert best.proven
        if plain is None:
            assert (best.move is None) == (objective == "out"), (snapshot, best)
            assert best.advice or best.goes_out
            assert Counter([*best.from_hand, *best.leaves]) == Counter(request.snapshot.hand)
            continue
        found += 1
        assert best.move is not None, (snapshot, plain)
        move, gain = plain
        assert dump_move_fields([best.move]) == [move], (snapshot, best, plain)
        leaves = [tile.code for tile in best.leaves]
        from_hand = [tile.code for tile in best.from_hand]
        known = snapshot["hand"] + ([snapshot["discard_top"]] if move == {"type": "take", "from": "discard"} else [])
        assert best.points == worth(from_hand, "points")
        assert not Counter(from_hand) - Counter(known)
        if objective == "out":
            assert best.goes_out
        else:
            assert worth(known, objective) - worth(leaves, objective) == gain, (snapshot, best, plain)
    assert found > 10


def test_a_card_that_cannot_be_reached_is_never_laid():
    chance = random.Random("reach")
    out_of_reach = 0
    for _ in range(60):
        snapshot = {**random_snapshot(chance, cards=6, melds=3), "phase": "play"}
        hand = Counter(snapshot["hand"])
        state = state_of(request_of(snapshot).snapshot, request_of(snapshot).snapshot.hand)
        reachable = find_reachable(STEPS, state.hand, state.own + state.others)
        found = {STEPS.tiles[card].piece for card in reachable}
        for end in find_ends(snapshot):
            assert set(hand - Counter(end.hand)) <= found, (snapshot, end)
        out_of_reach += len(set(hand) - found)
    assert out_of_reach > 30


WHOLE_BOX: Snapshot = {
    **random_snapshot(random.Random(1)),
    "table": [],
    "hand": BOX,
    "opened": True,
    "stock": 0,
    "discard_top": None,
    "discard_count": 0,
    "phase": "play",
    "taken": 0,
}


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_with_the_whole_box_in_the_hand_all_but_one_card_can_be_laid(objective):
    found = find_best_move(request_of(WHOLE_BOX), objective)
    assert (len(found.from_hand), found.goes_out, found.proven) == (59, True, True)


# --- large hands ----------------------------------------------------------------------------------------------------


def large_hand(chance: random.Random, size: int) -> Snapshot:
    return {**WHOLE_BOX, "hand": chance.sample(BOX, size)}


def large_position(chance: random.Random, size: int) -> Snapshot:
    """A large hand and some melds."""
    box = BOX.copy()
    table = [{"owner": chance.choice(WHOLE_BOX["players"]), "cards": random_meld(chance, box)} for _ in range(5)]
    return {**WHOLE_BOX, "table": [meld for meld in table if meld["cards"]], "hand": chance.sample(box, size)}


@pytest.mark.parametrize("size", [18, 22, 26, 30])
def test_without_a_table_a_large_hand_lays_all_that_can_lie_in_melds(size):
    chance = random.Random(f"alone {size}")
    for _ in range(10):
        request = request_of(large_hand(chance, size))
        best = find_best_move(request, "tiles")
        arranged = ARRANGER.arrange(request.snapshot.hand, every=False)
        assert best.proven
        assert arranged.proven
        assert len(best.from_hand) == min(size - len(arranged.left), size - 1)


@pytest.mark.parametrize("size", [12, 20, 28])
@pytest.mark.parametrize("objective", ["tiles", "points"])
def test_the_turn_that_is_found_can_be_played_to_its_end(size, objective):
    chance = random.Random(f"played {size} {objective}")
    for _ in range(6):
        request = request_of(large_position(chance, size))
        best = find_best_move(request, objective)
        given = worth([tile.code for tile in best.leaves], objective)
        while not isinstance(best.move, Discard):
            assert best.move is not None
            checked = check_move(request, best.move)
            assert checked.legal
            request = replace(request, given=checked.outcome.next)
            best = find_best_move(request, objective)
            assert best.proven
            left = request.snapshot.hand if isinstance(best.move, Discard) else best.leaves
            assert worth([tile.code for tile in left], objective) == given, (request.snapshot, best)


def test_taking_back_what_was_just_laid_gains_nothing():
    colours = {1: "RKY", 2: "RKG", 3: "Y", 4: "KY", 5: "GY", 6: "KY", 7: "GY", 8: "BG", 9: "RBKGY"}
    hand = [f"{colour}{number}" for number in colours for colour in colours[number]]
    best = find_best_move(request_of({**WHOLE_BOX, "hand": hand}), "points")
    assert (best.points, best.proven) == (135, True)


def test_beyond_the_bound_on_work_a_good_turn_is_found_and_not_called_the_best(monkeypatch):
    monkeypatch.setattr(best_of_rummu, "MAX_STEPS", 20)
    chance = random.Random("bound")
    for snapshot in (large_hand(chance, 20), large_position(chance, 30), WHOLE_BOX):
        best = find_best_move(request_of(snapshot), "tiles")
        assert best.move is not None
        assert not best.proven
        assert len(best.from_hand) >= len(snapshot["hand"]) / 2


def test_going_out_has_no_tolerance(monkeypatch):
    monkeypatch.setattr(best_of_rummu, "MAX_STEPS", 20)
    best = find_best_move(request_of(WHOLE_BOX), "out")
    assert (best.move, best.proven) == (None, False)


def test_without_any_steps_only_a_discard_is_found(monkeypatch):
    monkeypatch.setattr(best_of_rummu, "MAX_STEPS", 20)
    monkeypatch.setattr(best_of_rummu, "TOLERANT_STEPS", {1: 20})
    best = find_best_move(request_of(WHOLE_BOX), "tiles")
    assert isinstance(best.move, Discard)
    assert not best.proven
