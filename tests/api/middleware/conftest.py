"""Keys and a rate to try the doors with."""

from hashlib import sha256

import pytest

from service.settings import ApiKey, Rate

KEYS = {"ada": "correct horse battery staple", "bo": "tr0ub4dor"}


@pytest.fixture
def key_ring() -> tuple[ApiKey, ...]:
    return tuple(ApiKey(name, sha256(key.encode()).digest()) for name, key in KEYS.items())


@pytest.fixture
def rate() -> Rate:
    return Rate(3, 3600)
