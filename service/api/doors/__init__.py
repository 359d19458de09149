"""The doors: what a browser may do with an answer."""

from flask import Flask

from service.api.doors.headers import SecurityHeaders


def hang_doors(app: Flask) -> None:
    """Hang the doors that are always there."""
    app.wsgi_app = SecurityHeaders(app.wsgi_app)  # type: ignore[method-assign]
