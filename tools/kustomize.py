"""Renders a folder as kustomize would: python -m tools.kustomize FOLDER

``make check`` validates the rendered manifests, and kustomize is in no package that it could install. This implements
the features that ``deploy/kubernetes`` uses and rejects all others. Where kustomize is installed, a test compares both.
"""

import json
import sys
from base64 import b64encode
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import yaml

Resource = dict[str, Any]

MERGED_BY = {"containers": "name", "env": "name", "volumes": "name", "volumeMounts": "mountPath"}
"""Lists that a patch merges, with the key of their items. A patch replaces all other lists."""

NAMESPACED = {
    "ConfigMap",
    "Deployment",
    "HTTPRoute",
    "HorizontalPodAutoscaler",
    "Ingress",
    "NetworkPolicy",
    "PodDisruptionBudget",
    "PrometheusRule",
    "Secret",
    "Service",
    "ServiceAccount",
    "ServiceMonitor",
}


class UnknownError(ValueError):
    """A feature of kustomize that is not supported here."""


def render(folder: Path) -> list[Resource]:
    """All resources of a folder with a kustomization, as they are applied."""
    return _apply(folder, [])


def _apply(folder: Path, given: list[Resource]) -> list[Resource]:
    """The resources of a kustomization; a component changes the given resources."""
    steps: dict[str, Callable[[list[Resource], Any], list[Resource]]] = {
        "resources": lambda resources, names: resources + [new for name in names for new in _read(folder / name)],
        "components": lambda resources, names: _add_components(folder, resources, names),
        "configMapGenerator": lambda resources, given: resources + [_generate_config_map(folder, new) for new in given],
        "secretGenerator": lambda resources, given: _add_secrets(folder, resources, given),
        "patches": lambda resources, patches: _patch(folder, resources, patches),
        "namespace": _name_space,
        "images": _name_images,
        "replacements": _replace,
    }
    kustomization = yaml.safe_load((folder / "kustomization.yaml").read_text(encoding="utf-8"))
    if unknown := kustomization.keys() - steps.keys() - {"apiVersion", "kind"}:
        raise UnknownError(f"{folder}: {', '.join(sorted(unknown))}")
    resources = given
    for name, step in steps.items():
        if name in kustomization:
            resources = step(resources, kustomization[name])
    return resources


def _read(path: Path) -> list[Resource]:
    return render(path) if path.is_dir() else list(yaml.safe_load_all(path.read_text(encoding="utf-8")))


def _add_components(folder: Path, resources: list[Resource], names: list[str]) -> list[Resource]:
    for name in names:
        resources = _apply(folder / name, resources)
    return resources


def _patch(folder: Path, resources: list[Resource], patches: list[dict[str, Any]]) -> list[Resource]:
    for patch in patches:
        if patch.keys() == {"path"}:
            merged = yaml.safe_load((folder / patch["path"]).read_text(encoding="utf-8"))
            resources = _change(resources, _identify(merged), partial(_merge, new=merged))
        elif patch.keys() in ({"target", "patch"}, {"target", "path"}) and patch["target"].keys() == {"kind", "name"}:
            steps = yaml.safe_load(patch.get("patch") or (folder / patch["path"]).read_text(encoding="utf-8"))
            wanted = (patch["target"]["kind"], patch["target"]["name"])
            if wanted in map(_identify, resources):  # with a target, kustomize ignores a patch for what is not there
                resources = _change(resources, wanted, partial(_apply_json_patch, steps=steps))
        else:
            raise UnknownError(f"{folder}: a patch with {', '.join(patch)}")
    return resources


def _identify(resource: Resource) -> tuple[str, str]:
    return resource["kind"], resource["metadata"]["name"]


def _change(
    resources: list[Resource], wanted: tuple[str, str], change: Callable[[Resource], Resource]
) -> list[Resource]:
    """The resources with the target of a patch changed; a patch without a target is an error."""
    if wanted not in map(_identify, resources):
        raise ValueError(f"a patch is for {wanted}, which is not there")
    return [change(resource) if _identify(resource) == wanted else resource for resource in resources]


def _merge(old: Any, new: Any, name: str = "") -> Any:
    """A patch merged into its target: objects by field, some lists by item, everything else replaced."""
    if new is None or (isinstance(new, dict) and any(field.startswith("$") for field in new)):
        raise UnknownError("a patch that takes something away")
    if isinstance(old, dict) and isinstance(new, dict):
        return old | {field: _merge(old.get(field), value, field) for field, value in new.items()}
    if isinstance(old, list) and name in MERGED_BY:
        key = MERGED_BY[name]
        changes = {item[key]: item for item in new}
        added = [item for item in new if item[key] not in {item[key] for item in old}]
        return added + [_merge(item, changes[item[key]]) if item[key] in changes else item for item in old]
    return new


def _apply_json_patch(resource: Resource, steps: list[dict[str, Any]]) -> Resource:
    """A JSON patch (RFC 6902) that only replaces, and adds fields and last items."""
    for step in steps:
        if step.keys() != {"op", "path", "value"} or step["op"] not in ("add", "replace") or "~" in step["path"]:
            raise UnknownError(f"the step {step}")
        resource = _put(resource, step["path"].split("/")[1:], step["value"], adds=step["op"] == "add")
    return resource


