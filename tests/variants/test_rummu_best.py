"""The best turn of Rummü against walking through every turn there is."""

import random
from collections import Counter
from typing import Any

import pytest

from service.api.records import dump_moves
from service.rules.moves import find_best_move, list_moves
from service.rules.turns import Objective
from service.solver.steps.wild_colour_reach import find_reachable
from service.variants.rummu import best as best_of_rummu
from service.variants.rummu.combinations import STEPS
from tests.variants.plain_rummu import (
    BOX,
    UNSEEN,
    Move,
    Snapshot,
    asked_of,
    candidates,
    follow,
    is_legal,
    random_snapshot,
)

OBJECTIVES: tuple[Objective, ...] = ("tiles", "points", "out")


def key_of(snapshot: Snapshot) -> Any:
    table = sorted((meld["owner"], sorted(meld["cards"])) for meld in snapshot["table"])
    return repr((sorted(snapshot["hand"]), table, snapshot["opened"]))


def find_ends(start: Snapshot) -> list[list[str]]:
    """Every hand with which a turn that goes on from here can end: there is a card to discard."""
    seen, waiting, ends = {key_of(start)}, [start], []
    while waiting:
        snapshot = waiting.pop()
        if snapshot["hand"]:
            ends.append(snapshot["hand"])
        for move in candidates(snapshot):
            if move["type"] not in ("take", "discard") and is_legal(snapshot, move):
                after = follow(snapshot, move)
                if key_of(after) not in seen:
                    seen.add(key_of(after))
                    waiting.append(after)
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
    """The first move of the best turn and what it gains; by ``out`` how many cards it leaves, which is one."""
    discards = [move for move in listed if move["type"] == "discard"]
    if objective == "out" and len(snapshot["hand"]) == 1 and discards:
        return discards[0], 1
    chosen, most = None, 0 if snapshot["hand"] else -1000
    for move, after, known in starts_of(snapshot, listed):
        for end in find_ends(after):
            gain = worth(known, objective) - worth(end, objective)
            if objective == "out" and len(end) == 1:
                return move, 1
            if objective != "out" and gain > most:
                chosen, most = move, gain
    return (chosen, most) if chosen else None


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("seed", range(3))
def test_the_best_turn_is_that_of_all_turns(seed, objective):
    chance = random.Random(f"{seed} {objective}")
    found = 0
    for _ in range(60):
        snapshot = random_snapshot(chance, cards=6, melds=3)
        asked = asked_of(snapshot)
        listed = dump_moves(list_moves(asked, 100_000, None).moves)
        plain = find_plainly(snapshot, listed, objective)
        best = find_best_move(asked, objective).best
        assert best.proven
        if plain is None:
            assert best.move is None, (snapshot, best)
            assert [tile.code for tile in best.leaves] == snapshot["hand"]
            continue
        found += 1
        assert best.move is not None, (snapshot, plain)
        move, gain = plain
        assert dump_moves([best.move]) == [move], (snapshot, best, plain)
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
        standing = best_of_rummu.stand(asked_of(snapshot).snapshot, asked_of(snapshot).snapshot.hand)
        reachable = find_reachable(STEPS, standing.hand, standing.own + standing.others)
        found = {STEPS.tiles[card].piece for card in reachable}
        for end in find_ends(snapshot):
            assert set(hand - Counter(end)) <= found, (snapshot, end)
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
    found = find_best_move(asked_of(WHOLE_BOX), objective).best
    assert (len(found.from_hand), found.goes_out, found.proven) == (59, True, True)


def test_a_bound_on_work_ends_the_search_and_says_so(monkeypatch):
    monkeypatch.setattr(best_of_rummu, "MOST_STEPS", 20)
    found = find_best_move(asked_of(WHOLE_BOX), "tiles").best
    assert not found.proven
    assert found.move is not None
    assert len(found.from_hand) == 3
