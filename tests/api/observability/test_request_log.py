"""The request log: one entry for each request, with nothing a caller sent."""

import json
import re
from datetime import UTC, datetime
from hashlib import sha256
from itertools import chain

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rummy_referee.games import GAMES
from service.http.contract import OPERATIONS
from service.http.health import PROBES
from service.http.observability.instrumentation import Instrumentation
from service.operations.limits import BODY_BYTES
from service.operations.post_operations import POST_OPERATIONS
from service.operations.problems import Problem
from service.settings import ApiKey

CHECK = "/v1/melds/check"
JSON = "application/json"
TOO_LARGE = b" " * (BODY_BYTES + 1)
BODY = {"variant": "rummy", "melds": [["R7", "J", "R9"]]}


def test_an_entry_has_the_operation_and_the_outcome(logged):
    response = logged.app().test_client().post(CHECK, json=BODY, headers={"X-Request-ID": "abc-1"})
    (line,) = logged.lines()
    assert abs(datetime.now(UTC) - datetime.fromisoformat(line.pop("time"))).days == 0
    assert line.pop("seconds") > 0
    assert line == {
        "level": "info",
        "event": "request",
        "request_id": "abc-1",
        "operation": "checkMelds",
        "variant": "rummy",
        "method": "POST",
        "status": 200,
        "problem": None,
        "steps": 0,
        "bytes": len(response.data),
    }


def test_an_entry_has_the_name_of_the_key_and_never_the_key(logged):
    key = ApiKey("ada", sha256(b"swordfish").digest())
    client = logged.app(api_keys=(key,)).test_client()
    for shown in ("swordfish", "guess"):
        client.post(CHECK, json=BODY, headers={"Authorization": f"Bearer {shown}"})
    known, unknown = logged.lines()
    assert (known["key"], known["status"]) == ("ada", 200)
    assert ("key" in unknown, unknown["status"], unknown["problem"]) == (False, 401, "key-required")
    assert "swordfish" not in str(known)
    assert "guess" not in str(unknown)


def test_an_entry_has_the_steps_of_the_searches(logged):
    (operation,) = (operation for operation in POST_OPERATIONS if operation.path == "/v1/moves/best")
    client = logged.app().test_client()
    for example in operation.examples.values():
        assert client.post(operation.path, json=example).status_code == 200
    assert sum(line["steps"] for line in logged.lines()) > 0


@pytest.mark.parametrize(
    ("method", "path", "sent", "expected"),
    [
        ("GET", "/no/such/path", {}, (None, None, 404, "not-found")),
        ("GET", "/v1/variants/chess", {}, ("getVariant", None, 404, "variant-unknown")),
        ("GET", "/v1/variants/rummu", {}, ("getVariant", "rummu", 200, None)),
        ("GET", "/docs/nothing.js", {}, ("showDocumentationPage", None, 404, "not-found")),
        ("PUT", CHECK, {"json": BODY}, ("checkMelds", None, 405, "method-not-allowed")),
        ("OPTIONS", CHECK, {}, ("checkMelds", None, 200, None)),
        ("POST", CHECK, {"data": "{", "content_type": JSON}, ("checkMelds", None, 400, "malformed-json")),
        ("POST", CHECK, {"data": TOO_LARGE, "content_type": JSON}, ("checkMelds", None, 413, "body-too-large")),
        ("POST", CHECK, {"data": "x"}, ("checkMelds", None, 415, "media-type-unsupported")),
        ("POST", CHECK, {"json": []}, ("checkMelds", None, 422, "body-invalid")),
        ("POST", CHECK, {"json": {"variant": "chess"}}, ("checkMelds", None, 422, "body-invalid")),
        ("POST", CHECK, {"json": {"variant": ["rummy"]}}, ("checkMelds", None, 422, "body-invalid")),
        ("POST", CHECK, {"json": {"variant": "rummy"}}, ("checkMelds", "rummy", 422, "body-invalid")),
    ],
)  # fmt: skip
def test_a_rejected_request_has_its_operation_and_its_problem(logged, method, path, sent, expected):
    logged.app().test_client().open(path, method=method, **sent)
    (line,) = logged.lines()
    assert (line["operation"], line["variant"], line["status"], line["problem"]) == expected
    assert (line["method"], line["level"]) == (method, "info")


