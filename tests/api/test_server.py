"""Tests that need a real server: chunked bodies, connections, the command of the README."""

import argparse
import json
import re
import shlex
import socket
from contextlib import closing
from http.client import HTTPConnection

from service.operations.limits import BODY_BYTES
from tests.conftest import ROOT

BODY = b'{"variant": "rummy", "melds": [["R7", "J", "R9"]]}'


def ask(server: str, body: bytes | list[bytes], **headers: str) -> tuple[int, dict[str, object]]:
    sent = iter(body) if isinstance(body, list) else body
    all_headers = {"Content-Type": "application/json", **headers}
    with closing(HTTPConnection(server, timeout=20)) as connection:
        connection.request("POST", "/v1/melds/check", sent, all_headers, encode_chunked=isinstance(body, list))
        response = connection.getresponse()
        return response.status, json.loads(response.read())


def test_a_plain_body_is_read(server):
    status, response = ask(server, BODY)
    assert (status, response["valid"]) == (200, True)


def test_a_chunked_body_is_read_completely(server):
    pieces = [BODY[start : start + 7] for start in range(0, len(BODY), 7)]
    status, response = ask(server, pieces)
    assert (status, response["valid"]) == (200, True)


def test_a_chunked_body_beyond_the_limit_is_a_413_and_not_truncated(server):
    """Truncated at the limit, this body would be valid JSON: it would lose only spaces."""
    padding = [b" " * 65536] * (BODY_BYTES // 65536)
    status, response = ask(server, [BODY, *padding])
    assert (status, response["type"]) == (413, "/docs/problems#body-too-large")


def test_a_declared_length_beyond_the_limit_is_a_413(server):
    status, response = ask(server, BODY + b" " * BODY_BYTES)
    assert (status, response["status"]) == (413, 413)


def test_the_server_continues_after_a_rejected_body(server):
    ask(server, BODY + b" " * BODY_BYTES)
    assert ask(server, BODY)[0] == 200


def test_an_incomplete_body_does_not_block_others(server):
    host, port = server.split(":")
    with socket.create_connection((host, int(port))) as stalled:
        stalled.sendall(b"POST /v1/melds/check HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{")
        assert ask(server, BODY)[0] == 200


def test_an_invalid_language_header_is_ignored(server):
    assert ask(server, BODY, **{"Accept-Language": ";;q=\xff"})[0] == 200


def test_the_curl_command_of_the_readme_prints_what_the_readme_shows(server):
    """The test parses the command, because not every machine has curl."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (command,) = re.findall(r"```sh\n(curl .+?)\n```", readme, flags=re.DOTALL)
    (shown,) = re.findall(r"```json\n(.+?)\n```", readme, flags=re.DOTALL)
    parser = argparse.ArgumentParser()
    parser.add_argument("url")
    parser.add_argument("-s", action="store_true")
    parser.add_argument("-H", dest="headers", action="append")
    parser.add_argument("-d", dest="body")
    name, *arguments = shlex.split(command.replace("\\\n", " "))
    parsed = parser.parse_args(arguments)
    assert (name, parsed.url) == ("curl", "http://127.0.0.1:8000/v1/melds/check")
    assert parsed.headers == ["Content-Type: application/json", "Accept-Language: en"]
    status, answer = ask(server, parsed.body.encode())
    assert (status, json.dumps(answer, separators=(",", ":"), ensure_ascii=False)) == (200, shown)
