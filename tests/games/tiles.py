"""The tiles of a round, counted from its JSON alone."""

from collections import Counter
from collections.abc import Iterator
from typing import Any


def pieces(value: Any) -> Iterator[str]:
    """Every tile in the fields of a round that hold tiles."""
    if isinstance(value, str):
        yield piece_of(value)
    elif isinstance(value, list):
        for item in value:
            yield from pieces(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            if key not in ("owner", "slot"):
                yield from pieces(item)


def count_tiles(played: dict[str, Any]) -> Counter[str]:
    """How often each tile occurs in a round."""
    places = ("hands", "stock", "table", "discards", "discard_top", "middle", "drawn")
    return Counter(piece for place in places for piece in pieces(played.get(place)))


def piece_of(code: str) -> str:
    """A tile without what it stands for and without its symbols."""
    return code.split("=", maxsplit=1)[0].split("*", maxsplit=1)[0]
