"""Gunicorn's logger without its log of requests: the application has its own."""

from typing import Any

from gunicorn.glogging import Logger


class ServerLogger(Logger):  # type: ignore[misc] # gunicorn has no types
    """Logs what the server itself has to say."""

    def access(self, *_: Any) -> None:
        """Nothing. With a configured ``logging`` gunicorn would put every line together, for nobody to read."""
