"""A property that is computed when it is first read, and kept.

Until Python 3.12, ``functools.cached_property`` holds a lock of the class while it computes, so that all instances wait
for one. A search may wait inside for another request, which may need the same property of another object: then neither
ends. A process that is forked meanwhile inherits the lock and can never take it.
"""

from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar, overload

Value = TypeVar("Value")


class cached_property(Generic[Value]):  # noqa: N801 - used like ``property``
    """Without a lock: threads that read a property at once may each compute it, and all get the same value."""

    def __init__(self, compute: Callable[[Any], Value]) -> None:
        self._compute = compute
        self.__doc__ = compute.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type) -> Self: ...

    @overload
    def __get__(self, instance: object, owner: type) -> Value: ...

    def __get__(self, instance: object | None, owner: type) -> Self | Value:
        if instance is None:
            return self
        value: Value = instance.__dict__.setdefault(self._name, self._compute(instance))  # from now on found there
        return value
