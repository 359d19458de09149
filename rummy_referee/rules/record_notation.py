"""The notation of a record: tags with JSON, then one line for each move. ``docs/record.md`` has the grammar.

Formatting and parsing are between text and the JSON form of a record. They judge nothing.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rummy_referee.rules import records
from rummy_referee.rules.records import Described, Member, Shape, members_of
from rummy_referee.rules.turns import AnyRule

Codes = Sequence[str]
Rules = Mapping[str, AnyRule]
"""The types of move of a game."""

NOTHING, NO_TILES, NO_MELDS = "none", "-", "/"
MOST_TILES = 1000
"""More tiles and melds than any table has."""
_TAG = re.compile(r"\[(\w+) (.*)\]")
_MOVE = re.compile(r"(?:\d+\.\s*)?([a-z_]+)((?:\s+\S+)*)")
_REFERENCE = re.compile(r"#(\d+)(?:\.\.(\d+))?")
REDUNDANT = ("from_hand", "text", "needs", "changes")
"""What follows from the rest of a move."""


class NotationError(ValueError):
    """A line that is not a record. ``line`` counts from 1."""

    def __init__(self, line: int, text: str) -> None:
        super().__init__(f"line {line} cannot be read: {text}")
        self.line, self.text = line, text


def format_record(rules: Rules, record: Mapping[str, Any]) -> str:
    """The notation of a record in JSON form."""
    told = {name: value for name, value in record.items() if name != "moves" and value not in (None, {}, [])}
    tags = [f"[{name} {_dump(value)}]" for name, value in told.items()]
    table: Sequence[Codes] = ()
    lines = []
    for number, move in enumerate(record["moves"], 1):
        lines.append(f"{number}. {_format_move(rules[move['type']], move, table)}")
        table = move.get("table", table)
    return "\n".join([*tags, "", *lines]) + "\n"


def find_tag(text: str, name: str) -> Any:
    """The value of a tag; None if there is none that can be read."""
    for line in text.splitlines():
        found = _TAG.fullmatch(line.strip())
        if found and found[1] == name:
            try:
                return json.loads(found[2])
            except ValueError:
                return None
    return None


def parse_record(rules: Rules, text: str) -> dict[str, Any]:
    """The JSON form of a record in notation. Raises a ``NotationError``."""
    record: dict[str, Any] = {}
    moves: list[dict[str, Any]] = []
    table: Sequence[Codes] = ()
    for number, given in enumerate(text.splitlines(), 1):
        line = given.partition(";")[0].strip() if not given.lstrip().startswith("[") else given.strip()
        if not line:
            continue
        try:
            if tag := _TAG.fullmatch(line):
                if moves or tag[1] in record or tag[1] == "moves":
                    raise ValueError
                record[tag[1]] = json.loads(tag[2])
                continue
            found = _MOVE.fullmatch(line)
            if not found:
                raise ValueError
            move = _parse_move(rules[found[1]], found[2].split(), table)
        except (ValueError, KeyError, IndexError, RecursionError):
            raise NotationError(number, given.strip()) from None
        moves.append(move)
        table = move.get("table", table)
    return {**record, "moves": moves}


def _dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


# --- a move ---------------------------------------------------------------------------------------------------------


def _members(rule: AnyRule) -> tuple[list[Member], dict[str, Member]]:
    """The fields whose values stand in their order, and those that are named."""
    members = [member for member in members_of(rule.record) if member.key not in REDUNDANT]
    return [each for each in members if each.required], {each.key: each for each in members if not each.required}


def _format_move(rule: AnyRule, move: Mapping[str, Any], table: Sequence[Codes]) -> str:
    required, optional = _members(rule)
    words = [rule.type, *[_format_value(each, move[each.key], table) for each in required]]
    for key, member in optional.items():
        if key in move and move[key] != member.default:
            words.append(f"{key}={_format_value(member, move[key], table)}")
    return " ".join(words)


def _parse_move(rule: AnyRule, words: Sequence[str], table: Sequence[Codes]) -> dict[str, Any]:
    required, optional = _members(rule)
    values = [_parse_value(each, word, table) for each, word in zip(required, words[: len(required)], strict=True)]
    move: dict[str, Any] = {
        "type": rule.type,
        **{each.key: value for each, value in zip(required, values, strict=True)},
    }
    for word in words[len(required) :]:
        key, given, value = word.partition("=")
        if not given or key in move:
            raise ValueError(word)
        move[key] = _parse_value(optional[key], value, table)
    return move


def _format_value(member: Member, value: Any, table: Sequence[Codes]) -> str:
    if value is None:
        return NOTHING
    shape: Shape = member.described.shape
    if shape is records.MELDS:
        return "/".join(_format_melds(value, table if member.key == "table" else ())) or NO_MELDS
    if shape is records.TILES:
        return "-".join(value) or NO_TILES
    return _dump(value) if isinstance(value, bool | int) else str(value)


def _parse_value(member: Member, word: str, table: Sequence[Codes]) -> Any:
    described: Described = member.described
    if word == NOTHING:
        return None
    if described.shape is records.MELDS:
        return [] if word == NO_MELDS else _parse_table(word, table)
    if described.shape is records.TILES:
        return _parse_tiles(word, table)
    if described.shape in (records.COUNT, records.FLAG):
        return json.loads(word)
    return word


# --- melds ----------------------------------------------------------------------------------------------------------


def _format_melds(melds: Iterable[Codes], table: Sequence[Codes]) -> Iterator[str]:
    """Each meld: a reference to the same one on the last table, or its tiles, some of them by a reference."""
    left = dict(enumerate(table))
    run: list[int] = []
    for meld in melds:
        same = next((index for index, old in left.items() if list(old) == list(meld)), None)
        if run and same != run[-1] + 1:
            yield _format_run(run)
            run = []
        if same is None:
            yield _format_meld(meld, left)
        else:
            run.append(same)
            del left[same]
    if run:
        yield _format_run(run)


def _format_run(run: Sequence[int]) -> str:
    return f"#{run[0]}" if len(run) == 1 else f"#{run[0]}..{run[-1]}"


def _format_meld(meld: Codes, left: dict[int, Codes]) -> str:
    """The tiles of a meld. The longest old meld that it contains in one piece is a reference."""
    tiles = list(meld)
    for index, old in sorted(left.items(), key=lambda item: -len(item[1])):
        size = len(old)
        start = next((at for at in range(len(tiles) - size + 1) if tiles[at : at + size] == list(old)), None)
        if size and start is not None:
            del left[index]
            return "-".join([*tiles[:start], f"#{index}", *tiles[start + size :]])
    return "-".join(tiles) or NO_TILES


def _parse_table(word: str, table: Sequence[Codes]) -> list[list[str]]:
    melds: list[list[str]] = []
    size = 0
    for item in word.split("/"):
        for meld in _parse_melds(item, table):
            melds.append(meld)
            size += len(meld) + 1
            if size > MOST_TILES:  # references could double a table with each line
                raise ValueError(word)
    return melds


def _parse_melds(item: str, table: Sequence[Codes]) -> Iterator[list[str]]:
    found = _REFERENCE.fullmatch(item)
    if found and found[2]:
        for index in range(int(found[1]), int(found[2]) + 1):
            yield list(table[index])
    else:
        yield _parse_tiles(item, table)


def _parse_tiles(word: str, table: Sequence[Codes]) -> list[str]:
    if word == NO_TILES:
        return []
    tiles: list[str] = []
    for code in word.split("-"):
        found = _REFERENCE.fullmatch(code)
        if not code or (found and found[2]):
            raise ValueError(word)
        tiles += table[int(found[1])] if found else [code]
    return tiles
