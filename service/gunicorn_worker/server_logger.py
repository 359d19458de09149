"""gunicorn's logger without its access log: the application has a request log."""

from typing import Any

from gunicorn.glogging import Logger


class ServerLogger(Logger):  # type: ignore[misc] # gunicorn has no types
    """Logs only messages of the server itself."""

    def access(self, *_: Any) -> None:
        """Nothing. gunicorn would format every line even if nobody reads it."""
