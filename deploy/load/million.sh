#!/usr/bin/env bash
# Imports a million products into a running shop, kills the import twice, and checks the result.
#
#     cargo up --data /tmp/million          in another terminal, until it is ready; then
#     deploy/load/million.sh /tmp/million
#
# Needs 13 GB of disk space in the data folder and 3 GB in /tmp. Works only with a shop on this machine.
set -euo pipefail
data=${1:?the data folder of the running shop}
count=${PRODUCTS:-1000000}
file=${FILE:-/tmp/sovqat-million.jsonl}
catalog=$(dirname "$0")/../../target/release/sovqat-catalog
pid=$(pgrep -f "^[^ ]*/sovqat-catalog$" | while read -r pid; do
    tr '\0' '\n' <"/proc/$pid/environ" | grep -q "^MEDIA_URL=file://$(realpath "$data")/" && echo "$pid"; done | head -1)
# The commands need the settings of the running process, such as the database's URL.
mapfile -d '' -t settings <"/proc/$pid/environ"
run_catalog() { exec env "${settings[@]}" "$catalog" "$@"; }

[ -s "$file" ] || (run_catalog generate --products "$count") >"$file"
echo "── the file: $(wc -l <"$file") products, $(du -m "$file" | cut -f1) MB"

started=$(date +%s.%N)
for pause in 40 40 never; do
    run_catalog import "$file" &
    import=$!
    if [ "$pause" = never ]; then wait "$import"; break; fi
    sleep "$pause"
    if kill -9 "$import" 2>/dev/null; then echo "── killed after $pause s"; fi
    wait "$import" 2>/dev/null || true
done
echo "── $(awk -v from="$started" -v to="$(date +%s.%N)" -v n="$count" \
    'BEGIN { printf "%.0f s in total, %.0f products per second", to - from, n / (to - from) }')"

(run_catalog export "${file%.jsonl}-back.jsonl")
node "$(dirname "$0")/same-products.mjs" "$file" "${file%.jsonl}-back.jsonl"
