"""CORS: browsers may show responses to pages of the configured origins."""

from collections.abc import Sequence

from flask import Flask, Response, request

ANY_ORIGIN = "*"

EXPOSED_HEADERS = "Content-Language, ETag, RateLimit, RateLimit-Policy, Retry-After, X-Request-ID"
"""The response headers that scripts may read."""

ALLOWED_HEADERS = "Accept-Language, Authorization, Content-Type, If-None-Match, X-Request-ID, traceparent, tracestate"
"""The request headers that scripts may set: those of the contract, and those with which a trace is continued."""

PREFLIGHT_SECONDS = 3600
"""How long a browser may cache a preflight response."""


def register_cors(app: Flask, origins: Sequence[str]) -> None:
    """Add CORS headers for these origins. Credentials are never allowed: a key is a header that scripts set."""
    any_origin = ANY_ORIGIN in origins
    allowed = frozenset(origins)

    def add_cors_headers(response: Response) -> Response:
        if not any_origin:
            response.vary.add("Origin")
        origin = request.environ.get("HTTP_ORIGIN", "")
        if not origin or not (any_origin or origin in allowed):
            return response
        headers = response.headers
        headers["Access-Control-Allow-Origin"] = ANY_ORIGIN if any_origin else origin
        if request.method == "OPTIONS" and "HTTP_ACCESS_CONTROL_REQUEST_METHOD" in request.environ:
            headers["Access-Control-Allow-Methods"] = ", ".join(sorted(response.allow))
            headers["Access-Control-Allow-Headers"] = ALLOWED_HEADERS
            headers["Access-Control-Max-Age"] = str(PREFLIGHT_SECONDS)
        else:
            headers["Access-Control-Expose-Headers"] = EXPOSED_HEADERS
        return response

    app.after_request(add_cors_headers)