def _put(old: Any, path: list[str], value: Any, *, adds: bool) -> Any:
    if not path:
        return value
    name, *rest = path
    if adds and not rest:
        if isinstance(old, list) and name != "-":
            raise UnknownError(f"an item before {name}")
        return [*old, value] if isinstance(old, list) else old | {name: value}
    if isinstance(old, list):
        place = int(name)
        return [*old[:place], _put(old[place], rest, value, adds=adds), *old[place + 1 :]]
    return old | {name: _put(old[name], rest, value, adds=adds)}


def _generate_config_map(folder: Path, given: dict[str, Any]) -> Resource:
    """A ConfigMap of files, without a hash in its name."""
    options = given.get("options", {})
    if given.keys() != {"name", "files", "options"} or options.keys() != {"disableNameSuffixHash", "labels"}:
        raise UnknownError(f"the ConfigMap {given}")
    return {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": {"name": given["name"], "labels": options["labels"]},
        "data": {name: (folder / name).read_text(encoding="utf-8") for name in given["files"]},
    }


def _add_secrets(folder: Path, resources: list[Resource], given: list[dict[str, Any]]) -> list[Resource]:
    """Add secrets of files. Their names get a hash of their contents, also where a deployment mounts them."""
    for item in given:
        if item.keys() != {"name", "files"}:
            raise UnknownError(f"the secret {item}")
        contents = {"data": {name: _encode((folder / name).read_bytes()) for name in item["files"]}, "type": "Opaque"}
        hashed = json.dumps({**contents, "kind": "Secret", "name": ""}, sort_keys=True, separators=(",", ":"))
        # kustomize avoids digits and vowels that could spell a word
        suffix = sha256(hashed.encode()).hexdigest()[:10].translate(str.maketrans("013ae", "ghkmt"))
        name = f"{item['name']}-{suffix}"
        resources = [_rename_secret(resource, item["name"], name) for resource in resources]
        resources.append({"apiVersion": "v1", "kind": "Secret", "metadata": {"name": name}, **contents})
    return resources


def _encode(contents: bytes) -> str:
    """Base64 in lines of 70 characters."""
    text = b64encode(contents).decode()
    return "".join(f"{text[start : start + 70]}\n" for start in range(0, len(text), 70))


def _rename_secret(resource: Resource, old: str, new: str) -> Resource:
    if resource["kind"] != "Deployment":
        return resource
    volumes = [
        {"name": volume["name"], "secret": {"secretName": new}}
        for volume in resource["spec"]["template"]["spec"]["volumes"]
        if volume.get("secret", {}).get("secretName") == old
    ]
    renamed: Resource = _merge(resource, {"spec": {"template": {"spec": {"volumes": volumes}}}})
    return renamed


def _name_space(resources: list[Resource], namespace: str) -> list[Resource]:
    if unknown := {resource["kind"] for resource in resources} - NAMESPACED - {"Namespace"}:
        raise UnknownError(f"whether {unknown} are in a namespace")
    return [
        _merge(resource, {"metadata": {"namespace": namespace}}) if resource["kind"] in NAMESPACED else resource
        for resource in resources
    ]


def _name_images(resources: list[Resource], images: list[dict[str, str]]) -> list[Resource]:
    for image in images:
        if image.keys() != {"name", "newName", "newTag"}:
            raise UnknownError(f"the image {image}")
        resources = [_name_image(resource, image) for resource in resources]
    return resources


def _name_image(resource: Resource, image: dict[str, str]) -> Resource:
    if resource["kind"] != "Deployment":
        return resource
    containers = [
        {"name": container["name"], "image": f"{image['newName']}:{image['newTag']}"}
        for container in resource["spec"]["template"]["spec"]["containers"]
        if container["image"] == image["name"]
    ]
    changed: Resource = _merge(resource, {"spec": {"template": {"spec": {"containers": containers}}}})
    return changed


def _replace(resources: list[Resource], replacements: list[dict[str, Any]]) -> list[Resource]:
    """Parts of fields replaced by a field of another resource; of lists, all items."""
    for replacement in replacements:
        source = replacement["source"]
        (found,) = [resource for resource in resources if resource["kind"] == source["kind"]]
        value: Any = found
        for name in source["fieldPath"].split("."):
            value = value[int(name) if isinstance(value, list) else name]
        for target in replacement["targets"]:
            change = partial(_put_part, value=value, **target["options"])
            for path in target["fieldPaths"]:
                resources = [
                    _change_at(resource, path.split("."), change)
                    if resource["kind"] == target["select"]["kind"]
                    else resource
                    for resource in resources
                ]
    return resources


def _put_part(text: str, *, delimiter: str, index: int, value: str) -> str:
    parts = text.split(delimiter)
    return delimiter.join((*parts[:index], value, *parts[index + 1 :]))


def _change_at(old: Any, path: list[str], change: Callable[[str], str]) -> Any:
    if not path:
        return change(old)
    name, *rest = path
    if isinstance(old, list):
        return [_change_at(item, rest, change) if name in ("*", str(at)) else item for at, item in enumerate(old)]
    return old | {name: _change_at(old[name], rest, change)}


class _Plain(yaml.SafeDumper):
    """YAML without anchors."""

    def ignore_aliases(self, _data: Any) -> bool:
        return True


if __name__ == "__main__":
    yaml.dump_all(render(Path(sys.argv[1])), sys.stdout, Dumper=_Plain, sort_keys=False)
