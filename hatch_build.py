"""Builds the search engine, the reader of photographs and the pages of the documentation into the wheel."""

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from packaging.tags import sys_tags

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT))

from tools.build_engine import COMPILERS, TARGET, find_compiler, platform_of

PAGES = ("docs/*.md", "CHANGELOG.md", "clients/typescript/README.md", "deploy/README.md")
"""What service/http/docs shows, besides the page of each game; in the wheel below rummy_referee/service/docs."""


def _name_this_platform() -> str:
    """The platform tag of this machine. Its compiler does not guarantee other distributions: not manylinux."""
    platforms = (tag.platform for tag in sys_tags())
    return next(name for name in platforms if not name.startswith(("manylinux", "musllinux")))


class EngineBuildHook(BuildHookInterface):  # type: ignore[misc] # hatchling is not always installed
    """Compiles the libraries and adds them and the pages to the wheel, for one platform and every Python 3."""

    def dependencies(self) -> list[str]:
        """Without a C compiler on the machine, and for other machines, the build requires the one from PyPI."""
        return [] if find_compiler() and TARGET not in os.environ else ["ziglang>=0.14"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile next to the sources for an editable install, else outside of the tree."""
        if version == "editable":
            for library, compile_library in COMPILERS.items():
                compile_library(library)
            return
        self._folder = tempfile.TemporaryDirectory()
        for library, compile_library in COMPILERS.items():
            compiled = Path(self._folder.name, library.name)
            compile_library(compiled)
            build_data["force_include"][str(compiled)] = str(library.relative_to(ROOT))
        for page in (path for pattern in PAGES for path in ROOT.glob(pattern)):
            build_data["force_include"][str(page)] = f"rummy_referee/service/docs/{page.relative_to(ROOT).as_posix()}"
        build_data["pure_python"] = False
        platform = platform_of(os.environ[TARGET]) if TARGET in os.environ else _name_this_platform()
        build_data["tag"] = f"py3-none-{platform}"

    def finalize(self, version: str, _build_data: dict[str, Any], _artifact_path: str) -> None:
        """Remove what was compiled outside of the tree."""
        if version != "editable":
            self._folder.cleanup()
