"""The results page consists of its parts and contains all of them."""

from bench.page import PAGE, PARTS, RESULTS, assemble


def test_the_page_is_assembled_from_its_parts() -> None:
    assert PAGE.read_text(encoding="utf-8") == assemble()


def test_every_written_part_is_on_the_page() -> None:
    assert {path.stem for path in RESULTS.glob("*.md")} <= set(PARTS)
