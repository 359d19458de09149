"""Options: what a table may agree on before the game. A game declares its own as a frozen dataclass of these fields."""

from collections.abc import Iterator
from dataclasses import Field, dataclass, field, fields
from typing import Any, Literal

OptionType = Literal["boolean", "integer", "string", "array"]


@dataclass(frozen=True, slots=True)
class Option:
    """What may be chosen: the type, the range or the choices. ``optional`` options may be null, and are by default.

    An ``array`` option is a list of integers; ``sizes`` is how many it may have.
    """

    type: OptionType
    choices: tuple[str, ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    optional: bool = False
    sizes: range | None = None


@dataclass(frozen=True, slots=True)
class NoOptions:
    """The options of a game that has none."""


def flag(default: bool) -> Any:
    """An option that is on or off."""
    return _option(default, Option("boolean"))


def choice(default: str, *others: str) -> Any:
    """An option with a few named choices, the default first."""
    return _option(default, Option("string", choices=(default, *others)))


def whole_number(default: int | None, *, minimum: int, maximum: int) -> Any:
    """An option that is a whole number; with the default ``None`` it may be left out or null."""
    return _option(default, Option("integer", minimum=minimum, maximum=maximum, optional=default is None))


def whole_numbers(*, sizes: range, minimum: int, maximum: int) -> Any:
    """An option that is a list of whole numbers, null by default."""
    return _option(None, Option("array", minimum=minimum, maximum=maximum, optional=True, sizes=sizes))


def describe_options(options: type[Any]) -> Iterator[tuple[str, Option, Any]]:
    """Name, description and default of each option of a game."""
    described: Field[Any]
    for described in fields(options):
        yield described.name, described.metadata["option"], described.default


def _option(default: Any, option: Option) -> Any:
    return field(default=default, metadata={"option": option})
