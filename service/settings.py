"""Every setting: its environment variable, its default and its valid values."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

Parse = Callable[[str], Any]

LOG_LEVELS = ("debug", "info", "warning", "error", "critical")


class SettingsError(ValueError):
    """Invalid settings, all of them at once."""

    def __init__(self, errors: list[str]) -> None:
        super().__init__("; ".join(errors))
        self.errors = errors


@dataclass(frozen=True)
class Description:
    """A setting's environment variable, its meaning, and how its text is parsed."""

    name: str
    meaning: str
    parse: Parse
    values: str
    """The valid values, in words."""
    secret: bool = False
    """Whether its text must not be shown, not even if it is invalid."""


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
    """A number of requests in a number of seconds."""

    requests: int
    seconds: int


@dataclass(frozen=True)
class ApiKey:
    """The name and SHA-256 of an API key; only its user knows the key."""

    name: str
    digest: bytes


@dataclass(frozen=True)
class RoundKey:
    """The id of a key that seals rounds, and the key."""

    name: str
    key: bytes


IN_MEMORY = "memory://"
"""The rate limit storage without Redis."""

_SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400}
_RATE = re.compile(rf"([1-9][0-9]{{0,8}})/({'|'.join(_SECONDS)})")
_ORIGIN = re.compile(r"\*|https?://[a-z0-9.\[\]:-]+")
_ROUND_KEY = re.compile(r"([A-Za-z0-9_-]{1,16}):([0-9A-Fa-f]{64})")
_KEY = re.compile(r"([A-Za-z0-9._-]{1,64}):([0-9A-Fa-f]{64})")


def parse_rate(text: str) -> Rate:
    """A rate such as ``100/minute``."""
    found = _match(_RATE, text)
    return Rate(int(found[1]), _SECONDS[found[2]])


def parse_origins(text: str) -> tuple[str, ...]:
    """Comma-separated origins as browsers send them: scheme, host and port, without a slash at the end."""
    return tuple(_match(_ORIGIN, origin.strip())[0] for origin in text.split(","))


def parse_keys(text: str) -> tuple[ApiKey, ...]:
    """Names with hashes, ``ada:9f86…``, separated by commas or line ends."""
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


def parse_round_keys(text: str) -> tuple[RoundKey, ...]:
    """Ids with keys, ``2026-11:9f86…``, separated by commas or line ends."""
    pairs = [_match(_ROUND_KEY, pair) for pair in re.split(r"[,\s]+", text.strip())]
    if len({pair[1] for pair in pairs}) < len(pairs):
        raise ValueError
    return tuple(RoundKey(pair[1], bytes.fromhex(pair[2])) for pair in pairs)


def parse_address(text: str) -> str:
    """An HTTP URL."""
    url = urlsplit(text)
    if url.scheme not in ("http", "https") or not url.hostname:
        raise ValueError
    return text.rstrip("/")


