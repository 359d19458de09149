"""``rummy-referee completion``: completion scripts, generated from the arguments."""

import argparse
import sys

import shtab

from .parser import make_parser


def run(arguments: argparse.Namespace) -> None:
    """Print the script for a shell."""
    sys.stdout.write(shtab.complete(make_parser(), shell=arguments.shell) + "\n")
