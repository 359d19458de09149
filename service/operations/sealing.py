"""Sealed rounds: a round as a token that its holder can keep and send back, but neither read nor change.

A token is ``1.<id of the key>.<variant>.<ciphertext>``. The ciphertext is AES-SIV (RFC 5297) in URL-safe Base64: the
same round gives the same token, and no nonce can repeat. What stands in clear is authenticated with it.

Only what all players see is compressed. In the rest each tile has two characters, whatever lies beside it: the length
of compressed tiles would tell something of them.
"""

import binascii
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from hmac import compare_digest
from itertools import product
from string import ascii_letters, digits
from typing import Any
from zlib import compress, decompress

import orjson

from rummy_referee.games import GAMES
from rummy_referee.rules.reading import read_record
from rummy_referee.rules.rounds import AnyRound, Round, know_possible

from ..settings import RoundKey
from .field_errors import FieldError, LocatedError
from .move_schemas import dump_options
from .problems import Problem
from .records import dump_record

VERSION = "1"
_LABEL = "rummy-referee round"
_PUBLIC = ("options", "players", "turn", "table", "opened", "phase", "scores", "teams", "last_moves")
"""The fields of a round that all players see."""
_LENGTH = 4
"""The bytes of the length of the compressed part."""
_PAIRS = ["".join(pair) for pair in product(ascii_letters + digits + "-_", repeat=2)]


class Seals:
    """Seals with the first key, and opens with any."""

    def __init__(self, keys: Sequence[RoundKey]) -> None:
        from cryptography.hazmat.primitives.ciphers.aead import AESSIV  # noqa: PLC0415 - large, and needed only here

        self._ciphers = {key.name: AESSIV(key.key) for key in keys}
        self._first = keys[0].name

    def seal(self, variant: str, content: bytes) -> str:
        """The token of some content."""
        head = f"{VERSION}.{self._first}.{variant}"
        sealed = self._ciphers[self._first].encrypt(content, [_context(head, variant)])
        return f"{head}.{urlsafe_b64encode(sealed).decode().rstrip('=')}"

    def open(self, token: str) -> bytes:
        """The content of a token; a problem if it is not one of these keys."""
        head, _, text = token.rpartition(".")
        name, variant = head.split(".")[1:]
        if name not in self._ciphers:
            raise Problem("token-key-unknown")
        from cryptography.exceptions import InvalidTag  # noqa: PLC0415 - see above

        try:
            sealed = urlsafe_b64decode(text + "=" * (-len(text) % 4))
            if urlsafe_b64encode(sealed).decode().rstrip("=") != text:
                raise ValueError(text)
            return self._ciphers[name].decrypt(sealed, [_context(head, variant)])
        except (InvalidTag, ValueError, binascii.Error):
            raise Problem("token-invalid") from None


def _context(head: str, variant: str) -> bytes:
    return f"{_LABEL} {head} {_tiles_of(variant)}".encode()


_seals: ContextVar[Seals | None] = ContextVar("seals", default=None)


@contextmanager
def use_seals(seals: Seals | None) -> Iterator[None]:
    """Seal and open with these keys."""
    before = _seals.set(seals)
    try:
        yield
    finally:
        _seals.reset(before)


def _current() -> Seals:
    seals = _seals.get()
    if seals is None:
        raise Problem("sealing-off")
    return seals


# --- rounds ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SealedRound:
    """A round in a token, and what the token holds besides."""

    round: AnyRound
    sequence: int = 0
    """The number of moves since the deal."""
    locks: Mapping[str, str] | None = None
    """The SHA-256 of the secrets of players, by name."""

    def seal(self) -> str:
        """The token."""
        game = self.round.game
        record = {"options": dump_options(game, self.round.options), **dump_record(self.round.record)}
        public = compress(orjson.dumps({name: record.pop(name) for name in _PUBLIC if name in record}))
        hidden = orjson.dumps([self.sequence, self.locks, _pack(record, _packing(game.id))])
        return _current().seal(game.id, len(public).to_bytes(_LENGTH) + public + hidden)


def variant_of(token: str) -> str:
    """The game of a token, which stands in clear; a problem if it is no token."""
    parts = token.split(".")
    if len(parts) != 4 or parts[0] != VERSION or parts[2] not in GAMES or not token.isascii():
        raise Problem("token-invalid")
    return parts[2]


def open_round(token: str, sequence: int | None = None) -> SealedRound:
    """The round in a token. A problem if it is not of this service, or has another number of moves than expected."""
    game = GAMES[variant_of(token)]
    content = _current().open(token)
    end = _LENGTH + int.from_bytes(content[:_LENGTH])
    moves, locks, packed = orjson.loads(content[end:])
    if sequence is not None and sequence != moves:
        raise Problem("token-outdated", {"expected": sequence, "actual": moves})
    plain = _unpack(packed, _unpacking(game.id))
    plain |= orjson.loads(decompress(content[_LENGTH:end]))
    options = {name: tuple(value) if isinstance(value, list) else value for name, value in plain.pop("options").items()}
    record = read_record(game, game.round_play.record, plain)
    return SealedRound(know_possible(Round(game, game.options(**options), record)), moves, locks)


def check_secret(opened: SealedRound, player: str | None, secret: str | None) -> None:
    """A problem if the player has locked the view and the moves with a secret, and this is not it."""
    lock = (opened.locks or {}).get(player or "")
    if lock is not None and not compare_digest(sha256((secret or "").encode()).hexdigest(), lock):
        raise Problem("body-invalid", errors=[LocatedError("/secret", FieldError("secret_wrong"))])


@cache
def _packing(variant: str) -> Mapping[str, str]:
    """Two characters for each tile. A token is bound to all of them: in a version with other tiles it is invalid."""
    return dict(zip(sorted(GAMES[variant].box.tiles), _PAIRS, strict=False))


@cache
def _unpacking(variant: str) -> Mapping[str, str]:
    """The tile of each two characters."""
    return {pair: code for code, pair in _packing(variant).items()}


@cache
def _tiles_of(variant: str) -> str:
    """What tells the tiles of a game from others."""
    return sha256(" ".join(_packing(variant)).encode()).hexdigest()


def _pack(value: Any, packing: Mapping[str, str]) -> Any:
    """A value with a list of tiles as a string. Strings have a first character that tells tiles and texts apart."""
    if isinstance(value, list):
        pairs = [packing.get(item) if isinstance(item, str) else None for item in value]
        return "#" + "".join(filter(None, pairs)) if all(pairs) else [_pack(item, packing) for item in value]
    if isinstance(value, dict):
        return {name: _pack(item, packing) for name, item in value.items()}
    return f"={value}" if isinstance(value, str) else value


def _unpack(value: Any, codes: Mapping[str, str]) -> Any:
    if isinstance(value, list):
        return [_unpack(item, codes) for item in value]
    if isinstance(value, dict):
        return {name: _unpack(item, codes) for name, item in value.items()}
    if not isinstance(value, str):
        return value
    return [codes[value[at : at + 2]] for at in range(1, len(value), 2)] if value[0] == "#" else value[1:]
