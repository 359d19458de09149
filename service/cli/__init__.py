"""The command ``rummy-referee``. Each kind of command is a module with ``run``, imported only if it is used."""

from collections.abc import Sequence
from importlib import import_module

from service.cli.parser import make_parser


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command with the arguments given, else with those of the command line."""
    parsed = make_parser().parse_args(arguments)
    import_module(parsed.module).run(parsed)
