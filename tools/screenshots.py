"""Takes the pictures of the page in ``docs/screenshots``: ``python -m tools.screenshots [folder]``."""

import subprocess
import sys
from pathlib import Path

from tests.running import ROOT, running

SCRIPT = ROOT / "tools" / "browser" / "screenshots.mjs"


def take_screenshots(folder: Path) -> None:
    """Start a server, and let a browser visit it."""
    folder.mkdir(parents=True, exist_ok=True)
    with running(LOG_LEVEL="critical") as server:
        node = Path(sys.executable).parent / "node"
        subprocess.run([node, SCRIPT, f"http://{server.address}", folder], check=True)


if __name__ == "__main__":
    take_screenshots(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "screenshots")
