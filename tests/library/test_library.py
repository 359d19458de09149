"""The library as its users see it."""

import json
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import FrozenInstanceError, replace
from pathlib import Path
from typing import Any, get_overloads

import pytest

from rummy_referee import IllegalMoveError, ImpossibleError, InputError, games
from rummy_referee.games import Games
from rummy_referee.rules.move_records import Play
from rummy_referee.rules.rounds import players_after
from tests.games.styles import STYLES
from tests.running import ROOT

PROGRAM = Path(__file__).with_name("user_program.py")
MAX_MOVES = 60


def play_at_random(style: Any, seed: int, moves: int = MAX_MOVES) -> list[Any]:
    """The rounds after each move of a round in which every move is drawn by lot from the first legal ones."""
    variant, players, options = style
    chance, game = random.Random(seed), games[variant]
    rounds: list[Any] = [game.deal(players, seed, game.options(**options))]
    while len(rounds) <= moves and not rounds[-1].over:
        rounds.append(rounds[-1].play(chance.choice(rounds[-1].legal_moves()[:20])))
    return rounds


# --- types and imports ----------------------------------------------------------------------------------------------


def test_a_user_s_program_has_the_types_of_its_game_and_runs() -> None:
    for command in (["-m", "mypy", "--strict", "--config-file="], []):
        ran = subprocess.run(
            [sys.executable, *command, str(PROGRAM)],
            cwd=ROOT,
            env={"PYTHONPATH": str(ROOT), "MYPYPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == 0, ran.stdout + ran.stderr


def test_every_game_has_its_type() -> None:
    typed = [function.__annotations__["variant"] for function in get_overloads(Games.__getitem__)]
    assert [getattr(kind, "__args__", (None,))[0] for kind in typed] == [*games, None]


def test_the_library_imports_no_other_package() -> None:
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); import rummy_referee\n"
        "for game in rummy_referee.games.values(): game.deal(game.players[0], seed=1).position.best()\n"
        "print(*{name.partition('.')[0] for name in sys.modules} - set(sys.stdlib_module_names))"
    )
    ran = subprocess.run([sys.executable, "-S", "-c", code, str(ROOT)], capture_output=True, text=True, check=True)
    assert set(ran.stdout.split()) <= {"rummy_referee", "__main__"}


# --- rounds ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("style", STYLES, ids=str)
def test_what_the_referee_makes_is_possible_and_what_it_lists_is_legal(style):
    for round_ in play_at_random(style, seed=5, moves=25):
        again = round_.game.round(round_.options, **json.loads(json.dumps(round_.to_plain())))
        assert again == round_
        if round_.over:
            assert [score.player for score in round_.scores()] == list(round_.players)
            continue
        assert again.violations == ()
        for player in players_after(again, round_.turn or ""):
            assert replace(round_.view(player).position).violations == ()
        for move in again.legal_moves()[:5]:
            assert again.position.check(move).legal


def test_threads_get_the_same_rounds() -> None:
    jobs = [(style, seed) for style in STYLES[::4] for seed in range(3)]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda job: play_at_random(job[0], job[1], moves=15)[-1], jobs))
    assert together == [play_at_random(style, seed, moves=15)[-1] for style, seed in jobs]


def test_threads_share_a_position() -> None:
    position = games["rummikub"].position(table=["R1 R2 R3", "R4 R5 R6"], hand="R7 R8 B1 J", opened=True, stock=60)
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: (position.best(), list(position.legal_moves())), range(16)))
    assert all(answer == found[0] for answer in found)


def test_nothing_changes() -> None:
    before = games["rummikub"].deal(["Ada", "Bo"], seed=42)
    with pytest.raises(FrozenInstanceError):
        before.record = None  # type: ignore[misc, assignment]
    with pytest.raises(TypeError):
        before.record.hands["Ada"] = ()  # type: ignore[index]
    after = before.play(games["rummikub"].move("draw"))
    assert before == games["rummikub"].deal(["Ada", "Bo"], seed=42)
    assert hash(before) != hash(after)


