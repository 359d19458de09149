"""Takes the pictures of the page in ``docs/screenshots``: ``python -m tools.screenshots [folder]``."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.photos.drawing import CLOTH, draw_tiles
from tests.running import ROOT, running

SCRIPT = ROOT / "tools" / "browser" / "screenshots.mjs"


def take_screenshots(folder: Path) -> None:
    """Start a server, and let a browser visit it."""
    folder.mkdir(parents=True, exist_ok=True)
    with running(LOG_LEVEL="critical") as server, tempfile.NamedTemporaryFile(suffix=".png") as photo:
        draw_tiles("R7 B12 K3 Y10 R1 B5 K11", "Y8 B2 R13 K4 Y5 B8 R9").rotate(-4, fillcolor=CLOTH).save(photo.name)
        node = Path(sys.executable).parent / "node"
        environment = {**os.environ, "PHOTO": photo.name}
        subprocess.run([node, SCRIPT, f"http://{server.address}", folder], env=environment, check=True)


if __name__ == "__main__":
    take_screenshots(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "screenshots")
