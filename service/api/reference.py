"""The contract itself, as YAML, as JSON and as a page; nothing on the page comes from another host."""

from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files

from flask import Response, abort

from service.api.cached import CachedAnswer
from service.api.operations import JSON, ReadOperation

TAG = "Contract"
PAGE_PATH = "/docs"
YAML = "application/yaml"
HTML = "text/html; charset=utf-8"
_BUNDLE = files("flask_swagger_ui") / "dist"

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Rummy referee: the contract</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="docs/swagger-ui.css">
</head>
<body>
<div id="contract"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
"""

_START = """window.ui = SwaggerUIBundle({
  url: "openapi.json",
  dom_id: "#contract",
  deepLinking: true,
  validatorUrl: null,
  tryItOutEnabled: true,
});
"""

_ASSETS: Mapping[str, tuple[str, Callable[[], bytes]]] = {
    "swagger-ui.css": ("text/css; charset=utf-8", (_BUNDLE / "swagger-ui.css").read_bytes),
    "swagger-ui-bundle.js": ("text/javascript; charset=utf-8", (_BUNDLE / "swagger-ui-bundle.js").read_bytes),
    "start.js": ("text/javascript; charset=utf-8", _START.encode),
}


@cache
def _asset(name: str) -> CachedAnswer:
    media_type, read = _ASSETS[name]
    return CachedAnswer(read(), media_type)


def show_page() -> Response:
    """The page that shows the contract."""
    return CachedAnswer(_PAGE.encode(), HTML).respond()


def show_asset(asset: str) -> Response:
    """A file the page needs."""
    if asset not in _ASSETS:
        abort(404)
    return _asset(asset).respond()


def operations(as_yaml: Callable[[], CachedAnswer], as_json: Callable[[], CachedAnswer]) -> tuple[ReadOperation, ...]:
    """The operations that show the contract, given the contract."""
    return (
        ReadOperation(
            id="getContractAsYaml",
            path="/openapi.yaml",
            tag=TAG,
            summary="The contract, as YAML",
            description="This document, as it is kept with the source.",
            content={YAML: {"type": "object"}},
            view=lambda: as_yaml().respond(),
            cached=True,
        ),
        ReadOperation(
            id="getContractAsJson",
            path="/openapi.json",
            tag=TAG,
            summary="The contract, as JSON",
            description="This document, for programs.",
            content={JSON: {"type": "object"}},
            view=lambda: as_json().respond(),
            cached=True,
        ),
        ReadOperation(
            id="showContract",
            path=PAGE_PATH,
            tag=TAG,
            summary="The contract, as a page",
            description="This document in a browser, with a form to try every operation.",
            content={"text/html": {"type": "string"}},
            view=show_page,
            cached=True,
        ),
        ReadOperation(
            id="getContractAsset",
            path="/docs/{asset}",
            tag=TAG,
            summary="A file that the page needs",
            description="The scripts and styles of the page, shipped with the service.",
            content={"text/css": {"type": "string"}, "text/javascript": {"type": "string"}},
            view=show_asset,
            path_parameters={
                "asset": {
                    "description": "The file's name.",
                    "schema": {"type": "string", "enum": list(_ASSETS)},
                    "example": "start.js",
                }
            },
            problems=(404,),
            cached=True,
        ),
    )
