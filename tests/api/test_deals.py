"""Deals over HTTP: the same for ever."""

import json
from pathlib import Path

import pytest

GOLDEN = Path(__file__).parent.parent / "golden" / "deals.json"
"""Deals as they were first made. This file is never written anew: a deal once made is made so for ever."""


@pytest.mark.parametrize("kept", json.loads(GOLDEN.read_text()), ids=lambda kept: kept["asked"]["variant"])
def test_a_deal_is_the_same_for_ever(client, kept):
    answer = client.post("/v1/deals", json=kept["asked"]).json
    assert {name: answer[name] for name in kept["dealt"]} == kept["dealt"]


@pytest.mark.parametrize("seed", [-1, 2**53, 0.5, "1", None, True])
def test_a_seed_is_a_whole_number_that_every_parser_reads(client, seed):
    answer = client.post("/v1/deals", json={"variant": "rummy", "players": 2, "seed": seed})
    assert answer.status_code == 422
    assert [fault["path"] for fault in answer.json["errors"]] == ["/seed"]


@pytest.mark.parametrize(("variant", "players"), [("brettspielnetz-rummy", 3), ("rummu", 2), ("rummu", 7)])
def test_a_game_is_for_so_many_players(client, variant, players):
    answer = client.post("/v1/deals", json={"variant": variant, "players": players, "seed": 1})
    assert answer.status_code == 422
    assert [fault["path"] for fault in answer.json["errors"]] == ["/players"]
