"""Cursors: where a page of moves ended. Opaque to callers, the same for the same question, bound to its snapshot."""

import base64
import binascii
import hashlib
from dataclasses import dataclass
from typing import Literal

from service.engine.plays.questions import Play
from service.rules.snapshots import Asked
from service.rules.turns import pieces_of
from service.tiles.box import JOKER

PLAYS: Literal["p"] = "p"
MOVES: Literal["m"] = "m"
_SEAL = 12
"""How many bytes of a cursor bind it to its snapshot."""


@dataclass(frozen=True, slots=True)
class Cursor:
    """The last play that was shown; or, past the plays, how many of the other moves were."""

    play: Play | None = None
    index: int = 0

    @property
    def kind(self) -> Literal["p", "m"]:
        """What comes next: plays or other moves."""
        return PLAYS if self.play else MOVES


def write_cursor(asked: Asked, cursor: Cursor) -> str:
    """A cursor as an answer gives it."""
    word = f"{cursor.kind}{cursor.index}"
    if cursor.play is not None:
        used = {f"{colour}{number}": count for (colour, number), count in cursor.play.tiles.items()}
        used[JOKER] = cursor.play.jokers
        word = cursor.kind + "".join(str(used.get(piece, 0)) for piece in _pieces(asked))
    return base64.urlsafe_b64encode(_seal(asked, word) + word.encode()).decode().rstrip("=")


def read_cursor(asked: Asked, cursor: str) -> Cursor | None:
    """A cursor as a request sends it; None if it does not belong to this snapshot."""
    try:
        raw = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
        word = raw[_SEAL:].decode("ascii")
    except (ValueError, binascii.Error):
        return None
    kind, digits = word[:1], word[1:]
    if raw[:_SEAL] != _seal(asked, word) or not digits.isdigit():
        return None
    return Cursor(index=int(digits)) if kind == MOVES else _read_play(asked, digits)


def _read_play(asked: Asked, digits: str) -> Cursor | None:
    """The play that a word tells: how many of each different piece of the hand. None if the hand has not as many."""
    held = pieces_of(asked.snapshot.hand)
    pieces = _pieces(asked)
    used = dict(zip(pieces, map(int, digits), strict=False))
    if len(digits) != len(pieces) or any(count > held[piece] for piece, count in used.items()):
        return None
    jokers = used.pop(JOKER, 0)
    real = {asked.game.box.tiles[piece]: count for piece, count in used.items() if count}
    return Cursor(play=Play({(tile.colour, tile.number): count for tile, count in real.items()}, jokers, 0))


def _pieces(asked: Asked) -> list[str]:
    """The different pieces of the hand, in canonical order."""
    held = pieces_of(asked.snapshot.hand)
    return [piece for piece in asked.game.box.holds if held[piece]]


def _seal(asked: Asked, word: str) -> bytes:
    """What only this snapshot and this word have."""
    told = (asked.game.id, asked.options, asked.snapshot, word)
    return hashlib.sha256(repr(told).encode()).digest()[:_SEAL]
