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
        _prepare_streams()
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl+C ends it silently, as it ends other commands
    try:
        parsed = import_module(".parser", __package__).make_parser().parse_args(arguments)
        if getattr(parsed, "json", False):
            _set_stdout(encoding="utf-8")  # that of JSON, whatever the terminal's is
        import_module(parsed.module, __package__).run(parsed)
    except ModuleNotFoundError as error:
        if (error.name or "").startswith(__package__.partition(".")[0]):
            raise
        sys.exit(_report_missing(error, (arguments or sys.argv[1:])[:1]))
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EIO):
            raise
        sys.exit(_report_unwritable(error))
    except MemoryError:
        sys.stderr.write("rummy-referee: there is not enough memory for this input\n")
        sys.exit(2)


def _prepare_streams() -> None:
    """Replace standard streams that the caller has closed: reading then finds nothing, and writing has no effect.

    What the terminal's encoding does not have is written as its code; a question mark would be an unknown tile.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, io.TextIOWrapper(io.FileIO(os.devnull, mode)))
    _set_stdout(errors="backslashreplace")


def _set_stdout(encoding: str | None = None, errors: str | None = None) -> None:
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding=encoding, errors=errors)


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
