"""A violation: what is wrong, where, and which rule it breaks."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rummy_referee.faults import Fault


def pointer(*steps: str | int) -> str:
    """A JSON pointer (RFC 6901) with these steps."""
    return "".join([f"/{step}" if isinstance(step, int) else f"/{_escape(step)}" for step in steps])


def _escape(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1") if "~" in name or "/" in name else name


@dataclass(frozen=True, slots=True)
class Citation:
    """The rule behind a verdict: the section (a key of the messages) and its source."""

    variant: str
    section: str
    source: str


@dataclass(frozen=True, slots=True)
class Violation:
    """A violation of a snapshot, a meld or a move. ``path`` is a JSON pointer into the request."""

    code: str
    path: str
    params: Mapping[str, object]
    rule: Citation


Cite = Callable[[str], Citation]
"""Finds the rule behind a violation code."""


def make_violation(cite: Cite, fault: Fault, path: str) -> Violation:
    """A fault with its path and the rule behind it."""
    return Violation(fault.code, path, fault.params, cite(fault.code))
