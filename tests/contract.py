"""Checks of responses against ``openapi.yaml``: status, media type, headers and body, for every request of a test."""

import gzip
import json
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

import yaml
from flask import Response
from flask.testing import FlaskClient
from jsonschema_rs import Draft202012Validator, Registry, ValidationError
from werkzeug.routing import Map, Rule
from werkzeug.test import TestResponse

CONTRACT = Path(__file__).parent.parent / "openapi.yaml"


@cache
def load_contract() -> dict[str, Any]:
    """The document in the repository."""
    contract: dict[str, Any] = yaml.load(CONTRACT.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    return contract


@cache
def _registry() -> Registry:
    return Registry([("urn:contract", load_contract())])


@cache
def validator_for(pointer: str) -> Draft202012Validator:
    """A validator for the schema at a JSON pointer into the document."""
    return Draft202012Validator({"$ref": f"urn:contract#{quote(pointer, safe='/~')}"}, registry=_registry())


def find_body_schema(path: str) -> Draft202012Validator:
    """The validator of an operation's request body."""
    escaped = path.replace("/", "~1")
    return validator_for(f"/paths/{escaped}/post/requestBody/content/application~1json/schema")


@cache
def _paths() -> Map:
    rules = [path.replace("{", "<").replace("}", ">") for path in load_contract()["paths"]]
    return Map([Rule(rule, endpoint=rule.replace("<", "{").replace(">", "}")) for rule in rules], merge_slashes=False)


def check_answer(method: str, path: str, answer: TestResponse | Response) -> None:
    """Fail unless the document describes this response to this request."""
    template, _ = _paths().bind("localhost").match(path)
    operation = load_contract()["paths"][template].get(method.lower())
    if operation is None:
        # Every path supports HEAD and OPTIONS, which the document does not list.
        refused = answer.status_code in (401, 405, 429)
        assert method in ("HEAD", "OPTIONS") or refused, f"{method} {path} is not in the contract"
        return
    escaped = template.replace("/", "~1")
    pointer = f"/paths/{escaped}/{method.lower()}/responses/{answer.status_code}"
    response = operation["responses"].get(str(answer.status_code))
    assert response is not None, f"{method} {path} answered {answer.status_code}, which is not in the contract"
    if "$ref" in response:
        pointer = response["$ref"].removeprefix("#")
        response = load_contract()["components"]["responses"][pointer.rsplit("/", 1)[-1]]
    for header in response.get("headers", {}):
        assert header in answer.headers, f"{method} {path} {answer.status_code} lacks {header}"
    if "content" not in response:
        assert not answer.data
        return
    media_type = str(answer.mimetype)
    assert media_type in response["content"], f"{media_type} is not a documented type of {method} {path}"
    if media_type.endswith("json"):
        schema = validator_for(f"{pointer}/content/{media_type.replace('/', '~1')}/schema")
        errors = [_deepest(error) for error in schema.iter_errors(_json_of(answer))]
        assert not errors, (
            f"{method} {path}: {errors[0].instance_path}: {errors[0].message}\n{json.dumps(_json_of(answer))[:2000]}"
        )


def _json_of(answer: TestResponse | Response) -> Any:
    is_packed = answer.headers.get("Content-Encoding") == "gzip"
    return json.loads(gzip.decompress(answer.data)) if is_packed else answer.json


def _deepest(error: ValidationError) -> ValidationError:
    """The error in the alternative that matches the most: the others fail at their ``variant`` already."""
    while context := [inner for branch in getattr(error.kind, "context", None) or () for inner in branch]:
        error = max(context, key=lambda inner: len(inner.instance_path))
    return error


class ContractClient(FlaskClient):
    """A test client that checks every response against the contract, if the path is in it."""

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        answer = super().open(*args, **kwargs)
        if _paths().bind("localhost").test(answer.request.path):
            check_answer(answer.request.method, answer.request.path, answer)
        return answer
