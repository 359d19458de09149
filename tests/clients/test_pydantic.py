"""Pydantic models generated from the contract accept what a later version may add to an answer."""

import importlib
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.conftest import ROOT
from tests.contract import load_contract

MAPS = {"hands", "options", "scores", "snapshots"}
"""Members without fixed names, and ``options``, which is sent back and closed."""


def with_further_members(value: Any) -> Any:
    """The same with a further member in each of its objects."""
    if isinstance(value, list):
        return list(map(with_further_members, value))
    if not isinstance(value, dict):
        return value
    return {name: inner if name in MAPS else with_further_members(inner) for name, inner in value.items()} | {"more": 1}


def test_generated_models_accept_answers_with_further_members(tmp_path, monkeypatch):
    generator = Path(sys.executable).parent / "datamodel-codegen"
    models = ("--output-model-type", "pydantic_v2.BaseModel", "--formatters", "builtin")
    run = subprocess.run(
        [generator, "--input", ROOT / "openapi.yaml", "--output", tmp_path / "generated_models.py", *models],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    monkeypatch.syspath_prepend(tmp_path)
    generated = importlib.import_module("generated_models")
    checked = 0
    for item in load_contract()["paths"].values():
        for operation in item.values():
            answer = operation["responses"].get("200", {}).get("content", {}).get("application/json", {})
            for example in answer.get("examples", {}).values():
                model = getattr(generated, answer["schema"]["$ref"].rpartition("/")[2])
                model.model_validate(example["value"])
                model.model_validate(with_further_members(example["value"]))
                checked += 1
    assert checked > 30
