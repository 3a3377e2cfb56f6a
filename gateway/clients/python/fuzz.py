"""Schemathesis on every operation of a running shop, as guest, shopper, blogger and operator.

A 5xx, a body that does not match its schema, and a status that the document does not declare are failures.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
API = os.environ["BASE_URL"] + "/api/v1"
ROLES = ["guest", "shopper", "blogger", "operator"]
# Test cases per operation and role.
CASES = os.environ.get("FUZZ_CASES", "16")
CHECKS = "not_a_server_error,content_type_conformance,response_schema_conformance,status_code_conformance,declared_status"
# With a token, streams end late or never, and tools disagree whether their schema describes an event or its data.
# gateway/tests/it/notification_stream.rs and order_stream.rs test them.
STREAMS = ["streamNotifications", "trackOrder"]
# They end the session that all other operations use, so they come last.
LAST = ["signOut", "signOutStaff"]


def headers_of(role: str) -> dict[str, str]:
    """Signs in; returns the headers of the session's requests: a token, or the cookies of a session of staff."""
    accounts = json.loads((ROOT / "deploy/local/demo/accounts.json").read_text())
    account = next(account for account in accounts if account["role"] == role)
    if "secondFactors" in account:
        # Node signs for the passkey: Python has no elliptic curves.
        command = ["node", str(ROOT / "deploy/load/staff.mjs"), role, os.environ["BASE_URL"]]
        return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    credentials = {"login": account["email"], "password": account["password"]}
    response = httpx.post(f"{API}/auth/signin", json=credentials)
    response.raise_for_status()
    return {"authorization": f"Bearer {response.json()['data']['accessToken']}"}


def existing_values() -> dict[str, dict[str, list]]:
    """Returns existing names and ids by path prefix; those of "" apply to all paths."""
    headers = {role: headers_of(role) for role in ROLES[1:]}

    def members(role: str, path: str, name: str, within: str | None = None) -> list:
        response = httpx.get(API + path, headers=headers[role])
        response.raise_for_status()
        data = response.json()["data"]
        return [member[name] for member in (data[within] if within else data)][:5]

    ids = members("shopper", "/product/all?inStock=true", "id", "products")
    slugs = members("shopper", "/product/all?inStock=true", "slug", "products")
    categories = members("shopper", "/category/all", "slug")
    stores = members("shopper", "/store/all", "slug")
    cities = members("shopper", "/address/cities", "id")
    pages = members("operator", "/admin/content", "page")
    return {
        "": {"productId": ids, "cityId": cities, "category": categories, "store": stores},
        "/product": {"product": slugs, "id": ids},
        "/category": {"slug": categories, "category": categories, "id": members("shopper", "/category/all", "id")},
        "/store": {"store": stores},
        "/campaign": {"id": members("shopper", "/campaign/all", "id")},
        "/content": {"page": pages},
        "/address": {"id": cities},
        "/list": {"list": members("blogger", "/list/all", "slug"), "id": members("blogger", "/list/all", "id")},
        "/order": {"code": members("shopper", "/order/all", "code")},
        "/user/addresses": {"id": members("shopper", "/user/addresses", "id")},
        "/admin/orders": {"code": members("operator", "/admin/orders", "code")},
        "/admin/refunds": {"id": members("operator", "/admin/refunds", "id")},
        "/admin/products": {"id": ids},
        "/admin/campaigns": {"id": members("operator", "/admin/campaigns", "id")},
        "/admin/promos": {"id": members("operator", "/admin/promos", "id")},
        "/admin/wholesale": {"code": members("operator", "/admin/wholesale", "code")},
        "/admin/content": {"page": pages, "language": ["az", "ru", "en"]},
        "/admin/reviews": {"id": members("operator", "/admin/reviews", "id")},
        "/admin/influencers": {"id": members("operator", "/admin/influencers", "id")},
    }


def fuzz(role: str, environment: dict[str, str], *operations: str) -> bool:
    """Runs schemathesis. Returns whether it found no failure."""
    command = [Path(sys.executable).with_name("schemathesis"), "run", str(ROOT / "gateway/openapi.json"), "--url", API]
    command += ["--checks", CHECKS, "--phases", "fuzzing", "--max-examples", CASES, "--generation-deterministic"]
    # One worker, because Python 3.11 sometimes fails to parse its own syntax trees in several threads.
    command += ["--workers", "1", "--no-shrink", "--continue-on-failure", "--request-timeout", "10", "--no-color"]
    command += ["--suppress-health-check", "all", "--warnings", "off", *operations]
    if role != "guest":
        for name, value in headers_of(role).items():
            command += ["--header", f"{name}: {value}"]
    started = time.monotonic()
    print(f"\n=== {role}", flush=True)
    # Schemathesis writes its findings into its working directory.
    with tempfile.TemporaryDirectory() as folder:
        passed = subprocess.run(command, env=environment, cwd=folder).returncode == 0
    print(f"=== {role}: {'nothing found' if passed else 'FAILED'} in {time.monotonic() - started:.0f} s", flush=True)
    return passed


def main() -> int:
    environment = os.environ | {"SCHEMATHESIS_HOOKS": "hooks", "PYTHONPATH": str(HERE)}
    environment["EXISTING_VALUES"] = json.dumps(existing_values())
    excluded = [flag for operation in [*STREAMS, *LAST] for flag in ("--exclude-operation-id", operation)]
    passed = [fuzz("guest", environment)]
    for role in ROLES[1:]:
        passed.append(fuzz(role, environment, *excluded))
        passed.append(fuzz(role, environment, *(flag for name in LAST for flag in ("--include-operation-id", name))))
    return 0 if all(passed) else 1


if __name__ == "__main__":
    sys.exit(main())
