"""How the service is served. Gunicorn reads this file from the folder it is started in.

What an operator can decide is in ``service/settings.py``.
"""

import os
from pathlib import Path

from service.settings import read_settings

_settings = read_settings(os.environ)

bind = f"{_settings.host}:{_settings.port}"
workers = _settings.workers
wsgi_app = "service.app:create_app()"

worker_class = "gthread"
threads = 4

# Workers prove that they are alive by touching a file: in memory, so that a slow disk cannot have them killed.
if Path("/dev/shm").is_dir():
    worker_tmp_dir = "/dev/shm"

# The control socket would be written to the home folder, which a container's user does not have.
control_socket_disable = True
