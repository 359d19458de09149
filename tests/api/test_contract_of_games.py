"""The contract of some games: small, with concrete types, and true."""

import gzip
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from jsonschema_rs import Draft202012Validator
from openapi_spec_validator import validate

from rummy_referee.games import GAMES
from service.http.contract import contract
from service.operations.operation import games_in
from service.operations.post_operations import POST_OPERATIONS
from tests.conftest import ROOT

MOST_BYTES = 140_000
BIN = Path(sys.executable).parent
TOOLS = ROOT / "tools" / "clients" / "node_modules"
PROGRAMS = ROOT / "tests" / "clients" / "one_game"


def find_named(text: str) -> set[str]:
    """The games that a text in YAML names, as a value or in quotes. An id can also be a word of the rules."""
    return {game for game in GAMES if re.search(rf"[`'\"]{game}[`'\"]|(?:: |- ){game}$", text, re.MULTILINE)}


def test_the_whole_contract_names_all_games(client):
    assert find_named(client.get("/openapi.yaml").text.partition("\npaths:")[2]) == set(GAMES)


@pytest.mark.parametrize("variant", GAMES)
def test_the_contract_of_a_game_is_small_and_names_no_other_game(client, variant):
    text = client.get(f"/openapi.yaml?variant={variant}").text
    assert len(text.encode()) <= MOST_BYTES
    assert find_named(text.partition("\npaths:")[2]) - {variant} == set()
    validate(yaml.load(text, yaml.CSafeLoader))


@pytest.mark.parametrize("variant", GAMES)
def test_examples_and_their_answers_match_the_contract_of_their_game(client, variant):
    document = contract((GAMES[variant],))
    for operation in POST_OPERATIONS:
        if operation.path not in document["paths"]:
            continue
        post = document["paths"][operation.path]["post"]
        for body in operation.examples.values():
            if games_in(body) == {variant}:
                answer = client.post(operation.path, json=body).json
                asked, answered = (
                    Draft202012Validator(
                        {**part["content"]["application/json"]["schema"], "components": document["components"]}
                    )
                    for part in (post["requestBody"], post["responses"]["200"])
                )
                asked.validate(body)
                answered.validate(answer)


def test_types_are_concrete_for_one_game_and_choices_for_several(client):
    one = client.get("/openapi.json?variant=rummikub").json["components"]["schemas"]
    two = client.get("/openapi.json?variant=rummu&variant=rummikub").json["components"]["schemas"]
    assert "FindBestMove" not in one
    assert list(two["FindBestMove"]["discriminator"]["mapping"]) == ["rummu", "rummikub"]
    assert one["ScoreRoundAnswer"]["properties"]["variant"] == {"type": "string", "const": "rummikub"}
    assert "RummyMove" not in two


def test_the_order_of_the_games_and_repetition_make_no_difference(client):
    first = client.get("/openapi.json?variant=rummu&variant=rummikub")
    assert client.get("/openapi.json?variant=rummikub&variant=rummu&variant=rummu").data == first.data
    assert (
        client.get("/openapi.json").data
        == client.get("/openapi.json?" + "&".join(f"variant={game}" for game in GAMES)).data
    )


@pytest.mark.parametrize("form", ["yaml", "json"])
def test_an_unknown_parameter_or_game_is_a_problem(client, form):
    problem = client.get(f"/openapi.{form}?variant=chess&game=rummy")
    assert problem.status_code == 422
    assert problem.json["type"] == "/docs/problems#query-invalid"
    assert [fault["path"] for fault in problem.json["errors"]] == ["/game", "/variant"]
    assert client.get(f"/openapi.{form}?" + "&".join(["variant=rummy"] * (len(GAMES) + 1))).status_code == 422


@pytest.fixture(scope="module")
def folder(tmp_path_factory, server) -> Path:
    """A folder with the contract of Rummikub as the server has it, and the programs of the tests."""
    made = tmp_path_factory.mktemp("one_game")
    url = f"http://{server}/openapi.yaml?variant=rummikub"
    (made / "node_modules").symlink_to(TOOLS)
    for program in PROGRAMS.iterdir():
        (made / program.name).write_text(program.read_text(encoding="utf-8"), encoding="utf-8")
    run(BIN / "node", TOOLS / "openapi-typescript" / "bin" / "cli.js", url, "--output", "schema.d.ts", folder=made)
    made_by = ("--meta", "none", "--output-path", "rummikub_client")  # it warns of pictures
    run(BIN / "openapi-python-client", "generate", "--url", url.replace("yaml", "json"), *made_by, folder=made)
    return made


def run(*command: str | Path, folder: Path, **environment: str) -> str:
    """What a command prints."""
    path = f"{BIN}{os.pathsep}{os.environ['PATH']}"
    given = {**os.environ, **environment, "PATH": path}
    done = subprocess.run(command, cwd=folder, env=given, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_typescript_program_of_one_game_compiles_strictly_and_plays(folder, server):
    strict = ("--strict", "--noUncheckedIndexedAccess", "--exactOptionalPropertyTypes", "--noEmit")
    compiler = TOOLS / "typescript" / "bin" / "tsc"
    run(BIN / "node", compiler, *strict, "--module", "nodenext", "--target", "es2022", "rummikub.mts", folder=folder)
    assert run(BIN / "node", "rummikub.mts", folder=folder, REFEREE=f"http://{server}") == "12 moves\n"


def test_a_python_program_of_one_game_type_checks_strictly_and_plays(folder, server):
    mypy = (sys.executable, "-m", "mypy", "--strict", "--follow-imports", "silent", "--cache-dir", folder)
    run(*mypy, "rummikub.py", folder=folder)
    assert run(sys.executable, "rummikub.py", folder=folder, REFEREE=f"http://{server}") == "12 moves\n"


@pytest.mark.parametrize("path", ["/openapi.yaml", "/openapi.json?variant=rummu", "/docs", "/docs/assets/site.js"])
def test_the_contract_and_the_documentation_are_compressed(client, path):
    plain, packed = client.get(path), client.get(path, headers={"Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in plain.headers["Vary"]
    assert gzip.decompress(packed.data) == plain.data
    assert len(packed.data) < len(plain.data) / 2
    assert packed.headers["ETag"] != plain.headers["ETag"]
    again = client.get(path, headers={"Accept-Encoding": "gzip", "If-None-Match": packed.headers["ETag"]})
    assert again.status_code == 304
