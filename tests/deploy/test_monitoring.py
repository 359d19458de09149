"""The alerts and the dashboard of ``deploy/kubernetes`` use what the service exports, and the alerts fire."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from service.app import create_app
from service.http.contract import OPERATIONS
from tools.kustomize import BINARY, render

COMPONENTS = Path(__file__).parents[2] / "deploy" / "kubernetes" / "components"
RULES = yaml.safe_load((COMPONENTS / "prometheus-operator" / "alerts.yaml").read_text(encoding="utf-8"))["spec"]
DASHBOARD = json.loads((COMPONENTS / "grafana" / "rummy-referee.json").read_text(encoding="utf-8"))
ALERTS = {rule["alert"]: rule["expr"] for group in RULES["groups"] for rule in group["rules"]}
PANELS = {
    panel["title"]: target["expr"].replace("$__rate_interval", "5m")
    for panel in DASHBOARD["panels"]
    for target in panel["targets"]
}
QUERIES = ALERTS | PANELS
ADDED_BY_PROMETHEUS = {"job", "pod"}
"""The labels of every series besides those of the service."""


@pytest.fixture(scope="module")
def exported() -> dict[str, set[str]]:
    """The labels of every series, after a search alone and in a batch."""
    client = create_app().test_client()
    body = {"variant": "rummy", "table": [["R1", "R2", "R3"]], "hand": ["R4", "B5"], "opened": True, "stock": 5}
    assert client.post("/v1/moves/best", json=body).status_code == 200
    assert client.post("/v1/batch", json={"requests": [{"operation": "findBestMove", "body": body}]}).status_code == 200
    labels: dict[str, set[str]] = {}
    for family in text_string_to_metric_families(client.get("/metrics").text):
        for sample in family.samples:
            labels.setdefault(sample.name, set()).update(sample.labels)
    return labels


@pytest.mark.parametrize("title", QUERIES)
def test_a_query_uses_series_and_labels_that_are_exported(exported, title):
    query = QUERIES[title]
    series = set(re.findall(r"\brummy_referee_\w+", query)) | set(re.findall(r"\b(\w+)[{\[]", query))
    assert series <= {*exported, "up"}
    labels = {name for names in re.findall(r"by \(([^)]*)\)", query) for name in names.split(", ")}
    labels |= set(re.findall(r"(\w+)\s*(?:=~|!=|!~|=)\s*\"", query))
    assert labels <= set().union(ADDED_BY_PROMETHEUS, *(exported.get(name, ()) for name in series))


@pytest.mark.skipif(not BINARY.exists(), reason="kustomize is installed on x86-64 Linux only")
def test_every_alert_links_to_what_to_do():
    """On the host of the route, at its section in the documentation."""
    resources = {resource["kind"]: resource for resource in render(COMPONENTS.parent / "overlays" / "example")}
    (host,) = resources["HTTPRoute"]["spec"]["hostnames"]
    page = create_app().test_client().get("/docs/operating").text
    for rule in resources["PrometheusRule"]["spec"]["groups"][0]["rules"]:
        section = rule["alert"].lower()
        assert rule["annotations"]["runbook_url"] == f"https://{host}/docs/operating#{section}"
        assert f'id="{section}"' in page


@pytest.mark.parametrize("title", QUERIES)
def test_the_operations_in_a_query_are_in_the_contract(title):
    named = {name for names in re.findall(r'operation\W+"([^"]*)"', QUERIES[title]) for name in names.split("|")}
    assert named <= {operation.id for operation in OPERATIONS}


def test_every_metric_is_on_the_dashboard(exported):
    shown = " ".join(PANELS.values())
    metrics = {re.sub("_(bucket|sum|count|created)$", "", name) for name in exported}
    assert not {name for name in metrics if name.startswith("rummy_referee_") and name not in shown}


def test_panels_have_different_ids_and_do_not_overlap():
    panels = DASHBOARD["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    assert len({(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in panels}) == len(panels)


UP = 'up{job="rummy-referee",pod="a"}'


def count(status: str, values: str, operation: str = "checkMelds") -> dict[str, str]:
    series = f'rummy_referee_requests_total{{operation="{operation}",variant="rummy",status="{status}",pod="a"}}'
    return {series: values}


def last(seconds: str, values: str, operation: str = "checkMelds") -> dict[str, str]:
    """A bucket of the duration of requests, and all of them."""
    name = f'rummy_referee_request_duration_seconds_bucket{{operation="{operation}",pod="a",le='
    return {f'{name}"{seconds}"}}': values, f'{name}"10"}}': "0+60x40", f'{name}"+Inf"}}': "0+60x40"}


def build(version: str) -> str:
    return f'rummy_referee_build_info{{version="{version}",engine="e",pod="{version}"}}'


QUIET = {UP: "1x40", build("1"): "1x40", **count("200", "0+60x40"), **last("1", "0+60x40")}
FIRING: dict[str, dict[str, str]] = {
    "": {},
    "RummyRefereeDown": {UP: "0x40"},
    "RummyRefereeInternalErrors": count("500", "_x35 1x5"),
    "RummyRefereeOverloaded": {'rummy_referee_overloaded_total{reason="threads",pod="a"}': "0+2x40"},
    "RummyRefereeSlow": last("1", "0+50x40"),
    "RummyRefereeSlowSearches": last("2.5", "0+50x40", operation="findBestMove"),
    "RummyRefereeLogLinesDropped": {'rummy_referee_log_lines_dropped_total{pod="a"}': "0x35 3x5"},
    "RummyRefereeSeveralVersions": {build("2"): "1x40"},
}
"""Series of forty minutes by the alert that they cause, and by none."""
READINESS_OF_A_STOPPING_POD = count("503", "0+5x40", operation="getReadiness")


@pytest.mark.skipif(shutil.which("promtool") is None, reason="promtool is not installed")
def test_every_alert_fires_when_it_should_and_no_other(tmp_path):
    assert FIRING.keys() - {""} == ALERTS.keys()
    cases = [*FIRING.items(), ("", READINESS_OF_A_STOPPING_POD), ("RummyRefereeDown", {UP: "_x40"})]
    (tmp_path / "rules.yaml").write_text(yaml.safe_dump(RULES))
    tests = {"rule_files": ["rules.yaml"], "evaluation_interval": "1m", "tests": [to_case(*case) for case in cases]}
    (tmp_path / "tests.yaml").write_text(yaml.safe_dump(tests))
    run_promtool("test", "rules", tmp_path / "tests.yaml")


def to_case(alert: str, series: dict[str, str]) -> dict[str, Any]:
    fired = [{"labels": f'{{alertname="{alert}"}}', "value": 1}] if alert else []
    return {
        "interval": "1m",
        "input_series": [{"series": name, "values": values} for name, values in (QUIET | series).items()],
        "promql_expr_test": [
            {
                "expr": 'count by (alertname) (ALERTS{alertstate="firing"})',
                "eval_time": "40m",
                "exp_samples": fired,
            }
        ],
    }


@pytest.mark.skipif(shutil.which("promtool") is None, reason="promtool is not installed")
def test_every_panel_has_a_valid_query(tmp_path):
    rules = [{"record": f"panel:{number}", "expr": query} for number, query in enumerate(PANELS.values())]
    (tmp_path / "rules.yaml").write_text(yaml.safe_dump({"groups": [{"name": "panels", "rules": rules}]}))
    run_promtool("check", "rules", tmp_path / "rules.yaml")


def run_promtool(*arguments: Any) -> None:
    done = subprocess.run(["promtool", *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
