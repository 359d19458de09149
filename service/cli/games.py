"""``rummy-referee games``: the games, or the rules of one."""

import argparse
import signal
import sys
from collections.abc import Iterator, Mapping
from typing import Any

import orjson

from ..operations.variants import dump_game, dump_games, find_game
from .terminal import Style


def run(arguments: argparse.Namespace) -> None:
    """Print the games, or one in full."""
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    style, variant, language = Style(sys.stdout), arguments.variant, arguments.language
    if arguments.json:
        answer = dump_game(find_game(variant), language) if variant else dump_games(language)
        sys.stdout.write(orjson.dumps(answer).decode() + "\n")
        return
    lines = explain(dump_game(find_game(variant), language), style) if variant else list_games(language, style)
    sys.stdout.write("".join(f"{line}\n" for line in lines))


def list_games(language: str, style: Style) -> Iterator[str]:
    """Each game in a paragraph."""
    for game in dump_games(language)["variants"]:
        least, most = game["players"]["minimum"], game["players"]["maximum"]
        players = f"{least}-{most}" if least < most else str(least)
        yield style.paint(f"{game['id']}: {game['name']}, {players} players", "bold")
        yield from _indented(game["summary"], style)


def explain(game: Mapping[str, Any], style: Style) -> Iterator[str]:
    """The rules of a game, and the words of its requests."""
    yield style.paint(f"{game['name']} ({game['rulebook']})", "bold")
    yield from _indented(game["summary"], style)
    parts = {
        "Tiles": [style.tiles([tile["code"] for tile in game["tiles"]])],
        "Deal": [game["deal"]["text"]],
        "Turn": [game["turn"]],
        "Melds": [meld["text"] for meld in game["melds"]],
        "Moves": [f"{move['type']}: {move['text']}" for move in game["moves"]],
        "Scoring": [f"{row['code']}: {row['text']}" for row in game["scoring"]],
        "Options": [_describe_option(option) for option in game["options"]],
        "Rulings": [f"{ruling['id']}: {ruling['text']}" for ruling in game["rulings"]],
    }
    for title, texts in parts.items():
        if texts:
            yield style.paint(title, "bold")
        for text in texts:
            yield from [f"  {text}"] if title == "Tiles" else _indented(text, style)


def _describe_option(option: Mapping[str, Any]) -> str:
    default = orjson.dumps(option["default"]).decode()
    return f"{option['name']} (default {default}): {option['text']}"


def _indented(text: str, style: Style) -> Iterator[str]:
    yield from (f"  {line}" for line in style.wrap(text, 2))
