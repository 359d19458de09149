"""Things that are found one after another, and asked for again: what was found before is remembered."""

from collections.abc import Iterator
from itertools import count
from typing import Generic, TypeVar

_Found = TypeVar("_Found")


class Remembered(Generic[_Found]):
    """Finds no more than is asked for, and nothing twice."""

    def __init__(self, found: Iterator[_Found]) -> None:
        self._to_come = found
        self._found: list[_Found] = []

    def __iter__(self) -> Iterator[_Found]:
        # One may go on while another stands still: each counts for itself how far it is.
        for place in count():
            if place == len(self._found):
                found = next(self._to_come, None)
                if found is None:
                    return
                self._found.append(found)
            yield self._found[place]
