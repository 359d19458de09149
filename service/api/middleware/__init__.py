"""The doors: who may come in, how often, and what a browser may do with an answer. A door that is off is not there."""

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from service.api.middleware.cors import register_cors
from service.api.middleware.headers import SecurityHeaders
from service.api.middleware.keys import KeyRing, register_keys
from service.settings import Settings


def hang_doors(app: Flask, settings: Settings) -> None:
    """Hang the doors that the settings ask for. Who has no key is counted too: the limit comes first."""
    ring = KeyRing((*settings.api_keys, *settings.api_keys_file))
    if settings.cors_origins:
        register_cors(app, settings.cors_origins)
    if settings.rate_limit:
        # loaded only where it is wanted: with its library it takes a tenth of a worker's memory
        from service.api.middleware.rate_limits import RateLimit, register_rate_limit  # noqa: PLC0415

        register_rate_limit(app, RateLimit(settings.rate_limit, settings.rate_limit_storage), ring)
    if ring.keys:
        register_keys(app, ring)
    app.wsgi_app = SecurityHeaders(app.wsgi_app)  # type: ignore[method-assign]
    if settings.trusted_proxies:
        trusted = ProxyFix(app.wsgi_app, x_for=settings.trusted_proxies, x_proto=0, x_host=0)
        app.wsgi_app = trusted  # type: ignore[method-assign]
