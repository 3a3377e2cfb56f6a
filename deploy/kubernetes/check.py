#!/usr/bin/env python3
"""Renders overlays and refuses manifests that a cluster would refuse or that could not start.

    deploy/kubernetes/check.py                                       both overlays
    deploy/kubernetes/check.py production/store                      one service of one overlay
    kubectl -n sovqat get secrets -o yaml | deploy/kubernetes/check.py production/store --secrets -
                                                                     with the secrets of the cluster

Without --secrets, the secrets are those of secrets.example.yaml. Needs kubectl 1.27 or newer, and the packages of
deploy/requirements.txt. `cargo verify --full` runs it in its step `manifests`.
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import kubernetes_validate
import yaml

FOLDER = Path(__file__).resolve().parent
# The oldest version that the manifests support, and the newest that the validator knows.
VERSIONS = ["1.31", kubernetes_validate.latest_version()]
# Custom resources of cert-manager, of which the validator has no schema.
WITHOUT_SCHEMA = {"Certificate", "Issuer"}
KUBECTL_ADVICE = "install kubectl 1.27 or newer (https://kubernetes.io/docs/tasks/tools; Debian 12 has an older one)"
# Of the programs, when a manifest does not set DRAIN.
DEFAULT_DRAIN = "20s"


class Refused(Exception):
    """The programs for the check are missing, or an overlay cannot be rendered."""


def render(overlay):
    """Returns the documents of an overlay."""
    if shutil.which("kubectl") is None:
        raise Refused(f"kubectl is missing: {KUBECTL_ADVICE}")
    version = subprocess.run(["kubectl", "version", "--client", "-o", "json"], capture_output=True, text=True)
    if version.returncode != 0 or "kustomizeVersion" not in json.loads(version.stdout):
        raise Refused(f"kubectl is too old: {KUBECTL_ADVICE}")
    rendered = subprocess.run(["kubectl", "kustomize", FOLDER / "overlays" / overlay], capture_output=True, text=True)
    if rendered.returncode != 0:
        raise Refused(f"{overlay} cannot be rendered: {rendered.stderr.strip()}")
    return [document for document in yaml.safe_load_all(rendered.stdout) if document]


def secret_keys(documents):
    """Returns the keys of each secret."""
    found = {}
    for document in documents:
        for secret in document.get("items", [document]):
            if secret.get("kind") == "Secret":
                keys = [*(secret.get("data") or {}), *(secret.get("stringData") or {})]
                found.setdefault(secret["metadata"]["name"], set()).update(keys)
    return found


def seconds(duration):
    number, unit = re.fullmatch(r"(\d+)(s|m)", duration).groups()
    return int(number) * {"s": 1, "m": 60}[unit]


def name_of(document):
    return f"{document['kind']} {document['metadata']['name']}"


def workloads(documents):
    """Yields each document with pods, and the template of its pods."""
    for document in documents:
        if document["kind"] in ("Deployment", "Job"):
            yield document, document["spec"]["template"]


def schema_problems(documents):
    """Yields what does not match the schemas of Kubernetes; an unknown member is a problem, too."""
    for document in documents:
        if document["kind"] in WITHOUT_SCHEMA:
            continue
        for version in VERSIONS:
            try:
                kubernetes_validate.validate(document, version, strict=True)
            except kubernetes_validate.ValidationError as error:
                path = ".".join(str(part) for part in error.path)
                yield f"{name_of(document)}: {path}: {error.message} (Kubernetes {version})"


def image_problems(documents):
    for document, template in workloads(documents):
        for container in template["spec"]["containers"]:
            image = container["image"]
            tag = image.rsplit("/", 1)[-1].partition("@")[0].partition(":")[2]
            if "@sha256:" not in image and tag in ("", "latest"):
                yield f"{name_of(document)}: the image {image} has no version"
            elif document["kind"] == "Job" and not document["metadata"]["name"].endswith(f"-{tag}"):
                yield f"{name_of(document)}: the name must end with the version of the image, {tag}"


def secret_problems(documents, secrets):
    """Yields the secrets that pods need and nobody has. A key that is optional there may be missing."""
    certificates = {
        document["spec"]["secretName"] for document in documents if document["kind"] == "Certificate"
    }
    for document, template in workloads(documents):
        pod = template["spec"]
        for variable in (variable for container in pod["containers"] for variable in container.get("env", [])):
            reference = variable.get("valueFrom", {}).get("secretKeyRef")
            if reference and not reference.get("optional") and reference["key"] not in secrets.get(reference["name"], ()):
                yield f"{name_of(document)}: the secret {reference['name']} has no key {reference['key']}"
        for volume in pod.get("volumes", []):
            secret = volume.get("secret", {}).get("secretName")
            if secret and secret not in certificates and secret not in secrets:
                yield f"{name_of(document)}: the secret {secret} does not exist, and no certificate creates it"


def reference_problems(documents):
    """Yields names, labels and ports that lead nowhere."""
    names = {(document["kind"], document["metadata"]["name"]) for document in documents}
    pods = [(template["metadata"]["labels"], template["spec"]) for _, template in workloads(documents)]

    def selected(labels):
        return [pod for its_labels, pod in pods if labels.items() <= its_labels.items()]

    for document in documents:
        name, spec = name_of(document), document.get("spec", {})
        match document["kind"]:
            case "Deployment" | "Job":
                template = spec["template"]
                pod, wanted = template["spec"], spec.get("selector", {}).get("matchLabels", {})
                if not wanted.items() <= template["metadata"]["labels"].items():
                    yield f"{name}: the selector does not match the labels of the pods"
                if ("ServiceAccount", pod["serviceAccountName"]) not in names:
                    yield f"{name}: the ServiceAccount {pod['serviceAccountName']} does not exist"
                for container in pod["containers"]:
                    ports = {port["name"] for port in container.get("ports", [])}
                    probes = [probe for key, probe in container.items() if key.endswith("Probe")]
                    for port in {probe["httpGet"]["port"] for probe in probes} - ports:
                        yield f"{name}: a probe asks the port {port}, which the container does not have"
                    for source in container.get("envFrom", []):
                        if ("ConfigMap", source["configMapRef"]["name"]) not in names:
                            yield f"{name}: the ConfigMap {source['configMapRef']['name']} does not exist"
                    mounted = {mount["name"] for mount in container.get("volumeMounts", [])}
                    for volume in mounted - {volume["name"] for volume in pod.get("volumes", [])}:
                        yield f"{name}: the volume {volume} does not exist"
            case "Service":
                ports = {
                    port["name"] for pod in selected(spec["selector"]) for container in pod["containers"]
                    for port in container.get("ports", [])
                }
                for port in {port["targetPort"] for port in spec["ports"]} - ports:
                    yield f"{name}: no pod that it selects has the port {port}"
            case "PodDisruptionBudget":
                if not selected(spec["selector"]["matchLabels"]):
                    yield f"{name}: it selects no pods"
            case "HorizontalPodAutoscaler":
                target = spec["scaleTargetRef"]
                if (target["kind"], target["name"]) not in names:
                    yield f"{name}: the {target['kind']} {target['name']} does not exist"
            case "NetworkPolicy":
                selector = spec["podSelector"]
                wanted = {value for key, value in selector.get("matchLabels", {}).items() if key == "app"}
                for expression in selector.get("matchExpressions", []):
                    wanted.update(expression["values"])
                for app in wanted - {labels["app"] for labels, _ in pods}:
                    yield f"{name}: no pod has the label app={app}"


def stop_problems(documents):
    for document, template in workloads(documents):
        pod = template["spec"]
        if document["kind"] == "Job":
            continue
        for container in pod["containers"]:
            values = {variable["name"]: variable.get("value") for variable in container["env"]}
            needed = seconds(values.get("SHUTDOWN_DELAY", "0s")) + seconds(values.get("DRAIN", DEFAULT_DRAIN))
            if pod["terminationGracePeriodSeconds"] <= needed:
                yield f"{name_of(document)}: terminationGracePeriodSeconds must be more than {needed}, delay and drain"


def rule_problems(documents, secrets):
    return [
        *image_problems(documents),
        *secret_problems(documents, secrets),
        *reference_problems(documents),
        *stop_problems(documents),
    ]


def problems(documents, secrets):
    return [*schema_problems(documents), *rule_problems(documents, secrets)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("overlays", nargs="*", default=["development", "production"])
    parser.add_argument("--secrets", type=argparse.FileType(), default=FOLDER / "secrets.example.yaml")
    arguments = parser.parse_args()
    text = arguments.secrets.read_text() if isinstance(arguments.secrets, Path) else arguments.secrets.read()
    secrets = secret_keys(document for document in yaml.safe_load_all(text) if document)
    failed = False
    for overlay in arguments.overlays:
        documents = render(overlay)
        found = problems(documents, secrets)
        for problem in found:
            print(f"{overlay}: {problem}", file=sys.stderr)
        failed |= bool(found)
        if not found:
            print(f"{overlay}: {len(documents)} objects are valid for Kubernetes {VERSIONS[0]} and {VERSIONS[-1]}")
    return 1 if failed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Refused as refusal:
        sys.exit(f"error: {refusal}")
