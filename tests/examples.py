"""Worked examples from the rulebooks and the rulings, each a request over HTTP.

In the folder of a game, ``examples.yaml`` has examples by operation and name, or a file ``examples/<operationId>.yaml``
has those of one operation by name:

source      the sentence of the rulebook, or the ruling, that decides the example
body        the request body without ``variant`` (``getVariant`` has none). For ``viewRound``: a ``deal``, and what is
            changed in its ``round`` before the player on turn looks
status      the HTTP status, if it is not 200
expect      a part of the response. A mapping expects these keys and ignores others, a list expects exactly these
            items, and ``codes`` in a mapping expects exactly these codes among its ``violations``, in any order.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from rummy_referee.games import GAMES, folder_of

PATHS = {
    "checkMelds": "/v1/melds/check",
    "arrangeTiles": "/v1/melds/arrange",
    "listLegalMoves": "/v1/moves/legal",
    "checkMove": "/v1/moves/check",
    "findBestMove": "/v1/moves/best",
    "dealRound": "/v1/deals",
    "judgeGame": "/v1/games/verdict",
    "scoreRound": "/v1/rounds/score",
    "viewRound": "/v1/rounds/view",
}
DESCRIPTION = "getVariant"


class ExampleLoader(yaml.CSafeLoader):
    """Load YAML and reject duplicate keys, which PyYAML would silently drop."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        mapping = super().construct_mapping(node, deep)
        if len(mapping) < len(node.value):
            raise ValueError(f"duplicate key:\n{node.start_mark}")
        return mapping


@dataclass(frozen=True)
class Example:
    """A request and what its response must contain."""

    variant: str
    operation: str
    name: str
    body: Mapping[str, Any]
    expect: Mapping[str, Any]
    status: int = 200

    @property
    def id(self) -> str:
        """Its name among all examples."""
        return f"{self.variant}/{self.operation}/{self.name}"

    def send(self, client: FlaskClient, headers: Mapping[str, str] | None = None) -> TestResponse:
        """The response to the request."""
        if self.operation == DESCRIPTION:
            return client.get(f"/v1/variants/{self.variant}", headers=headers)
        body = {"variant": self.variant, **self.body}
        if self.operation == "viewRound":
            dealt: Any = client.post(PATHS["dealRound"], json={"variant": self.variant, **self.body["deal"]}).json
            changed = {**dealt["round"], **self.body["round"]}
            body = {"round": changed, "player": changed["turn"]}
        return client.post(PATHS[self.operation], json=body, headers=headers)


def make_examples(variant: str, operation: str, by_name: Mapping[str, Any]) -> list[Example]:
    """The examples of an operation."""
    found = []
    for name, given in by_name.items():
        required = {"source", "expect"} if operation == DESCRIPTION else {"source", "body", "expect"}
        missing, unknown = required - set(given), set(given) - required - {"status"}
        if missing or unknown:
            raise ValueError(f"{name}: missing: {sorted(missing)}; unknown: {sorted(unknown)}")
        if "variant" in given.get("body", {}):
            raise ValueError(f"{name}: the folder says of which game it is")
        fields = {key: value for key, value in given.items() if key != "source"}
        found.append(Example(variant, operation, name, **{"body": {}, **fields}))
    return found


@cache
def load_examples(variant: str) -> list[Example]:
    """All examples of a game."""
    folder = folder_of(variant)
    if (folder / "examples.yaml").is_file():
        by_operation = read_yaml(folder / "examples.yaml")
    else:
        by_operation = {path.stem: read_yaml(path) for path in sorted((folder / "examples").iterdir())}
    return [one for operation, by_name in by_operation.items() for one in make_examples(variant, operation, by_name)]


def read_yaml(path: Path) -> dict[str, Any]:
    """The content of a file without duplicate keys."""
    content: dict[str, Any] = yaml.load(path.read_text(encoding="utf-8"), ExampleLoader)
    return content


def load_all_examples() -> list[Example]:
    """The examples of all games."""
    return [example for variant in GAMES for example in load_examples(variant)]


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


def find_codes(expected: Any) -> set[str]:
    """Collect every violation code in the expected part of an example."""
    if isinstance(expected, dict):
        own = {expected["code"]} if "code" in expected else set(expected.get("codes", ()))
        return own.union(*map(find_codes, expected.values()))
    return set().union(*map(find_codes, expected)) if isinstance(expected, list) else set()
