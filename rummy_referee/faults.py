"""Faults: what can break a rule. Each kind is declared once, with its parameters and its usual section of the rules."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Generic, ParamSpec

P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class Fault:
    """What breaks a rule, without its place in a request: the code of its kind, and its parameters."""

    code: str
    params: Mapping[str, object]


@dataclass(frozen=True, slots=True, eq=False)
class FaultKind(Generic[P]):
    """A kind of fault. Called with its parameters, it returns a fault."""

    code: str
    section: str
    """The section that has the rule in most rulebooks."""
    params: Mapping[str, object]
    """The type of each parameter."""

    def __call__(self, *_: P.args, **params: P.kwargs) -> Fault:
        return Fault(self.code, params)


def fault(section: str) -> Callable[[Callable[P, None]], FaultKind[P]]:
    """Declares a kind of fault: the name of the function is its code, and keyword arguments are its parameters."""

    def declare(function: Callable[P, None]) -> FaultKind[P]:
        params = {name: kind for name, kind in function.__annotations__.items() if name != "return"}
        return FaultKind(function.__name__, section, params)

    return declare


def declared_in(module: ModuleType) -> tuple[FaultKind[Any], ...]:
    """The kinds of fault that a module declares."""
    return tuple(kind for kind in vars(module).values() if isinstance(kind, FaultKind))
