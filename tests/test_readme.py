"""The examples of the README and of the guides to the library and the command line, run again."""

import doctest
import os
import re
import subprocess
import sys

import pytest

from tests.running import ROOT


def find_blocks(page: str, language: str) -> list[str]:
    """The code blocks of a page in a language."""
    return re.findall(
        rf"^```{language}\n(.*?)\n```$", (ROOT / page).read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )


@pytest.mark.parametrize("page", ["README.md", "docs/library.md"])
def test_python_returns_what_the_page_shows(page):
    blocks = find_blocks(page, "pycon")
    example = doctest.DocTestParser().get_doctest("\n\n".join(blocks) + "\n", {}, page, page, 0)
    assert example.examples
    assert doctest.DocTestRunner().run(example).failed == 0


@pytest.mark.parametrize("page", ["README.md", "docs/without-http.md"])
def test_commands_print_what_the_page_shows(page, tmp_path):
    command = tmp_path / "rummy-referee"
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m service.cli "$@"\n')
    command.chmod(0o755)
    environment = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    blocks = "\n".join(find_blocks(page, "console"))
    exchanges = [part.partition("\n") for part in re.split(r"^\$ ", blocks, flags=re.MULTILINE)[1:]]
    assert exchanges
    for line, _, shown in exchanges:
        ran = subprocess.run(
            ["bash", "-c", f"({line}) 2>&1"], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        assert ran.stdout.strip() == shown.strip(), line
