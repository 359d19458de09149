"""Deals over HTTP never change."""

import json
from pathlib import Path

import pytest

GOLDEN = Path(__file__).parent.parent / "golden" / "deals.json"
"""The deals of the first version. This file never changes."""


@pytest.mark.parametrize("kept", json.loads(GOLDEN.read_text()), ids=lambda kept: kept["asked"]["variant"])
def test_a_deal_never_changes(client, kept):
    response = client.post("/v1/deals", json=kept["asked"]).json
    assert {name: response[name] for name in kept["dealt"]} == kept["dealt"]


@pytest.mark.parametrize("seed", [-1, 2**53, 0.5, "1", None, True])
def test_a_seed_is_an_integer_up_to_2_to_the_53(client, seed):
    response = client.post("/v1/deals", json={"variant": "rummy", "players": 2, "seed": seed})
    assert response.status_code == 422
    assert [error["path"] for error in response.json["errors"]] == ["/seed"]


@pytest.mark.parametrize(("variant", "players"), [("brettspielnetz-rummy", 3), ("rummu", 2), ("rummu", 7)])
def test_the_number_of_players_is_validated(client, variant, players):
    response = client.post("/v1/deals", json={"variant": variant, "players": players, "seed": 1})
    assert response.status_code == 422
    assert [error["path"] for error in response.json["errors"]] == ["/players"]
