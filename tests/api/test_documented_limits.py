"""``docs/operating.md`` lists exactly the limits, each with its number and the response beyond it."""

import json
import re
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.client import HTTPResponse
from importlib import import_module
from pathlib import Path

import pytest
from PIL import Image

from service.app import create_app
from service.http.middleware import memory_storage
from service.operations import batch, limits
from service.settings import Rate, Settings, descriptions
from tests.conftest import ROOT
from tests.photos import hostile
from tests.photos.drawing import encode
from tests.running import Running, running

PAGE = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
TABLES = [
    [re.split(r" *\| *", line.strip("| \n")) for line in table.splitlines()[2:]]
    for table in re.findall(r"^\| \w+ \| set as \|.*\n(?:\|.*\n)+", PAGE, flags=re.MULTILINE)
]
LIMITS = {name.strip("`"): (number, beyond) for _, name, number, beyond in TABLES[0]}
BODY = {"variant": "rummy", "melds": []}
HEAD = b"POST /v1/melds/check HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"


def numeral(text: str) -> int:
    return int(text.replace(",", ""))


# --- the numbers ----------------------------------------------------------------------------------------------------


def test_every_limit_on_requests_is_in_the_table_with_its_number():
    constants = {name: value for name, value in vars(limits).items() if name.isupper() and isinstance(value, int)}
    stated = {name: numeral(LIMITS[name][0]) for name in LIMITS if name in constants}
    assert stated == constants


def test_settings_that_are_limits_are_documented_with_their_defaults():
    fields = {setting.name: field for field, setting in descriptions().items()}
    for name in {*LIMITS} & {*fields}:
        default = getattr(Settings(), fields[name])
        assert LIMITS[name][0] == ("" if default is None else str(default))
    assert {"REQUEST_SECONDS", "ANSWER_SECONDS", "IDLE_SECONDS", "CONNECTIONS", "RATE_LIMIT"} <= {*LIMITS} & {*fields}


def test_every_search_is_documented_with_its_limit():
    file = ""
    assert TABLES[1]
    for _, place, number, _ in TABLES[1]:
        name, *files = re.findall(r"`([^`]+)`", place)
        (file,) = files or [file]
        module = import_module(file.removesuffix(".py").replace("/", "."))
        assert getattr(module, name) == numeral(number), place


def test_the_page_says_how_many_callers_are_counted():
    assert f"at most {memory_storage.CALLERS_COUNTED:,} callers" in PAGE


# --- limits of the application --------------------------------------------------------------------------------------


def outcome(response) -> str:
    """A problem in the notation of the table."""
    kind = response["type"].rpartition("#")[2]
    codes = {error["code"] for error in response["errors"]}
    return f"{response['status']} `{kind}`" + "".join(f": `{code}`" for code in codes)


def post(client, path, body) -> str:
    return outcome(client.post(path, data=json.dumps(body), content_type="application/json").json)


def moves(client, **others) -> str:
    snapshot = {"variant": "gin-rummy", "discard_top": None, "stock": 0, "players": 2}
    return post(client, "/v1/moves/legal", {**snapshot, "hand": [], **others})


def check(client, **move) -> str:
    snapshot = {"variant": "myrummy-kids", "table": [], "hand": ["R1"], "opened": False, "stock": 9}
    return post(client, "/v1/moves/check", {**snapshot, "move": move})


def replay(client, record):
    return post(client, "/v1/rounds/replay", {"record": record})


def history(client, *names: str, rounds: int = 0) -> str:
    body = {"variant": "rummy", "players": list(names), "rounds": [dict.fromkeys(names, -1)] * rounds}
    return post(client, "/v1/games/verdict", body)


def ask_batch(client, *operations: str):
    items = [{"operation": operation, "body": BODY} for operation in operations]
    return client.post("/v1/batch", json={"requests": items}).json


def second_item(client, monkeypatch, name: str, value: int) -> str:
    monkeypatch.setattr(batch, name, value)
    first, second = ask_batch(client, "checkMelds", "checkMelds")["responses"]
    assert first["status"] == 200
    return f"the items after it: {outcome(second['body'])}"


def too_many_errors(client, _) -> str:
    body = {**BODY, **{f"field{index}": 0 for index in range(limits.ERRORS_LISTED + 7)}}
    response = client.post("/v1/melds/check", json=body).json
    assert len(response["errors"]) == limits.ERRORS_LISTED
    assert str(limits.ERRORS_LISTED + 7) in response["detail"]
    return "the rest is omitted; `detail` gives the total"


def too_long_paths(client, _) -> str:
    twice = ",".join(f'"{index}":0,"{index}":0' for index in range(limits.ERRORS_LISTED))
    response = client.post(
        "/v1/melds/check", data=f'{{"{"~" * 100_000}":{{{twice}}}}}', content_type="application/json"
    ).json
    assert 0 < sum(len(error["path"]) for error in response["errors"]) <= limits.ERROR_PATHS_LENGTH
    return "the rest is omitted"


