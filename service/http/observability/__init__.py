"""Observability: request log, metrics and optional traces. None of them contains what a caller sent."""
