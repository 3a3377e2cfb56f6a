#!/usr/bin/env bash
# Measures product lists and details per second through the whole stack, and the memory of all processes. Needs `wrk`
# (Debian: apt-get install wrk) and a running shop:
#
#     cargo up                         then   deploy/load/reads.sh            cached, as in production
#     CACHE_TTL=0s cargo up            then   deploy/load/reads.sh            every request reads PostgreSQL
#
# Works only with a shop on this machine.
set -euo pipefail
base=${1:-http://127.0.0.1:8080}
seconds=${SECONDS_EACH:-10}
case $base in http://127.0.0.1:*|http://localhost:*) ;; *) echo "only a shop on this machine can be measured" >&2; exit 2 ;; esac
slug=$(curl -fsS "$base/api/v1/product/all?perPage=1" | grep -o '"slug":"[^"]*"' | head -1 | cut -d'"' -f4)

# The memory of all processes of the shop including PostgreSQL; shared pages count once.
memory() {
    local total=0 pid
    for pid in $(pgrep -f '/sovqat-|postgres' || true); do
        total=$((total + $(awk '/^Pss:/ {print $2}' "/proc/$pid/smaps_rollup" 2>/dev/null || echo 0)))
    done
    echo "$((total / 1024)) MiB"
}

# A warm-up, which is not measured, fills connection pools and plan caches.
measure() {
    echo "── $1: $2"
    wrk -t1 -c64 -d2s -H 'Accept-Language: az' "$base$2" >/dev/null
    wrk -t1 -c64 -d"${seconds}s" --latency -H 'Accept-Language: az' "$base$2" | grep -E 'Requests/sec|50%|99%|Non-2xx|Socket errors' || true
}

echo "memory at rest: $(memory)"
measure 'product list' '/api/v1/product/all?sort=popular&page=1'
measure 'product list of a category' '/api/v1/product/all?category=hediyyeler&sort=price_asc&page=2'
measure 'product detail' "/api/v1/product/$slug"
echo "memory after load: $(memory)"
