"""Authentication by API key, sent as ``Authorization: Bearer``. The service stores only names and SHA-256 hashes."""

from dataclasses import dataclass
from hashlib import sha256
from hmac import compare_digest

from flask import Flask, Response, g, request

from ...operations.problems import Problem
from ...operations.request_record import current_record
from ...settings import ApiKey
from ..access_policy import requires_key

CHALLENGE = 'Bearer realm="rummy-referee"'


@dataclass(frozen=True)
class KeyStore:
    """The configured keys."""

    keys: tuple[ApiKey, ...]

    def find_name(self, authorization: str) -> str | None:
        """The name of the key in an ``Authorization`` header; None if it is not a configured key.

        Every key is compared, in constant time, so that response times reveal nothing about a guess.
        """
        scheme, _, key = authorization.partition(" ")
        digest = sha256(key.strip().encode("latin-1")).digest()
        found = None
        for known in self.keys:
            if compare_digest(known.digest, digest):
                found = known.name
        return found if scheme.lower() == "bearer" else None


def key_name(keys: KeyStore) -> str | None:
    """The name of the current request's key, looked up once per request."""
    if "key_name" not in g:
        g.key_name = current_record().key = keys.find_name(request.environ.get("HTTP_AUTHORIZATION", ""))
    name: str | None = g.key_name
    return name


def register_authentication(app: Flask, keys: KeyStore) -> None:
    """Reject requests without a valid key with a 401. ``OPTIONS`` needs none: browsers send preflights without it."""

    def check_key() -> None:
        if requires_key(request.path) and request.method != "OPTIONS" and key_name(keys) is None:
            raise Problem("key-required")

    def add_challenge(response: Response) -> Response:
        if response.status_code == 401:
            response.headers["WWW-Authenticate"] = CHALLENGE
        if requires_key(request.path) and response.cache_control.public:
            response.cache_control.public = False
            response.cache_control.private = True  # a shared cache would serve it without a key
        return response

    app.before_request(check_key)
    app.after_request(add_challenge)
