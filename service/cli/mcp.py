"""``rummy-referee mcp``: the referee for agents."""

import argparse
import sys
from importlib import import_module

from service.engine.library import EngineMissingError, load_library

INTERRUPTED = 130
"""The status that shells give a command that Ctrl+C ended."""


def run(arguments: argparse.Namespace) -> None:
    """Serve until stopped. What prevents it is said in a sentence."""
    try:
        server = import_module("service.mcp_server.server")
        load_library()
    except EngineMissingError as error:
        sys.exit(str(error))
    except ModuleNotFoundError as error:
        sys.exit(f"`rummy-referee mcp` needs {error.name}: install it with pip install 'rummy-referee[mcp]'.")
    try:
        if arguments.http:
            server.serve_http(arguments.port)
        else:
            server.serve_stdio()
    except server.AddressError as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
