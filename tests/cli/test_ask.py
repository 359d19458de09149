"""The commands that ask the referee: tables for people, JSON for programs, and the exit status."""

import io
import json
import os
import pty
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from rummy_referee.games import GAMES
from service.cli import ask, main, parser, terminal
from service.operations import calls
from service.operations.calls import run_json
from service.operations.move_examples import BOOKLET, CHECKED
from service.operations.post_operations import POST_OPERATIONS
from service.operations.table import COMMANDS
from tests.running import ROOT

COMMAND = (sys.executable, "-m", "service.cli")
MELDS = {"variant": "rummy", "melds": [["R7", "J", "R9"]]}
SHORT = {"variant": "rummy", "melds": [["R5", "J"]]}

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command with standard input; its exit status, output and errors."""

    def run(*arguments: str, given: Any = b"") -> tuple[int, str, str]:
        text = given if isinstance(given, bytes) else json.dumps(given).encode()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
        status = ask.answer_all(parser.make_parser().parse_args(arguments))
        printed = capsys.readouterr()
        return status, printed.out, printed.err

    return run


# --- answers --------------------------------------------------------------------------------------------------------


def test_melds_are_checked_one_by_one(run):
    status, out, err = run("check", given={"variant": "rummy", "melds": [["R7", "J", "R9"], ["R5", "J"]]})
    assert (status, err) == (1, "")
    assert out == (
        "valid    R7 J R9\n"
        "         run: R7 J=R8 R9, value 24\n"
        "invalid  R5 J\n"
        "  /melds/1  Too short: a meld needs at least 3 tiles; this has 2.\n"
        "            Combinations: Rummy – Série Noire, « Les combinaisons » / “Combinations”\n"
    )


def test_a_body_with_a_move_checks_the_move(run):
    status, out, _ = run("check", given=CHECKED["an opening of 29 points"])
    assert (status, out.splitlines()[1]) == (
        1,
        "  /move/table  A first play needs at least 30 points; this one has 29.",
    )
    status, out, _ = run("check", given=CHECKED["the example in the booklet"])
    assert (status, out.splitlines()[-2:]) == (0, ["hand     K10 Y13", "The turn ends."])


def test_a_move_whose_result_depends_on_the_stock_says_what_to_add(run):
    status, out, _ = run("check", given=CHECKED["an exchange for a tile that is not told"])
    assert (status, "give it in the move as 'drawn'" in out) == (0, True)


def test_a_score_has_its_lines_with_their_tiles(run):
    body = {"variant": "rummy", "players": [{"player": "Ada", "hand": []}, {"player": "Bo", "hand": ["R10", "J"]}]}
    status, out, _ = run("score", given={**body, "went_out": "Ada"})
    assert status == 0
    assert out.splitlines()[:3] == [
        "Ada   35",
        "      35  The player who went out scores the points left in the other hands.",
        "          R10 J",
    ]


def test_the_best_move_shows_the_table_after_it(run):
    status, out, _ = run("best", given=BOOKLET)
    assert status == 0
    assert "lays     R5 R6 B2 B5 K2  tiles: 5, points: 20\nleaves   K10 Y13\n" in out


def test_no_way_out_is_status_1(run):
    status, out, _ = run("best", given={**BOOKLET, "objective": "out"})
    assert (status, "leaves" in out) == (1, True)


def test_a_page_of_moves_says_how_to_go_on(run):
    status, out, _ = run("legal", given={**BOOKLET, "limit": 3})
    assert (status, out.splitlines()[0], len(out.splitlines())) == (0, "19 legal moves", 5)
    assert re.search(r'These are 3\. For others, set "limit", or "cursor" to "\w+"\.\n$', out)


def test_a_verdict_has_sentences_in_the_chosen_language(run):
    body = {"variant": "myrummy-111", "players": ["A", "B"], "rounds": [{"A": 17, "B": 31}, {"A": 44, "B": 30}]}
    status, out, _ = run("verdict", "--language", "de", given=body)
    assert (status, out.splitlines()[1]) == (0, " 1  A      61")
    assert "A hat" in out


def test_an_impossible_round_is_status_1_with_every_reason(run):
    body = {"variant": "myrummy-kids", "players": [{"player": "Ada", "hand": []}, {"player": "Bo", "hand": []}]}
    status, out, _ = run("score", given={**body, "went_out": "Ada"})
    assert (status, out.splitlines()[0]) == (1, "impossible")
    assert "  /players/1/hand  " in out


def test_a_deal_needs_no_file(run):
    status, out, _ = run("deal", "--variant", "rummy", "--players", "3", "--seed", "42")
    assert (status, out.splitlines()[0]) == (0, "rummy, 3 players, seed 42")
    assert run("deal", given={"variant": "rummy", "players": 3, "seed": 42}) == (status, out, "")


def test_a_deal_without_a_seed_shows_the_random_one(run):
    _, first, _ = run("deal", "--variant", "rummu", "--players", "3")
    seed = re.match(r"rummu, 3 players, seed ([0-9a-f]{32})\n", first)
    assert seed
    assert run("deal", "--variant", "rummu", "--players", "3", "--seed", seed[1])[1] == first


@pytest.mark.parametrize("operation", POST_OPERATIONS, ids=lambda operation: operation.id)
def test_every_example_of_the_contract_can_be_shown(run, operation):
    command = operation.entry.command.name
    for body in operation.examples.values():
        status, out, err = run(command, given=body)
        assert (status in (0, 1), err) == (True, "")
        assert out
        assert (
            run(command, "--json", given=body)[1]
            == run_json(operation.id, json.dumps(body).encode(), "en").decode() + "\n"
        )


def test_a_round_is_dealt_seen_and_played(run):
    dealt = json.loads(run("deal", "--variant", "rummikub", "--players", "2", "--seed", "7", "--json")[1])["round"]
    status, out, _ = run("view", given={"round": dealt, "player": dealt["turn"]})
    assert (status, out.splitlines()[2]) == (0, "3 legal moves")
    status, out, _ = run("view", given={"round": dealt, "player": "Player 2"})
    assert (status, out.splitlines()[-1]) == (0, "It is Player 1's turn.")
    status, out, _ = run("play", given={"round": dealt, "move": {"type": "draw"}})
    assert (status, out.splitlines()[0]) == (0, "Player 1 draws a tile.")
    assert out.splitlines()[-1] == "Player 2 is on turn."
    status, out, _ = run("play", given={"round": dealt, "move": {"type": "pass"}})
    assert (status, out.split()[0]) == (1, "illegal")


def test_a_round_is_played_to_its_end(run):
    round_ = json.loads(run("deal", "--variant", "gin-rummy", "--players", "2", "--seed", "9", "--json")[1])["round"]
    for _ in range(400):
        view = json.loads(run("view", "--json", given={"round": round_, "player": round_["turn"]})[1])
        move = next((move for move in view["moves"] if move["type"] == "declare"), view["moves"][0])
        status, out, _ = run("play", given={"round": round_, "move": move})
        assert status == 0
        if "The round is over." in out:
            break
        round_ = json.loads(run("play", "--json", given={"round": round_, "move": move})[1])["round"]
    assert "Player 1" in out.partition("The round is over.")[2]


@pytest.mark.parametrize(
    "command", [command for command in COMMANDS if command not in ("view", "play", "replay", "review")]
)
def test_the_example_in_the_help_works(run, command, capsys):
    with pytest.raises(SystemExit):
        parser.make_parser().parse_args([command, "--help"])
    given = re.search(r"^  echo '(.*)' \| rummy-referee (\w+)$", capsys.readouterr().out, re.MULTILINE)
    assert given
    status, _, err = run(given[2], given=given[1].encode())
    assert (status, err) == (1 if command == "check" else 0, "")


@pytest.mark.parametrize("command", ["view", "play", "replay"])
def test_the_example_of_playing_starts_with_a_deal(run, command, capsys):
    with pytest.raises(SystemExit):
        parser.make_parser().parse_args([command, "--help"])
    given = re.search(
        r"^  rummy-referee (deal .*) \| jq -c '(.*)' \| rummy-referee (\w+)$", capsys.readouterr().out, re.MULTILINE
    )
    assert given
    dealt = json.loads(run(*given[1].split())[1])
    round_ = dealt["round"]
    bodies = {
        "view": {"round": round_, "player": round_["turn"]},
        "play": {"round": round_, "move": {"type": "draw"}},
        "replay": {"record": dealt["record"]},
    }
    assert given[3] == command
    assert run(command, given=bodies[command])[0] == 0


# --- many bodies ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "given",
    [
        json.dumps([MELDS, SHORT, {"variant": "chess"}]).encode(),
        json.dumps([MELDS, SHORT, {"variant": "chess"}], indent=2).encode(),
        b"\n".join(json.dumps(body).encode() for body in (MELDS, SHORT, {"variant": "chess"})) + b"\n\n",
    ],
    ids=["array", "array in lines", "JSON lines"],
)
def test_many_bodies_are_answered_in_order_and_the_worst_is_the_status(run, given):
    status, out, err = run("check", given=given)
    assert (status, re.findall(r"^body \d", out, re.MULTILINE)) == (2, ["body 1", "body 2"])
    assert err.startswith("body 3: The body does not match the contract\n  /variant  chess is not")
    status, out, err = run("check", "--json", given=given)
    answers = [json.loads(line) for line in out.splitlines()]
    assert (status, err, len(answers)) == (2, "", 3)
    assert (answers[0]["valid"], answers[1]["valid"], answers[2]["status"]) == (True, False, 422)


def test_a_bad_line_fails_alone(run):
    status, out, err = run("check", given=json.dumps(MELDS).encode() + b"\n{oops\n")
    assert (status, out.startswith("body 1\nvalid")) == (2, True)
    assert re.fullmatch(r"body 2: .*\n", err)


# --- invalid input --------------------------------------------------------------------------------------------------


def test_every_fault_is_listed_with_its_path(run, tmp_path):
    file = tmp_path / "melds.json"
    file.write_text(json.dumps({"variant": "rummy", "melds": [["R14"], 7], "x": 1}))
    status, out, err = run("check", str(file))
    assert (status, out) == (2, "")
    assert err.splitlines()[0] == f"{file}: The body does not match the contract"
    assert [line.split()[0] for line in err.splitlines()[1:]] == ["/melds/0/0", "/melds/1", "/x"]


@pytest.mark.parametrize(
    ("arguments", "given", "message"),
    [
        (("score",), b" \n", "standard input is empty; it must have a body as JSON"),
        (("score", "nowhere.json"), b"", "cannot read nowhere.json: No such file or directory"),
        (("score", "tests"), b"", "cannot read tests: Is a directory"),
        (("deal", "--players", "3"), b"", "a deal needs --variant and --players"),
        (("deal", "x", "--seed", "3"), b"", "give either FILE or the options --variant, --players and --seed"),
    ],
)
def test_input_that_cannot_be_read_is_said_in_a_line(run, arguments, given, message, monkeypatch):
    monkeypatch.chdir(ROOT)
    assert run(*arguments, given=given) == (2, "", f"rummy-referee: {message}\n")


@pytest.mark.parametrize("given", [b"{", b"[1, 2", b'{"variant": "rummy", "variant": "rummy"}', b"\xff", b"7", b"[7]"])
def test_malformed_json_is_status_2_without_a_traceback(run, given):
    status, out, err = run("score", given=given)
    assert (status, out) == (2, "")
    assert err
    assert "Traceback" not in err


def test_control_characters_of_the_input_do_not_reach_the_terminal(run):
    _, _, err = run("check", given={"variant": "\x1b[31mrummy", "melds": []})
    assert "\x1b" not in err


# --- terminals ------------------------------------------------------------------------------------------------------


class Terminal(io.StringIO):
    """An output that is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("output", "environment", "coloured"),
    [
        (Terminal(), {}, True),
        (Terminal(), {"NO_COLOR": "1"}, False),
        (Terminal(), {"NO_COLOR": ""}, True),
        (Terminal(), {"TERM": "dumb"}, False),
        (io.StringIO(), {}, False),
        (io.StringIO(), {"FORCE_COLOR": "1"}, True),
        (io.StringIO(), {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
    ],
)
def test_colours_are_for_terminals_that_want_them(output, environment, coloured):
    assert ("\x1b" in terminal.Style(output, environment).tile("R7")) == coloured


@pytest.mark.parametrize(
    ("code", "colour"),
    [
        ("R7", "31"),
        ("J=B8", "34"),
        ("?Y", "33"),
        ("Kh", "31"),
        ("Ks", "1"),
        ("K7", "1"),
        ("O13", "38;5;208"),
        ("J", "1;35"),
    ],
)
def test_tiles_have_their_colour(code, colour):
    assert terminal.Style(Terminal(), {}).tile(code) == f"\x1b[{colour}m{code}\x1b[0m"


def test_every_colour_of_every_game_is_painted_and_other_tiles_are_not():
    style = terminal.Style(Terminal(), {})
    for game in GAMES.values():
        for code in game.box.holds:
            painted = style.tile(code) != code
            assert painted == (game.id != "myrummy-111"), (game.id, code)


def test_progress_appears_after_a_second_and_goes_away(monkeypatch, capsys):
    monkeypatch.setattr(terminal.Progress, "DELAY", 0.02)
    monkeypatch.setattr(terminal.Progress, "INTERVAL", 60)
    monkeypatch.setattr(terminal, "time", SimpleNamespace(monotonic=lambda: 0.0))
    line = Terminal()
    with terminal.Progress(2, line) as progress:
        progress.done = 1
        while not line.getvalue():
            pass
        progress.write("one\n")
        assert line.getvalue() == f"\r\x1b[K[{'#' * 15}{'.' * 15}] 1 of 2, 0 s", (
            "what is printed elsewhere does not clear it"
        )
        progress.write("two\n", line)
    assert line.getvalue().endswith("0 s\r\x1b[Ktwo\n")
    assert capsys.readouterr().out == "one\n"


@pytest.mark.parametrize("output", [Terminal(), io.StringIO()])
def test_work_that_is_quick_and_outputs_that_are_no_terminal_have_no_progress(monkeypatch, output):
    monkeypatch.setattr(terminal.Progress, "DELAY", 60 if output.isatty() else 0)
    with terminal.Progress(1, output) as progress:
        progress.write("")
    assert output.getvalue() == ""


def test_a_real_terminal_gets_colours_and_a_hint(tmp_path: Path):
    """Standard input, output and errors are a terminal."""
    leader, follower = pty.openpty()
    with subprocess.Popen(
        [*COMMAND, "check"],
        cwd=ROOT,
        stdin=follower,
        stdout=follower,
        stderr=follower,
        env={**os.environ, "TERM": "xterm"},
    ) as process:
        os.close(follower)
        os.write(leader, json.dumps(MELDS).encode() + b"\n\x04")
        printed = b""
        while chunk := _read(leader):
            printed += chunk
        assert process.wait(timeout=60) == 0
    os.close(leader)
    assert b"Reading JSON from the terminal" in printed
    assert b"\x1b[32mvalid    \x1b[0m\x1b[31mR7\x1b[0m" in printed


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:  # its last process has ended
        return b""


def test_a_closed_pipe_ends_the_command_silently():
    body = json.dumps({"variant": "rummy", "melds": [["R1"]] * 30}).encode() + b"\n"
    with subprocess.Popen(
        [*COMMAND, "check"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout
        process.stdout.close()
        _, errors = process.communicate(body * 20, timeout=60)
    assert (process.returncode, errors) == (-signal.SIGPIPE, b"")


@pytest.fixture
def interruptible():
    """What is ignored here is ignored by a command: a shell lets what runs in the background ignore Ctrl+C."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_ends_the_command_silently():
    with subprocess.Popen(
        [*COMMAND, "check"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout
        assert process.stderr
        status = Path(f"/proc/{process.pid}/status")
        while not _handles_default(status, signal.SIGINT):
            pass
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == -signal.SIGINT
        assert (process.stdout.read(), process.stderr.read()) == (b"", b"")


def _handles_default(status: Path, number: int) -> bool:
    """Whether a process has set a signal back to its default; Python itself catches it from its start on."""
    text = status.read_text(encoding="ascii")
    caught = int(re.findall(r"SigCgt:\s*(\w+)", text)[0], 16)
    ignored = int(re.findall(r"SigIgn:\s*(\w+)", text)[0], 16)
    pipe = ignored >> (signal.SIGPIPE - 1) & 1  # Python ignores it from its start on, until the command is ready
    return not pipe and not caught >> (number - 1) & 1


# --- streams ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("redirection", "status", "said"),
    [(">/dev/full", 2, "cannot write the output"), (">&-", 0, ""), ("2>&-", 0, ""), ("<&- -", 2, "is empty")],
)
def test_closed_and_full_streams_give_a_status_and_no_traceback(tmp_path, redirection, status, said):
    (tmp_path / "melds.json").write_text(json.dumps({"variant": "rummy", "melds": [["R7", "J", "R9"]]}))
    file = "" if redirection.startswith("<") else "melds.json"
    command = f"{sys.executable} -m service.cli check {file} {redirection}"
    ran = subprocess.run(
        command,
        shell=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, "Traceback" in ran.stderr) == (status, False)
    assert said in ran.stderr


def test_a_number_beyond_64_bits_is_bad_input(run):
    status, _, errors = run("deal", "--variant", "rummy", "--players", str(10**30))
    assert (status, "/players" in errors) == (2, True)


def test_an_empty_list_is_bad_input(run):
    status, _, errors = run("check", given=[])
    assert (status, "empty list" in errors) == (2, True)


def test_a_terminal_without_utf_8_gets_codes_and_json_stays_utf_8():
    texts = {(): b"Combinations: Rummy \\u2013 S\xe9rie Noire", ("--json",): "– Série Noire".encode()}
    for options, found in texts.items():
        ran = subprocess.run(
            [*COMMAND, "check", *options],
            cwd=ROOT,
            input=json.dumps(SHORT).encode(),
            env={**os.environ, "PYTHONIOENCODING": "latin-1"},
            capture_output=True,
            check=False,
        )
        assert (ran.returncode, ran.stderr, found in ran.stdout) == (1, b"", True)


def test_too_little_memory_is_status_2_and_a_sentence(monkeypatch, capsys):
    def fail(*_: object) -> bytes:
        raise MemoryError

    monkeypatch.setattr(calls, "run_json", fail)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(MELDS).encode())))
    with pytest.raises(SystemExit) as exited:
        main(["check"])
    assert exited.value.code == 2
    assert capsys.readouterr().err == "rummy-referee: there is not enough memory for this input\n"


def test_the_input_is_bounded(run, tmp_path, monkeypatch):
    monkeypatch.setattr(ask, "INPUT_BYTES", 100)
    (tmp_path / "large.json").write_bytes(b" " * 101)
    for arguments, given in ((("check",), b" " * 101), (("check", str(tmp_path / "large.json")), b"")):
        status, _, errors = run(*arguments, given=given)
        assert (status, "has more than 100 bytes; split it" in errors) == (2, True)


def test_a_body_is_as_bounded_as_over_http(run):
    status, _, errors = run("check", given={**MELDS, "x": "x" * 300_000})
    assert (status, "262144" in errors or "262,144" in errors) == (2, True)
