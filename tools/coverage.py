"""Says how much of the lines and branches the tests take, and fails below a minimum: ``python -m tools.coverage FILE``.

slipcover has a minimum of its own, but in 1.1 it then leaves what the test processes took out of the file.
"""

import json
import sys
from pathlib import Path

MINIMUM = 95
"""In percent, of lines and branches in the test processes. What only servers in other processes run does not count."""


def main(path: str) -> int:
    """The exit status."""
    found = json.loads(Path(path).read_text(encoding="utf-8"))["summary"]["percent_covered"]
    print(f"coverage: {found:.1f}% of lines and branches, at least {MINIMUM}% are wanted")
    return int(found < MINIMUM)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
