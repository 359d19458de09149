"""Steps through a recorded round on a terminal."""

import sys
from collections.abc import Callable, Sequence
from typing import Any

from .tables import describe_position
from .terminal import Style

PROMPT = "[Enter] next  [b] back  [number] that position  [q] quit: "


def step(positions: Sequence[dict[str, Any]], style: Style, ask: Callable[[str], str] = input) -> None:
    """Show one position at a time, as the person at the terminal asks for."""
    at = 0
    while positions:
        sys.stdout.write("\n".join(describe_position(positions[at], style)) + "\n")
        try:
            wish = ask(PROMPT).strip().lower()
        except EOFError:
            return
        if wish == "q" or (not wish and at == len(positions) - 1):
            return
        if wish.isdecimal():
            at = int(wish)
        else:
            at += -1 if wish == "b" else 1
        at = min(max(at, 0), len(positions) - 1)
