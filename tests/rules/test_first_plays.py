"""First plays of MyRummy Kids Pro: an own meld, with jokers on the table that give hundreds of scenarios."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from math import prod
from typing import Any, Literal

import pytest

from rummy_referee.engine.plays import PlaySearch
from rummy_referee.engine.problem import MAX_SCENARIOS, PlayProblem
from rummy_referee.games import GAMES
from rummy_referee.games.myrummy_kids_pro import KidsProOptions
from rummy_referee.rules.moves import check_move, find_best_move, list_moves
from rummy_referee.rules.table_rummy.plays import PositionPlays
from rummy_referee.rules.table_rummy.scenarios import find_scenarios, relaxed_scenario
from rummy_referee.rules.table_rummy.turns import TableRummyPosition, TableSnapshot
from tests.rules.listed_plays import listed_plays, played_by
from tests.rules.plain_plays import playable_sets, random_position
from tests.rules.plain_search import PlainSearch

Release = Literal["replace", "free"]
RELEASES: tuple[Release, ...] = ("replace", "free")


def first_play(table: str, hand: str, options: KidsProOptions) -> TableRummyPosition[Any]:
    game = GAMES["myrummy-kids-pro"]
    lying = tuple(tuple(game.box.tiles[code] for code in meld.split()) for meld in table.split("|"))
    tiles = tuple(game.box.tiles[code] for code in hand.split())
    position = game.position(TableSnapshot(lying, tiles, opened=False, stock=0, phase=None), options)
    assert isinstance(position, TableRummyPosition)
    return position


def random_first_plays(seed: str, release: Release, sizes: Iterator[int] | range) -> Iterator[TableRummyPosition[Any]]:
    chance = random.Random(seed)
    for tiles in sizes:
        position = random_position(chance, "myrummy-kids-pro", KidsProOptions(joker_release=release), tiles=tiles)
        yield replace(position, given=replace(position.snapshot, opened=False))


MANY_SCENARIOS: dict[str, tuple[str, str, Release, int]] = {
    "a joker in two melds": ("B1 B2 B3 J | R1 R2 J", "J J B4 B5 B6 R3 R4 G1 G2 G3 G5 Y1 Y2 Y4 Y6", "replace", 12_068),
    "jokers inside": ("B1 J B3 | R4 R5 J", "J J B4 B2 B6 R3 R6 G1 G2 G4 G5 Y1 Y2 Y4 Y6", "replace", 9_535),
    "found by hill climbing": (
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
    "half of all sets fail in every scenario": (
        "R6 J Y6 | J R4 G4 | B1 G1 Y1 | J G4 G5 | R2 R3 R4 R5 | B5 J G5 | B4 B5 B6",
        "B3 R2 Y3 G3 Y5 R1 Y2 Y3 Y4 Y6 G2 R3 B4 B2 Y4",
        "free",
        16_638,
    ),
}
TOO_MANY_SCENARIOS = {
    "jokers in four melds": ("B1 J R1 | G2 J Y2 | B3 J R3 | R4 J Y4", "B2 B4 B5 B6 R2 R3 R5 R6 G1 G3 G4 G5 Y1 Y3 Y5"),
    "two melds with two jokers": ("J J G3 | J J R4 | Y1 Y2 Y3", "B2 B4 B5 B6 R2 R3 R5 R6 G1 G2 G4 G5 Y1 Y3 Y5"),
}


@pytest.mark.parametrize("name", MANY_SCENARIOS)
def test_first_plays_of_hundreds_of_scenarios_are_counted(name: str) -> None:
    table, hand, release, total = MANY_SCENARIOS[name]
    assert list_moves(first_play(table, hand, KidsProOptions(joker_release=release)), 1, None).total == total


@pytest.mark.parametrize(("name", "number"), [("a joker in two melds", 330), ("jokers inside", 640)])
def test_hundreds_of_scenarios_allow_what_a_few_at_a_time_allow(name: str, number: int) -> None:
    table, hand, release, _ = MANY_SCENARIOS[name]
    position = first_play(table, hand, KidsProOptions(joker_release=release))
    scenarios = tuple(find_scenarios(position))
    assert len(scenarios) == number
    few = [PlayProblem(position.melds, scenarios[at : at + 50]) for at in range(0, number, 50)]
    allowed = {play.word for problem in few for play in PlaySearch(problem).page(None, 20_000)}
    assert PositionPlays(position).count() == len(allowed)


# --- more scenarios than the engine searches at once -----------------------------------------------------------------


@pytest.mark.parametrize("name", TOO_MANY_SCENARIOS)
def test_plays_of_too_many_scenarios_are_listed_but_not_counted(name: str) -> None:
    table, hand = TOO_MANY_SCENARIOS[name]
    position = first_play(table, hand, KidsProOptions())
    first = list_moves(position, 50, None)
    second = list_moves(position, 50, first.next_cursor)
    assert (first.violations, first.total, second.total) == ((), None, None)
    moves = [*first.moves, *second.moves]
    assert all(check_move(position, move).legal for move in moves)
    assert len({played_by(move) for move in moves}) == 100


def test_the_best_play_of_too_many_scenarios_is_legal_but_not_proven() -> None:
    table, hand = TOO_MANY_SCENARIOS["jokers in four melds"]
    position = first_play(table, hand, KidsProOptions())
    plays = PositionPlays(position)
    best = plays.best(lambda tile: tile.number, 1)
    assert not best.proven
    assert best.play is not None
    (move,) = plays.to_moves([best.play])
    assert check_move(position, move).legal


@pytest.mark.parametrize("release", RELEASES)
def test_whether_there_is_a_play_does_not_depend_on_how_many_scenarios_are_searched_at_once(
    release: Release, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_later_batches = 0
    for position in random_first_plays(f"batches {release}", release, iter([5, 6, 7] * 30)):
        is_playable = PositionPlays(position).is_playable()
        with monkeypatch.context() as patched:
            for module in ("engine.problem", "engine.plays", "rules.table_rummy.plays"):
                patched.setattr(f"rummy_referee.{module}.MAX_SCENARIOS", 1)
            few = PositionPlays(position)
            assert few.is_playable() == is_playable, position
            in_later_batches += is_playable and not few.search.is_playable()
    assert in_later_batches


# --- the relaxed scenario ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("release", RELEASES)
def test_first_plays_with_a_relaxed_scenario_agree_with_the_rules_and_brute_force(
    release: Release, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rummy_referee.rules.table_rummy.plays.FEW_SCENARIOS", 0)
    for position in random_first_plays(f"plain {release}", release, iter([9] * 25)):
        found = listed_plays(position)
        assert {played_by(move) for move in found} == playable_sets(position), position
        assert all(check_move(position, move).legal for move in found)
        best = find_best_move(position, "tiles")
        with monkeypatch.context() as patched:
            for module in ("plays", "reconstruct"):
                patched.setattr(f"rummy_referee.rules.table_rummy.{module}.PlaySearch", PlainSearch)
            again = replace(position)
            assert [played_by(move) for move in listed_plays(again)] == [played_by(move) for move in found]
            assert find_best_move(again, "tiles").from_hand == best.from_hand


def test_later_plays_of_hundreds_of_scenarios_are_counted_as_without_a_relaxed_scenario() -> None:
    table, hand = "J J G3 | J J R4 | Y1 Y2 Y3", "B2 B3 B4 B5 R2 R3 R4 R5 G1 G2 G4 Y4 Y5 G5"
    position = first_play(table, hand, KidsProOptions())
    position = replace(position, given=replace(position.snapshot, opened=True))
    scenarios = tuple(find_scenarios(position))
    assert 256 < len(scenarios) <= MAX_SCENARIOS
    found = list_moves(position, 50, None)
    assert found.total == PlaySearch(PlayProblem(position.melds, scenarios)).count()
    assert all(check_move(position, move).legal for move in found.moves)


@pytest.mark.parametrize("release", RELEASES)
def test_a_relaxed_scenario_rejects_words_without_changing_the_plays(release: Release) -> None:
    rejected = 0
    for position in random_first_plays(release, release, iter([*range(8, 26), *range(8, 26)])):
        scenarios, relaxed = tuple(find_scenarios(position)), relaxed_scenario(position)
        if not 1 < len(scenarios) <= 256:
            continue
        with_relaxed = PlaySearch(PlayProblem(position.melds, scenarios, relaxed=relaxed))
        without = PlaySearch(PlayProblem(position.melds, scenarios))
        assert with_relaxed.count() == without.count(), position
        assert list(with_relaxed.page(None, 2000)) == list(without.page(None, 2000)), position
        sets_of_tiles = prod(1 + count for count in Counter(position.snapshot.hand).values())
        rejected += (PlaySearch(PlayProblem(position.melds, (relaxed,))).count() or 0) < sets_of_tiles - 1
    assert rejected > 10
