"""The command ``rummy-referee``. Each kind of command is a module with ``run``, imported only if it is used."""

import signal
from collections.abc import Sequence
from importlib import import_module


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command with the arguments given, else with those of the command line."""
    if arguments is None:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl+C ends it silently, as it ends other commands
    parsed = import_module("service.cli.parser").make_parser().parse_args(arguments)
    import_module(parsed.module).run(parsed)
