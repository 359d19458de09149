"""The compose file and nginx's configuration agree with each other and with the service's settings."""

import re
from pathlib import Path

import pytest
import yaml

from service.operations.limits import BODY_BYTES
from service.settings import Settings

COMPOSE = Path(__file__).parents[2] / "deploy" / "compose"
SERVICES = yaml.safe_load((COMPOSE / "compose.yaml").read_text(encoding="utf-8"))["services"]
NGINX = (COMPOSE / "nginx.conf").read_text(encoding="utf-8")
INSTANCES = ("referee-1", "referee-2")


def read_number(pattern: str) -> int:
    """The only value of a number in nginx's configuration."""
    (found,) = re.findall(pattern, NGINX)
    return int(found)


def test_nginx_passes_requests_to_the_addresses_of_the_instances():
    addresses = re.findall(
        r"^server (\S+):8000 ", (COMPOSE / "upstream.conf").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert addresses == [SERVICES[name]["networks"]["inner"]["ipv4_address"] for name in INSTANCES]


@pytest.mark.parametrize("name", SERVICES)
def test_every_container_is_read_only_and_without_rights(name):
    service = SERVICES[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert [mount.split(":")[0] for mount in service["tmpfs"]] == ["/tmp"]
    assert all(volume.endswith(":ro") for volume in service.get("volumes", ()))
    assert service["mem_limit"]


def test_only_nginx_can_be_reached_from_outside():
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["nginx"]


@pytest.mark.parametrize("name", INSTANCES)
def test_an_instance_has_more_time_to_stop_than_it_needs(name):
    assert int(SERVICES[name]["stop_grace_period"].removesuffix("s")) > Settings.shutdown_seconds


@pytest.mark.parametrize("name", INSTANCES)
def test_an_instance_trusts_nginx_for_the_address_of_the_caller(name):
    assert SERVICES[name]["environment"]["TRUSTED_PROXIES"] == "1"


def test_nginx_closes_idle_connections_before_the_service_does():
    assert read_number(r"\n        keepalive_timeout (\d+)s") < Settings.idle_seconds


def test_nginx_accepts_bodies_as_large_as_the_service_does():
    assert read_number(r"client_max_body_size (\d+)k") * 1024 == BODY_BYTES
    assert read_number(r"client_body_buffer_size (\d+)k") * 1024 == BODY_BYTES


def test_images_of_others_are_pinned_by_their_digest():
    dockerfile = (COMPOSE.parents[1] / "Dockerfile").read_text(encoding="utf-8")
    others = [service["image"] for service in SERVICES.values() if "build" not in service]
    bases = re.findall(r"^ARG BASE=(.*)$", dockerfile, re.MULTILINE)
    assert (len(others), len(bases)) == (1, 1)
    assert re.findall(r"^FROM (\S+)", dockerfile, re.MULTILINE) == ["${BASE}", "scratch"]
    assert [image for image in (*others, *bases) if not re.search("@sha256:[0-9a-f]{64}$", image)] == []
