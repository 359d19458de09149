"""Whole rounds over HTTP: the deal, what a player sees, a move, the end."""

from typing import Any

import pytest

from rummy_referee.games import GAMES
from tests.games.styles import NAMES, STYLES, seats_of
from tests.games.tiles import count_tiles
from tests.running import ROOT

POINTLESS = {"variant": "rummy", "players": 2, "seed": 1}


def deal(client, variant: str, players: int, seed: int = 1, **others: Any) -> dict[str, Any]:
    body = {"variant": variant, "seed": seed, **seats_of(variant, players), **others}
    dealt = client.post("/v1/deals", json=body).json
    assert dealt["possible"], dealt["violations"]
    return dict(dealt["round"])


def view(client, played: dict[str, Any], player: str) -> dict[str, Any]:
    return dict(client.post("/v1/rounds/view", json={"round": played, "player": player}).json)


def play(client, played: dict[str, Any], **move: Any) -> dict[str, Any]:
    return dict(client.post("/v1/rounds/play", json={"round": played, "move": move}).json)


def codes(answer: dict[str, Any]) -> list[tuple[str, str]]:
    return [(violation["code"], violation["path"]) for violation in answer["violations"]]


# --- the deal -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", GAMES)
def test_a_deal_without_names_numbers_the_players(client, variant):
    players = GAMES[variant].players[-1]
    dealt = client.post("/v1/deals", json={"variant": variant, "players": players, "seed": 3}).json
    assert dealt["round"]["players"] == [f"Player {seat}" for seat in range(1, players + 1)]
    assert dealt["round"]["turn"] == "Player 1"
    assert list(dealt["round"]["hands"].values()) == dealt["hands"]
    assert dealt["round"]["stock"] == dealt["stock"]


def test_the_starter_has_the_first_hand_and_the_others_follow_in_seat_order(client):
    body = {"variant": "gin-rummy", "players": 3, "seed": 5, "names": ["Ada", "Bo", "Cleo"], "starter": "Bo"}
    dealt = client.post("/v1/deals", json=body).json
    hands = dealt["round"]["hands"]
    assert [hands["Bo"], hands["Cleo"], hands["Ada"]] == dealt["hands"]
    assert [len(hands[name]) for name in ("Ada", "Bo", "Cleo")] == [10, 11, 10]
    assert dealt["round"]["turn"] == "Bo"


def test_agreed_hand_sizes_are_those_of_the_seats(client):
    dealt = deal(client, "myrummy-111", 2, starter="Bo", options={"hand_sizes": [12, 14]})
    assert {name: len(hand) for name, hand in dealt["hands"].items()} == {"Ada": 12, "Bo": 14}


@pytest.mark.parametrize(
    ("seats", "expected"),
    [
        ({"names": ["Ada", "Bo", "Cleo"]}, [("names_differ", "/names")]),
        ({"names": ["Ada", "Ada"]}, [("player_repeated", "/names/1")]),
        ({"names": ["Ada", "Bo"], "starter": "Cleo"}, [("player_unknown", "/starter")]),
        ({"starter": "Ada"}, [("player_unknown", "/starter")]),
    ],
)
def test_impossible_seats_are_named(client, seats, expected):
    dealt = client.post("/v1/deals", json={**POINTLESS, **seats}).json
    assert (dealt["possible"], dealt["round"], dealt["hands"]) == (False, None, [])
    assert codes(dealt) == expected


def test_scores_and_teams_of_a_deal_are_checked(client):
    body = {"variant": "rummu", "players": 4, "seed": 1, "names": NAMES[:4]}
    dealt = client.post(
        "/v1/deals", json={**body, "scores": {"Zoe": 3}, "teams": [["Ada", "Bo"], ["Cleo", "Dan"]]}
    ).json
    assert codes(dealt) == [("player_unknown", "/scores/Zoe"), ("teams_not_opposite", "/teams")]


