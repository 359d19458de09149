"""What an operator can decide: every setting once, with its name in the environment, its default and its range."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

Parse = Callable[[str], Any]


class SettingsError(ValueError):
    """Settings that cannot be, all of them at once."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("; ".join(faults))
        self.faults = faults


@dataclass(frozen=True)
class Description:
    """How a setting is called in the environment, what it means, and how its text is read."""

    name: str
    meaning: str
    parse: Parse
    values: str
    """What values it takes, in words."""


def _text(name: str, default: str, meaning: str) -> Any:
    return field(default=default, metadata={"setting": Description(name, meaning, str, "text")})


def _number(name: str, default: int, meaning: str, low: int, high: int) -> Any:
    def parse(text: str) -> int:
        number = int(text)
        if not low <= number <= high:
            raise ValueError
        return number

    return field(default=default, metadata={"setting": Description(name, meaning, parse, f"{low} to {high}")})


@dataclass(frozen=True)
class Settings:
    """Everything that can be set. What is not set has the default here."""

    host: str = _text("HOST", "127.0.0.1", "the address to listen on")
    port: int = _number("PORT", 8000, "the port to listen on", 0, 65535)
    workers: int = _number("WORKERS", 2, "how many worker processes serve; one for each core is a good start", 1, 256)


def descriptions() -> dict[str, Description]:
    """Every setting's description, by the name of its field."""
    return {setting.name: setting.metadata["setting"] for setting in fields(Settings)}


def read_settings(environment: Mapping[str, str]) -> Settings:
    """The settings of an environment. One that is there but empty counts as not set."""
    values: dict[str, Any] = {}
    faults: list[str] = []
    for name, description in descriptions().items():
        text = environment.get(description.name, "").strip()
        if not text:
            continue
        try:
            values[name] = description.parse(text)
        except ValueError:
            faults.append(f"{description.name} is {text!r}, but takes {description.values}")
    if faults:
        raise SettingsError(faults)
    return Settings(**values)
