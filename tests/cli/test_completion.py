"""Completion scripts, in the shells that are installed."""

import shutil
import subprocess

import pytest
import shtab

from service.cli.parser import SHELLS, make_parser

BASH = """source {script}
complete_line() {{ COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _shtab_rummy_referee; echo "${{COMPREPLY[@]}}"; }}
complete_line rummy-referee sc
complete_line rummy-referee deal --variant rumm
complete_line rummy-referee check {folder}/bo
"""
FISH = """source {script}
complete -C "rummy-referee sc" | cut -f 1
complete -C "rummy-referee deal --variant rumm" | cut -f 1 | tr '\\n' ' ' | sed 's/ $/\\n/'
complete -C "rummy-referee check {folder}/bo"
"""


@pytest.fixture
def complete(tmp_path):
    """Completes three lines in a shell: a command, a game and a file."""
    (tmp_path / "body.json").touch()

    def complete(shell: str, commands: str) -> list[str]:
        if not shutil.which(shell):
            pytest.skip(f"{shell} is not installed")
        script = tmp_path / "script"
        script.write_text(shtab.complete(make_parser(), shell=shell))
        command = [shell, "-c", commands.format(script=script, folder=tmp_path)]
        return subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout.splitlines()

    return complete


@pytest.mark.parametrize(("shell", "commands"), [("bash", BASH), ("fish", FISH)])
def test_commands_games_and_files_are_completed(complete, shell, commands, tmp_path):
    command, games, file = complete(shell, commands)
    assert (command, set(games.split()), file) == ("score", {"rummy", "rummu", "rummikub"}, f"{tmp_path}/body.json")


def test_the_script_for_zsh_is_valid(complete):
    assert complete("zsh", "zsh -n {script} && echo valid") == ["valid"]


@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_gets_a_script_with_all_commands(shell):
    script = shtab.complete(make_parser(), shell=shell)
    assert all(command in script for command in ("check", "score", "legal", "best", "verdict", "deal", "serve", "mcp"))
