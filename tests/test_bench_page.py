"""The page of results is its parts, and every part is on it."""

from bench.page import PAGE, PARTS, RESULTS, assemble


def test_the_page_is_put_together_from_its_parts():
    assert PAGE.read_text(encoding="utf-8") == assemble()


def test_every_part_that_was_written_has_its_place_on_the_page():
    assert {path.stem for path in RESULTS.glob("*.md")} <= set(PARTS)
