"""Records of rounds and their notation: what was played can be written, read and played again."""

import json
import random
import re
from typing import Any

import pytest

from rummy_referee import IllegalMoveError, ImpossibleError, InputError, games
from rummy_referee.rules.record_notation import NotationError
from tests.games.styles import STYLES, seats_of
from tests.running import ROOT

EXAMPLE = re.compile(r"^```text\n(\[variant .*?)```$", re.MULTILINE | re.DOTALL)
MOVES = 34


def play(style: Any, seed: int, moves: int = MOVES, best: float = 0.8) -> Any:
    """The record of a round whose players mostly make the best move."""
    variant, players, options = style
    game, chance = games[variant], random.Random(seed)
    seats = {name: value for name, value in seats_of(variant, players).items() if name not in ("players", "names")}
    names = seats_of(variant, players)["names"]
    record = game.record(names, seed, game.options(**options), starter=names[-1], **seats)
    while len(record.moves) < moves and not record.round.over:
        position = record.round.position
        advised = position.best().move if chance.random() < best else None
        record = record.play(advised or chance.choice(position.legal_moves()[:20]))
    return record


@pytest.mark.parametrize("style", STYLES, ids=str)
def test_both_forms_of_a_record_give_the_same_rounds(style):
    record = play(style, seed=3)
    for stored in (record.to_text(), json.loads(json.dumps(record.to_plain()))):
        again = record.game.read_record(stored)
        assert again == record
        assert again.violations == ()
        assert again.rounds == record.rounds
        assert again.to_text() == record.to_text()


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("variant", games)
def test_34_moves_take_less_than_one_and_a_half_kilobytes(variant, seed):
    style = next(style for style in STYLES if style[0] == variant)
    assert len(play(style, seed, best=1).to_text()) < 1500


def test_every_game_has_an_example_in_the_documentation():
    examples = EXAMPLE.findall((ROOT / "docs" / "record.md").read_text(encoding="utf-8"))
    variants = [json.loads(text.partition("\n")[0].removeprefix("[variant ").removesuffix("]")) for text in examples]
    assert variants == list(games)
    for variant, text in zip(variants, examples, strict=True):
        record = games[variant].read_record(text)
        assert record.violations == ()
        assert record.to_text() == text


def test_no_tile_has_a_character_of_the_notation():
    codes = [code for game in games.values() for code in game.box.tiles]
    assert [code for code in codes if re.search(r"[-/#;\s]|^none$", code)] == []


TEXT = """\
[variant "rummikub"]
[players ["Ada","Bo"]]
[seed 42]

1. draw ; nothing fits
draw
3. play K7-B7-O7/B10-B11-B12
"""


def test_numbers_and_comments_have_no_meaning():
    assert len(games["rummikub"].read_record(TEXT).rounds) == 4


def test_melds_that_stay_are_references_to_the_last_table():
    game = games["rummikub"]
    tables = [["R1 R2 R3"], ["R1 R2 R3", "B5 K5 O5"], ["B5 K5 O5", "R1 R2 R3 R4"], ["R1 R2 R3 R4", "B4 K4 J=R4"], []]
    record = game.record(2, seed=1)
    for table in tables:
        record = record.with_move(game.move("play", table=table, from_hand="R1"), record.rounds[0])
    lines = record.to_text().splitlines()[-5:]
    assert [line.partition("play ")[2] for line in lines] == [
        "R1-R2-R3",
        "#0/B5-K5-O5",
        "#1/#0-R4",
        "#1/B4-K4-J=R4",
        "/",
    ]
    assert game.read_record(record.to_text()) == record


@pytest.mark.parametrize(
    "line",
    [
        "fly away",
        "play #0",
        "play R1--R2",
        "play R1-R2-R3 play",
        "play R1-R2-R3 text=no",
        "draw drawn=R1 drawn=R1",
        "discard",
        "[seed 43]",
        "[moves []]",
        "[seed",
        "…",
    ],
)
def test_a_line_that_cannot_be_read_is_named(line):
    with pytest.raises(NotationError) as raised:
        games["rummikub"].read_record(f"{TEXT}{line}\n".replace("3. play K7-B7-O7/B10-B11-B12\n", ""))
    assert raised.value.line == 7


def test_references_cannot_double_a_table_for_ever():
    doubled = "play #0..0\n".replace("#0..0", "/".join(["R1-R2-R3"] * 9)) + "play " + "/".join(["#0..8"] * 9) + "\n"
    with pytest.raises(NotationError):
        games["rummikub"].read_record(TEXT + doubled + "play " + "/".join(["#0..80"] * 9))


def test_values_that_are_no_record_are_named_by_their_path():
    with pytest.raises(InputError) as raised:
        games["rummikub"].read_record({"variant": "rummy", "options": {"x": 1}, "players": ["Ada"], "moves": []})
    assert sorted(raised.value.faults) == ["/options/x", "/players", "/seed", "/variant"]


def test_the_first_illegal_move_is_named_and_ends_the_rounds():
    record = games["rummikub"].read_record(TEXT.replace("draw\n3", "pass\n3"))
    assert [(fault.code, fault.path) for fault in record.violations] == [("pass_with_stock", "/record/moves/1/type")]
    assert (len(record.rounds), len(record.played)) == (2, 2)
    with pytest.raises(IllegalMoveError):
        _ = record.round


def test_a_move_after_the_end_is_illegal():
    record = play(("gin-rummy-cards", 2, {}), seed=1, moves=500, best=1)
    assert record.round.over
    assert record.result == {score.player: score.points.low for score in record.round.scores()}
    longer = record.with_move(record.moves[0], record.round)
    at = f"/record/moves/{len(record.moves)}"
    assert [(fault.code, fault.path) for fault in longer.violations] == [("round_ended", at)]


def test_an_impossible_deal_has_no_rounds():
    record = games["rummu"].read_record({"variant": "rummu", "players": ["Ada", "Ada", "Bo"], "seed": 1, "moves": []})
    assert [(fault.code, fault.path) for fault in record.violations] == [("player_repeated", "/record/players/1")]
    with pytest.raises(ImpossibleError):
        _ = record.round


def test_an_illegal_move_is_not_added():
    record = games["rummikub"].record(2, seed=42)
    with pytest.raises(IllegalMoveError):
        record.play(games["rummikub"].move("pass"))
