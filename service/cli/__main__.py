"""``python -m service.cli``: the command without its script."""

from . import main

main()
