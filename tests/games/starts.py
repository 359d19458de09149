"""The start of each game: the snapshot before the first move."""

from typing import Any

NAMES = ["Ada", "Bo", "Cleo", "Dan", "Eve", "Finn"]

STYLES: list[tuple[str, int, dict[str, Any]]] = [
    ("rummy", 3, {}),
    ("rummy", 2, {"turn": "draw-discard"}),
    ("rummy", 4, {"turn": "draw-keep"}),
    ("rummy", 2, {"turn": "draw-discard", "opening_minimum": 0, "joker_release": "free"}),
    ("rummy", 3, {"turn": "draw-keep", "mixed_runs": True, "opening_minimum": 0}),
    ("rummy", 2, {"melds": "groups", "jokers": False, "opening_minimum": 10}),
    ("rummy", 3, {"ace": "low-or-high", "melds": "runs", "turn": "draw-discard"}),
    ("brettspielnetz-rummy", 2, {}),
    ("myrummy-kids-pro", 3, {}),
    ("myrummy-kids-pro", 4, {"joker_release": "free", "must_play": True}),
    ("myrummy-kids", 2, {}),
    ("myrummy-kids", 4, {"must_play": True}),
    ("rummu", 3, {}),
    ("rummu", 4, {}),
    ("rummu", 6, {}),
    ("gin-rummy", 2, {}),
    ("gin-rummy", 3, {}),
    ("gin-rummy", 4, {"little_gin_before_take_only": True}),
    ("myrummy-111", 2, {}),
    ("myrummy-111", 5, {}),
]
"""A game, the number of players, and the options."""


def start_of(variant: str, players: int, options: dict[str, Any]) -> dict[str, Any]:
    """A snapshot before the first move, without the tiles."""
    return {"options": options, **STARTS[variant](players)}


STARTS = {
    "rummy": lambda _: {"table": [], "opened": False},
    "brettspielnetz-rummy": lambda _: {"table": [], "opened": False},
    "myrummy-kids-pro": lambda _: {"table": [], "opened": False},
    "myrummy-kids": lambda _: {"table": [], "opened": False},
    "rummu": lambda players: {
        "table": [],
        "opened": False,
        "players": NAMES[:players],
        "teams": players == 4,
        "score": -5,
        "discard_count": 1,
    },
    "gin-rummy": lambda players: {"players": players, "phase": "discard", "discard_top": None},
    "myrummy-111": lambda _: {"middle": [None, None, None]},
}
