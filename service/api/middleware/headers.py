"""Security headers on every answer. They never change, so they are a list and no library.

``Strict-Transport-Security`` is not among them: it belongs to whoever speaks TLS, which is the proxy in front.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from service.api.reference import PAGE_PATH

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

Headers = tuple[tuple[str, str], ...]

_ALWAYS: Headers = (
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),  # says what frame-ancestors says, to browsers that do not know it
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
)

FOR_ANSWERS: Headers = (*_ALWAYS, ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"))
"""JSON needs nothing of a browser."""

# Swagger UI draws its icons from data addresses. Nothing on the page is inline, neither script nor style.
_PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

FOR_PAGE: Headers = (
    *_ALWAYS,
    ("Content-Security-Policy", _PAGE_POLICY),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
)
"""The page that shows the contract takes what it needs from this service alone."""


@dataclass(frozen=True)
class SecurityHeaders:
    """An application whose every answer has them. Around the application this costs a fifth of what it costs inside."""

    application: "WSGIApplication"

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Answer as the application does, with these headers beside its own."""
        added = FOR_PAGE if environ.get("PATH_INFO") == PAGE_PATH else FOR_ANSWERS

        def start(status, headers, failure=None):  # type: ignore[no-untyped-def] # as start_response
            return start_response(status, [*headers, *added], failure)

        return self.application(environ, start)
