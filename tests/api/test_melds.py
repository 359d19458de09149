"""checkMelds and arrangeTiles over HTTP."""

import pytest

CHECK = "/v1/melds/check"
ARRANGE = "/v1/melds/arrange"


def test_a_run_with_a_joker_and_two_tiles_are_checked_as_in_the_contract(client):
    response = client.post(CHECK, json={"variant": "rummy", "melds": [["R7", "J", "R9"], ["R5", "B5"]]}).json
    violation = response["melds"][1]["violations"][0]
    assert response["valid"] is False
    assert response["possible"] is True
    assert response["melds"][0] == {
        "tiles": ["R7", "J", "R9"],
        "valid": True,
        "value": 24,
        "readings": [{"kind": "run", "tiles": ["R7", "J=R8", "R9"], "value": 24}],
        "violations": [],
    }
    assert (violation["code"], violation["path"]) == ("meld_too_short", "/melds/1")
    assert violation["params"] == {"minimum": 3, "actual": 2}
    assert violation["rule"]["variant"] == "rummy"


def test_no_melds_at_all_are_valid(client):
    assert client.post(CHECK, json={"variant": "rummy", "melds": []}).json["valid"] is True


def test_a_pile_beyond_the_box_is_impossible_and_names_the_tile_too_many(client):
    melds = [["R7", "R8", "R9"], ["R7", "B7", "K7"], ["R5", "R6", "R7"]]
    response = client.post(CHECK, json={"variant": "rummy", "melds": melds}).json
    assert (response["possible"], response["valid"]) == (False, False)
    assert [meld["valid"] for meld in response["melds"]] == [True, True, True]
    (violation,) = response["violations"]
    assert (violation["code"], violation["path"]) == ("box_exceeded", "/melds/2/2")
    assert violation["params"] == {"tile": "R7", "maximum": 2, "actual": 3}


def test_a_joker_is_impossible_without_jokers(client):
    body = {"variant": "rummy", "options": {"jokers": False}, "melds": [["R7", "J", "R9"]]}
    response = client.post(CHECK, json=body).json
    assert response["possible"] is False
    assert response["violations"][0]["params"] == {"tile": "J", "maximum": 0, "actual": 1}


def test_a_meld_with_more_jokers_than_the_box_has_no_readings(client):
    body = {"variant": "rummy", "options": {"mixed_runs": True}, "melds": [["R1", *["J"] * 12]]}
    response = client.post(CHECK, json=body).json
    assert response["possible"] is False
    assert response["melds"][0]["readings"] == []
    assert [violation["code"] for violation in response["melds"][0]["violations"]] == ["box_exceeded"]


@pytest.mark.parametrize("option", [{}, {"turn": "draw-keep"}, {"opening_minimum": 50.0}, {"rounds": None}])
def test_options_that_do_not_concern_melds_change_nothing(client, option):
    body = {"variant": "rummy", "options": option, "melds": [["R7", "R8", "R9"]]}
    assert client.post(CHECK, json=body).json["valid"] is True


def test_the_same_request_gets_the_same_bytes(client):
    body = {"variant": "myrummy-kids", "melds": [["J", "B2", "J"], ["R1", "R3"]]}
    assert client.post(CHECK, json=body).data == client.post(CHECK, json=body).data


def test_tiles_are_arranged_in_melds(client):
    response = client.post(ARRANGE, json={"variant": "rummy", "tiles": ["R3", "B3", "K3", "R4", "R5", "R6", "J"]}).json
    assert (response["possible"], response["complete"], response["optimal"], response["left"]) == (True, True, True, [])
    assert sorted(tile for meld in response["melds"] for tile in meld) == ["B3", "J", "K3", "R3", "R4", "R5", "R6"]
    assert client.post(CHECK, json={"variant": "rummy", "melds": response["melds"]}).json["valid"] is True


def test_all_requested_and_impossible_gives_no_melds(client):
    tiles = ["R3", "R4", "R5", "Y9"]
    response = client.post(ARRANGE, json={"variant": "gin-rummy", "tiles": tiles}).json
    assert (response["complete"], response["melds"], response["left"]) == (False, [], tiles)


def test_as_many_tiles_as_possible_are_used(client):
    body = {"variant": "gin-rummy", "tiles": ["R3", "R4", "R5", "B5", "K5", "Y9"], "all": False}
    response = client.post(ARRANGE, json=body).json
    assert (response["complete"], len(response["left"])) == (False, 3)


def test_tiles_beyond_the_box_are_not_arranged(client):
    response = client.post(ARRANGE, json={"variant": "rummy", "tiles": ["R3", "R3", "R3"]}).json
    assert (response["possible"], response["complete"], response["melds"]) == (False, False, [])
    assert response["violations"][0]["path"] == "/tiles/2"


def test_stretches_are_never_arranged(client):
    response = client.post(ARRANGE, json={"variant": "myrummy-111", "tiles": ["2", "3"]})
    assert response.status_code == 422
    assert response.json["errors"][0]["code"] == "variant_unknown"
