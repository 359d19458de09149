"""The strong player of Gin Rummy uses only what a player sees, and finds what the simple advice misses."""

import random
from dataclasses import replace
from typing import Any

import pytest

from rummy_referee import ImpossibleError, InputError, games
from rummy_referee.games.gin_rummy_cards.turn import Knock
from rummy_referee.rules.move_records import Discard
from rummy_referee.rules.strong_play import STRENGTHS
from rummy_referee.rules.winning import CERTAIN, value_points
from rummy_referee.texts.catalogue import LANGUAGES

GIN, TILES = games["gin-rummy-cards"], games["gin-rummy"]
HAND = "As 2s 3s 4s 7h 7d 7c 9d Td Js Ks"
MOST = 255


def discarding(hand: str = HAND, **fields: Any) -> Any:
    return GIN.position(hand=hand, discard_top=None, **{"stock": 20, "phase": "discard", **fields})


def positions(seed: int, moves: int = 30, game: Any = GIN) -> list[Any]:
    """The positions of a round in which both follow the simple advice."""
    found: list[Any] = []
    round_ = game.deal(2, seed)
    while not round_.over and len(found) < moves:
        found.append(round_.position)
        move = round_.position.best().move
        assert move
        round_ = round_.play(move)
    return found


# --- the move -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [GIN, TILES])
@pytest.mark.parametrize("seed", range(4))
def test_every_move_is_legal_and_the_first_candidate(seed: int, game: Any) -> None:
    for position in positions(seed, game=game):
        found = position.strong(2)
        assert position.check(found.best.move).legal
        assert found.candidates[0].move == found.best.move
        assert found.candidates[0].less == 0
        assert found.candidates[0].uncertainty is None
        assert len({str(candidate.move) for candidate in found.candidates}) == len(found.candidates)
        for candidate in found.candidates:
            assert 0 <= candidate.chance <= 1
            assert candidate.worlds > 1
        for language in LANGUAGES:
            assert game.text(f"advice.{found.best.advice}", language)


def test_the_weakest_player_gives_the_simple_advice() -> None:
    for position in positions(5):
        found = position.strong(1)
        assert found.best == position.best()
        assert not found.candidates


def test_the_same_question_gets_the_same_answer_and_another_seed_other_worlds() -> None:
    position = discarding()
    assert position.strong(3) == position.strong(3)
    assert position.strong(3, seed=1).candidates != position.strong(3, seed=2).candidates


def test_a_stronger_player_plays_more_worlds() -> None:
    worlds = [
        max((each.worlds for each in discarding().strong(strength).candidates), default=0) for strength in STRENGTHS
    ]
    assert worlds == sorted(set(worlds))


def test_a_gin_is_played_at_once() -> None:
    found = discarding("As 2s 3s 4s 7h 7d 7c 9d Td Jd Ks").strong(3)
    assert isinstance(found.best.move, Knock)
    assert found.best.advice == "all_melded"
    assert len(found.candidates) == 1


def test_without_an_open_card_there_is_one_move() -> None:
    found = GIN.position(hand=HAND.replace(" Ks", ""), discard_top=None, stock=31, phase="take").strong(2)
    assert found.best.advice == "only_move"


def test_it_plays_on_where_a_knock_is_likely_to_be_undercut() -> None:
    """With ten points of deadwood, after seven cards were drawn from the stock."""
    position = discarding("As 2s 3s 4s 7h 7d 7c 7s 4d 6c Ks", stock=24)
    assert isinstance(position.best().move, Knock)
    found = position.strong(4)
    assert isinstance(found.best.move, Discard)
    knock = next(candidate for candidate in found.candidates if isinstance(candidate.move, Knock))
    assert knock.uncertainty is not None
    assert knock.less > knock.uncertainty


def test_a_small_knock_wins_the_game_if_few_points_are_missing() -> None:
    position = discarding("As 2s 3s 4s 7h 7d 7c 7s 4d 6c Ks", stock=30)
    last = position.strong(4, seen={"total": 99})
    assert isinstance(last.best.move, Knock)
    assert last.best.advice in {"wins_more", "not_clearly_less"}


def test_discards_that_were_seen_no_longer_count_as_ways() -> None:
    position = discarding("As 2s 3h 4h 5h 7d 8d Tc Jc Kd Ks", stock=20)
    free = position.strong(3)
    seen = position.strong(3, seen={"discards": "3s 9d 6d Qc 9c 2h 6h"})
    assert free.candidates != seen.candidates


def declaring(hand: str, **fields: Any) -> Any:
    return TILES.position(hand=hand, **{"discard_top": None, "stock": 60, "players": 2, "phase": "discard", **fields})


