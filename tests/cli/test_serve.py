"""The command ``rummy-referee``, and ``rummy-referee serve``."""

import json
import os
import re
import resource
import socket
import subprocess
import sys
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

import pytest

from rummy_referee import __version__
from rummy_referee.engine.library import engine_build
from tests.running import ROOT, SERVE, running

COMMAND = (sys.executable, "-m", "service.cli")


def run(*arguments: str, command: tuple[str, ...] = COMMAND, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run a command that ends by itself."""
    return subprocess.run(
        [*command, *arguments],
        cwd=ROOT,
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_the_version_is_printed():
    assert run("--version").stdout == f"rummy-referee {__version__}\n"


def test_its_help_names_the_commands_and_their_settings():
    assert re.search(r"serve +serve the API over HTTP", run("--help").stdout)
    given = run("serve", "--help").stdout
    assert all(word in given for word in ("--host HOST", "--port PORT", "--workers WORKERS", "RATE_LIMIT"))


def test_no_command_is_an_error_that_shows_the_usage():
    ran = run()
    assert (ran.returncode, ran.stderr.startswith("usage: rummy-referee")) == (2, True)


def test_all_invalid_settings_are_listed_wherever_they_come_from():
    ran = run("serve", "--workers", "0", PORT="http")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr.splitlines() == [
        "The settings are invalid:",
        "PORT is 'http', but takes 0 to 65535",
        "WORKERS is '0', but takes 1 to 256",
    ]


def test_too_low_a_limit_on_open_files_is_reported_in_one_sentence():
    ran = run("-c", 'ulimit -n 10; exec "$@"', "sh", *COMMAND, "serve", command=("sh",))
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr.splitlines() == [
        "The settings are invalid:",
        "CONNECTIONS=500 and WORKERS=2 need 628 open files, but the limit (ulimit -Hn) is 10",
    ]


def test_the_limit_on_open_files_is_raised_as_far_as_needed():
    with running(prefix=("sh", "-c", 'ulimit -Sn 100; exec "$@"', "sh"), CONNECTIONS="300", WORKERS="1") as server:
        (worker,) = server.workers()
        assert resource.prlimit(worker, resource.RLIMIT_NOFILE)[0] == 428


def test_a_taken_port_is_reported_in_one_sentence():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ran = run("serve", "--port", str(port))
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr == (
        f"Cannot listen on 127.0.0.1:{port} (Address already in use): "
        "choose another with --port and --host, or PORT and HOST.\n"
    )


@pytest.mark.parametrize("host", ["nowhere.invalid", "192.0.2.1"])
def test_an_address_of_another_machine_is_reported_in_one_sentence(host):
    ran = run("serve", "--host", host)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert re.fullmatch(rf"Cannot listen on {host}:8000 \(.+\): choose another .+\n", ran.stderr)


def test_it_serves_at_the_given_address_and_prints_it_in_one_line():
    settings = {**os.environ, "HOST": "192.0.2.1", "WORKERS": "2", "LOG_LEVEL": "info"}
    options = ("--host", "127.0.0.1", "--port", "0", "--workers", "1")
    with subprocess.Popen(
        [*COMMAND, "serve", *options], cwd=ROOT, env=settings, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr
        line = process.stderr.readline()
        given = re.fullmatch(r"Serving on (http://(127\.0\.0\.1:\d+)), documentation at \1/docs\n", line)
        assert given, line
        with closing(HTTPConnection(given[2], timeout=20)) as connection:
            connection.request("GET", "/readyz")
            assert json.load(connection.getresponse()) == {"status": "ok", "engine": engine_build()}
        process.terminate()
        output, errors = process.communicate(timeout=60)
        assert (process.returncode, errors) == (0, "")
    lines = [json.loads(line) for line in output.splitlines()]
    assert sum("Booting worker" in line.get("message", "") for line in lines) == 1


@pytest.fixture
def without_engine(tmp_path: Path) -> dict[str, str]:
    """An environment in which the engine is not found."""
    hide = "from pathlib import Path; from rummy_referee.engine import library; library.LIBRARY = Path('/nowhere')"
    (tmp_path / "sitecustomize.py").write_text(hide)
    return {"PYTHONPATH": f"{tmp_path}:{ROOT}", "PORT": "0"}


def test_without_the_engine_the_command_says_what_to_do(without_engine):
    ran = run("serve", **without_engine)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert re.fullmatch(r"The search engine is not built: run `make run` .+\n", ran.stderr)


def test_without_the_engine_gunicorn_logs_what_to_do(without_engine):
    ran = run(command=SERVE, **without_engine)
    assert (ran.returncode, ran.stderr) == (1, "")
    (line,) = map(json.loads, ran.stdout.splitlines())
    assert (line["level"], "exception" in line) == ("critical", False)
    assert line["message"].startswith("The search engine is not built: run `make run` ")
