"""A round against the computer on a terminal."""

import io
import sys
from collections.abc import Callable, Iterator

import pytest

from rummy_referee.games import GAMES
from service.cli import ask, opponent, parser
from service.cli.opponent import YOU, Table, play_round
from service.cli.terminal import Style


class Silent:
    """An output that is no terminal."""

    def isatty(self) -> bool:
        return False


STYLE = Style(Silent())  # type: ignore[arg-type]


def answers(*wishes: str, then: str) -> Callable[[str], str]:
    """What a person types: these, and then the same again and again."""
    typed: Iterator[str] = iter(wishes)
    return lambda _: next(typed, then)


@pytest.mark.parametrize("variant", ["gin-rummy-cards", "rummikub", "rummu"])
def test_a_round_is_played_to_its_end(variant: str, capsys: pytest.CaptureFixture[str]) -> None:
    table = Table(variant, 5, 2, "en")
    assert len(table.round["players"]) == GAMES[variant].players[0]
    assert play_round(table, STYLE, answers(then="1"))
    out = capsys.readouterr().out
    assert "The round is over." in out
    assert YOU in out


def test_a_hint_says_why(capsys: pytest.CaptureFixture[str]) -> None:
    table = Table("gin-rummy-cards", 5, 3, "de")
    assert not play_round(table, STYLE, answers("h", "nonsense", "999", then="q"))
    out = capsys.readouterr().out
    assert "%" in out
    assert "Partien" in out


def test_the_end_of_the_input_ends_the_round(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n"))
    arguments = parser.make_parser().parse_args(["play", "rummikub", "--seed", "3", "--strength", "1"])
    assert ask.play_alone(arguments) == ask.BAD
    assert opponent.PROMPT in capsys.readouterr().out


def test_the_computer_never_shows_what_it_draws(capsys: pytest.CaptureFixture[str]) -> None:
    table = Table("rummikub", 3, 1, "en")
    hidden = {tile for name, hand in table.round["hands"].items() if name != YOU for tile in hand}
    mine = set(table.round["hands"][YOU])
    table.round["turn"] = YOU
    play_round(table, STYLE, answers(then="q"))
    shown = set(capsys.readouterr().out.replace(",", " ").split())
    assert not shown & (hidden - mine)
