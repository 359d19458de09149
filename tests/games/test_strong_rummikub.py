"""The strong player of Rummikub waits until it can lay everything in one turn."""

from typing import Any

import pytest

from rummy_referee import games
from rummy_referee.games.rummikub import RummikubOptions
from rummy_referee.rules.strong_play import STRENGTHS
from rummy_referee.texts.catalogue import LANGUAGES

RUMMIKUB: Any = games["rummikub"]
MACHIAVELLI: Any = games["machiavelli"]
TABLE = ["R1 R2 R3", "B5 K5 O5"]


def position(hand: str, **fields: Any) -> Any:
    return RUMMIKUB.position(table=TABLE, hand=hand, **{"opened": True, "stock": 50, **fields})


def test_it_draws_although_it_could_lay_something() -> None:
    found = position("R4 B9 O12").strong(5)
    assert position("R4 B9 O12").best().move.type == "play"
    assert (found.best.move.type, found.best.advice) == ("draw", "waits")
    assert not found.candidates
    for language in LANGUAGES:
        assert RUMMIKUB.text("advice.waits", language)


def test_it_lays_everything_when_it_can() -> None:
    found = position("R4 R5").strong(5)
    assert found.best == position("R4 R5").best()


def test_it_opens_as_soon_as_possible() -> None:
    hand = "R10 B10 K10 B9 O12"
    assert position(hand, opened=False).strong(5).best.move.type == "play"


def test_without_a_pool_it_plays() -> None:
    assert position("R4 B9 O12", stock=0).strong(5).best.move.type == "play"


def test_it_does_not_draw_after_an_opening_in_the_same_turn() -> None:
    options = RummikubOptions(play_on_after_opening=True)
    found = RUMMIKUB.position(
        options=options, table=TABLE, hand="R4 B9", opened=True, stock=50, phase="play_on"
    ).strong(5)
    assert found.best.move.type == "play"


def test_the_weaker_play_the_earlier() -> None:
    waiting = [
        sum(position("R4 B9 O12", stock=stock).strong(each).best.advice == "waits" for stock in range(90))
        for each in STRENGTHS
    ]
    assert waiting == sorted(set(waiting))
    assert waiting[0] == 0


def test_in_machiavelli_it_waits_from_the_start() -> None:
    found = MACHIAVELLI.position(table=[], hand="As 2s 3s 7h", stock=70).strong(5)
    assert (found.best.move.type, found.best.advice) == ("draw", "waits")
    for language in LANGUAGES:
        assert MACHIAVELLI.text("advice.waits", language)


@pytest.mark.parametrize("game", [RUMMIKUB, MACHIAVELLI])
@pytest.mark.parametrize("players", [2, 4])
def test_who_waits_wins_more_rounds(players: int, game: Any) -> None:
    names, won = tuple("ABCD"[:players]), 0
    for number in range(2 * players):
        waits = names[number % players]
        round_: Any = game.deal(names, number // players)
        while not round_.over:
            of = round_.position
            round_ = round_.play((of.strong(5).best if round_.turn == waits else of.best()).move)
        won += max(round_.scores(), key=lambda score: score.points.low).player == waits
    assert won > 2
