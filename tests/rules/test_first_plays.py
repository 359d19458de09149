"""First plays of myRummy Kids Pro: an own meld, with jokers that can be released in hundreds of ways."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from math import prod
from typing import Literal

import pytest

from service.engine.plays.compiled import load_kernel
from service.engine.plays.questions import MOST_SCENARIOS, PlayQuestion, PlaySearch
from service.engine.plays.search import search_plays
from service.rules.moves import check_move, find_best_move, list_moves
from service.rules.snapshots import SnapshotRequest
from service.rules.table_rummy import plays as table_rummy_plays
from service.rules.table_rummy.plays import MANY_SCENARIOS, PositionPlays
from service.rules.table_rummy.scenarios import find_families, find_scenarios, loosest_scenario
from service.rules.table_rummy.turns import TableRummyPosition, TableSnapshot
from service.variants import GAMES
from service.variants.myrummy_kids_pro import KidsProOptions
from service.variants.rummy import RummyOptions
from tests.rules.plain_plays import playable_sets, random_position
from tests.rules.plain_search import PlainSearch
from tests.rules.test_plays import listed_plays, played_by

Release = Literal["replace", "free"]
RELEASES: tuple[Release, ...] = ("replace", "free")
NEEDS_KERNEL = pytest.mark.skipif(load_kernel() is None, reason="plain Python has a lower bound on its work")


def first_play(table: str, hand: str, options: KidsProOptions) -> SnapshotRequest:
    game = GAMES["myrummy-kids-pro"]
    lying = tuple(tuple(game.box.tiles[code] for code in meld.split()) for meld in table.split("|"))
    tiles = tuple(game.box.tiles[code] for code in hand.split())
    return SnapshotRequest(game, options, TableSnapshot(lying, tiles, opened=False, stock=0, phase=None))


def random_first_plays(seed: str, release: Release, sizes: Iterator[int] | range) -> Iterator[SnapshotRequest]:
    chance = random.Random(seed)
    for tiles in sizes:
        request = random_position(chance, "myrummy-kids-pro", KidsProOptions(joker_release=release), tiles=tiles)
        yield replace(request, snapshot=replace(request.snapshot, opened=False))


HARD_FIRST_PLAYS: dict[str, tuple[str, str, Release, int]] = {
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
    "more than ten thousand ways": (
        "B1 J R1 | G2 J Y2 | B3 J R3 | R4 J Y4",
        "B2 B4 B5 B6 R2 R3 R5 R6 G1 G3 G4 G5 Y1 Y3 Y5",
        "replace",
        27_978,
    ),
    "jokers that can be read in four ways": (
        "Y5 B5 J | R4 B4 J | R6 J J | B3 Y3 R3 G3",
        "B6 G4 Y3 G6 Y2 R1 Y5 G1 Y1 R5 G2 Y4 G4 R6 Y6",
        "replace",
        18_526,
    ),
    "two jokers each beside a single tile": (
        "J J G3 | J J R4 | Y1 Y2 Y3",
        "B2 B4 B5 B6 R2 R3 R5 R6 G1 G2 G4 G5 Y1 Y3 Y5",
        "replace",
        22_708,
    ),
}


@NEEDS_KERNEL
@pytest.mark.parametrize("name", HARD_FIRST_PLAYS)
def test_first_plays_with_hundreds_of_scenarios_are_counted(name: str) -> None:
    table, hand, release, total = HARD_FIRST_PLAYS[name]
    assert list_moves(first_play(table, hand, KidsProOptions(joker_release=release)), 1, None).total == total


@NEEDS_KERNEL
@pytest.mark.parametrize(
    ("table", "hand", "ways"),
    [
        ("B1 J R1 | G2 J Y2 | B3 J R3", "B2 B4 B5 R2 R3 R5 G1 G3 G4 Y1 Y3 J", 1720),
        ("B1 J R1 | G2 J Y2 | B3 J R3 | R4 J Y4", "B2 B4 B5 R2 G1 G3 G4 G5 Y1 Y3", 3112),
    ],
)
def test_thousands_of_scenarios_allow_what_a_few_at_a_time_allow(table, hand, ways):
    position = first_play(table, hand, KidsProOptions()).position()
    scenarios = tuple(find_scenarios(position))
    assert len(scenarios) == ways
    few = [PlayQuestion(position.melds, scenarios[at : at + 300]) for at in range(0, ways, 300)]
    let = {(*play.tiles.items(), play.jokers) for question in few for play in search_plays(question).page(None, 10_000)}
    assert PositionPlays(position).count() == len(let)


# --- family by family ------------------------------------------------------------------------------------------------


def search_all_at_once(position: TableRummyPosition[KidsProOptions]) -> PlaySearch:
    return search_plays(PlayQuestion(position.melds, tuple(find_scenarios(position))))


def search_by_families(position: TableRummyPosition[KidsProOptions], steps: int | None = None) -> PlaySearch:
    outer, families = loosest_scenario(position), find_families(position)
    return search_plays(PlayQuestion(position.melds, outer=outer, families=families), steps)


@NEEDS_KERNEL
@pytest.mark.parametrize("release", RELEASES)
def test_families_let_what_all_their_scenarios_let_and_name_the_same_ones(release: Release) -> None:
    tried = 0
    for request in random_first_plays(f"families {release}", release, range(8, 40)):
        position = request.position()
        if not 1 < len(tuple(find_scenarios(position))) <= MOST_SCENARIOS:
            continue
        tried += 1
        at_once, by_families = search_all_at_once(position), search_by_families(position)
        assert by_families.is_playable() == at_once.is_playable()
        assert by_families.count() == at_once.count(), request
        told, listed = by_families.page(None, 2000), at_once.page(None, 2000)
        for play, same in zip(told, listed, strict=True):
            assert (dict(play.tiles), play.jokers) == (dict(same.tiles), same.jokers)
            assert by_families.scenario_of(play) == at_once.scenario_of(same)
        if told:
            middle = len(told) // 2
            assert by_families.page(told[middle], 7) == told[middle + 1 : middle + 8]
        for joker_weight in (0, 1, 30):
            weights = {face: face[1] for face in loosest_scenario(position).may}
            best, expected = by_families.best(weights, joker_weight), at_once.best(weights, joker_weight)
            assert best.proven
            assert expected.proven
            assert (best.play is None) == (expected.play is None)
            if best.play and expected.play:
                assert dict(best.play.tiles) == dict(expected.play.tiles)
                assert by_families.scenario_of(best.play) == at_once.scenario_of(expected.play)
    assert tried > 20


@pytest.mark.parametrize("release", RELEASES)
def test_families_answer_as_the_rules_and_the_plainest_search_say(release: Release, monkeypatch) -> None:
    monkeypatch.setattr(table_rummy_plays, "FEW_SCENARIOS", 0)
    monkeypatch.setattr(table_rummy_plays, "MANY_SCENARIOS", 0)
    for request in random_first_plays(f"plain {release}", release, iter([9] * 25)):
        found = listed_plays(request)
        assert {played_by(move) for move in found} == playable_sets(request), request
        assert all(check_move(request, move).legal for move in found)
        best = find_best_move(request, "tiles").best
        with monkeypatch.context() as patched:
            for module in ("plays", "reconstruct"):
                patched.setattr(f"service.rules.table_rummy.{module}.search_plays", PlainSearch)
            assert [played_by(move) for move in listed_plays(request)] == [played_by(move) for move in found]
            assert find_best_move(request, "tiles").best.from_hand == best.from_hand


@NEEDS_KERNEL
def test_what_is_listed_with_many_scenarios_is_legal_and_no_page_repeats_another() -> None:
    table, hand, release, _ = HARD_FIRST_PLAYS["more than ten thousand ways"]
    request = first_play(table, hand, KidsProOptions(joker_release=release))
    first = list_moves(request, 150, None)
    second = list_moves(request, 150, first.next_cursor)
    moves = [*first.moves, *second.moves]
    assert all(check_move(request, move).legal for move in moves)
    assert len({played_by(move) for move in moves}) == 300
    best = find_best_move(request, "points").best
    assert best.proven
    assert best.move is not None
    assert check_move(request, best.move).legal


@NEEDS_KERNEL
def test_later_plays_with_many_releases_of_jokers_are_counted_as_all_at_once() -> None:
    table, hand = "J J G3 | J J R4 | Y1 Y2 Y3", "B2 B3 B4 B5 R2 R3 R4 R5 G1 G2 G4 Y4 Y5 G5"
    request = first_play(table, hand, KidsProOptions())
    request = replace(request, snapshot=replace(request.snapshot, opened=True))
    position = request.position()
    assert len(tuple(find_scenarios(position))) > MANY_SCENARIOS
    found = list_moves(request, 50, None)
    assert found.total == search_all_at_once(position).count()
    assert all(check_move(request, move).legal for move in found.moves)


@NEEDS_KERNEL
def test_families_of_a_hand_with_too_many_plays_are_searched_all_at_once(monkeypatch) -> None:
    game = GAMES["rummy"]
    lying = tuple(tuple(game.box.tiles[code] for code in meld.split()) for meld in ("R8 R9 J", "B3 B4 B5"))
    hand = tuple(game.box.tiles[f"{colour}{number}"] for colour in "RBKY" for number in (2, 3, 6, 7, 10, 11))
    request = SnapshotRequest(game, RummyOptions(), TableSnapshot(lying, hand, opened=True, stock=3, phase=None))
    expected = list_moves(request, 30, None)
    monkeypatch.setattr(table_rummy_plays, "FEW_SCENARIOS", 0)
    monkeypatch.setattr(table_rummy_plays, "MANY_SCENARIOS", 0)
    found = list_moves(request, 30, None)
    assert (found.total, found.moves) == (expected.total, expected.moves)


@NEEDS_KERNEL
def test_past_the_bound_on_work_families_are_not_counted_and_their_best_is_not_proven() -> None:
    table, hand, *_ = HARD_FIRST_PLAYS["two jokers each beside a single tile"]
    position = first_play(table, hand, KidsProOptions()).position()
    search = search_by_families(position, steps=1_000_000)
    assert search.count() is None
    assert 0 < len(search.page(None, 50)) <= 50
    weights = {face: face[1] for face in loosest_scenario(position).may}
    assert not search_by_families(position, steps=30_000).best(weights, 1).proven


def test_without_the_kernel_too_many_scenarios_are_past_the_bound_on_work(monkeypatch) -> None:
    monkeypatch.setattr("service.engine.plays.search.load_kernel", lambda: None)
    table, hand, *_ = HARD_FIRST_PLAYS["more than ten thousand ways"]
    request = first_play(table, hand, KidsProOptions())
    found = list_moves(request, 20, None)
    assert (found.impossible, found.total) == ((), None)
    assert all(check_move(request, move).legal for move in found.moves)
    assert not request.position().plays.best(lambda _: 1, 1).proven


# --- what no way lets ------------------------------------------------------------------------------------------------


@pytest.mark.skipif(load_kernel() is None, reason="plain Python looks at each way by itself")
@pytest.mark.parametrize("release", RELEASES)
def test_what_no_way_lets_is_ruled_out_and_nothing_else(release: Release) -> None:
    ruled_out = 0
    for request in random_first_plays(release, release, iter([*range(8, 26), *range(8, 26)])):
        position = request.position()
        scenarios, outer = tuple(find_scenarios(position)), loosest_scenario(position)
        if not 1 < len(scenarios) <= MANY_SCENARIOS:
            continue
        with_outer = search_plays(PlayQuestion(position.melds, scenarios, outer=outer))
        one_by_one = search_all_at_once(position)
        assert with_outer.count() == one_by_one.count(), request
        assert with_outer.page(None, 2000) == one_by_one.page(None, 2000), request
        sets_of_tiles = prod(1 + count for count in Counter(request.snapshot.hand).values())
        ruled_out += (search_plays(PlayQuestion(position.melds, (outer,))).count() or 0) < sets_of_tiles - 1
    assert ruled_out > 10