def test_a_card_with_two_kinds_of_symbols_is_impossible(client):
    body = {"variant": "myrummy-111", "players": 2, "seed": 1, "symbols": ["85*3", "85*1"]}
    assert codes(client.post("/v1/deals", json=body).json) == [("box_exceeded", "/symbols/1")]


@pytest.mark.parametrize(("variant", "players", "options"), STYLES)
def test_the_first_snapshot_of_every_player_works_unchanged(client, variant, players, options):
    body = {"variant": variant, "seed": 8, "options": options, **seats_of(variant, players)}
    dealt = client.post("/v1/deals", json=body).json
    assert set(dealt["snapshots"]) == set(NAMES[:players])
    for player, snapshot in dealt["snapshots"].items():
        assert view(client, dealt["round"], player)["snapshot"] == snapshot
        for path in ("/v1/moves/legal", "/v1/moves/best"):
            assert client.post(path, json=snapshot).json["possible"]


# --- what a player sees ---------------------------------------------------------------------------------------------


def test_only_the_player_on_turn_gets_moves(client):
    played = deal(client, "rummy", 3)
    assert [view(client, played, player)["on_turn"] for player in NAMES[:3]] == [True, False, False]
    other = view(client, played, "Bo")
    assert (other["total"], other["moves"], other["next_cursor"]) == (0, [], None)


def test_the_cursor_of_a_view_continues_in_the_list_of_legal_moves(client):
    played = deal(client, "rummy", 2)
    seen = client.post("/v1/rounds/view", json={"round": played, "player": "Ada", "limit": 2}).json
    rest = client.post("/v1/moves/legal", json={**seen["snapshot"], "cursor": seen["next_cursor"], "limit": 1000}).json
    assert len(seen["moves"]) + len(rest["moves"]) == seen["total"]


def test_a_stranger_sees_nothing(client):
    seen = view(client, deal(client, "rummy", 2), "Zoe")
    assert codes(seen) == [("player_unknown", "/player")]
    assert (seen["possible"], seen["snapshot"]) == (False, None)


@pytest.mark.parametrize("style", STYLES, ids=str)
def test_a_view_has_everything_that_is_public_and_no_other_hand(client, style):
    played = deal(client, *style[:2], options=style[2])
    for _ in range(8):
        for player in (*played["players"], None):
            seen = client.post("/v1/rounds/view", json={"round": played, "player": player, "describe": False}).json
            sizes = [(each["player"], each["hand_size"]) for each in seen["players"]]
            assert sizes == [(name, len(played["hands"][name])) for name in played["players"]]
            assert (seen["turn"], seen["stock"]) == (played["turn"], len(played["stock"]))
            assert seen["phase"] == played.get("phase")
            laid = [meld if isinstance(meld, list) else meld["cards"] for meld in played.get("table", [])]
            assert [meld["tiles"] for meld in seen["table"]] == laid
            opened = played.get("opened")
            told = [None if opened is None else name in opened for name in played["players"]]
            assert [each["opened"] for each in seen["players"]] == told
            if player is None:
                assert (seen["snapshot"], seen["on_turn"], seen["moves"]) == (None, False, [])
        answer = play(client, played, **view(client, played, played["turn"])["moves"][-1])
        if answer["over"]:
            return
        played = answer["round"]


def test_a_view_tells_what_the_others_did_since_the_last_turn(client):
    played = deal(client, "myrummy-kids", 3)
    for _ in range(3):
        played = play(client, played, type="draw")["round"]
    told = {player: [each["text"] for each in view(client, played, player)["last_moves"]] for player in NAMES[:3]}
    assert told == {
        "Ada": ["Bo draws a tile.", "Cleo draws a tile."],
        "Bo": ["Cleo draws a tile."],
        "Cleo": [],
    }
    answer = client.post(
        "/v1/rounds/view", json={"round": played, "player": None}, headers={"Accept-Language": "de"}
    ).json
    assert [each["text"] for each in answer["last_moves"]] == [
        "Bo zieht ein Kärtchen.",
        "Cleo zieht ein Kärtchen.",
    ]


