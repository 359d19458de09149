"""Security headers, the same on every response.

``Strict-Transport-Security`` is missing on purpose: the proxy that terminates TLS sets it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from service.api.docs import PAGE_PATH

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

Headers = tuple[tuple[str, str], ...]

_COMMON: Headers = (
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),  # for browsers without frame-ancestors
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
)

API_HEADERS: Headers = (*_COMMON, ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"))
"""For every response except the documentation page."""

# Swagger UI uses data URLs for its icons. The page has no inline script or style.
_PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

PAGE_HEADERS: Headers = (
    *_COMMON,
    ("Content-Security-Policy", _PAGE_POLICY),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
)
"""For the documentation page, which loads everything from this service."""


@dataclass(frozen=True)
class SecurityHeaders:
    """WSGI middleware that adds the headers. As a Flask hook the same costs five times as much."""

    application: "WSGIApplication"

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Call the application and add the headers to its own."""
        added = PAGE_HEADERS if environ.get("PATH_INFO") == PAGE_PATH else API_HEADERS

        def start(status, headers, failure=None):  # type: ignore[no-untyped-def] # as start_response
            return start_response(status, [*headers, *added], failure)

        return self.application(environ, start)
