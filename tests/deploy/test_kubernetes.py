"""``deploy/kubernetes`` is consistent in itself and with the service; `make lint-deploy` validates it."""

import re
import shutil
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import yaml

from rummy_referee import __version__
from service.app import create_app
from service.http.access_policy import METRICS_PATH
from service.http.health import PROBES
from service.operations.limits import BODY_BYTES
from service.settings import Settings, descriptions, read_settings
from tools.image.container import MEMORY
from tools.kustomize import BINARY, render

if not BINARY.exists():
    pytest.skip("kustomize is installed on x86-64 Linux only", allow_module_level=True)

ROOT = Path(__file__).parents[2]
KUBERNETES = ROOT / "deploy" / "kubernetes"
EXAMPLE = KUBERNETES / "overlays" / "example"
ALL = KUBERNETES / "overlays" / "all"
"""The example with every component."""
APPLIED = {resource["kind"]: resource for resource in render(ALL)}
BASE = {resource["kind"]: resource for resource in render(KUBERNETES / "base")}
POD = APPLIED["Deployment"]["spec"]["template"]["spec"]
(CONTAINER,) = POD["containers"]
ENVIRONMENT = {variable["name"]: variable["value"] for variable in CONTAINER["env"]}
SETTINGS = read_settings(ENVIRONMENT | {"API_KEYS_FILE": str(EXAMPLE / "keys")})
LABELS = {"app.kubernetes.io/name": "rummy-referee"}


def test_every_kind_is_one_that_is_validated():
    # the validator ignores unknown kinds, such as a misspelt one; HTTPRoute, PrometheusRule and ServiceMonitor are
    # unknown to it
    assert sorted(APPLIED) == [
        "ConfigMap",
        "Deployment",
        "HTTPRoute",
        "HorizontalPodAutoscaler",
        "Ingress",
        "Namespace",
        "NetworkPolicy",
        "PodDisruptionBudget",
        "PrometheusRule",
        "Secret",
        "Service",
        "ServiceAccount",
        "ServiceMonitor",
    ]


def test_all_resources_select_the_same_pods():
    assert APPLIED["Deployment"]["spec"]["template"]["metadata"]["labels"] == LABELS
    for kind, field in (
        ("Deployment", "selector"),
        ("PodDisruptionBudget", "selector"),
        ("NetworkPolicy", "podSelector"),
    ):
        assert APPLIED[kind]["spec"][field] == {"matchLabels": LABELS}
    assert APPLIED["Service"]["spec"]["selector"] == APPLIED["Service"]["metadata"]["labels"] == LABELS
    assert APPLIED["ServiceMonitor"]["spec"]["selector"] == {"matchLabels": LABELS}
    assert (
        APPLIED["HorizontalPodAutoscaler"]["spec"]["scaleTargetRef"]["name"]
        == APPLIED["Deployment"]["metadata"]["name"]
    )


def test_every_setting_is_a_setting_of_the_service():
    assert ENVIRONMENT.keys() <= {description.name for description in descriptions().values()}
    assert [key.name for key in SETTINGS.api_keys_file] == ["ada", "prometheus"]


def test_ports_by_name_are_the_port_that_is_served():
    (port,) = CONTAINER["ports"]
    assert port == {"name": "http", "containerPort": Settings.port}
    assert [port["targetPort"] for port in APPLIED["Service"]["spec"]["ports"]] == ["http"]
    assert all(
        CONTAINER[probe]["httpGet"]["port"] == "http" for probe in ("startupProbe", "readinessProbe", "livenessProbe")
    )


def test_a_pod_has_more_time_to_stop_than_it_needs():
    takes = CONTAINER["lifecycle"]["preStop"]["sleep"]["seconds"] + int(ENVIRONMENT["SHUTDOWN_SECONDS"])
    assert POD["terminationGracePeriodSeconds"] > takes


def test_an_update_never_lowers_the_number_of_ready_pods():
    assert APPLIED["Deployment"]["spec"]["strategy"]["rollingUpdate"] == {"maxUnavailable": 0, "maxSurge": 1}
    assert "replicas" not in APPLIED["Deployment"]["spec"], "the autoscaler and an update would fight over the number"
    assert BASE["HorizontalPodAutoscaler"]["spec"]["minReplicas"] >= 2


def test_the_user_is_that_of_the_image():
    dockerfile = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    user = POD["securityContext"]["runAsUser"], POD["securityContext"]["runAsGroup"]
    assert f"\nUSER {user[0]}:{user[1]}\n" in dockerfile


def test_memory_is_enough_for_the_hardest_searches_and_a_request_on_every_connection():
    limit = int(CONTAINER["resources"]["limits"]["memory"].removesuffix("Gi")) * 2**30
    assert 85e6 + SETTINGS.workers * (300e6 + SETTINGS.connections * 300 * 1024) < limit
    assert limit == MEMORY, "make image-test tries another limit"


def test_a_worker_has_a_core_and_at_least_the_default_threads_and_connections():
    assert ENVIRONMENT["WORKERS"] == CONTAINER["resources"]["limits"]["cpu"]
    assert SETTINGS.threads >= Settings.threads
    assert SETTINGS.connections >= Settings.connections


def test_the_ingress_accepts_bodies_as_large_as_the_service_does():
    size = APPLIED["Ingress"]["metadata"]["annotations"]["nginx.ingress.kubernetes.io/proxy-body-size"]
    assert int(size.removesuffix("k")) * 1024 == BODY_BYTES


