"""API keys: a caller shows one with ``Authorization: Bearer``. The service knows only their hashes and names."""

from dataclasses import dataclass
from hashlib import sha256
from hmac import compare_digest

from flask import Flask, Response, g, request

from service.api.middleware.places import needs_key, only_asks_what_can_be_asked
from service.api.observability.seen import note_key
from service.api.problems import Problem
from service.settings import ApiKey

CHALLENGE = 'Bearer realm="rummy-referee"'


@dataclass(frozen=True)
class KeyRing:
    """The keys that open the door."""

    keys: tuple[ApiKey, ...]

    def find_name(self, authorization: str) -> str | None:
        """The name of the key that an ``Authorization`` header shows; None where it shows none of ours.

        All are compared, each in constant time, so that nobody can learn from the time how near a guess was.
        """
        scheme, _, key = authorization.partition(" ")
        digest = sha256(key.strip().encode("latin-1")).digest()
        found = None
        for known in self.keys:
            if compare_digest(known.digest, digest):
                found = known.name
        return found if scheme.lower() == "bearer" else None


def key_name(ring: KeyRing) -> str | None:
    """The name of the key of this request."""
    if "key_name" not in g:
        g.key_name = ring.find_name(request.environ.get("HTTP_AUTHORIZATION", ""))
        note_key(g.key_name)
    name: str | None = g.key_name
    return name


def register_keys(app: Flask, ring: KeyRing) -> None:
    """Let in only those who show a key."""

    def check_key() -> None:
        """A request for the referee shows a key of ours."""
        if needs_key(request.path) and not only_asks_what_can_be_asked() and key_name(ring) is None:
            raise Problem("key-required")

    def challenge(answer: Response) -> Response:
        if answer.status_code == 401:
            answer.headers["WWW-Authenticate"] = CHALLENGE
        return answer

    app.before_request(check_key)
    app.after_request(challenge)
