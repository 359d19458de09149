"""The operations on moves over HTTP."""

import random
from typing import Any

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummy_referee.games import GAMES
from rummy_referee.rules.records import members_of
from rummy_referee.texts.catalogue import LANGUAGES
from service.app import create_app
from service.operations.components import class_name
from service.operations.post_operations import POST_OPERATIONS
from tests.api.bounds import find_unbounded
from tests.contract import find_body_schema, load_contract

LEGAL, CHECK, BEST = "/v1/moves/legal", "/v1/moves/check", "/v1/moves/best"
RUMMY: dict[str, Any] = {
    "variant": "rummy",
    "table": [["R1", "R2", "R3"]],
    "hand": ["R4", "R5", "Y13"],
    "opened": True,
    "stock": 40,
}
RUMMU: dict[str, Any] = {
    "variant": "rummu",
    "table": [],
    "hand": ["R6", "B1"],
    "player": "a",
    "players": ["a", "b", "c"],
    "score": 0,
    "opened": False,
    "stock": 10,
    "discard_top": "G4",
    "discard_count": 3,
}
PLAY = {"type": "play", "table": [["R1", "R2", "R3", "R4"]]}


def errors_of(response):
    assert response.status_code == 422, response.text
    return {(error["path"], error["code"]) for error in response.json["errors"]}


@pytest.mark.parametrize(
    ("changed", "errors"),
    [
        ({"hand": ["G4", 5]}, {("/hand/0", "tile_unknown"), ("/hand/1", "not_a_string")}),
        ({"opened": 1, "stock": 107}, {("/opened", "not_a_boolean"), ("/stock", "number_out_of_range")}),
        ({"phase": "sleep"}, {("/phase", "choice_unknown")}),
        ({"phase": None}, {("/phase", "null_not_allowed")}),
        ({"move": None}, {("/move", "null_not_allowed")}),
        ({"move": []}, {("/move", "not_an_object")}),
        ({"move": {}}, {("/move/type", "field_required")}),
        ({"move": {"type": "meld"}}, {("/move/type", "choice_unknown")}),
        ({"move": {"type": ["play"]}}, {("/move/type", "choice_unknown")}),
        ({"move": {"type": "play"}}, {("/move/table", "field_required")}),
        ({"move": {"type": "play", "table": [["R1", "X"]]}}, {("/move/table/0/1", "tile_unknown")}),
        ({"move": {**PLAY, "tile": "R1"}}, {("/move/tile", "field_unknown")}),
        (
            {"move": {"type": "exchange", "tile": 3, "drawn": None}},
            {("/move/tile", "not_a_string"), ("/move/drawn", "null_not_allowed")},
        ),
        ({"move": {"type": "pass", "drawn": "R1"}}, {("/move/drawn", "field_unknown")}),
        (
            {"stock": -1, "move": {"type": "draw", "x": 1}},
            {("/stock", "number_out_of_range"), ("/move/x", "field_unknown")},
        ),
    ],
)
def test_every_error_of_a_body_has_its_path(client, changed, errors):
    assert errors_of(client.post(CHECK, json={**RUMMY, "move": PLAY, **changed})) == errors


@pytest.mark.parametrize(
    ("changed", "errors"),
    [
        ({"limit": 0}, {("/limit", "number_out_of_range")}),
        ({"limit": 1001, "cursor": 5}, {("/limit", "number_out_of_range"), ("/cursor", "not_a_string")}),
        ({"cursor": "x" * 257}, {("/cursor", "string_too_long")}),
        ({"move": PLAY}, {("/move", "field_unknown")}),
    ],
)
def test_the_parameters_of_a_page_are_validated(client, changed, errors):
    assert errors_of(client.post(LEGAL, json={**RUMMY, **changed})) == errors


DESCRIBING = [
    pytest.param(operation.path, body, id=f"{operation.id}: {name}")
    for operation in POST_OPERATIONS
    if operation.id in ("listLegalMoves", "checkMove", "findBestMove", "viewRound", "playMove")
    for name, body in operation.examples.items()
]


@pytest.mark.parametrize(("path", "body"), DESCRIBING)
def test_a_caller_can_leave_out_the_descriptions_of_moves(client, path, body):
    """Then only they are missing; a move says what it needs all the same."""
    whole = client.post(path, json={**body, "describe": True}).json
    assert whole == client.post(path, json=body).json
    candidates = [candidate["move"] for candidate in whole.get("candidates", ())]
    for move in (*whole.get("moves", ()), *([whole["move"]] if whole.get("move") else ()), *candidates):
        del move["text"]
        move.pop("changes", None)
    if "text" in whole:
        whole |= {"text": None, "changes": None}
    assert client.post(path, json={**body, "describe": False}).json == whole


