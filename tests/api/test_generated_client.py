"""A client generated from the contract works with the service."""

import importlib
import os
import re
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from types import ModuleType

import pytest

from rummy_referee.games import GAMES
from service.operations.components import class_name
from service.operations.operation import games_in
from service.operations.post_operations import POST_OPERATIONS
from tests.conftest import ROOT
from tests.contract import load_contract
from tests.running import running


@pytest.fixture(scope="session")
def generated(tmp_path_factory) -> ModuleType:
    """The package that ``openapi-python-client`` generates from ``openapi.yaml``."""
    folder = tmp_path_factory.mktemp("client")
    tools = Path(sys.executable).parent
    run = subprocess.run(
        [
            tools / "openapi-python-client",
            "generate",
            "--path",
            ROOT / "openapi.yaml",
            "--output-path",
            folder / "made",
            "--meta",
            "none",
        ],
        env={**os.environ, "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    sys.path.insert(0, str(folder))
    return importlib.import_module("made")


def test_no_operation_is_missing(generated):
    operations = {operation["operationId"] for item in load_contract()["paths"].values() for operation in item.values()}
    functions = {path.stem for path in Path(generated.__path__[0]).glob("api/*/*.py")} - {"__init__"}
    assert functions == {re.sub("[A-Z]", lambda letter: f"_{letter[0].lower()}", name) for name in operations}


def test_the_generated_client_type_checks_strictly(generated, tmp_path):
    """All of it but ``client.py``, which is the same for every contract and passes arguments of any type on."""
    (tmp_path / "mypy.ini").write_text("[mypy]\nstrict = True\n[mypy-made.client]\ndisable_error_code = arg-type\n")
    command = [
        sys.executable,
        "-m",
        "mypy",
        "--config-file",
        tmp_path / "mypy.ini",
        "--cache-dir",
        tmp_path,
        "-p",
        "made",
    ]
    folder = Path(generated.__path__[0]).parent
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.fixture
def connected(generated, server):
    with generated.Client(base_url=f"http://{server}") as made:
        yield made


def test_the_generated_client_lists_the_games(generated, connected):
    list_variants = importlib.import_module("made.api.games.list_variants")
    response = list_variants.sync(client=connected)
    assert [game.id for game in response.variants][:2] == ["rummy", "gin-rummy"]


def test_the_generated_client_checks_melds(generated, connected):
    models = importlib.import_module("made.models")
    check_melds = importlib.import_module("made.api.melds.check_melds")
    options = models.RummyOptions.from_dict({"ace": "low-or-high"})
    body = models.CheckMeldsRummy(variant="rummy", melds=[["K12", "K13", "K1"]], options=options)
    response = check_melds.sync(client=connected, body=body, accept_language="de")
    assert response.valid is True
    assert response.melds[0].readings[0].value == 26


def test_the_generated_client_reads_violations_and_problems(generated, connected):
    models = importlib.import_module("made.models")
    check_melds = importlib.import_module("made.api.melds.check_melds")
    response = check_melds.sync(client=connected, body=models.CheckMeldsGinRummy(variant="gin-rummy", melds=[["R1"]]))
    assert response.melds[0].violations[0].code == "meld_too_short"
    rejected = check_melds.sync(client=connected, body=models.CheckMeldsGinRummy(variant="gin-rummy", melds=[["J"]]))
    assert isinstance(rejected, models.Problem)
    assert rejected.errors[0].path == "/melds/0/0"


def test_the_generated_client_sends_a_photograph(generated, connected):
    types, models = (importlib.import_module(f"made.{name}") for name in ("types", "models"))
    read_photo = importlib.import_module("made.api.photos.read_photo")
    photo = types.File(payload=BytesIO(b"\xff\xd8\xff"))
    response = read_photo.sync(client=connected, body=photo, variant=models.PhotoVariant.RUMMIKUB)
    assert response.type_ == "/docs/problems#photos-off"  # the operator of this server has not switched it on


def run_program(generated, name: str, address: str) -> str:
    """Check the types of a program strictly, run it and return what it prints."""
    folder = Path(generated.__path__[0]).parent
    program = folder / name
    program.write_text((ROOT / "tests" / "clients" / name).read_text(encoding="utf-8"), encoding="utf-8")
    mypy: list[str | Path] = [
        sys.executable,
        "-m",
        "mypy",
        "--strict",
        "--follow-imports",
        "silent",
        "--cache-dir",
        folder,
        program,
    ]
    play: list[str | Path] = [sys.executable, program]
    for command in (mypy, play):
        environment = {**os.environ, "REFEREE": f"http://{address}"}
        run = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
        assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout


def test_a_program_plays_any_game_without_casts(generated, server):
    """``any_game.py`` type-checks strictly, and every game is played a few moves, or to its end."""
    printed = run_program(generated, "any_game.py", server)
    assert [line.split(":")[0] for line in printed.splitlines()] == list(GAMES)


def test_a_program_plays_a_sealed_round_without_casts(generated):
    with running(ROUND_KEYS=f"test:{'1f' * 32}") as server:
        assert run_program(generated, "sealed_round.py", server.address).endswith("['Ada', 'Bo'])\n")


def test_the_generated_client_arranges_tiles(generated, connected):
    models = importlib.import_module("made.models")
    arrange_tiles = importlib.import_module("made.api.melds.arrange_tiles")
    body = models.ArrangeTilesRummu(variant="rummu", tiles=["R5", "Y6", "R7"])
    response = arrange_tiles.sync(client=connected, body=body)
    assert (response.complete, response.melds) == (True, [["R5", "Y6", "R7"]])


def test_the_generated_client_sends_a_batch(generated, connected):
    models = importlib.import_module("made.models")
    ask_batch = importlib.import_module("made.api.batch.batch")
    bodies = [models.CheckMeldsGinRummy(variant="gin-rummy", melds=melds) for melds in ([["R7", "R8", "R9"]], [["J"]])]
    items = [models.BatchItemCheckMelds(operation="checkMelds", body=body) for body in bodies]
    good, bad = ask_batch.sync(client=connected, body=models.Batch(requests=items)).responses
    assert (good.status, bad.status) == (200, 422)
    assert isinstance(good.body, models.CheckMeldsAnswer)
    assert good.body.melds[0].value == 24
    assert isinstance(bad.body, models.Problem)
    assert bad.body.errors[0].path == "/melds/0/0"


def test_the_generated_client_reads_every_response_in_a_batch_as_that_of_its_operation(generated, connected):
    models = importlib.import_module("made.models")
    ask_batch = importlib.import_module("made.api.batch.batch")
    asked = [(operation.id, body) for operation in POST_OPERATIONS for body in operation.examples.values()]
    items = [models.BatchItem(operation=name, body=body) for name, body in asked]
    responses = ask_batch.sync(client=connected, body=models.Batch(requests=items)).responses
    for (name, body), response in zip(asked, responses, strict=True):
        (variant,) = games_in(body)
        answer = f"{name[0].upper()}{name[1:]}Answer"
        assert re.fullmatch(
            f"{answer}({class_name(variant)}(Possible|Spectator|Impossible|Illegal|GoesOn|Over)?)?",
            type(response.body).__name__,
        )
        assert response.body.variant == variant
