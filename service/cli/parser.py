"""The arguments of the command ``rummy-referee``."""

import argparse
from typing import Any

import shtab

from rummy_referee import __version__
from rummy_referee.games import GAMES
from rummy_referee.texts.catalogue import LANGUAGES

from ..settings import Settings, descriptions

PROGRAM = "rummy-referee"
SERVE_OPTIONS = ("host", "port", "workers")
"""The settings that are options of ``serve`` as well. An option overrides the environment."""

SHELLS = ("bash", "zsh", "fish")
MCP_PORT = 8001

MELDS = '{"variant": "rummy", "melds": [["R7", "J", "R9"], ["R5", "J"]]}'
ROUND = (
    '{"variant": "rummy", "players": [{"player": "Ada", "hand": []}, {"player": "Bo", "hand": ["R10", "J"]}],'
    ' "went_out": "Ada"}'
)
SNAPSHOT = '{"variant": "rummikub", "table": [["R3", "R4", "R5"]], "hand": ["R6", "B2"], "opened": true, "stock": 40}'
HISTORY = '{"variant": "myrummy-111", "players": ["A", "B"], "rounds": [{"A": 17, "B": 31}, {"A": 44, "B": 30}]}'
DEAL = '{"variant": "rummy", "players": 3, "seed": 42}'

QUESTIONS = {
    "check": (
        "check melds or a move",
        "Check a move (checkMove) if the body has a field `move`, and melds (checkMelds) otherwise.",
        "every meld is valid, or the move is legal",
        MELDS,
    ),
    "score": ("score a round", "Score a round, line by line (scoreRound).", "the round is possible", ROUND),
    "legal": ("list the legal moves", "List the legal moves (listLegalMoves).", "the position is possible", SNAPSHOT),
    "best": ("find the best move", "Find the best move (findBestMove).", "there is a move", SNAPSHOT),
    "verdict": ("decide a game", "Decide a game from its rounds (judgeGame).", "the history is possible", HISTORY),
    "deal": (
        "deal a round",
        "Deal a round from a seed (dealRound): from a file, or with the options --variant and --players.",
        "the deal is possible",
        DEAL,
    ),
}
"""The commands that ask the referee: a summary, a description, what status 0 means, and an example of a body."""

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
  echo '{example}' | rummy-referee {command}
"""


def make_parser() -> argparse.ArgumentParser:
    """The parser. ``module`` of its result has the function ``run`` for the command."""
    parser = argparse.ArgumentParser(prog=PROGRAM, description="A referee for rummy games.")
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in QUESTIONS:
        _add_question(commands, command)
    _add_games(commands)
    _add_serve(commands)
    _add_mcp(commands)
    _add_completion(commands)
    return parser


def _add_question(commands: Any, command: str) -> None:
    summary, description, good, example = QUESTIONS[command]
    asking = commands.add_parser(
        command,
        help=summary,
        description=description,
        epilog=EPILOG.format(good=good, example=example, command=command),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    asking.add_argument("file", metavar="FILE", nargs="?", help="the body as JSON").complete = shtab.FILE
    if command == "deal":
        asking.add_argument("--variant", choices=list(GAMES), metavar="VARIANT", help="the game: " + ", ".join(GAMES))
        asking.add_argument("--players", type=int, metavar="NUMBER", help="the number of players")
        asking.add_argument(
            "--seed", type=int, metavar="NUMBER", help="the seed (default: a random one, which is shown)"
        )
    asking.add_argument("--json", action="store_true", help="JSON for programs")
    _add_language(asking)
    asking.set_defaults(module=".ask", command=command)


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