def test_a_game_has_only_its_own_fields_and_moves(client):
    body = {**RUMMY, "variant": "brettspielnetz-rummy"}
    assert errors_of(client.post(BEST, json={**body, "phase": "play"})) == {("/phase", "field_unknown")}
    assert errors_of(client.post(CHECK, json={**body, "move": {"type": "draw"}})) == {("/move/type", "choice_unknown")}
    assert errors_of(client.post(BEST, json={**body, "objective": "win"})) == {("/objective", "choice_unknown")}
    assert errors_of(client.post(BEST, json={**body, "variant": "chess"})) == {("/variant", "variant_unknown")}


def test_next_can_be_sent_again(client):
    options = {"turn": "draw-discard", "ace": "low-or-high", "rounds": 4}
    body = {**RUMMY, "options": options, "phase": "play", "move": PLAY}
    after = client.post(CHECK, json=body).json["next"]
    assert after == {
        "variant": "rummy",
        "options": options,
        "table": PLAY["table"],
        "hand": ["R5", "Y13"],
        "opened": True,
        "stock": 40,
        "phase": "discard",
    }
    listed = client.post(LEGAL, json=after).json
    assert listed["moves"] == [
        {"type": "discard", "tile": "R5", "text": "Discard red 5.", "needs": []},
        {"type": "discard", "tile": "Y13", "text": "Discard yellow 13.", "needs": []},
    ]


def test_a_pin_in_a_hand_is_dropped(client):
    body = {**RUMMY, "hand": ["J=K9", "Y13"], "move": {"type": "exchange", "tile": "J=R1", "drawn": "J=R2"}}
    assert client.post(CHECK, json=body).json["next"]["hand"] == ["Y13", "J"]


def test_an_impossible_drawn_tile_does_not_hide_other_violations(client):
    body = {**RUMMY, "hand": ["R4", "R4"], "stock": 0, "move": {"type": "exchange", "tile": "Y9", "drawn": "R4"}}
    response = client.post(CHECK, json=body).json
    assert not response["possible"]
    assert {(found["path"], found["code"]) for found in response["violations"]} == {
        ("/move/drawn", "box_exceeded"),
        ("/move/tile", "tile_not_in_hand"),
        ("/move/type", "stock_empty"),
    }


def test_an_open_card_is_not_drawn_and_not_counted_twice(client):
    body = {**RUMMU, "move": {"type": "take", "from": "discard", "drawn": "G4"}}
    response = client.post(CHECK, json=body).json
    assert response["possible"]
    assert [(found["path"], found["code"]) for found in response["violations"]] == [("/move/drawn", "drawn_not_hidden")]


@pytest.mark.parametrize(
    ("piles", "path", "actual"),
    [({"stock": 0, "discard_count": 60}, "/discard_count", 59), ({"stock": 50, "discard_count": 9}, "/stock", 58)],
)
def test_too_many_hidden_cards_are_reported_at_the_pile_that_has_some(client, piles, path, actual):
    (found,) = client.post(LEGAL, json={**RUMMU, **piles}).json["violations"]
    assert (found["code"], found["path"], found["params"]) == (
        "stock_exceeded",
        path,
        {"maximum": 57, "actual": actual},
    )


def test_a_table_beyond_the_box_is_not_blamed_on_an_empty_stock(client):
    body = {**RUMMY, "table": [["R1", "R2", "R3"]] * 40, "stock": 0}
    assert "stock_exceeded" not in [found["code"] for found in client.post(LEGAL, json=body).json["violations"]]


def test_a_play_with_an_empty_from_hand_has_a_complete_message(client):
    body = {**RUMMY, "move": {"type": "play", "table": RUMMY["table"], "from_hand": ["R4"]}}
    messages = [found["message"] for found in client.post(CHECK, json=body).json["violations"]]
    assert "By the new table, this comes from the hand: –. The move names something else." in messages


@pytest.mark.parametrize(
    "body",
    [
        {**RUMMY, "stock": 5},
        {"variant": "myrummy-kids", "table": [], "hand": ["B1", "B2", "B3", "G4"], "opened": False, "stock": 3},
        {"variant": "myrummy-kids-pro", "table": [], "hand": ["B1", "B2", "B3", "G4"], "opened": False, "stock": 3},
    ],
)
def test_a_pass_has_both_violations(client, body):
    response = client.post(CHECK, json={**body, "move": {"type": "pass"}}).json
    assert [found["code"] for found in response["violations"]] == ["pass_with_stock", "pass_while_playable"]


