"""A gunicorn worker that buffers requests and responses, so that slow clients do not occupy threads."""
