"""The contract as YAML, as JSON and as a page that loads nothing from other hosts."""

from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files

from flask import Response, abort

from service.api.cached_responses import CachedResponse
from service.api.components import named
from service.api.operations import JSON, GetOperation

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
def _asset(name: str) -> CachedResponse:
    media_type, read = _ASSETS[name]
    return CachedResponse(read(), media_type)


def get_page() -> Response:
    """The documentation page."""
    return CachedResponse(_PAGE.encode(), HTML).respond()


def get_asset(asset: str) -> Response:
    """A script or style of the page."""
    if asset not in _ASSETS:
        abort(404)
    return _asset(asset).respond()


def docs_operations(
    as_yaml: Callable[[], CachedResponse], as_json: Callable[[], CachedResponse]
) -> tuple[GetOperation, ...]:
    """The operations that serve the contract."""
    return (
        GetOperation(
            id="getContractAsYaml",
            path="/openapi.yaml",
            tag=TAG,
            summary="The contract as YAML",
            description="This document, identical to `openapi.yaml` in the source.",
            content={YAML: {}},  # clients that do not parse YAML get text
            view=lambda: as_yaml().respond(),
            cached=True,
        ),
        GetOperation(
            id="getContractAsJson",
            path="/openapi.json",
            tag=TAG,
            summary="The contract as JSON",
            description="This document as JSON.",
            content={JSON: named("OpenApiDocument", {"type": "object"})},
            view=lambda: as_json().respond(),
            cached=True,
        ),
        GetOperation(
            id="showContract",
            path=PAGE_PATH,
            tag=TAG,
            summary="The contract as a page",
            description="This document in a browser, with a form to try every operation.",
            content={"text/html": {"type": "string"}},
            view=get_page,
            cached=True,
        ),
        GetOperation(
            id="getContractAsset",
            path="/docs/{asset}",
            tag=TAG,
            summary="A script or style of the page",
            description="The scripts and styles of the page, included in the service.",
            content={"text/css": {"type": "string"}, "text/javascript": {"type": "string"}},
            view=get_asset,
            path_parameters={
                "asset": {
                    "description": "The file name.",
                    "schema": named("ContractAsset", {"type": "string", "enum": list(_ASSETS)}),
                    "example": "start.js",
                }
            },
            problem_statuses=(404,),
            cached=True,
        ),
    )
