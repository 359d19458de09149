"""Bad requests get a clear answer: one shape, every fault, nothing of the inside."""

import json
import tracemalloc

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from service.api.body import measure_depth
from service.api.limits import BODY_BYTES, FAULTS_LISTED, JSON_DEPTH
from service.api.problems import register_problems

CHECK = "/v1/melds/check"
JSON = "application/json"


def post_raw(client, body: bytes, content_type: str = JSON, **headers: str):
    return client.post(CHECK, data=body, content_type=content_type, headers=headers)


def codes(answer) -> list[tuple[str, str]]:
    return [(error["path"], error["code"]) for error in answer.json["errors"]]


# --- the shape ------------------------------------------------------------------------------------------------------


def test_a_problem_has_every_member_of_the_contract(client):
    answer = client.get("/v1/variants/chess", headers={"X-Request-ID": "abc-1"})
    assert answer.mimetype == "application/problem+json"
    assert answer.json == {
        "type": "urn:rummy-referee:problem:variant-unknown",
        "title": "There is no such game",
        "status": 404,
        "detail": (
            "chess is not one of the games: rummy, gin-rummy, brettspielnetz-rummy, rummu, myrummy-kids, "
            "myrummy-kids-pro, myrummy-111."
        ),
        "instance": "/v1/variants/chess",
        "request_id": "abc-1",
        "errors": [],
    }


@pytest.mark.parametrize(
    "path", ["/", "/v1", "/v1/variants/", "/v1/melds", "/v2/variants", "/%00", "/caf%C3%A9", "/%ff"]
)
def test_an_unknown_path_is_a_404_problem(client, path):
    answer = client.get(path)
    assert answer.status_code == 404
    assert answer.json["type"] == "urn:rummy-referee:problem:not-found"
    assert answer.headers["X-Request-ID"] == answer.json["request_id"]


def test_a_method_not_allowed_says_which_are(client):
    answer = client.get(CHECK)
    assert answer.status_code == 405
    assert set(answer.headers["Allow"].split(", ")) == {"OPTIONS", "POST"}
    assert answer.json["detail"] == "/v1/melds/check does not answer GET; it answers OPTIONS, POST."


def test_options_agrees_with_allow(client):
    assert set(client.options(CHECK).headers["Allow"].split(", ")) == {"OPTIONS", "POST"}


def test_a_fault_of_ours_is_a_500_problem_that_tells_nothing_of_the_inside():
    app = Flask("broken")
    register_problems(app)

    @app.get("/secret")
    def fail():
        raise RuntimeError("the password is swordfish")

    answer = app.test_client().get("/secret")
    assert answer.status_code == 500
    assert answer.get_json()["type"] == "urn:rummy-referee:problem:internal-error"
    assert "swordfish" not in answer.text


# --- the body as bytes ----------------------------------------------------------------------------------------------


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
def test_what_is_not_json_in_utf8_is_refused_as_malformed(client, body):
    answer = post_raw(client, body[:BODY_BYTES])
    assert answer.status_code == 400
    assert answer.json["type"] == "urn:rummy-referee:problem:malformed-json"


def test_malformed_json_is_told_line_and_column(client):
    answer = post_raw(client, b'{"variant": "rummy",\n "melds": [}')
    assert answer.json["detail"] == "The body must be JSON in UTF-8; it goes wrong at line 2, column 12."


@pytest.mark.parametrize("depth", [JSON_DEPTH, JSON_DEPTH - 1, 4])
def test_deep_nesting_within_the_limit_is_a_fault_of_its_field(client, depth):
    body = b'{"variant": "rummy", "melds": ' + b"[" * (depth - 1) + b"]" * (depth - 1) + b"}"
    answer = post_raw(client, body)
    assert answer.status_code == 422
    assert codes(answer) == [("/melds/0/0", "not_a_string")]


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
def test_nesting_beyond_the_limit_has_a_problem_of_its_own_whatever_comes_after(client, body):
    answer = post_raw(client, body)
    assert answer.status_code == 400
    assert answer.json["type"] == "urn:rummy-referee:problem:json-too-deep"
    assert answer.json["detail"] == "Lists and objects may lie in one another up to 32 deep."