def too_long_a_value(client, _) -> str:
    kept = "x" * limits.QUOTED_LENGTH
    response = client.post("/v1/melds/check", json={"variant": f"{kept}yz"}).json
    assert f"{kept}… is not" in response["errors"][0]["message"]
    return "the value is truncated"


def too_long_an_id(client, _) -> str:
    long = "x" * (limits.REQUEST_ID_LENGTH + 1)
    for given, kept in ((long[1:], True), (long, False)):
        response = client.get("/healthz", headers={"X-Request-ID": given})
        assert (response.headers["X-Request-ID"] == given) is kept
    return "the id is replaced"


def too_many_languages(client, _) -> str:
    for others, read in ((limits.LANGUAGE_RANGES - 1, "it"), (limits.LANGUAGE_RANGES, "en")):
        response = client.get("/v1/variants", headers={"Accept-Language": "qaa," * others + "it"})
        assert response.headers["Content-Language"] == read
    return "the rest is ignored"


def too_large_a_photo(kind: str, pixels: int) -> str:
    """The response to a picture of one colour, which takes few bytes."""
    data = encode(Image.new("1", (1000, pixels // 1000 + 1)).convert("L"), kind)
    return read_photo(data, f"image/{kind.lower()}")


def read_photo(data: bytes, media_type: str) -> str:
    client = create_app(Settings(photos="on")).test_client()
    return outcome(client.post("/v1/photos/read?variant=rummy", data=data, content_type=media_type).json)


def too_often(*_) -> str:
    client = create_app(Settings(rate_limit=Rate(1, 60))).test_client()
    assert client.get("/v1/variants").status_code == 200
    return outcome(client.get("/v1/variants").json)


IN_THE_APPLICATION: dict[str, Callable[..., str]] = {
    "BODY_BYTES": lambda client, _: post(client, "/v1/melds/check", "x" * limits.BODY_BYTES),
    "PHOTO_BYTES": lambda *_: read_photo(bytes(limits.PHOTO_BYTES + 1), "image/png"),
    "JPEG_PIXELS": lambda *_: too_large_a_photo("JPEG", limits.JPEG_PIXELS),
    "OTHER_PIXELS": lambda *_: too_large_a_photo("PNG", limits.OTHER_PIXELS),
    "OTHER_SIDE": lambda *_: read_photo(hostile.png(limits.OTHER_SIDE + 1, 1), "image/png"),
    "JPEG_SCANS": lambda *_: read_photo(
        hostile.repeat_last_scan(hostile.progressive(), limits.JPEG_SCANS), "image/jpeg"
    ),
    "JSON_DEPTH": lambda client, _: post(client, "/v1/melds/check", json.loads("[" * 33 + "]" * 33)),
    "RATE_LIMIT": too_often,
    "the game's box": lambda client, _: post(client, "/v1/melds/check", {**BODY, "melds": [["R1"] * 107]}),
    "NAME_LENGTH": lambda client, _: history(client, "A", "B" * (limits.NAME_LENGTH + 1)),
    "TOKEN_LENGTH": lambda client, _: post(
        client, "/v1/rounds/view", {"token": "x" * (limits.TOKEN_LENGTH + 1), "player": None}
    ),
    "SECRET_LENGTH": lambda client, _: post(
        client, "/v1/rounds/view", {"token": "x", "secret": "x" * (limits.SECRET_LENGTH + 1), "player": None}
    ),
    "HIGHEST_SEQUENCE": lambda client, _: post(
        client, "/v1/rounds/view", {"token": "x", "sequence": limits.HIGHEST_SEQUENCE + 1, "player": None}
    ),
    "RECORD_MOVES": lambda client, _: replay(
        client, {"variant": "rummy", "players": ["A", "B"], "seed": 1, "moves": [{"type": "pass"}] * 1001}
    ),
    "NOTATION_LENGTH": lambda client, _: replay(client, "x" * (limits.NOTATION_LENGTH + 1)),
    "HISTORY_ROUNDS": lambda client, _: history(client, "A", "B", rounds=limits.HISTORY_ROUNDS + 1),
    "HIGHEST_SEED": lambda client, _: post(
        client, "/v1/deals", {"variant": "rummy", "players": 2, "seed": limits.HIGHEST_SEED + 1}
    ),
    "MOVES_LISTED": lambda client, _: moves(client, limit=limits.MOVES_LISTED + 1),
    "MOVE_TEXT_LENGTH": lambda client, _: check(client, type="draw", text="x" * (limits.MOVE_TEXT_LENGTH + 1)),
    "CURSOR_LENGTH": lambda client, _: moves(client, cursor="x" * (limits.CURSOR_LENGTH + 1)),
    "BATCH_ITEMS": lambda client, _: outcome(ask_batch(client, *["checkMelds"] * (limits.BATCH_ITEMS + 1))),
    "OPERATION_LENGTH": lambda client, _: outcome(ask_batch(client, "x" * (limits.OPERATION_LENGTH + 1))),
    "BATCH_STEPS": lambda client, patch: second_item(client, patch, "BATCH_STEPS", 1),
    "ITEM_STEPS": lambda client, patch: second_item(client, patch, "ITEM_STEPS", limits.BATCH_STEPS),
    "STEPS_PER_BYTE": lambda client, patch: second_item(client, patch, "STEPS_PER_BYTE", limits.BATCH_STEPS),
    "BATCH_RESPONSE_BYTES": lambda client, patch: second_item(client, patch, "BATCH_RESPONSE_BYTES", 1),
    "ERRORS_LISTED": too_many_errors,
    "ERROR_PATHS_LENGTH": too_long_paths,
    "QUOTED_LENGTH": too_long_a_value,
    "LANGUAGE_RANGES": too_many_languages,
    "REQUEST_ID_LENGTH": too_long_an_id,
}


@pytest.mark.parametrize("name", IN_THE_APPLICATION)
def test_exceeding_a_limit_gives_the_documented_response(client, monkeypatch, name):
    assert IN_THE_APPLICATION[name](client, monkeypatch) == LIMITS[name][1]


# --- limits of the server -------------------------------------------------------------------------------------------

CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"

ON_THE_WIRE: dict[str, bytes] = {
    "TARGET_BYTES": b"GET /%s HTTP/1.1\r\nHost: x\r\n\r\n" % (b"x" * limits.TARGET_BYTES),
    "HEADER_FIELDS": HEAD + b"X-Field: x\r\n" * limits.HEADER_FIELDS + b"\r\n",
    "HEADER_BYTES": HEAD + b"X-Field: %s\r\n\r\n" % (b"x" * limits.HEADER_BYTES),
    "HEAD_BYTES": HEAD + b"X-Field: %s\r\n" % (b"x" * 8000) * (limits.HEAD_BYTES // 8000 + 1) + b"\r\n",
    "CHUNKS": CHUNKED + b"1\r\n \r\n" * (limits.CHUNKS + 1) + b"0\r\n\r\n",
    "CHUNK_LINE_BYTES": CHUNKED + b"1;%s\r\n \r\n0\r\n\r\n" % (b"x" * limits.CHUNK_LINE_BYTES),
    "REQUEST_SECONDS": HEAD,
}


@pytest.fixture(scope="module")
def hasty() -> Iterator[Running]:
    """A server with timeouts of one second."""
    with running(REQUEST_SECONDS="1", IDLE_SECONDS="1", ANSWER_SECONDS="1") as started:
        yield started


@pytest.mark.parametrize("name", ON_THE_WIRE)
def test_exceeding_a_limit_of_the_server_gives_the_documented_response(hasty, name):
    with hasty.connect() as connection:
        connection.sendall(ON_THE_WIRE[name])
        response = HTTPResponse(connection)
        response.begin()
        body = response.read()
    assert outcome(json.loads(body)) == LIMITS[name][1]
    assert response.getheader("X-Content-Type-Options") == "nosniff"
    assert not re.search(r"[0-9]", response.getheader("Server") or "")
    assert not re.search(rb"gunicorn|python|\.py|traceback|/srv|<html", body, re.IGNORECASE)


def test_an_idle_connection_is_closed(hasty):
    with hasty.connect() as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        response = HTTPResponse(connection)
        response.begin()
        assert (response.status, len(response.read())) == (200, 15)
        assert connection.recv(1) == b""


def test_a_connection_whose_responses_are_not_read_is_closed(hasty):
    """The client reads nothing and cannot notice it, so the test watches the sockets of the server."""
    (worker,) = hasty.workers()
    before = sockets_of(worker)
    with hasty.connect() as connection:
        connection.sendall(b"GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * 200)
        wait_until(lambda: sockets_of(worker) - before)
        (ours,) = sockets_of(worker) - before
        wait_until(lambda: ours not in sockets_of(worker))


def sockets_of(process: int) -> set[str]:
    found = set()
    for link in Path(f"/proc/{process}/fd").iterdir():
        with suppress(FileNotFoundError):  # closed in the meantime
            found.add(str(link.readlink()))
    return {target for target in found if target.startswith("socket:")}


def wait_until(happened: Callable[[], object]) -> None:
    for _ in range(600):
        if happened():
            return
        time.sleep(0.05)
    raise AssertionError("it did not happen")


ELSEWHERE = {
    *("ANSWER_SECONDS", "IDLE_SECONDS", "CONNECTIONS", "UNSENT_BYTES"),
    *("READ_STEPS", "UPLOADS"),
    *("HEAVY_STEPS", "HEAVY_WAIT_SECONDS", "PLACE_WAIT_SECONDS", "LIGHT_STEPS", "STEPS_PER_REQUEST"),
    *("QUEUE_SECONDS", "RETRY_SECONDS"),
}
"""Tested above, in ``tests/gunicorn_worker``, ``test_photos.py`` or ``middleware/test_rate_limiting.py``."""


def test_every_documented_limit_is_tested():
    assert {*IN_THE_APPLICATION, *ON_THE_WIRE, *ELSEWHERE} == {*LIMITS}
