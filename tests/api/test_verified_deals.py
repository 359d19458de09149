"""Commitments to deals: checked by the service, and by two programs in the documentation that share no code with it."""

import itertools
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rummy_referee import ImpossibleError, games
from service.operations.variants import dump_game
from tests.running import ROOT

STATE = ROOT / "service" / "web" / "state"
DEAL_OPTIONS: dict[str, list[dict[str, Any]]] = {
    "rummy": [{"jokers": False}],
    "brettspielnetz-rummy": [{"hand_size": 12}],
    "machiavelli": [{"hand_size": 10}],
    "myrummy-111": [{"hand_sizes": (12, 14)}, {"hand_sizes": (13, 12, 15)}],
}
"""Options of the games that have some for the deal."""

TEXT = (ROOT / "docs" / "fair-play.md").read_text(encoding="utf-8")
VECTORS = re.findall(r"^\| `([\w-]+)` \| `(\w{32})` \| (.*?) \| `(\w{64})` \| (.*?) \|$", TEXT, re.MULTILINE)
NODE = Path(sys.executable).parent / "node"


def program(language: str) -> str:
    """A program of the page."""
    found = re.search(rf"```{language}\n(.*?)```", TEXT, re.DOTALL)
    assert found
    assert len(found[1].splitlines()) <= 32
    return found[1]


def verify(client, record: Any, **others: Any) -> dict[str, Any]:
    return dict(client.post("/v1/deals/verify", json={"record": record, **others}).json)


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: " ".join(vector[:1]))
@pytest.mark.parametrize(
    "command", [(sys.executable, "-I", "-c"), (NODE, "--input-type=module", "-e")], ids=["py", "js"]
)
def test_three_verifiers_agree(client, command, vector):
    variant, seed, entropy, commitment, first = vector
    said = re.findall(r"`(.*?)`", entropy)
    holds = games[variant].holds(games[variant].options())
    deal = {
        "variant": variant,
        "seed": seed,
        "entropy": said,
        "tiles": [tile for tile in holds for _ in range(holds[tile])],
    }
    code = program("python" if command[1] == "-I" else "js")
    ran = subprocess.run([*command, code], input=json.dumps(deal), capture_output=True, text=True, check=True)
    printed, tiles = ran.stdout.splitlines()
    answer = verify(
        client,
        {"variant": variant, "players": ["A", "B"], "seed": seed, "entropy": said, "moves": []},
        commitment=commitment,
    )
    assert (printed, answer["valid"]) == (commitment, True)
    top = [answer["discard_top"]] if answer["discard_top"] else []
    assert tiles.split() == [
        *[tile for hand in answer["hands"] for tile in hand],
        *top,
        *answer["middle"],
        *answer["stock"],
    ]
    assert tiles.startswith(first)


def test_the_documentation_has_vectors():
    assert len(VECTORS) == 4


def test_the_documentation_has_the_module_of_the_page():
    code = re.sub(r"/\*\*.*?\*/", "", (STATE / "fair-deal.js").read_text(encoding="utf-8"), flags=re.DOTALL)
    lines = [line for line in code.replace("export ", "").splitlines() if line.strip()]
    assert lines == program("js").splitlines()[1:-5]


def test_the_page_deals_what_the_service_deals():
    """For every game, number of players and starter, with the options that change a deal."""
    dealt, asked = [], []
    for game in games.values():
        described = dump_game(game, "en")
        for number, options in itertools.product(game.players, [{}, *DEAL_OPTIONS.get(game.id, ())]):
            players = [f"Player {seat}" for seat in range(number)]
            seats = {"entropy": ["Ada: 3141"], "starter": players[number // 2]}
            try:
                record = game.record(players, "0123456789abcdef" * 2, options=game.options(**options), **seats)
            except ImpossibleError:  # hand sizes for another number of players
                continue
            dealt.append(record.started.dealt)
            asked.append({"game": described, "record": record.to_text()})
    script = f"""
        import {{ readFileSync }} from "node:fs";
        import {{ dealTiles, readDeal }} from "{STATE}/deal-check.js";
        const asked = JSON.parse(readFileSync(0, "utf8"));
        const deals = asked.map(({{ game, record }}) => dealTiles(game, readDeal(record)));
        console.log(JSON.stringify(await Promise.all(deals)));
    """
    command: list[str | Path] = [NODE, "--input-type=module", "-e", script]
    ran = subprocess.run(command, input=json.dumps(asked), capture_output=True, text=True, check=True)
    assert len(dealt) > len(games)
    for found, wanted in zip(json.loads(ran.stdout), dealt, strict=True):
        assert [tuple(hand) for _, hand in found["hands"]] == list(wanted.hands)
        assert (found["discardTop"], found["turnedUp"]) == (wanted.discard_top, wanted.turned_up)
        assert (tuple(found["middle"]), tuple(found["stock"])) == (wanted.middle, wanted.stock)


def test_a_commitment_fits_the_seed_that_is_told_at_the_end(client):
    body = {"variant": "rummikub", "players": 2, "commit": True, "entropy": ["Ada: 7", "Bo: 9"]}
    dealt = client.post("/v1/deals", json=body).json
    assert dealt["commitment"] == dealt["record"]["commitment"]
    answer = verify(client, dealt["record"])
    assert (answer["valid"], answer["commitment"]) == (True, dealt["commitment"])
    assert answer["hands"] == dealt["hands"]
    for changed in ({"seed": "0" * 32}, {"seed": 7}, {"commitment": "0" * 64}):
        assert not verify(client, {**dealt["record"], **changed})["valid"]
    other = verify(client, {**dealt["record"], "entropy": ["Ada: 7", "Bo: 8"]})
    assert other["hands"] != dealt["hands"]


def test_without_asking_there_is_no_commitment(client):
    dealt = client.post("/v1/deals", json={"variant": "rummikub", "players": 2}).json
    assert dealt["commitment"] is None
    problem = client.post("/v1/deals/verify", json={"record": dealt["record"]}).json
    assert [(error["code"], error["path"]) for error in problem["errors"]] == [("field_required", "/commitment")]


def test_there_is_no_commitment_to_a_number_and_not_to_an_impossible_deal(client):
    problem = client.post("/v1/deals", json={"variant": "rummikub", "players": 2, "seed": 7, "commit": True}).json
    assert [(error["code"], error["path"]) for error in problem["errors"]] == [("seed_guessable", "/seed")]
    record = {"variant": "rummikub", "players": ["A", "A"], "seed": 7, "moves": []}
    answer = verify(client, record, commitment="0" * 64)
    assert (answer["possible"], answer["valid"], answer["hands"]) == (False, False, [])


@pytest.mark.parametrize("digits", ["0" * 63, "A" * 64, "z" * 64])
def test_a_commitment_has_64_digits(client, digits):
    record = {"variant": "rummikub", "players": ["A", "B"], "seed": 7, "moves": []}
    problem = client.post("/v1/deals/verify", json={"record": record, "commitment": digits}).json
    assert [(error["code"], error["path"]) for error in problem["errors"]] == [("hash_digits", "/commitment")]
