"""What a terminal can show: colours, and the progress of long work."""

import os
import re
import shutil
import sys
import textwrap
import threading
import time
from collections.abc import Mapping
from typing import Self, TextIO

_TILE_COLOUR = re.compile(r"(?:^|[=?])([RBKYGO])(?=\d|$)|([shdc])$")
"""The letter of the colour, that of the tile for which a joker stands, or the letter of the suit."""

_CODES = {
    "R": "31", "h": "31", "d": "31", "B": "34", "Y": "33", "G": "32", "O": "38;5;208", "K": "1", "s": "1", "c": "1",
    "joker": "1;35", "good": "32", "bad": "31", "bold": "1", "faint": "2",
}  # fmt: skip
"""Black is bold: black text on a black ground is invisible."""


class Style:
    """Texts for one output: with colours if it is a terminal that wants them, and wrapped to its width."""

    def __init__(self, output: TextIO, environment: Mapping[str, str] = os.environ) -> None:
        is_terminal = output.isatty()
        self.colours = not environment.get("NO_COLOR") and (
            bool(environment.get("FORCE_COLOR")) or (is_terminal and environment.get("TERM") != "dumb")
        )
        self.width = shutil.get_terminal_size().columns if is_terminal else None

    def paint(self, text: str, style: str) -> str:
        """The text in a colour or weight."""
        return f"\x1b[{_CODES[style]}m{text}\x1b[0m" if self.colours else text

    def tile(self, code: str) -> str:
        """A tile in its colour."""
        if code in ("J", "F"):
            return self.paint(code, "joker")
        found = _TILE_COLOUR.search(code)
        return self.paint(code, found[1] or found[2]) if found else code

    def tiles(self, codes: list[str]) -> str:
        """Tiles in their colours; a dash if there are none."""
        return " ".join(map(self.tile, codes)) or "–"

    def wrap(self, text: str, indent: int) -> list[str]:
        """A sentence in lines that fit beside an indentation."""
        return textwrap.wrap(text, max(self.width - indent, 30)) if self.width else [text]


class Progress:
    """A line on the terminal about work that takes more than a second: how much is done, or for how long it goes on.

    Without a terminal it does nothing. ``write`` prints a result without damaging the line.
    """

    DELAY, INTERVAL = 1.0, 0.2

    def __init__(self, total: int, line: TextIO = sys.stderr) -> None:
        self.total, self.done = total, 0
        self._line = line
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._start = time.monotonic()
        self._shown = False
        self._thread = threading.Thread(target=self._run, daemon=True) if line.isatty() else None

    def __enter__(self) -> Self:
        if self._thread:
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        if self._thread:
            self._thread.join()
            self._clear()

    def write(self, text: str, output: TextIO | None = None) -> None:
        """Print a result, and count it. The line gives way only to what is printed on the terminal."""
        output = output or sys.stdout
        with self._lock:
            if output.isatty():
                self._clear()
            output.write(text)
            output.flush()
            self.done += 1

    def _run(self) -> None:
        delay = self.DELAY
        while not self._stop.wait(delay):
            with self._lock:
                self._line.write(f"\r\x1b[K{self._describe()}")
                self._line.flush()
                self._shown = True
            delay = self.INTERVAL

    def _describe(self) -> str:
        seconds = f"{time.monotonic() - self._start:.0f} s"
        if self.total == 1:
            return f"Searching: {seconds}"
        filled = 30 * self.done // self.total
        return f"[{'#' * filled}{'.' * (30 - filled)}] {self.done} of {self.total}, {seconds}"

    def _clear(self) -> None:
        if self._shown:
            self._line.write("\r\x1b[K")
            self._line.flush()
            self._shown = False
