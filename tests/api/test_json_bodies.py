"""Only strict JSON in UTF-8 is accepted; errors have a line and a column."""

import json
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.operations.json_body import measure_depth
from service.operations.limits import BODY_BYTES, JSON_DEPTH
from tests.api.invalid_bodies import CHECK, JSON, codes, post_raw


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"{}}",
        b"{'variant': 1}",
        b'{"variant": NaN, "melds": []}',
        b'{"variant": "rummy", "melds": Infinity}',
        b'{"variant": "rummy", "options": {"rounds": 1e400}, "melds": []}',
        b'{"variant": "rummy", "melds": [["\\ud800"]]}',
        b'\xef\xbb\xbf{"variant": "rummy", "melds": []}',
        '{"variant": "rummy", "melds": []}'.encode("utf-16"),
        '{"variant": "rummy", "melds": [["é"]]}'.encode("latin-1"),
        b'{"variant": "rummy", "melds": [],}',
        b'{"variant": "rummy", "melds": []} // comment',
    ],
    ids=repr,
)
def test_anything_but_json_in_utf8_is_malformed(client, body):
    response = post_raw(client, body[:BODY_BYTES])
    assert response.status_code == 400
    assert response.json["type"] == "/docs/problems#malformed-json"


def test_malformed_json_is_reported_with_line_and_column(client):
    response = post_raw(client, b'{"variant": "rummy",\n "melds": [}')
    assert response.json["detail"] == "The body must be JSON in UTF-8; the error is at line 2, column 12."


@pytest.mark.parametrize("depth", [JSON_DEPTH, JSON_DEPTH - 1, 4])
def test_deep_nesting_within_the_limit_is_a_field_error(client, depth):
    body = b'{"variant": "rummy", "melds": ' + b"[" * (depth - 1) + b"]" * (depth - 1) + b"}"
    response = post_raw(client, body)
    assert response.status_code == 422
    assert codes(response) == [("/melds/0/0", "not_a_string")]


@pytest.mark.parametrize(
    "body",
    [
        b'{"variant": "rummy", "melds": ' + b"[" * JSON_DEPTH + b"]" * JSON_DEPTH + b"}",
        b'{"variant": "rummy", "melds": [], "a:b": ' + b'{"a":' * JSON_DEPTH + b"1" + b"}" * (JSON_DEPTH + 1),
        b'{"a":' * 20_000 + b"1" + b"}" * 20_000,
        b"[" * BODY_BYTES,
        b'["\\"", [' * 1000,
        b"[" * (JSON_DEPTH + 1) + b"}",
    ],
    ids=lambda body: repr(body[:50]),
)
def test_nesting_beyond_the_limit_has_its_own_problem_type(client, body):
    response = post_raw(client, body)
    assert response.status_code == 400
    assert response.json["type"] == "/docs/problems#json-too-deep"
    assert response.json["detail"] == "Lists and objects can be nested at most 32 levels deep."


@pytest.mark.parametrize(
    "text", ["[" * 100, "]" * 100, '\\"' + "[" * 100, "\\\\", "{" * 100 + '\\"' + "}" * 50], ids=lambda text: text[:9]
)
def test_brackets_in_strings_do_not_count(client, text):
    body = {"variant": text, text: [text] * 50, "melds": [{"a": text}]}
    assert codes(client.post(CHECK, json=body)) == [("/variant", "variant_unknown")]


@given(
    st.recursive(
        st.text('[]{}":\\a', max_size=5), lambda inner: st.lists(inner) | st.dictionaries(st.text("[]{"), inner)
    )
)
def test_the_measured_depth_is_that_of_the_lists_and_objects(value):
    def depth(inner):
        items = inner.values() if isinstance(inner, dict) else inner
        return 1 + max(map(depth, items), default=0) if isinstance(inner, (dict, list)) else 0

    assert measure_depth(json.dumps(value).encode()) == depth(value)


@pytest.mark.parametrize(
    ("body", "paths"),
    [
        (b'{"variant": "rummy", "variant": "gin-rummy", "melds": []}', ["/variant"]),
        (b'{"variant": "rummy", "melds": [], "options": {"ace": "low", "ace": "low"}}', ["/options/ace"]),
        (b'{"variant": "rummy", "melds": [[{"a~/b": 1, "a~/b": 2}]]}', ["/melds/0/0/a~0~1b"]),
        (b'{"variant": "rummy", "vari\\u0061nt": "rummy", "melds": []}', ["/variant"]),
        (b'{"x": {"y": 1, "y": 2}, "x": 3}', ["/x", "/x/y"]),
        (b'{"variant": ":", "melds": [], "melds": []}', ["/melds"]),
        (b'{"a": 1, "b": [{"c": 1, "c": 2, "c": 3}, [{"d": {"e": 1, "e": 1}}]]}', ["/b/0/c", "/b/1/0/d/e"]),
    ],
)
def test_a_repeated_key_is_rejected_with_its_path(client, body, paths):
    response = post_raw(client, body)
    assert response.status_code == 400
    assert response.json["type"] == "/docs/problems#repeated-keys"
    assert codes(response) == [(path, "key_repeated") for path in paths]


@pytest.mark.parametrize(
    "content_type",
    [
        "",
        "text/plain",
        "application/xml",
        "application/json; charset=utf-16",
        "application/json;charset=latin-1",
        "json",
    ],
)
def test_another_media_type_or_charset_is_a_415(client, content_type):
    response = client.post(CHECK, data=b"{}", headers={"Content-Type": content_type} if content_type else {})
    assert response.status_code == 415


@pytest.mark.parametrize("content_type", [JSON, "application/json; charset=utf-8", 'Application/JSON; charset="UTF-8"'])
def test_json_in_utf8_is_accepted_however_it_is_declared(client, content_type):
    assert post_raw(client, b'{"variant": "rummy", "melds": []}', content_type).status_code == 200


def test_a_compressed_body_is_a_415(client):
    assert post_raw(client, b"{}", **{"Content-Encoding": "gzip"}).status_code == 415


def test_a_body_of_exactly_the_limit_is_read_and_one_more_byte_is_a_413(client):
    body = b'{"variant": "rummy", "melds": []}'
    assert post_raw(client, body + b" " * (BODY_BYTES - len(body))).status_code == 200
    response = post_raw(client, body + b" " * (BODY_BYTES - len(body) + 1))
    assert response.status_code == 413
    assert response.json["detail"] == "A body can have at most 262144 bytes."


def test_invalid_utf8_is_reported_with_line_and_column(client):
    detail = client.post(CHECK, data=b'{\n"a":\n "\xff"}', content_type=JSON).json["detail"]
    assert "line 3, column 3" in detail


def test_a_long_key_is_not_copied_for_every_item_below_it(client):
    """A colon in a string causes the slow check for repeated keys."""
    body = b'{"a":":","' + b"k" * 130_000 + b'":[' + b",".join([b"0"] * 60_000) + b"]}"
    tracemalloc.start()
    try:
        response = client.post(CHECK, data=body, content_type=JSON)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert response.status_code == 422
    assert most < 50_000_000
