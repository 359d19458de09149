"""How the service is served: ``gunicorn --config python:service.gunicorn_conf``. ``rummy-referee serve`` uses it, too.

What an operator can decide is in ``service/settings.py``, what a request may have in ``service/api/limits.py``; why it
is all as it is, with the numbers that were measured, in ``docs/operating.md``.
"""

import ctypes
import gc
import logging
import os
import sys
from pathlib import Path
from typing import Any

from service.api.contract import warm_up
from service.api.limits import HEADER_BYTES, HEADER_FIELDS, TARGET_BYTES
from service.api.observability.server_log import log_uncaught, logging_config
from service.api.observability.worker_slots import assign_slot, open_folder
from service.settings import SettingsError, read_settings

sys.excepthook = log_uncaught
try:
    _settings = read_settings(os.environ)
except SettingsError as error:  # gunicorn would say it with a traceback
    log_uncaught(type(error), error, None)
    sys.exit(1)

_host = _settings.host.strip("[]")
bind = f"[{_host}]:{_settings.port}" if ":" in _host else f"{_host}:{_settings.port}"
backlog = 1024
wsgi_app = "service.app:create_app()"

# Threads only compute: the worker takes requests in and sends answers out without them.
worker_class = "service.gunicorn_worker.worker.BufferingWorker"
workers = _settings.workers
threads = _settings.threads
worker_connections = _settings.connections
keepalive = _settings.idle_seconds

limit_request_line = TARGET_BYTES
limit_request_fields = HEADER_FIELDS
limit_request_field_size = HEADER_BYTES + 2  # gunicorn counts the end of the line, too

# The main loop of a worker shows a sign of life each second, however long its threads compute.
timeout = 30
graceful_timeout = _settings.shutdown_seconds
max_requests = _settings.recycle_after
max_requests_jitter = _settings.recycle_after // 5  # not all workers at once

# Loaded once, before the workers are forked: they start in no time and share its memory.
preload_app = True

# Threads share two pools of memory. With one for each thread the C library keeps most of what searches have given back:
# after eight of the hardest at once 370 MB, now 150. And what is large, from a megabyte on, is given back to the system
# at once; else the C library keeps ever larger pieces. (M_ARENA_MAX, M_MMAP_THRESHOLD of glibc; others have no pools.)
if hasattr(_libc := ctypes.CDLL(None), "mallopt"):
    _libc.mallopt(-8, 2)
    _libc.mallopt(-3, 1 << 20)

# Workers prove that they are alive by touching a file: in memory, so that a slow disk cannot have them killed.
if Path("/dev/shm").is_dir():
    worker_tmp_dir = "/dev/shm"

# The control socket would be written to the home folder, which a container's user does not have.
control_socket_disable = True

# Whatever is logged is a line of JSON. Gunicorn's own log of requests stays off: the application has a better one.
logconfig_dict = logging_config(_settings.log_level)
logger_class = "service.gunicorn_worker.server_logger.ServerLogger"
logging.captureWarnings(capture=True)

# Each worker counts for itself; /metrics shows the sum.
open_folder()
pre_fork = assign_slot


def when_ready(_server: Any) -> None:
    """Fill what is remembered before the workers are forked, and have the garbage collector leave it alone.

    The collector would touch every object, and each touched page would no longer be shared.
    """
    warm_up()
    gc.collect()
    gc.freeze()
