"""The server: the tools over standard input and output, or over streamable HTTP on this machine."""

import json
import os
import socket
import sys
from typing import Any

import anyio
import mcp_types as types
import uvicorn
from anyio import to_thread
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

from rummy_referee import __version__

from ..operations.calls import CallError
from .tools import INSTRUCTIONS, TOOLS, Tool

HOST = "127.0.0.1"
PATH = "/mcp"

_BY_NAME = {tool.name: tool for tool in TOOLS}


class AddressError(Exception):
    """The port cannot be used. The message says what to do."""


def create_server() -> Server[Any]:
    """The server, without a transport."""
    one_at_a_time = anyio.Lock()  # a search can take much memory

    async def list_tools(_: Any, __: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[_describe(tool) for tool in TOOLS])

    async def call_tool(_: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        tool = _BY_NAME.get(params.name)
        if tool is None:
            return _failure(f"There is no tool {params.name}; the tools are {', '.join(_BY_NAME)}.")
        async with one_at_a_time:
            return await to_thread.run_sync(_call, tool, params.arguments or {})

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


def _call(tool: Tool, arguments: dict[str, Any]) -> types.CallToolResult:
    """The answer as JSON, or every fault of the arguments, so that the agent can correct them."""
    try:
        answer = tool.call(arguments)
    except (CallError, ValueError) as error:
        return _failure(str(error))
    text = types.TextContent(type="text", text=json.dumps(answer, ensure_ascii=False))
    return types.CallToolResult(content=[text], structured_content=answer)


def _failure(message: str) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(type="text", text=message)], is_error=True)


def serve_stdio() -> None:
    """Serve one agent on standard input and output until it closes them."""

    async def serve() -> None:
        server = create_server()
        async with stdio_server() as (requests, responses):
            await server.run(requests, responses, server.create_initialization_options())

    anyio.run(serve)


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
        app = create_server().streamable_http_app(
            streamable_http_path=PATH, stateless_http=True, json_response=True, host=HOST
        )
        config = uvicorn.Config(app, log_level="warning")
        anyio.run(lambda: uvicorn.Server(config).serve(sockets=[listener]))
