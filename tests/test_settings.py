"""Settings come from the environment, each checked, all faults at once."""

import pytest

from service.settings import Settings, SettingsError, descriptions, read_settings
from tests.conftest import ROOT


def test_an_empty_environment_gives_the_defaults():
    assert read_settings({}) == Settings()


def test_a_setting_that_is_empty_is_not_set():
    assert read_settings({"HOST": "", "PORT": " "}) == Settings()


def test_settings_are_read():
    assert read_settings({"HOST": "0.0.0.0", "PORT": "80", "WORKERS": "3"}) == Settings(
        host="0.0.0.0", port=80, workers=3
    )


def test_all_faults_are_told_at_once():
    with pytest.raises(SettingsError) as error:
        read_settings({"PORT": "http", "WORKERS": "0"})
    assert error.value.faults == [
        "PORT is 'http', but takes 0 to 65535",
        "WORKERS is '0', but takes 1 to 256",
    ]


def test_every_setting_is_documented():
    page = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
    defaults = Settings()
    for name, setting in descriptions().items():
        row = f"| `{setting.name}` | `{getattr(defaults, name)}` | {setting.values} | {setting.meaning} |"
        assert row in page
