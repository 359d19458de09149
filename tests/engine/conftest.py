"""What tests of the search for plays share: the kernel and its fallback."""

import pytest

from service.engine.plays import compiled, search


@pytest.fixture(params=["kernel", "fallback"])
def engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Ask the kernel, then the fallback."""
    if request.param == "fallback":
        do_without_kernel(monkeypatch)
    elif compiled.load_kernel() is None:
        pytest.skip("the kernel is not built: see tools/build-kernel")
    return str(request.param)


def do_without_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answer on plain Python."""
    monkeypatch.setattr(search, "load_kernel", lambda: None)
