"""The games that are played: a game, the number of players and the options."""

from typing import Any

from tests.facts import FACTS

NAMES = ["Ada", "Bo", "Cleo", "Dan", "Eve", "Finn"]

Style = tuple[str, int, dict[str, Any]]

STYLES: list[Style] = [
    (variant, style["players"], style["options"]) for variant, facts in FACTS.items() for style in facts["styles"]
]
WHOLE_GAMES: list[Style] = [
    (variant, style["players"], style["options"]) for variant, facts in FACTS.items() for style in facts["whole_games"]
]


def find_fact(variant: str, players: int, name: str) -> Any:
    """What the facts of a game say of its first style with this number of players; None if they do not say it."""
    styles = [*FACTS[variant]["styles"], *FACTS[variant]["whole_games"]]
    return next((style[name] for style in styles if style["players"] == players and name in style), None)


def teams_of(variant: str, players: int) -> list[list[str]] | None:
    """The teams, where the game is played in teams."""
    teams: list[list[str]] | None = find_fact(variant, players, "teams")
    return teams


def seats_of(variant: str, players: int, scores: dict[str, int] | None = None) -> dict[str, Any]:
    """What a deal needs to know of the players: of what the facts of the game name in some style, all fields."""
    told = {"scores": scores or find_fact(variant, players, "scores"), "teams": teams_of(variant, players)}
    named = {field for style in FACTS[variant]["styles"] for field in style}
    told = {field: value for field, value in told.items() if field in named}
    return {"players": players, "names": NAMES[:players], **told, **FACTS[variant].get("seats", {})}
