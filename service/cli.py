"""The command ``rummy-referee``. Each subcommand is a function of the parsed arguments."""

import argparse
import os
import socket
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from flask import Flask
from gunicorn.app.base import Application

from service import __version__
from service.app import create_app
from service.engine.library import EngineMissingError, load_library
from service.settings import Settings, SettingsError, descriptions, read_settings

OPTIONS = ("host", "port", "workers")
"""The settings that are options of ``serve`` as well. An option overrides the environment."""


class _Server(Application):  # type: ignore[misc] # gunicorn has no types
    """gunicorn with ``service/gunicorn_conf.py``, which says where it serves as soon as it is ready."""

    def load_config(self) -> None:
        """Take the configuration from the package, not from gunicorn's own command line."""
        self.load_config_from_file("python:service.gunicorn_conf")
        prepare = self.cfg.when_ready

        def announce(server: Any) -> None:
            prepare(server)
            address = server.LISTENERS[0]
            with suppress(OSError):  # nobody has to read it
                sys.stderr.write(f"Serving on {address}, documentation at {address}/docs\n")

        self.cfg.set("when_ready", announce)

    def load(self) -> Flask:
        """The application that is served."""
        return create_app()


def serve(arguments: argparse.Namespace) -> None:
    """Serve until stopped. What prevents it is said before anything is started."""
    given = {descriptions()[name].name: getattr(arguments, name) for name in OPTIONS}
    os.environ.update({name: text for name, text in given.items() if text is not None})
    try:
        settings = read_settings(os.environ)
        load_library()
    except SettingsError as error:
        sys.exit("\n".join(("The settings are invalid:", *error.errors)))
    except EngineMissingError as error:
        sys.exit(str(error))
    if not os.environ.keys() & {"GUNICORN_PID", "LISTEN_PID"}:  # else the sockets come from the caller
        _check_address(settings)
    _Server().run()


def _check_address(settings: Settings) -> None:
    """Exit if the address is taken or invalid: gunicorn would retry for five seconds."""
    host = settings.host.strip("[]")
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, settings.port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
    except OSError as error:
        sys.exit(
            f"Cannot listen on {settings.host}:{settings.port} ({error.strerror}): "
            "choose another with --port and --host, or PORT and HOST."
        )


def _make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="rummy-referee", description="A web service that referees, scores and solves rummy games."
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    others = [setting for name, setting in descriptions().items() if name not in OPTIONS]
    serving = commands.add_parser(
        "serve",
        help="serve the API over HTTP",
        description="Serve the API over HTTP until stopped with Ctrl+C.",
        epilog="\n".join(
            ("settings from the environment:", *(f"  {setting.name}: {setting.meaning}" for setting in others))
        ),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    for name in OPTIONS:
        setting, default = descriptions()[name], getattr(Settings, name)
        text = f"{setting.meaning} (environment variable {setting.name}, default {default})"
        serving.add_argument(f"--{name}", metavar=setting.name, help=text)
    serving.set_defaults(run=serve)
    return parser


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command with the arguments given, else with those of the command line."""
    parsed = _make_parser().parse_args(arguments)
    parsed.run(parsed)


if __name__ == "__main__":
    main()
