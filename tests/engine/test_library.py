"""The compiled engine is loaded only if it belongs to this code and this machine."""

import re
import struct
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from rummy_referee import __version__
from rummy_referee.engine import library


def refuse() -> str:
    """Why the library is not loaded."""
    with pytest.raises(library.EngineMissingError) as error:
        library.load_library.__wrapped__()
    return str(error.value)


def test_the_build_names_version_sources_and_compiler():
    build = re.escape(__version__) + r"\+[0-9a-f]{12} (gcc|clang) \d+\.\d+\.\d+"
    assert re.fullmatch(build, library.engine_build())


def test_an_engine_that_is_not_built_is_one_sentence_that_says_what_to_do(monkeypatch, tmp_path):
    monkeypatch.setattr(library, "LIBRARY", tmp_path / "_engine.so")
    assert refuse() == (
        "The search engine is not built: run `make run` in a checkout, or install the service with `pip install`."
    )


def test_an_engine_for_another_machine_is_refused(monkeypatch, tmp_path):
    monkeypatch.setattr(library, "LIBRARY", tmp_path / "_engine.so")
    library.LIBRARY.write_bytes(b"\x7fELF of a machine that nobody has")
    assert refuse().startswith("The search engine is built for another machine: run `make run`")


def test_a_library_that_is_no_engine_is_refused(monkeypatch):
    other = find_spec("orjson.orjson")
    assert other
    assert other.origin
    monkeypatch.setattr(library, "LIBRARY", Path(other.origin))
    assert refuse().startswith("The search engine is built from other sources: run `make run`")


def test_an_engine_from_other_sources_is_refused(monkeypatch, tmp_path):
    (tmp_path / "engine.c").write_text("int changed;\n")
    monkeypatch.setattr(library, "SOURCES", tmp_path)
    assert refuse().startswith("The search engine is built from other sources: run `make run`")


def test_where_there_are_no_sources_the_version_must_be_the_same(monkeypatch, tmp_path):
    monkeypatch.setattr(library, "SOURCES", tmp_path / "csrc")
    library.load_library.__wrapped__()
    monkeypatch.setattr(library, "__version__", "0.0.9")
    assert refuse().startswith("The search engine is built from other sources: run `make run`")


# --- hardening ------------------------------------------------------------------------------------------------------

PT_DYNAMIC, PT_GNU_STACK, PT_GNU_RELRO = 2, 0x6474E551, 0x6474E552
PF_EXECUTABLE = 1
DT_FLAGS, DF_BIND_NOW = 30, 8


def read_segments(elf: bytes) -> Iterator[tuple[int, int, bytes]]:
    """The type, the flags and the contents of each segment of a 64-bit ELF file."""
    assert elf[:6] == b"\x7fELF\x02\x01"
    (start,) = struct.unpack_from("<Q", elf, 32)
    size, count = struct.unpack_from("<HH", elf, 54)
    for number in range(count):
        kind, flags, offset, _, _, length = struct.unpack_from("<IIQQQQ", elf, start + number * size)
        yield kind, flags, elf[offset : offset + length]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have other formats")
def test_the_engine_is_built_with_stack_protector_and_read_only_relocations():
    elf = library.LIBRARY.read_bytes()
    segments = {kind: (flags, content) for kind, flags, content in read_segments(elf)}
    dynamic = dict(struct.iter_unpack("<QQ", segments[PT_DYNAMIC][1]))
    assert b"__stack_chk_fail" in elf
    assert PT_GNU_RELRO in segments
    assert dynamic[DT_FLAGS] & DF_BIND_NOW
    assert not segments[PT_GNU_STACK][0] & PF_EXECUTABLE
