"""What schemathesis is told of the shop: names and ids that exist, and a check of its own."""

import json
import os
import zlib

import schemathesis

# Ids by the beginning of the path they belong to and the parameter's name; see `known` in fuzz.py.
KNOWN: dict[str, dict[str, list]] = json.loads(os.environ["KNOWN"])

# What any operation may answer, beside the failures that the contract names for it.
COMMON = {304, 400, 405, 413, 415, 431}


def number(value: object) -> int:
    """A number of the value, the same in every run."""
    return zlib.crc32(repr(value).encode())


def known_instead(path: str, values: dict) -> dict:
    """Half of the ids become ones that exist: the others are answered with 404 at once."""
    begins = max((begin for begin in KNOWN if path.startswith(begin)), key=len, default="")
    choices = KNOWN[begins] | KNOWN[""] if begins else KNOWN[""]
    for name, value in values.items():
        if choices.get(name) and number(value) % 2 == 0:
            values[name] = choices[name][number(value) // 2 % len(choices[name])]
    return values


@schemathesis.hook
def map_path_parameters(context, path_parameters):
    return known_instead(context.operation.path, path_parameters) if path_parameters else path_parameters


@schemathesis.hook
def map_query(context, query):
    return known_instead("", query) if query else query


@schemathesis.hook
def map_body(context, body):
    return known_instead("", body) if isinstance(body, dict) else body


@schemathesis.check
def declared_status(ctx, response, case):
    declared = case.operation.definition.raw["responses"]
    if response.status_code < 500 and response.status_code not in COMMON and str(response.status_code) not in declared:
        raise AssertionError(f"the contract does not say that {case.operation.label} may answer {response.status_code}")
