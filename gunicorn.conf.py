"""How the service is served. Gunicorn reads this file from the folder it is started in.

The environment decides three things, here and nowhere else: HOST, PORT and WORKERS.
"""

import os
from pathlib import Path

# "or", not a default of get(): an empty HOST would mean every interface
bind = f"{os.environ.get('HOST') or '127.0.0.1'}:{os.environ.get('PORT') or '8000'}"
workers = int(os.environ.get("WORKERS") or "2")
wsgi_app = "service.app:create_app()"

worker_class = "gthread"
threads = 4

# Workers prove that they are alive by touching a file: in memory, so that a slow disk cannot have them killed.
if Path("/dev/shm").is_dir():
    worker_tmp_dir = "/dev/shm"

# The control socket would be written to the home folder, which a container's user does not have.
control_socket_disable = True
