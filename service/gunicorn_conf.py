"""The gunicorn configuration: ``gunicorn --config python:service.gunicorn_conf``, also used by ``rummy-referee serve``.

The settings are in ``service/settings.py``, the limits of requests in ``service/operations/limits.py``, and the reasons
with the measurements in ``docs/operating.md``.
"""

import ctypes
import gc
import logging
import os
import sys
from contextlib import suppress
from tempfile import TemporaryFile
from typing import Any

from .http.contract import warm_up
from .http.observability.metrics import open_metrics
from .http.observability.server_log import log_uncaught, logging_config
from .http.observability.worker_slots import assign_slot, reserve_slots
from .operations.limits import HEADER_BYTES, HEADER_FIELDS, TARGET_BYTES
from .settings import SettingsError, allow_open_files, read_settings

sys.excepthook = log_uncaught
try:
    _settings = read_settings(os.environ)
    allow_open_files(_settings)
except SettingsError as error:  # gunicorn would log a traceback
    log_uncaught(type(error), error, None)
    sys.exit(1)

_host = _settings.host.strip("[]")
bind = f"[{_host}]:{_settings.port}" if ":" in _host else f"{_host}:{_settings.port}"
backlog = 1024
wsgi_app = f"{__package__}.app:create_app()"

# Threads only compute: the worker's main loop receives requests and sends responses.
worker_class = f"{__package__}.gunicorn_worker.worker.BufferingWorker"
workers = _settings.workers
threads = _settings.threads
worker_connections = _settings.connections
keepalive = _settings.idle_seconds

limit_request_line = TARGET_BYTES
limit_request_fields = HEADER_FIELDS
limit_request_field_size = HEADER_BYTES + 2  # gunicorn includes the line end

# The main loop of a worker sends a heartbeat each second, however long its threads compute.
timeout = 30
graceful_timeout = _settings.shutdown_seconds
max_requests = 0  # the worker itself asks for its replacement

# The application is loaded once, before the workers are forked: they start at once and share its memory.
preload_app = True

# A thread that computes gives way after half a millisecond instead of five: a light request needs several turns, and
# waits for half as long beside eight threads with batches. It costs nothing where no other thread is waiting.
sys.setswitchinterval(0.0005)

# glibc: two malloc arenas (M_ARENA_MAX) instead of one for each thread, which keep most of the memory that searches
# have released: 370 MB after eight of the hardest at once, 150 MB with two. Allocations from a megabyte on are
# returned to the system when they are freed (M_MMAP_THRESHOLD, which glibc would otherwise raise).
if hasattr(_libc := ctypes.CDLL(None), "mallopt"):
    _libc.mallopt(-8, 2)
    _libc.mallopt(-3, 1 << 20)

# The heartbeat file of a worker is in memory if possible, so that a slow disk does not get the worker killed.
with suppress(OSError), TemporaryFile(dir="/dev/shm"):
    worker_tmp_dir = "/dev/shm"

# The control socket would be in the home folder, which the user in a container does not have.
control_socket_disable = True

# All logs are lines of JSON. gunicorn's access log is off: the application has a request log.
logconfig_dict = logging_config(_settings.log_level)
logger_class = f"{__package__}.gunicorn_worker.server_logger.ServerLogger"
logging.captureWarnings(capture=True)

# Each worker counts in its own part of the memory that all share; /metrics shows the sum.
reserve_slots(workers)
pre_fork = assign_slot

# No header of a proxy changes the path or the scheme. TRUSTED_PROXIES is about the address.
forwarded_allow_ips = ""
forwarder_headers = ""


def when_ready(_server: Any) -> None:
    """Fill the caches before the workers are forked, and exclude them from garbage collection.

    The collector would write to every object, and a memory page that is written to is no longer shared.
    """
    warm_up()
    gc.collect()
    gc.freeze()


def child_exit(server: Any, worker: Any) -> None:
    """A worker that is replaced asks for another one and exits later: then the number of workers is as configured."""
    open_metrics().clear_gauges(worker.slot)
    server.num_workers = max(server.cfg.workers, server.num_workers - 1)