def test_melds_have_an_owner_where_the_game_has_owners_of_melds(client):
    answer = replay_example(client, "rummu")
    (laid,) = answer["table"]
    seen = client.post("/v1/rounds/view", json={"round": answer, "player": None}).json
    assert seen["table"] == [{"tiles": laid["cards"], "owner": laid["owner"]}]


def replay_example(client, variant: str) -> dict[str, Any]:
    """The round after the first meld of the example in ``docs/record.md``."""
    text = (ROOT / "docs" / "record.md").read_text(encoding="utf-8")
    start = text.index(f'[variant "{variant}"]')
    answer = client.post("/v1/rounds/replay", json={"record": text[start : text.index("```", start)]}).json
    return next(each["round"] for each in answer["positions"] if each["round"]["table"])


def test_the_middle_shows_what_is_open_and_what_is_taken(client):
    played = deal(client, "myrummy-111", 2)
    taken = play(client, played, type="take", slot=1)["round"]
    seen = view(client, taken, "Bo")
    down, empty = {"tile": None, "face_down": True}, {"tile": None, "face_down": False}
    assert seen["middle"] == [down, empty, down]
    inserted = play(client, taken, type="insert", position=0, discard="right")["round"]
    assert view(client, inserted, "Bo")["middle"] == [down, {"tile": inserted["middle"][1], "face_down": False}, down]


def test_a_view_takes_the_cursor_that_it_returns(client):
    played = deal(client, "rummy", 2)
    body = {"round": played, "player": "Ada", "limit": 2}
    first = client.post("/v1/rounds/view", json=body).json
    second = client.post("/v1/rounds/view", json={**body, "limit": 1000, "cursor": first["next_cursor"]}).json
    assert len(first["moves"]) + len(second["moves"]) == first["total"]
    for player in ("Bo", None):
        answer = client.post("/v1/rounds/view", json={**body, "player": player, "cursor": first["next_cursor"]}).json
        assert codes(answer) == [("cursor_unknown", "/cursor")]


def test_a_round_of_an_older_version_has_no_last_moves(client):
    played = play(client, deal(client, "rummy", 2), type="exchange", tile=deal(client, "rummy", 2)["hands"]["Ada"][0])
    older = {name: value for name, value in played["round"].items() if name != "last_moves"}
    assert view(client, older, "Bo")["last_moves"] == []


def test_a_last_move_of_a_stranger_is_impossible_and_one_without_its_tile_is_readable(client):
    played = deal(client, "rummikub", 2)
    played["last_moves"] = [{"player": "Zoe", "event": "play"}]
    assert codes(view(client, played, "Ada")) == [("player_unknown", "/round/last_moves/0/player")]
    played = deal(client, "gin-rummy", 2)
    played["last_moves"] = [{"player": "Bo", "event": "discard"}]
    assert view(client, played, "Ada")["last_moves"][0]["text"] == "Bo discards ?."


# --- a move ---------------------------------------------------------------------------------------------------------


def test_a_face_down_tile_comes_from_the_stock(client):
    played = deal(client, "myrummy-kids", 2)
    answer = play(client, played, type="draw")
    assert answer["drawn"] == played["stock"][0]
    assert answer["round"]["stock"] == played["stock"][1:]
    assert answer["round"]["hands"]["Ada"] == [*played["hands"]["Ada"], played["stock"][0]]
    assert answer["round"]["turn"] == "Bo"
    assert answer["text"] == "Ada draws a tile."


def test_the_caller_does_not_name_a_face_down_tile(client):
    answer = play(client, deal(client, "myrummy-kids", 2), type="draw", drawn="R1")
    assert (answer["possible"], answer["legal"], answer["round"]) == (True, False, None)
    assert codes(answer) == [("drawn_by_referee", "/move/drawn")]


