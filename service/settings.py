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
    threads: int = _number("THREADS", 8, "how many requests a worker works on at a time", 1, 64)
    connections: int = _number(
        "CONNECTIONS", 500, "how many clients a worker has at a time; each may hold 300 KiB of memory", 8, 10_000
    )
    request_seconds: int = _number("REQUEST_SECONDS", 20, "how long a request may take to come whole", 1, 600)
    answer_seconds: int = _number("ANSWER_SECONDS", 20, "how long a client may take to read its answer", 1, 600)
    idle_seconds: int = _number("IDLE_SECONDS", 75, "how long a connection is kept for another request", 1, 600)
    shutdown_seconds: int = _number(
        "SHUTDOWN_SECONDS", 30, "how long requests that have come may take when the service is told to stop", 1, 600
    )
    recycle_after: int = _number(
        "RECYCLE_AFTER", 500_000, "after how many requests a worker makes way for a new one; 0: never", 0, 10**9
    )


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
