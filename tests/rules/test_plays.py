"""Plays compared with the plainest reading of the rules: what is listed, what is accepted, and what is best."""

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rummy_referee.engine.plays import BestPlay, PlaySearch
from rummy_referee.engine.problem import PlayProblem, Scenario
from rummy_referee.games import GAMES
from rummy_referee.games.myrummy_kids_pro import KidsProOptions
from rummy_referee.games.rummikub import RummikubOptions
from rummy_referee.games.rummy import RummyOptions
from rummy_referee.rules.move_records import Play
from rummy_referee.rules.moves import check_move, find_best_move, list_moves
from rummy_referee.rules.table_rummy.plays import PositionPlays
from rummy_referee.rules.table_rummy.turns import TableRummyPosition, TableRummyRules, TableSnapshot
from rummy_referee.rules.turns import Move, Objective, Table
from rummy_referee.tiles.box import JOKER
from rummy_referee.tiles.tile import Tile
from tests.rules.listed_plays import listed_plays, played_by
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
    *((game.id, game.options()) for game in GAMES.values() if isinstance(game.turn, TableRummyRules)),
    *(("rummy", RummyOptions(**choices)) for choices in [*RUMMY_CHOICES, *PAIRS]),
    ("myrummy-kids-pro", KidsProOptions(joker_release="free")),
    ("myrummy-kids-pro", KidsProOptions(must_play=True)),
    ("rummikub", RummikubOptions(joker_release="free", opening_minimum=15)),
    ("rummikub", RummikubOptions(play_on_after_opening=True)),
]
OBJECTIVES: tuple[Objective, ...] = ("tiles", "points", "out")
EACH = pytest.mark.parametrize(
    ("variant", "options"), AGREED, ids=[f"{variant}-{options}" for variant, options in AGREED]
)


def positions(variant, options, count, *, tiles=9):
    chance = random.Random(f"{variant} {options} {tiles}")
    return [random_position(chance, variant, options, tiles=tiles) for _ in range(count)]


def how_many(options) -> int:
    """More positions for the defaults, fewer for pairs of options, of which there are many."""
    if options == type(options)():
        return 12
    return 1 if options in [RummyOptions(**pair) for pair in PAIRS] else 4


@EACH
def test_the_listed_plays_are_all_the_legal_ones(variant, options):
    for position in positions(variant, options, how_many(options)):
        plays = [played_by(move) for move in listed_plays(position)]
        assert len(plays) == len(set(plays))
        assert set(plays) == playable_sets(position), position


@EACH
def test_every_listed_move_is_accepted(variant, options):
    for position in positions(variant, options, 3 * how_many(options)):
        for move in list_moves(position, 1000, None).moves:
            checked = check_move(position, move)
            assert checked.legal, (position, move, checked)
            if move.type == "play":
                assert played_by(move) == tuple(sorted(tile.piece for tile in checked.outcome.from_hand))


@EACH
def test_a_changed_play_is_accepted_exactly_where_the_rules_allow_it(variant, options):
    chance = random.Random(f"changed {options}")
    for position in positions(variant, options, 3 * how_many(options)):
        for move in listed_plays(position)[:10]:
            for table in (move.table, *(change(chance, position, move.table) for _ in range(6))):
                checked = check_move(position, Play(table))
                assert checked.legal == is_legal(position, table), (position, table, checked.violations)
                assert checked.legal == (not checked.violations)


@settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(agreed=st.sampled_from(AGREED), chance=st.randoms(use_true_random=False))
def test_whatever_is_done_to_a_legal_play_it_is_judged_as_the_rules_say(agreed, chance):
    """Hypothesis chooses the game, its options, the position and the changes, and shrinks what fails."""
    position = random_position(chance, *agreed, tiles=chance.randint(4, 9))
    plays = listed_plays(position)
    table = chance.choice(plays).table if plays else position.snapshot.table
    if table:
        table = change(chance, position, table)
    checked = check_move(position, Play(table))
    assert checked.legal == is_legal(position, table), (position, table, checked.violations)


