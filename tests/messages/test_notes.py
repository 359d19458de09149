"""What the contract says about single games is in their folders."""

import re

from rummy_referee.games import GAMES
from service.http.contract import OPERATIONS
from service.operations.notes import describe, notes_of
from service.operations.post_operations import POST_OPERATIONS
from tests.conftest import ROOT


def test_every_note_is_about_an_operation():
    operations = {operation.id for operation in OPERATIONS}
    assert [(variant, name) for variant in GAMES for name in notes_of(variant) if name not in operations] == []


def test_what_holds_for_all_games_names_no_game():
    named = re.compile(rf"(?<!`)`(?:{'|'.join(GAMES)})`(?!`)")
    shared = [path for top in ("rummy_referee", "service") for path in (ROOT / top).rglob("*.py")]
    games = ROOT / "rummy_referee" / "games"
    assert [path for path in shared if games not in path.parents and named.search(path.read_text("utf-8"))] == []


def test_an_operation_is_described_with_the_notes_of_the_games_that_are_asked_for():
    (check,) = [operation for operation in POST_OPERATIONS if operation.id == "checkMove"]
    described = describe(check, [GAMES["rummy"], GAMES["rummu"]])
    assert described == f"{check.description}\n\n`rummu`: {notes_of('rummu')['checkMove']}"
    assert all(notes_of(variant).get("checkMove", "") in describe(check) for variant in GAMES)
