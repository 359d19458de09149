"""Settings are read from the environment and validated, with all errors at once."""

import pytest

from service.settings import ApiKey, Rate, Settings, SettingsError, descriptions, read_settings
from tests.conftest import ROOT


def test_an_empty_environment_gives_the_defaults():
    assert read_settings({}) == Settings()


def test_an_empty_setting_is_not_set():
    assert read_settings({"HOST": "", "PORT": " "}) == Settings()


def test_settings_are_read():
    assert read_settings({"HOST": "0.0.0.0", "PORT": "80", "WORKERS": "3"}) == Settings(
        host="0.0.0.0", port=80, workers=3
    )


def test_all_errors_are_reported_at_once():
    with pytest.raises(SettingsError) as error:
        read_settings({"PORT": "http", "WORKERS": "0"})
    assert error.value.errors == [
        "PORT is 'http', but takes 0 to 65535",
        "WORKERS is '0', but takes 1 to 256",
    ]


def test_every_setting_is_documented():
    page = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
    defaults = Settings()
    for name, setting in descriptions().items():
        default = getattr(defaults, name)
        shown = "" if default in (None, ()) else f"`{default}`"
        assert f"| `{setting.name}` | {shown} | {setting.values} | {setting.meaning} |" in page


HASH = "9F86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"


def test_middleware_is_off_by_default():
    settings = Settings()
    assert (settings.cors_origins, settings.api_keys, settings.api_keys_file) == ((), (), ())
    assert settings.rate_limit is None
    assert (settings.trusted_proxies, settings.rate_limit_storage) == (0, "memory://")


def test_the_settings_of_the_middleware_are_read(tmp_path):
    file = tmp_path / "keys"
    file.write_text(f"bo:{HASH}\n\ncy:{HASH}\n")
    settings = read_settings(
        {
            "CORS_ORIGINS": "https://rummy.example, http://localhost:3000",
            "API_KEYS": f"ada:{HASH}",
            "API_KEYS_FILE": str(file),
            "RATE_LIMIT": "100/minute",
            "RATE_LIMIT_STORAGE": "rediss://:secret@cache:6379/0",
            "TRUSTED_PROXIES": "1",
        }
    )
    digest = bytes.fromhex(HASH)
    assert settings.cors_origins == ("https://rummy.example", "http://localhost:3000")
    assert settings.api_keys == (ApiKey("ada", digest),)
    assert settings.api_keys_file == (ApiKey("bo", digest), ApiKey("cy", digest))
    assert settings.rate_limit == Rate(100, 60)
    assert settings.rate_limit_storage == "rediss://:secret@cache:6379/0"
    assert settings.trusted_proxies == 1


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("CORS_ORIGINS", "rummy.example"),
        ("CORS_ORIGINS", "https://rummy.example/"),
        ("CORS_ORIGINS", "https://a.example,,https://b.example"),
        ("CORS_ORIGINS", "null"),
        ("RATE_LIMIT", "100"),
        ("RATE_LIMIT", "0/minute"),
        ("RATE_LIMIT", "100/fortnight"),
        ("RATE_LIMIT", "100 per minute"),
        ("TRUSTED_PROXIES", "yes"),
    ],
)
def test_an_invalid_setting_of_the_middleware_is_named(name, text):
    with pytest.raises(SettingsError, match=name) as error:
        read_settings({name: text})
    assert repr(text) in str(error.value)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("API_KEYS", "swordfish"),
        ("API_KEYS", "ada:swordfish"),
        ("API_KEYS", f"ada:{HASH}0"),
        ("API_KEYS", f"swordfish:{HASH},swordfish:{HASH}"),
        ("API_KEYS", f"sword fish:{HASH}"),
        ("API_KEYS_FILE", "/nowhere/swordfish"),
        ("RATE_LIMIT_STORAGE", "http://:swordfish@cache"),
        ("RATE_LIMIT_STORAGE", "redis:swordfish"),
        ("RATE_LIMIT_STORAGE", "redis://cache:swordfish"),
    ],
)
def test_an_invalid_secret_is_named_but_not_shown(name, text):
    with pytest.raises(SettingsError, match=f"^{name} is something else, but takes ") as error:
        read_settings({name: text})
    assert "swordfish" not in str(error.value)


@pytest.mark.parametrize("text", ["collector:4318", "ftp://collector", "http://", "http:///v1/traces"])
def test_traces_go_to_an_http_url(text):
    assert read_settings({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://collector:4318/"}).traces_to == "http://collector:4318"
    with pytest.raises(SettingsError, match="OTEL_EXPORTER_OTLP_ENDPOINT"):
        read_settings({"OTEL_EXPORTER_OTLP_ENDPOINT": text})


def test_a_log_level_is_case_insensitive():
    assert read_settings({"LOG_LEVEL": "Warning"}).log_level == "warning"
    with pytest.raises(SettingsError, match="LOG_LEVEL"):
        read_settings({"LOG_LEVEL": "loud"})
