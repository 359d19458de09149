"""Plays against the plainest reading of the rules: what is listed, what is accepted, and what is best."""

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations
from math import prod
from typing import Any, Literal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from service.rules.move_records import Play
from service.rules.moves import check_move, find_best_move, list_moves
from service.rules.rearranging.plays import FEW_WAYS, PositionPlays
from service.rules.rearranging.turns import RearrangingTurn, TableSnapshot
from service.rules.rearranging.ways import loosest_scenario
from service.rules.snapshots import Asked
from service.rules.turns import Move, Objective, Table
from service.solver.plays.compiled import load_kernel
from service.solver.plays.questions import MOST_SCENARIOS, PlayQuestion, Scenario
from service.solver.plays.search import search_plays
from service.tiles.box import JOKER
from service.variants import GAMES
from service.variants.brettspielnetz_rummy import BrettspielnetzOptions
from service.variants.myrummy_kids_pro import KidsProOptions
from service.variants.rummy import RummyOptions
from tests.rules.plain_plays import is_legal, playable_sets, random_position
from tests.rules.plain_search import PlainSearch, loose

RUMMY_CHOICES: list[dict[str, Any]] = [
    {"turn": "draw-discard"},
    {"turn": "draw-keep"},
    {"jokers": False},
    {"opening_minimum": 0},
    {"opening_minimum": 15},
    {"melds": "runs"},
    {"melds": "groups"},
    {"ace": "low-or-high"},
    {"mixed_runs": True},
    {"joker_release": "free"},
    {"joker_penalty": 0},
]
PAIRS = [
    {**one, **other}
    for one, other in combinations(RUMMY_CHOICES, 2)
    if not set(one) & set(other) and one.get("melds") != "groups"
]
AGREED = [
    *(("rummy", RummyOptions(**choices)) for choices in [{}, *RUMMY_CHOICES, *PAIRS]),
    ("brettspielnetz-rummy", BrettspielnetzOptions()),
    ("myrummy-kids-pro", KidsProOptions()),
    ("myrummy-kids-pro", KidsProOptions(joker_release="free")),
    ("myrummy-kids-pro", KidsProOptions(must_play=True)),
]
OBJECTIVES: tuple[Objective, ...] = ("tiles", "points", "out")
EACH = pytest.mark.parametrize(
    ("variant", "options"), AGREED, ids=[f"{variant}-{options}" for variant, options in AGREED]
)


def positions(variant, options, count, *, tiles=9):
    chance = random.Random(f"{variant} {options} {tiles}")
    return [random_position(chance, variant, options, tiles=tiles) for _ in range(count)]


def how_many(options) -> int:
    """More where nothing was agreed on, fewer for pairs of options, of which there are many."""
    if options in (RummyOptions(), KidsProOptions(), BrettspielnetzOptions()):
        return 12
    return 1 if options in [agreed for _, agreed in AGREED[1 + len(RUMMY_CHOICES) : -4]] else 4


def listed_plays(asked: Asked) -> list[Move]:
    found = list_moves(asked, 1000, None)
    assert not found.impossible
    assert found.next_cursor is None
    assert found.total == len(found.moves)
    return [move for move in found.moves if move.type == "play"]


def played_by(move: Move) -> tuple[str, ...]:
    return tuple(sorted(tile.piece for tile in move.from_hand or ()))


@EACH
def test_the_listed_plays_are_all_the_legal_ones(variant, options):
    for asked in positions(variant, options, how_many(options)):
        plays = [played_by(move) for move in listed_plays(asked)]
        assert len(plays) == len(set(plays))
        assert set(plays) == playable_sets(asked), asked


@EACH
def test_every_listed_move_is_accepted(variant, options):
    for asked in positions(variant, options, 3 * how_many(options)):
        for move in list_moves(asked, 1000, None).moves:
            checked = check_move(asked, move)
            assert checked.legal, (asked, move, checked)
            if move.type == "play":
                assert played_by(move) == tuple(sorted(tile.piece for tile in checked.outcome.from_hand))


@EACH
def test_a_changed_play_is_accepted_just_where_the_rules_allow_it(variant, options):
    chance = random.Random(f"changed {options}")
    for asked in positions(variant, options, 3 * how_many(options)):
        for move in listed_plays(asked)[:10]:
            for table in (move.table, *(change(chance, asked, move.table) for _ in range(6))):
                checked = check_move(asked, Play(table))
                assert checked.legal == is_legal(asked, table), (asked, table, checked.violations)
                assert checked.legal == (not checked.violations)


@settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(agreed=st.sampled_from(AGREED), chance=st.randoms(use_true_random=False))
def test_whatever_is_done_to_a_legal_play_it_is_judged_as_the_rules_say(agreed, chance):
    """Hypothesis chooses the game, its options, the position and the changes, and shrinks what fails."""
    asked = random_position(chance, *agreed, tiles=chance.randint(4, 9))
    plays = listed_plays(asked)
    table = chance.choice(plays).table if plays else asked.snapshot.table
    if table:
        table = change(chance, asked, table)
    checked = check_move(asked, Play(table))
    assert checked.legal == is_legal(asked, table), (asked, table, checked.violations)


def change(chance: random.Random, asked: Asked, table: Table) -> Table:
    """A table that is a little different: a tile moved, taken away, added or pinned."""
    melds = [list(meld) for meld in table] + [[]]
    for _ in range(chance.choice([1, 1, 2, 3])):
        source = chance.choice([meld for meld in melds if meld])
        tile = chance.choice(source)
        what = chance.choice(["move", "take", "add", "pin", "unpin", "split"])
        if what in ("move", "take"):
            source.remove(tile)
            if what == "move":
                chance.choice(melds).append(tile)
        elif what == "add":
            chance.choice(melds).append(chance.choice(asked.snapshot.hand))
        elif what == "split":
            melds.append([source.pop() for _ in range(len(source) // 2)])
        elif tile.piece == JOKER:
            readings = asked.game.judge_for(asked.options)(tuple(source)).readings
            if what == "unpin":
                source[source.index(tile)] = asked.game.box.tiles[JOKER]
            elif readings:
                source[:] = chance.choice(readings).tiles
        if not any(melds):
            return ()
    return tuple(tuple(meld) for meld in melds if meld)


@EACH
def test_the_search_answers_as_the_plainest_one(variant, options, monkeypatch):
    for asked in positions(variant, options, how_many(options)):
        found = listed_plays(asked)
        answers = {objective: find_best_move(asked, objective).best for objective in OBJECTIVES}
        with monkeypatch.context() as patched:
            for room in ("plays", "laying_out"):
                patched.setattr(f"service.rules.rearranging.{room}.search_plays", PlainSearch)
            assert [played_by(move) for move in listed_plays(asked)] == [played_by(move) for move in found]
            for objective, answer in answers.items():
                plain = find_best_move(asked, objective).best
                assert answer.from_hand == plain.from_hand, (asked, objective)
                assert answer.proven


@EACH
def test_what_is_melds_by_itself_leaves_the_table_as_it_is(variant, options):
    for asked in positions(variant, options, how_many(options)):
        table = asked.snapshot.table
        if not any(tile.wild for meld in (asked.snapshot.hand, *table) for tile in meld):
            continue
        melds = asked.position().melds
        for move in listed_plays(asked):
            assert move.from_hand is not None
            scenario = Scenario(
                must=Counter((tile.colour, tile.number) for tile in move.from_hand if not tile.wild),
                hand_jokers=sum(tile.wild for tile in move.from_hand),
            )
            own = PlainSearch(PlayQuestion(melds, (scenario,))).split(loose(scenario, {}), scenario.hand_jokers)
            if own is not None:
                assert move.table[: len(table)] == table, (asked, move)


@EACH
def test_the_best_is_the_best_of_those_listed(variant, options):
    joker_points = {"rummy": getattr(options, "joker_penalty", 0), "brettspielnetz-rummy": 25}.get(variant, 0)

    def points(move: Move) -> int:
        return sum(joker_points if tile.wild else tile.number for tile in move.from_hand or ())

    for asked in positions(variant, options, 3 * how_many(options)):
        plays = listed_plays(asked)
        most = max(plays, key=lambda move: len(move.from_hand or ()), default=None)
        assert find_best_move(asked, "tiles").best.from_hand == ((most.from_hand or ()) if most else ())
        dearest = max(plays, key=points, default=None)
        answer = find_best_move(asked, "points").best
        assert answer.from_hand == ((dearest.from_hand or ()) if dearest else ())
        assert answer.points == (points(dearest) if dearest else 0)


@EACH
def test_pages_neither_repeat_nor_miss_a_move(variant, options):
    for asked in positions(variant, options, how_many(options), tiles=12):
        whole = list_moves(asked, 1000, None)
        for limit in (1, 2, 7):
            cursor: str | None = None
            moves: list[Move] = []
            while True:
                page = list_moves(asked, limit, cursor)
                assert page.total == whole.total
                moves += page.moves
                cursor = page.next_cursor
                if cursor is None:
                    break
                assert len(page.moves) == limit
            assert tuple(moves) == whole.moves


def test_a_cursor_of_another_snapshot_is_unknown():
    asked = positions("rummy", RummyOptions(), 1)[0]
    cursor = list_moves(asked, 1, None).next_cursor
    assert cursor is not None
    other = replace(asked, snapshot=replace(asked.snapshot, stock=21))
    for wrong, sent in ((other, cursor), (asked, cursor[:-1] + "A"), (asked, ""), (asked, "é"), (asked, "A" * 256)):
        (violation,) = list_moves(wrong, 1, sent).impossible
        assert (violation.code, violation.path) == ("cursor_unknown", "/cursor")


def test_the_real_search_is_the_one_that_answers():
    assert search_plays is not PlainSearch
    rearranging = {game.id for game in GAMES.values() if isinstance(game.turn, RearrangingTurn)}
    assert rearranging == {variant for variant, _ in AGREED}


HARD_FIRST_PLAYS: dict[str, tuple[str, str, Literal["replace", "free"], int]] = {
    "a joker in two melds": ("B1 B2 B3 J | R1 R2 J", "J J B4 B5 B6 R3 R4 G1 G2 G3 G5 Y1 Y2 Y4 Y6", "replace", 12_068),
    "jokers inside": ("B1 J B3 | R4 R5 J", "J J B4 B2 B6 R3 R6 G1 G2 G4 G5 Y1 Y2 Y4 Y6", "replace", 9_535),
    "found by climbing": (
        "R5 R4 R3 R2 | G1 B1 R1 Y1 | J R3 B3 Y3 | Y4 J Y2 J Y1 | G1 B1 R1",
        "B2 Y2 G3 Y3 B4 G4 G4 G5 R5 Y5 G6 R6 Y6 Y6 J",
        "free",
        14_204,
    ),
    "nearly everything can be played": (
        "R2 R3 R4 R5 | J R6 G6 | G6 B6 R6 | J R4 B4 | Y3 J Y5 J | R3 G3 B3 | Y2 G2 B2",
        "B1 G1 Y1 B2 G2 R2 Y2 B3 G3 Y3 G4 Y4 B5 Y6",
        "free",
        16_185,
    ),
    "half of all sets fail in every way": (
        "R6 J Y6 | J R4 G4 | B1 G1 Y1 | J G4 G5 | R2 R3 R4 R5 | B5 J G5 | B4 B5 B6",
        "B3 R2 Y3 G3 Y5 R1 Y2 Y3 Y4 Y6 G2 R3 B4 B2 Y4",
        "free",
        16_638,
    ),
}


@pytest.mark.skipif(load_kernel() is None, reason="plain Python has a lower bound on its work")
@pytest.mark.parametrize("name", HARD_FIRST_PLAYS)
def test_first_plays_that_come_about_in_hundreds_of_ways_are_counted(name: str) -> None:
    table, hand, release, total = HARD_FIRST_PLAYS[name]
    assert list_moves(first_play(table, hand, KidsProOptions(joker_release=release)), 1, None).total == total


def first_play(table: str, hand: str, options: KidsProOptions) -> Asked:
    game = GAMES["myrummy-kids-pro"]
    lying = tuple(tuple(game.box.tiles[code] for code in meld.split()) for meld in table.split("|"))
    tiles = tuple(game.box.tiles[code] for code in hand.split())
    return Asked(game, options, TableSnapshot(lying, tiles, opened=False, stock=0, phase=None))


@pytest.mark.skipif(load_kernel() is None, reason="plain Python has a lower bound on its work")
@pytest.mark.parametrize(
    ("table", "hand", "ways"),
    [
        ("B1 J R1 | G2 J Y2 | B3 J R3", "B2 B4 B5 R2 R3 R5 G1 G3 G4 Y1 Y3 J", 1720),
        ("B1 J R1 | G2 J Y2 | B3 J R3 | R4 J Y4", "B2 B4 B5 R2 G1 G3 G4 G5 Y1 Y3", 3112),
    ],
)
def test_thousands_of_ways_let_what_a_few_at_a_time_let(table, hand, ways):
    plays = PositionPlays(first_play(table, hand, KidsProOptions()).position())
    scenarios = tuple(way.scenario for way in plays.ways)
    assert len(scenarios) == ways
    few = [PlayQuestion(plays.position.melds, scenarios[at : at + 300]) for at in range(0, ways, 300)]
    let = {(*play.tiles.items(), play.jokers) for question in few for play in search_plays(question).page(None, 10_000)}
    assert plays.count() == len(let)


@pytest.mark.skipif(load_kernel() is None, reason="plain Python looks at each way by itself")
@pytest.mark.parametrize("release", ["replace", "free"])
def test_what_no_way_lets_is_ruled_out_and_nothing_else(release):
    chance = random.Random(release)
    ruled_out = 0
    for tiles in (*range(8, 26), *range(8, 26)):
        asked = random_position(chance, "myrummy-kids-pro", KidsProOptions(joker_release=release), tiles=tiles)
        plays = PositionPlays(replace(asked, snapshot=replace(asked.snapshot, opened=False)).position())
        if len(plays.ways) <= FEW_WAYS or len(plays.ways) > MOST_SCENARIOS:
            continue
        scenarios = tuple(way.scenario for way in plays.ways)
        one_by_one = search_plays(PlayQuestion(plays.position.melds, scenarios))
        assert plays.count() == one_by_one.count(), asked
        assert plays.page(None, 2000) == one_by_one.page(None, 2000), asked
        outer = PlayQuestion(plays.position.melds, (loosest_scenario(plays.position),))
        sets_of_tiles = prod(1 + count for count in Counter(asked.snapshot.hand).values())
        ruled_out += (search_plays(outer).count() or 0) < sets_of_tiles - 1
    assert ruled_out > 10


def test_a_first_play_with_more_ways_than_can_be_looked_at_is_past_the_bound_on_work():
    """Four jokers in groups of three, each with two roles, of which both real tiles are in the hand."""
    table, hand = "B1 J R1 | G2 J Y2 | B3 J R3 | R4 J Y4", "B2 B4 B5 B6 R2 R3 R5 R6 G1 G3 G4 G5 Y1 Y3 Y5"
    asked = first_play(table, hand, KidsProOptions())
    found = list_moves(asked, 20, None)
    assert (found.impossible, found.total) == ((), None)
    assert all(check_move(asked, move).legal for move in found.moves)
    assert not asked.position().plays.best(lambda _: 1, 1).proven
    best = find_best_move(asked, "tiles").best
    assert (best.proven, best.goes_out) == (True, True)  # nothing outdoes the whole hand
    assert check_move(asked, best.move).legal
    if load_kernel() is not None:
        second = list_moves(asked, 20, found.next_cursor)
        plays = [played_by(move) for move in (*found.moves, *second.moves)]
        assert len(plays) == len(set(plays)) == 40


@pytest.mark.skipif(load_kernel() is None, reason="plain Python has a lower bound on its work")
def test_a_thousand_plays_of_a_hard_position_are_laid_as_each_would_be_alone():
    """Found by climbing: laid without asking the search that counts, these took all the room there is."""
    table = (
        "Y8 B8 K8 R8 | B6 K6 R6 | B7 Y7 R7 | R2 Y2 K2 B2 | B1 K1 R1 | Y5 K5 B5 R5 | K1 Y1 J R1 | R13 B13 K13 J |"
        " Y9 B9 K9 R9 | B6 R6 Y6 K6 | K3 R3 B3 Y3 | B4 K4 R4 | B5 R5 Y5 K5 | B7 K7 Y7 R7 | B12 K12 Y12 | R3 B3 K3 Y3 |"
        " K2 R2 B2 Y2 | K13 R13 B13 | B10 R10 Y10 K10 | R4 K4 Y4"
    )
    hand = "Y6 B8 K8 Y8 B9 K9 R9 Y9 B10 K10 R10 Y10 B11 K11 R11 Y11 Y11 K12 R12 R12"
    game = GAMES["rummy"]
    lying = tuple(tuple(game.box.tiles[code] for code in meld.split()) for meld in table.split("|"))
    tiles = tuple(game.box.tiles[code] for code in hand.split())
    options = RummyOptions(ace="low-or-high", joker_release="free", turn="draw-keep")
    asked = Asked(game, options, TableSnapshot(lying, tiles, opened=True, stock=5, phase="play"))
    plays = PositionPlays(asked.position())
    page = plays.page(None, 1000)
    moves = plays.write(page)
    assert len(moves) == 1000
    for place in range(0, 1000, 37):
        assert plays.write(page[place : place + 1]) == [moves[place]]
        assert check_move(asked, moves[place]).legal