def test_an_illegal_move_has_the_violations_of_check_move(client):
    played = deal(client, "rummy", 2)
    snapshot = view(client, played, "Ada")["snapshot"]
    move = {"type": "play", "table": [["R1", "R2", "R3"]]}
    checked = client.post("/v1/moves/check", json={**snapshot, "move": move}).json
    answer = play(client, played, **move)
    assert answer["violations"] == checked["violations"] != []
    assert (answer["legal"], answer["round"], answer["text"], answer["over"]) == (False, None, None, False)


def test_an_exchanged_tile_goes_into_the_stock_at_a_reproducible_index(client):
    played = deal(client, "rummy", 2)
    tile = played["hands"]["Ada"][0]
    answer = play(client, played, type="exchange", tile=tile)
    assert answer == play(client, played, type="exchange", tile=tile)
    stock = answer["round"]["stock"]
    assert len(stock) == len(played["stock"])
    index = next(place for place, (old, new) in enumerate(zip(played["stock"][1:], stock, strict=False)) if old != new)
    assert stock[index] == tile
    assert [*stock[:index], *stock[index + 1 :]] == played["stock"][1:]
    assert answer["round"]["shuffles"] == 1


def test_rummu_shuffles_the_pile_under_its_top_when_the_stock_is_empty(client):
    played = deal(client, "rummu", 3)
    pile = [*played["discards"], *played["stock"]]
    answer = play(client, {**played, "stock": [], "discards": pile}, type="take", **{"from": "stock"})
    after = answer["round"]
    assert after["discards"] == pile[-1:]
    assert sorted([answer["drawn"], *after["stock"]]) == sorted(pile[:-1])
    assert [answer["drawn"], *after["stock"]] != pile[:-1]
    assert after["shuffles"] == 1


@pytest.mark.parametrize("variant", ["rummy", "myrummy-111"])
def test_after_the_highest_number_of_shuffles_the_next_request_is_still_valid(client, variant):
    played = {**deal(client, variant, 2), "shuffles": 1_000_000}
    if variant == "rummy":
        after = play(client, played, type="exchange", tile=played["hands"]["Ada"][0])["round"]
    else:
        short = {**played, "stock": played["stock"][:2], "discards": played["stock"][2:], "face_up": [True] * 3}
        after = play(client, short, type="refresh")["round"]
    assert after["shuffles"] == 0
    assert view(client, after, "Ada")["possible"]


def test_taking_from_the_pile_of_rummu_reveals_the_card_below(client):
    played = deal(client, "rummu", 3)
    below = {**played, "stock": played["stock"][1:], "discards": [played["stock"][0], *played["discards"]]}
    answer = play(client, below, type="take", **{"from": "discard"})
    assert answer["drawn"] is None
    assert answer["round"]["discards"] == [played["stock"][0]]
    seen = view(client, answer["round"], "Ada")["snapshot"]
    assert (seen["discard_top"], seen["discard_count"], seen["taken"]) == (played["stock"][0], 1, 1)


@pytest.mark.parametrize(("players", "goes_back"), [(2, False), (3, True)])
def test_a_discard_of_gin_that_nobody_takes_leaves_or_returns_to_the_stock(client, players, goes_back):
    played = deal(client, "gin-rummy", players)
    tile = played["hands"]["Ada"][0]
    discarded = play(client, played, type="discard", tile=tile)["round"]
    assert discarded["discard_top"] == tile
    after = play(client, discarded, type="take", **{"from": "stock"})["round"]
    assert (after["discard_top"], after["discards"]) == (None, [] if goes_back else [tile])
    assert len(after["stock"]) == len(played["stock"]) - (not goes_back)
    assert count_tiles(after) == count_tiles(played)