def test_in_an_impossible_snapshot_no_move_is_judged(client):
    body = {**RUMMY, "hand": ["R4", "R4", "R4"], "move": {"type": "exchange", "tile": "Y9"}}
    assert [found["path"] for found in client.post(CHECK, json=body).json["violations"]] == ["/hand/2"]


@pytest.mark.parametrize(
    ("variant", "table", "hand", "after"),
    [
        ("rummy", "Y11 J Y10", "B12 Y12 R12", "Y11 J Y10 | R12 B12 Y12"),
        ("rummy", "R9 J=R10 R11", "Y10 K10 R10", "R9 J=R10 R11 | R10 K10 Y10"),
        ("rummy", "B6 J B7 B8", "B8 J B7", "B6 J B7 B8 | B7 B8 J"),
        ("myrummy-kids-pro", "R5 B5 J", "Y3 Y4 Y5", "R5 B5 J | Y3 Y4 Y5"),
        ("myrummy-kids-pro", "B2 B3 B4 J=B5", "R1 R2 J J J", "B2 B3 B4 J=B5 | R1 R2 J J J"),
    ],
)
def test_melds_keep_their_notation_where_easily_possible(client, variant, table, hand, after):
    def read(melds: str) -> list[list[str]]:
        return [meld.split() for meld in melds.split(" | ")]

    body = {"variant": variant, "table": read(table), "hand": hand.split(), "opened": True, "stock": 5}
    assert client.post(BEST, json=body).json["move"]["table"] == read(after)


def test_an_unchanged_meld_keeps_its_notation_next_to_a_changed_one(client):
    body = {
        "variant": "rummy",
        "options": {"mixed_runs": True, "ace": "low-or-high"},
        "table": [["Y11", "R12", "R13"], ["J", "B1", "J"]],
        "hand": ["B1", "R8"],
        "opened": True,
        "stock": 0,
    }
    assert client.post(BEST, json=body).json["move"]["table"] == [["J", "B1", "J"], ["Y11", "R12", "R13", "B1"]]


def test_wild_tiles_on_the_table_keep_the_notation_of_the_move(client):
    table = [["R1", "R2", "R3"], ["K9", "J=K10", "K11"], ["B1", "J", "B3"]]
    body = {**RUMMY, "table": table, "move": {"type": "play", "table": [[*table[0], "R4"], *table[1:]]}}
    assert client.post(CHECK, json=body).json["next"]["table"] == body["move"]["table"]


def test_an_illegal_move_has_no_next_snapshot(client):
    response = client.post(CHECK, json={**RUMMY, "move": {"type": "discard", "tile": "R4"}}).json
    expected = {"possible": True, "legal": False, "from_hand": [], "next": None, "needs": [], "ends_turn": False}
    assert response | expected == response
    assert [violation["code"] for violation in response["violations"]] == ["move_not_in_turn"]


def test_an_impossible_snapshot_has_no_moves(client):
    body = {**RUMMY, "hand": []}
    assert (
        client.post(LEGAL, json=body).json | {"possible": False, "total": 0, "moves": []}
        == client.post(LEGAL, json=body).json
    )
    best = client.post(BEST, json=body).json
    assert (best["possible"], best["move"], best["goes_out"]) == (False, None, False)
    assert client.post(CHECK, json={**body, "move": PLAY}).json["legal"] is False


@pytest.mark.parametrize(
    ("language", "begins"), [("en", "Not in"), ("de", "Nicht in"), ("fr", "Pas dans"), ("it", "Non in")]
)
def test_violations_are_in_the_requested_language(client, language, begins):
    body = {**RUMMY, "opened": False, "move": {"type": "play", "table": [["R1", "R2", "R3"], ["R4", "R5", "J"]]}}
    response = client.post(CHECK, json=body, headers={"Accept-Language": language})
    assert response.headers["Content-Language"] == language
    messages = {violation["code"]: violation["message"] for violation in response.json["violations"]}
    assert messages.keys() == {"tiles_not_in_hand", "opening_too_low"}
    assert messages["tiles_not_in_hand"].startswith(begins)


def test_the_same_request_gets_the_same_bytes(client):
    body = {**RUMMY, "limit": 1}
    assert client.post(LEGAL, json=body).data == client.post(LEGAL, json=body).data


