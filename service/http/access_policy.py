"""Which paths require an API key and which are rate limited. The contract and the health probes are public."""

API_PREFIX = "/v1/"
METRICS_PATH = "/metrics"


def requires_key(path: str) -> bool:
    """Whether a path requires a key where keys are configured."""
    return path.startswith(API_PREFIX) or path == METRICS_PATH


def is_rate_limited(path: str) -> bool:
    """Whether a request to a path counts against the rate limit."""
    return path.startswith(API_PREFIX)
