"""Fuzzed bodies: mutated as JSON and as bytes, deterministic for a seed."""

import copy
import json
from random import Random
from typing import Any

NASTY: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 5.0, 0.5, 1e308, 2**53, 2**63, -(2**70)),
    *(
        "",
        " ",
        "R7",
        "J",
        "J=R8",
        "?",
        "?R",
        "?7",
        "Y6=R6",
        "85*3",
        "85*?",
        "r7",
        "R99",
        "R7 ",
        "\x00",
        "é",
        "🂡",
        "x" * 300,
    ),
    *([], {}, [[]], [{}], {"a": []}, [None], ["R7"] * 120, [["R7", "R8", "R9"]] * 60),
)
"""Unusual JSON values."""

JUNK: tuple[bytes, ...] = (
    *(b"\x00", b"\xff", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"{", b"}", b"[", b"]", b'"', b",", b":", b"\\", b"\\ud800"),
    *(b"NaN", b"-Infinity", b"1e400", b"-0", b"00", b"//", b"'", b"[" * 2000, b'{"a":' * 500, b"9" * 500),
)

Place = tuple[Any, Any]
"""A list or object, and an index or key in it."""


def fuzz(random: Random, body: Any, codes: list[str]) -> bytes:
    """A mutation of this body; ``codes`` are tiles to insert."""
    changed = json.loads(json.dumps(body))
    share = random.random()
    if share < 0.75:
        for _ in range(1 + int(random.expovariate(0.7))):
            changed = _change_value(random, changed, codes)
    written = json.dumps(changed, ensure_ascii=random.random() < 0.9).encode("utf-8", "surrogatepass")
    if share > 0.65:
        for _ in range(1 + int(random.expovariate(0.7))):
            written = _change_bytes(random, written)
    return written


def _change_value(random: Random, body: Any, codes: list[str]) -> Any:
    places = list(_places(body))
    if not places:
        return _nasty(random)
    inside, at = random.choice(places)
    kind = random.randrange(7)
    if kind == 0:
        inside[at] = _nasty(random)
    elif kind == 1:
        del inside[at]
    elif kind == 2:
        other, there = random.choice(places)
        inside[at] = json.loads(json.dumps(other[there])) if not _holds(other[there], inside) else None
    elif kind == 3 and isinstance(inside[at], list):
        inside[at] = inside[at] * random.choice((2, 3, 20))
    elif kind == 4 and isinstance(inside[at], list):
        random.shuffle(inside[at])
        inside[at] += [random.choice(codes) for _ in range(random.choice((1, 3, 14, 90)))]
    elif kind == 5 and isinstance(inside[at], int):
        inside[at] = inside[at] + random.choice((-1, 1, 100))
    elif isinstance(inside, dict):
        inside[random.choice(("extra", "variant", "options", "hand", "table", "move", "limit"))] = _nasty(random)
    else:
        inside[at] = random.choice(codes)
    return body


def _nasty(random: Random) -> Any:
    """A copy, because later mutations may change it."""
    return copy.deepcopy(random.choice(NASTY))


def _places(body: Any) -> Any:
    """The place of every value in a body."""
    to_see = [body]
    while to_see:
        seen = to_see.pop()
        pairs = seen.items() if isinstance(seen, dict) else enumerate(seen) if isinstance(seen, list) else ()
        for at, inner in list(pairs):
            yield seen, at
            to_see.append(inner)


def _holds(outer: Any, inner: Any) -> bool:
    """Whether inserting the outer into the inner would create a cycle."""
    return outer is inner or any(inside[at] is inner for inside, at in _places(outer))


def _change_bytes(random: Random, body: bytes) -> bytes:
    start = random.randrange(len(body) + 1)
    end = min(len(body), start + random.choice((0, 1, 1, 2, 5, 40)))
    kind = random.randrange(5)
    if kind == 0:
        return body[:start]
    if kind == 1:
        return body[:start] + body[end:]
    if kind == 2:
        return body[:start] + random.choice(JUNK) + body[end:]
    if kind == 3:
        return body[:start] + body[start:end] * random.choice((2, 3, 1000)) + body[end:]
    return body[:start] + bytes([random.randrange(256)]) + body[start + 1 :]