def change(chance: random.Random, position: TableRummyPosition[Any], table: Table) -> Table:
    """A table that differs slightly: a tile moved, removed, added or pinned."""
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
            chance.choice(melds).append(chance.choice(position.snapshot.hand))
        elif what == "split":
            melds.append([source.pop() for _ in range(len(source) // 2)])
        elif tile.piece == JOKER:
            readings = position.game.judge_for(position.options, None)(tuple(source)).readings
            if what == "unpin":
                source[source.index(tile)] = position.game.box.tiles[JOKER]
            elif readings:
                source[:] = chance.choice(readings).tiles
        if not any(melds):
            return ()
    return tuple(tuple(meld) for meld in melds if meld)


@EACH
def test_the_search_answers_as_the_plainest_one(variant, options, monkeypatch):
    for position in positions(variant, options, how_many(options)):
        found = listed_plays(position)
        answers = {objective: find_best_move(position, objective) for objective in OBJECTIVES}
        with monkeypatch.context() as patched:
            for module in ("plays", "reconstruct"):
                patched.setattr(f"rummy_referee.rules.table_rummy.{module}.PlaySearch", PlainSearch)
            assert [played_by(move) for move in listed_plays(position)] == [played_by(move) for move in found]
            for objective, answer in answers.items():
                plain = find_best_move(position, objective)
                assert answer.from_hand == plain.from_hand, (position, objective)
                assert answer.proven


@EACH
def test_what_is_melds_by_itself_leaves_the_table_as_it_is(variant, options):
    for position in positions(variant, options, how_many(options)):
        table = position.snapshot.table
        if not any(tile.wild for meld in (position.snapshot.hand, *table) for tile in meld):
            continue
        melds = position.melds
        for move in listed_plays(position):
            assert move.from_hand is not None
            scenario = Scenario(
                required=Counter((tile.colour, tile.number) for tile in move.from_hand if not tile.wild),
                hand_jokers=sum(tile.wild for tile in move.from_hand),
            )
            own = PlainSearch(PlayProblem(melds, (scenario,))).split(loose(scenario, {}), scenario.hand_jokers)
            if own is not None:
                assert move.table[: len(table)] == table, (position, move)


@EACH
def test_the_best_is_the_best_of_those_listed(variant, options):
    joker_points = {"rummy": getattr(options, "joker_penalty", 0), "brettspielnetz-rummy": 25, "rummikub": 30}.get(
        variant, 0
    )

    def worth(tile: Tile) -> int:
        return min(tile.number, 10) if GAMES[variant].box.ranks else tile.number  # a court card counts 10

    def points(move: Play) -> int:
        return sum(joker_points if tile.wild else worth(tile) for tile in move.from_hand or ())

    for position in positions(variant, options, 3 * how_many(options)):
        plays = listed_plays(position)
        by_tiles, by_points = (find_best_move(position, objective) for objective in OBJECTIVES[:2])
        if not plays:
            assert by_tiles == by_points
            assert by_tiles.move is not None
            assert by_tiles.move.type != "play"
            assert by_tiles.from_hand == check_move(position, by_tiles.move).outcome.from_hand
            continue
        most = max(plays, key=lambda move: len(move.from_hand or ()))
        assert by_tiles.from_hand == most.from_hand
        dearest = max(plays, key=points)
        assert (by_points.from_hand, by_points.points) == (dearest.from_hand, points(dearest))


def test_where_the_search_gives_up_the_first_play_is_named(monkeypatch):
    monkeypatch.setattr(PlaySearch, "best", lambda *_: BestPlay(None, proven=False))
    named = 0
    for position in positions("rummy", RummyOptions(), 10):
        plays = listed_plays(position)
        best = find_best_move(position, "tiles")
        assert best.goes_out or not best.proven
        assert best.move == plays[0] if plays else best.advice
        named += bool(plays)
    assert named > 2


@EACH
def test_pages_neither_repeat_nor_miss_a_move(variant, options):
    for position in positions(variant, options, how_many(options), tiles=12):
        whole = list_moves(position, 1000, None)
        for limit in (1, 2, 7):
            cursor: str | None = None
            moves: list[Move] = []
            while True:
                page = list_moves(position, limit, cursor)
                assert page.total == whole.total
                moves += page.moves
                cursor = page.next_cursor
                if cursor is None:
                    break
                assert len(page.moves) == limit
            assert tuple(moves) == whole.moves


def test_a_cursor_of_another_snapshot_is_unknown():
    position = positions("rummy", RummyOptions(), 1)[0]
    cursor = list_moves(position, 1, None).next_cursor
    assert cursor is not None
    other = replace(position, given=replace(position.snapshot, stock=21))
    for wrong, sent in (
        (other, cursor),
        (position, cursor[:-1] + "A"),
        (position, ""),
        (position, "é"),
        (position, "A" * 256),
    ):
        (violation,) = list_moves(wrong, 1, sent).violations
        assert (violation.code, violation.path) == ("cursor_unknown", "/cursor")


def test_cursors_stay_the_same_from_version_to_version():
    game = GAMES["rummy"]
    hand = tuple(game.box.tiles[code] for code in ["R7", "R8", "R8", "R9", "J", "K1"])
    position = game.position(TableSnapshot((), hand, False, 40, None), RummyOptions(opening_minimum=20))
    found, cursors = list_moves(position, 3, None), []
    while found.next_cursor is not None:
        cursors.append(found.next_cursor)
        found = list_moves(position, 3, found.next_cursor)
    assert cursors == ["xxvFNyQDtOpCUEAbcDExMDAx", "67soBQM2tjvdXmlkbTE", "J68wLR5s3jslr-JlbTQ"]


def test_a_thousand_plays_of_a_hard_position_are_laid_as_each_would_be_alone():
    """Found by hill climbing: without the states of the count, the tables exhausted the memory."""
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
    position = game.position(TableSnapshot(lying, tiles, opened=True, stock=5, phase="play"), options)
    assert isinstance(position, TableRummyPosition)
    plays = PositionPlays(position)
    page = plays.page(None, 1000)
    moves = plays.to_moves(page)
    assert len(moves) == 1000
    for place in range(0, 1000, 37):
        assert plays.to_moves(page[place : place + 1]) == [moves[place]]
        assert check_move(position, moves[place]).legal