def parse_storage(text: str) -> str:
    """The URL of a rate limit storage."""
    url = urlsplit(text)
    is_redis = (
        url.scheme in ("redis", "rediss") and url.hostname and url.port != 0
    )  # reading an invalid port raises, too
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
    """All settings, with their defaults."""

    host: str = _text("HOST", "127.0.0.1", "the address to listen on")
    port: int = _number("PORT", 8000, "the port to listen on", 0, 65535)
    workers: int = _number("WORKERS", 2, "the number of worker processes; start with one for each core", 1, 256)
    threads: int = _number(
        "THREADS", 8, "how many requests a worker handles at a time; a quarter is kept for light ones", 2, 64
    )
    connections: int = _number(
        "CONNECTIONS", 500, "how many connections a worker has at a time; each takes up to 300 KiB of memory", 8, 10_000
    )
    request_seconds: int = _number("REQUEST_SECONDS", 20, "how long a request may take to arrive completely", 1, 600)
    answer_seconds: int = _number("ANSWER_SECONDS", 20, "how long a client may take to read its response", 1, 600)
    idle_seconds: int = _number("IDLE_SECONDS", 75, "how long an idle connection stays open", 1, 600)
    shutdown_seconds: int = _number(
        "SHUTDOWN_SECONDS", 30, "how long requests in progress may take during a shutdown", 1, 600
    )
    recycle_after: int = _number(
        "RECYCLE_AFTER", 500_000, "after how many requests a worker is replaced; 0: never", 0, 10**9
    )
    trusted_proxies: int = _number("TRUSTED_PROXIES", 0, "how many proxies in front append to X-Forwarded-For", 0, 10)
    cors_origins: tuple[str, ...] = _parsed(
        "CORS_ORIGINS",
        (),
        "the origins whose pages may send requests from a browser; none by default",
        parse_origins,
        "comma-separated origins, such as https://rummy.example, or *",
    )
    api_keys: tuple[ApiKey, ...] = _parsed(
        "API_KEYS",
        (),
        "the API keys; a caller must send one of them; no key is required by default",
        parse_keys,
        "comma-separated pairs of a unique name, a colon and the SHA-256 of a key in hexadecimal",
        secret=True,
    )
    api_keys_file: tuple[ApiKey, ...] = _parsed(
        "API_KEYS_FILE",
        (),
        "a file with more API keys",
        parse_keys_file,
        "the path of a file with such pairs, one on each line",
        secret=True,
    )
    round_keys: tuple[RoundKey, ...] = _parsed(
        "ROUND_KEYS",
        (),
        "the keys that seal rounds; the first one seals, all open; without them rounds are not sealed",
        parse_round_keys,
        "comma-separated pairs of a unique id, a colon and a key of 64 random hexadecimal digits",
        secret=True,
    )
    rate_limit: Rate | None = _parsed(
        "RATE_LIMIT",
        None,
        "the rate limit for each caller; none by default",
        parse_rate,
        "a number per second, minute, hour or day, such as 100/minute",
    )
    rate_limit_storage: str = _parsed(
        "RATE_LIMIT_STORAGE",
        IN_MEMORY,
        "where requests are counted: in the memory of each worker, or in a shared Redis",
        parse_storage,
        "memory:// or the URL of a Redis, such as redis://cache:6379/0",
        secret=True,
    )
    photos: str = _choice("PHOTOS", "off", "whether `readPhoto` reads photographs; needs Pillow", "on", "off")
    log_level: str = _choice("LOG_LEVEL", "info", "the lowest level that is logged", *LOG_LEVELS)
    traces_to: str | None = _parsed(
        "OTEL_EXPORTER_OTLP_ENDPOINT",
        None,
        "where traces are sent, by OTLP over HTTP; none by default",
        parse_address,
        "the URL of a collector, such as http://collector:4318",
    )


def descriptions() -> dict[str, Description]:
    """The description of every setting, by field name."""
    return {setting.name: setting.metadata["setting"] for setting in fields(Settings)}


def read_settings(environment: Mapping[str, str]) -> Settings:
    """The settings of an environment. An empty variable counts as not set. Raises all errors at once."""
    values: dict[str, Any] = {}
    errors: list[str] = []
    for name, description in descriptions().items():
        text = environment.get(description.name, "").strip()
        if not text:
            continue
        try:
            values[name] = description.parse(text)
        except ValueError:
            given = "something else" if description.secret else repr(text)
            errors.append(f"{description.name} is {given}, but takes {description.values}")
    if errors:
        raise SettingsError(errors)
    return Settings(**values)


OWN_FILES = 128
"""What a process opens besides ``CONNECTIONS``: 64 more to reject clients, listeners, pipes, connections to Redis."""


def allow_open_files(settings: Settings) -> None:
    """Raise the limit on open files as far as the settings need it; an error if it cannot be raised that far."""
    import resource  # noqa: PLC0415 - Windows has none; there only the rest of the command line works

    needed = OWN_FILES + max(settings.connections, settings.workers)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= needed:
        return
    if hard != resource.RLIM_INFINITY and hard < needed:
        why = f"CONNECTIONS={settings.connections} and WORKERS={settings.workers} need {needed} open files"
        raise SettingsError([f"{why}, but the limit (ulimit -Hn) is {hard}"])
    resource.setrlimit(resource.RLIMIT_NOFILE, (needed, hard))