def test_a_big_gin_is_declared_at_once_but_a_little_gin_is_compared() -> None:
    big = declaring("R1 R2 R3 R4 B7 K7 Y7 K9 K10 K11 K12").strong(3)
    assert (big.best.move, big.best.advice) == (TILES.move("declare"), "all_melded")
    little = declaring("R1 R2 R3 R4 B7 K7 Y7 K9 K10 K11 Y13").strong(3)
    assert little.best.move == TILES.move("declare", discard="Y13")
    assert len(little.candidates) > 1


def test_tiles_that_are_there_twice_are_counted_twice() -> None:
    hand = "R1 R2 B4 B4 B5 K7 K8 Y10 Y11 R13 K13"
    free = declaring(hand).strong(3)
    assert declaring(hand).strong(3, seen={"discards": "R3"}) != free
    assert declaring(hand).strong(3, seen={"discards": "R3 R3"}) != free
    with pytest.raises(ImpossibleError):
        declaring(hand).strong(3, seen={"discards": "B4"})


def test_with_more_than_two_players_it_gives_the_simple_advice() -> None:
    position = declaring("R1 R2 B4 B4 B5 K7 K8 Y10 Y11 R13 K13", players=3)
    found = position.strong(5)
    assert found.best == position.best()
    assert not found.candidates


# --- what it may know -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [GIN, TILES])
@pytest.mark.parametrize("seed", range(3))
def test_exchanging_what_is_hidden_changes_no_answer(seed: int, game: Any) -> None:
    round_: Any = game.deal(("Ada", "Bo"), seed)
    for _ in range(8):
        if round_.over:
            break
        record, me = round_.record, round_.turn
        (other,) = {"Ada", "Bo"} - {me}
        hidden = [*record.hands[other], *record.stock]
        random.Random(seed).shuffle(hidden)
        hands = {me: record.hands[me or ""], other: tuple(hidden[:10])}
        changed = replace(
            round_, record=replace(record, hands=type(record.hands)(hands), stock=tuple(hidden[10:]), seed=9)
        )
        assert changed.position.strong(3) == round_.position.strong(3)
        round_ = round_.play(round_.position.strong(2).best.move)


@pytest.mark.parametrize(
    ("seen", "code", "path"),
    [
        ({"known": "As"}, "box_exceeded", "/seen/known/0"),
        ({"discards": "Qs Qs"}, "box_exceeded", "/seen/discards/1"),
        ({"known": "Ah 2h 3h 4h 5h 6h 8h 9h Th Jh Qh"}, "hand_size_not_of_phase", "/seen/known"),
        ({"discards": "Ah 2h 3h 4h 5h 6h 8h 9h Th Jh Qh Kh"}, "stock_exceeded", "/stock"),
    ],
)
def test_what_was_seen_fits_the_pack(seen: Any, code: str, path: str) -> None:
    with pytest.raises(ImpossibleError) as error:
        discarding().strong(2, seen=seen)
    assert [(fault.code, fault.path) for fault in error.value.violations] == [(code, path)]


def test_what_does_not_exist_is_an_input_error() -> None:
    position = discarding()
    for wrong in ({"strength": 6}, {"strength": 0}, {"seed": -1}, {"seen": {"hand": "As"}}):
        with pytest.raises(InputError):
            position.strong(**wrong)
    with pytest.raises(ImpossibleError):
        discarding("As As").strong()
    with pytest.raises(ValueError, match="rummy has no strong player"):
        games["rummy"].position(table=[], hand="R1", opened=True, stock=1).strong()


# --- the worth of points --------------------------------------------------------------------------------------------


def test_who_has_more_wins_if_both_reach_the_target() -> None:
    values = value_points(90, 80, 100, MOST, 20)
    assert values[MOST - 31] == 0  # 110 to 111
    assert values[MOST - 30] == CERTAIN // 2
    assert values[MOST - 29] == CERTAIN
    assert values[MOST + 30] == CERTAIN


@pytest.mark.parametrize("target", [1, 50, 100, 500, 100_000])
def test_chances_of_both_players_add_up(target: int) -> None:
    for own, other in ((0, 0), (target // 2, target // 3), (target - 1, 0)):
        mine, theirs = value_points(own, other, target, MOST), value_points(other, own, target, MOST)
        assert list(mine) == sorted(mine)
        assert all(abs(one + two - CERTAIN) <= 1 for one, two in zip(mine, reversed(theirs), strict=True))
        assert mine[MOST + min(target - own, MOST)] == CERTAIN or target - own > MOST


def test_at_equal_totals_both_win_equally_often() -> None:
    assert value_points(40, 40, 100, MOST)[MOST] == CERTAIN // 2


def test_a_point_counts_most_near_the_target() -> None:
    early, late = value_points(0, 0, 100, MOST), value_points(80, 80, 100, MOST)
    assert late[MOST + 10] - late[MOST] > early[MOST + 10] - early[MOST] > 0
