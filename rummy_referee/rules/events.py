"""What players did last: a move as the others have seen it, kept in a round, and put into words when it is read."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rummy_referee.rules import records
from rummy_referee.rules.wordings import Wording
from rummy_referee.texts.moves import event, event_params
from rummy_referee.tiles.box import Box
from rummy_referee.tiles.tile import Tile

MAX_EVENTS = 100
"""The events that a round keeps: more than all turns between two of one player have."""

TILE_PARAMS = ("tile", "discard")
"""What sentences call the one tile that they name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """What a player did. It has only what the sentence about it names, so no tile that the others have not seen."""

    player: str = records.name("The player.")
    event: str = records.event("What the player did.")
    tile: Tile | None = records.optional_tile("The tile in question.")
    joker: Tile | None = records.optional_tile("The joker in question.")
    melds: tuple[tuple[Tile, ...], ...] | None = records.optional_melds("The tiles in question, by meld.")
    number: int = records.count("The number of the meld or the slot in question, counted from 1.", default=0)

    def text(self, game: str, language: str = "en") -> str:
        """The event in words."""
        params: Mapping[str, Any] = {
            **dict.fromkeys(TILE_PARAMS, self.tile.code if self.tile else "?"),
            "joker": self.joker.code if self.joker else "?",
            "melds": [tuple([tile.code for tile in meld]) for meld in self.melds or ()],
            "tiles": tuple([tile.code for meld in self.melds or () for tile in meld]),
            "meld": self.number,
            "slot": self.number,
        }
        named = event_params(self.event, game)
        return event(self.event, {name: params[name] for name in named}, language, game, self.player)


def make_event(player: str, wording: Wording, game: str, box: Box) -> Event:
    """The event of a move in words."""
    code = wording.event or wording.code
    seen: dict[str, Any] = {name: wording.params[name] for name in event_params(code, game)}

    melds = seen.get("melds", [seen["tiles"]] if "tiles" in seen else None)
    tile = next((seen[name] for name in TILE_PARAMS if name in seen), None)
    return Event(
        player=player,
        event=code,
        tile=box.tiles[tile] if tile else None,
        joker=box.tiles[seen["joker"]] if "joker" in seen else None,
        melds=None if melds is None else tuple([tuple([box.tiles[tile] for tile in meld]) for meld in melds]),
        number=seen.get("meld", seen.get("slot", 0)),
    )


def events_since(events: Iterable[Event], player: str | None) -> tuple[Event, ...]:
    """The events after the last one of a player; all of them for nobody."""
    since: list[Event] = []
    for each in events:
        since.append(each)
        if each.player == player:
            since.clear()
    return tuple(since)
