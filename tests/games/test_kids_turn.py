"""The turn of myRummy Kids compared with the plainest reading of its rules."""

import random
from collections import Counter
from typing import Any

import pytest

from rummy_referee.games import GAMES
from rummy_referee.games.myrummy_kids.snapshot import KidsOptions, KidsSnapshot
from rummy_referee.rules.move_records import Draw, LayMeld, LayOff, Pass, SwapJoker
from rummy_referee.rules.moves import check_move, find_best_move, list_moves
from rummy_referee.rules.positions import AnyPosition
from rummy_referee.rules.turns import Move, Objective
from tests.games import plain_kids
from tests.games.plain_kids import State, Step

GAME = GAMES["myrummy-kids"]
TILES = GAME.box.tiles
PIECES = [piece for piece, count in GAME.box.holds.items() for _ in range(count)]
OBJECTIVES: tuple[Objective, ...] = ("tiles", "points", "out")


def read(codes: Any) -> Any:
    return tuple(TILES[code] for code in codes)


def ask(state: State, *, stepped: bool = False, stock: int = 5, must_play: bool = False) -> AnyPosition:
    table = tuple(map(read, state.table))
    snapshot = KidsSnapshot(table, read(state.hand), state.opened, stock, None, stepped, state.freed)
    return GAME.position(snapshot, KidsOptions(must_play=must_play))


def as_step(move: Any) -> Step:
    if move.type == "swap_joker":
        return Step(move.type, move.meld, (move.tile.code,))
    return Step(move.type, getattr(move, "meld", -1), tuple(sorted(tile.code for tile in move.tiles)))


def as_move(step: Step) -> Move:
    if step.type == "swap_joker":
        return SwapJoker(step.meld, TILES[step.tiles[0]])
    return LayMeld(read(step.tiles)) if step.type == "meld" else LayOff(step.meld, read(step.tiles))


def as_state(snapshot: KidsSnapshot) -> State:
    table = tuple(tuple(sorted(tile.code for tile in meld)) for meld in snapshot.table)
    hand = tuple(sorted(tile.code for tile in snapshot.hand))
    return State(table, hand, snapshot.opened, snapshot.freed_jokers)


def random_state(chance: random.Random, *, hand: int, colours: int = 4) -> State:
    """Runs from a shuffled box, jokers pinned or not, and a hand that is close to them."""
    wanted = plain_kids.COLOURS[:colours]
    left = {piece: count for piece, count in GAME.box.holds.items() if piece[0] in f"{wanted}J"}
    table = []
    for _ in range(chance.choice([0, 1, 1, 2, 2, 3])):
        window = chance.choice([faces for faces in plain_kids.WINDOWS if faces[0][0] in wanted])
        run = []
        for face in window:
            use_joker = left["J"] and (not left[face] or chance.random() < 0.3)
            tile = chance.choice(["J", f"J={face}"]) if use_joker else face
            if not left[tile.partition("=")[0]]:
                break
            left[tile.partition("=")[0]] -= 1
            run.append(tile)
        if len(run) == len(window) and plain_kids.readings(tuple(sorted(run))):
            table.append(tuple(sorted(run)))
        else:
            for tile in run:
                left[tile.partition("=")[0]] += 1
    others = [piece for piece, count in left.items() for _ in range(count)]
    held = chance.sample(others, min(len(others), chance.randint(1, hand)))
    if left["J"] > held.count("J") and chance.random() < 0.4:
        held[0] = "J"
    freed = min(held.count("J"), chance.choice([0, 0, 1, 2]))
    return State(tuple(table), tuple(sorted(held)), chance.random() < 0.6, freed)


def states(name: str, count: int, *, hand: int, colours: int = 4) -> list[State]:
    chance = random.Random(name)
    return [random_state(chance, hand=hand, colours=colours) for _ in range(count)]


