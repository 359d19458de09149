"""A table with real tiles: it knows the hidden tiles and where every tile is, but no rules.

It reveals face-down tiles when a move needs them. Where a tile goes that is no longer visible follows from the counts
of the snapshot: into the stock if the stock has grown by it, otherwise aside.
"""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

Snapshot = dict[str, Any]
OWN = ("hand", "opened", "score")
"""What belongs to a player. All else belongs to the table."""


class Table:
    """One round: the snapshot of the player on turn, what is hidden, and what is gone."""

    def __init__(self, chance: random.Random, dealt: dict[str, Any], start: Snapshot, *, has_symbols: bool) -> None:
        self.chance = chance
        self.has_symbols = has_symbols
        self.hidden: list[str] = [*reversed(dealt["stock"]), *dealt["middle"]]
        self.aside: list[str] = []
        own = {name: start[name] for name in OWN if name in start}
        self.players = [{"hand": [self.printed(tile) for tile in hand], **own} for hand in dealt["hands"]]
        self.on_turn = 0
        self.snapshot: Snapshot = {**start, "variant": dealt["variant"], "stock": len(dealt["stock"])}
        if dealt["discard_top"]:
            self.snapshot["discard_top"] = dealt["discard_top"]
        self.box = self.everything()

    def draw(self) -> str:
        """The next face-down tile."""
        return self.printed(self.hidden.pop())

    def printed(self, piece: str) -> str:
        """A tile as everybody sees it: with its symbols, if it has any."""
        return f"{piece}*{int(piece) % 4 + 1}" if self.has_symbols else piece

    def given(self) -> Snapshot:
        """What the player on turn sees."""
        own = {**self.snapshot, **self.players[self.on_turn]}
        if "players" in own and isinstance(own["players"], list):
            own["player"] = own["players"][self.on_turn]
        return own

    def uncover(self, needed: str) -> str | None:
        """The tile that a move needs to know: from the stock, or from under the top of the pile."""
        if needed == "revealed":
            return self.aside.pop() if self.aside else None
        if not self.hidden:
            self.turn_over()
        return self.draw()

    def turn_over(self) -> None:
        """The tiles set aside are shuffled and hidden again."""
        self.hidden = [*self.aside, *self.hidden]
        self.chance.shuffle(self.hidden)
        self.aside = []

    def take_over(self, after: Snapshot, uncovered: list[str]) -> None:
        """Take over the snapshot of the service. A tile that is no longer visible went into the stock or aside."""
        seen = Counter(pieces(self.given())) + Counter(map(piece_of, uncovered))
        gone = list((seen - Counter(pieces(after))).elements())
        kept = {name: value for name, value in after.items() if name not in (*OWN, "player")}
        self.players[self.on_turn] = {name: after[name] for name in OWN if name in after}
        self.snapshot = kept
        room = hidden_in(after) - len(self.hidden)
        if 0 < len(gone) <= room:
            self.hidden = [*gone, *self.hidden]
        else:
            self.aside += gone
        if hidden_in(after) > len(self.hidden):
            self.turn_over()
        assert hidden_in(after) == len(self.hidden), ("the counts are right", after, len(self.hidden))

    def next_player(self) -> None:
        """It is the next player's turn."""
        self.on_turn = (self.on_turn + 1) % len(self.players)

    def check_tiles(self) -> None:
        """The tiles are exactly those that were dealt."""
        everything = self.everything()
        assert everything == self.box, ("tiles are conserved", everything - self.box, self.box - everything)

    def everything(self) -> Counter[str]:
        """All tiles, wherever they are."""
        shared = Counter(pieces({**self.snapshot, "hand": []}))
        hands = Counter(piece_of(tile) for own in self.players for tile in own["hand"])
        return shared + hands + Counter(self.hidden) + Counter(self.aside)


def pieces(snapshot: Snapshot) -> Iterator[str]:
    """Every tile that a snapshot shows."""
    for tile in snapshot["hand"]:
        yield piece_of(tile)
    for meld in snapshot.get("table", ()):
        yield from map(piece_of, meld["cards"] if isinstance(meld, dict) else meld)
    if snapshot.get("discard_top"):
        yield piece_of(snapshot["discard_top"])
    yield from (piece_of(card) for card in snapshot.get("middle", ()) if card)
    if snapshot.get("drawn"):
        yield piece_of(snapshot["drawn"]["card"])


def hidden_in(snapshot: Snapshot) -> int:
    """The number of face-down tiles by the counts of a snapshot."""
    places = snapshot.get("middle", [])
    return int(snapshot["stock"]) + places.count(None) - bool(snapshot.get("drawn"))


def piece_of(code: str) -> str:
    """A tile without what it stands for and without its symbols."""
    return code.split("=", maxsplit=1)[0].split("*", maxsplit=1)[0]
