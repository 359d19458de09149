"""Markdown as HTML: headings have ids, links lead to pages of the site, wide tables and code scroll by keyboard."""

import posixpath
import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from .sources import Source, find_sources, find_worked_rounds

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_ELSEWHERE: Mapping[str, str] = {"README.md": "../docs", "openapi.yaml": "../openapi.yaml"}
"""Where other files of the repository are served, seen from a page."""


def render_markdown(source: Source, *, demote: int = 0) -> str:
    """The HTML of a file, with its headings this much lower."""
    markdown = _make_renderer()
    tokens = markdown.parse(source.text)
    used: set[str] = set()
    for token, following in zip(tokens, [*tokens[1:], None], strict=True):
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{int(token.tag[1]) + demote}"
        if token.type == "heading_open" and following:
            token.attrSet("id", make_id(following.content, used))
        if token.attrs.pop("style", None) == "text-align:right":  # the policy allows no inline styles
            token.attrSet("class", "right")
        if token.children:
            token.children = _rewrite_links(token.children, source.path)
    return str(markdown.renderer.render(tokens, markdown.options, {}))


def make_id(heading: str, used: set[str]) -> str:
    """The id that GitHub gives a heading, so that links work in both places; ``used`` keeps ids unique."""
    words = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
    made = next(each for each in (words, *(f"{words}-{count}" for count in range(1, 1000))) if each not in used)
    used.add(made)
    return made


def _rewrite_links(tokens: Sequence["Token"], path: str) -> list["Token"]:
    """Point links to pages of the site. A file that is not served is named instead, an image is its description."""
    made: list[Token] = []
    unserved: list[str] = []  # of each open link, the file that it names instead, or nothing
    for token in tokens:
        if token.type == "link_open":
            target, file = _resolve(str(token.attrGet("href")), path)
            token.attrSet("href", target)
            made += [] if file else [token]
            unserved.append(file)
        elif token.type == "link_close":
            file = unserved.pop()
            made += [_token("text", " ("), _token("code_inline", file), _token("text", ")")] if file else [token]
        else:
            made.append(_token("text", token.content) if token.type == "image" else token)
    return made


def _token(kind: str, content: str) -> "Token":
    from markdown_it.token import Token  # noqa: PLC0415 - see _make_renderer

    return Token(kind, "code" if kind == "code_inline" else "", 0, content=content)


def _resolve(href: str, path: str) -> tuple[str, str]:
    """The address of a link on the site, or the file of the repository that it names and the site does not have."""
    target, mark, fragment = href.partition("#")
    if not target or "://" in target:
        return href, ""
    file = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
    if file in _ELSEWHERE:
        return _ELSEWHERE[file], ""
    pages = {**find_sources(), **{source.path: source for source in find_worked_rounds().values()}}
    return (pages[file].id + mark + fragment, "") if file in pages else ("", file)


@cache
def _make_renderer() -> "MarkdownIt":
    """The renderer. It is imported on demand, because most servers never show a page."""
    from markdown_it import MarkdownIt  # noqa: PLC0415

    made = MarkdownIt("commonmark").enable("table")
    made.add_render_rule("table_open", lambda *_: '<div class="scroll" tabindex="0"><table>\n')
    made.add_render_rule("table_close", lambda *_: "</table></div>\n")
    made.add_render_rule("fence", _render_code)
    return made


def _render_code(_renderer: Any, tokens: Sequence["Token"], index: int, *_: Any) -> str:
    from markdown_it.common.utils import escapeHtml  # noqa: PLC0415 - see _make_renderer

    return f'<pre tabindex="0"><code>{escapeHtml(tokens[index].content)}</code></pre>\n'
