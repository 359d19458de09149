"""How requests come in and answers go out: a gunicorn worker that waits for slow clients without a thread."""
