"""What metrics say, and a request to count."""

from collections.abc import Mapping

from prometheus_client.parser import text_string_to_metric_families

CHECK, ARRANGE = "/v1/melds/check", "/v1/melds/arrange"
BODY = {"variant": "rummy", "melds": [["R7", "J", "R9"]]}
Samples = Mapping[tuple[str, frozenset[tuple[str, str]]], float]


def read_samples(text: str) -> Samples:
    return {
        (sample.name.removeprefix("rummy_referee_"), frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def value(samples: Samples, name: str, **labels: str) -> float:
    return samples.get((name, frozenset(labels.items())), 0)
