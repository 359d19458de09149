"""Every code of the API with its parameters, games and sentences, from the catalogue and the tables of the games."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from string import Formatter

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

_UNSAID: Mapping[str, tuple[str, ...]] = {
    "hand_size_not_of_phase": ("phase",),
    "meld_unknown": ("meld",),
    "move_not_in_phase": ("move",),
    "move_not_in_turn": ("move",),
    "no_neighbour": ("position",),
    "opposite_not_at_edge": ("actual", "maximum"),
    "phase_not_in_turn": ("phase",),
    "turn_begun": ("move",),
}
"""Parameters of violations that their sentences do not mention."""


@dataclass(frozen=True)
class Wording:
    """The sentences of a code in four languages, and the games that use them; none: all others."""

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
    """A problem: its type, its status, and title and detail in four languages."""

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
    return [
        _describe(f"violation.{code}", [game for game in GAMES.values() if code in game.citations])
        for code in codes_of("violation")
    ]


def list_score_lines() -> list[Code]:
    """All codes of score lines."""
    found = []
    for code in codes_of("score"):
        rows = [(game, row) for game in GAMES.values() for row in game.scoring if row.code == code]
        described = _describe(f"score.{code}", [game for game, _ in rows])
        points = tuple("" if row.points is None else str(row.points) for _, row in rows)
        found.append(Code(described.name, (), described.games, described.wordings, points))
    return found


def _describe(key: str, games: Iterable[AnyGame]) -> Code:
    games = tuple(games)
    wordings = tuple(_find_wordings(key, games))
    names = {_parameter(name) for wording in wordings for text in wording.texts.values() for name in _fields(text)}
    code = key.partition(".")[2]
    return Code(code, tuple(sorted({*names, *_UNSAID.get(code, ())})), games, wordings)


def _find_wordings(key: str, games: Iterable[AnyGame]) -> Iterator[Wording]:
    """The shared sentences, if a game uses them, then those of games whose rulebook has other words."""
    users: dict[tuple[str, ...], list[AnyGame]] = {}
    for game in games:
        sentences = tuple(texts_of(language, game.id)[key] for language in LANGUAGES)
        users.setdefault(sentences, []).append(game)
    for sentences, those in users.items():
        yield Wording(dict(zip(LANGUAGES, sentences, strict=True)), tuple(those) if len(users) > 1 else ())


def _fields(template: str) -> Iterator[str]:
    return (name for _, name, _, _ in Formatter().parse(template) if name)


def _parameter(name: str) -> str:
    """``{The_tile}`` and ``{the_tile}`` are the parameter ``tile``."""
    return name.removeprefix("The_").removeprefix("the_")
