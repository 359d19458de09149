"""Sealed rounds: tokens that their holder can keep and send back, but neither read nor change."""

import random
from hashlib import sha256
from typing import Any

import pytest

from rummy_referee.games import GAMES
from service.app import create_app
from service.operations import calls, sealing
from service.operations.problems import Problem
from service.settings import SettingsError, read_settings
from tests.contract import ContractClient
from tests.games.styles import STYLES, seats_of

KEYS = {"old": "old:" + "1f" * 32, "new": "new:" + "e0" * 32}
TOKENS = 300
"""How many changed tokens CI tries; ``make rounds`` tries more."""


def client_with(*keys: str) -> Any:
    app = create_app(read_settings({"ROUND_KEYS": ",".join(KEYS[key] for key in keys)}))
    app.test_client_class = ContractClient
    return app.test_client()


@pytest.fixture(scope="module")
def sealing_client():
    return client_with("old")


def post(client, path: str, **body: Any) -> dict[str, Any]:
    return dict(client.post(path, json=body).json)


def deal(client, style: Any, **others: Any) -> dict[str, Any]:
    variant, players, options = style
    return post(client, "/v1/deals", variant=variant, options=options, **{**seats_of(variant, players), **others})


SEED = "0123456789abcdef" * 2


@pytest.mark.parametrize("style", STYLES, ids=str)
def test_a_sealed_round_goes_as_the_open_one(sealing_client, style):
    client, chance = sealing_client, random.Random(str(style))
    openly, sealed = deal(client, style, seed=SEED), deal(client, style, seed=SEED, seal=True)
    assert (sealed["round"], sealed["seed"], sealed["hands"], sealed["stock"]) == (None, None, [], [])
    assert sealed["record"] == {**openly["record"], "seed": None}
    round_, token, record = openly["round"], sealed["token"], sealed["record"]
    for number in range(1, 30):
        assert len(token) <= 1500
        for player in (*round_["players"], None):
            assert post(client, "/v1/rounds/view", round=round_, player=player) == post(
                client, "/v1/rounds/view", token=token, player=player
            )
        moves = post(client, "/v1/rounds/view", token=token, player=round_["turn"])["moves"]
        move = chance.choice(moves)
        opened = post(client, "/v1/rounds/play", round=round_, move=move)
        played = post(client, "/v1/rounds/play", token=token, move=move, record=record, sequence=number - 1)
        same = ("legal", "text", "changes", "from_hand", "drawn", "over", "scores", "points")
        assert {name: played[name] for name in same} == {name: opened[name] for name in same}
        if played["over"]:
            assert (played["round"], played["token"]) == (opened["round"], None)
            assert played["record"]["seed"] == SEED
            assert post(client, "/v1/rounds/replay", record=played["record"])["points"] == played["points"]
            return
        assert (played["round"], played["sequence"], played["record"]["seed"]) == (None, number, None)
        round_, token, record = opened["round"], played["token"], played["record"]


def test_an_open_round_can_be_sealed_and_the_same_round_has_the_same_token(sealing_client):
    dealt = deal(sealing_client, ("rummikub", 2, {}), seed=1)
    body = {"round": dealt["round"], "move": {"type": "draw"}, "seal": True}
    first, again = (post(sealing_client, "/v1/rounds/play", **body) for _ in range(2))
    assert first == again
    assert (first["round"], first["sequence"]) == (None, 0)


def test_an_illegal_move_in_a_sealed_round_changes_nothing(sealing_client):
    token = deal(sealing_client, ("rummikub", 2, {}), seal=True)["token"]
    answer = post(sealing_client, "/v1/rounds/play", token=token, move={"type": "pass"})
    assert (answer["legal"], answer["token"], answer["round"]) == (False, None, None)


def problem(client, path: str = "/v1/rounds/view", **body: Any) -> str:
    answer = client.post(path, json={"player": "Ada", **body} if path.endswith("view") else body)
    assert answer.status_code == 422
    return str(answer.json["type"].rpartition("#")[2])


def test_keys_are_rotated():
    before, between, after = client_with("old"), client_with("new", "old"), client_with("new")
    token = deal(before, ("gin-rummy", 2, {}), seal=True)["token"]
    assert token.split(".")[:3] == ["1", "old", "gin-rummy"]
    played = post(between, "/v1/rounds/play", token=token, move=first_move(between, token))
    assert played["token"].split(".")[1] == "new"
    assert post(after, "/v1/rounds/view", token=played["token"], player="Ada")["possible"]
    assert problem(after, token=token) == "token-key-unknown"


def first_move(client, token: str) -> Any:
    return post(client, "/v1/rounds/view", token=token, player="Ada")["moves"][0]


