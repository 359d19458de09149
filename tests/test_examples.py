"""The responses to the worked examples of the games follow the rules."""

import pytest

from rummy_referee import melds
from rummy_referee.faults import declared_in
from rummy_referee.games import GAMES, folder_of
from rummy_referee.rules.faults import WHOLE_ROUND_FAULTS, box_exceeded, played_without_jokers
from tests.examples import (
    DESCRIPTION,
    PATHS,
    find_codes,
    find_differences,
    load_all_examples,
    load_examples,
    make_examples,
    read_yaml,
)
from tests.texts import advice_of


@pytest.mark.parametrize("example", load_all_examples(), ids=lambda example: example.id)
def test_response_to_a_worked_example_follows_the_rules(client, example):
    response = example.send(client)
    assert response.status_code == example.status, response.text
    assert find_differences(response.json, example.expect) == []


def test_every_example_is_of_an_operation_and_in_one_place():
    assert {example.operation for example in load_all_examples()} <= {DESCRIPTION, *PATHS}
    folders = [folder_of(variant) for variant in GAMES]
    assert [
        folder.name for folder in folders if (folder / "examples").is_dir() == (folder / "examples.yaml").is_file()
    ] == []


MELD_VIOLATIONS = {kind.code for kind in (box_exceeded, played_without_jokers, *declared_in(melds.faults))}
"""The violations of a meld."""


@pytest.mark.parametrize("variant", GAMES)
def test_every_violation_of_a_meld_has_a_worked_example(variant):
    shown = set().union(*(find_codes(example.expect) for example in load_examples(variant)))
    assert MELD_VIOLATIONS & set(GAMES[variant].faults) <= shown


@pytest.mark.parametrize("variant", GAMES)
def test_every_other_violation_has_a_worked_example(variant):
    others = [example for example in load_examples(variant) if example.operation not in ("checkMelds", "arrangeTiles")]
    shown = set().union(*(find_codes(example.expect) for example in others))
    game = GAMES[variant]
    of_whole_rounds = {kind.code for kind in WHOLE_ROUND_FAULTS} - set(game.sections)  # tests/games plays these
    assert set(game.faults) - MELD_VIOLATIONS - of_whole_rounds <= shown


@pytest.mark.parametrize("variant", GAMES)
def test_every_reason_for_a_best_move_has_a_worked_example(variant):
    examples = [example for example in load_examples(variant) if example.operation == "findBestMove"]
    shown = [example.expect.get("advice") for example in examples]
    assert {advice["code"] for advice in shown if advice} == set(advice_of(GAMES[variant]))


GOOD_EXAMPLE = {"source": "a book", "body": {}, "expect": {}}


@pytest.mark.parametrize(
    ("operation", "changed", "reason"),
    [
        ("checkMelds", {"expected": {}}, "unknown"),
        ("checkMelds", {"status": 200, "note": "x"}, "unknown"),
        ("checkMelds", {"body": {"variant": "rummy"}}, "folder"),
        ("getVariant", {}, "unknown"),
    ],
)
def test_an_example_with_unexpected_keys_is_rejected(operation, changed, reason):
    with pytest.raises(ValueError, match=reason):
        make_examples("rummy", operation, {"name": {**GOOD_EXAMPLE, **changed}})


@pytest.mark.parametrize("key", GOOD_EXAMPLE)
def test_an_example_without_a_required_key_is_rejected(key):
    assert len(make_examples("rummy", "checkMelds", {"name": GOOD_EXAMPLE})) == 1
    others = {other: value for other, value in GOOD_EXAMPLE.items() if other != key}
    with pytest.raises(ValueError, match=key):
        make_examples("rummy", "checkMelds", {"name": others})


@pytest.mark.parametrize(
    "text", ["a: {source: b, body: {}, expect: {}}\n" * 2, "a: {expect: {valid: true, valid: false}}"]
)
def test_an_example_with_a_duplicate_key_is_rejected(tmp_path, text):
    path = tmp_path / "examples.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match="duplicate"):
        read_yaml(path)


@pytest.mark.parametrize(
    ("actual", "expected"),
    [
        ({"valid": True}, {"valid": False}),
        ({"valid": 1}, {"valid": True}),
        ({"value": None}, {"value": 0}),
        ({"value": 24}, {"value": None}),
        ({}, {"value": None}),
        ({"melds": [{"value": 24}]}, {"melds": [{"value": 25}]}),
        ({"melds": []}, {"melds": [{}]}),
        ({"melds": [{}, {}]}, {"melds": [{}]}),
        ({"tiles": ["R7", "R8", "R9"]}, {"tiles": ["R7", "B8", "R9"]}),
        ({"violations": [{"code": "a"}]}, {"codes": []}),
        ({"violations": [{"code": "a"}]}, {"codes": ["b"]}),
        ({"violations": [{"code": "a"}]}, {"codes": ["a", "a"]}),
        ({"violations": []}, {"codes": ["a"]}),
    ],
)
def test_a_response_that_differs_from_the_example_is_detected(actual, expected):
    assert len(find_differences(actual, expected)) == 1


def test_a_response_may_contain_more_than_the_example_expects():
    response = {"valid": False, "melds": [{"value": 24, "kind": "run"}], "violations": [{"code": "b"}, {"code": "a"}]}
    assert find_differences(response, {"melds": [{"value": 24}], "codes": ["a", "b"]}) == []


@pytest.mark.parametrize("variant", GAMES)
def test_options_of_the_play_change_no_score_and_no_verdict(client, variant):
    options = client.get(f"/v1/variants/{variant}").json["options"]
    others = {
        "boolean": lambda option: not option["default"],
        "integer": lambda option: option["minimum"],
        "string": lambda option: next(one for one in option["choices"] if one != option["default"]),
    }
    changed = {one["name"]: others[one["type"]](one) for one in options if one["concerns"] == "play"}
    for example in load_examples(variant):
        if example.operation in {"scoreRound", "judgeGame"}:
            body = {**example.body, "options": {**example.body.get("options", {}), **changed}}
            again = client.post(PATHS[example.operation], json={"variant": variant, **body})
            assert again.json == example.send(client).json, example.id