def test_an_unexpected_error_is_logged_with_its_traceback_but_without_its_message(logged):
    app = logged.app()

    @app.get("/broken")
    def lay_tiles():
        hand = ["R7", "R8"]
        try:
            raise KeyError(hand[0])
        except KeyError as error:
            raise ValueError(f"cannot lay {hand}") from error

    response = app.test_client().get("/broken")
    (line,) = logged.lines()
    assert (response.status_code, line["status"], line["level"]) == (500, 500, "error")
    assert line["problem"] == "internal-error"
    assert response.json["request_id"] == line["request_id"]
    assert "in lay_tiles" in line["exception"]
    assert line["exception"].index("KeyError") < line["exception"].index("ValueError")
    assert "R8" not in logged.text()
    for inside in ("lay_tiles", "KeyError", "R7", "Traceback", ".py"):
        assert inside not in response.text


def test_probes_are_logged_only_at_debug_level(logged):
    assert {operation.id for operation in OPERATIONS} > PROBES.keys()
    paths = [operation.path for operation in OPERATIONS if operation.id in PROBES]
    for path in paths:
        logged.app().test_client().get(path)
    assert logged.lines() == []
    for path in paths:
        logged.app("debug").test_client().get(path)
    assert [line["level"] for line in logged.lines()] == ["debug"] * len(paths)


def test_below_the_level_a_request_is_not_logged(logged):
    logged.app("warning").test_client().get("/v1/variants")
    assert logged.lines() == []


# --- nothing a caller sent ------------------------------------------------------------------------------------------


def _texts(body: object) -> set[str]:
    """Every string in a body except its variant."""
    if isinstance(body, dict):
        inner = (_texts(value) for key, value in body.items() if key != "variant")
        return set(chain.from_iterable(inner))
    if isinstance(body, list):
        return set(chain.from_iterable(map(_texts, body)))
    return {body} if isinstance(body, str) else set()


@pytest.mark.parametrize("operation", POST_OPERATIONS, ids=lambda operation: operation.id)
def test_no_tile_and_no_name_of_a_body_is_logged(logged, operation):
    client = logged.app("debug").test_client()
    for example in operation.examples.values():
        client.post(operation.path, json=example)
        client.post(operation.path, json={**example, "extra": 1})
    texts = set(chain.from_iterable(_texts(example) for example in operation.examples.values()))
    lines = logged.lines()
    assert len(lines) == 2 * len(operation.examples)
    for line in lines:
        stated = {str(value) for key, value in line.items() if key not in ("time", "request_id")}
        assert not stated & texts


MARK = "Zq7"
"""Occurs nowhere in the service."""

_JUNK = st.text(st.characters(min_codepoint=33, max_codepoint=126, exclude_characters="/?#%"), max_size=8).map(
    lambda text: f"{MARK}{text}"
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    junk=_JUNK,
    place=st.sampled_from(
        ["path", "variant in path", "query", "header", "agent", "method", "variant", "key", "value", "body"]
    ),
)
def test_no_text_of_a_caller_is_logged(logged, junk, place):
    client = logged.app("debug").test_client()
    before = len(logged.lines())
    path, method, headers, body = CHECK, "POST", {"Content-Type": JSON}, json.dumps(BODY)
    match place:
        case "path":
            path = f"/{junk}"
        case "variant in path":
            path, method = f"/v1/variants/{junk}", "GET"
        case "query":
            path = f"{CHECK}?{junk}={junk}"
        case "header":
            headers["Accept-Language"] = junk
        case "agent":
            headers |= {"User-Agent": junk, "Referer": junk, "X-Forwarded-For": junk, "Host": f"{MARK}.example"}
        case "method":
            method = MARK
        case "variant":
            body = json.dumps({**BODY, "variant": junk})
        case "key":
            body = json.dumps({**BODY, junk: 1})
        case "value":
            body = json.dumps({**BODY, "melds": [[junk]]})
        case "body":
            body = junk
    client.open(path, method=method, headers=headers, data=body)
    assert len(logged.lines()) == before + 1
    assert MARK not in logged.text()


@pytest.mark.parametrize("method", ["GET", "POST", "PATCH"])
def test_a_request_that_the_server_rejects_has_the_operation_of_its_path(logged, method):
    instrumentation = logged.app("debug").wsgi_app
    assert isinstance(instrumentation, Instrumentation)
    expected = []
    for operation in OPERATIONS:
        for variant in GAMES if "{variant}" in operation.path else ["site.js"]:
            path = re.sub(r"{\w+}", variant, operation.path)
            named = variant if "{variant}" in operation.path else None
            for rejected in (path, f"{path}/", f"{path}/more/x"):
                environ = {"REQUEST_METHOD": method, "PATH_INFO": rejected}
                instrumentation.report_rejected(Problem("request-timeout"), environ)
            expected += [(operation.id, named), (None, None), (None, None)]
    assert [(line["operation"], line["variant"]) for line in logged.lines()] == expected