@pytest.mark.parametrize(
    "text", ["[" * 100, "]" * 100, '\\"' + "[" * 100, "\\\\", "{" * 100 + '\\"' + "}" * 50], ids=lambda text: text[:9]
)
def test_brackets_in_strings_are_only_letters(client, text):
    body = {"variant": text, text: [text] * 50, "melds": [{"a": text}]}
    assert codes(client.post(CHECK, json=body)) == [("/variant", "variant_unknown")]


@given(
    st.recursive(
        st.text('[]{}":\\a', max_size=5), lambda inner: st.lists(inner) | st.dictionaries(st.text("[]{"), inner)
    )
)
def test_the_depth_of_brackets_is_that_of_the_lists_and_objects(value):
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
    ],
)
def test_a_key_that_stands_twice_is_refused_with_its_place(client, body, paths):
    answer = post_raw(client, body)
    assert answer.status_code == 400
    assert answer.json["type"] == "urn:rummy-referee:problem:repeated-keys"
    assert codes(answer) == [(path, "key_repeated") for path in paths]


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
    answer = client.post(CHECK, data=b"{}", headers={"Content-Type": content_type} if content_type else {})
    assert answer.status_code == 415


@pytest.mark.parametrize("content_type", [JSON, "application/json; charset=utf-8", 'Application/JSON; charset="UTF-8"'])
def test_json_in_utf8_is_accepted_however_it_is_declared(client, content_type):
    assert post_raw(client, b'{"variant": "rummy", "melds": []}', content_type).status_code == 200


def test_a_compressed_body_is_a_415(client):
    assert post_raw(client, b"{}", **{"Content-Encoding": "gzip"}).status_code == 415


def test_a_body_of_just_the_limit_is_read_and_one_byte_more_is_a_413(client):
    body = b'{"variant": "rummy", "melds": []}'
    assert post_raw(client, body + b" " * (BODY_BYTES - len(body))).status_code == 200
    answer = post_raw(client, body + b" " * (BODY_BYTES - len(body) + 1))
    assert answer.status_code == 413
    assert answer.json["detail"] == "A body may have at most 262144 bytes."


# --- the body as fields ---------------------------------------------------------------------------------------------


def test_all_faults_of_a_body_come_at_once_each_with_its_place(client):
    body = {
        "variant": "rummy",
        "options": {"turn": "skip", "jokers": 1, "opening_minimum": -1, "rounds": "3", "colour": "red", "ace": None},
        "melds": [["R7", "R14", 7], "R7", ["J=R8", "J=J"]],
        "hand": [],
    }
    answer = client.post(CHECK, json=body)
    assert answer.status_code == 422
    assert sorted(codes(answer)) == sorted(
        [
            ("/options/turn", "choice_unknown"),
            ("/options/jokers", "not_a_boolean"),
            ("/options/opening_minimum", "number_out_of_range"),
            ("/options/rounds", "not_a_whole_number"),
            ("/options/colour", "field_unknown"),
            ("/options/ace", "null_not_allowed"),
            ("/melds/0/1", "tile_unknown"),
            ("/melds/0/2", "not_a_string"),
            ("/melds/1", "not_a_list"),
            ("/melds/2/1", "tile_unknown"),
            ("/hand", "field_unknown"),
        ]
    )


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ([], ("", "not_an_object")),
        ("rummy", ("", "not_an_object")),
        (None, ("", "not_an_object")),
        ({}, ("/variant", "field_required")),
        ({"variant": None}, ("/variant", "variant_unknown")),
        ({"variant": ["rummy"]}, ("/variant", "variant_unknown")),
        ({"variant": "chess"}, ("/variant", "variant_unknown")),
        ({"variant": "rummy"}, ("/melds", "field_required")),
        ({"variant": "rummy", "melds": None}, ("/melds", "null_not_allowed")),
        ({"variant": "rummy", "melds": {}}, ("/melds", "not_a_list")),
        ({"variant": "rummy", "melds": [], "options": []}, ("/options", "not_an_object")),
        ({"variant": "rummy", "melds": [], "options": None}, ("/options", "null_not_allowed")),
        ({"variant": "rummy", "melds": [[]] * 107}, ("/melds", "list_too_long")),
        ({"variant": "rummy", "melds": [["R1"] * 107]}, ("/melds/0", "list_too_long")),
        ({"variant": "rummy", "melds": [["R1\n"]]}, ("/melds/0/0", "tile_unknown")),
        ({"variant": "rummy", "melds": [["r1"]]}, ("/melds/0/0", "tile_unknown")),
        ({"variant": "rummy", "melds": [["?"]]}, ("/melds/0/0", "tile_unknown")),
        ({"variant": "gin-rummy", "melds": [["J"]]}, ("/melds/0/0", "tile_unknown")),
        ({"variant": "brettspielnetz-rummy", "melds": [["K1"]]}, ("/melds/0/0", "tile_unknown")),
        ({"variant": "myrummy-kids", "melds": [["R7"]]}, ("/melds/0/0", "tile_unknown")),
        ({"variant": "rummu", "melds": [["Y6=R7"]]}, ("/melds/0/0", "tile_unknown")),
        ({"variant": "myrummy-111", "melds": [["85*5"]]}, ("/melds/0/0", "tile_unknown")),
        ({"variant": "rummu", "melds": [], "options": {"jokers": True}}, ("/options/jokers", "field_unknown")),
        ({"variant": "rummy", "melds": [], "options": {"rounds": 2.5}}, ("/options/rounds", "not_a_whole_number")),
        ({"variant": "rummy", "melds": [], "options": {"rounds": True}}, ("/options/rounds", "not_a_whole_number")),
        ({"variant": "rummy", "melds": [], "options": {"rounds": 2**70}}, ("/options/rounds", "number_out_of_range")),
        (
            {"variant": "myrummy-111", "melds": [], "options": {"hand_sizes": [12]}},
            ("/options/hand_sizes", "list_too_short"),
        ),
        (
            {"variant": "myrummy-111", "melds": [], "options": {"hand_sizes": [12, 11]}},
            ("/options/hand_sizes/1", "number_out_of_range"),
        ),
        ({"variant": "rummy", "melds": [], "a/b~c": 1}, ("/a~1b~0c", "field_unknown")),
    ],
)
def test_each_fault_is_named_with_its_place(client, body, fault):
    answer = client.post(CHECK, data=json.dumps(body), content_type=JSON)
    assert answer.status_code == 422
    assert codes(answer) == [fault]