def tight_states(name: str, count: int) -> list[State]:
    """Positions with few places for tiles and freed jokers in the hand: some steps would make one unplayable."""
    chance = random.Random(name)
    rows = [row for row in plain_kids.WINDOWS if len(row) >= 5]
    found: list[State] = []
    while len(found) < count:
        table = tuple(sorted(chance.sample(rows, chance.randint(1, 3))))
        freed = chance.randint(1, 2)
        others = [tile for tile in PIECES if tile != "J" and tile[0] in {row[0][0] for row in table}]
        hand = tuple(sorted(["J"] * freed + chance.sample(others, chance.randint(1, 2))))
        within_box = Counter(hand) + sum(map(Counter, table), Counter())
        state = State(table, hand, True, freed)
        if within_box <= Counter(PIECES) and plain_kids.can_fulfil(state):
            found.append(state)
    return found


def test_no_step_makes_a_freed_joker_unplayable():
    refused = 0
    for state in tight_states("tight", 60):
        legal, tried = plain_kids.legal_steps(state), dict(plain_kids.try_steps(state, pinned=True))
        listed = list_moves(ask(state, stepped=True), 1000, None).moves
        assert {as_step(move) for move in listed} == set(legal), state
        for step in tried:
            assert check_move(ask(state, stepped=True), as_move(step)).legal == (step in legal), (state, step)
        refused += len(tried) - len(legal)
        for objective in OBJECTIVES[:2]:
            best = find_best_move(ask(state, stepped=True), objective)
            leaves = tuple(sorted(tile.code for tile in best.leaves))
            assert plain_kids.worth(leaves, objective) == plain_kids.least_left(state, objective), (state, objective)
    assert refused > 10


SEEDS = pytest.mark.parametrize("seed", range(2))


@SEEDS
def test_the_listed_steps_are_all_the_legal_ones(seed):
    for state in states(f"listed {seed}", 150, hand=5, colours=2):
        found = list_moves(ask(state, stepped=state.freed > 0), 1000, None)
        fulfillable = plain_kids.can_fulfil(state)
        assert (not found.violations) == fulfillable, (state, found.violations)
        if not fulfillable:
            assert [violation.code for violation in found.violations] == ["freed_joker_stuck"]
            continue
        assert found.total == len(found.moves)
        steps = [as_step(move) for move in found.moves if move.type in ("meld", "lay_off", "swap_joker")]
        assert len(steps) == len(set(steps))
        assert set(steps) == set(plain_kids.legal_steps(state)), state


@SEEDS
def test_every_accepted_step_leads_where_the_rules_say(seed):
    for state in states(f"accepted {seed}", 100, hand=5, colours=2):
        if not plain_kids.can_fulfil(state):
            continue
        for step, reached in plain_kids.legal_steps(state, pinned=False).items():
            checked = check_move(ask(state, stepped=state.freed > 0), as_move(step))
            assert checked.legal, (state, step, checked.violations)
            outcome = checked.outcome
            expected = reached if reached.hand else reached._replace(freed=0)
            assert as_state(outcome.next) == expected
            assert outcome.next.stepped == bool(reached.hand)
            assert outcome.ends_turn == outcome.ends_round == (not reached.hand)
            assert sorted(tile.code for tile in outcome.from_hand) == sorted(map(plain_kids.piece, step.tiles))
            if reached.hand:
                assert not list_moves(GAME.position(outcome.next, KidsOptions()), 1, None).violations


@SEEDS
def test_a_changed_step_is_accepted_exactly_where_the_rules_allow_it(seed):
    chance = random.Random(seed)
    for state in states(f"changed {seed}", 120, hand=5, colours=2):
        if not plain_kids.can_fulfil(state):
            continue
        steps = list(plain_kids.try_steps(state, pinned=False))
        for step, _ in chance.sample(steps, min(len(steps), 8)):
            for changed in (step, *(change(chance, state, step) for _ in range(4))):
                checked = check_move(ask(state, stepped=state.freed > 0), as_move(changed))
                assert checked.possible
                assert checked.legal == plain_kids.is_legal(state, changed), (state, changed, checked.violations)
                given = [(violation.code, violation.path) for violation in checked.violations]
                assert len(given) == len(set(given))


