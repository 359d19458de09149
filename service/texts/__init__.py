"""What the service itself says, a file per language: problems, the page for people, the documentation."""

from collections.abc import Mapping
from pathlib import Path

from rummy_referee.texts.catalogue import LANGUAGES, read_texts
from rummy_referee.texts.sentences import fill

FOLDER = Path(__file__).parent


def text(key: str, language: str, params: Mapping[str, object] | None = None) -> str:
    """The sentence for a key, with its parameters filled in."""
    return fill(read_texts(FOLDER, language)[key], params, language)


def codes_of(family: str) -> list[str]:
    """Every code of a family, such as ``problem``."""
    keys = read_texts(FOLDER, LANGUAGES[0])
    return sorted(key.removeprefix(f"{family}.") for key in keys if key.startswith(f"{family}."))
