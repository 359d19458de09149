"""The MCP server, asked by the official client over standard input and output and over HTTP."""

import json
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from http.client import HTTPConnection
from threading import Event, Thread
from typing import Any

import anyio
import pytest
import uvicorn
from mcp import Client, StdioServerParameters, stdio_client

from rummy_referee import __version__
from rummy_referee.engine.work import CHECK_STEPS, count_steps
from service.cli import main
from service.mcp_server import server as mcp_server
from service.mcp_server.tools import INSTRUCTIONS, TOOLS
from tests.running import ROOT

COMMAND = ("-m", "service.cli", "mcp")
MELDS = {"variant": "rummy", "melds": [["R5", "J"]]}


@pytest.fixture(scope="module")
def http_server() -> Iterator[str]:
    """A server over HTTP; its host and port."""
    with subprocess.Popen(
        [sys.executable, *COMMAND, "--http", "--port", "0"], cwd=ROOT, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr
        line = process.stderr.readline()
        address = re.fullmatch(r"Serving MCP on http://(127\.0\.0\.1:\d+)/mcp\n", line)
        assert address, line
        yield address[1]
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == -signal.SIGINT
        assert "Traceback" not in process.stderr.read()


async def use(client: Client) -> None:
    """What an agent does: read the instructions and tools, ask, and correct a mistake."""
    async with client:
        assert client.server_info is not None
        assert (client.server_info.name, client.server_info.version) == ("rummy-referee", __version__)
        assert client.instructions == INSTRUCTIONS
        listed = (await client.list_tools()).tools
        assert [(tool.name, tool.input_schema) for tool in listed] == [(tool.name, tool.input_schema) for tool in TOOLS]
        assert all(tool.annotations and tool.annotations.read_only_hint for tool in listed)
        answer = await client.call_tool("check_melds", {**MELDS, "language": "de"})
        assert not answer.is_error
        content: Any = answer.content[0]
        assert json.loads(content.text) == answer.structured_content == TOOLS[1].call({**MELDS, "language": "de"})
        refused = await client.call_tool("check_melds", {"variant": "rummy", "melds": [["R15"]], "x": 1})
        content = refused.content[0]
        assert refused.is_error
        assert [line.partition(":")[0] for line in content.text.splitlines()[1:]] == ["/melds/0/0", "/x"]
        unknown = await client.call_tool("play_chess", {})
        assert unknown.is_error


def test_the_official_client_uses_it_over_standard_input_and_output():
    parameters = StdioServerParameters(command=sys.executable, args=list(COMMAND), cwd=ROOT)
    anyio.run(use, Client(stdio_client(parameters)))


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_the_official_client_uses_it_over_http(http_server, mode):
    anyio.run(use, Client(f"http://{http_server}/mcp", mode=mode))


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example"}, 421),
        ({"Origin": "http://evil.example"}, 403),
        ({"Host": "127.0.0.1.evil.example:80"}, 421),
    ],
)
def test_a_page_of_another_site_cannot_reach_it(http_server, headers, status):
    """DNS rebinding: a browser sends the name of the attacker's host."""
    ask = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    accepted = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    with closing(HTTPConnection(http_server, timeout=20)) as connection:
        connection.request("POST", "/mcp", json.dumps(ask), {**accepted, **headers})
        assert connection.getresponse().status == status


def test_a_search_ends_when_its_client_is_gone(monkeypatch):
    started, ended = Event(), Event()

    def search_for_ever(_body: object, _language: object) -> dict[str, Any]:
        started.set()
        try:
            while True:
                count_steps(CHECK_STEPS)
        finally:
            ended.set()

    monkeypatch.setitem(mcp_server._BY_NAME, "check_melds", replace(TOOLS[1], run=search_for_ever))
    ask = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "check_melds", "arguments": MELDS}}
    accepted = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    with socket.create_server(("127.0.0.1", 0)) as listener:
        served = uvicorn.Server(uvicorn.Config(mcp_server.create_http_app(), log_level="warning"))
        thread = Thread(target=served.run, kwargs={"sockets": [listener]})
        thread.start()
        with closing(HTTPConnection("127.0.0.1", listener.getsockname()[1], timeout=60)) as connection:
            connection.request("POST", "/mcp", json.dumps(ask), accepted)
            assert started.wait(60)
            assert not ended.is_set()
        assert ended.wait(60)
        served.should_exit = True
        thread.join(60)
        assert not thread.is_alive()


def test_a_message_that_is_too_long_ends_the_server_in_one_sentence():
    ran = subprocess.run(
        [sys.executable, *COMMAND],
        cwd=ROOT,
        input='{"jsonrpc": "2.0", "id": 1, "method": "' + "x" * mcp_server.MESSAGE_BYTES + '"}\n',
        capture_output=True,
        text=True,
        check=False,
    )
    said = f"A message has more than {mcp_server.MESSAGE_BYTES} bytes.\n"
    assert (ran.returncode, ran.stdout, ran.stderr) == (1, "", said)


def test_a_message_over_http_that_is_too_long_is_rejected(http_server):
    with closing(HTTPConnection(http_server, timeout=60)) as connection:
        connection.request("POST", "/mcp", b" " * (mcp_server.MESSAGE_BYTES + 1), {"Content-Type": "application/json"})
        assert connection.getresponse().status == 413


def exit_message(*arguments: str) -> object:
    """What the command says when it exits at once."""
    with pytest.raises(SystemExit) as exited:
        main(["mcp", *arguments])
    return exited.value.code


def test_a_taken_port_is_reported_in_one_sentence():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = exit_message("--http", "--port", str(port))
    assert said == f"Cannot listen on 127.0.0.1:{port} (Address already in use): choose another with --port."


def test_an_impossible_port_is_an_error_of_usage():
    assert exit_message("--http", "--port", "65536") == 2


def test_without_the_extra_it_says_how_to_install_it(monkeypatch, capsys):
    monkeypatch.delitem(sys.modules, "service.mcp_server.server", raising=False)
    monkeypatch.setitem(sys.modules, "mcp_types", None)
    assert exit_message() == 2
    said = "`rummy-referee mcp` needs mcp_types: install it with pip install 'rummy-referee[mcp]'.\n"
    assert capsys.readouterr().err == said
