"""``rummy-referee serve``: the API over HTTP, with gunicorn."""

import argparse
import os
import socket
import sys
from contextlib import suppress
from typing import Any

from flask import Flask
from gunicorn.app.base import Application

from rummy_referee.engine.library import EngineMissingError, load_library

from ..app import create_app
from ..settings import Settings, SettingsError, allow_open_files, descriptions, read_settings
from .parser import SERVE_OPTIONS


class _Server(Application):  # type: ignore[misc] # gunicorn has no types
    """gunicorn with ``service/gunicorn_conf.py``, which says where it serves as soon as it is ready."""

    def load_config(self) -> None:
        """Take the configuration from the package, not from gunicorn's own command line."""
        self.load_config_from_file(f"python:{__package__.rpartition('.')[0]}.gunicorn_conf")
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


def run(arguments: argparse.Namespace) -> None:
    """Serve until stopped. What prevents it is said before anything is started."""
    given = {descriptions()[name].name: getattr(arguments, name) for name in SERVE_OPTIONS}
    os.environ.update({name: text for name, text in given.items() if text is not None})
    try:
        settings = read_settings(os.environ)
        allow_open_files(settings)
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
