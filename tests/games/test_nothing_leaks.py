"""Nothing that a player is told depends on what the player does not see: other hands, the stock, the seed."""

import json
import random
from copy import deepcopy
from typing import Any

import pytest

from service.operations.calls import CallError, run_json
from tests.games.mutations import change
from tests.games.styles import STYLES, seats_of

VIEWS = 70
"""The views of each style in CI: 2,000 in all."""
VIEWS_OF_A_ROUND = 23
"""So many more for each of ``--rounds``: ``make rounds`` compares 100,000."""


def ask(operation: str, **body: Any) -> Any:
    return json.loads(run_json(operation, json.dumps(body).encode(), "fr"))


def view(played: dict[str, Any], player: str | None) -> bytes:
    return run_json("viewRound", json.dumps({"round": played, "player": player, "limit": 20}).encode(), "fr")


def exchange_hidden(played: dict[str, Any], player: str | None, chance: random.Random) -> dict[str, Any]:
    """The same round with another seed, and all tiles exchanged that the player does not see.

    Everybody has seen an open card, also after somebody took it. A spectator sees no hand.
    """
    changed = deepcopy(played)
    changed |= {"seed": f"{chance.getrandbits(128):032x}", "entropy": ["x"], "shuffles": chance.randrange(100)}
    others = [changed["hands"][name] for name in changed["players"] if name != player]
    middle, face_up = changed.get("middle", ()), changed.get("face_up", ())
    face_down = [slot for slot, is_up in enumerate(face_up) if not is_up and middle[slot]]
    seen = (changed.get("upcard"), changed.get("taken"))
    piles = [changed["stock"], *others]
    hidden = [tile for pile in piles for tile in pile if tile not in seen] + [middle[slot] for slot in face_down]
    chance.shuffle(hidden)
    for pile in piles:
        pile[:] = [tile if tile in seen else hidden.pop() for tile in pile]
    for slot in face_down:
        middle[slot] = hidden.pop()
    return changed


@pytest.mark.parametrize(("variant", "players", "options"), STYLES)
def test_no_hidden_tile_changes_what_anybody_is_told(rounds, variant, players, options):
    chance = random.Random(f"{variant} {players} {options}")
    seats = {"variant": variant, "options": options, **seats_of(variant, players)}
    views, wanted = 0, max(VIEWS, VIEWS_OF_A_ROUND * rounds if rounds > 100 else 0)
    while views < wanted:
        played = ask("dealRound", **seats)["round"]
        while played["turn"] is not None and views < wanted:
            views += compare_views(played, chance)
            played = ask("playMove", round=played, move=choose(played, chance))["round"]


def compare_views(played: dict[str, Any], chance: random.Random) -> int:
    """Compare what each player and a spectator are told; the number of views."""
    looking = [played["turn"]] if played.get("freed_jokers") else [*played["players"], None]  # all see a freed joker
    for player in looking:
        changed = exchange_hidden(played, player, chance)
        assert view(changed, player) == view(played, player)
    changed = exchange_hidden(played, played["turn"], chance)
    seen = json.loads(view(played, played["turn"]))
    box = [tile for hand in played["hands"].values() for tile in hand]
    move = change(chance, chance.choice(seen["moves"]), seen["snapshot"], box)
    try:
        answers = [ask("playMove", round=each, move=move) for each in (played, changed)]
    except CallError:  # the change is no move at all
        return len(looking)
    told = [{name: each[name] for name in ("legal", "violations", "text", "from_hand")} for each in answers]
    assert told[0] == told[1]
    return len(looking)


def choose(played: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The best move, or any."""
    seen = json.loads(view(played, played["turn"]))
    best = ask("findBestMove", **seen["snapshot"])["move"] if chance.random() < 0.5 else None
    return dict(best or chance.choice(seen["moves"]))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("player", ["Ada", "Bo", None])
def test_after_a_knock_nobody_sees_the_hand_that_may_be_laid_off(player, seed):
    """Where laying off is a phase, the hand of the defender can leak (OpenSpiel, issues 1604, 1613), but not here."""
    played = ask("dealRound", variant="gin-rummy-cards", players=2, names=["Ada", "Bo"], seed=seed)["round"]
    while played["turn"] is not None:
        seen = json.loads(view(played, played["turn"]))
        knocks = [move for move in seen["moves"] if move["type"] == "knock"]
        best = ask("findBestMove", **seen["snapshot"])["move"]
        answer = ask("playMove", round=played, move=knocks[0] if knocks else best)
        played = answer["round"]
    told = json.loads(view(played, player))
    assert (told["possible"], told["snapshot"], told["moves"]) == (False, None, [])
    assert [each["code"] for each in told["violations"]] == ["round_ended"]
