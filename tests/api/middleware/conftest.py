"""API keys and a rate limit for tests of the middleware."""

from hashlib import sha256

import pytest

from service.settings import ApiKey, Rate

KEYS = {"ada": "correct horse battery staple", "bo": "tr0ub4dor"}


@pytest.fixture
def api_keys() -> tuple[ApiKey, ...]:
    return tuple(ApiKey(name, sha256(key.encode()).digest()) for name, key in KEYS.items())


@pytest.fixture
def rate() -> Rate:
    return Rate(3, 3600)