def change(chance: random.Random, state: State, step: Step) -> Step:
    """A step that is a little different."""
    if step.type == "swap_joker":
        tile = chance.choice([*state.hand, "B3", "R4"])
        return Step(step.type, chance.randrange(len(state.table) + 1), (tile,))
    tiles = list(step.tiles)
    match chance.choice(["add", "take", "pin", "unpin", "other meld", "other type"]):
        case "add":
            tiles.append(chance.choice([*state.hand, "B3", "J=B2"]))
        case "take":
            tiles.remove(chance.choice(tiles))
        case "pin":
            tiles = [chance.choice(["J=B1", "J=B4", "J=R3"]) if tile == "J" else tile for tile in tiles]
        case "unpin":
            tiles = [plain_kids.piece(tile) for tile in tiles]
        case "other meld":
            return Step("lay_off", chance.randrange(len(state.table) + 1), step.tiles)
        case "other type":
            return Step("lay_off" if step.type == "meld" else "meld", 0, step.tiles)
    return Step(step.type, step.meld, tuple(sorted(tiles)))


@SEEDS
def test_the_best_turn_lays_the_most(seed):
    for state in states(f"best {seed}", 25, hand=5, colours=2):
        if not plain_kids.can_fulfil(state):
            continue
        request = ask(state, stepped=state.freed > 0)
        steps = [
            move for move in list_moves(request, 1000, None).moves if move.type in ("meld", "lay_off", "swap_joker")
        ]
        for objective in OBJECTIVES:
            best = find_best_move(request, objective)
            left = [plain_kids.least_left(after(state, move), objective) for move in steps]
            assert best.proven
            if not steps or (objective == "out" and min(left)):
                expected = None if objective == "out" else list_moves(request, 1, None).moves[0]
                assert best.move == expected, (state, objective)
                assert (best.from_hand, best.leaves) == ((), request.snapshot.hand)
                continue
            # A turn that may also leave jokers unpinned lays no more than one that starts with a listed step.
            assert min(left) == plain_kids.least_left(state, objective), state
            assert best.move == steps[left.index(min(left))], (state, objective)
            leaves = tuple(sorted(tile.code for tile in best.leaves))
            assert plain_kids.worth(leaves, objective) == min(left)
            assert sorted([*best.from_hand, *best.leaves], key=id) == sorted(request.snapshot.hand, key=id)
            assert best.goes_out == (not leaves)
            assert can_end_with(after(state, best.move), leaves), (state, objective, best)


def after(state: State, move: Move) -> State:
    """Where a legal step leads."""
    followed = plain_kids.follow(state, as_step(move))
    assert followed is not None
    return followed


def can_end_with(state: State, hand: plain_kids.Meld) -> bool:
    """Whether some turn leaves just this hand."""
    ahead, seen = [state], {state}
    while ahead:
        one = ahead.pop()
        if one.hand == hand and not one.freed:
            return True
        new = {reached for _, reached in plain_kids.try_steps(one, pinned=False)} - seen
        seen |= new
        ahead += new
    return False


@pytest.mark.parametrize(
    ("move", "reasons"),
    [(Draw(), ["turn_begun", "must_play"]), (Pass(), ["turn_begun", "pass_with_stock", "pass_while_playable"])],
)
def test_after_a_step_all_violations_of_a_draw_or_a_pass_are_reported(move, reasons):
    state = State((("B1", "B2", "B3"),), ("B4", "R1"), opened=True)
    checked = check_move(ask(state, stepped=True, stock=3, must_play=True), move)
    assert [violation.code for violation in checked.violations] == reasons


@SEEDS
def test_a_draw_and_a_pass_depend_on_the_stock_and_the_possible_steps(seed):
    chance = random.Random(seed)
    for state in states(f"drawing {seed}", 200, hand=4, colours=2):
        stepped = state.freed > 0 or chance.random() < 0.3
        stock, must_play = chance.choice([0, 3]), chance.random() < 0.5
        if not plain_kids.can_fulfil(state):
            continue
        listed = list_moves(ask(state, stepped=stepped, stock=stock, must_play=must_play), 1000, None).moves
        types = {move.type for move in listed}
        playable = bool(plain_kids.legal_steps(state))
        assert listed, ("nobody is ever stuck", state)
        assert ("end_turn" in types) == (stepped and not state.freed)
        assert ("draw" in types) == (stock > 0 and not stepped and not (must_play and playable))
        assert ("pass" in types) == (stock == 0 and not stepped and not playable)
        assert "return" not in types
