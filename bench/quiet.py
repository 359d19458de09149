"""The service logs every request to standard output: here that is kept for what was measured."""

import os
import sys


def send_log_away() -> None:
    """From now on what is printed goes to a copy of standard output, and what is logged goes nowhere."""
    sys.stdout = os.fdopen(os.dup(1), "w", buffering=1)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.close(nowhere)
