"""The tools for agents, without a transport."""

import json
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator, meta

from rummy_referee.games import GAMES
from rummy_referee.texts.catalogue import LANGUAGES
from service.mcp_server.tools import INSTRUCTIONS, TOOLS
from service.operations import calls
from service.operations.post_operations import POST_OPERATIONS

BY_NAME = {tool.name: tool for tool in TOOLS}
OPERATIONS = {
    "checkMelds": "check_melds",
    "checkMove": "check_move",
    "findBestMove": "find_best_move",
    "scoreRound": "score_round",
    "judgeGame": "judge_game",
    "arrangeTiles": "arrange_tiles",
    "viewRound": "view_round",
    "playMove": "play_move",
    "dealRound": "deal_round",
}
EXAMPLES = [
    (OPERATIONS[operation.id], operation.id, body)
    for operation in POST_OPERATIONS
    for body in operation.examples.values()
    if operation.id in OPERATIONS
]


def test_there_are_ten_tools():
    assert sorted(BY_NAME) == sorted(["explain_game", *OPERATIONS.values()])


def test_an_agent_plays_a_round():
    round_ = BY_NAME["deal_round"].call({"variant": "machiavelli", "players": 2, "seed": 7})["round"]
    for _ in range(4):
        view = BY_NAME["view_round"].call({"round": round_, "player": round_["turn"]})
        played = BY_NAME["play_move"].call({"round": round_, "move": view["moves"][0]})
        assert played["legal"]
        round_ = played["round"]


@pytest.mark.parametrize(("name", "operation", "body"), EXAMPLES)
def test_every_example_matches_the_schema_and_gets_the_answer_of_the_service(name, operation, body):
    tool = BY_NAME[name]
    Draft202012Validator(tool.input_schema).validate({**body, "language": "it"})
    answer = json.loads(calls.run_json(operation, json.dumps(body).encode(), "it"))
    assert tool.call({**body, "language": "it"}) == answer


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_a_schema_is_valid_and_small_and_describes_every_field(tool):
    meta.validate(tool.input_schema)
    assert len(json.dumps(tool.input_schema)) < 7500
    assert all(field["description"] for field in tool.input_schema["properties"].values())
    assert "$component" not in json.dumps(tool.input_schema)
    assert '"anyOf": []' not in json.dumps(tool.input_schema)


@pytest.mark.parametrize(
    "tool", [tool for tool in TOOLS if "Example: " in tool.description], ids=lambda tool: tool.name
)
def test_the_example_in_a_description_works(tool):
    given = json.loads(tool.description.partition(" Example: ")[2])
    assert tool.call(given)["variant"] == given["variant"]


def test_a_field_that_only_some_games_have_names_them():
    fields = BY_NAME["check_move"].input_schema["properties"]
    assert fields["middle"]["description"].endswith("Only in myrummy-111.")
    assert fields["table"]["description"].endswith(
        "Not in gin-rummy, myrummy-111, gin-rummy-cards, indian-rummy, okey."
    )
    assert "In rummu: All players in seat order." in fields["players"]["description"]


@pytest.mark.parametrize("variant", GAMES)
def test_a_game_is_explained_briefly_with_its_moves_and_fields(variant):
    explained = BY_NAME["explain_game"].call({"variant": variant})
    assert len(json.dumps(explained)) < 12_000
    assert [move["type"] for move in explained["moves"]] == [move.type for move in GAMES[variant].move_types]
    snapshot = explained["fields"]["check_move and find_best_move"]
    assert set(snapshot["required"] + snapshot["optional"]) <= BY_NAME["check_move"].input_schema["properties"].keys()


def test_without_a_game_all_are_listed():
    explained = BY_NAME["explain_game"].call({"language": "de"})
    assert [game["id"] for game in explained["variants"]] == list(GAMES)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"variant": "chess"}, "chess is not one of the games"),
        ({"variant": ["rummy"]}, "is not one of the games"),
        ({"game": "rummy"}, "game: this field does not exist; give variant"),
        ({"language": "qaa"}, f"language must be one of {', '.join(LANGUAGES)}"),
        ({"language": []}, "language must be one of"),
    ],
)
def test_wrong_arguments_are_explained(arguments: dict[str, Any], message):
    with pytest.raises((calls.CallError, ValueError), match=message):
        BY_NAME["explain_game"].call(arguments)


def test_the_instructions_name_the_games_and_the_notation():
    assert all(game in INSTRUCTIONS for game in GAMES)
    assert "`R7` is the red seven" in INSTRUCTIONS