def test_the_middle_of_111_is_renewed_from_a_stock_of_too_few_cards(client):
    played = deal(client, "myrummy-111", 2)
    short = {**played, "stock": played["stock"][:2], "discards": played["stock"][2:], "face_up": [True] * 3}
    after = play(client, short, type="refresh")["round"]
    assert (after["face_up"], after["discards"], after["shuffles"]) == ([False] * 3, [], 1)
    assert count_tiles(after) == count_tiles(played)


def test_changes_tell_where_the_tiles_of_a_play_came_from(client):
    played = move_tiles(deal(client, "rummy", 2), hand={"Ada": ["R4", "B9"]}, table=[["R1", "R2", "R3"]])
    played["opened"] = ["Ada", "Bo"]
    answer = play(client, played, type="play", table=[["R1", "R2", "R3", "R4"]])
    assert answer["changes"] == [{"meld": 0, "status": "extended", "from": [0], "from_hand": ["R4"]}]
    assert answer["text"] == "Ada lays red 4."


# --- the end --------------------------------------------------------------------------------------------------------


def move_tiles(played: dict[str, Any], hand: dict[str, list[str]], table: list[Any] | None = None) -> dict[str, Any]:
    """The round with these hands and this table; all other tiles are in the stock."""
    everything = count_tiles(played)
    changed = {**played, "hands": {**played["hands"], **hand}, "stock": []}
    if "table" in played:
        changed["table"] = table or []
    rest = everything - count_tiles(changed)
    overdrawn = count_tiles(changed) - everything
    for name, tiles in changed["hands"].items():
        if name not in hand:
            kept = []
            for tile in tiles:
                if overdrawn[tile]:
                    overdrawn[tile] -= 1
                else:
                    kept.append(tile)
            changed["hands"][name] = kept
    return {**changed, "stock": list(rest.elements())}


def test_a_player_who_lays_everything_at_once_doubles_the_points(client):
    melds = [["R10", "R11", "R12"]]
    played = move_tiles(deal(client, "rummy", 2), {"Ada": melds[0], "Bo": ["R1"]})
    answer = play(client, played, type="play", table=melds)
    assert (answer["over"], answer["points"]) == (True, {"Ada": 2, "Bo": -2})
    assert answer["round"]["turn"] is None
    lying = [["B3", "B4", "B5"]]
    opened = {**move_tiles(played, {"Ada": melds[0], "Bo": ["R1"]}, lying), "opened": ["Ada"]}
    assert play(client, opened, type="play", table=[*lying, *melds])["points"] == {"Ada": 1, "Bo": -1}


def test_an_opening_and_the_last_discard_in_one_turn_are_everything_at_once(client):
    options = {"turn": "draw-discard"}
    melds = [["R10", "R11", "R12"]]
    hands = {"Ada": [*melds[0], "B1"], "Bo": ["R1"]}
    played = {**move_tiles(deal(client, "rummy", 2, options=options), hands), "phase": "play"}
    laid = play(client, played, type="play", table=melds)
    assert (laid["over"], laid["round"]["turn"], laid["round"]["opened"]) == (False, "Ada", ["Ada"])
    assert play(client, laid["round"], type="discard", tile="B1")["points"] == {"Ada": 2, "Bo": -2}


def test_the_last_tile_of_the_stock_is_drawn_and_a_tile_discarded_and_then_the_round_is_blocked(client):
    dealt = deal(client, "rummy", 2, options={"turn": "draw-discard"})
    played = move_tiles(dealt, {"Ada": ["B13"], "Bo": ["K9"]}, [["R2", "R3", "R4"]])
    stock = played["stock"]
    last = stock.index("Y7")
    rest = {"stock": ["Y7"], "discards": [*stock[:last], *stock[last + 1 :]], "opened": ["Ada", "Bo"]}
    drawn = play(client, {**played, **rest}, type="draw")
    assert (drawn["drawn"], drawn["round"]["stock"], drawn["round"]["phase"]) == ("Y7", [], "play")
    assert [move["type"] for move in view(client, drawn["round"], "Ada")["moves"]] == ["discard", "discard"]
    discarded = play(client, drawn["round"], type="discard", tile="B13")
    assert [move["type"] for move in view(client, discarded["round"], "Bo")["moves"]] == ["pass"]
    assert play(client, discarded["round"], type="pass")["points"] == {"Ada": -7, "Bo": -9}