def patterns_of_ingress() -> list[re.Pattern[str]]:
    (rule,) = APPLIED["Ingress"]["spec"]["rules"]
    return [to_pattern(path["path"], path["pathType"]) for path in rule["http"]["paths"]]


def patterns_of_route() -> list[re.Pattern[str]]:
    (rule,) = APPLIED["HTTPRoute"]["spec"]["rules"]
    return [to_pattern(match["path"]["value"], match["path"]["type"]) for match in rule["matches"]]


def to_pattern(path: str, kind: str) -> re.Pattern[str]:
    return re.compile(re.escape(path) + ("$" if kind == "Exact" else "(/|$)"))


@pytest.mark.parametrize("patterns", [patterns_of_ingress(), patterns_of_route()], ids=["Ingress", "HTTPRoute"])
def test_every_path_is_served_except_internal_ones(patterns):
    paths = {rule.rule for rule in create_app().url_map.iter_rules()}
    missed = {path for path in paths if not any(pattern.match(path) for pattern in patterns)}
    assert missed == set(PROBES.values())


def test_ingress_and_route_lead_to_the_service():
    ingress, route = APPLIED["Ingress"]["spec"], APPLIED["HTTPRoute"]["spec"]
    (rule,) = ingress["rules"]
    (port,) = APPLIED["Service"]["spec"]["ports"]
    assert [rule["backendRefs"] for rule in route["rules"]] == [[{"name": "rummy-referee", "port": port["port"]}]]
    assert {path["backend"]["service"]["port"]["name"] for path in rule["http"]["paths"]} == {port["name"]}


def name_space(peer: dict[str, Any]) -> str:
    return str(peer["namespaceSelector"]["matchLabels"]["kubernetes.io/metadata.name"])


def test_only_the_gateway_and_prometheus_may_connect_and_an_ingress_if_there_is_one():
    (allowed,), (more,) = (resources["NetworkPolicy"]["spec"]["ingress"] for resources in (BASE, APPLIED))
    assert [name_space(peer) for peer in allowed["from"]] == ["envoy-gateway-system", "monitoring"]
    assert [name_space(peer) for peer in more["from"]] == ["envoy-gateway-system", "monitoring", "ingress-nginx"]


def test_egress_is_to_what_the_settings_name():
    addresses = [urlsplit(ENVIRONMENT[name]) for name in ("RATE_LIMIT_STORAGE", "OTEL_EXPORTER_OTLP_ENDPOINT")]
    wanted = [(str(address.hostname).split(".")[1], address.port) for address in addresses]
    egress = [
        (name_space(rule["to"][0]), rule["ports"][0]["port"]) for rule in APPLIED["NetworkPolicy"]["spec"]["egress"]
    ]
    assert [rule for rule in egress if rule != ("kube-system", 53)] == wanted
    assert ("kube-system", 53) in egress


def test_every_component_is_checked():
    used = {Path(name).name for folder in (EXAMPLE, ALL) for name in load_kustomization(folder)["components"]}
    assert used == {path.name for path in (KUBERNETES / "components").iterdir()}


def load_kustomization(folder: Path) -> dict[str, Any]:
    kustomization: dict[str, Any] = yaml.safe_load((folder / "kustomization.yaml").read_text(encoding="utf-8"))
    return kustomization


def test_changed_keys_roll_out(tmp_path):
    changed = shutil.copytree(KUBERNETES, tmp_path / "kubernetes") / "overlays" / "example"
    with (changed / "keys").open("a", encoding="utf-8") as keys:
        keys.write(f"new:{'0' * 64}\n")
    assert find_mounted_secret(changed) != find_mounted_secret(EXAMPLE)


def find_mounted_secret(folder: Path) -> str:
    """The name of the generated secret, which the pods mount."""
    resources = {resource["kind"]: resource for resource in render(folder)}
    volumes = resources["Deployment"]["spec"]["template"]["spec"]["volumes"]
    (name,) = [volume["secret"]["secretName"] for volume in volumes if "secret" in volume]
    assert name == resources["Secret"]["metadata"]["name"]
    return str(name)


def test_prometheus_finds_the_pods_once_and_sends_a_key():
    assert "annotations" not in APPLIED["Deployment"]["spec"]["template"]["metadata"]
    (endpoint,) = APPLIED["ServiceMonitor"]["spec"]["endpoints"]
    assert endpoint["path"] == METRICS_PATH
    assert endpoint["authorization"] == {"credentials": {"name": "rummy-referee-prometheus-key", "key": "key"}}


def test_without_redis_and_traces_there_is_no_egress():
    assert BASE["NetworkPolicy"]["spec"]["egress"] == []
    assert BASE["NetworkPolicy"]["spec"]["policyTypes"] == ["Ingress", "Egress"]


def test_patches_change_only_what_they_name():
    assert ENVIRONMENT["WORKERS"] == "2"
    assert ENVIRONMENT["RATE_LIMIT"] == "1200/minute"
    assert CONTAINER["image"] == f"registry.example/rummy-referee:{__version__}"
    assert {mount["mountPath"] for mount in CONTAINER["volumeMounts"]} == {
        "/tmp",
        "/dev/shm",
        "/run/secrets/rummy-referee",
    }
    assert {resource["metadata"].get("namespace", "none") for resource in APPLIED.values()} == {"rummy-referee", "none"}