@pytest.mark.parametrize(
    ("path", "body", "faults"),
    [
        (
            "/v1/rounds/score",
            {"variant": "rummy", "players": [{"player": 1, "hand": ["Q"]}], "went_out": "A"},
            [
                ("/players", "list_too_short"),
                ("/players/0/hand/0", "tile_unknown"),
                ("/players/0/player", "not_a_string"),
            ],
        ),
        (
            "/v1/games/verdict",
            {
                "variant": "myrummy-kids",
                "players": ["A", 2, "C", "D", "E"],
                "rounds": [{"A": "x", **dict.fromkeys("BCDE", 0)}],
            },
            [
                ("/players", "list_too_long"),
                ("/players/1", "not_a_string"),
                ("/rounds/0", "too_many_names"),
                ("/rounds/0/A", "not_a_whole_number"),
            ],
        ),
        (
            CHECK,
            {"variant": "rummy", "melds": [["R0"] + ["R1"] * 106]},
            [("/melds/0", "list_too_long"), ("/melds/0/0", "tile_unknown")],
        ),
    ],
)
def test_a_wrong_length_hides_no_fault_of_what_is_in_it(client, path, body, faults):
    assert codes(client.post(path, json=body)) == faults


def test_of_a_list_that_is_far_too_long_only_so_much_is_looked_into_as_it_may_have(client):
    answer = client.post(CHECK, json={"variant": "rummy", "melds": [0] * 50_000})
    assert [path for path, _ in codes(answer)] == ["/melds", *(f"/melds/{index}" for index in range(106))]


def test_a_fault_of_an_unread_tile_says_how_such_tiles_are_written(client):
    body = {
        "variant": "rummy",
        "players": [{"player": "A", "hand": ["?G"]}, {"player": "B", "hand": []}],
        "went_out": "B",
    }
    assert r"|\?(?:" in client.post("/v1/rounds/score", json=body).json["errors"][0]["message"]


def test_a_number_in_quotes_is_told_from_a_number(client):
    faults = client.post("/v1/deals", json={"variant": "rummy", "players": 2, "seed": "1"}).json["errors"]
    assert [fault["message"] for fault in faults] == ['This must be a whole number, not "1".']


