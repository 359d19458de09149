"""The games that are played: a game, the number of players and the options."""

from typing import Any

NAMES = ["Ada", "Bo", "Cleo", "Dan", "Eve", "Finn"]

Style = tuple[str, int, dict[str, Any]]

STYLES: list[Style] = [
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
    ("gin-rummy-cards", 2, {}),
    ("gin-rummy-cards", 2, {"oklahoma": True, "oklahoma_spades_double": True, "big_gin": False}),
    ("machiavelli", 2, {}),
    ("machiavelli", 6, {"hand_size": 13}),
    ("rummikub", 4, {}),
    ("rummikub", 2, {"play_on_after_opening": True}),
    ("rummikub", 3, {"opening_minimum": 50, "joker_release": "free"}),
]

WHOLE_GAMES: list[Style] = [
    ("rummy", 3, {"rounds": 3}),
    ("rummy", 2, {"rounds": 2, "turn": "draw-discard"}),
    ("brettspielnetz-rummy", 2, {}),
    ("myrummy-kids", 3, {}),
    ("myrummy-kids-pro", 2, {}),
    ("rummu", 3, {}),
    ("rummu", 4, {}),
    ("gin-rummy", 2, {"target": 100}),
    ("gin-rummy", 4, {"rounds": 3}),
    ("myrummy-111", 3, {"target": 30}),
    ("gin-rummy-cards", 2, {}),
    ("machiavelli", 3, {"rounds": 3}),
    ("rummikub", 3, {"rounds": 3}),
    ("rummikub", 2, {"target": 60, "play_on_after_opening": True}),
]

SYMBOLS = [f"{number}*{number % 4 + 1}" for number in range(2, 112)]
"""A card has the same symbols wherever it is."""


def teams_of(variant: str, players: int) -> list[list[str]] | None:
    """Rummü with four players is played in teams here."""
    return [["Ada", "Cleo"], ["Bo", "Dan"]] if (variant, players) == ("rummu", 4) else None


def seats_of(variant: str, players: int, scores: dict[str, int] | None = None) -> dict[str, Any]:
    """What a deal needs to know of the players."""
    seats: dict[str, Any] = {"players": players, "names": NAMES[:players]}
    if variant == "rummu":
        seats |= {"scores": scores or {"Ada": -5}, "teams": teams_of(variant, players)}
    if variant == "myrummy-111":
        seats["symbols"] = SYMBOLS
    return seats
