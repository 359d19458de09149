"""What an operator can decide: every setting once, with its name in the environment, its default and its range."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

Parse = Callable[[str], Any]

LOG_LEVELS = ("debug", "info", "warning", "error", "critical")


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
    secret: bool = False
    """Whether its text must not be repeated, not even where it is wrong."""


def _parsed(name: str, default: Any, meaning: str, parse: Parse, values: str, *, secret: bool = False) -> Any:
    return field(default=default, metadata={"setting": Description(name, meaning, parse, values, secret)})


def _text(name: str, default: str, meaning: str) -> Any:
    return _parsed(name, default, meaning, str, "text")


def _choice(name: str, default: str, meaning: str, *choices: str) -> Any:
    def parse(text: str) -> str:
        if text.lower() not in choices:
            raise ValueError
        return text.lower()

    return _parsed(name, default, meaning, parse, " or ".join(choices))


def _number(name: str, default: int, meaning: str, low: int, high: int) -> Any:
    def parse(text: str) -> int:
        number = int(text)
        if not low <= number <= high:
            raise ValueError
        return number

    return _parsed(name, default, meaning, parse, f"{low} to {high}")


@dataclass(frozen=True)
class Rate:
    """So many requests in so many seconds."""

    requests: int
    seconds: int


@dataclass(frozen=True)
class ApiKey:
    """A key by its name and its SHA-256: the key itself is known only to those who use it."""

    name: str
    digest: bytes


IN_MEMORY = "memory://"
"""Where requests are counted unless Redis is named."""

_SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400}
_RATE = re.compile(rf"([1-9][0-9]{{0,8}})/({'|'.join(_SECONDS)})")
_ORIGIN = re.compile(r"\*|https?://[a-z0-9.\[\]:-]+")
_KEY = re.compile(r"([A-Za-z0-9._-]{1,64}):([0-9A-Fa-f]{64})")


def parse_rate(text: str) -> Rate:
    """A rate such as ``100/minute``."""
    found = _match(_RATE, text)
    return Rate(int(found[1]), _SECONDS[found[2]])


def parse_origins(text: str) -> tuple[str, ...]:
    """Origins with commas between them, as browsers write them: scheme, host and port, and no slash at the end."""
    return tuple(_match(_ORIGIN, origin.strip())[0] for origin in text.split(","))


def parse_keys(text: str) -> tuple[ApiKey, ...]:
    """Names with hashes, ``ada:9f86…``, with commas or line ends between them."""
    pairs = [_match(_KEY, pair) for pair in re.split(r"[,\s]+", text.strip())]
    if len({pair[1] for pair in pairs}) < len(pairs):
        raise ValueError
    return tuple(ApiKey(pair[1], bytes.fromhex(pair[2])) for pair in pairs)


def parse_keys_file(text: str) -> tuple[ApiKey, ...]:
    """The keys in a file, such as a mounted secret."""
    try:
        return parse_keys(Path(text).read_text(encoding="utf-8"))
    except OSError as error:
        raise ValueError from error


def parse_address(text: str) -> str:
    """The address of a service that speaks HTTP."""
    url = urlsplit(text)
    if url.scheme not in ("http", "https") or not url.hostname:
        raise ValueError
    return text.rstrip("/")


def parse_storage(text: str) -> str:
    """Where requests are counted."""
    url = urlsplit(text)
    is_redis = url.scheme in ("redis", "rediss") and url.hostname and url.port != 0  # a port that is none raises, too
    if text != IN_MEMORY and not is_redis:
        raise ValueError
    return text


def _match(pattern: re.Pattern[str], text: str) -> re.Match[str]:
    found = pattern.fullmatch(text)
    if not found:
        raise ValueError
    return found


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
    trusted_proxies: int = _number(
        "TRUSTED_PROXIES", 0, "how many proxies in front add the caller's address to X-Forwarded-For", 0, 10
    )
    cors_origins: tuple[str, ...] = _parsed(
        "CORS_ORIGINS",
        (),
        "the origins whose pages may ask from a browser; none unless set",
        parse_origins,
        "origins with commas between them, such as https://rummy.example, or *",
    )
    api_keys: tuple[ApiKey, ...] = _parsed(
        "API_KEYS",
        (),
        "the keys one of which a caller must show; none is needed unless set",
        parse_keys,
        "names, each different, with a colon and the SHA-256 of a key in hexadecimal, with commas between them",
        secret=True,
    )
    api_keys_file: tuple[ApiKey, ...] = _parsed(
        "API_KEYS_FILE",
        (),
        "a file with more keys",
        parse_keys_file,
        "the path of a file with such keys, one on each line",
        secret=True,
    )
    rate_limit: Rate | None = _parsed(
        "RATE_LIMIT",
        None,
        "how often one caller may ask; without bound unless set",
        parse_rate,
        "a number per second, minute, hour or day, such as 100/minute",
    )
    rate_limit_storage: str = _parsed(
        "RATE_LIMIT_STORAGE",
        IN_MEMORY,
        "where requests are counted: by each worker in its memory, or in a Redis that all share",
        parse_storage,
        "memory:// or the address of a Redis, such as redis://cache:6379/0",
        secret=True,
    )
    log_level: str = _choice("LOG_LEVEL", "info", "which lines are logged: those of this level and above", *LOG_LEVELS)
    traces_to: str | None = _parsed(
        "OTEL_EXPORTER_OTLP_ENDPOINT",
        None,
        "where traces are sent, by OTLP over HTTP; there are none unless set",
        parse_address,
        "the address of a collector, such as http://collector:4318",
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
            given = "something else" if description.secret else repr(text)
            faults.append(f"{description.name} is {given}, but takes {description.values}")
    if faults:
        raise SettingsError(faults)
    return Settings(**values)
