"""Moves that differ slightly from a legal one, and whether the list of legal moves contains them."""

import random
from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any

from tests.games.tiles import piece_of

Move = dict[str, Any]
Snapshot = dict[str, Any]


FOR_PEOPLE = ("text", "needs", "changes")
"""The fields of a listed move that are not part of the move."""


def change(chance: random.Random, move: Move, given: Snapshot, box: list[str]) -> Move:
    """The move with one of its fields changed, or of another type."""
    changed = {name: list(value) if isinstance(value, list) else value for name, value in move.items()}
    for name in FOR_PEOPLE:
        changed.pop(name, None)
    name = chance.choice(sorted(changed))
    value = changed[name]
    tiles = [*given["hand"], chance.choice(box)]
    if name == "type":
        changed = {"type": chance.choice(sorted({"draw", "pass", "discard", "end_turn", "refresh"} - {value}))}
        if changed["type"] == "discard":
            changed["tile"] = chance.choice(tiles)
    elif isinstance(value, bool):
        changed[name] = not value
    elif isinstance(value, int):
        changed[name] = max(0, value + chance.choice([-1, 1, 2]))
    elif name == "discard" and "position" in move:
        changed[name] = chance.choice(["left", "right", "opposite"])
    elif name == "from":
        changed[name] = "discard" if value == "stock" else "stock"
    elif isinstance(value, str):
        changed[name] = chance.choice(tiles)
    elif name in ("tiles", "from_hand"):
        changed[name] = change_tiles(chance, value, tiles)
    elif name == "table":
        place = chance.randrange(len(value))
        changed[name] = [*value[:place], change_tiles(chance, value[place], tiles), *value[place + 1 :]]
        changed.pop("from_hand", None)
    return changed


def change_tiles(chance: random.Random, tiles: list[str], others: list[str]) -> list[str]:
    """One tile more, one less, or another one."""
    changed = list(tiles)
    what = chance.choice(["more", "less", "other"])
    if what != "more" and changed:
        changed.pop(chance.randrange(len(changed)))
    if what != "less":
        changed.append(chance.choice(others))
    return changed


def leave_out_pins(move: Move) -> Iterator[Move]:
    """The move with all its wild tiles pinned, with some of them, and with none."""
    if "tiles" in move:
        for tiles in product(*({tile, piece_of(tile)} for tile in move["tiles"])):
            yield {**move, "tiles": tiles}
    else:
        yield move


class Listed:
    """The legal moves, for lookup independent of the order of their tiles."""

    def __init__(self, moves: Iterable[Move], given: Snapshot) -> None:
        self.table = given.get("table", [])
        self.known = {self.name(way) for move in moves for way in leave_out_pins(move)}

    def has(self, move: Move) -> bool:
        """Whether a move is listed. A wild tile that is not pinned may stand for anything that is."""
        return self.name(move) in self.known

    def name(self, move: Move) -> tuple[Any, ...]:
        """What two moves share that are the same."""
        if move["type"] == "play":
            return "play", tuple(sorted(self.played(move["table"])))
        if move["type"] == "open":
            return "open", tuple(sorted(tile for meld in move["melds"] for tile in meld))
        fields = []
        for name, value in sorted(move.items()):
            if name == "tiles":
                value = tuple(sorted(value))  # noqa: PLW2901 - as it is compared
            if name == "melds":
                value = tuple(sorted(tuple(sorted(meld)) for meld in value))  # noqa: PLW2901 - as it is compared
            if value is not False and name not in FOR_PEOPLE:
                fields.append((name, value))
        return tuple(fields)

    def played(self, table: list[list[str]]) -> list[str]:
        """The tiles that came to the table."""
        came = [piece_of(tile) for meld in table for tile in meld]
        for tile in (tile for meld in self.table for tile in meld):
            if piece_of(tile) in came:
                came.remove(piece_of(tile))
            else:
                came.append(f"missing {tile}")
        return came
