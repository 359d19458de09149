"""Which requests a door is for. The contract is public, and probes have no key; neither is kept out or counted."""

from flask import request

REFEREE = "/v1/"
METRICS = "/metrics"


def needs_key(path: str) -> bool:
    """The referee is for those with a key, and so are numbers about all who ask it."""
    return path.startswith(REFEREE) or path == METRICS


def is_counted(path: str) -> bool:
    """What is counted is what costs work."""
    return path.startswith(REFEREE)


def only_asks_what_can_be_asked() -> bool:
    """``OPTIONS`` is for everybody: a browser sends it without a key before it sends the request itself."""
    return request.method == "OPTIONS"
