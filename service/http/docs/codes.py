"""Every code of the API with its parameters, games and sentences, from the catalogue and the tables of the games."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rummy_referee.faults import FaultKind
from rummy_referee.games import GAMES
from rummy_referee.rules.game import AnyGame
from rummy_referee.texts.catalogue import LANGUAGES, codes_of, texts_of

from ... import texts
from ...operations.problems import KINDS, TYPE_PREFIX
from ...operations.responses import ViolationParams

DESCRIPTIONS: Mapping[str, str] = {
    name: field.metadata["description"] for name, field in ViolationParams().fields.items()
}
"""What each parameter of a violation is."""


@dataclass(frozen=True)
class Wording:
    """The sentences of a code in every language, and the games that use them; none: all others."""

    texts: Mapping[str, str]
    games: tuple[AnyGame, ...] = ()


@dataclass(frozen=True)
class Code:
    """A code: its parameters, the games that can return it, and its sentences."""

    name: str
    parameters: tuple[str, ...]
    games: tuple[AnyGame, ...]
    wordings: tuple[Wording, ...]
    points: tuple[str, ...] = ()
    """Of a score line, the points in the scoring table of each game."""


@dataclass(frozen=True)
class ProblemKind:
    """A problem: its type, its status, and title and detail in every language."""

    name: str
    status: int
    titles: Mapping[str, str]
    details: Mapping[str, str]

    @property
    def type(self) -> str:
        """The ``type`` of its document."""
        return TYPE_PREFIX + self.name


def list_problems() -> list[ProblemKind]:
    """All problems, in the order of their status."""
    return [
        ProblemKind(name, status, _say(f"problem.{name}.title"), _say(f"problem.{name}.detail"))
        for name, status in KINDS.items()
    ]


def list_faults() -> list[Code]:
    """The codes in ``errors`` of a problem."""
    return [Code(code, (), (), (Wording(_say(f"fault.{code}")),)) for code in texts.codes_of("fault")]


def _say(key: str) -> dict[str, str]:
    """A sentence of the service in every language."""
    return {language: texts.text(key, language) for language in LANGUAGES}


def list_violations() -> list[Code]:
    """All codes of violations."""
    kinds = {code: kind for game in GAMES.values() for code, kind in game.faults.items()}
    return [_describe_violation(kinds[code]) for code in sorted(kinds)]


def _describe_violation(kind: FaultKind[Any]) -> Code:
    games = tuple(game for game in GAMES.values() if kind.code in game.faults)
    return Code(kind.code, tuple(sorted(kind.params)), games, tuple(_find_wordings(f"violation.{kind.code}", games)))


def list_score_lines() -> list[Code]:
    """All codes of score lines."""
    found = []
    for code in codes_of("score"):
        rows = [(game, row) for game in GAMES.values() for row in game.scoring if row.code == code]
        games = tuple(game for game, _ in rows)
        points = tuple("" if row.points is None else str(row.points) for _, row in rows)
        found.append(Code(code, (), games, tuple(_find_wordings(f"score.{code}", games)), points))
    return found


def _find_wordings(key: str, games: Iterable[AnyGame]) -> Iterator[Wording]:
    """The shared sentences, if a game uses them, then those of games whose rulebook has other words."""
    users: dict[tuple[str, ...], list[AnyGame]] = {}
    for game in games:
        sentences = tuple(texts_of(language, game.id)[key] for language in LANGUAGES)
        users.setdefault(sentences, []).append(game)
    for sentences, those in users.items():
        yield Wording(dict(zip(LANGUAGES, sentences, strict=True)), tuple(those) if len(users) > 1 else ())
