"""Which texts are names of players. Two names that look the same are one name, as far as Unicode can say it.

The pattern is read by Python, JavaScript and Rust. Generators print it into their code, and some replace ``\\uXXXX`` by
the character itself. So it has no line separator as an end of a range, no character beyond U+FFFF, which JavaScript
would split, and no ``\\p{...}``, which Python does not know.
"""

import re
from unicodedata import normalize

_WITHOUT_JOINERS = r"[\x20-\x7e\xa0-\xac\xae-\u034e\u0350-\u058f\u1d00-\u200a\u2010-\u2027\u202f-\u203b]"
"""Latin, Greek, Cyrillic and Armenian, with their punctuation."""
_KEYCAP = r"[#*0-9]\ufe0f\u20e3"
_WITH_JOINERS = (
    r"[^\x00-\u058f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u1d00-\u203b\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb]"
    r"\ufe0f?"
)
"""Emoji, and all scripts that come after Armenian in Unicode."""

NAME_PATTERN = rf"^(?:{_WITHOUT_JOINERS}|{_KEYCAP}|{_WITH_JOINERS}(?:[\u200c\u200d]{_WITH_JOINERS})*)*$"
"""A name without control characters and invisible ones. Joiners are only between characters that they can change."""
_NAME = re.compile(NAME_PATTERN)

_INVISIBLE = re.compile("[\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]")
"""The invisible characters that the pattern cannot exclude. They are removed."""


def is_name(text: str) -> bool:
    """Whether a text has no character that a name must not have."""
    return _NAME.fullmatch(text) is not None


def normalize_name(text: str) -> str:
    """The name that all its encodings share: in Unicode's NFC, without invisible characters."""
    return text if text.isascii() else normalize("NFC", _INVISIBLE.sub("", text))
