"""Which operation a path belongs to, whatever became of the request."""

import re
from collections.abc import Iterable

from service.api.operations import Operation
from service.variants import GAMES

Place = tuple[str | None, str | None]
"""An operation's id, and the game named by the path."""

NOWHERE: Place = (None, None)


class Places:
    """The paths of the service. Found without the routes, so that a refused request has its operation too."""

    def __init__(self, operations: Iterable[Operation]) -> None:
        self._fixed: dict[str, Place] = {}
        self._patterns: list[tuple[re.Pattern[str], str]] = []
        for operation in operations:
            if "{" in operation.path:
                pattern = re.compile(re.sub(r"{(\w+)}", r"(?P<\1>[^/]+)", operation.path))
                self._patterns.append((pattern, operation.id))
            else:
                self._fixed[operation.path] = (operation.id, None)

    def find(self, path: str) -> Place:
        """The place of a path."""
        fixed = self._fixed.get(path)
        if fixed is not None:
            return fixed
        for pattern, operation in self._patterns:
            found = pattern.fullmatch(path)
            if found:
                variant = found.groupdict().get("variant")
                return operation, variant if variant in GAMES else None
        return NOWHERE
