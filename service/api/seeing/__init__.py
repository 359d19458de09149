"""What the service is doing: for each request a log line, and counts; nothing of what was sent."""
