"""The HTTP API: routes, contract, middleware, observability and documentation, with Flask."""
