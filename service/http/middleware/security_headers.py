"""Security headers: the same on every response, but for the policies of the pages.

``Strict-Transport-Security`` is missing on purpose: the proxy that terminates TLS sets it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..docs.operations import SITE_PATHS
from ..page import PAGE_PATH, WORKER_PATH

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
"""For every response except the pages."""

_POLICY = (
    "default-src 'none'; script-src 'self'{scripts}; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


def _page_headers(scripts: str = "") -> Headers:
    return (
        *_COMMON,
        ("Content-Security-Policy", _POLICY.format(scripts=scripts)),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    )


PAGE_HEADERS = _page_headers(scripts=" 'wasm-unsafe-eval'")
"""For the page, which loads everything from this service, has no inline script or style, and compiles WebAssembly: the
reader of photographs. It runs in a worker whose own file has the policy of the API, so it can send nothing."""

SITE_HEADERS = _page_headers()
"""For the documentation, which is of the same kind without WebAssembly."""

_BY_PATH = {
    **dict.fromkeys((PAGE_PATH, WORKER_PATH), PAGE_HEADERS),
    **dict.fromkeys(SITE_PATHS, SITE_HEADERS),
}


@dataclass(frozen=True)
class SecurityHeaders:
    """WSGI middleware that adds the headers. As a Flask hook the same costs five times as much."""

    application: "WSGIApplication"

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Call the application and add the headers to its own."""
        added = _BY_PATH.get(environ.get("PATH_INFO", ""), API_HEADERS)

        def start(status, headers, failure=None):  # type: ignore[no-untyped-def] # as start_response
            return start_response(status, [*headers, *added], failure)

        return self.application(environ, start)
