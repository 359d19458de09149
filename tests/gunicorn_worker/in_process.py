"""A worker in a thread of the test, with an application of the test."""

import os
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from selectors import DefaultSelector
from threading import Thread
from typing import Any

from gunicorn.config import Config

from service.gunicorn_worker.server_logger import ServerLogger
from service.gunicorn_worker.worker import BufferingWorker

Application = Callable[[dict[str, Any], Callable[..., Any]], list[bytes]]


class Serving:
    """The worker and its port."""

    def __init__(self, worker: BufferingWorker, port: int) -> None:
        self.worker = worker
        self.port = port

    def send(self, path: str) -> socket.socket:
        """A connection over which a request has been sent."""
        connection = self.connect()
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        return connection

    def connect(self) -> socket.socket:
        """A bare connection."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=20)


@contextmanager
def serving(application: Application, threads: int = 4, connections: int = 100) -> Iterator[Serving]:
    """Serve an application with one worker."""
    config = Config()
    config.set("threads", threads)
    config.set("worker_connections", connections)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        worker = BufferingWorker(1, os.getppid(), [listener], None, 30, config, ServerLogger(config))
        worker.wsgi = application
        worker.poller = DefaultSelector()
        worker.method_queue.init()
        loop = Thread(target=worker.run)
        loop.start()
        try:
            yield Serving(worker, port)
        finally:
            worker.alive = False
            worker.method_queue.defer(lambda: None)
            loop.join()
            worker.tmp.close()


def read_status(connection: socket.socket) -> int:
    """The status of the response; 0 if the connection is closed without one."""
    head = connection.recv(65536)
    return int(head.split(b" ", 2)[1]) if head else 0