def test_the_legal_moves_are_a_sequence_that_is_searched_as_far_as_it_is_read() -> None:
    position: Any = games["rummy"].position(
        table=["R3 R4 R5"], hand="R6 R7 B6 K6 K7 K8 Y6 Y7 Y8 J", opened=True, stock=40
    )
    moves, listed = position.legal_moves(), position.page(1000)
    assert len(moves) == listed.total
    assert tuple(moves) == listed.moves
    assert (moves[0], moves[-1], moves[3:5]) == (listed.moves[0], listed.moves[-1], [*listed.moves[3:5]])
    with pytest.raises(IndexError):
        moves[len(moves)]


def test_thousands_of_plays_are_listed_as_in_pages(monkeypatch) -> None:
    monkeypatch.setattr("rummy_referee.rules.moves.PAGE", 7)
    position = games["rummikub"].position(
        table=["R3 R4 R5", "B3 B4 B5"], hand="R6 R7 B6 K6 O6 K7 K8 O7 O8 J", opened=True, stock=40
    )
    moves = position.legal_moves()
    assert len(moves) == position.page(1).total
    assert tuple(position.legal_moves()) == position.page(1000).moves == tuple(moves[at] for at in range(len(moves)))


# --- faults ---------------------------------------------------------------------------------------------------------


def test_every_fault_of_a_value_is_named_at_once() -> None:
    rummikub: Any = games["rummikub"]
    with pytest.raises(InputError) as caught:
        rummikub.position(table=["R1 R99"], hand=7, opend=True, stock=-1)
    assert list(caught.value.faults) == ["/opend", "/table/0/1", "/hand", "/opened", "/stock"]
    with pytest.raises(InputError) as caught:
        rummikub.position(table=[], hand="R1", opened="yes", stock=True, phase="later")
    assert list(caught.value.faults) == ["/opened", "/stock", "/phase"]
    with pytest.raises(InputError) as caught:
        rummikub.deal(["Ada"], seed=-1)
    assert list(caught.value.faults) == ["/players", "/seed"]
    with pytest.raises(InputError) as caught:
        rummikub.deal(2, seed=1, options=rummikub.options(opening_minimum=-5, joker_release="maybe"))
    assert list(caught.value.faults) == ["/options/opening_minimum", "/options/joker_release"]
    with pytest.raises(InputError) as caught:
        rummikub.move("knock")
    assert "play, draw, pass" in str(caught.value)


def test_tiles_of_another_game_are_read_by_their_codes() -> None:
    tiles = games["rummy"].tiles("R1 R2 R3")
    assert games["rummikub"].check_melds([tiles]).valid


def test_an_illegal_move_is_raised_with_every_violation() -> None:
    rummikub: Any = games["rummikub"]
    round_ = rummikub.deal(["Ada", "Bo"], seed=42)
    move = rummikub.move("play", table=["R1 R2", "B1 B2 B3"])
    with pytest.raises(IllegalMoveError) as caught:
        round_.play(move)
    assert caught.value.violations == round_.position.check(move).violations
    assert len(caught.value.violations) > 1


def test_an_impossible_position_answers_no_question() -> None:
    position: Any = games["rummikub"].position(table=["R1 R2"], hand="R1 R1 R1", opened=True, stock=100)
    assert [violation.code for violation in position.violations] == ["box_exceeded", "table_invalid", "meld_too_short"]
    assert not position.check(Play(())).legal
    for ask in (position.best, position.legal_moves):
        with pytest.raises(ImpossibleError) as caught:
            ask()
        assert caught.value.violations == position.violations


def test_nobody_plays_on_after_the_end_and_a_stranger_sees_nothing() -> None:
    ended = play_at_random(("gin-rummy-cards", 2, {}), seed=3, moves=500)[-1]
    assert ended.over
    with pytest.raises(ImpossibleError):
        ended.play(games["gin-rummy-cards"].move("pass"))
    with pytest.raises(ImpossibleError):
        games["rummikub"].deal(["Ada", "Bo"], seed=1).view("Cleo")
