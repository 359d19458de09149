"""The arguments of the command ``rummy-referee``."""

import argparse
from typing import Any

import shtab

from rummy_referee import __version__
from rummy_referee.games import GAMES
from rummy_referee.rules.strong_play import STRENGTHS, USUAL_STRENGTH
from rummy_referee.texts.catalogue import LANGUAGES

from ..operations.table import COMMANDS, Command, Entry
from ..settings import Settings, descriptions

PROGRAM = "rummy-referee"
SERVE_OPTIONS = ("host", "port", "workers")
"""The settings that are options of ``serve`` as well. An option overrides the environment."""

SHELLS = ("bash", "zsh", "fish")
MCP_PORT = 8001
SEED_DIGITS = 32

EPILOG = """\
input:
  FILE has one body as JSON, as the contract describes it, or many: an array of bodies, or one body in each line
  (JSON Lines). Without FILE, or with -, it is read from standard input.

output:
  Tables for people. With --json, one line of JSON for each body: the answer, the same as over HTTP, or the problem.
  Colours only on a terminal; NO_COLOR=1 turns them off, FORCE_COLOR=1 on.

exit status:
  0  {good}
  1  otherwise; the reasons are listed
  2  the input is invalid; every fault is listed with its path

example:
  {example} | rummy-referee {command}
"""


def make_parser() -> argparse.ArgumentParser:
    """The parser. ``module`` of its result has the function ``run`` for the command."""
    parser = argparse.ArgumentParser(prog=PROGRAM, description="A referee for rummy games.")
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in COMMANDS:
        _add_question(commands, command)
    _add_games(commands)
    _add_serve(commands)
    _add_mcp(commands)
    _add_completion(commands)
    return parser


def _add_question(commands: Any, command: str) -> None:
    asked = [(entry, entry.command) for entry in COMMANDS[command] if entry.command]
    given = asked[0][1].example
    asking = commands.add_parser(
        command,
        help=", or ".join(_lower(entry.summary) for entry, _ in asked),
        description=" ".join(_describe(entry, own) for entry, own in asked),
        epilog=EPILOG.format(
            good=", or ".join(own.meaning for _, own in asked),
            example=f"echo '{given}'" if given.startswith("{") else given,
            command=command,
        ),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    file = "a record in notation or as JSON" if command in ("replay", "review") else "the body as JSON"
    file += ", or a game to play against the computer on this terminal" if command == "play" else ""
    asking.add_argument("file", metavar="FILE", nargs="?", help=file).complete = shtab.FILE
    if command == "deal":
        asking.add_argument("--variant", choices=list(GAMES), metavar="VARIANT", help="the game: " + ", ".join(GAMES))
        asking.add_argument("--players", type=int, metavar="NUMBER", help="the number of players")
        asking.add_argument(
            "--seed", type=_seed, metavar="SEED", help="the seed (default: one of 128 random bits, which is shown)"
        )
    if command == "play":
        asking.add_argument(
            "--strength",
            type=int,
            choices=STRENGTHS,
            default=USUAL_STRENGTH,
            help="with a game instead of FILE: how strong the computer is (default: %(default)s)",
        )
        asking.add_argument("--seed", type=_seed, metavar="SEED", help="with a game: the seed (default: a random one)")
    asking.add_argument("--json", action="store_true", help="JSON for programs")
    _add_language(asking)
    asking.set_defaults(module=".ask", command=command)


def _seed(text: str) -> int | str:
    """A seed: a number, or the 32 digits of one that a deal has shown."""
    return text if len(text) == SEED_DIGITS else int(text)


def _describe(entry: Entry, own: Command) -> str:
    when = f", if the body has `{own.when}`" if own.when else ""
    return f"{entry.summary} ({entry.id}){when}."


def _lower(summary: str) -> str:
    return summary[0].lower() + summary[1:]


def _add_games(commands: Any) -> None:
    games = commands.add_parser(
        "games", help="list the games, or explain one", description="List the games, or explain one of them."
    )
    games.add_argument("variant", metavar="VARIANT", nargs="?", choices=list(GAMES), help=", ".join(GAMES))
    games.add_argument("--json", action="store_true", help="JSON for programs")
    _add_language(games)
    games.set_defaults(module=".games")


def _add_language(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--language",
        choices=LANGUAGES,
        default=LANGUAGES[0],
        help="the language of the referee's sentences (default: %(default)s)",
    )


def _add_serve(commands: Any) -> None:
    others = [setting for name, setting in descriptions().items() if name not in SERVE_OPTIONS]
    serving = commands.add_parser(
        "serve",
        help="serve the API over HTTP",
        description="Serve the API over HTTP until stopped with Ctrl+C.",
        epilog="\n".join(
            ("settings from the environment:", *(f"  {setting.name}: {setting.meaning}" for setting in others))
        ),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    for name in SERVE_OPTIONS:
        setting, default = descriptions()[name], getattr(Settings, name)
        text = f"{setting.meaning} (environment variable {setting.name}, default {default})"
        serving.add_argument(f"--{name}", metavar=setting.name, help=text)
    serving.set_defaults(module=".serve")


def _add_mcp(commands: Any) -> None:
    mcp = commands.add_parser(
        "mcp",
        help="serve the referee to agents (MCP)",
        description="Serve the referee to agents by the Model Context Protocol: on standard input and output, or over "
        "HTTP on this machine. It needs the extra: pip install 'rummy-referee[mcp]'.",
    )
    mcp.add_argument("--http", action="store_true", help="streamable HTTP on 127.0.0.1 instead of standard input")
    mcp.add_argument(
        "--port", type=_port, default=MCP_PORT, metavar="PORT", help=f"the port with --http (default: {MCP_PORT})"
    )
    mcp.set_defaults(module=".mcp")


def _port(text: str) -> int:
    """A port; argparse rejects the argument on a ``ValueError``."""
    port = int(text)
    if not 0 <= port < 1 << 16:
        raise ValueError
    return port


def _add_completion(commands: Any) -> None:
    completion = commands.add_parser(
        "completion",
        help="print a completion script for a shell",
        description="Print a completion script for a shell.",
        epilog="""\
to install it:
  bash  rummy-referee completion bash > ~/.local/share/bash-completion/completions/rummy-referee
  zsh   rummy-referee completion zsh > "${fpath[1]}/_rummy-referee"
  fish  rummy-referee completion fish > ~/.config/fish/completions/rummy-referee.fish
""",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    completion.add_argument("shell", choices=SHELLS)
    completion.set_defaults(module=".completion")
