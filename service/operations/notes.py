"""What the contract says of an operation: what holds for all games, then the notes of each game."""

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Protocol

from rummy_referee.games import GAMES, folder_of
from rummy_referee.rules.game import AnyGame


class Described(Protocol):
    """An operation with its description."""

    @property
    def id(self) -> str:
        """Its id."""

    @property
    def description(self) -> str:
        """What holds for all games."""


def describe(operation: Described, of: Iterable[AnyGame] = tuple(GAMES.values())) -> str:
    """The description of an operation with the notes of these games."""
    notes = [(game.id, notes_of(game.id).get(operation.id)) for game in of]
    return "\n\n".join([operation.description, *(f"`{variant}`: {note}" for variant, note in notes if note)])


@cache
def notes_of(variant: str) -> Mapping[str, str]:
    """The notes of a game, by operation."""
    path = folder_of(variant) / "notes.toml"
    notes = tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return {operation: " ".join(note.split()) for operation, note in notes.items()}
