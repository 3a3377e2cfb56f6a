"""Hooks of schemathesis: existing names and ids, and an additional check."""

import json
import os
import zlib

import schemathesis

# Names and ids by path prefix and parameter name; see `existing_values` in fuzz.py.
EXISTING_VALUES: dict[str, dict[str, list]] = json.loads(os.environ["EXISTING_VALUES"])

# Statuses that every operation may return, in addition to its declared ones.
COMMON = {304, 400, 405, 413, 415, 431}


def stable_hash(value: object) -> int:
    """Returns a hash of the value that is the same in every run."""
    return zlib.crc32(repr(value).encode())


def replace_ids(path: str, values: dict) -> dict:
    """Replaces half of the ids by existing ones, because unknown ones only get a 404."""
    prefix = max((prefix for prefix in EXISTING_VALUES if path.startswith(prefix)), key=len, default="")
    choices = EXISTING_VALUES[prefix] | EXISTING_VALUES[""] if prefix else EXISTING_VALUES[""]
    for name, value in values.items():
        if choices.get(name) and stable_hash(value) % 2 == 0:
            values[name] = choices[name][stable_hash(value) // 2 % len(choices[name])]
    return values


@schemathesis.hook
def map_path_parameters(context, path_parameters):
    return replace_ids(context.operation.path, path_parameters) if path_parameters else path_parameters


# Query and body take the names that apply to all paths.
@schemathesis.hook
def map_query(context, query):
    return replace_ids("", query) if query else query


@schemathesis.hook
def map_body(context, body):
    return replace_ids("", body) if isinstance(body, dict) else body


@schemathesis.check
def declared_status(ctx, response, case):
    """Fails if the document does not declare the status of the response."""
    declared = case.operation.definition.raw["responses"]
    if response.status_code < 500 and response.status_code not in COMMON and str(response.status_code) not in declared:
        raise AssertionError(f"the document does not declare {response.status_code} for {case.operation.label}")
