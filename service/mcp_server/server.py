"""The server: the tools over standard input and output, or over streamable HTTP on this machine."""

import io
import json
import os
import socket
import sys
from threading import Event
from typing import Any

import anyio
import mcp_types as types
import uvicorn
from anyio import to_thread
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from starlette.types import ASGIApp

from rummy_referee import __version__
from rummy_referee.engine.work import CancelledError, counted_work

from ..operations.calls import CallError
from ..operations.limits import BODY_BYTES
from .disconnects import EndOnDisconnect
from .tools import INSTRUCTIONS, TOOLS, Tool

HOST = "127.0.0.1"
PATH = "/mcp"
MESSAGE_BYTES = 4 * BODY_BYTES
"""The length of a message. The limit on a body applies to the arguments in it."""

_BY_NAME = {tool.name: tool for tool in TOOLS}


class AddressError(Exception):
    """The port cannot be used. The message says what to do."""


class MessageTooLongError(Exception):
    """A message on standard input is too long. Without its id it cannot be answered, so it ends the server."""

    def __init__(self) -> None:
        super().__init__(f"A message has more than {MESSAGE_BYTES} bytes.")


def create_server() -> Server[Any]:
    """The server, without a transport."""
    one_at_a_time = anyio.Lock()  # a search can take much memory

    async def list_tools(_: Any, __: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[_describe(tool) for tool in TOOLS])

    async def call_tool(_: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        tool = _BY_NAME.get(params.name)
        if tool is None:
            return _failure(f"There is no tool {params.name}; the tools are {', '.join(_BY_NAME)}.")
        has_ended = Event()
        try:
            async with one_at_a_time:
                return await to_thread.run_sync(_call, tool, params.arguments or {}, has_ended, abandon_on_cancel=True)
        finally:
            has_ended.set()

    return Server(
        "rummy-referee",
        version=__version__,
        title="Rummy referee",
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def _describe(tool: Tool) -> types.Tool:
    return types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=tool.input_schema,
        annotations=types.ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False),
    )


def _call(tool: Tool, arguments: dict[str, Any], has_ended: Event) -> types.CallToolResult:
    """The answer as JSON, or every fault of the arguments, so that the agent can correct them.

    A search stops soon after the call has ended because its client is gone or has cancelled it.
    """

    def check_client(_steps: int, _is_large: bool) -> None:
        if has_ended.is_set():
            raise CancelledError

    try:
        with counted_work(check_client):
            answer = tool.call(arguments)
    except (CallError, ValueError) as error:
        return _failure(str(error))
    except CancelledError:
        return _failure("The call was cancelled.")
    text = types.TextContent(type="text", text=json.dumps(answer, ensure_ascii=False))
    return types.CallToolResult(content=[text], structured_content=answer)


def _failure(message: str) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(type="text", text=message)], is_error=True)


class _Messages(io.TextIOWrapper):
    """Standard input with lines of a limited length."""

    def readline(self, _size: int = -1, /) -> str:  # type: ignore[override] # so is that of TextIOWrapper
        line = super().readline(MESSAGE_BYTES + 1)
        if len(line) > MESSAGE_BYTES:
            raise MessageTooLongError
        return line


def serve_stdio() -> None:
    """Serve one agent on standard input and output until it closes them."""

    async def serve() -> None:
        server = create_server()
        messages = anyio.wrap_file(_Messages(sys.stdin.buffer, encoding="utf-8", errors="replace"))
        async with stdio_server(messages) as (requests, responses):
            await server.run(requests, responses, server.create_initialization_options())

    try:
        anyio.run(serve)
    except* MessageTooLongError:
        raise MessageTooLongError from None


def create_http_app() -> ASGIApp:
    """The server as an ASGI application: streamable HTTP without sessions."""
    app = create_server().streamable_http_app(
        streamable_http_path=PATH,
        stateless_http=True,
        json_response=True,
        max_request_body_size=MESSAGE_BYTES,
        host=HOST,
    )
    return EndOnDisconnect(app)


def serve_http(port: int) -> None:
    """Serve on a port of this machine until stopped. Other hosts in ``Host`` or ``Origin`` are rejected.

    That protects against DNS rebinding: a page of another site cannot reach the server through a browser.
    """
    try:
        listener = socket.create_server((HOST, port))
    except OSError as error:
        reason = f"Cannot listen on {HOST}:{port} ({os.strerror(error.errno or 0)}): choose another with --port."
        raise AddressError(reason) from None
    with listener:
        sys.stderr.write(f"Serving MCP on http://{HOST}:{listener.getsockname()[1]}{PATH}\n")
        config = uvicorn.Config(create_http_app(), log_level="warning")
        anyio.run(lambda: uvicorn.Server(config).serve(sockets=[listener]))
