"""What ``make release`` relies on: the examples it tries, and one version everywhere."""

import json
import shutil

import pytest

from rummy_referee import __version__
from tests.conftest import ROOT
from tools import release

VERSIONED = (
    "rummy_referee/version.py",
    "clients/typescript/package.json",
    release.OVERLAY,
    "CHANGELOG.md",
    "openapi.yaml",
)


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """A copy of the files that have a version."""
    for name in VERSIONED:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    monkeypatch.setattr(release, "ROOT", tmp_path)
    monkeypatch.setattr(release, "PACKAGE", tmp_path / "clients" / "typescript")
    return tmp_path


def test_the_readmes_have_the_examples_that_a_release_tries():
    command, shown = release.read_example(ROOT / "README.md", "sh", "json", "/v1/melds/check")
    assert command.startswith("curl")
    assert json.loads(shown)["variant"] == "rummy"
    program, printed = release.read_example(release.PACKAGE / "README.md", "ts", "text", "findBestMove")
    assert "```" not in program + printed


def test_the_service_the_contract_the_package_and_the_deployment_have_one_version():
    assert [fault for fault in release.find_version_faults() if "CHANGELOG" not in fault] == []


def test_a_version_is_set_wherever_it_belongs_and_the_changelog_is_dated(checkout):
    changelog = checkout / "CHANGELOG.md"
    changelog.write_text("# Changelog\n\n## [Unreleased]\n\n### Added\n- More.\n")
    release.set_version("9.8.7")
    assert '__version__ = "9.8.7"' in (checkout / "rummy_referee" / "version.py").read_text()
    assert json.loads((checkout / "clients" / "typescript" / "package.json").read_text())["version"] == "9.8.7"
    assert "    newTag: 9.8.7\n" in (checkout / release.OVERLAY).read_text()
    assert "## [9.8.7] - 20" in changelog.read_text()
    assert [fault.split()[0] for fault in release.find_version_faults()] == [
        "clients/typescript/package.json",  # this process still has the old version
        release.OVERLAY,
        "the",
    ]


def test_a_changelog_without_anything_new_cannot_be_released(checkout):
    (checkout / "CHANGELOG.md").write_text(f"# Changelog\n\n## [{__version__}] - 2026-11-18\n")
    assert list(release.find_version_faults()) == []
    with pytest.raises(SystemExit, match="nothing to change"):
        release.set_version("9.8.7")
    assert "9.8.7" not in (checkout / "rummy_referee" / "version.py").read_text()


@pytest.mark.parametrize("version", ["1.0", "v1.0.0", "1.0.0rc1"])
def test_what_is_no_version_is_rejected(checkout, version):
    with pytest.raises(SystemExit, match="is not a version"):
        release.set_version(version)
