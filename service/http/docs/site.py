"""The pages of the site: their order, their frame and the index of the search."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from rummy_referee.games import GAMES
from rummy_referee.rules.game import AnyGame
from rummy_referee.texts.catalogue import LANGUAGES
from rummy_referee.texts.grammar import grammar_of
from rummy_referee.texts.sentences import in_plural

from ...operations.notes import notes_of
from ...operations.variants import dump_brief, dump_game
from ...texts import text
from ..page import load_page
from . import codes, reference
from .markdown import render_markdown
from .sources import Source, find_sources, find_worked_rounds

DOCS_PATH = "/docs"
ENGLISH = LANGUAGES[0]
API_PAGE = "api"

_GROUPS: Mapping[str, tuple[str, ...]] = {
    "guides": ("first-game", "opponent", "arena", "evening", "typescript"),
    "games": tuple(GAMES),
    "reference": (API_PAGE, "problems", "violations", "score-lines", "record", "fair-play", "versioning"),
    "operation": ("operating", "deployment", "proxy", "capacity"),
    "development": ("searches", "changelog"),
}
"""The pages of each group, in their order. A file of ``docs/`` that is not listed is the last of the guides."""

_CODES: Mapping[str, Callable[[], Mapping[str, Any]]] = {
    "problems": lambda: {"problems": codes.list_problems(), "faults": codes.list_faults()},
    "violations": lambda: {"codes": codes.list_violations(), "descriptions": codes.DESCRIPTIONS},
    "score-lines": lambda: {"codes": codes.list_score_lines()},
}


@dataclass(frozen=True)
class Page:
    """A page: its id, which is the end of its path, its title and what is in its frame."""

    id: str
    title: str
    group: str
    language: str
    render: Callable[[], str]
    translations: Mapping[str, str] = field(default_factory=dict)
    """The ids of this page by language, if it has several."""


@cache
def load_pages() -> Mapping[str, Page]:
    """All pages by id, in the order in which they are listed. The home page in English has an empty id."""
    written = {source.id: source for source in find_sources().values()}
    listed = {name for names in _GROUPS.values() for name in names}
    rest = [name for name in written if name not in listed]
    pages = list(_homes())
    for group, names in _GROUPS.items():
        for name in (*names, *(rest if group == "guides" else ())):
            pages += _make_pages(name, group, written)
    return {page.id: page for page in pages}


def _homes() -> Iterator[Page]:
    ids = {language: "" if language == ENGLISH else language for language in LANGUAGES}
    for language, name in ids.items():
        yield Page(name, _t("documentation", language), "", language, _rendering("home.html", language), ids)


def _make_pages(name: str, group: str, written: Mapping[str, Source]) -> Iterator[Page]:
    if name in GAMES:
        ids = {language: name if language == ENGLISH else f"{name}.{language}" for language in LANGUAGES}
        for language, translated in ids.items():
            yield Page(translated, GAMES[name].name, group, language, _rendering_game(name, language), ids)
    elif name in _CODES:
        yield Page(name, _t(name, ENGLISH), group, ENGLISH, _rendering(f"{name}.html", ENGLISH, _CODES[name]))
    elif name == API_PAGE:
        yield Page(name, _t(name, ENGLISH), group, ENGLISH, _rendering("api.html", ENGLISH, _load_operations))
        for game in GAMES.values():
            title = f"{_t(name, ENGLISH)}: {game.name}"
            yield Page(f"{name}.{game.id}", title, "", ENGLISH, _rendering_api(game))
    elif name in written:
        source = written[name]
        yield Page(name, source.title, group, ENGLISH, lambda: render_markdown(source))


def _rendering(template: str, language: str, load: Callable[[], Mapping[str, Any]] = dict) -> Callable[[], str]:
    return lambda: _templates().get_template(template).render(**_common(language), **load())


def _rendering_game(name: str, language: str) -> Callable[[], str]:
    def load() -> Mapping[str, Any]:
        worked = Markup(render_markdown(find_worked_rounds()[name], demote=1))  # noqa: S704 - our own files
        game = GAMES[name]
        return {
            "game": dump_game(game, language),
            "citations": sorted(game.citations),
            "notes": notes_of(name),
            "worked": worked,
        }

    return _rendering("game.html", language, load)


def _load_operations() -> Mapping[str, Any]:
    from ..contract import contract  # noqa: PLC0415 - the contract has the pages among its operations

    return {"operations": reference.list_operations(contract())}


def _rendering_api(game: AnyGame) -> Callable[[], str]:
    def load() -> Mapping[str, Any]:
        from ..contract import contract  # noqa: PLC0415 - as above

        document = contract((game,))
        listed = {"operations": reference.list_operations(document), "types": reference.list_types(document)}
        return {"game": game, **listed}

    return _rendering("api-of-game.html", ENGLISH, load)


def _common(language: str) -> Mapping[str, Any]:
    briefs = {name: dump_brief(game, language) for name, game in GAMES.items()}
    return {"language": language, "groups": list_groups(language), "games": briefs}


def list_groups(language: str) -> Mapping[str, list[Page]]:
    """The pages that a reader of this language sees, by group: English ones where there is no other."""
    return {
        group: [
            page
            for page in load_pages().values()
            if page.group == group and (page.language == language or not page.translations)
        ]
        for group in _GROUPS
    }


def _t(key: str, language: str) -> str:
    return text(f"site.{key}", language)


@cache
def _templates() -> Environment:
    made = Environment(
        loader=PackageLoader(__package__),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals |= {
        "t": _t,
        "grammar_of": grammar_of,
        "LANGUAGES": LANGUAGES,
        "ENGLISH": ENGLISH,
        "API_PAGE": API_PAGE,
    }
    made.filters["code_spans"] = _code_spans
    return made


def _code_spans(sentence: str) -> Markup:
    """A sentence with its {parameters} and what is between backticks as code, and nouns in the plural."""
    escaped = re.sub(r"(\{\w+\})", r"<code>\1</code>", str(Markup.escape(in_plural(sentence))))
    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", escaped))  # noqa: S704 - escaped


@cache
def render_page(name: str) -> str:
    """The HTML document of a page."""
    page = load_pages()[name]
    body = page.render()
    return (
        _templates()
        .get_template("layout.html")
        .render(
            page=page,
            body=Markup(body),  # noqa: S704 - made of our own files and templates
            headings=[section for section in find_sections(page, body) if section["level"] == 2],
            root="../" if page.id else "",
            version=load_page().version,
            groups=list_groups(page.language),
        )
    )


def list_search_entries(language: str) -> list[dict[str, str]]:
    """The sections of all pages that a reader of this language sees, for the search."""
    return [
        {
            "page": page.id,
            "title": page.title,
            "anchor": section["id"],
            "heading": section["heading"],
            "text": section["text"],
        }
        for pages in list_groups(language).values()
        for page in pages
        for section in find_sections(page, page.render(), language)
    ]


def find_sections(page: Page, body: str, language: str = ENGLISH) -> list[dict[str, Any]]:
    """The sections of a page: each heading with its id and the text below it, without texts in other languages."""
    parser = _SectionParser({page.language, language})
    parser.feed(body)
    return [{**section, "text": " ".join(section["text"].split())} for section in parser.sections]


class _SectionParser(HTMLParser):
    """Collects the text below each heading that has an id."""

    def __init__(self, languages: set[str]) -> None:
        super().__init__()
        self.sections: list[dict[str, Any]] = []
        self._languages = languages
        self._heading = False
        self._skipped: list[str] = []
        """The open elements in another language."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if self._skipped or ("lang" in given and given["lang"] not in self._languages):
            self._skipped.append(tag)
        elif re.fullmatch("h[1-4]", tag) and given.get("id"):
            self.sections.append({"id": given["id"], "level": int(tag[1]), "heading": "", "text": ""})
            self._heading = True

    def handle_endtag(self, tag: str) -> None:
        if self._skipped:
            self._skipped.pop()
        elif re.fullmatch("h[1-4]", tag):
            self._heading = False

    def handle_data(self, data: str) -> None:
        if self.sections and not self._skipped:
            part = "heading" if self._heading else "text"
            self.sections[-1][part] += data if self._heading else f"{data} "
