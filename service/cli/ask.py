"""The commands of operations (`operations/table.py`): bodies in, answers out."""

import argparse
import json
import signal
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import orjson

from rummy_referee.engine.library import EngineMissingError
from rummy_referee.games import GAMES
from rummy_referee.rules.seeded_random import draw_seed

from ..operations import calls
from ..operations.table import COMMANDS, Entry
from .opponent import Table, play_round
from .parser import PROGRAM
from .stepping import step
from .tables import describe, row
from .terminal import Progress, Style

INPUT_BYTES = 16 * 1024 * 1024
"""The length of all bodies together."""

GOOD, BAD, INVALID = 0, 1, 2
"""The exit status: legal, valid or possible; not; or the input is invalid."""


class InputError(Exception):
    """No bodies can be read. The message says why."""


def run(arguments: argparse.Namespace) -> None:
    """Answer all bodies, and exit with the highest status of them."""
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # a closed pipe ends it silently, as it ends other commands
    sys.exit(
        play_alone(arguments) if arguments.command == "play" and arguments.file in GAMES else answer_all(arguments)
    )


def play_alone(arguments: argparse.Namespace) -> int:
    """Play a round against the computer, and return the exit status."""
    seed = arguments.seed if arguments.seed is not None else draw_seed()
    table = Table(arguments.file, seed, arguments.strength, arguments.language)
    return GOOD if play_round(table, Style(sys.stdout)) else BAD


def answer_all(arguments: argparse.Namespace) -> int:
    """Print the answers to all bodies, and return the exit status."""
    try:
        bodies = read_bodies(arguments)
        style = Style(sys.stdout)
        status = GOOD
        with Progress(len(bodies)) as progress:
            for number, body in enumerate(bodies, 1):
                place = f"body {number}" if len(bodies) > 1 else ""
                status = max(status, answer(arguments, body, place, progress, style))
    except (InputError, EngineMissingError) as error:
        sys.stderr.write(f"{PROGRAM}: {error}\n")
        return INVALID
    return status


def answer(arguments: argparse.Namespace, body: bytes, place: str, progress: Progress, style: Style) -> int:
    """Print the answer to a body, and return its exit status."""
    try:
        entry = choose(arguments.command, body)
        made = calls.run_json(entry.id, body, arguments.language)
    except calls.CallError as error:
        if arguments.json:
            progress.write(orjson.dumps(error.problem).decode() + "\n")
        else:
            progress.write(describe_problem(place or name_source(arguments), error.problem), sys.stderr)
        return INVALID
    answered = json.loads(made)
    if arguments.json:
        progress.write(made.decode() + "\n")
    else:
        if entry.id == "replayRound" and sys.stdin.isatty() and sys.stdout.isatty() and answered["possible"]:
            step(answered["positions"], style)
        heading = [style.paint(place, "bold")] if place else []
        progress.write("\n".join((*heading, *describe(entry.id, answered, style))) + "\n")
    return GOOD if is_good(entry, answered) else BAD


def choose(command: str, body: bytes) -> Entry:
    """The operation of a command, selected by the members of the body if several share the command."""
    first, *others = COMMANDS[command]
    parsed = calls.parse_json(body) if others else None
    members = parsed.keys() if isinstance(parsed, dict) else ()
    return next((entry for entry in others if entry.command and entry.command.when in members), first)


def is_good(entry: Entry, answer: dict[str, Any]) -> bool:
    """Whether the answer is the one that the caller hopes for."""
    return entry.command is not None and bool(answer[entry.command.good])


# --- input ----------------------------------------------------------------------------------------------------------


def read_bodies(arguments: argparse.Namespace) -> list[bytes]:
    """The bodies: from the options of ``deal``, from a file or from standard input."""
    given = {name: getattr(arguments, name, None) for name in ("variant", "players", "seed")}
    if arguments.command == "deal" and any(value is not None for value in given.values()):
        if arguments.file is not None:
            raise InputError("give either FILE or the options --variant, --players and --seed")
        if given["variant"] is None or given["players"] is None:
            raise InputError("a deal needs --variant and --players")
        return [json.dumps({name: value for name, value in given.items() if value is not None}).encode()]
    text = read_text(arguments)
    if arguments.command in ("replay", "review"):
        return [wrap_record(text)]
    return split_bodies(text, name_source(arguments))


def wrap_record(text: bytes) -> bytes:
    """The body with a record: in notation, as JSON, or already in a body."""
    try:
        read = orjson.loads(text)
    except orjson.JSONDecodeError:
        read = text.decode("utf-8", "replace")
    return text if isinstance(read, dict) and "record" in read else orjson.dumps({"record": read})


def read_text(arguments: argparse.Namespace) -> bytes:
    """The content of the file, or of standard input."""
    try:
        if arguments.file not in (None, "-"):
            with Path(arguments.file).open("rb") as file:
                text = file.read(INPUT_BYTES + 1)
        else:
            if sys.stdin.isatty():
                hint = f"{PROGRAM} {arguments.command} --help"
                sys.stderr.write(f"Reading JSON from the terminal; Ctrl+D ends it. {hint}\n")
            text = sys.stdin.buffer.read(INPUT_BYTES + 1)
    except OSError as error:
        raise InputError(f"cannot read {name_source(arguments)}: {error.strerror}") from None
    if len(text) > INPUT_BYTES:
        raise InputError(f"{name_source(arguments)} has more than {INPUT_BYTES} bytes; split it")
    return text


def name_source(arguments: argparse.Namespace) -> str:
    """The input, for messages."""
    if getattr(arguments, "variant", None) is not None:
        return "the options"
    return "standard input" if arguments.file in (None, "-") else printable(arguments.file)


def split_bodies(text: bytes, source: str) -> list[bytes]:
    """One body, those of an array, or one of each line. Whatever is neither is left to the referee to reject."""
    text = text.strip()
    if not text:
        raise InputError(f"{source} is empty; it must have a body as JSON")
    if text.startswith(b"["):
        try:
            bodies = calls.parse_json(text)
        except calls.CallError as error:
            raise InputError(describe_problem(source, error.problem).strip()) from None
        if not bodies:
            raise InputError(f"{source} is an empty list; it must have a body")
        return [orjson.dumps(body) for body in bodies]
    lines = [line for line in text.splitlines() if line.strip()]
    return lines if len(lines) > 1 and _is_object(lines[0]) else [text]


def _is_object(text: bytes) -> bool:
    try:
        return isinstance(orjson.loads(text), dict)
    except orjson.JSONDecodeError:
        return False


# --- problems -------------------------------------------------------------------------------------------------------


def describe_problem(place: str, problem: Mapping[str, Any]) -> str:
    """A problem in lines: where, why, and every fault with its path."""
    lines = [f"{place}: {problem['detail'] if not problem['errors'] else problem['title']}"]
    width = max((len(fault["path"] or "/") for fault in problem["errors"]), default=0)
    style = Style(sys.stderr)
    for fault in problem["errors"]:
        lines += row(f"  {fault['path'] or '/':{width}}  ", style.wrap(fault["message"], width + 4))
    return "".join(f"{printable(line)}\n" for line in lines)


def printable(text: str) -> str:
    """The text without control characters, which a terminal would obey."""
    return "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in text)
