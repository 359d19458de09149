"""``rummy-referee mcp``: the referee for agents."""

import argparse
import sys
from importlib import import_module

from rummy_referee.engine.library import EngineMissingError, load_library


def run(arguments: argparse.Namespace) -> None:
    """Serve until stopped. What prevents it is said in a sentence."""
    try:
        server = import_module("..mcp_server.server", __package__)
        load_library()
    except EngineMissingError as error:
        sys.exit(str(error))
    if not arguments.http:
        if sys.stdin.isatty():
            sys.stderr.write("Speaking MCP with this terminal; agents start the command themselves. Ctrl+C ends it.\n")
        try:
            server.serve_stdio()
        except server.MessageTooLongError as error:
            sys.exit(str(error))
        return
    try:
        server.serve_http(arguments.port)
    except server.AddressError as error:
        sys.exit(str(error))
