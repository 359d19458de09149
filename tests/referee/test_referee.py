"""The library returns what the service responds."""

import doctest
import json
import subprocess
import sys
import threading
from typing import Any, get_args

import pytest

from rummy_referee.games import GAMES
from rummy_referee.texts.catalogue import LANGUAGES
from service import referee
from service.http.request_ids import HEADER
from service.operations.post_operations import BATCH, POST_OPERATIONS
from service.operations.request_record import EXAMPLE_ID
from tests.running import ROOT
from tools.generate_types import generate

FUNCTIONS = {
    "checkMelds": referee.check_melds,
    "arrangeTiles": referee.arrange_tiles,
    "listLegalMoves": referee.list_legal_moves,
    "checkMove": referee.check_move,
    "findBestMove": referee.find_best_move,
    "scoreRound": referee.score_round,
    "viewRound": referee.view_round,
    "playMove": referee.play_move,
    "judgeGame": referee.judge_game,
    "dealRound": referee.deal_round,
    "batch": referee.batch,
}


def test_the_examples_in_the_documentation_are_real():
    assert doctest.testmod(referee).failed == 0


@pytest.mark.parametrize("operation", [*POST_OPERATIONS, BATCH], ids=lambda operation: operation.id)
def test_every_example_gets_the_same_bytes_as_over_http(client, operation):
    for body in operation.examples.values():
        response = client.post(operation.path, json=body, headers={HEADER: EXAMPLE_ID, "Accept-Language": "de"})
        assert referee.run_json(operation.id, json.dumps(body).encode(), "de") == response.data
        function: Any = FUNCTIONS[operation.id]
        assert function(body, language="de") == json.loads(response.data)


def test_every_operation_has_a_function():
    assert tuple(FUNCTIONS) == referee.OPERATIONS


@pytest.mark.parametrize("language", LANGUAGES)
def test_games_are_described_as_over_http(client, language: Any):
    headers = {"Accept-Language": language}
    assert referee.list_variants(language) == client.get("/v1/variants", headers=headers).json
    for game in get_args(referee.types.Variant):
        assert referee.get_variant(game, language) == client.get(f"/v1/variants/{game}", headers=headers).json


def test_languages_and_games_are_those_of_the_service():
    assert get_args(referee.Language) == LANGUAGES
    assert get_args(referee.types.Variant) == tuple(GAMES)


@pytest.mark.parametrize("body", [{"variant": "rummy", "melds": [["R14"]], "x": 1}, {"variant": "chess"}, [], {}])
def test_an_invalid_body_raises_the_problem_of_the_service(client, body: Any):
    with pytest.raises(referee.RefereeError) as raised:
        referee.check_melds(body, language="fr")
    problem = client.post("/v1/melds/check", json=body, headers={"Accept-Language": "fr"}).json
    del problem["instance"], problem["request_id"]
    assert raised.value.problem == problem
    assert all(fault["message"] in str(raised.value) for fault in problem["errors"])


def test_an_unknown_game_raises_the_problem_of_the_service():
    chess: Any = "chess"
    with pytest.raises(referee.RefereeError, match=r"chess is not one of the games: rummy,"):
        referee.get_variant(chess)


def test_malformed_json_and_repeated_keys_raise_a_problem():
    for text in (b"", b"{", b'{"variant": "rummy", "variant": "rummy"}', b'{"variant": NaN}'):
        with pytest.raises(referee.RefereeError):
            referee.run_json("checkMelds", text)


def test_what_is_no_json_is_an_error_of_the_caller():
    body: Any = {"variant": "rummy", "melds": {1, 2}}
    with pytest.raises(TypeError):
        referee.check_melds(body)
    body = {"variant": "rummy", "melds": float("nan")}
    with pytest.raises(ValueError, match="not JSON compliant"):
        referee.check_melds(body)


def test_an_unknown_language_or_operation_is_an_error_of_the_caller():
    wrong: Any = "es"
    with pytest.raises(ValueError, match="'es' is not one of en, de, fr, it"):
        referee.list_variants(wrong)
    with pytest.raises(ValueError, match="'checkmelds' is not one of checkMelds,"):
        referee.run_json("checkmelds", b"{}")


def test_a_number_of_moves_beyond_64_bits_is_exact(monkeypatch):
    monkeypatch.setattr(referee, "run_json", lambda *_: b'{"total":18446744073709551617}')
    body: Any = {}
    assert referee.list_legal_moves(body)["total"] == 2**64 + 1


def test_it_can_be_used_from_several_threads():
    answers: list[Any] = []
    body = {"variant": "rummy", "players": 2, "seed": 1}
    threads = [
        threading.Thread(target=lambda: answers.append(referee.run_json("dealRound", json.dumps(body).encode())))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 4
    assert len(set(answers)) == 1


def test_importing_it_starts_nothing_and_loads_no_server():
    code = """
import logging, sys, threading
import service.referee
unneeded = {"gunicorn", "prometheus_client", "apispec", "limits", "redis", "opentelemetry", "yaml", "mcp"}
print(sorted(unneeded & set(sys.modules)), threading.active_count(), logging.getLogger().handlers)
"""
    ran = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert ran.stdout == "[] 1 []\n"


def test_the_types_are_up_to_date():
    given = (ROOT / "service" / "referee" / "types.py").read_text(encoding="utf-8")
    assert given == generate(), "run `make openapi`"


def test_the_types_help_a_caller_who_checks_types():
    """mypy checks this function: it fails if a wrong name is accepted or a right one is not."""
    start = referee.deal_round({"variant": "rummikub", "players": 2, "seed": 1, "names": ["Ada", "Bo"]})["round"]
    assert start is not None
    view = referee.view_round({"round": start, "player": "Ada"})
    move = view["moves"][-1]
    if move["type"] == "play":
        assert move["table"]
    played = referee.play_move({"round": start, "move": move})
    assert played["legal"]
    referee.batch({"requests": [{"operation": "checkMelds", "body": {"variant": "rummy", "melds": []}}]})
    with pytest.raises(referee.RefereeError):
        referee.check_melds({"variant": "chess", "melds": []})  # type: ignore[typeddict-item]
    with pytest.raises(referee.RefereeError):
        referee.check_melds({"variant": "rummy", "meld": []})  # type: ignore[typeddict-item, typeddict-unknown-key]
