"""The Markdown files that are pages of the site: ``docs/``, a page of each game, the changelog and two READMEs."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath

from rummy_referee.cached_property import cached_property
from rummy_referee.games import GAMES, folder_of

_PACKAGE = Path(__file__).parents[2]
_ROOT = next(folder for folder in (_PACKAGE / "docs", _PACKAGE.parent) if folder.is_dir())
"""In a wheel, the files are in the package; hatch_build.py puts them there."""

_OTHERS = {
    "CHANGELOG.md": "changelog",
    "clients/typescript/README.md": "typescript",
    "deploy/README.md": "deployment",
}
"""Pages outside of ``docs/`` by their path in the repository."""


@dataclass(frozen=True)
class Source:
    """A Markdown file: the id of its page, its path in the repository, and its text."""

    id: str
    path: str
    text: str

    @cached_property
    def title(self) -> str:
        """The first heading, else the name of the file."""
        found = re.search(r"^# (.+)$", self.text, re.MULTILINE)
        return found[1] if found else self.id.replace("-", " ").capitalize()


@cache
def find_sources() -> Mapping[str, Source]:
    """All files by their path in the repository."""
    paths = [*sorted((_ROOT / "docs").glob("*.md")), *(_ROOT / path for path in _OTHERS)]
    return {source.path: source for source in map(_read, paths)}


@cache
def find_worked_rounds() -> Mapping[str, Source]:
    """The files with a worked round, by game."""
    pages = {variant: folder_of(variant) / "page.md" for variant in GAMES}
    return {
        variant: Source(
            variant, f"rummy_referee/games/{page.parent.name}/{page.name}", page.read_text(encoding="utf-8")
        )
        for variant, page in pages.items()
    }


def _read(path: Path) -> Source:
    name = PurePosixPath(path.relative_to(_ROOT)).as_posix()
    return Source(_OTHERS.get(name, path.stem), name, path.read_text(encoding="utf-8"))