def test_the_scores_of_an_ended_round_are_those_of_score_round(client):
    lying = [["B3", "B4", "B5"]]
    played = move_tiles(deal(client, "rummy", 2), {"Ada": ["R10", "R11", "R12"], "Bo": ["R1", "J"]}, lying)
    answer = play(client, {**played, "opened": ["Ada"]}, type="play", table=[*lying, ["R10", "R11", "R12"]])
    hands = answer["round"]["hands"]
    end = {"players": [{"player": name, "hand": hand} for name, hand in hands.items()], "went_out": "Ada"}
    assert answer["scores"] == client.post("/v1/rounds/score", json={"variant": "rummy", **end}).json["scores"]


@pytest.mark.parametrize(("bos_hand", "over"), [(["R5", "K9"], False), (["K9"], True)])
def test_a_round_is_blocked_when_the_stock_is_empty_and_nobody_can_play(client, bos_hand, over):
    played = move_tiles(deal(client, "rummy", 2), {"Ada": ["B13"], "Bo": bos_hand}, [["R2", "R3", "R4"]])
    empty = {**played, "opened": ["Ada", "Bo"], "discards": played["stock"], "stock": []}
    answer = play(client, empty, type="pass")
    assert (answer["over"], answer["round"]["turn"]) == (over, None if over else "Bo")
    assert answer["points"] == ({"Ada": -13, "Bo": -9} if over else None)


def test_a_declaration_of_gin_is_scored_with_the_declarers_melds(client):
    hand = ["R3", "R4", "R5", "B7", "K7", "Y7", "K10", "K11", "K12", "R9", "B1"]
    played = move_tiles(deal(client, "gin-rummy", 2), {"Ada": hand})
    short = len(played["hands"]["Bo"])
    played["hands"]["Bo"] += played["stock"][: 10 - short]
    played["stock"] = played["stock"][10 - short :]
    answer = play(client, played, type="declare", discard="R9")
    assert answer["over"]
    assert answer["round"]["hands"]["Ada"] == [tile for tile in hand if tile != "R9"]
    assert answer["scores"][0]["lines"][0]["code"] == "eight_or_nine_melded"


def test_an_empty_stock_of_gin_makes_the_round_void(client):
    played = deal(client, "gin-rummy", 2)
    discarded = play(client, played, type="discard", tile=played["hands"]["Ada"][0])["round"]
    empty = {**discarded, "discards": discarded["stock"], "stock": []}
    answer = play(client, empty, type="take", **{"from": "stock"})
    assert (answer["over"], answer["points"]) == (True, {"Ada": 0, "Bo": 0})


def test_without_symbols_the_score_of_111_is_a_range_and_has_no_points(client):
    body = {"variant": "myrummy-111", "players": 2, "seed": 1}
    played = client.post("/v1/deals", json=body).json["round"]
    taken = play(client, played, type="take", slot=0)["round"]
    answer = play(client, taken, type="insert", position=0, discard="right", announce=True)
    assert (answer["over"], answer["points"]) == (True, None)
    assert answer["scores"][1]["low"] < answer["scores"][1]["high"]


def test_a_round_that_is_over_is_neither_viewed_nor_played(client):
    played = {**deal(client, "myrummy-kids", 2), "turn": None}
    assert codes(view(client, played, "Ada")) == [("round_ended", "/round/turn")]
    assert codes(play(client, played, type="draw")) == [("round_ended", "/round/turn")]


# --- impossible rounds ----------------------------------------------------------------------------------------------


