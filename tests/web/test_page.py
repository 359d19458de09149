"""The page over HTTP: its files, their caching and their size."""

import gzip
import json
import re
from urllib.parse import urljoin

import pytest

from rummy_referee.photos.library import WEIGHTS
from rummy_referee.texts.catalogue import LANGUAGES
from service.http.page import load_page
from tests.conftest import ROOT

SOURCES = sorted(path for path in (ROOT / "service" / "web").rglob("*") if path.is_file())
MODULES = [path for path in SOURCES if path.suffix == ".js"]
LARGEST = 90 * 1024
ON_DEMAND = {
    "elements/photo-dialog.js",
    "state/photo.js",
    "tile-reader.js",
    "pages/share.js",
    "state/qr.js",
    "state/share.js",
    "elements/record-input.js",
    "elements/round-view.js",
    "pages/check.js",
    "pages/record.js",
    "state/deal-check.js",
    "state/fair-deal.js",
}
"""Loaded with the first photograph, when a sheet is handed on, or when a record is opened."""


def test_the_page_names_only_files_that_exist(client):
    page = client.get("/")
    assert page.mimetype == "text/html"
    links = re.findall(r'(?:src|href)="([^"]+)"', page.text)
    assert len(links) == 6
    for link in links:
        assert client.get(f"/{link}", follow_redirects=True).status_code == 200, link


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_a_module_imports_only_files_that_exist(path):
    imported = re.findall(r'^import (?:[^"]* from )?"([^"]+)";$', path.read_text(encoding="utf-8"), re.MULTILINE)
    assert [name for name in imported if not (path.parent / name).is_file()] == []


def test_a_file_never_changes_under_its_path(client):
    version = load_page().version
    found = client.get(f"/web/{version}/app.js")
    assert found.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert client.get(f"/web/{version}/nothing.js").status_code == 404
    assert client.get(f"/web/{version}/../page.py").status_code == 404


def test_for_a_file_of_another_version_another_replica_is_asked_a_few_times(client):
    address = "/web/0123456789abcdef/app.js"
    for attempt in range(1, 9):
        response = client.get(address)
        assert (response.status_code, response.headers["Cache-Control"]) == (307, "no-store")
        address = urljoin(address, response.headers["Location"])
        assert address == f"/web/0123456789abcdef/app.js?attempt={attempt}"
    response = client.get(address)
    assert (response.status_code, response.headers["Cache-Control"]) == (404, "no-store")
    assert client.get(f"/web/{load_page().version}/app.js?attempt=3").status_code == 200


@pytest.mark.parametrize("path", ["/", "/worker.js"])
def test_what_names_the_version_is_asked_for_again(client, path):
    first = client.get(path)
    assert first.headers["Cache-Control"] == "public, no-cache"
    again = client.get(path, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    assert load_page().version in first.text


def test_a_browser_gets_compressed_files_with_their_own_tag(client):
    path = f"/web/{load_page().version}/style.css"
    plain, packed = client.get(path), client.get(path, headers={"Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert packed.headers["ETag"] != plain.headers["ETag"]
    assert packed.headers["Vary"] == plain.headers["Vary"] == "Accept-Encoding"


def test_the_service_worker_keeps_every_file(client):
    (listed,) = re.findall(r"FILES = (\[.*\]);", client.get("/worker.js").text)
    kept = json.loads(listed)
    pictures = {name for name in load_page().versioned if name.endswith(".png")}  # for the home screen
    assert set(kept) == {f"web/{load_page().version}/{name}" for name in load_page().versioned.keys() - pictures}
    assert all(client.get(f"/{name}").status_code == 200 for name in kept)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_browser_loads_is_small(language):
    page = load_page()
    other = {f"{folder}/{one}.json" for folder in ("strings", "games") for one in LANGUAGES if one != language}
    first = {name for name in page.versioned.keys() - other - ON_DEMAND if not name.endswith(".png")}
    loaded = [page.page, page.worker, *(page.versioned[name] for name in first)]
    assert sum(len(file.packed) for file in loaded) < LARGEST


def test_modules_on_demand_are_imported_by_no_other():
    always = {path for path in MODULES if str(path.relative_to(ROOT / "service" / "web")) not in ON_DEMAND}
    imports = r'^import [^;]*"([^"]+)";$'
    named = {
        (path.parent / name).resolve()
        for path in always
        for name in re.findall(imports, path.read_text(), re.MULTILINE)
    }
    assert named <= always


def test_the_reader_of_photographs_has_a_version_of_its_own(client):
    page = load_page()
    weights = [(path.name, "application/octet-stream") for path in WEIGHTS.values()]
    for name, media_type in (("tile_reader.wasm", "application/wasm"), *weights):
        found = client.get(f"/web/{page.reader_version}/{name}")
        assert (found.status_code, found.mimetype) == (200, media_type)
        assert found.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert client.get(f"/web/{page.version}/{name}").status_code == 404
    assert page.reader_version in client.get(f"/web/{page.version}/state/photo.js").text
    assert page.reader_version in client.get("/worker.js").text


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_no_text_in_a_module_runs_over_several_lines(path):
    """Modules are served without indentation, which such a text would lose."""
    source = re.sub(r"/\*\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert [line for line in source.splitlines() if line.count("`") % 2] == []


@pytest.mark.parametrize("path", [path for path in SOURCES if path.suffix != ".png"], ids=lambda path: path.name)
def test_no_file_needs_more_than_the_policy_allows(path):
    source = path.read_text(encoding="utf-8")
    assert (
        re.findall(r"innerHTML|outerHTML|insertAdjacent|\beval\(|new Function|https?://(?!www\.w3\.org)", source) == []
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_uses_every_text_and_has_every_text_it_uses(client, language):
    texts = client.get(f"/web/{load_page().version}/strings/{language}.json").json["texts"]
    used = {key for path in MODULES for key in re.findall(r'\bt\("(\w+)"', path.read_text(encoding="utf-8"))}
    assert used == set(texts)