def test_a_token_of_another_game_an_older_one_and_no_token_are_problems(sealing_client):
    token = deal(sealing_client, ("rummikub", 2, {}), seal=True)["token"]
    head, text = token.rsplit(".", 1)
    for changed in (
        token.replace("rummikub", "machiavelli"),
        token.replace("1.", "2.", 1),
        token[:-1],
        token[: len(token) // 2],
        f"{head}.{text}=",
        f"{head}.{text} ",
        f"{head}.",
        head,
        "é.é.rummikub.é",
        "",
    ):
        assert problem(sealing_client, token=changed) == "token-invalid", changed
    assert problem(sealing_client, token=token, sequence=1) == "token-outdated"
    assert problem(sealing_client, "/v1/rounds/play", token=token[:-1], move={"type": "draw"}) == "token-invalid"


def test_a_service_without_keys_seals_nothing(client, sealing_client):
    token = deal(sealing_client, ("rummikub", 2, {}), seal=True)["token"]
    assert problem(client, token=token) == "sealing-off"
    assert problem(client, "/v1/deals", variant="rummikub", players=2, seal=True) == "sealing-off"


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({}, ("field_required", "/round")),
        ({"round": {}, "token": "x"}, ("field_unknown", "/token")),
        ({"sequence": 1}, ("field_unknown", "/sequence")),
        ({"token": 7}, ("not_a_string", "/token")),
        ({"token": "x" * 17_000}, ("string_too_long", "/token")),
    ],
)
@pytest.mark.parametrize("path", ["/v1/rounds/view", "/v1/rounds/play"])
def test_a_body_has_either_a_round_or_a_token(sealing_client, path, body, error):
    own = {"player": "Ada"} if path.endswith("view") else {"move": {"type": "draw"}}
    if path.endswith("play") and error[0] == "string_too_long":
        return  # no game can be read from it
    answer = sealing_client.post(path, json={**body, **own})
    assert error in [(each["code"], each["path"]) for each in answer.json["errors"]]


def test_with_a_lock_only_the_player_with_the_secret_sees_and_moves(sealing_client):
    client, secrets = sealing_client, {"Ada": "correct horse", "Bo": "battery staple"}
    locks = {name: sha256(secret.encode()).hexdigest() for name, secret in secrets.items()}
    token = deal(client, ("rummikub", 2, {}), seal=True, locks=locks)["token"]
    for body in ({}, {"secret": "guessed"}, {"secret": secrets["Bo"]}):
        assert problem(client, token=token, **body) == "body-invalid"
        assert problem(client, "/v1/rounds/play", token=token, move={"type": "draw"}, **body) == "body-invalid"
    assert post(client, "/v1/rounds/view", token=token, player=None)["possible"]
    assert post(client, "/v1/rounds/view", token=token, player="Ada", secret=secrets["Ada"])["on_turn"]
    played = post(client, "/v1/rounds/play", token=token, move={"type": "draw"}, secret=secrets["Ada"])
    assert post(client, "/v1/rounds/view", token=played["token"], player="Bo", secret=secrets["Bo"])["on_turn"]


def test_a_lock_is_of_a_player(sealing_client):
    dealt = deal(sealing_client, ("rummikub", 2, {}), seal=True, locks={"Zoe": "0" * 64})
    assert [(each["code"], each["path"]) for each in dealt["violations"]] == [("player_unknown", "/locks/Zoe")]
    assert dealt["token"] is None


def test_no_changed_token_is_accepted(sealing_client, rounds):
    chance = random.Random(33)
    tokens = [deal(sealing_client, style, seal=True)["token"] for style in STYLES[::3]]
    letters = "ABCabc019-_.=\x00é"
    with sealing.use_seals(sealing_client.application.extensions["rummy_referee_seals"]):
        for number in range(max(TOKENS, rounds * 1000)):
            token = change(chance, chance.choice(tokens), tokens, letters)
            if token in tokens:
                continue
            with pytest.raises(Problem) as raised:
                sealing.open_round(token)
            assert raised.value.kind in ("token-invalid", "token-key-unknown"), (number, token)


def change(chance: random.Random, token: str, tokens: list[str], letters: str) -> str:
    """A token with a change: a letter replaced, lost or added, or two tokens put together."""
    at = chance.randrange(len(token))
    match chance.randrange(5):
        case 0:
            return token[:at] + chance.choice(letters) + token[at + 1 :]
        case 1:
            return token[:at] + token[at + 1 :]
        case 2:
            return token[:at] + chance.choice(letters) + token[at:]
        case 3:
            return token[:at]
    return token[:at] + chance.choice(tokens)[at:]


def test_every_tile_has_two_characters_in_a_token(sealing_client):
    """So the length of a token tells the sizes of piles, and nothing of the tiles."""
    lengths = {len(deal(sealing_client, ("rummikub", 2, {}), seal=True)["token"]) for _ in range(20)}
    assert len(lengths) == 1
    assert all(len(game.box.tiles) <= 4096 for game in GAMES.values())


def test_keys_are_checked_and_not_shown():
    assert [key.name for key in read_settings({"ROUND_KEYS": ", ".join(KEYS.values())}).round_keys] == ["old", "new"]
    for text in ("a:12", "a.b:" + "0" * 64, "a:" + "0" * 64 + ",a:" + "1" * 64, "0" * 64):
        with pytest.raises(SettingsError) as raised:
            read_settings({"ROUND_KEYS": text})
        assert "0000" not in str(raised.value)


def test_the_command_line_seals_with_the_keys_of_the_environment(monkeypatch):
    monkeypatch.setenv("ROUND_KEYS", KEYS["old"])
    calls._seals_of_environment.cache_clear()
    dealt = calls.run("dealRound", {"variant": "rummikub", "players": 2, "seal": True}, "en")
    assert calls.run("viewRound", {"token": dealt["token"], "player": None}, "en")["possible"]
    calls._seals_of_environment.cache_clear()


def test_a_deal_without_a_seed_is_always_another_one(client):
    seeds = {deal(client, ("rummikub", 2, {}))["seed"] for _ in range(20)}
    assert len(seeds) == 20
    assert {len(seed) for seed in seeds} == {32}
    assert deal(client, ("rummikub", 2, {}), seed=min(seeds))["seed"] == min(seeds)
