"""Calls without HTTP get the answers of the service."""

import json
import subprocess
import sys
from typing import Any

import pytest

from rummy_referee.texts.catalogue import LANGUAGES
from service.http.request_ids import HEADER
from service.operations import calls
from service.operations.post_operations import BATCH, POST_OPERATIONS
from service.operations.request_record import EXAMPLE_ID
from tests.running import ROOT


@pytest.mark.parametrize("operation", [*POST_OPERATIONS, BATCH], ids=lambda operation: operation.id)
def test_every_example_gets_the_same_bytes_as_over_http(client, operation):
    for body in operation.examples.values():
        response = client.post(operation.path, json=body, headers={HEADER: EXAMPLE_ID, "Accept-Language": "de"})
        assert calls.run_json(operation.id, json.dumps(body).encode(), "de") == response.data


@pytest.mark.parametrize("body", [{"variant": "rummy", "melds": [["R14"]], "x": 1}, {"variant": "chess"}, [], {}])
def test_an_invalid_body_raises_the_problem_of_the_service(client, body: Any):
    with pytest.raises(calls.CallError) as raised:
        calls.run("checkMelds", body, "fr")
    problem = client.post("/v1/melds/check", json=body, headers={"Accept-Language": "fr"}).json
    del problem["instance"], problem["request_id"]
    assert raised.value.problem == problem
    assert all(fault["message"] in str(raised.value) for fault in problem["errors"])


def test_malformed_json_and_repeated_keys_raise_a_problem():
    for text in (b"", b"{", b'{"variant": "rummy", "variant": "rummy"}', b'{"variant": NaN}'):
        with pytest.raises(calls.CallError):
            calls.run_json("checkMelds", text, "en")


def test_an_unknown_language_or_operation_is_an_error_of_the_caller():
    with pytest.raises(ValueError, match=f"'qaa' is not one of {', '.join(LANGUAGES)}"):
        calls.run("checkMelds", {}, "qaa")
    with pytest.raises(ValueError, match="'checkmelds' is not one of checkMelds,"):
        calls.run_json("checkmelds", b"{}", "en")


def test_a_number_of_moves_beyond_64_bits_is_exact(monkeypatch):
    monkeypatch.setattr(calls, "run_json", lambda *_: b'{"total":18446744073709551617}')
    assert calls.run("listLegalMoves", {}, "en")["total"] == 2**64 + 1


def test_importing_it_loads_no_server():
    code = """
import sys
import service.operations.calls
print(sorted({"flask", "gunicorn", "prometheus_client", "limits", "redis", "opentelemetry", "mcp"} & set(sys.modules)))
"""
    ran = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert ran.stdout == "[]\n"
