#!/usr/bin/env python3
"""Checks compose.yaml with the values of .env.example: it is valid by the Compose Specification, every `${VARIABLE:?}` has a value,
and names of services and volumes exist. `cargo verify --full` runs it in its step `manifests`."""

import json
import re
import sys
from pathlib import Path

import yaml
from compose_spec import PyCompose

FOLDER = Path(__file__).resolve().parent
VARIABLE = re.compile(r"\$\{(\w+)(?:(:-|:\?)([^}]*))?\}")


def values(text):
    return dict(line.split("=", 1) for line in text.splitlines() if "=" in line and not line.startswith("#"))


def interpolate(node, given, missing):
    """Replaces variables as Compose does, and collects the required ones that have no value."""
    if isinstance(node, dict):
        return {key: interpolate(value, given, missing) for key, value in node.items()}
    if isinstance(node, list):
        return [interpolate(value, given, missing) for value in node]
    if not isinstance(node, str):
        return node

    def replaced(match):
        name, operator, text = match.groups()
        if not given.get(name) and operator == ":?":
            missing.add(name)
        return given.get(name) or (text if operator == ":-" else "")

    return VARIABLE.sub(replaced, node)


def problems(compose, given):
    missing = set()
    document = interpolate(compose, given, missing)
    yield from (f".env.example has no value for {name}" for name in sorted(missing))
    try:
        PyCompose.from_json(json.dumps(document)).validate()
    except (ValueError, TypeError) as error:
        yield f"compose.yaml: {error}"
    services, volumes = document["services"], document["volumes"]
    for name, service in services.items():
        for other in service.get("depends_on", {}):
            if other not in services:
                yield f"{name}: it depends on {other}, which does not exist"
        for source in (volume.split(":")[0] for volume in service.get("volumes", [])):
            if source.startswith(".") and not (FOLDER / source).exists():
                yield f"{name}: the file {source} does not exist"
            if not source.startswith(".") and source not in volumes:
                yield f"{name}: the volume {source} does not exist"


def main():
    compose = yaml.safe_load((FOLDER / "compose.yaml").read_text())
    given = values((FOLDER / ".env.example").read_text())
    # A mistake must be found, or the validator checks nothing.
    broken = {**compose, "services": {**compose["services"], "auth": {**compose["services"]["auth"], "restarts": "always"}}}
    if not list(problems(broken, given)):
        sys.exit("error: the validator accepts an unknown member")
    found = list(problems(compose, given))
    for problem in found:
        print(problem, file=sys.stderr)
    if found:
        return 1
    print(f"compose.yaml: {len(compose['services'])} services are valid")
    return 0


if __name__ == "__main__":
    sys.exit(main())
