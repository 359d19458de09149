"""Every violation of a play is reported at once: no fault hides another."""

from typing import Any

import pytest

from service.app import create_app

CLIENT = create_app().test_client()


def find_codes(table: str, hand: str, after: str, variant: str = "rummy", **others: Any) -> list[tuple[str, str]]:
    """The reasons against a play, melds written ``R7 R8 R9 | B1 B2 B3``."""
    snapshot = {"table": read(table), "hand": hand.split(), "opened": True, "stock": 5, **others}
    move = {"type": "play", "table": read(after)}
    answer = check({"variant": variant, **snapshot, "move": move})
    assert answer["possible"]
    return [(violation["code"], violation["path"]) for violation in answer["violations"]]


def find_reasons(move: dict[str, Any], **snapshot: Any) -> list[str]:
    """The reasons against a move of Rummy that is no play."""
    body = {"variant": "rummy", "table": [], "opened": True, "move": move, **snapshot}
    return [violation["code"] for violation in check(body)["violations"]]


def check(body: dict[str, Any]) -> Any:
    return CLIENT.post("/v1/moves/check", json=body).json


def read(melds: str) -> list[list[str]]:
    return [meld.split() for meld in melds.split("|") if meld.strip()]


BEFORE, HAND = "R7 J R9 | B1 B2 B3", "R8 R10 B4 K5 K6"
MOVED = ("joker_moved", "/move/table")


def test_a_joker_moved_out_of_its_role_is_reported_besides_an_invalid_meld():
    found = find_codes(BEFORE, HAND, "B1 B2 B3 J | R7 R9 R10")
    assert {path for code, path in found if code != "joker_moved"} == {"/move/table/1"}
    assert found[-1] == MOVED


def test_a_joker_moved_out_of_its_role_is_reported_where_nothing_is_played_and_tiles_are_missing():
    assert [code for code, _ in find_codes(BEFORE, HAND, "B1 B2 B3 J")] == [
        "nothing_played",
        "table_tiles_missing",
        "joker_moved",
    ]


@pytest.mark.parametrize("after", ["R7 J | B1 B2 B3 B4", "R7 R9 | B1 B2 B3 B4", "R9 J K5 | R7 | B1 B2 B3 B4"])
def test_a_joker_that_left_the_table_or_is_in_no_valid_meld_is_not_reported_as_moved(after):
    assert MOVED not in find_codes(BEFORE, HAND, after)


def test_jokers_from_nowhere_are_not_read():
    found = find_codes(BEFORE, HAND, " | ".join(["R7 J R9 J", "R7 R8 J"] * 15))
    assert ("tiles_not_in_hand", "/move/table") in found
    assert MOVED not in found


OWN_MISSING = ("own_meld_missing", "/move/table")


@pytest.mark.parametrize(
    ("hand", "after", "wanted"),
    [
        ("J G6", "G4 G5 G6", ["joker_left_table", "own_meld_missing"]),
        ("B1 G6", "G4 J G5 G6 | Y1 Y2 Y3", ["tiles_not_in_hand", "own_meld_missing"]),
        ("B1 G6", "G5 G6 | J G4", ["meld_too_short", "meld_too_short", "own_meld_missing"]),
        ("B1 B2 G6", "G4 J G5 G6 | B1 B2", ["meld_too_short"]),
        ("B1 B2 G6", "G4 J G5", ["nothing_played"]),
    ],
)
def test_a_first_play_without_an_own_meld_is_reported_besides_other_faults(hand, after, wanted):
    found = find_codes("G4 J G5", hand, after, "myrummy-kids-pro", opened=False, stock=20)
    assert [code for code, _ in found] == wanted