def test_a_fault_says_what_was_wrong_and_what_would_be_right(client):
    body = {"variant": "myrummy-kids", "melds": [["R7"]]}
    message = client.post(CHECK, json=body).json["errors"][0]["message"]
    assert message == "R7 is not a tile of this game; its codes match ^(?:[BRGY][1-6]|J(?:=[BRGY][1-6])?)$."


def test_a_faulty_value_is_repeated_only_in_part(client):
    message = client.post(CHECK, json={"variant": "x" * 100_000}).json["errors"][0]["message"]
    assert len(message) < 300


def test_faults_come_in_the_same_order_in_every_process(client):
    unknown = [f"f{index}" for index in range(20)]
    body = {"variant": "rummy", "melds": [*[[]] * 9, ["R0"], *[[]] * 2, ["R0"]], **dict.fromkeys(reversed(unknown), 0)}
    paths = [path for path, _ in codes(client.post(CHECK, json=body))]
    assert paths == [*(f"/{name}" for name in sorted(unknown)), "/melds/9/0", "/melds/12/0"]


def test_a_flood_of_faults_is_counted_whole_and_listed_in_part(client):
    body = {"variant": "rummy", "melds": [], **{f"f{index}": 0 for index in range(5000)}}
    answer = client.post(CHECK, json=body)
    assert len(answer.json["errors"]) == FAULTS_LISTED
    assert "5000" in answer.json["detail"]


# --- request ids ----------------------------------------------------------------------------------------------------


def test_a_request_id_is_echoed(client):
    assert client.get("/healthz", headers={"X-Request-ID": "trace/42:a"}).headers["X-Request-ID"] == "trace/42:a"


@pytest.mark.parametrize("bad", ["", "a b", "x" * 129, "é"])
def test_a_request_id_that_could_not_go_into_a_log_is_replaced(client, bad):
    answer = client.get("/healthz", headers={"X-Request-ID": bad})
    assert answer.headers["X-Request-ID"] not in ("", bad)


def test_two_requests_without_an_id_get_different_ones(client):
    ids = {client.get("/healthz").headers["X-Request-ID"] for _ in range(2)}
    assert len(ids) == 2


def test_a_long_key_is_not_written_for_every_item_of_its_list(client):
    """A colon in a string has the body looked through for keys that are there twice."""
    body = b'{"a":":","' + b"k" * 130_000 + b'":[' + b",".join([b"0"] * 60_000) + b"]}"
    tracemalloc.start()
    try:
        answer = client.post(CHECK, data=body, content_type=JSON)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert answer.status_code == 422
    assert most < 50_000_000


def test_keys_that_are_there_twice_are_told_with_their_places(client):
    body = b'{"a":1,"a":2,"b":[{"c/":1,"c/":2,"c/":3},[{"d":{"e":1,"e":1}}]],"f":":"}'
    faults = [(path, "key_repeated") for path in ("/a", "/b/0/c~1", "/b/1/0/d/e")]
    assert codes(client.post(CHECK, data=body, content_type=JSON)) == faults


def test_where_a_body_is_no_utf8_the_place_is_told(client):
    detail = client.post(CHECK, data=b'{\n"a":\n "\xff"}', content_type=JSON).json["detail"]
    assert "line 3, column 3" in detail


def test_a_name_that_is_too_long_hides_no_fault_of_what_it_names(client):
    body = {"variant": "brettspielnetz-rummy", "hands": {"n" * 65: ["z"], "B": []}, "stock": 0}
    found = codes(client.post("/v1/games/verdict", json=body))
    assert found == [(f"/hands/{'n' * 65}", "string_too_long"), (f"/hands/{'n' * 65}/0", "tile_unknown")]


def test_a_path_with_two_slashes_is_another_path(client):
    answer = client.post("/v1//melds/check", json={})
    assert (answer.status_code, answer.json["type"]) == (404, "urn:rummy-referee:problem:not-found")


@pytest.mark.parametrize(
    ("wanted", "status"), [('"x"', 412), ('W/"{tag}"', 412), ('"{tag}"', 200), ('"x", "{tag}"', 200), ("*", 200)]
)
def test_an_answer_that_is_wanted_as_it_was_once_is_refused_if_it_is_not_that(client, wanted, status):
    tag = client.get("/v1/variants").headers["ETag"].strip('"')
    answer = client.get("/v1/variants", headers={"If-Match": wanted.format(tag=tag)})
    assert answer.status_code == status
    assert status == 200 or answer.json["type"] == "urn:rummy-referee:problem:precondition-failed"