@pytest.mark.parametrize("variant", GAMES)
def test_a_game_publishes_exactly_its_own_moves(variant):
    schemas = load_contract()["components"]["schemas"]
    move = schemas[class_name(variant) + "Move"]
    assert move["discriminator"]["propertyName"] == "type"
    assert list(move["discriminator"]["mapping"]) == [move.type for move in GAMES[variant].move_types]
    for type_, reference in move["discriminator"]["mapping"].items():
        schema = schemas[reference.rsplit("/", 1)[-1]]
        assert schema["properties"]["type"] == {"type": "string", "const": type_}
        assert "additionalProperties" not in schema  # bodies close it where they refer to it
        for name, field in schema["properties"].items():
            assert list(find_unbounded(name, field)) == []


_APP = create_app()


def moves_of(variant):
    tile = st.sampled_from([*list(GAMES[variant].box.tiles)[:9], "J", "J=R3", "X", 5, None])
    tables = st.one_of(st.lists(st.lists(tile, max_size=4), max_size=3), st.none(), st.just("R1"))
    types = st.sampled_from(["play", "exchange", "draw", "discard", "pass", "return", "meld", 1, None])
    fields = {"table": tables, "from_hand": st.lists(tile, max_size=3), "tile": tile, "drawn": tile, "extra": st.none()}
    return st.fixed_dictionaries({}, optional={"type": types, **fields})


@settings(max_examples=150, deadline=None)
@given(data=st.data(), variant=st.sampled_from(list(GAMES)))
def test_a_body_is_accepted_exactly_if_its_schema_accepts_it(data, variant):
    tile = st.sampled_from([*list(GAMES[variant].box.tiles)[:30], "J", "J=R3"])
    body = data.draw(
        st.fixed_dictionaries(
            {
                "variant": st.just(variant),
                "table": st.lists(st.lists(tile, max_size=4), max_size=3),
                "hand": st.lists(tile, max_size=5),
                "opened": st.sampled_from([True, False, True, False, 0]),
                "stock": st.sampled_from([0, 1, 20, 52, 53, 106, 107, 2.0, 2.5, "3"]),
                "move": moves_of(variant),
            },
            optional={"phase": st.sampled_from(["draw", "play", "discard", "return", None])},
        )
    )
    response = _APP.test_client().post(CHECK, data=orjson.dumps(body), content_type="application/json")
    assert response.status_code == (200 if find_body_schema(CHECK).is_valid(body) else 422), body


@pytest.mark.parametrize("variant", [game.id for game in GAMES.values() if "play" in game.turn.rules_by_type])
def test_every_violation_of_a_play_has_a_complete_message(client, variant):
    """Every violation of a random move has a message in every language."""
    chance = random.Random(variant)
    pieces = [piece for piece, count in GAMES[variant].box.holds.items() for _ in range(count)]
    for _ in range(60):
        chance.shuffle(pieces)
        table = [pieces[index : index + 3] for index in range(0, 3 * chance.randint(0, 1), 3)]
        move = chance.choice([{"type": "play", "table": [pieces[:3], pieces[4:7]]}, {"type": "pass"}])
        body = {"variant": variant, "table": table, "hand": pieces[3:8], "stock": 5, "move": move}
        if any(member.key == "opened" for member in members_of(GAMES[variant].turn.snapshot)):
            body["opened"] = False
        for language in LANGUAGES:
            response = client.post(CHECK, json=body, headers={"Accept-Language": language}).json
            assert all("{" not in violation["message"] for violation in response["violations"])
            assert response["legal"] or response["violations"]


@pytest.mark.parametrize(("tiles", "total"), [(82, 18_336_821_189_642_933_877), (83, 34_921_635_358_569_205_590)])
def test_totals_beyond_64_bits_are_exact(client, tiles, total):
    hand = [f"{colour}{number}" for number in range(1, 14) for colour in "RRBBKKYY"][:tiles]
    body = {"variant": "rummy", "options": {"mixed_runs": True}, "table": [], "hand": hand, "opened": True, "stock": 0}
    response = client.post(LEGAL, json={**body, "limit": 1})
    assert (response.status_code, response.json["total"]) == (200, total)
    asked = {"requests": [{"operation": "listLegalMoves", "body": {**body, "limit": 1}}]}
    (item,) = client.post("/v1/batch", json=asked).json["responses"]
    assert (item["status"], item["body"]["total"]) == (200, total)


def test_an_invalid_cursor_is_reported_besides_violations_of_the_snapshot(client):
    body = {"variant": "rummy", "table": [], "hand": ["R1", "R1", "R1"], "opened": True, "stock": 5, "cursor": "x"}
    response = client.post(LEGAL, json=body).json
    assert [(error["code"], error["path"]) for error in response["violations"]] == [
        ("box_exceeded", "/hand/2"),
        ("cursor_unknown", "/cursor"),
    ]
