"""Ends a request when its client is gone. Without it, the server would go on with searches for nobody."""

import anyio
from starlette.types import ASGIApp, Message, Receive, Scope, Send


class EndOnDisconnect:
    """An ASGI application whose requests over HTTP are cancelled when their clients disconnect before the response."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        to_app, for_app = anyio.create_memory_object_stream[Message]()
        has_responded = False

        async def pass_on() -> None:
            while (message := await receive())["type"] != "http.disconnect":
                await to_app.send(message)
            if not has_responded:  # after the response, every client counts as disconnected
                tasks.cancel_scope.cancel()

        async def respond(message: Message) -> None:
            nonlocal has_responded
            await send(message)
            has_responded = message["type"] == "http.response.body" and not message.get("more_body", False)

        async with to_app, for_app, anyio.create_task_group() as tasks:
            tasks.start_soon(pass_on)
            await self._app(scope, for_app.receive, respond)
            tasks.cancel_scope.cancel()
