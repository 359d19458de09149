"""The schemas of answers: what the answers of all games share stands once, and each game adds its own.

They only make the contract: responses are built by plain functions.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from marshmallow import Schema
from marshmallow.fields import Field

from rummy_referee.games import GAMES
from rummy_referee.rules.game import AnyGame

from .components import JsonSchema, class_name, named
from .fields import Choice, ContractField
from .json_schemas import extend, object_schema, union


class Part(ContractField):
    """A member whose JSON Schema is known already."""

    def __init__(self, schema: JsonSchema, description: str = "", **others: Any) -> None:
        metadata = {"description": description} if description else {}
        super().__init__(required=True, metadata=metadata, **others)
        self.schema = schema

    def json_schema(self) -> JsonSchema:
        return self.schema


Games = Sequence[AnyGame]
"""The games of a contract, in their order."""
Members = Mapping[str, Field[Any]]


def variant_of(games: Games) -> Choice:
    """The member ``variant``: a constant if there is one game."""
    metadata = {"description": "The game."} if len(games) > 1 else {}
    component = "Variant" if len(games) == len(GAMES) else None
    return Choice(*(game.id for game in games), component=component, required=True, metadata=metadata)


@dataclass(frozen=True)
class Case:
    """A kind of answer, told from the others by constants: the members that all games share, and those of each."""

    name: str
    shared: Callable[[Games], Members]
    own: Callable[[AnyGame], Members] = lambda _: {}


@dataclass(frozen=True)
class Answers:
    """The answers of an operation."""

    name: str
    doc: str
    games: Games
    cases: tuple[Case, ...]
    per_game: bool = True
    """Whether ``variant`` selects the schema."""

    def json_schema(self, games: Iterable[AnyGame]) -> JsonSchema:
        """The schema for some games."""
        chosen = [game for game in self.games if game in games]
        if not self.per_game:
            (case,) = self.cases
            return named(self.name, object_schema({"variant": variant_of(chosen), **case.shared(chosen)}, self.doc))
        by_game = [self._of_game(game, chosen) for game in chosen]
        discriminator = "variant" if len(self.cases) == 1 else ""
        made = union(by_game, discriminator, (game.id for game in chosen))
        return made if len(chosen) == 1 else named(self.name, {"description": self.doc, **made})

    def _of_game(self, game: AnyGame, chosen: Games) -> JsonSchema:
        made = union(self._of_case(case, game, chosen) for case in self.cases)
        return made if len(self.cases) == 1 else named(self.name + class_name(game.id), made)

    def _of_case(self, case: Case, game: AnyGame, chosen: Games) -> JsonSchema:
        name = f"{self.name}{class_name(game.id)}{case.name}"
        own = {"variant": variant_of([game]), **case.own(game)}
        if len(chosen) == 1:
            return named(name, object_schema({**case.shared(chosen), **own}, self.doc))
        shared = named(f"{self.name}{case.name or 'Common'}", object_schema(case.shared(chosen), self.doc))
        return named(name, extend(shared, own))

    def count_members(self) -> int:
        """The number of members that every answer has."""
        return min(len(case.shared(self.games)) + len(case.own(self.games[0])) for case in self.cases)


def shared_answers(name: str, doc: str, games: Iterable[AnyGame], members: Callable[[Games], Members]) -> Answers:
    """Answers with one schema for all games."""
    return Answers(name, doc, tuple(games), (Case("", members),), per_game=False)


def answers_by_variant(
    name: str,
    doc: str,
    games: Iterable[AnyGame],
    shared: Callable[[Games], Members],
    own: Callable[[AnyGame], Members],
) -> Answers:
    """Answers with a schema for each game, selected by ``variant``."""
    return Answers(name, doc, tuple(games), (Case("", shared, own),))


def answer_part(name: str, doc: str, members: Members) -> type[Schema]:
    """An object within answers."""
    made = Schema.from_dict(dict(members), name=name)
    made.__doc__ = doc
    return made
