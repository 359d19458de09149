"""Options: what players may agree on before a game. A game declares them as a frozen dataclass of these fields."""

from collections.abc import Iterator
from dataclasses import Field, dataclass, field, fields
from typing import Any, Literal, TypeVar, overload

Choice = TypeVar("Choice", bound=str)

OptionType = Literal["boolean", "integer", "string", "array"]


@dataclass(frozen=True, slots=True)
class Option:
    """The type, the range and the choices of an option. An ``optional`` one may be null, which is its default.

    An ``array`` option is a list of integers; ``sizes`` is the range of its length.
    """

    type: OptionType
    choices: tuple[str, ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    optional: bool = False
    scores: bool = False
    """Whether the score of a round or the verdict on a game depends on it; otherwise only the play does."""
    sizes: range | None = None


@dataclass(frozen=True, slots=True)
class NoOptions:
    """The options of a game without options."""


def flag(default: bool, *, scores: bool = False) -> bool:
    """An option that is true or false."""
    return _option(default, Option("boolean", scores=scores))


def choice(default: Choice, *others: Choice, scores: bool = False) -> Choice:
    """An option with named choices, the default first."""
    return _option(default, Option("string", choices=(default, *others), scores=scores))


@overload
def whole_number(default: int, *, minimum: int, maximum: int, scores: bool = False) -> int: ...
@overload
def whole_number(default: None, *, minimum: int, maximum: int, scores: bool = False) -> int | None: ...
def whole_number(default: int | None, *, minimum: int, maximum: int, scores: bool = False) -> int | None:
    """An integer option; with the default ``None`` it may be null."""
    return _option(
        default, Option("integer", minimum=minimum, maximum=maximum, optional=default is None, scores=scores)
    )


def whole_numbers(*, sizes: range, minimum: int, maximum: int, scores: bool = False) -> tuple[int, ...] | None:
    """An option that is a list of integers, null by default."""
    return _option(None, Option("array", minimum=minimum, maximum=maximum, optional=True, scores=scores, sizes=sizes))


def describe_options(options: type[Any]) -> Iterator[tuple[str, Option, Any]]:
    """Name, description and default of each option of a game."""
    described: Field[Any]
    for described in fields(options):
        yield described.name, described.metadata["option"], described.default


def _option(default: Any, option: Option) -> Any:
    return field(default=default, metadata={"option": option})
