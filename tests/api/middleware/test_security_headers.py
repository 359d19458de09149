"""Every response has the security headers, and none reveals internals."""

import re

import pytest

from service.app import create_app
from service.http.middleware.security_headers import API_HEADERS, PAGE_HEADERS, SITE_HEADERS
from service.http.page import load_page

CHECK = "/v1/melds/check"


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/v1/variants", 200),
        ("GET", "/healthz", 200),
        ("GET", "/openapi.json", 200),
        ("GET", "/docs/assets/site.js", 200),
        ("OPTIONS", CHECK, 200),
        ("POST", CHECK, 415),
        ("GET", CHECK, 405),
        ("GET", "/nowhere", 404),
    ],
)
def test_every_response_has_the_security_headers(client, method, path, status):
    response = client.open(path, method=method)
    assert response.status_code == status
    assert set(API_HEADERS) <= set(response.headers.items())


def test_a_304_has_the_security_headers(client):
    etag = client.get("/v1/variants").headers["ETag"]
    response = client.get("/v1/variants", headers={"If-None-Match": etag})
    assert response.status_code == 304
    assert set(API_HEADERS) <= set(response.headers.items())


def test_an_unexpected_error_has_the_security_headers_and_no_internals():
    app = create_app()

    def fail():
        raise RuntimeError("swordfish in /srv/service/secret.py")

    app.add_url_rule("/broken", view_func=fail)
    response = app.test_client().get("/broken")
    assert response.status_code == 500
    assert set(API_HEADERS) <= set(response.headers.items())
    assert not re.search(r"swordfish|\.py|Traceback|Error\b|/srv", response.text.replace("internal-error", ""))


def test_no_header_is_repeated(client):
    for path in ("/docs", "/v1/variants", "/nowhere"):
        names = [name for name, _ in client.get(path).headers]
        assert len(names) == len(set(names))


@pytest.mark.parametrize(
    ("path", "headers", "scripts"),
    [
        ("/docs", SITE_HEADERS, "'self'"),
        ("/docs/rummy.de", SITE_HEADERS, "'self'"),
        ("/docs/api", SITE_HEADERS, "'self'"),
        ("/", PAGE_HEADERS, "'self' 'wasm-unsafe-eval'"),
    ],
)
def test_a_page_may_run_only_its_own_scripts(client, path, headers, scripts):
    page = client.get(path)
    assert set(headers) <= set(page.headers.items())
    policy = dict(part.strip().split(" ", 1) for part in page.headers["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == scripts
    assert policy["frame-ancestors"] == "'none'"
    assert re.findall(r"<script(?![^>]* src=)|\son\w+=|javascript:|<style", page.text) == []


def test_the_worker_that_reads_photographs_may_send_nothing(client):
    response = client.get(f"/web/{load_page().version}/tile-reader.js")
    assert response.status_code == 200
    assert response.headers["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"


@pytest.mark.parametrize("header", [name for name, _ in PAGE_HEADERS])
def test_a_page_has_each_header_once(client, header):
    for path in ("/docs", "/docs/api", "/docs/problems", "/", "/worker.js"):
        assert len(client.get(path).headers.getlist(header)) == 1


HOSTILE = [
    ("GET", "/../../etc/passwd", {}),
    ("GET", "/v1/variants/%7B%7B7*7%7D%7D", {}),
    ("GET", "/v1/variants/rummy'--", {}),
    ("TRACE", "/v1/variants", {}),
    ("PROPFIND", CHECK, {}),
    ("POST", CHECK, {"data": b"\xff", "content_type": "application/json"}),
    ("POST", CHECK, {"data": b"[" * 5000, "content_type": "application/json"}),
    ("POST", CHECK, {"data": b'{"a":1,"a":2}', "content_type": "application/json"}),
    ("POST", CHECK, {"data": b" " * 300_000, "content_type": "application/json"}),
    ("POST", CHECK, {"data": b"<a/>", "content_type": "text/xml"}),
    ("POST", CHECK, {"json": {"variant": "rummy", "melds": {"__class__": []}, "__proto__": {}}}),
    ("POST", "/v1/moves/legal", {"json": {"variant": "rummy", "cursor": "\x00", "limit": 1e300}}),
    ("POST", "/v1/batch", {"json": {"requests": [{"operation": "__init__", "body": None}]}}),
]


@pytest.mark.parametrize(("method", "path", "sent"), HOSTILE, ids=lambda value: str(value)[:40])
def test_no_problem_reveals_internals(client, method, path, sent):
    response = client.open(path, method=method, **sent)
    assert 400 <= response.status_code < 500 or path == "/v1/batch"
    assert response.headers.get("Server") is None
    given = response.text + str(response.headers)
    assert not re.search(
        r"Traceback|\.py\b|/service/|werkzeug|flask|marshmallow|orjson|[0-9]+\.[0-9]+\.[0-9]", given, re.IGNORECASE
    )
