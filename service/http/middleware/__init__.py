"""Middleware: authentication, rate limiting, CORS and security headers. Disabled middleware is not registered."""

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from ...settings import Settings
from .authentication import KeyStore, register_authentication
from .cors import register_cors
from .security_headers import SecurityHeaders


def register_middleware(app: Flask, settings: Settings) -> None:
    """Register the middleware that the settings enable.

    Rate limiting comes before authentication, so that requests with a wrong key count, too.
    """
    keys = KeyStore((*settings.api_keys, *settings.api_keys_file))
    if settings.cors_origins:
        register_cors(app, settings.cors_origins)
    if settings.rate_limit:
        # Imported on demand: the limits library takes a tenth of a worker's memory.
        from .rate_limiting import RateLimiter, register_rate_limiting  # noqa: PLC0415

        register_rate_limiting(app, RateLimiter(settings.rate_limit, settings.rate_limit_storage), keys)
    if keys.keys:
        register_authentication(app, keys)
    app.wsgi_app = SecurityHeaders(app.wsgi_app)  # type: ignore[method-assign]
    if settings.trusted_proxies:
        trusted = ProxyFix(app.wsgi_app, x_for=settings.trusted_proxies, x_proto=0, x_host=0)
        app.wsgi_app = trusted  # type: ignore[method-assign]