@pytest.mark.parametrize(
    ("after", "wanted"),
    [
        ("K1 K2 K3 K4 | R1 R2 R3", ["table_tiles_missing", "opening_touches_table", "opening_too_low"]),
        ("K1 K2 K3 K4 | B5 B6 B7 B8 | R1 R2 R3", ["opening_touches_table", "opening_too_low"]),
        ("K1 K2 K3 K4 | B6 B7 B8 | R1 R2 | R3 R4 R5", ["meld_too_short", "opening_too_low"]),
        ("K1 K2 K3 K4 | B6 B7 B8 | R12 R13 | R3 R4 R5", ["meld_too_short"]),
        ("K1 K2 K3 K4 | B6 B7 B8 | J R1 | R3 R4 R5", ["meld_too_short", "opening_too_low"]),
        ("K1 K2 K3 K4 | B6 B7 B8 | J R12 | R3 R4 R5", ["meld_too_short"]),
    ],
)
def test_an_opening_that_is_too_low_whatever_is_mended_is_reported_besides_other_faults(after, wanted):
    table, hand = "K1 K2 K3 K4 | B6 B7 B8", "R1 R2 R3 R4 R5 R12 R13 B5 J"
    assert [code for code, _ in find_codes(table, hand, after, opened=False)] == wanted


@pytest.mark.parametrize(
    ("meld", "wanted"),
    [("J J J", "meld_without_real_tile"), ("R7 B7 J J J", "group_too_large"), ("R7 B9 J J J", "run_colours_differ")],
)
def test_a_meld_with_a_joker_more_than_the_box_has_its_own_reasons(meld, wanted):
    assert (wanted, "/move/table/1") in find_codes("R7 R8 R9", "R10", f"R7 R8 R9 R10 | {meld}")


def test_tiles_that_are_not_in_the_hand_do_not_empty_it():
    options = {"turn": "draw-discard"}
    found = find_codes("R1 R2 R3", "B10", "R1 R2 R3 R4", options=options, phase="play")
    assert found == [("tiles_not_in_hand", "/move/table")]


@pytest.mark.parametrize(
    ("table", "after", "touched"),
    [
        ("J=Y13 B13 R13 | K9 R9 B9 | B10 R10 J Y10", "J=K13 B13 R13 | K9 R9 B9 | B10 R10 J Y10", [0]),
        ("R5 J=R4 R6 | B1 B2 B3", "R5 R6 J=R7", [0, 1]),
        ("R5 R6 J=R4 | R5 R6 J=R7", "R5 R6 J=R7 | R5 R6 J=R4", []),
        ("R5 R6 J=R4 | R5 R6 J", "R5 R6 J=R4 | R5 R6 J=R4", []),
        ("R5 R6 J=R4 | R5 R6 J=R7", "R5 R6 J=R4 | R5 R6 J=R4", [1]),
        ("R5 R6 J", " | ".join(["R5 R6 J"] * 5), []),
        ("R5 R6 J=R7", " | ".join(["R5 R6 J=R4"] * 5), [0]),
    ],
)
def test_an_opening_touches_exactly_the_melds_that_it_changes(table, after, touched):
    found = find_codes(table, "K10 K11 K12", f"{after} | K10 K11 K12", opened=False)
    assert [path for code, path in found if code == "opening_touches_table"] == [f"/table/{place}" for place in touched]


@pytest.mark.parametrize(
    ("phase", "wanted"), [("draw", []), ("play", ["move_not_in_phase"]), ("discard", ["move_not_in_phase"])]
)
def test_a_draw_out_of_its_phase_is_reported_besides_an_empty_stock(phase, wanted):
    snapshot = {"options": {"turn": "draw-discard"}, "phase": phase, "stock": 0, "hand": ["R1"]}
    assert find_reasons({"type": "draw"}, **snapshot) == [*wanted, "stock_empty"]


def test_a_turn_without_discards_has_no_play_to_wait_for():
    assert find_reasons({"type": "discard", "tile": "R1"}, stock=0, hand=["R1"]) == ["move_not_in_turn"]


def test_after_the_play_no_further_play_forbids_a_pass():
    snapshot = {"options": {"turn": "draw-discard"}, "phase": "discard", "stock": 0, "hand": ["R1", "R5"]}
    assert find_reasons({"type": "pass"}, **snapshot, table=[["R2", "R3", "R4"]]) == ["move_not_in_phase"]
