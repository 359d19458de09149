"""What the service is doing: for each request a log line, with nothing of what was sent."""
