"""CORS: pages of other origins may ask the referee from a browser, if the operator has named those origins."""

from collections.abc import Sequence

from flask import Flask, Response, request

ANYONE = "*"

EXPOSED = "Content-Language, ETag, RateLimit, RateLimit-Policy, Retry-After, X-Request-ID"
"""What of an answer a script may read beside its body."""

ALLOWED_HEADERS = "Accept-Language, Authorization, Content-Type, If-None-Match, X-Request-ID"
"""What of a request a script may set: what the contract has."""

PREFLIGHT_SECONDS = 3600
"""So long a browser need not ask again."""


def register_cors(app: Flask, origins: Sequence[str]) -> None:
    """Let browsers show the answers to pages of these origins, and to no others."""
    to_anyone = ANYONE in origins
    known = frozenset(origins)

    def admit(answer: Response) -> Response:
        """Cookies are never asked for: a key is a header that a script sets itself."""
        if not to_anyone:
            answer.vary.add("Origin")
        origin = request.environ.get("HTTP_ORIGIN", "")
        if not origin or not (to_anyone or origin in known):
            return answer
        headers = answer.headers
        headers["Access-Control-Allow-Origin"] = ANYONE if to_anyone else origin
        if request.method == "OPTIONS" and "HTTP_ACCESS_CONTROL_REQUEST_METHOD" in request.environ:
            headers["Access-Control-Allow-Methods"] = ", ".join(sorted(answer.allow))
            headers["Access-Control-Allow-Headers"] = ALLOWED_HEADERS
            headers["Access-Control-Max-Age"] = str(PREFLIGHT_SECONDS)
        else:
            headers["Access-Control-Expose-Headers"] = EXPOSED
        return answer

    app.after_request(admit)
