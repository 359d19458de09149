"""Records over HTTP: dealRound begins one, playMove adds moves, replayRound plays them again."""

import io
import json
import sys
from typing import Any

import pytest

from service.cli import ask, parser, stepping, terminal
from tests.games.styles import STYLES, seats_of


def deal(client, style: Any, seed: int = 1) -> dict[str, Any]:
    variant, players, options = style
    body = {"variant": variant, "options": options, "seed": seed, **seats_of(variant, players)}
    return dict(client.post("/v1/deals", json=body).json)


def replay(client, record: Any, **others: Any) -> dict[str, Any]:
    return dict(client.post("/v1/rounds/replay", json={"record": record, **others}).json)


def play(client, dealt: dict[str, Any], moves: int) -> tuple[list[Any], dict[str, Any]]:
    """The answers to some moves, and the record with them."""
    round_, record, answers = dealt["round"], dealt["record"], []
    for _ in range(moves):
        seen = client.post("/v1/rounds/view", json={"round": round_, "player": round_["turn"]}).json
        answer = client.post("/v1/rounds/play", json={"round": round_, "move": seen["moves"][0], "record": record}).json
        assert answer["legal"]
        answers.append(answer)
        round_, record = answer["round"], answer["record"]
        if answer["over"]:
            break
    return answers, record


@pytest.mark.parametrize("style", STYLES, ids=str)
def test_a_replay_shows_what_was_played(client, style):
    dealt = deal(client, style)
    answers, record = play(client, dealt, 10)
    again = replay(client, record)
    assert (again["possible"], again["legal"], again["illegal_move"], again["violations"]) == (True, True, None, [])
    assert [position["round"] for position in again["positions"]] == [
        dealt["round"],
        *[each["round"] for each in answers],
    ]
    for name in ("text", "from_hand", "drawn"):
        assert [position[name] for position in again["positions"][1:]] == [each[name] for each in answers]
    assert again["record"] == record
    assert replay(client, again["text"]) == again
    assert replay(client, record, after=3)["positions"] == again["positions"][3:4]
    assert replay(client, record, after=999)["positions"] == again["positions"][-1:]


def test_a_finished_round_has_its_scores_and_its_result(client):
    answers, record = play(client, deal(client, ("gin-rummy-cards", 2, {})), 500)
    last, again = answers[-1], replay(client, record)
    assert last["over"]
    assert record["result"] == last["points"] is not None
    assert (again["over"], again["scores"], again["points"]) == (True, last["scores"], last["points"])
    forged = {**record, "result": dict.fromkeys(record["players"], 7)}
    assert replay(client, forged)["record"]["result"] == last["points"]


def test_the_first_illegal_move_is_told_with_its_reasons(client):
    _, record = play(client, deal(client, ("rummikub", 2, {})), 2)
    answer = replay(client, {**record, "moves": [*record["moves"], {"type": "pass"}, {"type": "draw"}]})
    assert (answer["possible"], answer["legal"], answer["illegal_move"]) == (True, False, 2)
    assert answer["violations"][0]["path"] == "/record/moves/2/type"
    assert len(answer["positions"]) == 3
    assert answer["over"] is False


def test_an_impossible_deal_has_no_positions(client):
    answer = replay(client, {"variant": "rummikub", "players": ["Ada", "Ada"], "seed": 1, "moves": []}, after=0)
    assert (answer["possible"], answer["legal"], answer["positions"]) == (False, False, [])


@pytest.mark.parametrize(
    ("record", "code", "path"),
    [
        ("[seed 1]", "field_required", "/record/variant"),
        ('[variant "chess"]', "variant_unknown", "/record/variant"),
        ('[variant "rummikub"]\nfly', "notation_invalid", "/record"),
        (
            '[variant "rummikub"]\n[players ["Ada","Bo"]]\n[seed 1]\nplay R1-R99',
            "tile_unknown",
            "/record/moves/0/table/0/1",
        ),
        ("x" * 100_001, "string_too_long", "/record"),
        (7, "not_an_object", "/record"),
    ],
)
def test_what_is_no_record_is_an_error(client, record, code, path):
    problem = client.post("/v1/rounds/replay", json={"record": record}).json
    assert (code, path) in [(error["code"], error["path"]) for error in problem["errors"]]


def test_a_record_without_its_seed_cannot_be_played_again(client):
    record = {**deal(client, ("rummikub", 2, {}))["record"], "seed": None}
    for path in ("replay", "review"):
        problem = client.post(f"/v1/rounds/{path}", json={"record": record}).json
        assert [(error["code"], error["path"]) for error in problem["errors"]] == [("seed_secret", "/record/seed")]


def test_a_record_of_another_game_is_an_error(client):
    rummikub, rummy = deal(client, ("rummikub", 2, {})), deal(client, ("rummy", 2, {}))
    body = {"round": rummikub["round"], "move": {"type": "draw"}, "record": rummy["record"]}
    assert client.post("/v1/rounds/play", json=body).status_code == 422


# --- on the command line --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["notation", "object", "body"])
def test_the_command_replays_a_file(client, tmp_path, capsys, form):
    _, record = play(client, deal(client, ("rummikub", 2, {})), 3)
    text = replay(client, record)["text"]
    file = tmp_path / "record"
    file.write_text({"notation": text, "object": json.dumps(record), "body": json.dumps({"record": record})}[form])
    assert ask.answer_all(parser.make_parser().parse_args(["replay", str(file)])) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line[:5] for line in lines[:3]] == ["  1  ", "  2  ", "  3  "]
    assert lines[3] == "After move 3: " + lines[2][5:]


def test_the_command_names_an_illegal_move(client, tmp_path, capsys):
    file = tmp_path / "record"
    file.write_text('[variant "rummikub"]\n[players ["Ada","Bo"]]\n[seed 1]\npass\n')
    assert ask.answer_all(parser.make_parser().parse_args(["replay", str(file)])) == 1
    assert "illegal  move 1" in capsys.readouterr().out


def test_a_person_steps_forward_and_back(client, capsys):
    _, record = play(client, deal(client, ("rummikub", 2, {})), 3)
    wishes = iter(["", "", "b", "3", "b", "99", ""])
    stepping.step(replay(client, record)["positions"], terminal.Style(io.StringIO()), lambda _: next(wishes))
    shown = [line for line in capsys.readouterr().out.splitlines() if line.startswith("After")]
    assert [line.partition(":")[0][-1] for line in shown] == ["0", "1", "2", "1", "3", "2", "3"]


@pytest.mark.parametrize("end", ["q", EOFError])
def test_stepping_ends_when_the_person_wants(client, end):
    def ask_person(_: str) -> str:
        if end is EOFError:
            raise EOFError
        return "q"

    stepping.step(
        replay(client, deal(client, ("rummikub", 2, {}))["record"])["positions"], terminal.Style(sys.stdout), ask_person
    )
