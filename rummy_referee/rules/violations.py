"""A violation: what is wrong, where, and which rule it breaks."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from rummy_referee.faults import Fault
from rummy_referee.texts.names import with_names
from rummy_referee.texts.sentences import text


def pointer(*steps: str | int) -> str:
    """A JSON pointer (RFC 6901) with these steps."""
    return "".join([f"/{step}" if isinstance(step, int) else f"/{_escape(step)}" for step in steps])


def _escape(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1") if "~" in name or "/" in name else name


@dataclass(frozen=True, slots=True)
class Citation:
    """The rule behind a verdict: the section (a key of the texts) and its source."""

    variant: str
    section: str
    source: str
    symbol_of: Callable[[int], str] = field(default=str, repr=False, compare=False)
    """What the codes of the game say for a number."""


@dataclass(frozen=True, slots=True)
class Violation:
    """A violation of a snapshot, a meld or a move. ``path`` is a JSON pointer into the request."""

    code: str
    path: str
    params: Mapping[str, object]
    rule: Citation

    def text(self, language: str = "en") -> str:
        """The reason in a sentence, in the terms of the game."""
        game = self.rule.variant
        return text(
            f"violation.{self.code}",
            language,
            with_names(self.params, language, self.rule.symbol_of, game),
            game=game,
        )


class RuleError(ValueError):
    """Something breaks rules. ``violations`` has every violation."""

    def __init__(self, violations: Sequence[Violation]) -> None:
        super().__init__(tuple(violations))
        self.violations = tuple(violations)

    def __str__(self) -> str:
        return "\n".join(f"{violation.path}: {violation.text()}" for violation in self.violations)


class ImpossibleError(RuleError):
    """A position, a round, a deal or a history that the rules exclude."""


class IllegalMoveError(RuleError):
    """A move that the rules do not allow."""


Cite = Callable[[str], Citation]
"""Finds the rule behind a violation code."""


def make_violation(cite: Cite, fault: Fault, path: str) -> Violation:
    """A fault with its path and the rule behind it."""
    return Violation(fault.code, path, fault.params, cite(fault.code))
