"""What the service is doing: for each request a log line, counts and, if wanted, a trace; nothing of what was sent."""
