"""The command ``rummy-referee``. Each kind of command is a module with ``run``, imported only if it is used."""

import errno
import io
import os
import signal
import sys
from collections.abc import Sequence
from importlib import import_module


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command with the arguments given, else with those of the command line."""
    if arguments is None:
        _open_missing_streams()
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl+C ends it silently, as it ends other commands
    try:
        parsed = import_module(".parser", __package__).make_parser().parse_args(arguments)
        import_module(parsed.module, __package__).run(parsed)
    except ModuleNotFoundError as error:
        if (error.name or "").startswith(__package__.partition(".")[0]):
            raise
        sys.exit(_report_missing(error, (arguments or sys.argv[1:])[:1]))
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EIO):
            raise
        sys.exit(_report_unwritable(error))


def _open_missing_streams() -> None:
    """Replace standard streams that the caller has closed: reading then finds nothing, and writing has no effect."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, io.TextIOWrapper(io.FileIO(os.devnull, mode)))


def _report_missing(error: ModuleNotFoundError, command: Sequence[str]) -> int:
    """Say which extra of the package has a missing module, and return the exit status."""
    asked = " ".join(["rummy-referee", *command])
    extra = "mcp" if "mcp" in command else "service"
    sys.stderr.write(f"`{asked}` needs {error.name}: install it with pip install 'rummy-referee[{extra}]'.\n")
    return 2


def _report_unwritable(error: OSError) -> int:
    """Say why the output cannot be written, and return the exit status."""
    sys.stderr.write(f"rummy-referee: cannot write the output: {error.strerror}\n")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what is buffered would fail again at the exit
    return 2
