"""The page for people: the files of ``service/web`` and its texts.

Files have the page's version in their path, so that browsers keep them for ever; only the page itself and the service
worker, which name the version, are asked for again. Scripts and styles are served without comments and indentation.
The reader of photographs is large, changes rarely and has a version of its own.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from http import HTTPStatus
from importlib.resources.abc import Traversable
from pathlib import Path, PurePosixPath
from typing import Any

import orjson
from flask import Flask, Response, abort, request

from rummy_referee.games import GAMES
from rummy_referee.photos.library import WASM, WEIGHTS
from rummy_referee.rules.game import AnyGame
from rummy_referee.texts.catalogue import LANGUAGES
from rummy_referee.texts.grammar import grammar_of

from ..operations.variants import dump_game
from ..texts import codes_of, text
from .cached_responses import CachedResponse

PAGE_PATH = "/"
WORKER_PATH = "/worker.js"
"""At the root, because a service worker controls only what is below its own path."""

_PAGE, _WORKER = "index.html", "worker.js"
_VERSION_MARK = "VERSION"
_READER_MARK = "READER_HASH"
_LANGUAGES_MARK = b"LANGUAGE_NAMES"
_NOT_SHOWN = ("turn", "rulebook", "href", "melds", "scoring", "rulings")
"""Members of a game's description that the page does not need."""
_FOR_EVER = "public, max-age=31536000, immutable"
_ASK_AGAIN = "public, no-cache"
_ATTEMPTS = 8
_MEDIA_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".weights": "application/octet-stream",
    ".webmanifest": "application/manifest+json",
}


@dataclass(frozen=True)
class PageFiles:
    """All files by path, and the version that names their contents."""

    version: str
    page: CachedResponse
    worker: CachedResponse
    versioned: Mapping[str, CachedResponse]
    reader_version: str
    reader: Mapping[str, CachedResponse]
    """The reader of photographs, which a browser loads after everything else."""


@cache
def load_page() -> PageFiles:
    """The files of the page."""
    reader = {path.name: path.read_bytes() for path in (WASM, *WEIGHTS.values())}
    reader_version = _name_version(reader)
    found = sorted(_read_folder(Path(__file__).parents[1] / "web"))
    sources = {name: body.replace(_READER_MARK.encode(), reader_version.encode()) for name, body in found}
    names = orjson.dumps({language: grammar_of(language).name for language in LANGUAGES})
    sources["strings.js"] = sources["strings.js"].replace(_LANGUAGES_MARK, names)
    for language in LANGUAGES:
        texts = {key: text(f"page.{key}", language) for key in codes_of("page")}
        plural = [numbers.pattern for numbers in grammar_of(language).plural]
        sources[f"strings/{language}.json"] = orjson.dumps({"plural": plural, "texts": texts})
        sources[f"games/{language}.json"] = orjson.dumps([_describe(game, language) for game in GAMES.values()])
    version = _name_version(sources)
    page, worker = (sources.pop(name).replace(_VERSION_MARK.encode(), version.encode()) for name in (_PAGE, _WORKER))
    listed = orjson.dumps([f"web/{version}/{name}" for name in sources if not name.endswith(".png")])
    return PageFiles(
        version,
        _page_file(_PAGE, page, _ASK_AGAIN),
        _page_file(_WORKER, worker.replace(b"[/* FILES */]", listed), _ASK_AGAIN),
        {name: _page_file(name, body, _FOR_EVER) for name, body in sources.items()},
        reader_version,
        {name: _page_file(name, body, _FOR_EVER) for name, body in reader.items()},
    )


def _describe(game: AnyGame, language: str) -> dict[str, Any]:
    """A game as ``getVariant`` describes it, without what the page does not show."""
    return {name: value for name, value in dump_game(game, language).items() if name not in _NOT_SHOWN}


def _name_version(sources: Mapping[str, bytes]) -> str:
    return sha256(b"".join(name.encode() + body for name, body in sources.items())).hexdigest()[:16]


def _read_folder(folder: Traversable, prefix: str = "") -> list[tuple[str, bytes]]:
    found: list[tuple[str, bytes]] = []
    for entry in folder.iterdir():
        if entry.is_dir():
            found.extend(_read_folder(entry, f"{prefix}{entry.name}/"))
        elif PurePosixPath(entry.name).suffix in _MEDIA_TYPES:
            found.append((prefix + entry.name, _shrink(entry.name, entry.read_bytes())))
    return found


def _shrink(name: str, source: bytes) -> bytes:
    """Scripts and styles without block comments and indentation; only a text over several lines would notice."""
    if not name.endswith((".js", ".css")):
        return source
    without = re.sub(r"/\*\*.*?\*/", "", source.decode(), flags=re.DOTALL)
    return re.sub(r"^\s+", "", without, flags=re.MULTILINE).encode()


def _page_file(name: str, body: bytes, cache_control: str) -> CachedResponse:
    return CachedResponse(body, _MEDIA_TYPES[PurePosixPath(name).suffix], cache_control=cache_control)


def _show_file(version: str, name: str) -> Response:
    page = load_page()
    files = {page.version: page.versioned, page.reader_version: page.reader}.get(version)
    if files is None:
        return _ask_another_replica()
    if name not in files:
        abort(HTTPStatus.NOT_FOUND)
    return files[name].respond()


def _ask_another_replica() -> Response:
    """A redirect to the same file: while a new version is rolled out, another replica has it. A few times, then a 404.

    A file of this version in its place would not fit the others, and would be kept by browsers under the wrong version.
    """
    attempt = request.args.get("attempt", default=0, type=int) + 1
    if not 1 <= attempt <= _ATTEMPTS:
        abort(HTTPStatus.NOT_FOUND)
    location = {"Location": f"?attempt={attempt}", "Cache-Control": "no-store"}
    return Response(status=HTTPStatus.TEMPORARY_REDIRECT, headers=location)


def _show_page() -> Response:
    return load_page().page.respond()


def _show_worker() -> Response:
    return load_page().worker.respond()


def register_page(app: Flask) -> None:
    """Register the routes of the page. They are no part of the API, so the contract does not have them."""
    app.add_url_rule(PAGE_PATH, "showPage", _show_page, methods=["GET"])
    app.add_url_rule(WORKER_PATH, "getServiceWorker", _show_worker, methods=["GET"])
    app.add_url_rule("/web/<version>/<path:name>", "getPageFile", _show_file, methods=["GET"])
