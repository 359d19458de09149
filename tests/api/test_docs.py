"""The documentation: every page and link, every code with its sentences, and the search index."""

import posixpath
import re
from functools import cache
from html.parser import HTMLParser

import pytest

from rummy_referee.games import GAMES
from rummy_referee.rules.options import describe_options
from rummy_referee.texts.catalogue import LANGUAGES, codes_of
from rummy_referee.texts.sentences import in_plural, text
from service import texts
from service.app import create_app
from service.http.contract import contract
from service.http.docs.codes import DESCRIPTIONS, list_faults, list_score_lines, list_violations
from service.http.docs.markdown import render_markdown
from service.http.docs.operations import PAGE_NAMES, SITE_PATHS
from service.http.docs.reference import list_operations, list_types
from service.http.docs.site import list_search_entries, load_pages
from service.http.docs.sources import Source
from service.operations.problems import KINDS
from tests.conftest import ROOT


class Reader(HTMLParser):
    """The ids, links, loaded files and headings of a document."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.files: list[str] = []
        self.headings: list[int] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.ids += [given["id"]] if "id" in given else []
        self.links += [given["href"]] if tag == "a" else []
        self.files += [given[name] for name in ("src", "href") if name in given and tag != "a"]
        self.headings += [int(tag[1])] if re.fullmatch("h[1-6]", tag) else []


@cache
def read(path: str) -> tuple[str, Reader]:
    response = create_app().test_client().get(path)
    assert (response.status_code, response.mimetype) == (200, "text/html"), path
    return response.text, Reader(response.text)


@pytest.mark.parametrize("path", SITE_PATHS)
def test_a_page_has_one_title_unique_ids_and_links_that_lead_somewhere(path):
    text, page = read(path)
    assert page.headings.count(1) == 1
    assert page.headings[0] == 1
    assert all(below - above <= 1 for above, below in zip(page.headings, page.headings[1:], strict=False))
    assert len(page.ids) == len(set(page.ids))
    assert not re.search(r"\sstyle=|<style|\son\w+=|<script(?![^>]* src=)", text)
    for link in page.links:
        target, _, fragment = link.partition("#")
        if "://" in target:
            continue
        place = posixpath.normpath(posixpath.join(posixpath.dirname(path), target)) if target else path
        if place in SITE_PATHS:
            assert not fragment or fragment in read(place)[1].ids, link
        else:
            assert place in ("/", "/docs/api", "/openapi.yaml"), link


@pytest.mark.parametrize("path", [*SITE_PATHS, "/docs/api"])
def test_a_page_loads_only_files_of_this_service(client, path):
    for file in read(path)[1].files:
        if file != "data:,":
            assert "://" not in file
            place = posixpath.normpath(posixpath.join(posixpath.dirname(path), file))
            assert client.get(place).status_code == 200, file


def test_every_file_of_the_documentation_is_a_page_that_the_home_page_lists():
    files = {path.stem for path in ROOT.glob("docs/*.md")} | set(GAMES)
    assert files <= set(PAGE_NAMES)
    listed = {link.removeprefix("docs/") for link in read("/docs")[1].links}
    assert files | {"api", "problems", "violations", "score-lines", "changelog", "deployment", "typescript"} <= listed


def test_an_unknown_page_or_asset_is_a_404(client):
    assert client.get("/docs/nothing").status_code == 404
    assert client.get("/docs/assets/nothing.js").status_code == 404


@pytest.mark.parametrize("kind", KINDS)
def test_the_type_of_a_problem_is_the_address_of_its_description(kind):
    text, page = read("/docs/problems")
    assert kind in page.ids
    assert f"<code>/docs/problems#{kind}</code>" in text


def plain(text: str) -> str:
    """A page without markup, as people read it."""
    for character, entity in (("&#34;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">")):
        text = text.replace(character, entity)
    return re.sub(r"<[^>]+>", "", text).replace("`", "")


@pytest.mark.parametrize(
    ("page", "family", "listed"),
    [
        ("problems", "fault", list_faults),
        ("violations", "violation", list_violations),
        ("score-lines", "score", list_score_lines),
    ],
)
def test_every_code_has_its_four_sentences(page, family, listed):
    shown, ids = plain(read(f"/docs/{page}")[0]), read(f"/docs/{page}")[1].ids
    assert {code.name for code in listed()} == set(texts.codes_of(family) or codes_of(family))
    for code in listed():
        assert (f"error-{code.name}" if family == "fault" else code.name) in ids
        said = [wording.texts[language] for wording in code.wordings for language in LANGUAGES]
        assert len(said) >= len(LANGUAGES)
        assert [sentence for sentence in said if plain(in_plural(sentence)) not in shown] == []


def test_every_problem_has_its_title_and_detail_in_four_languages():
    shown = plain(read("/docs/problems")[0])
    said = [texts.text(f"problem.{key}", language) for key in texts.codes_of("problem") for language in LANGUAGES]
    assert [sentence for sentence in said if in_plural(sentence) not in shown] == []


def test_games_that_word_a_violation_otherwise_are_named():
    (code,) = [code for code in list_violations() if code.name == "box_exceeded"]
    shared, cards = code.wordings
    with_cards = [game.id for game in GAMES.values() if game.box.ranks]
    assert [game.id for game in cards.games] == with_cards
    assert {game.id for game in shared.games} == set(GAMES) - set(with_cards)
    assert cards.texts["de"] != shared.texts["de"]


def test_every_parameter_of_a_violation_is_described_and_no_other():
    declared = {name for code in list_violations() for name in code.parameters}
    assert declared | {"penalty"} == set(DESCRIPTIONS)  # Rummikub adds its penalty to what is wrong with a table


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_page_of_a_game_has_its_options_its_rulings_and_a_worked_round(game, language):
    path = f"/docs/{game.id}" if language == "en" else f"/docs/{game.id}.{language}"
    html, page = read(path)
    assert f'<html lang="{language}">' in html
    shown = plain(html)
    for name, _, _ in describe_options(game.options):
        assert f"option-{name}" in page.ids
    for ruling in game.rulings:
        assert plain(text(f"ruling.{ruling.id}.text", language, game=game.id)) in shown
    assert {code for code in game.citations if f'"violations#{code}"' not in html} == set()
    assert "POST /v1/deals" in shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_search_knows_every_page_in_the_language_of_the_reader(client, language):
    entries = client.get(f"/docs/assets/search.{language}.json").json
    pages = {page.id for page in load_pages().values() if page.group}
    foreign = {page.id for page in load_pages().values() if page.translations and page.language != language}
    assert {entry["page"] for entry in entries} == pages - foreign
    (opening,) = [entry for entry in entries if entry["anchor"] == "opening_too_low"]
    others = {"en", language} ^ set(LANGUAGES)
    assert text("game.summary", language, game="rummikub") in " ".join(entry["text"] for entry in entries)
    assert "{minimum}" in opening["text"]
    assert not any(
        text("game.summary", other, game="rummikub") in entry["text"] for other in others for entry in entries
    )


@pytest.mark.parametrize("words", ["validate meld", "best move", "score round", "read photograph"])
def test_the_search_finds_operations(words):
    found = [
        entry
        for entry in list_search_entries("en")
        if entry["page"] == "api"
        and all(word in f"{entry['heading']} {entry['text']}".lower() for word in words.split())
    ]
    assert found


@pytest.mark.parametrize("variant", GAMES)
def test_the_reference_of_a_game_describes_every_field_of_its_contract(variant):
    document = contract((GAMES[variant],))
    types = list_types(document)
    _, page = read(f"/docs/api.{variant}")
    assert {f"type-{name}" for name in types} <= set(page.ids)
    assert {operation.id for operation in list_operations(document)} <= set(page.ids)
    assert len(create_app().test_client().get(f"/docs/api.{variant}").data) < 170_000


def test_a_search_entry_leads_to_its_section():
    for entry in list_search_entries("it"):
        assert entry["anchor"] in read(f"/docs/{entry['page']}")[1].ids


def test_a_link_to_a_file_that_is_not_served_names_the_file():
    source = Source(
        "x", "docs/x.md", "[results](../bench/RESULTS.md), [limits](operating.md#limits), ![a tile](tile.png)\n"
    )
    html = render_markdown(source)
    assert html == '<p>results (<code>bench/RESULTS.md</code>), <a href="operating#limits">limits</a>, a tile</p>\n'


def test_a_file_without_a_heading_is_titled_by_its_name():
    assert Source("play-by-post", "docs/play-by-post.md", "Text.\n").title == "Play by post"


def test_every_text_of_the_frame_is_used():
    sources = [*(ROOT / "service" / "http" / "docs").rglob("*.html"), ROOT / "service" / "http" / "docs" / "site.py"]
    code = "".join(path.read_text(encoding="utf-8") for path in sources)
    assert [key for key in texts.codes_of("site") if f'"{key}"' not in code] == []
