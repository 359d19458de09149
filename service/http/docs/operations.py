"""The operations that serve the contract and the documentation."""

from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib.resources import files

import orjson
from flask import Response, abort, request

from rummy_referee.engine.work import OverloadedError
from rummy_referee.games import GAMES
from rummy_referee.rules.game import AnyGame
from rummy_referee.rules.violations import pointer
from rummy_referee.texts.catalogue import LANGUAGES

from ...operations.components import named, reference
from ...operations.field_errors import FieldError, LocatedError, quote
from ...operations.limits import QUOTED_LENGTH
from ...operations.operation import JSON
from ...operations.problems import Problem, overloaded
from ..cached_responses import CachedResponse
from ..routes import GetOperation
from .site import DOCS_PATH, list_search_entries, load_pages, render_page

TAG = "Contract"
YAML = "application/yaml"
HTML = "text/html; charset=utf-8"
_CSS = "text/css; charset=utf-8"
_JAVASCRIPT = "text/javascript; charset=utf-8"
_OWN = files(__package__) / "assets"

PAGE_NAMES = [name for name in load_pages() if name]
SITE_PATHS = (DOCS_PATH, *(f"{DOCS_PATH}/{name}" for name in PAGE_NAMES))
"""The paths of the pages of the site."""

_ASSETS: Mapping[str, tuple[str, Callable[[], bytes]]] = {
    "site.css": (_CSS, (_OWN / "site.css").read_bytes),
    "site.js": (_JAVASCRIPT, (_OWN / "site.js").read_bytes),
    **{
        f"search.{language}.json": (JSON, partial(lambda chosen: orjson.dumps(list_search_entries(chosen)), language))
        for language in LANGUAGES
    },
    "try.js": (_JAVASCRIPT, (_OWN / "try.js").read_bytes),
}

_SEARCH_ENTRY = {
    "type": "object",
    "properties": {
        "page": {"type": "string", "description": "The page."},
        "title": {"type": "string", "description": "Its title."},
        "anchor": {"type": "string", "description": "The fragment of the section."},
        "heading": {"type": "string", "description": "The heading of the section."},
        "text": {"type": "string", "description": "The text of the section."},
    },
    "required": ["page", "title", "anchor", "heading", "text"],
    "description": "A section of the documentation, for its search.",
}


@cache
def _page(name: str) -> CachedResponse:
    return CachedResponse(render_page(name).encode(), HTML)


@cache
def _asset(name: str) -> CachedResponse:
    media_type, read = _ASSETS[name]
    return CachedResponse(read(), media_type)


def show_page(page: str = "") -> Response:
    """A page of the documentation."""
    if page not in load_pages():
        abort(404)
    return _page(page).respond()


def get_asset(asset: str) -> Response:
    """A script, a style or a search index of the pages."""
    if asset not in _ASSETS:
        abort(404)
    return _asset(asset).respond()


Contract = Callable[[tuple[AnyGame, ...]], CachedResponse]
"""The contract of some games."""

_QUERY = {
    "variant": {
        "description": "The games of the contract; repeat it for several. Default: all games.",
        "schema": {"type": "array", "items": reference("Variant"), "maxItems": len(GAMES)},
    }
}
_INVALID_QUERY = {
    422: (
        "InvalidQuery",
        "The query has an unknown parameter or game.",
        Problem("query-invalid", errors=[LocatedError("/game", FieldError("field_unknown"))]),
    )
}


def _show_contract(make: Contract) -> Response:
    try:
        return make(_chosen_games(request.args.to_dict(flat=False))).respond()
    except OverloadedError as error:
        raise overloaded(error.reason) from None


def _chosen_games(query: Mapping[str, list[str]]) -> tuple[AnyGame, ...]:
    """The games in the query, in their order; raises a problem with all errors of the query."""
    unknown = sorted(query.keys() - _QUERY.keys())
    errors = [LocatedError(pointer(name[:QUOTED_LENGTH]), FieldError("field_unknown")) for name in unknown]
    given = query.get("variant", [])
    for value in dict.fromkeys(given):
        if value not in GAMES:
            params = {"value": quote(value), "choices": list(GAMES)}
            errors.append(LocatedError("/variant", FieldError("variant_unknown", params)))
    if errors:
        raise Problem("query-invalid", errors=errors)
    return tuple(game for game in GAMES.values() if game.id in given or not given)


def docs_operations(as_yaml: Contract, as_json: Contract) -> tuple[GetOperation, ...]:
    """The operations that serve the contract and the documentation."""
    html = {"text/html": {"type": "string"}}
    return (
        GetOperation(
            id="getContractAsYaml",
            path="/openapi.yaml",
            tag=TAG,
            summary="The contract as YAML",
            description=(
                "This document, identical to `openapi.yaml` in the source. With `?variant=` and the id of a game it "
                "has only this game, with its types instead of choices."
            ),
            content={YAML: {}},  # clients that do not parse YAML get text
            view=lambda: _show_contract(as_yaml),
            query=_QUERY,
            problems=_INVALID_QUERY,
            cached=True,
        ),
        GetOperation(
            id="getContractAsJson",
            path="/openapi.json",
            tag=TAG,
            summary="The contract as JSON",
            description="This document as JSON, with the same parameter.",
            content={JSON: named("OpenApiDocument", {"type": "object"})},
            view=lambda: _show_contract(as_json),
            query=_QUERY,
            problems=_INVALID_QUERY,
            cached=True,
        ),
        GetOperation(
            id="showDocumentation",
            path=DOCS_PATH,
            tag=TAG,
            summary="The documentation",
            description="The home page of the documentation, for a browser.",
            content=html,
            view=show_page,
            cached=True,
        ),
        GetOperation(
            id="showDocumentationPage",
            path=f"{DOCS_PATH}/{{page}}",
            tag=TAG,
            summary="A page of the documentation",
            description=(
                "A page for a browser: a guide; a game, also in German, French and Italian; every problem, violation "
                "and score line with its parameters and sentences; or `api`, this document, and for each game its "
                "types with forms to try its operations. The `type` of a problem is the address of its description on "
                "`problems`."
            ),
            content=html,
            view=show_page,
            path_parameters={
                "page": {
                    "description": "The name of the page.",
                    "schema": named("DocumentationPage", {"type": "string", "enum": PAGE_NAMES}),
                    "example": "problems",
                }
            },
            problem_statuses=(404,),
            cached=True,
        ),
        GetOperation(
            id="getDocumentationAsset",
            path=f"{DOCS_PATH}/assets/{{asset}}",
            tag=TAG,
            summary="A script, style or search index of the documentation",
            description="The files that the pages load, included in the service.",
            content={
                "text/css": {"type": "string"},
                "text/javascript": {"type": "string"},
                JSON: {"type": "array", "items": named("SearchEntry", _SEARCH_ENTRY)},
            },
            view=get_asset,
            path_parameters={
                "asset": {
                    "description": "The file name.",
                    "schema": named("DocumentationAsset", {"type": "string", "enum": list(_ASSETS)}),
                    "example": "site.js",
                }
            },
            problem_statuses=(404,),
            cached=True,
        ),
    )
