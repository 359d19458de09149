"""Measure, and compute the tables of docs/capacity.md: ``python -m bench.capacity [--kept]``."""

import argparse

from bench.capacity.figures import load, save
from bench.capacity.measure import measure
from bench.capacity.report import write_page


def main() -> None:
    """Measure unless the kept figures are to be used, and write the page."""
    parser = argparse.ArgumentParser(prog="python -m bench.capacity", description=__doc__)
    parser.add_argument("--kept", action="store_true", help="compute from the figures of the last measurement")
    if not parser.parse_args().kept:
        save(measure())
    write_page(load())


if __name__ == "__main__":
    main()