def test_every_reason_against_an_impossible_round_is_named(client):
    played = deal(client, "rummy", 2)
    lost = played["stock"][0]
    broken = {
        **played,
        "turn": "Zoe",
        "opened": ["Yves"],
        "hands": {"Ada": played["hands"]["Ada"], "Xaver": played["hands"]["Bo"]},
        "stock": played["stock"][1:],
    }
    answer = play(client, broken, type="exchange", tile="R1")
    assert (answer["possible"], answer["legal"], answer["round"], answer["scores"]) == (False, False, None, None)
    assert codes(answer) == [
        ("player_unknown", "/round/turn"),
        ("player_unknown", "/round/hands/Xaver"),
        ("hand_missing", "/round/hands"),
        ("player_unknown", "/round/opened/0"),
        ("tiles_missing", "/round"),
    ]
    assert answer["violations"][-1]["params"] == {"tiles": [lost]}


def test_a_tile_twice_and_an_invalid_table_are_named_with_their_place(client):
    played = move_tiles(deal(client, "rummy", 2), {}, table=[["R1", "R2", "R4"]])
    played["stock"].append("R9")
    found = codes(play(client, played, type="pass"))
    assert ("table_invalid", "/round/table/0") in found
    assert [code for code, _ in found].count("box_exceeded") == 1


@pytest.mark.parametrize(
    ("variant", "players", "changed", "expected"),
    [
        ("rummy", 2, {"phase": "draw"}, ("phase_not_in_turn", "/round/phase")),
        ("gin-rummy", 2, {"turn": "Bo"}, ("hand_size_not_of_phase", "/round/hands/Ada")),
        ("myrummy-kids", 2, {"freed_jokers": 1}, ("freed_without_step", "/round/freed_jokers")),
        ("rummu", 4, {"teams": [["Ada", "Bo"], ["Cleo", "Dan"]]}, ("teams_not_opposite", "/round/teams")),
        ("rummu", 3, {"scores": {"Zoe": 1}}, ("player_unknown", "/round/scores/Zoe")),
        ("rummu", 3, {"taken": 50}, ("taken_exceeded", "/round/taken")),
        ("myrummy-111", 2, {"options": {"hand_sizes": [13, 13]}}, ("hand_size_not_dealt", "/round/hands/Ada")),
        ("rummy", 2, {"players": ["Ada", "Ada"]}, ("player_repeated", "/round/players/1")),
        ("rummy", 2, {"opened_this_turn": True}, ("not_opened_this_turn", "/round/opened_this_turn")),
        ("rummu", 3, {"opened": ["Bo", "Bo"]}, ("player_repeated", "/round/opened/1")),
    ],
)
def test_a_state_that_does_not_fit_is_impossible(client, variant, players, changed, expected):
    answer = view(client, {**deal(client, variant, players), **changed}, "Ada")
    assert not answer["possible"]
    assert expected in codes(answer)


def test_the_slot_of_a_taken_card_is_empty(client):
    played = deal(client, "myrummy-111", 2)
    taken = play(client, played, type="take", slot=0)["round"]
    moved = {**taken, "drawn": {**taken["drawn"], "slot": 1}}
    assert ("slot_not_empty", "/round/drawn/slot") in codes(view(client, moved, "Ada"))


@pytest.mark.parametrize(
    ("body", "paths"),
    [
        ({"player": "Ada"}, ["/round"]),
        ({"round": 3, "player": "Ada"}, ["/round"]),
        ({"round": {}, "player": "Ada"}, ["/round/variant"]),
        ({"round": {"variant": "poker"}, "player": "Ada"}, ["/round/variant"]),
    ],
)
def test_a_round_that_does_not_match_the_schema_is_a_problem(client, body, paths):
    response = client.post("/v1/rounds/view", json=body)
    assert response.status_code == 422
    assert [error["path"] for error in response.json["errors"]] == paths
