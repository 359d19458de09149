"""Worked examples from the rulebooks and the rulings, sent over HTTP.

Each file ``cases/<variant>/<operation>/*.yaml`` is one request and what its response must contain:

source      the sentence of the rulebook, or the ruling, that decides the case
operation   the operationId
body        the request body (or ``variant`` for ``getVariant``)
status      the HTTP status, if it is not 200
expect      a part of the response. A mapping expects these keys and ignores others, a list expects exactly these
            items, and ``codes`` in a mapping expects exactly these codes among its ``violations``, in any order.
"""

from pathlib import Path
from typing import Any

import pytest
import yaml

from rummy_referee.games import GAMES
from tests.messages.test_catalogue import advice_of

CASES = Path(__file__).parent / "cases"
PATHS = {
    "checkMelds": "/v1/melds/check",
    "arrangeTiles": "/v1/melds/arrange",
    "listLegalMoves": "/v1/moves/legal",
    "checkMove": "/v1/moves/check",
    "findBestMove": "/v1/moves/best",
    "dealRound": "/v1/deals",
    "judgeGame": "/v1/games/verdict",
    "scoreRound": "/v1/rounds/score",
}
REQUIRED = {"source", "operation", "expect"}
OPTIONAL = {"body", "variant", "status"}


class CaseLoader(yaml.SafeLoader):
    """Load YAML and reject duplicate keys, which PyYAML would silently drop."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        mapping = super().construct_mapping(node, deep)
        if len(mapping) < len(node.value):
            raise ValueError(f"duplicate key:\n{node.start_mark}")
        return mapping


def load_case(text: str) -> dict[str, Any]:
    """Parse a case and check its keys."""
    case = yaml.load(text, CaseLoader)
    missing, unknown = REQUIRED - set(case), set(case) - REQUIRED - OPTIONAL
    if missing or unknown:
        raise ValueError(f"missing: {sorted(missing)}; unknown: {sorted(unknown)}")
    parameter = "variant" if case["operation"] == "getVariant" else "body"
    if parameter not in case or {"body", "variant"} <= set(case):
        raise ValueError(f"{case['operation']} takes a {parameter} and nothing else")
    return case


def load_cases(variant: str) -> list[dict[str, Any]]:
    """Load all cases of a game."""
    return [load_case(path.read_text(encoding="utf-8")) for path in (CASES / variant).glob("*/*.yaml")]


def find_differences(actual: Any, expected: Any, path: str = "") -> list[str]:
    """Describe every place where a response differs from the expected part."""
    if isinstance(expected, dict) and isinstance(actual, dict):
        differences = []
        for key, value in expected.items():
            if key == "codes" and "codes" not in actual:
                codes = sorted(violation["code"] for violation in actual["violations"])
                differences += [] if codes == sorted(value) else [f"{path}: codes are {codes}, not {sorted(value)}"]
            elif key not in actual:
                differences.append(f"{path}/{key} is missing")
            else:
                differences += find_differences(actual[key], value, f"{path}/{key}")
        return differences
    if isinstance(expected, list) and isinstance(actual, list):
        if len(actual) != len(expected):
            return [f"{path} has {len(actual)} items, not {len(expected)}: {actual}"]
        pairs = enumerate(zip(actual, expected, strict=True))
        return [found for index, pair in pairs for found in find_differences(*pair, f"{path}/{index}")]
    # In Python True == 1; in JSON they differ.
    same = type(actual) is type(expected) and actual == expected
    return [] if same else [f"{path} is {actual!r}, not {expected!r}"]


@pytest.mark.parametrize("path", sorted(str(path.relative_to(CASES)) for path in CASES.rglob("*") if path.is_file()))
def test_response_to_a_worked_example_follows_the_rules(client, path):
    case = load_case((CASES / path).read_text(encoding="utf-8"))
    if case["operation"] == "getVariant":
        variant, response = case["variant"], client.get(f"/v1/variants/{case['variant']}")
    else:
        variant, response = case["body"]["variant"], client.post(PATHS[case["operation"]], json=case["body"])
    assert Path(path).parts[:-1] == (variant, case["operation"]), "the case is in the wrong folder"
    assert Path(path).suffix == ".yaml"
    assert response.status_code == case.get("status", 200), response.text
    assert find_differences(response.json, case["expect"]) == []


# The violations of a meld. A game uses those for which it cites a section of its rules.
MELD_VIOLATIONS = {
    "box_exceeded",
    "played_without_jokers",
    "meld_too_short",
    "meld_without_real_tile",
    "pin_unfit",
    "runs_not_allowed",
    "groups_not_allowed",
    "run_too_long",
    "run_colours_differ",
    "run_number_repeated",
    "run_not_consecutive",
    "run_gap_too_wide",
    "one_not_high",
    "zero_not_high",
    "one_in_the_middle",
    "mixed_run_colour_repeated",
    "wild_not_outnumbered",
    "more_than_one_wild",
    "group_too_large",
    "group_numbers_differ",
    "group_colour_repeated",
    "stretch_not_ascending",
    "stretch_not_descending",
}


@pytest.mark.parametrize("variant", GAMES)
def test_every_violation_of_a_meld_has_a_worked_example(variant):
    shown = set().union(*(find_codes(case["expect"]) for case in load_cases(variant)))
    assert MELD_VIOLATIONS & set(GAMES[variant].sections) <= shown


@pytest.mark.parametrize("variant", GAMES)
def test_every_other_violation_has_a_worked_example(variant):
    others = [case for case in load_cases(variant) if case["operation"] not in ("checkMelds", "arrangeTiles")]
    shown = set().union(*(find_codes(case["expect"]) for case in others))
    assert set(GAMES[variant].sections) - MELD_VIOLATIONS <= shown


@pytest.mark.parametrize("variant", GAMES)
def test_every_reason_for_a_best_move_has_a_worked_example(variant):
    shown = [case["expect"].get("advice") for case in load_cases(variant) if case["operation"] == "findBestMove"]
    assert {advice["code"] for advice in shown if advice} == set(advice_of(GAMES[variant]))


def find_codes(expected: Any) -> set[str]:
    """Collect every violation code in the expected part of a case."""
    if isinstance(expected, dict):
        own = {expected["code"]} if "code" in expected else set(expected.get("codes", ()))
        return own.union(*map(find_codes, expected.values()))
    return set().union(*map(find_codes, expected)) if isinstance(expected, list) else set()


GOOD_CASE = {"source": "a book", "operation": "checkMelds", "body": {}, "expect": {}}


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"expected": {}}, "unknown"),
        ({"source": None, "status": 200, "note": "x"}, "unknown"),
        ({"variant": "rummy"}, "nothing else"),
        ({"operation": "getVariant"}, "takes a variant"),
    ],
)
def test_a_case_with_unexpected_keys_is_rejected(changed, reason):
    with pytest.raises(ValueError, match=reason):
        load_case(yaml.safe_dump({**GOOD_CASE, **changed}))


@pytest.mark.parametrize("key", GOOD_CASE)
def test_a_case_without_a_required_key_is_rejected(key):
    load_case(yaml.safe_dump(GOOD_CASE))
    with pytest.raises(ValueError, match=key):
        load_case(yaml.safe_dump({other: value for other, value in GOOD_CASE.items() if other != key}))


def test_a_case_with_a_duplicate_key_is_rejected():
    with pytest.raises(ValueError, match="duplicate"):
        load_case("source: a\noperation: b\nbody: {}\nexpect: {valid: true, valid: false}\n")


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
def test_a_response_that_differs_from_the_case_is_detected(actual, expected):
    assert len(find_differences(actual, expected)) == 1


def test_a_response_may_contain_more_than_the_case_expects():
    response = {"valid": False, "melds": [{"value": 24, "kind": "run"}], "violations": [{"code": "b"}, {"code": "a"}]}
    assert find_differences(response, {"melds": [{"value": 24}], "codes": ["a", "b"]}) == []
